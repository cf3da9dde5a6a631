/* Clauses for contracts, from the program's own conditions and constants.
 * Required: conditions of the function, and of those that call it, about
 * arguments and globals; bounds; comparisons. Ensured: bounds of the result and
 * of the globals that change, comparisons and sums with the values at the
 * entry, what callers ask of the result; and each of these under a condition
 * on the values at the entry. */
#include "engine/panda/calls/guess.h"

#include <assert.h>

/* Conditions of the program. */

static void each_condition(clause_maker *g, uint32_t function,
                           void (*take)(clause_maker *, uint32_t)) {
  size_t edges = g->p->edges.count;
  for (size_t i = 0; i < edges; i++) {
    const cfa_edge *e = &g->p->edges.at[i];
    if (e->kind != CFA_ASSUME || !e->holds ||
        g->p->locations.at[e->from].function != function)
      continue;
    uint32_t x = clause_renamed(g, e->a, 0);
    if (x != CFA_NONE)
      take(g, x);
  }
}

static void take_guard(clause_maker *g, uint32_t x) {
  clause_add_number(g, &g->guards, MOST_GUARDS, x);
  clause_add_number(g, &g->guards, MOST_GUARDS, clause_not(g, x));
}

static void take_fact(clause_maker *g, uint32_t x) {
  clause_add(g, &g->c->ensures, x);
  clause_add(g, &g->c->ensures, clause_not(g, x));
}

static void take_required(clause_maker *g, uint32_t x) {
  clause_add(g, &g->c->requires, x);
  clause_add(g, &g->c->requires, clause_not(g, x));
}

/* The caller's names of the arguments. */
static void name_arguments(clause_maker *g, const cfa_edge *e, bool as_old) {
  assert(g->function < g->p->functions.count);
  const cfa_function *f = &g->p->functions.at[g->function];
  for (uint32_t n = 0; n < e->arguments && n < f->parameters; n++) {
    const cfa_expression a =
        g->p->expressions.at[g->p->arguments.at[e->first_argument + n]];
    uint32_t v = f->first_variable + n;
    const cfa_variable *x = &g->p->variables.at[v];
    if (a.kind == CFA_VARIABLE && x->is_scalar && !x->is_pointer)
      clause_name(g, a.a, as_old ? clause_old(g, v) : clause_now(g, v));
  }
}

static void name_known(clause_maker *g, bool as_old, bool globals_only) {
  vec_each (const uint32_t, v, &g->c->known)
    if (!globals_only || g->p->variables.at[*v].function == CFA_NONE)
      clause_name(g, *v, as_old ? clause_old(g, *v) : clause_now(g, *v));
}

static void look_at_caller(clause_maker *g, cfa_edge e) {
  assert(g->function < g->p->functions.count);
  assert(e.from < g->p->locations.count);
  const cfa_function *f = &g->p->functions.at[g->function];
  uint32_t caller = g->p->locations.at[e.from].function;
  g->names.count = 0;
  name_arguments(g, &e, false);
  name_known(g, false, true);
  each_condition(g, caller, take_required);
  g->names.count = 0;
  if (e.variable != CFA_NONE && !f->result_is_pointer)
    clause_name(g, e.variable,
                clause_ghost(g, CFA_GHOST_RESULT, CFA_NONE, f->result_width,
                             g->p->variables.at[e.variable].is_signed));
  name_arguments(g, &e, true);
  name_known(g, false, true);
  each_condition(g, caller, take_fact);
}

static void look_at_conditions(clause_maker *g) {
  g->names.count = 0;
  name_known(g, false, false);
  each_condition(g, g->function, take_required);
  g->names.count = 0;
  name_known(g, true, false);
  each_condition(g, g->function, take_guard);
  size_t edges = g->p->edges.count;
  for (size_t i = 0; i < edges; i++) {
    cfa_edge e = g->p->edges.at[i];
    if (e.kind == CFA_CALL && e.function == g->function)
      look_at_caller(g, e);
  }
}

static void require_order(clause_maker *g, uint32_t v, uint32_t u) {
  assert(v < g->p->variables.count);
  assert(u < g->p->variables.count);
  const cfa_variable a = g->p->variables.at[v], b = g->p->variables.at[u];
  if (a.width != b.width)
    return;
  bits_op at_most = a.is_signed || b.is_signed ? BITS_SLE : BITS_ULE;
  uint32_t x = clause_now(g, v), y = clause_now(g, u);
  clause_add(g, &g->c->requires, clause_apply(g, BITS_EQ, 1, x, y));
  clause_add(g, &g->c->requires, clause_apply(g, at_most, 1, x, y));
  clause_add(g, &g->c->requires, clause_apply(g, at_most, 1, y, x));
}

static void clause_required(clause_maker *g) {
  const contract *c = g->c;
  for (size_t i = 0; i < c->known.count; i++)
    clause_bounds(g, &g->c->requires,
                  &(subject){clause_now(g, c->known.at[i]),
                             g->p->variables.at[c->known.at[i]].width,
                             g->p->variables.at[c->known.at[i]].is_signed});
  for (size_t i = 0; i < c->known.count; i++)
    for (size_t j = i + 1; j < c->known.count; j++)
      require_order(g, c->known.at[i], c->known.at[j]);
}

static bool result_is_signed(const clause_maker *g) {
  vec_each (const cfa_edge, e, &g->p->edges)
    if (e->kind == CFA_CALL && e->function == g->function &&
        e->variable != CFA_NONE && g->p->variables.at[e->variable].is_signed)
      return true;
  vec_each (const uint32_t, v, &g->c->known)
    if (g->p->variables.at[*v].is_signed)
      return true;
  return false;
}

