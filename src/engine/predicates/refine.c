/* Predicates from infeasible paths: the assumptions that exclude one another,
 * taken back along the path, statement by statement, each in the scope of its
 * function. */
#include "engine/predicates/path.h"

#include <assert.h>

enum { REFINE_ITEMS = 120, REFINE_BACK = 20000 };
#define GLOBAL_CALL UINT32_MAX

/* A condition that matters at the present step. */
typedef struct item {
  uint32_t condition;
  uint32_t call;     /* whose variables it mentions; GLOBAL_CALL: none */
  uint32_t function; /* of the call */
} item;

typedef struct refiner {
  mem *m;
  predicates *x;
  shapes *s;
  vec(item) items;
  size_t added;
} refiner;

static bool refine_is_global(refiner *r, uint32_t condition) {
  shape_leaves leaves = *shape_look(r->s, condition);
  for (uint32_t i = 0; i < leaves.count; i++)
    if (!predicates_is_global(r->x, r->s->leaves.at[leaves.first + i]))
      return false;
  return true;
}

/* Each atom of it becomes an item, and a predicate. */
static void propose(refiner *r, uint32_t condition, uint32_t call,
                    uint32_t function) {
  shape_list atoms = {0};
  shape_atoms(r->s, condition, &atoms);
  vec_each (const uint32_t, a, &atoms) {
    item new = {*a, refine_is_global(r, *a) ? GLOBAL_CALL : call, function};
    bool is_there = shape_look(r->s, *a)->size > 2 * PREDICATES_SIZE ||
                    r->items.count >= REFINE_ITEMS;
    vec_each (const item, i, &r->items)
      is_there = is_there || (i->condition == *a && i->call == new.call);
    r->added += predicates_add(r->x, function, *a);
    if (!is_there)
      vec_push(r->m, &r->items, new);
  }
  vec_free(r->s->m, &atoms);
}

static item take(refiner *r, size_t i) {
  assert(i < r->items.count);
  item x = r->items.at[i];
  r->items.at[i] = vec_last(&r->items);
  r->items.count--;
  return x;
}

static bool has_scope(const item *i, const path_step *step) {
  return i->call == GLOBAL_CALL || i->call == step->call;
}

/* leaf := value; CFA_NONE: anything. */
static void replaced(refiner *r, const path_step *step, uint32_t function,
                     uint32_t leaf, uint32_t value) {
  for (size_t i = r->items.count; i-- > 0;) {
    if (i >= r->items.count ||
        !shape_mentions(r->s, r->items.at[i].condition, leaf))
      continue;
    bool is_global_leaf = predicates_is_global(r->x, leaf);
    if (!is_global_leaf && r->items.at[i].call != step->call)
      continue;
    item x = take(r, i);
    if (value == CFA_NONE || !has_scope(&x, step))
      continue;
    uint32_t c = shape_replace(r->s, x.condition, &leaf, &value, 1);
    propose(r, c, step->call, function);
  }
}

static void stored(refiner *r, const path_step *step, uint32_t function,
                   const cfa_edge *edge) {
  uint64_t offset;
  uint32_t object = effects_object(r->x->p, edge->a, &offset);
  if (object == CFA_NONE || offset == UINT64_MAX || edge->kind != CFA_STORE)
    return;
  const cfa_expression *expression = &r->x->p->expressions.at[edge->b];
  cfa_expression load = {.kind = CFA_LOAD,
                         .width = expression->width,
                         .is_pointer = expression->is_pointer,
                         .is_signed = true,
                         .a = edge->a};
  uint32_t leaf = cfa_express(r->x->m, r->x->p, &load);
  replaced(r, step, function, leaf, shape_normal(r->s, edge->b));
}

