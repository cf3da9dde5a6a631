/* Candidates that read memory, from the program's own conditions and stores:
 * what is said or done with one index is guessed to be true of all indices
 * below (or from, or above) what the loop counts, as far as its limits. */
#include "engine/panda/arrays/guess.h"

#include <assert.h>

enum { MOST_CANDIDATES = 600 };

static uint32_t number(element_guesser *guesser, unsigned width, uint64_t n) {
  return cfa_constant(guesser->m, guesser->p, width, n);
}

static void add_limit(element_guesser *guesser, uint32_t x) {
  uint32_t all[GUESS_NODES];
  size_t n = element_nodes(guesser, x, all);
  if (!element_is_sayable(guesser, x) || element_at(guesser, x)->is_pointer ||
      element_at(guesser, x)->width < 8)
    return;
  for (size_t i = 0; i < n; i++) {
    const cfa_expression *expression = element_at(guesser, all[i]);
    if (expression->kind == CFA_LOAD ||
        (expression->kind == CFA_VARIABLE &&
         element_changes(guesser, expression->a)))
      return;
  }
  if (element_at(guesser, x)->kind == CFA_CONSTANT &&
      element_at(guesser, x)->value < 2)
    return;
  for (size_t i = 0; i < guesser->limit_count; i++)
    if (guesser->limits[i] == x)
      return;
  if (guesser->limit_count < GUESS_LIMITS)
    guesser->limits[guesser->limit_count++] = x;
}

/* What variables are compared with. */
static void find_limits(element_guesser *guesser) {
  size_t edges = guesser->edges.count;
  for (uint32_t i = 0; i < edges; i++) {
    const cfa_edge *edge = &guesser->edges.at[i];
    if (edge->kind != CFA_ASSUME || !element_is_of_function(guesser, i))
      continue;
    const cfa_expression expression = *element_at(guesser, edge->a);
    if (!element_is_comparison(&expression))
      continue;
    if (element_at(guesser, expression.a)->kind == CFA_VARIABLE)
      add_limit(guesser, expression.b);
    if (element_at(guesser, expression.b)->kind == CFA_VARIABLE)
      add_limit(guesser, expression.a);
  }
}

/* By how much the loop changes it at a time: 0: it does not count. */
static uint64_t step_of(const element_guesser *guesser, uint32_t v) {
  uint64_t step = 0;
  vec_each (const cfa_edge, edge, &guesser->p->edges) {
    if (edge->kind != CFA_ASSIGN || edge->variable != v ||
        !loops_contains(guesser->l, edge->from))
      continue;
    const cfa_expression *x = element_at(guesser, edge->a);
    if (x->kind != CFA_APPLY || (x->op != BITS_ADD && x->op != BITS_SUB) ||
        element_at(guesser, x->a)->kind != CFA_VARIABLE ||
        element_at(guesser, x->a)->a != v)
      continue;
    const cfa_expression *c = element_at(guesser, x->b);
    uint64_t by = c->kind != CFA_CONSTANT               ? 1
                  : bits_signed(c->value, c->width) < 0 ? 0 - c->value
                                                        : c->value;
    by = bits_cut(by, c->width);
    step = step && step != by ? 1 : by;
  }
  return step;
}

static void find_counters(element_guesser *guesser) {
  vec_each (const uint32_t, v, &guesser->l->scalars) {
    const cfa_variable *variable = &guesser->p->variables.at[*v];
    uint64_t step = step_of(guesser, *v);
    if (variable->is_pointer || variable->kind == CFA_TEMPORARY ||
        variable->width < 8 || !step ||
        guesser->counter_count == GUESS_COUNTERS)
      continue;
    guesser->steps[guesser->counter_count] = step;
    guesser->counters[guesser->counter_count++] = *v;
  }
}

static void add(element_guesser *guesser, uint32_t bound, uint32_t condition,
                uint8_t index) {
  array_candidate c = {.condition = condition,
                       .bound = bound,
                       .body = condition,
                       .index = index};
  if (bound != CFA_NONE)
    c.condition = element_apply(
        guesser, BITS_OR, element_apply(guesser, BITS_NOT, bound, CFA_NONE),
        condition);
  vec_each (const array_candidate, d, &guesser->l->array_candidates)
    if (d->condition == c.condition)
      return;
  if (guesser->l->array_candidates.count < MOST_CANDIDATES)
    vec_push(guesser->m, &guesser->l->array_candidates, c);
}

