#include "engine/predicates/predicates.h"

#include <assert.h>

void predicates_init(predicates *x, mem *m, progress *clock, cfa *automaton,
                     const smt_limits *limits) {
  memset(x, 0, sizeof *x);
  x->m = m;
  x->clock = clock;
  x->p = automaton;
  shapes_init(&x->shapes, m, automaton);
  asker_init(&x->asker, &x->shapes, clock, limits);
  effects_find(m, automaton, &x->effects);
  vec_resize(m, &x->counts, automaton->functions.count + 1);
}

static uint32_t variable_of(const predicates *x, uint32_t leaf) {
  assert(leaf < x->p->expressions.count);
  const cfa_expression *expression = &x->p->expressions.at[leaf];
  uint32_t object;
  uint64_t offset;
  if (expression->kind == CFA_VARIABLE)
    return expression->a;
  if (expression->kind == CFA_GHOST && expression->value == CFA_GHOST_OLD)
    return expression->a;
  return shape_is_cell(&x->shapes, leaf, &object, &offset) ? object : CFA_NONE;
}

bool predicates_is_global(const predicates *x, uint32_t leaf) {
  uint32_t v = variable_of(x, leaf);
  return v != CFA_NONE && x->p->variables.at[v].function == CFA_NONE;
}

static bool is_ghost(const predicates *x, uint32_t leaf, unsigned kind) {
  assert(leaf < x->p->expressions.count);
  const cfa_expression *expression = &x->p->expressions.at[leaf];
  return expression->kind == CFA_GHOST && expression->value == kind;
}

uint32_t predicates_old(predicates *x, uint32_t parameter) {
  assert(parameter < x->p->variables.count);
  const cfa_variable *variable = &x->p->variables.at[parameter];
  if (!x->effects.is_assigned[parameter])
    return shape_variable(&x->shapes, parameter);
  return shape_ghost(&x->shapes, CFA_GHOST_OLD, parameter, variable->width,
                     variable->is_pointer);
}

bool predicates_is_old(predicates *x, uint32_t leaf) {
  assert(leaf < x->p->expressions.count);
  cfa_expression expression = x->p->expressions.at[leaf];
  bool is_named =
      expression.kind == CFA_VARIABLE || is_ghost(x, leaf, CFA_GHOST_OLD);
  return is_named && leaf == predicates_old(x, expression.a);
}

/* Does the leaf keep the value that it had at the function's entry? */
static bool is_of_entry(const predicates *x, uint32_t leaf) {
  assert(leaf < x->p->expressions.count);
  const cfa_expression *expression = &x->p->expressions.at[leaf];
  if (is_ghost(x, leaf, CFA_GHOST_OLD))
    return true;
  return expression->kind == CFA_VARIABLE &&
         x->p->variables.at[expression->a].kind == CFA_PARAMETER &&
         !x->effects.is_assigned[expression->a];
}

typedef struct scope {
  bool fits, is_global, has_result;
  bool is_of_entry; /* but for globals and the result */
  bool is_at_entry;
} scope;

static void look_at(const predicates *x, uint32_t leaf, uint32_t function,
                    scope *s) {
  assert(leaf < x->p->expressions.count);
  const cfa_expression *expression = &x->p->expressions.at[leaf];
  if (is_ghost(x, leaf, CFA_GHOST_RESULT)) {
    s->has_result = true;
    s->is_global = false;
    return;
  }
  if (predicates_is_global(x, leaf))
    return;
  uint32_t v = variable_of(x, leaf);
  s->is_global = false;
  s->fits = s->fits && v != CFA_NONE && function != CFA_NONE &&
            x->p->variables.at[v].function == function;
  s->is_of_entry = s->is_of_entry && is_of_entry(x, leaf);
  bool is_scalar_parameter =
      v != CFA_NONE && x->p->variables.at[v].kind == CFA_PARAMETER &&
      (expression->kind == CFA_VARIABLE || expression->kind == CFA_GHOST);
  s->is_at_entry = s->is_at_entry && is_scalar_parameter;
}

