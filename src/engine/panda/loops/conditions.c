#include "engine/panda/loops/conditions.h"

#include <assert.h>

enum { MOST_DEPTH = 40 };

typedef struct evaluation {
  concolic *k;
  const condition_ghosts *ghosts;
  bool may_make_input;
} evaluation;

static term word_term(concolic *engine, value y, unsigned width) {
  return y.object ? TERM_NONE : concolic_term(engine, y, width);
}

/* The word of a scalar; TERM_NONE: it is none, or nothing is stored there. */
static term scalar_term(evaluation *v, uint32_t variable) {
  assert(variable < v->k->p->variables.count);
  const cfa_variable *x = &v->k->p->variables.at[variable];
  uint32_t r = concolic_scalar(v->k, variable);
  value y = *concolic_register(v->k, r);
  if (y.object == VALUE_UNINITIALISED && v->may_make_input)
    y = concolic_first_read(v->k, r, x->width, x->is_pointer);
  return word_term(v->k, y, x->width);
}

static term ghost_term(evaluation *v, const cfa_expression *expression) {
  const condition_ghosts *ghosts = v->ghosts;
  if (!ghosts)
    return TERM_NONE;
  if (expression->value == CFA_GHOST_RESULT)
    return word_term(v->k, ghosts->result, expression->width);
  for (size_t i = 0; expression->value == CFA_GHOST_OLD && i < ghosts->count;
       i++)
    if (ghosts->variables[i] == expression->a)
      return word_term(v->k, ghosts->values[i], expression->width);
  return TERM_NONE;
}

static term conditions_evaluate(evaluation *v, uint32_t x, int depth) {
  concolic *engine = v->k;
  const cfa_expression *expression = &engine->p->expressions.at[x];
  uint32_t operands[3];
  term t[3] = {TERM_NONE, TERM_NONE, TERM_NONE};
  if (depth > MOST_DEPTH)
    return TERM_NONE;
  if (expression->kind == CFA_CONSTANT)
    return terms_constant(engine->terms, expression->width, expression->value);
  if (expression->kind == CFA_VARIABLE)
    return scalar_term(v, expression->a);
  if (expression->kind == CFA_GHOST)
    return ghost_term(v, expression);
  size_t n = cfa_operands(expression, operands);
  for (size_t i = 0; i < n; i++) {
    t[i] = conditions_evaluate(v, operands[i], depth + 1);
    if (t[i] == TERM_NONE)
      return TERM_NONE;
  }
  expression = &engine->p->expressions.at[x];
  return terms_apply(engine->terms, expression->op, expression->width, t[0],
                     t[1], t[2]);
}

term condition_term(concolic *engine, uint32_t x,
                    const condition_ghosts *ghosts, bool may_make_input) {
  evaluation v = {engine, ghosts, may_make_input};
  return conditions_evaluate(&v, x, 0);
}

/* A scalar now, a scalar then, or another ghost: numbers that differ. */
static uint64_t leaf_key(const cfa_expression *expression) {
  if (expression->kind == CFA_VARIABLE)
    return map_pair(0, expression->a);
  if (expression->value == CFA_GHOST_OLD)
    return map_pair(1, expression->a);
  return map_pair(2, (uint32_t)expression->value);
}

static term open_at(concolic *engine, condition_opened *opened, uint32_t x,
                    int depth) {
  assert(x < engine->p->expressions.count);
  const cfa_expression *expression = &engine->p->expressions.at[x];
  uint32_t operands[3];
  term t[3] = {TERM_NONE, TERM_NONE, TERM_NONE};
  if (expression->kind == CFA_CONSTANT)
    return terms_constant(engine->terms, expression->width, expression->value);
  if (expression->kind == CFA_VARIABLE || expression->kind == CFA_GHOST) {
    uint32_t n =
        map_insert(engine->m, &opened->variables, leaf_key(expression));
    if (n == opened->inputs.count)
      vec_push(engine->m, &opened->inputs,
               terms_input(engine->terms, expression->width, 0));
    return opened->inputs.at[n];
  }
  size_t n = depth > MOST_DEPTH ? 0 : cfa_operands(expression, operands);
  for (size_t i = 0; i < n; i++)
    t[i] = open_at(engine, opened, operands[i], depth + 1);
  return terms_apply(engine->terms, expression->op, expression->width, t[0],
                     t[1], t[2]);
}

term condition_open(concolic *engine, condition_opened *opened, uint32_t x) {
  return open_at(engine, opened, x, 0);
}

void condition_close(concolic *engine, condition_opened *opened) {
  map_free(engine->m, &opened->variables);
  vec_free(engine->m, &opened->inputs);
}

size_t condition_numbers(const cfa *automaton, uint32_t root, uint64_t out[3]) {
  assert(root < automaton->expressions.count);
  const cfa_expression *x = &automaton->expressions.at[root];
  uint32_t operands[3] = {root, CFA_NONE, CFA_NONE};
  size_t n = x->kind == CFA_CONSTANT ? 1 : cfa_operands(x, operands), count = 0;
  for (size_t i = 0; i < n; i++) {
    const cfa_expression *c = &automaton->expressions.at[operands[i]];
    if (c->kind == CFA_CONSTANT && !c->is_pointer)
      out[count++] = (uint64_t)bits_signed(c->value, c->width);
  }
  return count;
}
