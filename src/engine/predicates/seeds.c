/* Predicates to begin with: what the program itself compares. */
#include "engine/predicates/predicates.h"

#include <assert.h>

enum {
  SEED_CONSTANTS = 64, /* most for a variable */
  SEED_ROUNDS = 8
};

/* Conditions where their words come from: all of them, or comparisons of
 * variables with constants through copies alone, which comes to an end. */
static size_t spread(predicates *x, bool all);

/* Variables whose values are constants of the program: states of a machine. */
typedef struct states {
  predicates *x;
  bool *is_other;       /* by variable: also something else */
  vec(uint64_t) values; /* variable and constant expression */
} states;

static void see_value(states *s, uint32_t variable, uint32_t value) {
  uint64_t k;
  value = shape_normal(&s->x->shapes, value);
  if (shape_is_constant(&s->x->shapes, value, &k))
    vec_push(s->x->m, &s->values, map_pair(variable, value));
  else
    s->is_other[variable] = true;
}

static void see_edge(states *s, const cfa_edge *edge) {
  if (edge->variable == CFA_NONE)
    return;
  if (edge->kind == CFA_ASSIGN)
    see_value(s, edge->variable, edge->a);
  else
    s->is_other[edge->variable] = true;
}

/* x == c for each constant that is assigned to x, if nothing else is. */
static void seed_constants(predicates *x) {
  const cfa *automaton = x->p;
  states s = {.x = x};
  s.is_other = mem_array(x->m, automaton->variables.count + 1, sizeof(bool));
  uint32_t *count =
      mem_array(x->m, automaton->variables.count + 1, sizeof *count);
  for (size_t i = 0; i < automaton->edges.count; i++)
    see_edge(&s, &automaton->edges.at[i]);
  for (size_t i = 0; i < s.values.count; i++) {
    uint32_t v = (uint32_t)(s.values.at[i] >> 32);
    uint32_t k = (uint32_t)s.values.at[i];
    const cfa_variable *variable = &automaton->variables.at[v];
    if (s.is_other[v] || !variable->is_scalar || variable->is_pointer ||
        count[v] >= SEED_CONSTANTS)
      continue;
    uint32_t same = shape_apply(&x->shapes, BITS_EQ, 1,
                                shape_variable(&x->shapes, v), k, CFA_NONE);
    count[v] += predicates_add(x, variable->function, same) > 0;
  }
  vec_free(x->m, &s.values);
  mem_free(x->m, s.is_other);
  mem_free(x->m, count);
}

/* Branches, and what people say. */

static void seed_user(predicates *x, const cfa_predicate *u) {
  if (u->function != CFA_NONE) {
    predicates_add(x, u->function, u->condition);
    return;
  }
  for (uint32_t f = 0; f < x->p->functions.count; f++)
    predicates_add(x, f, u->condition);
}

void predicates_seed(predicates *x, const cfa_predicates *user) {
  for (size_t i = 0; user && i < user->count; i++)
    seed_user(x, &user->at[i]);
  for (size_t i = 0; i < x->p->edges.count; i++) {
    cfa_edge edge = x->p->edges.at[i];
    uint32_t f = x->p->locations.at[edge.from].function;
    if (edge.kind == CFA_ASSUME && x->effects.is_reachable[f])
      predicates_add(x, f, edge.a);
  }
  seed_constants(x);
  for (int round = 0; round < SEED_ROUNDS && spread(x, false); round++)
    ;
}

static uint32_t result_of(predicates *x, uint32_t callee) {
  assert(callee < x->p->functions.count);
  const cfa_function *function = &x->p->functions.at[callee];
  return shape_ghost(&x->shapes, CFA_GHOST_RESULT, CFA_NONE,
                     function->result_width, function->result_is_pointer);
}

static bool is_plain(const predicates *x, uint32_t e) {
  assert(e < x->p->expressions.count);
  cfa_expression_kind kind = x->p->expressions.at[e].kind;
  return kind == CFA_VARIABLE || kind == CFA_GHOST;
}

static bool is_spread(predicates *x, const predicate *p, bool all) {
  return all ||
         is_plain(x, shape_range_of(&x->shapes, p->condition, false).word);
}

/* Of all conditions, or only of comparisons of variables with constants. */
static size_t add_spread(predicates *x, uint32_t function, uint32_t condition,
                         bool all) {
  bool is_negated;
  uint32_t atom = shape_strip(&x->shapes, condition, &is_negated);
  if (!all && !is_plain(x, shape_range_of(&x->shapes, atom, false).word))
    return 0;
  return predicates_add(x, function, condition);
}

/* What the callee is told: its conditions over parameters, of arguments. */
static size_t spread_up(predicates *x, uint32_t caller, uint32_t callee,
                        const predicates_binding *binding, bool all) {
  size_t added = 0, count = x->all.count;
  for (size_t i = 0; i < count; i++) {
    predicate p = x->all.at[i];
    if (p.function != callee || !p.is_at_entry || !is_spread(x, &p, all))
      continue;
    uint32_t c = shape_replace(&x->shapes, p.condition, binding->from.at,
                               binding->to.at, binding->from.count);
    added += add_spread(x, caller, c, all);
  }
  return added;
}

