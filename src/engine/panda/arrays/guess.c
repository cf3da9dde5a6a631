/* Candidates that read memory, from the program's own conditions and stores:
 * what is said or done with one index is guessed to be true of all indices
 * below (or from, or above) what the loop counts, as far as its limits. */
#include "engine/panda/arrays/guess.h"

#include <assert.h>

enum { MOST_CANDIDATES = 600 };

static uint32_t number(element_guesser *g, unsigned width, uint64_t n) {
  return cfa_constant(g->m, g->p, width, n);
}

static void add_limit(element_guesser *g, uint32_t x) {
  uint32_t all[GUESS_NODES];
  size_t n = element_nodes(g, x, all);
  if (!element_is_sayable(g, x) || element_at(g, x)->is_pointer ||
      element_at(g, x)->width < 8)
    return;
  for (size_t i = 0; i < n; i++) {
    const cfa_expression *e = element_at(g, all[i]);
    if (e->kind == CFA_LOAD ||
        (e->kind == CFA_VARIABLE && element_changes(g, e->a)))
      return;
  }
  if (element_at(g, x)->kind == CFA_CONSTANT && element_at(g, x)->value < 2)
    return;
  for (size_t i = 0; i < g->limit_count; i++)
    if (g->limits[i] == x)
      return;
  if (g->limit_count < GUESS_LIMITS)
    g->limits[g->limit_count++] = x;
}

/* What variables are compared with. */
static void find_limits(element_guesser *g) {
  size_t edges = g->p->edges.count;
  for (uint32_t i = 0; i < edges; i++) {
    const cfa_edge *e = &g->p->edges.at[i];
    if (e->kind != CFA_ASSUME || !element_is_of_function(g, i))
      continue;
    const cfa_expression x = *element_at(g, e->a);
    if (!element_is_comparison(&x))
      continue;
    if (element_at(g, x.a)->kind == CFA_VARIABLE)
      add_limit(g, x.b);
    if (element_at(g, x.b)->kind == CFA_VARIABLE)
      add_limit(g, x.a);
  }
}

/* By how much the loop changes it at a time: 0: it does not count. */
static uint64_t step_of(const element_guesser *g, uint32_t v) {
  uint64_t step = 0;
  vec_each (const cfa_edge, e, &g->p->edges) {
    if (e->kind != CFA_ASSIGN || e->variable != v ||
        !loops_contains(g->l, e->from))
      continue;
    const cfa_expression *x = element_at(g, e->a);
    if (x->kind != CFA_APPLY || (x->op != BITS_ADD && x->op != BITS_SUB) ||
        element_at(g, x->a)->kind != CFA_VARIABLE ||
        element_at(g, x->a)->a != v)
      continue;
    const cfa_expression *c = element_at(g, x->b);
    uint64_t by = c->kind != CFA_CONSTANT               ? 1
                  : bits_signed(c->value, c->width) < 0 ? 0 - c->value
                                                        : c->value;
    by = bits_cut(by, c->width);
    step = step && step != by ? 1 : by;
  }
  return step;
}

static void find_counters(element_guesser *g) {
  vec_each (const uint32_t, v, &g->l->scalars) {
    const cfa_variable *x = &g->p->variables.at[*v];
    uint64_t step = step_of(g, *v);
    if (x->is_pointer || x->kind == CFA_TEMPORARY || x->width < 8 || !step ||
        g->counter_count == GUESS_COUNTERS)
      continue;
    g->steps[g->counter_count] = step;
    g->counters[g->counter_count++] = *v;
  }
}

static void add(element_guesser *g, uint32_t bound, uint32_t condition,
                uint8_t index) {
  array_candidate c = {.condition = condition,
                       .bound = bound,
                       .body = condition,
                       .index = index};
  if (bound != CFA_NONE)
    c.condition = element_apply(
        g, BITS_OR, element_apply(g, BITS_NOT, bound, CFA_NONE), condition);
  vec_each (const array_candidate, d, &g->l->array_candidates)
    if (d->condition == c.condition)
      return;
  if (g->l->array_candidates.count < MOST_CANDIDATES)
    vec_push(g->m, &g->l->array_candidates, c);
}

