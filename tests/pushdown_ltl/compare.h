/* One instance, everything that can be said about it, by two ways. */
#ifndef PUSHDOWN_LTL_COMPARE_H
#define PUSHDOWN_LTL_COMPARE_H

#include "tests/pushdown_ltl/instance.h"

typedef struct tally {
  uint64_t violated, holds, skipped;
  uint64_t configurations;  /* compared one by one */
  uint64_t lassos, longest; /* replayed; steps */
  uint64_t ranks;           /* certificates accepted */
  uint64_t forged, mutated; /* and rejected */
  uint64_t ignored[10];     /* forged by ignoring one condition; see forge.h */
} tally;

/* NULL, or what is wrong. */
const char *compare(instance *x, uint64_t seed, tally *t);

#endif
