/* Clauses for contracts, from the program's own conditions and constants.
 * Required: conditions of the function, and of those that call it, about
 * arguments and globals; bounds; comparisons. Ensured: bounds of the result and
 * of the globals that change, comparisons and sums with the values at the
 * entry, what callers ask of the result; and each of these under a condition
 * on the values at the entry. */
#include "engine/panda/calls/guess.h"

#include <assert.h>

/* Conditions of the program. */

static void each_condition(clause_maker *maker, uint32_t function,
                           void (*take)(clause_maker *, uint32_t)) {
  size_t edges = maker->p->edges.count;
  for (size_t i = 0; i < edges; i++) {
    const cfa_edge *edge = &maker->p->edges.at[i];
    if (edge->kind != CFA_ASSUME || !edge->holds ||
        maker->p->locations.at[edge->from].function != function)
      continue;
    uint32_t x = clause_renamed(maker, edge->a, 0);
    if (x != CFA_NONE)
      take(maker, x);
  }
  size_t taken = 0;
  vec_each (const loops_learned, known, &maker->x->loops->learned) {
    if (maker->p->locations.at[known->location].function != function ||
        taken++ == MOST_LEARNED)
      continue;
    uint32_t x = clause_renamed(maker, known->condition, 0);
    if (x != CFA_NONE)
      take(maker, x);
  }
}

static void take_guard(clause_maker *maker, uint32_t x) {
  clause_add_number(maker, &maker->guards, MOST_GUARDS, x);
  clause_add_number(maker, &maker->guards, MOST_GUARDS, clause_not(maker, x));
}

static void take_fact(clause_maker *maker, uint32_t x) {
  clause_add(maker, &maker->c->ensures, x);
  clause_add(maker, &maker->c->ensures, clause_not(maker, x));
}

static void take_required(clause_maker *maker, uint32_t x) {
  clause_add(maker, &maker->c->requires, x);
  clause_add(maker, &maker->c->requires, clause_not(maker, x));
}

/* The caller's names of the arguments. */
static void name_arguments(clause_maker *maker, const cfa_edge *edge,
                           bool as_old) {
  assert(maker->function < maker->p->functions.count);
  const cfa_function *function = &maker->p->functions.at[maker->function];
  for (uint32_t n = 0; n < edge->arguments && n < function->parameters; n++) {
    const cfa_expression expression =
        maker->p->expressions
            .at[maker->p->arguments.at[edge->first_argument + n]];
    uint32_t v = function->first_variable + n;
    const cfa_variable *variable = &maker->p->variables.at[v];
    if (expression.kind == CFA_VARIABLE && variable->is_scalar &&
        !variable->is_pointer)
      clause_name(maker, expression.a,
                  as_old ? clause_old(maker, v) : clause_now(maker, v));
  }
}

static void name_known(clause_maker *maker, bool as_old, bool globals_only) {
  vec_each (const uint32_t, v, &maker->c->known)
    if (!globals_only || maker->p->variables.at[*v].function == CFA_NONE)
      clause_name(maker, *v,
                  as_old ? clause_old(maker, *v) : clause_now(maker, *v));
}

static void look_at_caller(clause_maker *maker, cfa_edge edge) {
  assert(maker->function < maker->p->functions.count);
  assert(edge.from < maker->p->locations.count);
  const cfa_function *function = &maker->p->functions.at[maker->function];
  uint32_t caller = maker->p->locations.at[edge.from].function;
  maker->names.count = 0;
  name_arguments(maker, &edge, false);
  name_known(maker, false, true);
  each_condition(maker, caller, take_required);
  maker->names.count = 0;
  if (edge.variable != CFA_NONE && !function->result_is_pointer)
    clause_name(maker, edge.variable,
                clause_ghost(maker, CFA_GHOST_RESULT, CFA_NONE,
                             function->result_width,
                             maker->p->variables.at[edge.variable].is_signed));
  name_arguments(maker, &edge, true);
  name_known(maker, false, true);
  each_condition(maker, caller, take_fact);
}

