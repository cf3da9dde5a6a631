/* A path of the automaton, edge by edge: can a run take it, with which inputs;
 * and if not, which predicates would have shown that. */
#ifndef PREDICATES_PATH_H
#define PREDICATES_PATH_H

#include "engine/predicates/predicates.h"

/* A step: the edge, and which call of the path takes it. */
typedef struct path_step {
  uint32_t edge;
  uint32_t call;   /* number of the call whose function the edge belongs to; the
                      first is 0 */
  uint32_t callee; /* CFA_CALL: the function */
  uint32_t enters; /* CFA_CALL: the number of the new call */
  size_t called_at; /* the step that entered its call; SIZE_MAX: none did */
} path_step;
typedef vec(path_step) path_steps;

typedef enum path_answer {
  PATH_FEASIBLE,
  PATH_INFEASIBLE,
  PATH_UNKNOWN
} path_answer;

/* An input that the path meets, in the order of its steps. */
typedef struct path_input {
  size_t step; /* counted from 1; 0: met before the first one */
  cfa_input_kind kind;
  term value_of;
  uint64_t value; /* if the path is feasible */
} path_input;
typedef vec(path_input) path_inputs;

/* Edges to steps: follows calls and returns. False: they do not fit. */
bool path_follow(mem *m, const cfa *automaton, const uint32_t *edges,
                 const uint32_t *callees, size_t count, path_steps *out);

/* 'core', if it is infeasible: steps of assumptions that exclude one another,
 * ascending. */
path_answer path_decide(mem *m, predicates *x, const path_steps *path,
                        path_inputs *inputs, shape_list *core);

/* New predicates from an infeasible path. How many were new. */
size_t path_refine(mem *m, predicates *x, const path_steps *path,
                   const shape_list *core);

#endif