static scope scope_of(predicates *x, uint32_t atom, uint32_t function) {
  scope s = {.fits = true,
             .is_global = true,
             .is_of_entry = true,
             .is_at_entry = true};
  shape_leaves leaves = *shape_look(&x->shapes, atom);
  s.fits =
      leaves.count > 0 && !leaves.is_opaque && leaves.size <= PREDICATES_SIZE;
  for (uint32_t i = 0; i < leaves.count && s.fits; i++)
    look_at(x, x->shapes.leaves.at[leaves.first + i], function, &s);
  if (s.has_result)
    s.fits = s.fits && s.is_of_entry && function != CFA_NONE;
  return s;
}

static bool add_atom(predicates *x, uint32_t function, uint32_t atom) {
  scope s = scope_of(x, atom, function);
  if (!s.fits)
    return false;
  if (s.is_global)
    function = CFA_NONE;
  else if (!x->effects.is_reachable[function])
    return false;
  uint32_t row =
      function == CFA_NONE ? (uint32_t)x->p->functions.count : function;
  if (x->counts.at[row] >= PREDICATES_FUNCTION)
    return false;
  size_t before = x->known.keys.count;
  if (map_insert(x->m, &x->known, map_pair(row, atom)) < before)
    return false;
  predicate p = {.condition = atom,
                 .function = function,
                 .is_ensured = s.has_result,
                 .is_at_entry = !s.is_global && !s.has_result && s.is_at_entry};
  vec_push(x->m, &x->all, p);
  x->counts.at[row]++;
  return true;
}

/* Parameters that nothing assigns are their own ghosts. */
static uint32_t without_ghosts(predicates *x, uint32_t condition) {
  shape_list from = {0}, to = {0};
  shape_leaves leaves = *shape_look(&x->shapes, condition);
  for (uint32_t i = 0; i < leaves.count; i++) {
    uint32_t leaf = x->shapes.leaves.at[leaves.first + i];
    if (!is_ghost(x, leaf, CFA_GHOST_OLD))
      continue;
    vec_push(x->m, &from, leaf);
    vec_push(x->m, &to, predicates_old(x, x->p->expressions.at[leaf].a));
  }
  condition = shape_replace(&x->shapes, condition, from.at, to.at, from.count);
  vec_free(x->m, &from);
  vec_free(x->m, &to);
  return condition;
}

size_t predicates_add(predicates *x, uint32_t function, uint32_t condition) {
  shape_list atoms = {0};
  size_t added = 0;
  condition = without_ghosts(x, shape_normal(&x->shapes, condition));
  shape_atoms(&x->shapes, condition, &atoms);
  vec_each (const uint32_t, a, &atoms)
    added += add_atom(x, function, *a);
  vec_free(x->m, &atoms);
  return added;
}

void predicates_bind(predicates *x, const cfa_edge *call, uint32_t callee,
                     predicates_binding *out) {
  assert(callee < x->p->functions.count);
  const cfa_function *function = &x->p->functions.at[callee];
  out->from.count = out->to.count = 0;
  for (uint32_t i = 0; i < function->parameters && i < call->arguments; i++) {
    uint32_t v = function->first_variable + i;
    uint32_t actual = x->p->arguments.at[call->first_argument + i];
    const cfa_expression *expression = &x->p->expressions.at[actual];
    const cfa_variable *formal = &x->p->variables.at[v];
    if (!formal->is_scalar || expression->width != formal->width ||
        expression->is_pointer != formal->is_pointer)
      continue;
    uint32_t old = predicates_old(x, v), now = shape_variable(&x->shapes, v);
    actual = shape_normal(&x->shapes, actual);
    vec_push(x->m, &out->from, now);
    vec_push(x->m, &out->to, actual);
    if (old != now) {
      vec_push(x->m, &out->from, old);
      vec_push(x->m, &out->to, actual);
    }
  }
}
