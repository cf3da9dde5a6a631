/* C programs by predicates and summaries. */
#ifndef PROBLEM_C_C_SUMMARIES_H
#define PROBLEM_C_C_SUMMARIES_H

#include "problem/c/c_parts.h"

#include "engine/predicates/predicates.h"
#include "engine/symbolic/symbolic.h"
#include "product/program_sympds.h"

/* As panda_decide: the answer, in 'out'. */
void context_decide_c_summaries(custos *c, const panda_options *o,
                                panda_result *out);

/* What holds at loop heads, at entries and behind returns, from what was
 * reached. */
void c_summaries_invariants(custos *c, predicates *x, const abstract_program *a,
                            const prog_bits *bits, sympds *system,
                            sym_post *post, cfa_invariants *out);

/* The Boolean program of the first predicates; inside of a call. */
void context_write_c_boolean(custos *c, text *out);
/* The user's predicates, read. CUSTOS_OK, or the call is over. */
custos_status context_c_predicates(custos *c, cfa_predicates *out);

#endif
