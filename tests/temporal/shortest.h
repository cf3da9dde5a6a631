/* The shortest lasso of a small graph that violates a formula, by brute force:
 * all of them, those with few steps first, each judged by the definition of the
 * formula's truth on its word. */
#ifndef TESTS_TEMPORAL_SHORTEST_H
#define TESTS_TEMPORAL_SHORTEST_H

#include "models.h"

enum { SHORTEST_MOST = 40 };

/* How many steps it has; an end that is repeated counts none. -1: none has been
 * found among 'most' words. */
int shortest_violation(const formula *f, const random_model *x, long most);

#endif
