/* Runs of a finite model, and their replay: each step is taken again from the
 * definition. */
#ifndef MODEL_RUN_H
#define MODEL_RUN_H

#include "model/model.h"

/* A lasso: states 0 .. count-1; after the last comes state 'loop' again. A
 * finite run, to a fault, has no loop: loop == count. */
typedef struct model_run {
  vec(uint8_t) bytes;
  vec(size_t) at;          /* count + 1 of them: where each state begins */
  vec(uint32_t) labels;    /* of the step that leaves each state; MODEL_NONE: it
                              has none, or the state is repeated, being an end */
  vec(uint32_t) automaton; /* its state at each state; empty: there is none */
  vec(uint64_t) movers;    /* of that step; empty: not known */
  size_t count, loop;
} model_run;

/* Is it a run of the model from an initial state, and does it have a loop?
 * Fills 'letters', one for each state, for ltl_holds_on. False: 'why'. */
bool model_replay(mem *m, const model *x, const model_binding *binding,
                  const model_run *run, uint64_t *letters, const char **why);
/* Is it a run from an initial state to where the model is wrong: to a state in
 * which that is so, or over a step in which it is, the last? Wrong is what is
 * an error or undefined, and nothing undefined comes earlier. */
bool model_replay_fault(mem *m, const model *x, const model_run *run,
                        const char **why);
/* The same, where notes are wrong, too. */
bool model_replay_note(mem *m, const model *x, const model_run *run,
                       const char **why);
/* Of a run that model_replay takes for one: does every process that is enabled
 * all along the loop move in it? Where the run does not tell who moves, all
 * steps that fit it are taken in turn. Processes from number 63 on cannot be
 * told apart: the loop must have a state where none of them is enabled. */
bool model_is_fair(mem *m, const model *x, const model_run *run);

#endif
