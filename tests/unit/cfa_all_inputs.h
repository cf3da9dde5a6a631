/* All inputs of a program, one vector after the other: for the interpreter. */
#ifndef UNIT_CFA_ALL_INPUTS_H
#define UNIT_CFA_ALL_INPUTS_H

#include "bits/bits.h"
#include "cfa/run.h"

typedef struct odometer {
  uint64_t values[64];
  unsigned widths[64];
  size_t count, met;
  bool overflows;
} odometer;

static inline uint64_t next_value(void *self, const cfa_input *x) {
  odometer *o = self;
  if (o->met == 64) {
    o->overflows = true;
    return 0;
  }
  if (o->met == o->count) {
    o->values[o->count] = 0;
    o->widths[o->count++] = x->is_pointer ? 0 : x->width;
  }
  return o->values[o->met++];
}

static inline bool turn(odometer *o) {
  o->count = o->met;
  while (o->count) {
    uint64_t *v = &o->values[o->count - 1];
    if (*v < bits_mask(o->widths[o->count - 1]) && o->widths[o->count - 1]) {
      ++*v;
      return true;
    }
    o->count--;
  }
  return false;
}

#endif
