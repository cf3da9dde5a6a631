/* Values of expressions, as sets: each PROG_ANY chooses for itself, so the
 * values of an operator are those of all pairs of values of its operands. */
#ifndef PROGRAM_EVALUATE_H
#define PROGRAM_EVALUATE_H

#include "program/program.h"

/* Where variables are looked up. Those behind the step are NULL until they are
 * known. */
typedef struct prog_view {
  const uint32_t *globals, *locals;
  const uint32_t *next_globals, *next_top, *next_below;
} prog_view;

/* Values 'first' to 'first + count - 1' of the pool, in ascending order. */
typedef struct prog_set {
  size_t first, count;
} prog_set;

typedef struct prog_pending {
  uint32_t expression;
  bool has_operands;
} prog_pending;

/* Empty when zeroed, but for 'm' and 'p'. */
typedef struct prog_evaluator {
  mem *m;
  const prog *p;
  vec(uint32_t) pool; /* callers cut it back when they are done with a set */
  vec(prog_set) operands;
  vec(prog_pending) pending;
} prog_evaluator;

void prog_evaluator_free(prog_evaluator *evaluator);

/* The new set lies at the end of the pool. Not for a PROG_ANY of more than one
 * bit, nor for a whole array. */
prog_set prog_evaluate(prog_evaluator *evaluator, const prog_view *view,
                       uint32_t expression);

/* Is 1 among the values? PROG_NONE always passes. */
bool prog_passes(prog_evaluator *evaluator, const prog_view *view,
                 uint32_t condition);

/* Cuts the values of the last set of the pool to 'width' bits. */
prog_set prog_cut(prog_evaluator *evaluator, prog_set set, uint32_t width);

static inline uint32_t prog_mask(uint32_t width) {
  return UINT32_MAX >> (PROG_MOST_BITS - width);
}

#endif
