#include "lang/bp/lower.h"

prog_op bp_operator(bp_op op) {
  static const prog_op ops[] = {PROG_NOT,     PROG_CHOOSE, PROG_AND,
                                PROG_OR,      PROG_XOR,    PROG_EQUAL,
                                PROG_DIFFERS, PROG_IMPLIES};
  return ops[op - BP_NOT];
}

uint32_t bp_any(bp_lower *l) {
  return prog_add_expression(l->m, l->p, PROG_ANY, 1, PROG_NONE, PROG_NONE,
                             PROG_NONE);
}

static uint32_t expression_lower_variable(bp_lower *l, const bp_node *n,
                                          bp_sense sense) {
  bp_use use = {.name = n->a, .line = n->line, .column = n->column};
  bool is_next = (n->op == BP_NEXT) != (sense == BP_ENFORCED);
  if (n->op == BP_NEXT)
    use.column++;
  if (n->op == BP_NEXT && sense != BP_CONSTRAINT)
    scan_wrong_at(l->at, n->line, n->column,
                  "the next value of '%.80s' is for the 'constrain' of an "
                  "assignment",
                  prog_text(l->p, n->a));
  uint32_t v = bp_variable(l, use);
  return v == PROG_NONE
             ? prog_constant(l->m, l->p, 1, 0)
             : prog_add_expression(l->m, l->p, is_next ? PROG_NEXT : PROG_NOW,
                                   1, v, PROG_NONE, PROG_NONE);
}

uint32_t bp_lower_expression(bp_lower *l, bp_expression e, bp_sense sense) {
  l->lowered.count = 0;
  for (uint32_t i = e.first; i <= e.root; i++) {
    const bp_node *n = &l->s->nodes.at[i];
    uint32_t new;
    switch (n->op) {
    case BP_CONSTANT:
      new = prog_constant(l->m, l->p, 1, n->a);
      break;
    case BP_ANY:
      new = bp_any(l);
      break;
    case BP_VARIABLE:
    case BP_NEXT:
      new = expression_lower_variable(l, n, sense);
      break;
    default:
      new = prog_add_expression(
          l->m, l->p, bp_operator(n->op), 1, l->lowered.at[n->a - e.first],
          n->b == BP_NONE ? PROG_NONE : l->lowered.at[n->b - e.first],
          PROG_NONE);
    }
    vec_push(l->m, &l->lowered, new);
  }
  return vec_last(&l->lowered);
}