/* Does the loop change what the condition reads? */
static bool may_change(const element_guesser *guesser, uint32_t condition) {
  uint32_t all[GUESS_NODES];
  size_t n = element_nodes(guesser, condition, all);
  if (guesser->l->changes_memory)
    return true;
  for (size_t i = 0; i < n; i++) {
    const cfa_expression *expression = element_at(guesser, all[i]);
    if (expression->kind == CFA_VARIABLE &&
        element_changes(guesser, expression->a))
      return true;
    for (size_t j = 0;
         expression->kind == CFA_ADDRESS && j < guesser->l->objects.count; j++)
      if (guesser->l->objects.at[j] == expression->a)
        return true;
    if (expression->kind == CFA_VARIABLE &&
        guesser->p->variables.at[expression->a].is_pointer &&
        guesser->l->objects.count)
      return true;
  }
  return false;
}

static uint32_t between(element_guesser *guesser, uint32_t low, bool low_too,
                        uint32_t k, uint32_t high) {
  bool is_signed = element_at(guesser, k)->is_signed;
  bits_op less = is_signed ? BITS_SLT : BITS_ULT;
  bits_op at_most = is_signed ? BITS_SLE : BITS_ULE;
  uint32_t a = element_apply(guesser, low_too ? at_most : less, low, k);
  return element_apply(guesser, BITS_AND, a,
                       element_apply(guesser, less, k, high));
}

static uint32_t index_in(element_guesser *guesser, const body *b) {
  uint32_t all[GUESS_NODES];
  size_t n = element_nodes(guesser, b->condition, all);
  for (size_t i = 0; i < n; i++)
    if (element_at(guesser, all[i])->kind == CFA_GHOST)
      return all[i];
  return CFA_NONE;
}

/* What the counter begins with: a constant; others than 0 only. */
static uint32_t beginning(element_guesser *guesser, uint32_t counter) {
  for (uint32_t i = 0; i < guesser->p->edges.count; i++) {
    const cfa_edge *edge = &guesser->p->edges.at[i];
    if (edge->kind == CFA_ASSIGN && edge->variable == counter &&
        element_at(guesser, edge->a)->kind == CFA_CONSTANT &&
        element_at(guesser, edge->a)->value != 0 &&
        element_at(guesser, edge->a)->value < 16)
      return edge->a;
  }
  return CFA_NONE;
}

/* The word is a multiple, plus so much. */
static uint32_t leaves(element_guesser *guesser, uint32_t x, uint64_t step,
                       uint64_t rest) {
  unsigned w = element_at(guesser, x)->width;
  uint32_t r = cfa_apply(guesser->m, guesser->p, BITS_UREM, w, x,
                         number(guesser, w, step), CFA_NONE);
  return element_apply(guesser, BITS_EQ, r, number(guesser, w, rest));
}

/* All that a counter met that makes larger steps. */
static void bound_by_steps(element_guesser *guesser, const body *b,
                           uint32_t counter, uint64_t step) {
  uint32_t k = index_in(guesser, b), i = element_variable(guesser, counter);
  uint32_t zero = number(guesser, b->width, 0);
  if (element_at(guesser, i)->width != b->width || step < 2 || step > 64)
    return;
  uint32_t below = between(guesser, zero, true, k, i);
  for (uint64_t rest = 0; rest < step && rest < 8; rest++)
    add(guesser,
        element_apply(guesser, BITS_AND, below, leaves(guesser, k, step, rest)),
        b->condition, b->width);
}

static void bound_by_counter(element_guesser *guesser, const body *b,
                             uint32_t counter) {
  uint32_t k = index_in(guesser, b), i = element_variable(guesser, counter);
  if (element_at(guesser, i)->width != b->width)
    return;
  uint32_t zero = number(guesser, b->width, 0);
  add(guesser, between(guesser, zero, true, k, i), b->condition, b->width);
  uint32_t first = beginning(guesser, counter);
  if (first != CFA_NONE)
    add(guesser, between(guesser, first, true, k, i), b->condition, b->width);
  for (size_t n = 0; n < guesser->limit_count; n++) {
    uint32_t limit = guesser->limits[n];
    if (element_at(guesser, limit)->width != b->width)
      continue;
    add(guesser, between(guesser, i, true, k, limit), b->condition, b->width);
    add(guesser, between(guesser, i, false, k, limit), b->condition, b->width);
  }
}