/* What the caller wants to know of the result. */
static size_t spread_down(predicates *x, uint32_t caller, const cfa_edge *call,
                          uint32_t callee, const predicates_binding *binding,
                          bool all) {
  assert(callee < x->p->functions.count);
  assert(call->variable < x->p->variables.count);
  size_t added = 0, count = x->all.count;
  shape_list from = {0}, to = {0};
  const cfa_function *function = &x->p->functions.at[callee];
  uint32_t into = shape_variable(&x->shapes, call->variable);
  if (function->result_width != x->p->variables.at[call->variable].width)
    return 0;
  vec_push(x->m, &from, into);
  vec_push(x->m, &to, result_of(x, callee));
  for (uint32_t i = 0; i < binding->from.count; i++) {
    uint64_t k;
    if (predicates_is_old(x, binding->from.at[i]) &&
        !shape_is_constant(&x->shapes, binding->to.at[i], &k)) {
      vec_push(x->m, &from, binding->to.at[i]);
      vec_push(x->m, &to, binding->from.at[i]);
    }
  }
  for (size_t i = 0; i < count; i++) {
    predicate p = x->all.at[i];
    bool is_seen = p.function == caller || p.function == CFA_NONE;
    if (!is_seen || p.is_ensured || !is_spread(x, &p, all) ||
        !shape_mentions(&x->shapes, p.condition, into))
      continue;
    uint32_t c =
        shape_replace(&x->shapes, p.condition, from.at, to.at, from.count);
    added += add_spread(x, callee, c, all);
  }
  vec_free(x->m, &from);
  vec_free(x->m, &to);
  return added;
}

/* What is returned, where it is returned. */
static size_t spread_return(predicates *x, uint32_t function,
                            const cfa_edge *edge, bool all) {
  size_t added = 0, count = x->all.count;
  uint32_t result = result_of(x, function);
  uint32_t value = shape_normal(&x->shapes, edge->a);
  for (size_t i = 0; i < count; i++) {
    predicate p = x->all.at[i];
    if (p.function != function || !p.is_ensured || !is_spread(x, &p, all))
      continue;
    uint32_t c = shape_replace(&x->shapes, p.condition, &result, &value, 1);
    added += add_spread(x, function, c, all);
  }
  return added;
}

/* Temporaries, which are assigned before a return, mostly; and copies. */
static size_t spread_copy(predicates *x, uint32_t function,
                          const cfa_edge *edge, bool all) {
  size_t added = 0, count = x->all.count;
  uint32_t v = shape_variable(&x->shapes, edge->variable);
  uint32_t value = shape_normal(&x->shapes, edge->a);
  if (all ? x->p->variables.at[edge->variable].kind != CFA_TEMPORARY
          : !is_plain(x, value))
    return 0;
  for (size_t i = 0; i < count; i++) {
    predicate p = x->all.at[i];
    bool is_seen = p.function == function || p.function == CFA_NONE;
    if (!is_seen || p.is_ensured || !is_spread(x, &p, all) ||
        !shape_mentions(&x->shapes, p.condition, v))
      continue;
    uint32_t c = shape_replace(&x->shapes, p.condition, &v, &value, 1);
    added += add_spread(x, function, c, all);
  }
  return added;
}

static size_t spread_edge(predicates *x, const cfa_edge *edge, bool all) {
  assert(edge->from < x->p->locations.count);
  size_t added = 0;
  uint32_t f = x->p->locations.at[edge->from].function;
  if (!x->effects.is_reachable[f])
    return 0;
  if (edge->kind == CFA_RETURN && edge->a != CFA_NONE)
    return spread_return(x, f, edge, all);
  if (edge->kind == CFA_ASSIGN)
    return spread_copy(x, f, edge, all);
  if (edge->kind != CFA_CALL)
    return 0;
  effects_callees callees = {0};
  predicates_binding binding = {0};
  effects_callees_of(x->m, x->p, edge, &callees);
  for (size_t i = 0; i < callees.count; i++) {
    predicates_bind(x, edge, callees.at[i], &binding);
    added += spread_up(x, f, callees.at[i], &binding, all);
    if (edge->variable != CFA_NONE)
      added += spread_down(x, f, edge, callees.at[i], &binding, all);
  }
  vec_free(x->m, &callees);
  vec_free(x->m, &binding.from);
  vec_free(x->m, &binding.to);
  return added;
}

static size_t spread(predicates *x, bool all) {
  size_t added = 0;
  for (size_t i = 0; i < x->p->edges.count; i++) {
    cfa_edge edge = x->p->edges.at[i];
    added += spread_edge(x, &edge, all);
  }
  return added;
}

size_t predicates_spread(predicates *x) { return spread(x, true); }
