/* Does every run of a pushdown system from its initial set satisfy a formula?
 * The product with an automaton for the negation (product/pds_buchi.h) is
 * searched for an accepting run (repeat.h). */
#ifndef ENGINE_SATURATION_PUSHDOWN_LTL_H
#define ENGINE_SATURATION_PUSHDOWN_LTL_H

#include "base/progress.h"
#include "product/pds_buchi.h"

typedef struct pushdown_ltl_answer {
  bool violated;
  /* violated */
  bool has_lasso; /* else it has more steps than allowed */
  uint64_t steps; /* UINT64_MAX: more than were allowed */
  pds_lasso lasso;
  /* not violated */
  pds_ranks ranks;
  uint64_t heads, summaries, edges; /* of the product, that were looked at */
} pushdown_ltl_answer;

/* 'automaton' is the automaton of the negated formula, with one set, on states.
 * All lives in 'm'. */
void pushdown_ltl(mem *m, progress *clock, const pds *p,
                  const pds_binding *binding, const omega *automaton,
                  uint64_t most_steps, pushdown_ltl_answer *out);

/* All configurations, reachable or not, from which some run is accepted by
 * 'automaton'. Looks at every head, so that it costs at least states times
 * symbols. */
void pushdown_ltl_violating(mem *m, progress *clock, const pds *p,
                            const pds_binding *binding, const omega *automaton,
                            paut *out);

#endif
