/* Runs whose inputs are drawn by lot, to see what is true at loop heads.
 *
 * Such a run knows no terms and asks no queries. It may be scaled: constants of
 * a thousand and more become small ones (equal ones equal, neighbours
 * neighbours, in the same order), so that short runs get behind long loops. A
 * scaled run is one of another program: it only tells what is worth trying. */
#ifndef PANDA_SAMPLER_H
#define PANDA_SAMPLER_H

#include "engine/panda/run/concolic.h"

struct sampler {
  uint64_t seed, last;
  uint32_t mood;       /* which numbers are drawn, in this run */
  unsigned scale;      /* 0: the program as it is */
  vec(uint64_t) words; /* constants of the program */
  vec(uint64_t) large; /* those that are scaled, ascending */
  vec(uint32_t) times; /* the scale that they become: neighbours alike */
};

void sampler_init(mem *m, sampler *x, const code *c);
void sampler_clear(mem *m, sampler *x);
/* The n-th run; 'scale' is 0, or what the least large constant becomes. */
void sampler_begin(sampler *x, uint32_t n, unsigned scale);
/* A constant, in a program that is scaled so. */
uint64_t sampler_scaled(const sampler *x, unsigned scale, uint64_t word);
/* The constants among the global registers. */
void sampler_scale(const sampler *x, value *globals, uint32_t constants);
/* A value for the input 't', that is assigned to it, too. */
value sampler_draw(sampler *x, concolic *engine, term t, bool is_pointer);

#endif
