/* Z3, kept: one context, and a solver that learns from query to query.
 *
 * A constraint that is asked about is asserted once, behind a literal of its
 * own; a query assumes the literals of its constraints. So there are no scopes,
 * and what an answer needed is known. What is asserted and not assumed still
 * costs, so the solver is begun anew when that is more than half. Translated
 * terms stay until most of them were cut. Queries that take long are also tried
 * in other ways (below). */
#ifndef SMT_DECIDE_H
#define SMT_DECIDE_H

#include "smt/solver.h"

typedef struct decider decider;

decider *decider_new(mem *m, terms *t, progress *clock,
                     const smt_limits *limits);
void decider_delete(decider *d);

/* Of one bit each, none constant. 'milliseconds': at most so many, 0: no
 * limit. */
smt_answer decider_decide(decider *d, const term *constraints, size_t count,
                          unsigned milliseconds);

/* After SMT_UNKNOWN: was it for want of memory? */
bool decider_is_starved(const decider *d);

/* After SMT_SAT: the value of an input's term. False: any would do. */
bool decider_value(decider *d, term input, uint64_t *value);

/* After SMT_UNSAT: which of the constraints were needed,
 * by their place in the query. */
void decider_core(decider *d, bool *needed, size_t count);

/* Contexts of solvers that were lost when memory or time ran out: a raise does
 * not release what is not in a 'mem'. */
void decider_release_lost(const mem_budget *budget);

#endif
