/* What each kind of problem can do: one table a kind. */
#ifndef PROBLEM_PROBLEM_H
#define PROBLEM_PROBLEM_H

#include "custos/custos.h"

#include <stdbool.h>

/* Walks that the caller leads: custos_walk_start, custos_walk_along ('along'
 * the run of the last answer, which there is), and the others of that name. */
typedef struct walker_ops {
  custos_status (*start)(custos *c, bool along);
  custos_status (*position)(custos *c, custos_position *out);
  custos_status (*move)(custos *c, size_t i, custos_move *out);
  custos_status (*take)(custos *c, size_t i, custos_step *out);
  custos_status (*go)(custos *c, uint64_t number, custos_step *out);
  custos_status (*look)(custos *c, custos_see_fn *see, void *self);
} walker_ops;

#endif
