/* Delta debugging: a smaller instance that still fails. */
#ifndef DIFF_SHRINK_H
#define DIFF_SHRINK_H

#include "naive.h"

/* Does the instance fail? Runs in a process of its own, so it may crash. */
typedef void shrink_test(void *self, const instance *in);

/* Leaves out rules, edges, accepting states and weights while the test still
 * does not return. False: it returned for the instance as it was given. */
bool shrink(instance *in, shrink_test *run, void *self);

#endif