static void before_call(refiner *r, const path_step *step, uint32_t function,
                        const cfa_edge *edge) {
  predicates_binding binding = {0};
  predicates_bind(r->x, edge, step->callee, &binding);
  for (size_t i = r->items.count; i-- > 0;) {
    if (i >= r->items.count || r->items.at[i].call != step->enters)
      continue;
    item x = take(r, i);
    uint32_t c = shape_replace(r->s, x.condition, binding.from.at,
                               binding.to.at, binding.from.count);
    bool is_bound = true;
    shape_leaves leaves = *shape_look(r->s, x.condition);
    for (uint32_t k = 0; k < leaves.count; k++) {
      uint32_t leaf = r->s->leaves.at[leaves.first + k];
      bool found = predicates_is_global(r->x, leaf);
      vec_each (const uint32_t, f, &binding.from)
        found = found || *f == leaf;
      is_bound = is_bound && found;
    }
    if (is_bound)
      propose(r, c, step->call, function);
  }
  vec_free(r->x->m, &binding.from);
  vec_free(r->x->m, &binding.to);
}

/* The caller's condition in the callee's words, where it returns. */
static uint32_t in_callee(refiner *r, const cfa_edge *call, uint32_t callee,
                          uint32_t condition) {
  assert(callee < r->x->p->functions.count);
  const cfa_function *function = &r->x->p->functions.at[callee];
  predicates_binding binding = {0};
  shape_list from = {0}, to = {0};
  if (call->variable != CFA_NONE) {
    vec_push(r->m, &from, shape_variable(r->s, call->variable));
    vec_push(r->m, &to,
             shape_ghost(r->s, CFA_GHOST_RESULT, CFA_NONE,
                         function->result_width, function->result_is_pointer));
  }
  predicates_bind(r->x, call, callee, &binding);
  for (size_t i = 0; i < binding.from.count; i++) {
    uint64_t k;
    if (!predicates_is_old(r->x, binding.from.at[i]) ||
        shape_is_constant(r->s, binding.to.at[i], &k))
      continue;
    vec_push(r->m, &from, binding.to.at[i]);
    vec_push(r->m, &to, binding.from.at[i]);
  }
  condition = shape_replace(r->s, condition, from.at, to.at, from.count);
  vec_free(r->m, &from);
  vec_free(r->m, &to);
  vec_free(r->x->m, &binding.from);
  vec_free(r->x->m, &binding.to);
  return condition;
}

/* Nothing of the caller's is left in it? */
static bool is_of_callee(refiner *r, uint32_t condition, uint32_t callee) {
  shape_leaves leaves = *shape_look(r->s, condition);
  for (uint32_t i = 0; i < leaves.count; i++) {
    uint32_t leaf = r->s->leaves.at[leaves.first + i];
    const cfa_expression *expression = &r->x->p->expressions.at[leaf];
    if (predicates_is_global(r->x, leaf) ||
        (expression->kind == CFA_GHOST &&
         expression->value == CFA_GHOST_RESULT))
      continue;
    bool is_own =
        (expression->kind == CFA_VARIABLE || expression->kind == CFA_GHOST) &&
        expression->a != CFA_NONE &&
        r->x->p->variables.at[expression->a].function == callee;
    if (!is_own)
      return false;
  }
  return true;
}

static bool is_touched(refiner *r, uint32_t condition, const cfa_edge *call,
                       uint32_t callee) {
  if (call->variable != CFA_NONE &&
      shape_mentions(r->s, condition, shape_variable(r->s, call->variable)))
    return true;
  shape_leaves leaves = *shape_look(r->s, condition);
  for (uint32_t i = 0; i < leaves.count; i++) {
    const cfa_expression *expression =
        &r->x->p->expressions.at[r->s->leaves.at[leaves.first + i]];
    if (expression->kind == CFA_VARIABLE &&
        effects_may_change(&r->x->effects, callee, expression->a))
      return true;
  }
  return false;
}

/* A condition of the arguments that the call leaves as it is may be what the
 * result depends on. */
