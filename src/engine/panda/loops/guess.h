/* What the templates share: see guess.c. */
#ifndef PANDA_GUESS_H
#define PANDA_GUESS_H

#include "engine/panda/loops/loops.h"

/* A condition, and in which rows it holds: words of guesser.pool from 'bits'
 * on. */
typedef struct guess_atom {
  uint32_t condition;
  uint32_t group; /* of one group, the first ones are the strongest */
  size_t bits;
} guess_atom;

typedef struct guesser {
  loops *x;
  cfa *p;
  loop *l;
  size_t words;            /* of a set of rows */
  uint64_t *scratch;       /* so many */
  vec(uint64_t) constants; /* of 64 bits, as numbers with a sign */
  map tried;               /* conditions */
  uint32_t group;          /* of what is offered now */
  loop chance;             /* rows by chance: what holds in all, says nothing */
  uint64_t *chance_bits;
  vec(guess_atom) arms;    /* conditions of the program, and negated */
  vec(guess_atom) refuted; /* what does not hold in all rows, but in some */
  vec(uint64_t) pool;
} guesser;

/* A candidate, unless rows refute it. */
void guess_offer(guesser *g, uint32_t condition);
/* Of what is no candidate by itself: holds wherever 'arm' does not? */
bool guess_covers(const guesser *g, const guess_atom *arm,
                  const uint64_t *bits);
/* The candidate "arm or condition"; false: there are enough. */
bool guess_either(guesser *g, uint32_t arm, uint32_t condition);
uint32_t guess_apply(guesser *g, bits_op op, unsigned width, uint32_t a,
                     uint32_t b);
uint32_t guess_read(guesser *g, uint32_t variable);
static inline uint64_t guess_value(const guesser *g, size_t row, size_t i) {
  const loop_rows *rows = &g->l->rows;
  return rows->values.at[row * rows->variables.count + i];
}

/* affine.c: equations between variables that all rows satisfy, or (arm
 * not NULL) all rows in which the arm is false. */
void guess_affine(guesser *g, const guess_atom *arm);

#endif
