/* Evidence spoilt at random, keeping its form where that is easy: numbers
 * changed, lines dropped, repeated or exchanged, the claim turned round. */
#ifndef TESTS_TEMPORAL_MUTATE_H
#define TESTS_TEMPORAL_MUTATE_H

#include "formula.h"

/* A new text, which the caller frees. 'other', if it is not NULL, is
 * the formula instead. */
char *mutate(random_source *r, const char *evidence, const char *other);

#endif