static void tell_callee(refiner *r, const path_step *step, const cfa_edge *call,
                        uint32_t callee, uint32_t condition) {
  uint32_t c = in_callee(r, call, callee, condition);
  if (c != condition && is_of_callee(r, c, callee))
    propose(r, c, step->call, callee);
}

static void before_return(refiner *r, const path_step *step,
                          const path_step *by, const cfa_edge *edge) {
  assert(by->edge < r->x->p->edges.count);
  cfa_edge call = r->x->p->edges.at[by->edge];
  uint32_t callee = by->callee;
  assert(callee < r->x->p->functions.count);
  const cfa_function *function = &r->x->p->functions.at[callee];
  uint32_t result =
      shape_ghost(r->s, CFA_GHOST_RESULT, CFA_NONE, function->result_width,
                  function->result_is_pointer);
  for (size_t i = r->items.count; i-- > 0;) {
    if (i >= r->items.count || !has_scope(&r->items.at[i], by) ||
        r->items.at[i].call == GLOBAL_CALL)
      continue;
    if (!is_touched(r, r->items.at[i].condition, &call, callee)) {
      tell_callee(r, step, &call, callee, r->items.at[i].condition);
      continue;
    }
    uint32_t c = in_callee(r, &call, callee, r->items.at[i].condition);
    bool is_result = call.variable != CFA_NONE &&
                     shape_mentions(r->s, r->items.at[i].condition,
                                    shape_variable(r->s, call.variable));
    bool is_expressed = is_of_callee(r, c, callee);
    if (is_result || is_expressed)
      take(r, i);
    if (!is_expressed)
      continue;
    r->added += predicates_add(r->x, callee, c);
    if (edge->a == CFA_NONE)
      continue;
    uint32_t value = shape_normal(r->s, edge->a);
    propose(r, shape_replace(r->s, c, &result, &value, 1), step->call, callee);
  }
}

static void refine_back(refiner *r, const path_steps *path, size_t at) {
  assert(at < path->count);
  const path_step *step = &path->at[at];
  assert(step->edge < r->x->p->edges.count);
  cfa_edge edge = r->x->p->edges.at[step->edge];
  assert(edge.from < r->x->p->locations.count);
  uint32_t f = r->x->p->locations.at[edge.from].function;
  switch (edge.kind) {
  case CFA_ASSIGN:
    replaced(r, step, f, shape_variable(r->s, edge.variable),
             shape_normal(r->s, edge.a));
    break;
  case CFA_INPUT:
  case CFA_HAVOC:
  case CFA_ALLOCATE:
  case CFA_SIZE:
    if (r->x->p->variables.at[edge.variable].is_scalar)
      replaced(r, step, f, shape_variable(r->s, edge.variable), CFA_NONE);
    break;
  case CFA_STORE:
    stored(r, step, f, &edge);
    break;
  case CFA_CALL:
    if (step->callee != CFA_NONE)
      before_call(r, step, f, &edge);
    break;
  case CFA_RETURN:
    if (step->called_at != SIZE_MAX)
      before_return(r, step, &path->at[step->called_at], &edge);
    break;
  default:
    break;
  }
}

size_t path_refine(mem *m, predicates *x, const path_steps *path,
                   const shape_list *core) {
  refiner r = {.m = m, .x = x, .s = &x->shapes};
  size_t left = core->count;
  if (!left)
    return 0;
  size_t last = core->at[left - 1];
  for (size_t i = last + 1; i-- > 0 && last - i < REFINE_BACK;) {
    progress_tick(x->clock);
    cfa_edge edge = x->p->edges.at[path->at[i].edge];
    bool is_needed = left && core->at[left - 1] == i;
    left -= is_needed;
    if (is_needed && edge.kind == CFA_ASSUME) {
      propose(&r, shape_normal(r.s, edge.a), path->at[i].call,
              x->p->locations.at[edge.from].function);
    } else {
      refine_back(&r, path, i);
    }
  }
  vec_free(m, &r.items);
  return r.added;
}
