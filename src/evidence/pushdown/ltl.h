/* Evidence about a formula on a pushdown system: a lasso that violates it, or
 * ranks that prove the product with an automaton of its negation empty. Written
 * to and read from files (docs/formats/evidence.md), and checked by code that
 * shares nothing with the search or the product. */
#ifndef EVIDENCE_PUSHDOWN_LTL_H
#define EVIDENCE_PUSHDOWN_LTL_H

#include "base/progress.h"
#include "base/text.h"
#include "evidence/file/lines.h"
#include "logic/ltl.h"
#include "product/pds_buchi.h"

/* The sections from 'states' on, without the last line, 'end'. */
void pushdown_lasso_write(const pds *system, const pds_lasso *lasso, text *out);
void pushdown_ranks_write(const pds *system, const pds_ranks *ranks, text *out);

/* The same sections, translating names to the numbers of 'system'. 'states' is
 * the number of states of the automaton. */
bool pushdown_lasso_read(lines *in, const pds *system, pds_lasso *out);
bool pushdown_ranks_read(lines *in, const pds *system, uint32_t states,
                         pds_ranks *out);

typedef vec(uint64_t) pushdown_letters;

/* Is it a run from the initial set, and can its loop be repeated for ever with
 * the same letters? Gives the letters of its positions, those of the stem
 * first. False: 'why'. */
bool pushdown_lasso_replay(mem *m, progress *clock, const pds *system,
                           const pds_binding *binding, const pds_lasso *lasso,
                           pushdown_letters *letters, const char **why);
/* The same, and is the formula false on it? */
bool pushdown_lasso_check(mem *m, progress *clock, const pds *system,
                          const pds_binding *binding, const ltl *t, uint32_t f,
                          const pds_lasso *lasso, const char **why);

/* Do the ranks prove that 'automaton' accepts no run from the initial set? */
bool pushdown_ranks_check(mem *m, progress *clock, const pds *system,
                          const pds_binding *binding, const omega *automaton,
                          const pds_ranks *ranks, const char **why);

#endif