/* Does the loop change what the condition reads? */
static bool may_change(const element_guesser *g, uint32_t condition) {
  uint32_t all[GUESS_NODES];
  size_t n = element_nodes(g, condition, all);
  if (g->l->changes_memory)
    return true;
  for (size_t i = 0; i < n; i++) {
    const cfa_expression *e = element_at(g, all[i]);
    if (e->kind == CFA_VARIABLE && element_changes(g, e->a))
      return true;
    for (size_t j = 0; e->kind == CFA_ADDRESS && j < g->l->objects.count; j++)
      if (g->l->objects.at[j] == e->a)
        return true;
    if (e->kind == CFA_VARIABLE && g->p->variables.at[e->a].is_pointer &&
        g->l->objects.count)
      return true;
  }
  return false;
}

static uint32_t between(element_guesser *g, uint32_t low, bool low_too,
                        uint32_t k, uint32_t high) {
  bool is_signed = element_at(g, k)->is_signed;
  bits_op less = is_signed ? BITS_SLT : BITS_ULT;
  bits_op at_most = is_signed ? BITS_SLE : BITS_ULE;
  uint32_t a = element_apply(g, low_too ? at_most : less, low, k);
  return element_apply(g, BITS_AND, a, element_apply(g, less, k, high));
}

static uint32_t index_in(element_guesser *g, const body *b) {
  uint32_t all[GUESS_NODES];
  size_t n = element_nodes(g, b->condition, all);
  for (size_t i = 0; i < n; i++)
    if (element_at(g, all[i])->kind == CFA_GHOST)
      return all[i];
  return CFA_NONE;
}

/* What the counter begins with: a constant; others than 0 only. */
static uint32_t beginning(element_guesser *g, uint32_t counter) {
  for (uint32_t i = 0; i < g->p->edges.count; i++) {
    const cfa_edge *e = &g->p->edges.at[i];
    if (e->kind == CFA_ASSIGN && e->variable == counter &&
        element_at(g, e->a)->kind == CFA_CONSTANT &&
        element_at(g, e->a)->value != 0 && element_at(g, e->a)->value < 16)
      return e->a;
  }
  return CFA_NONE;
}

/* The word is a multiple, plus so much. */
static uint32_t leaves(element_guesser *g, uint32_t x, uint64_t step,
                       uint64_t rest) {
  unsigned w = element_at(g, x)->width;
  uint32_t r =
      cfa_apply(g->m, g->p, BITS_UREM, w, x, number(g, w, step), CFA_NONE);
  return element_apply(g, BITS_EQ, r, number(g, w, rest));
}

/* All that a counter met that makes larger steps. */
static void bound_by_steps(element_guesser *g, const body *b, uint32_t counter,
                           uint64_t step) {
  uint32_t k = index_in(g, b), i = element_variable(g, counter);
  uint32_t zero = number(g, b->width, 0);
  if (element_at(g, i)->width != b->width || step < 2 || step > 64)
    return;
  uint32_t below = between(g, zero, true, k, i);
  for (uint64_t rest = 0; rest < step && rest < 8; rest++)
    add(g, element_apply(g, BITS_AND, below, leaves(g, k, step, rest)),
        b->condition, b->width);
}

static void bound_by_counter(element_guesser *g, const body *b,
                             uint32_t counter) {
  uint32_t k = index_in(g, b), i = element_variable(g, counter);
  if (element_at(g, i)->width != b->width)
    return;
  uint32_t zero = number(g, b->width, 0);
  add(g, between(g, zero, true, k, i), b->condition, b->width);
  uint32_t first = beginning(g, counter);
  if (first != CFA_NONE)
    add(g, between(g, first, true, k, i), b->condition, b->width);
  for (size_t n = 0; n < g->limit_count; n++) {
    uint32_t limit = g->limits[n];
    if (element_at(g, limit)->width != b->width)
      continue;
    add(g, between(g, i, true, k, limit), b->condition, b->width);
    add(g, between(g, i, false, k, limit), b->condition, b->width);
  }
}

