/* Values of the parts of a formula that need no table. */
#ifndef EVIDENCE_ECTL_VALUES_H
#define EVIDENCE_ECTL_VALUES_H

#include "evidence/ectl/checker.h"

/* Facts of the system by proposition, and by head. */
typedef struct ectl_facts {
  uint32_t *start; /* by proposition, and one more */
  machine_head *at;
  map heads; /* map_pair(state, symbol) */
  map held;  /* map_pair(proposition, head) */
} ectl_facts;

void ectl_facts_make(mem *m, const machine *system, ectl_facts *out);
void ectl_facts_free(mem *m, ectl_facts *facts);

/* The part's children were done before. 'empty' NULL: a transition system.
 * False: its monitor does not refine theirs. */
bool ectl_values_fill(mem *m, const ectl_question *question,
                      const ectl_answer *answer, const ectl_facts *facts,
                      uint32_t part, uint64_t *values, uint64_t *empty);

/* The same at one configuration, by what its children are there. 'top'
 * ECTL_NO: an empty stack. Not for EX. */
bool ectl_value_alone(const ectl_question *question, const ectl_facts *facts,
                      const ectl_node *node, bool left, bool right,
                      uint32_t state, uint32_t top);

#endif