static void find_subjects(clause_maker *g) {
  assert(g->function < g->p->functions.count);
  const cfa_function f = g->p->functions.at[g->function];
  if (f.result_width && !f.result_is_pointer) {
    bool is_signed = result_is_signed(g);
    subject s = {
        clause_ghost(g, CFA_GHOST_RESULT, CFA_NONE, f.result_width, is_signed),
        f.result_width, is_signed};
    vec_push(g->x->m, &g->subjects, s);
  }
  vec_each (const uint32_t, v, &g->c->scalars) {
    const cfa_variable y = g->p->variables.at[*v];
    subject s = {clause_now(g, *v), y.width, y.is_signed};
    if (!y.is_pointer)
      vec_push(g->x->m, &g->subjects, s);
  }
}

static void fact(clause_maker *g, uint32_t x) {
  if (g->c->ensures.count < MOST_FACTS)
    clause_add(g, &g->c->ensures, x);
}

static void compare_with(clause_maker *g, const subject *s, uint32_t y) {
  bits_op at_most = s->is_signed ? BITS_SLE : BITS_ULE;
  fact(g, clause_apply(g, BITS_EQ, 1, s->x, y));
  fact(g, clause_apply(g, at_most, 1, s->x, y));
  fact(g, clause_apply(g, at_most, 1, y, s->x));
}

static void equal_sum(clause_maker *g, const subject *s, bits_op op, uint32_t x,
                      uint32_t y) {
  fact(g,
       clause_apply(g, BITS_EQ, 1, s->x, clause_apply(g, op, s->width, x, y)));
}

/* With the values at the entry, plus a constant, and their sums. */
static void compare_with_old(clause_maker *g, const subject *s, size_t i) {
  const contract *c = g->c;
  if (g->p->variables.at[c->known.at[i]].width != s->width)
    return;
  uint32_t x = clause_old(g, c->known.at[i]);
  compare_with(g, s, x);
  for (size_t j = 0; j < c->known.count; j++) {
    if (g->p->variables.at[c->known.at[j]].width != s->width)
      continue;
    uint32_t y = clause_old(g, c->known.at[j]);
    if (j >= i)
      equal_sum(g, s, BITS_ADD, x, y);
    if (j != i)
      equal_sum(g, s, BITS_SUB, x, y);
  }
  constants all;
  clause_sort_constants(g, s, &all);
  for (size_t n = 0; n < all.count; n++) {
    uint32_t k = cfa_constant(g->x->m, g->p, s->width, all.at[n]);
    if (!all.at[n])
      continue;
    equal_sum(g, s, BITS_ADD, x, k);
    equal_sum(g, s, BITS_SUB, x, k);
  }
}

static void clause_facts(clause_maker *g) {
  for (size_t i = 0; i < g->subjects.count; i++) {
    const subject s = g->subjects.at[i];
    constants all;
    clause_bounds(g, &g->c->ensures, &s);
    clause_sort_constants(g, &s, &all);
    for (size_t n = 0; n < all.count; n++) {
      uint32_t k = cfa_constant(g->x->m, g->p, s.width, all.at[n]);
      fact(g, clause_apply(g, BITS_EQ, 1, s.x, k));
    }
    for (size_t n = 0; n < g->c->known.count; n++)
      compare_with_old(g, &s, n);
    for (size_t n = 0; n < i; n++)
      if (g->subjects.at[n].width == s.width)
        compare_with(g, &s, g->subjects.at[n].x);
  }
}

/* Even or odd: what is called by turns often tells that. */
static void clause_parity(clause_maker *g) {
  assert(g->function < g->p->functions.count);
  const cfa_function f = g->p->functions.at[g->function];
  for (uint32_t n = 0; n < f.parameters; n++) {
    const cfa_variable y = g->p->variables.at[f.first_variable + n];
    if (!y.is_scalar || y.is_pointer || y.width < 8)
      continue;
    uint32_t one = cfa_constant(g->x->m, g->p, y.width, 1);
    uint32_t zero = cfa_constant(g->x->m, g->p, y.width, 0);
    uint32_t last = clause_apply(g, BITS_AND, y.width,
                                 clause_old(g, f.first_variable + n), one);
    take_guard(g, clause_apply(g, BITS_EQ, 1, last, zero));
  }
}

/* Each of them, or a condition on the values at the entry. */
static void guard_facts(clause_maker *g) {
  clauses *to = &g->c->ensures;
  size_t facts = to->count;
  numbers guarded = {0};
  vec_resize(g->x->m, &guarded, facts);
  vec_each (const uint32_t, y, &g->guards)
    for (uint32_t i = 0; i < facts; i++) {
      uint32_t tighter = to->at[i].stronger[0];
      uint32_t x = clause_apply(g, BITS_OR, 1, *y, to->at[i].condition);
      if (tighter != CFA_NONE)
        tighter = guarded.at[tighter];
      guarded.at[i] = clause_add_weaker(g, to, x, i, tighter);
    }
  vec_free(g->x->m, &guarded);
}

static void guess(calls *x, uint32_t function) {
  clause_maker g = {
      .x = x, .p = x->p, .c = &x->all[function], .function = function};
  clause_find_constants(&g);
  look_at_conditions(&g);
  clause_required(&g);
  clause_parity(&g);
  find_subjects(&g);
  clause_facts(&g);
  guard_facts(&g);
  vec_free(x->m, &g.constants);
  vec_free(x->m, &g.names);
  vec_free(x->m, &g.subjects);
  vec_free(x->m, &g.guards);
}

void calls_guess(calls *x) {
  for (uint32_t f = 0; f < x->p->functions.count; f++) {
    const contract *c = &x->all[f];
    if (c->is_wanted && !c->requires.count && !c->ensures.count)
      guess(x, f);
  }
}