static void look_at_conditions(clause_maker *maker) {
  maker->names.count = 0;
  name_known(maker, false, false);
  each_condition(maker, maker->function, take_required);
  maker->names.count = 0;
  name_known(maker, true, false);
  each_condition(maker, maker->function, take_guard);
  size_t edges = maker->p->edges.count;
  for (size_t i = 0; i < edges; i++) {
    cfa_edge edge = maker->p->edges.at[i];
    if (edge.kind == CFA_CALL && edge.function == maker->function)
      look_at_caller(maker, edge);
  }
}

static void require_order(clause_maker *maker, uint32_t v, uint32_t u) {
  assert(v < maker->p->variables.count);
  assert(u < maker->p->variables.count);
  const cfa_variable a = maker->p->variables.at[v],
                     b = maker->p->variables.at[u];
  if (a.width != b.width)
    return;
  bits_op at_most = a.is_signed || b.is_signed ? BITS_SLE : BITS_ULE;
  uint32_t x = clause_now(maker, v), y = clause_now(maker, u);
  clause_add(maker, &maker->c->requires, clause_apply(maker, BITS_EQ, 1, x, y));
  clause_add(maker, &maker->c->requires, clause_apply(maker, at_most, 1, x, y));
  clause_add(maker, &maker->c->requires, clause_apply(maker, at_most, 1, y, x));
}

static void clause_required(clause_maker *maker) {
  const contract *c = maker->c;
  for (size_t i = 0; i < c->known.count; i++)
    clause_bounds(maker, &maker->c->requires,
                  &(subject){clause_now(maker, c->known.at[i]),
                             maker->p->variables.at[c->known.at[i]].width,
                             maker->p->variables.at[c->known.at[i]].is_signed});
  for (size_t i = 0; i < c->known.count; i++)
    for (size_t j = i + 1; j < c->known.count; j++)
      require_order(maker, c->known.at[i], c->known.at[j]);
}

static bool result_is_signed(const clause_maker *maker) {
  vec_each (const cfa_edge, edge, &maker->p->edges)
    if (edge->kind == CFA_CALL && edge->function == maker->function &&
        edge->variable != CFA_NONE &&
        maker->p->variables.at[edge->variable].is_signed)
      return true;
  vec_each (const uint32_t, v, &maker->c->known)
    if (maker->p->variables.at[*v].is_signed)
      return true;
  return false;
}

static void find_subjects(clause_maker *maker) {
  assert(maker->function < maker->p->functions.count);
  const cfa_function function = maker->p->functions.at[maker->function];
  if (function.result_width && !function.result_is_pointer) {
    bool is_signed = result_is_signed(maker);
    subject s = {clause_ghost(maker, CFA_GHOST_RESULT, CFA_NONE,
                              function.result_width, is_signed),
                 function.result_width, is_signed};
    vec_push(maker->x->m, &maker->subjects, s);
  }
  vec_each (const uint32_t, v, &maker->c->scalars) {
    const cfa_variable variable = maker->p->variables.at[*v];
    subject s = {clause_now(maker, *v), variable.width, variable.is_signed};
    if (!variable.is_pointer)
      vec_push(maker->x->m, &maker->subjects, s);
  }
}

static void fact(clause_maker *maker, uint32_t x) {
  if (maker->c->ensures.count < MOST_FACTS)
    clause_add(maker, &maker->c->ensures, x);
}

static void compare_with(clause_maker *maker, const subject *s, uint32_t y) {
  bits_op at_most = s->is_signed ? BITS_SLE : BITS_ULE;
  fact(maker, clause_apply(maker, BITS_EQ, 1, s->x, y));
  fact(maker, clause_apply(maker, at_most, 1, s->x, y));
  fact(maker, clause_apply(maker, at_most, 1, y, s->x));
}

static void equal_sum(clause_maker *maker, const subject *s, bits_op op,
                      uint32_t x, uint32_t y) {
  fact(maker, clause_apply(maker, BITS_EQ, 1, s->x,
                           clause_apply(maker, op, s->width, x, y)));
}

