/* Neighbours of an instance: one place of one feature has another value. Delta
 * debugging only leaves out; from a neighbour that fails as well it may get
 * further. */
#ifndef DIFFTEST_VARY_H
#define DIFFTEST_VARY_H

#include "instance.h"

/* The number-th neighbour; false: there are no more. It may equal 'in'. */
bool vary(const instance *in, uint32_t number, instance *out);

#endif
