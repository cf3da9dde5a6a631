/* Runs of Promela models: taken apart into single steps, walked again by the
 * walker, which shares nothing with the machine that found them, written and
 * read. */
#ifndef PROBLEM_PROMELA_PROGRAM_RUN_H
#define PROBLEM_PROMELA_PROGRAM_RUN_H

#include "lang/promela/compare/compare.h"
#include "problem/temporal.h"

bool context_is_program(const custos *c);

/* checked.run becomes checked.steps. 'fault': what happens in the last step, or
 * (its step is MODEL_NONE) behind the last state; NULL: nothing. False: the
 * machine does not know its own run. */
bool context_unfold(custos *c, const model_fault *fault);

/* Does the walker, too, see something go wrong behind the last of
 * checked.steps, or, if there is none, while it begins? False: 'why'. */
bool context_walk_to_fault(custos *c, const char **why);
/* Does the walker's run violate the property? */
bool context_walk_violates(custos *c, const property *p, const char **why);

/* What the atoms of a property mean to the walker. False: reported. */
bool context_find_atoms(custos *c, const property *p, pml_atoms *out);

/* The model holds: the walker's opinion (second_opinion.c). 'p': NULL for
 * safety; 'b': what its atoms mean to the machine. False: they do not agree,
 * 'why' says in what. A limit that is spent on the way ends it with a note. */
bool context_ask_walker(custos *c, const property *p, const model_binding *b,
                        custos_result *r, const char **why);
/* Does the work unless a limit is spent on the way: then false, and what it
 * made is half done. */
bool context_try(custos *c, void (*work)(void *self), void *self);
/* Which limit it was. */
const char *context_fault_words(const custos *c);
/* Adds a note; takes a copy of the words. */
void context_note(custos *c, const char *words);

void context_write_steps(custos *c, text *out);
/* False: reported. */
bool context_read_steps(custos *c, bool has_loop, lines *in);

#endif