/* With the values at the entry, plus a constant, and their sums. */
static void compare_with_old(clause_maker *maker, const subject *s, size_t i) {
  const contract *c = maker->c;
  if (maker->p->variables.at[c->known.at[i]].width != s->width)
    return;
  uint32_t x = clause_old(maker, c->known.at[i]);
  compare_with(maker, s, x);
  for (size_t j = 0; j < c->known.count; j++) {
    if (maker->p->variables.at[c->known.at[j]].width != s->width)
      continue;
    uint32_t y = clause_old(maker, c->known.at[j]);
    if (j >= i)
      equal_sum(maker, s, BITS_ADD, x, y);
    if (j != i)
      equal_sum(maker, s, BITS_SUB, x, y);
  }
  constants all;
  clause_sort_constants(maker, s, &all);
  for (size_t n = 0; n < all.count; n++) {
    uint32_t k = cfa_constant(maker->x->m, maker->p, s->width, all.at[n]);
    if (!all.at[n])
      continue;
    equal_sum(maker, s, BITS_ADD, x, k);
    equal_sum(maker, s, BITS_SUB, x, k);
  }
}

static void clause_facts(clause_maker *maker) {
  for (size_t i = 0; i < maker->subjects.count; i++) {
    const subject s = maker->subjects.at[i];
    constants all;
    clause_bounds(maker, &maker->c->ensures, &s);
    clause_sort_constants(maker, &s, &all);
    for (size_t n = 0; n < all.count; n++) {
      uint32_t k = cfa_constant(maker->x->m, maker->p, s.width, all.at[n]);
      fact(maker, clause_apply(maker, BITS_EQ, 1, s.x, k));
    }
    for (size_t n = 0; n < maker->c->known.count; n++)
      compare_with_old(maker, &s, n);
    for (size_t n = 0; n < i; n++)
      if (maker->subjects.at[n].width == s.width)
        compare_with(maker, &s, maker->subjects.at[n].x);
  }
}

/* Even or odd: what is called by turns often tells that. */
static void clause_parity(clause_maker *maker) {
  assert(maker->function < maker->p->functions.count);
  const cfa_function function = maker->p->functions.at[maker->function];
  for (uint32_t n = 0; n < function.parameters; n++) {
    const cfa_variable variable =
        maker->p->variables.at[function.first_variable + n];
    if (!variable.is_scalar || variable.is_pointer || variable.width < 8)
      continue;
    uint32_t one = cfa_constant(maker->x->m, maker->p, variable.width, 1);
    uint32_t zero = cfa_constant(maker->x->m, maker->p, variable.width, 0);
    uint32_t last =
        clause_apply(maker, BITS_AND, variable.width,
                     clause_old(maker, function.first_variable + n), one);
    take_guard(maker, clause_apply(maker, BITS_EQ, 1, last, zero));
  }
}

/* Each of them, or a condition on the values at the entry. */
static void guard_facts(clause_maker *maker) {
  clauses *to = &maker->c->ensures;
  size_t facts = to->count;
  numbers guarded = {0};
  vec_resize(maker->x->m, &guarded, facts);
  vec_each (const uint32_t, y, &maker->guards)
    for (uint32_t i = 0; i < facts; i++) {
      uint32_t tighter = to->at[i].stronger[0];
      uint32_t x = clause_apply(maker, BITS_OR, 1, *y, to->at[i].condition);
      if (tighter != CFA_NONE)
        tighter = guarded.at[tighter];
      guarded.at[i] = clause_add_weaker(maker, to, x, i, tighter);
    }
  vec_free(maker->x->m, &guarded);
}

static void guess(calls *x, uint32_t function) {
  clause_maker maker = {
      .x = x, .p = x->p, .c = &x->all[function], .function = function};
  clause_find_constants(&maker);
  look_at_conditions(&maker);
  clause_required(&maker);
  clause_parity(&maker);
  find_subjects(&maker);
  clause_facts(&maker);
  guard_facts(&maker);
  vec_free(x->m, &maker.constants);
  vec_free(x->m, &maker.names);
  vec_free(x->m, &maker.subjects);
  vec_free(x->m, &maker.guards);
}

void calls_guess(calls *x) {
  for (uint32_t f = 0; f < x->p->functions.count; f++) {
    const contract *c = &x->all[f];
    if (c->is_wanted && !c->requires.count && !c->ensures.count)
      guess(x, f);
  }
}
