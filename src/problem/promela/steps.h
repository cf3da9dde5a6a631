/* Runs of Promela models: taken apart into single steps, replayed by the
 * walker, which shares nothing with the machine that found them, written and
 * read. */
#ifndef PROBLEM_PROMELA_STEPS_H
#define PROBLEM_PROMELA_STEPS_H

#include "lang/promela/compare/compare.h"
#include "problem/temporal.h"

/* checked.run becomes checked.steps. 'fault': what happens in the last step, or
 * (its step is MODEL_NONE) behind the last state; NULL: nothing. False: the
 * machine does not know its own run. */
bool context_unfold(custos *c, const model_fault *fault);

/* Does the walker, too, see something go wrong behind the last of
 * checked.steps, or, if there is none, while it begins? False: 'why'. */
bool context_replay_fault(custos *c, const char **why);
/* Does the walker's run violate the property? */
bool context_replay_violates(custos *c, const property *p, const char **why);

/* finite_ops.reduce, begin_search, end_search and decide_errors. */
void promela_reduce(custos *c, const property *p);
void promela_native_begin(custos *c, const model *x);
void promela_native_end(custos *c);
custos_status context_decide_errors(custos *c, custos_result *result);

/* What the atoms of a property mean to the walker. False: reported. */
bool context_find_atoms(custos *c, const property *p, pml_atoms *out);

/* The model holds: the walker's opinion (second_opinion.c). 'p': NULL for
 * safety; 'binding': what its atoms mean to the machine. False: they do not
 * agree, 'why' says in what. A limit that is spent on the way ends it with a
 * note. */
bool context_ask_walker(custos *c, const property *p,
                        const model_binding *binding, custos_result *result,
                        const char **why);

void context_write_steps(custos *c, text *out);
/* False: reported. */
bool context_read_steps(custos *c, bool has_loop, lines *in);

#endif
