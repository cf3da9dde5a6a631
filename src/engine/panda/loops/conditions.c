#include "engine/panda/loops/conditions.h"

#include <assert.h>

enum { MOST_DEPTH = 40 };

typedef struct evaluation {
  concolic *k;
  const condition_ghosts *ghosts;
  bool may_make_input;
} evaluation;

static term word_term(concolic *k, value y, unsigned width) {
  return y.object ? TERM_NONE : concolic_term(k, y, width);
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

static term ghost_term(evaluation *v, const cfa_expression *e) {
  const condition_ghosts *g = v->ghosts;
  if (!g)
    return TERM_NONE;
  if (e->value == CFA_GHOST_RESULT)
    return word_term(v->k, g->result, e->width);
  for (size_t i = 0; e->value == CFA_GHOST_OLD && i < g->count; i++)
    if (g->variables[i] == e->a)
      return word_term(v->k, g->values[i], e->width);
  return TERM_NONE;
}

static term conditions_evaluate(evaluation *v, uint32_t x, int depth) {
  concolic *k = v->k;
  const cfa_expression *e = &k->p->expressions.at[x];
  uint32_t operands[3];
  term t[3] = {TERM_NONE, TERM_NONE, TERM_NONE};
  if (depth > MOST_DEPTH)
    return TERM_NONE;
  if (e->kind == CFA_CONSTANT)
    return terms_constant(k->terms, e->width, e->value);
  if (e->kind == CFA_VARIABLE)
    return scalar_term(v, e->a);
  if (e->kind == CFA_GHOST)
    return ghost_term(v, e);
  size_t n = cfa_operands(e, operands);
  for (size_t i = 0; i < n; i++) {
    t[i] = conditions_evaluate(v, operands[i], depth + 1);
    if (t[i] == TERM_NONE)
      return TERM_NONE;
  }
  e = &k->p->expressions.at[x];
  return terms_apply(k->terms, e->op, e->width, t[0], t[1], t[2]);
}

term condition_term(concolic *k, uint32_t x, const condition_ghosts *ghosts,
                    bool may_make_input) {
  evaluation v = {k, ghosts, may_make_input};
  return conditions_evaluate(&v, x, 0);
}

/* A scalar now, a scalar then, or another ghost: numbers that differ. */
static uint64_t leaf_key(const cfa_expression *e) {
  if (e->kind == CFA_VARIABLE)
    return map_pair(0, e->a);
  if (e->value == CFA_GHOST_OLD)
    return map_pair(1, e->a);
  return map_pair(2, (uint32_t)e->value);
}

static term open_at(concolic *k, condition_opened *o, uint32_t x, int depth) {
  assert(x < k->p->expressions.count);
  const cfa_expression *e = &k->p->expressions.at[x];
  uint32_t operands[3];
  term t[3] = {TERM_NONE, TERM_NONE, TERM_NONE};
  if (e->kind == CFA_CONSTANT)
    return terms_constant(k->terms, e->width, e->value);
  if (e->kind == CFA_VARIABLE || e->kind == CFA_GHOST) {
    uint32_t n = map_insert(k->m, &o->variables, leaf_key(e));
    if (n == o->inputs.count)
      vec_push(k->m, &o->inputs, terms_input(k->terms, e->width, 0));
    return o->inputs.at[n];
  }
  size_t n = depth > MOST_DEPTH ? 0 : cfa_operands(e, operands);
  for (size_t i = 0; i < n; i++)
    t[i] = open_at(k, o, operands[i], depth + 1);
  return terms_apply(k->terms, e->op, e->width, t[0], t[1], t[2]);
}

term condition_open(concolic *k, condition_opened *o, uint32_t x) {
  return open_at(k, o, x, 0);
}

void condition_close(concolic *k, condition_opened *o) {
  map_free(k->m, &o->variables);
  vec_free(k->m, &o->inputs);
}

size_t condition_numbers(const cfa *p, uint32_t root, uint64_t out[3]) {
  assert(root < p->expressions.count);
  const cfa_expression *x = &p->expressions.at[root];
  uint32_t operands[3] = {root, CFA_NONE, CFA_NONE};
  size_t n = x->kind == CFA_CONSTANT ? 1 : cfa_operands(x, operands), count = 0;
  for (size_t i = 0; i < n; i++) {
    const cfa_expression *c = &p->expressions.at[operands[i]];
    if (c->kind == CFA_CONSTANT && !c->is_pointer)
      out[count++] = (uint64_t)bits_signed(c->value, c->width);
  }
  return count;
}