static void bound_by_limits(element_guesser *guesser, const body *b) {
  uint32_t k = index_in(guesser, b);
  if (!may_change(guesser, b->condition))
    return;
  for (size_t n = 0; n < guesser->limit_count; n++)
    if (element_at(guesser, guesser->limits[n])->width == b->width)
      add(guesser,
          between(guesser, number(guesser, b->width, 0), true, k,
                  guesser->limits[n]),
          b->condition, b->width);
}

/* Where the index stands in a sum or a product, that is what is counted. */
static void bound_expressions(element_guesser *guesser, const body *b,
                              uint32_t counter) {
  uint32_t all[GUESS_NODES], k = index_in(guesser, b);
  size_t n = element_nodes(guesser, b->condition, all);
  uint32_t i = element_variable(guesser, counter);
  if (element_at(guesser, i)->width != b->width)
    return;
  for (size_t j = 0; j < n; j++) {
    const cfa_expression expression = *element_at(guesser, all[j]);
    if (expression.kind != CFA_APPLY || expression.width != b->width ||
        element_is_comparison(&expression) ||
        (expression.op != BITS_ADD && expression.op != BITS_SUB &&
         expression.op != BITS_MUL && expression.op != BITS_SHL) ||
        !element_has(guesser, all[j], CFA_GHOST) ||
        element_has(guesser, all[j], CFA_LOAD))
      continue;
    uint32_t low = element_apply(guesser, BITS_ULT, all[j], i);
    add(guesser,
        element_apply(guesser, BITS_AND, low,
                      element_apply(guesser, BITS_ULE, k, i)),
        b->condition, b->width);
  }
}

/* Conditions of the program as they are, without any index. */
static void add_plain(element_guesser *guesser) {
  size_t edges = guesser->edges.count;
  for (size_t i = 0; i < guesser->counter_count; i++)
    for (uint64_t r = 0;
         guesser->steps[i] > 1 && r < guesser->steps[i] && r < 4; r++)
      add(guesser, CFA_NONE,
          leaves(guesser, element_variable(guesser, guesser->counters[i]),
                 guesser->steps[i], r),
          0);
  for (uint32_t i = 0; i < edges; i++) {
    cfa_edge edge = guesser->edges.at[i];
    if (edge.kind != CFA_ASSUME || !edge.holds ||
        !element_is_of_function(guesser, i) ||
        !element_has(guesser, edge.a, CFA_LOAD) ||
        !element_is_sayable(guesser, edge.a) || !may_change(guesser, edge.a))
      continue;
    add(guesser, CFA_NONE, edge.a, 0);
    add(guesser, CFA_NONE, element_apply(guesser, BITS_NOT, edge.a, CFA_NONE),
        0);
  }
}

void arrays_guess(loops *x, loop *l) {
  assert(l->location < x->p->locations.count);
  element_guesser *guesser = mem_alloc(x->m, sizeof *guesser);
  *guesser = (element_guesser){.x = x, .m = x->m, .p = x->p, .l = l};
  guesser->function = x->p->locations.at[l->location].function;
  l->has_array_candidates = true;
  element_see_through(guesser);
  element_bodies(guesser);
  find_limits(guesser);
  find_counters(guesser);
  for (size_t i = 0; i < guesser->body_count; i++)
    for (size_t j = 0; j < guesser->counter_count; j++)
      bound_by_counter(guesser, &guesser->bodies[i], guesser->counters[j]);
  for (size_t i = 0; i < guesser->body_count; i++)
    for (size_t j = 0; j < guesser->counter_count; j++)
      bound_by_steps(guesser, &guesser->bodies[i], guesser->counters[j],
                     guesser->steps[j]);
  for (size_t i = 0; i < guesser->body_count; i++)
    bound_by_limits(guesser, &guesser->bodies[i]);
  for (size_t i = 0; i < guesser->body_count; i++)
    for (size_t j = 0; j < guesser->counter_count; j++)
      bound_expressions(guesser, &guesser->bodies[i], guesser->counters[j]);
  add_plain(guesser);
  vec_free(x->m, &guesser->edges);
  mem_free(x->m, guesser);
}
