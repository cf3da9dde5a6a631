/* What one edge can do at a head: for each way to choose the indices, which
 * cells are written, and with which values. Wide ranges stay ranges. */
#ifndef PROGRAM_MOVES_H
#define PROGRAM_MOVES_H

#include "program/evaluate.h"

/* A set of values, or all below 'count'. */
typedef struct prog_choices {
  bool is_range;
  size_t first; /* in the pool */
  uint64_t count;
} prog_choices;

typedef struct prog_write {
  size_t cell; /* of 'behind' */
  prog_choices choices;
} prog_write;

/* An assignment whose operands have been evaluated. */
typedef struct prog_evaluated {
  prog_set index; /* count 0: a number or a whole array */
  size_t chosen;  /* of the index */
  prog_choices value;
} prog_evaluated;

typedef struct prog_move {
  prog_evaluator evaluator;
  prog_view view;
  const prog_edge *edge;
  vec(prog_evaluated) assignments;
  vec(uint32_t) behind;       /* globals, frame on top, frame below: as they are
                                 before anything is assigned */
  size_t globals, top, below; /* so many cells of each */
  vec(prog_write) writes;     /* one a cell */
  vec(uint32_t) writer;       /* of a cell of 'behind': plus one; 0: none */
} prog_move;

void prog_move_init(prog_move *move, mem *m, const prog *program);
void prog_move_free(prog_move *move);

/* False: the guard cannot be passed. Else 'writes' are those of the first
 * choice of indices. */
bool prog_move_begin(prog_move *move, const prog_edge *edge,
                     const uint32_t *globals, const uint32_t *locals);
/* Those of the next choice; false: there are no more. */
bool prog_move_next(prog_move *move);

/* Is 'where' passed with these values behind the step? */
bool prog_move_ends(prog_move *move, const uint32_t *behind);

static inline uint32_t prog_choice(const prog_move *v, const prog_choices *c,
                                   uint64_t n) {
  return c->is_range ? (uint32_t)n : v->evaluator.pool.at[c->first + n];
}

#endif
