/* Inputs that the compiled program and the interpreter both draw: the same
 * numbers in the same order. Half of them lie where things change: near 0, and
 * near powers of two. */
#ifndef SEMANTICS_INPUTS_H
#define SEMANTICS_INPUTS_H

#include <stdint.h>

static uint64_t inputs_seed;

static void inputs_begin(uint64_t seed) {
  inputs_seed = (seed + 1) * UINT64_C(0x9E3779B97F4A7C15);
}

static uint64_t inputs_next(void) {
  inputs_seed ^= inputs_seed << 13;
  inputs_seed ^= inputs_seed >> 7;
  inputs_seed ^= inputs_seed << 17;
  return inputs_seed * UINT64_C(0x2545F4914F6CDD1D);
}

/* 1 to 64 bits; what lies beyond the width is 0. */
static uint64_t inputs_draw(unsigned width) {
  uint64_t x = inputs_next(), how = x >> 60;
  x = inputs_next();
  if (how < 5)
    x = (uint64_t)((int64_t)(x >> 32 & 15) - 7);
  else if (how < 8)
    x = (UINT64_C(1) << (x >> 32 & 63)) + (x >> 40 & 3) - 2;
  else if (how < 10)
    x = x >> 32 & 255;
  return width >= 64 ? x : x & ((UINT64_C(1) << width) - 1);
}

#endif
