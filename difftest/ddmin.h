/* Delta debugging: Algorithm 1 of Schlichtkrull et al. (FMCAD 2022), which is
 * Zeller and Hildebrandt's minimizing delta debugging. */
#ifndef DIFFTEST_DDMIN_H
#define DIFFTEST_DDMIN_H

#include <stdbool.h>
#include <stddef.h>

/* Does the selection of features still fail? */
typedef bool ddmin_test(void *self, const bool *keep);

/* 'keep' selects some of 'count' features, and that selection fails. Makes it
 * smaller until it is 1-minimal: it fails, and without any one of its features
 * it does not. */
void ddmin(bool *keep, size_t count, ddmin_test *fails, void *self);

#endif
