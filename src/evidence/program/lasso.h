/* A run of a program that goes on for ever, as evidence against a formula. */
#ifndef EVIDENCE_PROGRAM_LASSO_H
#define EVIDENCE_PROGRAM_LASSO_H

#include "logic/ltl.h"
#include "product/program_atoms.h"

/* Is it a run of the program, with a loop that can be repeated for ever with
 * the same letters, and is formula 'f' of 't' false on it? The binding is that
 * of the table's atoms. By interpretation of the program, and of the formula on
 * the run's letters: no automaton, no diagram. False: 'why' says what is
 * wrong. */
bool prog_lasso_check(mem *m, progress *clock, const prog *program,
                      const prog_binding *binding, const ltl *t, uint32_t f,
                      const prog_run *run, const char **why);

#endif
