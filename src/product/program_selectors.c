#include "product/program_encode.h"

/* Numbers that say which element of an array is meant should be known before
 * the elements: else all that may be meant have to be remembered. Those are the
 * variables in indices, and what they are assigned from. */

/* How often assignments are followed back. */
enum { ROUNDS = 4 };

typedef struct finder {
  mem *m;
  const prog *p;
  bool *is_selector; /* by variable */
  bool *seen;        /* by expression */
  vec(uint32_t) waiting;
} finder;

static bool is_variable(const prog_expression *expression) {
  return expression->op == PROG_NOW || expression->op == PROG_NEXT ||
         expression->op == PROG_BELOW;
}

/* The variables of an expression, but not those in indices within it. */
static void mark(finder *f, uint32_t expression) {
  if (expression != PROG_NONE)
    vec_push(f->m, &f->waiting, expression);
  while (f->waiting.count > 0) {
    uint32_t now = vec_pop(&f->waiting), operand[3];
    const prog_expression *x = &f->p->expressions.at[now];
    if (f->seen[now])
      continue;
    f->seen[now] = true;
    if (is_variable(x)) {
      if (x->b == PROG_NONE)
        f->is_selector[x->a] = true;
      continue;
    }
    size_t count = prog_operands(x, operand);
    for (size_t i = 0; i < count; i++)
      vec_push(f->m, &f->waiting, operand[i]);
  }
}

bool *prog_bits_selectors(mem *m, const prog *program) {
  finder f = {.m = m, .p = program};
  f.is_selector = mem_array(m, program->variables.count + 1, sizeof(bool));
  f.seen = mem_array(m, program->expressions.count + 1, sizeof(bool));
  vec_each (const prog_expression, expression, &program->expressions)
    if (is_variable(expression))
      mark(&f, expression->b);
  vec_each (const prog_assignment, assignment, &program->assignments)
    mark(&f, assignment->index);
  for (int i = 0; i < ROUNDS; i++)
    vec_each (const prog_assignment, assignment, &program->assignments)
      if (f.is_selector[assignment->variable])
        mark(&f, assignment->value);
  mem_free(m, f.seen);
  vec_free(m, &f.waiting);
  return f.is_selector;
}
