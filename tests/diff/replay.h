/* Walks a trace of the API over an instance, rule by rule. */
#ifndef DIFF_REPLAY_H
#define DIFF_REPLAY_H

#include "naive.h"

#include <custos/custos.h>

enum { REPLAY_WHY = 200 };

/* The run begins in the initial set, each step is one rule, it ends in the
 * final set, and its weights and length are those of 'r'. If the weight is
 * unbounded, repeating the marked loop gives another run, and a better one:
 * greater if 'longest', else smaller. 'sets' are the two automata. */
bool replay_check(custos *c, const instance *in, const nfa sets[2],
                  const custos_result *r, bool longest, char why[REPLAY_WHY]);

#endif
