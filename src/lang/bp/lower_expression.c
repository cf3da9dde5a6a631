#include "lang/bp/lower.h"

prog_op bp_operator(bp_op op) {
  static const prog_op ops[] = {PROG_NOT,     PROG_CHOOSE, PROG_AND,
                                PROG_OR,      PROG_XOR,    PROG_EQUAL,
                                PROG_DIFFERS, PROG_IMPLIES};
  return ops[op - BP_NOT];
}

uint32_t bp_any(bp_lower *lower) {
  return prog_add_expression(lower->m, lower->p, PROG_ANY, 1, PROG_NONE,
                             PROG_NONE, PROG_NONE);
}

static uint32_t expression_lower_variable(bp_lower *lower, const bp_node *node,
                                          bp_sense sense) {
  bp_use use = {.name = node->a, .line = node->line, .column = node->column};
  bool is_next = (node->op == BP_NEXT) != (sense == BP_ENFORCED);
  if (node->op == BP_NEXT)
    use.column++;
  if (node->op == BP_NEXT && sense != BP_CONSTRAINT)
    scan_wrong_at(lower->at, node->line, node->column,
                  "the next value of '%.80s' is for the 'constrain' of an "
                  "assignment",
                  prog_text(lower->p, node->a));
  uint32_t v = bp_variable(lower, use);
  return v == PROG_NONE ? prog_constant(lower->m, lower->p, 1, 0)
                        : prog_add_expression(lower->m, lower->p,
                                              is_next ? PROG_NEXT : PROG_NOW, 1,
                                              v, PROG_NONE, PROG_NONE);
}

uint32_t bp_lower_expression(bp_lower *lower, bp_expression expression,
                             bp_sense sense) {
  lower->lowered.count = 0;
  for (uint32_t i = expression.first; i <= expression.root; i++) {
    const bp_node *node = &lower->s->nodes.at[i];
    uint32_t new;
    switch (node->op) {
    case BP_CONSTANT:
      new = prog_constant(lower->m, lower->p, 1, node->a);
      break;
    case BP_ANY:
      new = bp_any(lower);
      break;
    case BP_VARIABLE:
    case BP_NEXT:
      new = expression_lower_variable(lower, node, sense);
      break;
    default:
      new = prog_add_expression(
          lower->m, lower->p, bp_operator(node->op), 1,
          lower->lowered.at[node->a - expression.first],
          node->b == BP_NONE ? PROG_NONE
                             : lower->lowered.at[node->b - expression.first],
          PROG_NONE);
    }
    vec_push(lower->m, &lower->lowered, new);
  }
  return vec_last(&lower->lowered);
}
