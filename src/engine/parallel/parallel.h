/* The searches of engine/explicit on several threads, with the same verdicts.
 * Which of several violations is found is not the same from run to run. */
#ifndef ENGINE_PARALLEL_PARALLEL_H
#define ENGINE_PARALLEL_PARALLEL_H

#include "engine/explicit/explicit.h"

typedef struct parallel_options {
  unsigned jobs;   /* threads: 1 .. TEAM_MOST */
  bool compressed; /* states as trees: about half the bytes, half the speed */
} parallel_options;

/* As explicit_safety; 'shortest' is not looked at. */
void parallel_safety(mem *m, progress *clock, const model *x,
                     const explicit_safety_options *o,
                     const parallel_options *options, explicit_answer *out);

/* As explicit_decide, for an automaton with one set, on states. */
void parallel_decide(mem *m, progress *clock, const model *x,
                     const model_binding *binding, const omega *automaton,
                     const parallel_options *options, explicit_answer *out);

#endif
