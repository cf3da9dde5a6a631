/* The truth at single configurations of a pushdown system, for parts that lie
 * below no table. */
#ifndef EVIDENCE_ECTL_HOLDS_H
#define EVIDENCE_ECTL_HOLDS_H

#include "evidence/ectl/values.h"

typedef struct ectl_asker {
  mem *m;
  const ectl_question *q;
  const ectl_answer *a;
  const ectl_facts *facts;
  vec(uint32_t) below; /* by place in the stack: the monitor's state there */
  uint8_t *truth;      /* by part */
} ectl_asker;

void ectl_asker_begin(mem *m, const ectl_question *question,
                      const ectl_answer *answer, const ectl_facts *facts,
                      ectl_asker *out);
void ectl_asker_end(ectl_asker *asker);

/* The root's; false: a table does not say. */
bool ectl_ask(ectl_asker *asker, uint32_t state, const uint32_t *stack,
              size_t depth, bool *out);

#endif