static void bound_by_limits(element_guesser *g, const body *b) {
  uint32_t k = index_in(g, b);
  if (!may_change(g, b->condition))
    return;
  for (size_t n = 0; n < g->limit_count; n++)
    if (element_at(g, g->limits[n])->width == b->width)
      add(g, between(g, number(g, b->width, 0), true, k, g->limits[n]),
          b->condition, b->width);
}

/* Where the index stands in a sum or a product, that is what is counted. */
static void bound_expressions(element_guesser *g, const body *b,
                              uint32_t counter) {
  uint32_t all[GUESS_NODES], k = index_in(g, b);
  size_t n = element_nodes(g, b->condition, all);
  uint32_t i = element_variable(g, counter);
  if (element_at(g, i)->width != b->width)
    return;
  for (size_t j = 0; j < n; j++) {
    const cfa_expression e = *element_at(g, all[j]);
    if (e.kind != CFA_APPLY || e.width != b->width ||
        element_is_comparison(&e) ||
        (e.op != BITS_ADD && e.op != BITS_SUB && e.op != BITS_MUL &&
         e.op != BITS_SHL) ||
        !element_has(g, all[j], CFA_GHOST) || element_has(g, all[j], CFA_LOAD))
      continue;
    uint32_t low = element_apply(g, BITS_ULT, all[j], i);
    add(g, element_apply(g, BITS_AND, low, element_apply(g, BITS_ULE, k, i)),
        b->condition, b->width);
  }
}

/* Conditions of the program as they are, without any index. */
static void add_plain(element_guesser *g) {
  size_t edges = g->p->edges.count;
  for (size_t i = 0; i < g->counter_count; i++)
    for (uint64_t r = 0; g->steps[i] > 1 && r < g->steps[i] && r < 4; r++)
      add(g, CFA_NONE,
          leaves(g, element_variable(g, g->counters[i]), g->steps[i], r), 0);
  for (uint32_t i = 0; i < edges; i++) {
    cfa_edge e = g->p->edges.at[i];
    if (e.kind != CFA_ASSUME || !e.holds || !element_is_of_function(g, i) ||
        !element_has(g, e.a, CFA_LOAD) || !element_is_sayable(g, e.a) ||
        !may_change(g, e.a))
      continue;
    add(g, CFA_NONE, e.a, 0);
    add(g, CFA_NONE, element_apply(g, BITS_NOT, e.a, CFA_NONE), 0);
  }
}

void arrays_guess(loops *x, loop *l) {
  assert(l->location < x->p->locations.count);
  element_guesser *g = mem_alloc(x->m, sizeof *g);
  *g = (element_guesser){.x = x, .m = x->m, .p = x->p, .l = l};
  g->function = x->p->locations.at[l->location].function;
  l->has_array_candidates = true;
  element_bodies(g);
  find_limits(g);
  find_counters(g);
  for (size_t i = 0; i < g->body_count; i++)
    for (size_t j = 0; j < g->counter_count; j++)
      bound_by_counter(g, &g->bodies[i], g->counters[j]);
  for (size_t i = 0; i < g->body_count; i++)
    for (size_t j = 0; j < g->counter_count; j++)
      bound_by_steps(g, &g->bodies[i], g->counters[j], g->steps[j]);
  for (size_t i = 0; i < g->body_count; i++)
    bound_by_limits(g, &g->bodies[i]);
  for (size_t i = 0; i < g->body_count; i++)
    for (size_t j = 0; j < g->counter_count; j++)
      bound_expressions(g, &g->bodies[i], g->counters[j]);
  add_plain(g);
  mem_free(x->m, g);
}
