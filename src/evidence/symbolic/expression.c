/* Expressions as numbers of diagrams. Each free choice is a helper of its own,
 * each time it is met. */
#include "evidence/symbolic/checker.h"

#include <assert.h>

/* Marks an expression whose operands have been evaluated. */
static const uint32_t has_operands = UINT32_C(1) << 31;

static dd helper(checker *c) {
  assert(c->helpers_used < c->helpers);
  uint32_t behind = (c->globals + c->locals) * SYM_COPIES;
  return dd_variable(&c->d, behind + c->helpers_used++);
}

static sym_number choices(checker *c, uint32_t width) {
  sym_number number = {.width = width};
  for (uint32_t i = 0; i < width; i++)
    number.bit[i] = helper(c);
  return number;
}

/* The diagram's variable that holds a bit of a program's variable. */
static uint32_t place_of(const checker *c, prog_op op, bool is_global,
                         uint32_t bit) {
  bool is_call =
      c->edge != PROG_STUTTER && c->p->edges.at[c->edge].kind == PROG_CALL;
  if (is_global) {
    bool next = op == PROG_NEXT && c->is_changed[bit];
    return checker_global(c, bit, next ? SYM_NEXT : SYM_NOW);
  }
  if (op == PROG_NEXT && (is_call || c->is_changed[c->globals + bit]))
    return checker_local(c, bit, SYM_NEXT);
  if (op == PROG_BELOW && c->is_changed[c->globals + c->locals + bit])
    return checker_local(c, bit, SYM_BELOW);
  return checker_local(c, bit, SYM_NOW);
}

static sym_number element(checker *c, const prog_expression *expression,
                          uint32_t k) {
  assert(expression->a < c->p->variables.count);
  const prog_variable *variable = &c->p->variables.at[expression->a];
  bool is_global = variable->procedure == PROG_NONE;
  sym_number number = {.width = variable->width};
  for (uint32_t i = 0; i < variable->width; i++) {
    uint32_t bit = c->first_bit[expression->a] + k * variable->width + i;
    number.bit[i] =
        dd_variable(&c->d, place_of(c, expression->op, is_global, bit));
  }
  return number_widened(&number, expression->width);
}

static sym_number looked_up(checker *c, const prog_expression *expression,
                            const sym_number *index) {
  assert(expression->a < c->p->variables.count);
  uint32_t count = c->p->variables.at[expression->a].count;
  sym_number n = number_constant(expression->width, 0);
  for (uint32_t k = 0; k < count; k++) {
    dd here = number_is(&c->d, index, k);
    if (here == DD_FALSE)
      continue;
    sym_number e = element(c, expression, k);
    n = number_choice(&c->d, here, &e, &n);
  }
  return n;
}

static sym_number negated(checker *c, const sym_number *x, uint32_t width) {
  sym_number n = number_widened(x, width);
  for (uint32_t i = 0; i < width; i++)
    n.bit[i] = dd_not(&c->d, n.bit[i]);
  return n;
}

static sym_number combined(checker *c, const prog_expression *expression,
                           const sym_number *of) {
  dds *diagrams = &c->d;
  switch (expression->op) {
  case PROG_CONSTANT:
    return number_constant(expression->width, expression->a);
  case PROG_ANY:
    return choices(c, expression->width);
  case PROG_NOW:
  case PROG_NEXT:
  case PROG_BELOW:
    return expression->b == PROG_NONE ? element(c, expression, 0)
                                      : looked_up(c, expression, &of[0]);
  case PROG_NOT:
  case PROG_BIT_NOT:
    return negated(c, &of[0], expression->width);
  case PROG_WIDEN:
    return number_widened(&of[0], expression->width);
  case PROG_CHOOSE: {
    dd free = dd_and(diagrams, dd_not(diagrams, of[1].bit[0]), helper(c));
    return (sym_number){.width = 1,
                        .bit = {dd_or(diagrams, of[0].bit[0], free)}};
  }
  case PROG_IF: {
    sym_number yes = number_widened(&of[1], expression->width);
    sym_number no = number_widened(&of[2], expression->width);
    return number_choice(diagrams, of[0].bit[0], &yes, &no);
  }
  default:
    return number_operation(diagrams, expression->op, expression->width, &of[0],
                            &of[1]);
  }
}

sym_number checker_evaluate(checker *c, uint32_t expression) {
  size_t bottom = c->waiting.count;
  static const sym_number none;
  vec_push(c->m, &c->waiting, expression);
  while (c->waiting.count > bottom) {
    uint32_t at = vec_pop(&c->waiting), operand[3];
    const prog_expression *x = &c->p->expressions.at[at & ~has_operands];
    size_t count = prog_operands(x, operand);
    if (count && !(at & has_operands)) {
      vec_push(c->m, &c->waiting, at | has_operands);
      for (size_t i = count; i-- > 0;)
        vec_push(c->m, &c->waiting, operand[i]);
      continue;
    }
    c->values.count -= count;
    sym_number number =
        combined(c, x, count ? c->values.at + c->values.count : &none);
    vec_push(c->m, &c->values, number);
  }
  return vec_pop(&c->values);
}

dd checker_condition(checker *c, uint32_t expression) {
  if (expression == PROG_NONE)
    return DD_TRUE;
  return checker_evaluate(c, expression).bit[0];
}
