/* Calls and returns. */
#include "engine/predicates/abstract_inside.h"

#include <assert.h>

static uint32_t pointer_null(builder *b) {
  cfa_expression expression = {
      .kind = CFA_CONSTANT, .is_pointer = true, .width = b->x->p->pointer_bits};
  return cfa_express(b->x->m, b->x->p, &expression);
}

static uint32_t first_scalar(builder *b, uint32_t variable) {
  assert(variable < b->x->p->variables.count);
  const cfa_variable *v = &b->x->p->variables.at[variable];
  if (v->is_extern)
    return CFA_NONE;
  if (v->initial != CFA_NONE)
    return shape_normal(&b->x->shapes, v->initial);
  return v->is_pointer ? pointer_null(b)
                       : shape_constant(&b->x->shapes, v->width, 0);
}

static uint32_t first_cell(builder *b, uint32_t leaf, uint32_t object,
                           uint64_t offset) {
  const cfa *automaton = b->x->p;
  const cfa_variable *variable = &automaton->variables.at[object];
  const cfa_expression *expression = &automaton->expressions.at[leaf];
  uint64_t value = 0, bytes = (expression->width + 7u) / 8;
  if (variable->is_extern || variable->pointers || expression->is_pointer)
    return CFA_NONE;
  for (uint64_t i = 0; i < bytes; i++)
    if (offset + i < variable->bytes)
      value |= (uint64_t)automaton->data.at[variable->data + offset + i]
               << 8 * i;
  return shape_constant(&b->x->shapes, expression->width, value);
}

/* The value of a global predicate at the beginning. */
static choice first_value(builder *b, uint32_t condition) {
  shapes *s = &b->x->shapes;
  shape_list from = {0}, to = {0};
  shape_leaves leaves = *shape_look(s, condition);
  for (uint32_t i = 0; i < leaves.count; i++) {
    uint32_t leaf = s->leaves.at[leaves.first + i], object, value;
    uint64_t offset;
    if (shape_is_cell(s, leaf, &object, &offset))
      value = first_cell(b, leaf, object, offset);
    else
      value = first_scalar(b, b->x->p->expressions.at[leaf].a);
    if (value == CFA_NONE)
      continue;
    vec_push(b->m, &from, leaf);
    vec_push(b->m, &to, value);
  }
  uint64_t k;
  condition = shape_replace(s, condition, from.at, to.at, from.count);
  bool is_known = shape_is_constant(s, condition, &k);
  vec_free(b->m, &from);
  vec_free(b->m, &to);
  if (!is_known)
    return (choice){b->c.no, b->c.no, false};
  return (choice){k ? b->c.yes : b->c.no, k ? b->c.no : b->c.yes, true};
}

void builder_start(builder *b) {
  const predicates *x = b->x;
  uint32_t start = prog_add_location(b->m, b->p, 0, 0, 0);
  uint32_t ready = prog_add_location(b->m, b->p, 0, 0, 0);
  uint32_t end = prog_add_location(b->m, b->p, 0, 0, 0);
  b->p->procedures.at[0].entry = b->p->start = start;
  b->p->end = end;
  b->p->main = b->procedure[x->p->main];
  for (size_t i = 0; i < x->all.count; i++)
    if (x->all.at[i].function == CFA_NONE)
      builder_put(b, i, first_value(b, x->all.at[i].condition));
  builder_edge(b,
               (prog_edge){.kind = PROG_STEP,
                           .from = start,
                           .to = ready,
                           .guard = PROG_NONE,
                           .is_hidden = true},
               CFA_NONE);
  for (size_t i = 0; i < x->all.count; i++)
    if (x->all.at[i].function == x->p->main && x->all.at[i].is_at_entry)
      builder_put_any(b, i);
  builder_edge(b,
               (prog_edge){.kind = PROG_CALL,
                           .from = ready,
                           .to = end,
                           .entry = b->p->procedures.at[b->p->main].entry,
                           .guard = PROG_NONE},
               CFA_NONE);
}

void builder_return(builder *b, uint32_t edge) {
  assert(edge < b->x->p->edges.count);
  cfa_edge e = b->x->p->edges.at[edge];
  shapes *s = &b->x->shapes;
  assert(e.from < b->x->p->locations.count);
  uint32_t f = b->x->p->locations.at[e.from].function;
  assert(f < b->x->p->functions.count);
  const cfa_function *of = &b->x->p->functions.at[f];
  uint32_t result = shape_ghost(s, CFA_GHOST_RESULT, CFA_NONE, of->result_width,
                                of->result_is_pointer);
  uint32_t value = e.a == CFA_NONE ? CFA_NONE : shape_normal(s, e.a);
  for (uint32_t r = 0; r < b->out->results; r++) {
    uint32_t i = b->out->ensured.at[f * b->out->results + r];
    uint32_t to = b->c.no;
    if (i != CFA_NONE && value == CFA_NONE)
      to = builder_any(b);
    else if (i != CFA_NONE)
      to =
          choice_value(&b->c, choose(&b->c, &b->scope[f],
                                     shape_replace(s, b->x->all.at[i].condition,
                                                   &result, &value, 1)));
    builder_set(b, b->out->first_result + r, to);
  }
  builder_edge(b,
               (prog_edge){.kind = PROG_STEP,
                           .from = b->location[e.from],
                           .to = b->out->exits.at[f],
                           .guard = PROG_NONE},
               edge);
}

/* Is all that the condition mentions bound, or global, or 'but'? */
static bool is_bound(builder *b, uint32_t condition,
                     const predicates_binding *bound, uint32_t but) {
  shape_leaves leaves = *shape_look(&b->x->shapes, condition);
  for (uint32_t k = 0; k < leaves.count; k++) {
    uint32_t leaf = b->x->shapes.leaves.at[leaves.first + k];
    bool found = leaf == but || predicates_is_global(b->x, leaf);
    vec_each (const uint32_t, from, &bound->from)
      found = found || *from == leaf;
    if (!found)
      return false;
  }
  return true;
}

static void call_enter(builder *b, uint32_t caller, uint32_t callee,
                       const predicates_binding *bound) {
  for (size_t i = 0; i < b->x->all.count; i++) {
    const predicate *q = &b->x->all.at[i];
    if (q->function != callee || !q->is_at_entry)
      continue;
    if (!is_bound(b, q->condition, bound, CFA_NONE)) {
      builder_put_any(b, i);
      continue;
    }
    uint32_t c = shape_replace(&b->x->shapes, q->condition, bound->from.at,
                               bound->to.at, bound->from.count);
    builder_put(b, i, choose(&b->c, &b->scope[caller], c));
  }
}

/* The state behind a call, in terms of what is known there: the caller's
 * predicates speak of before, the global ones of behind, the results of
 * both. */
typedef struct behind {
  literals known;
  shape_list from, to; /* leaves that the callee may change */
  uint32_t into;       /* leaf that gets the result; CFA_NONE: none */
  uint32_t result;
} behind;

static void note_changed(builder *b, behind *x, uint32_t callee,
                         uint32_t condition) {
  shapes *s = &b->x->shapes;
  shape_leaves leaves = *shape_look(s, condition);
  for (uint32_t i = 0; i < leaves.count; i++) {
    uint32_t leaf = s->leaves.at[leaves.first + i], object = CFA_NONE;
    uint64_t offset;
    cfa_expression expression = b->x->p->expressions.at[leaf];
    bool is_cell = shape_is_cell(s, leaf, &object, &offset);
    if (!is_cell && expression.kind != CFA_VARIABLE)
      continue;
    if (!is_cell)
      object = expression.a;
    if (!effects_may_change(&b->x->effects, callee, object))
      continue;
    bool is_there = false;
    vec_each (const uint32_t, known, &x->from)
      is_there = is_there || *known == leaf;
    if (is_there)
      continue;
    vec_push(b->m, &x->from, leaf);
    vec_push(b->m, &x->to,
             shape_ghost(s,
                         is_cell ? SHAPE_GHOST_AFTER_LOAD : SHAPE_GHOST_AFTER,
                         is_cell ? leaf : object, expression.width,
                         expression.is_pointer));
  }
}

static uint32_t now_of(builder *b, uint32_t variable) {
  return prog_add_expression(b->m, b->p, PROG_NOW, 1, variable, PROG_NONE,
                             PROG_NONE);
}

/* What the callee ensures, about its arguments. */
static void know_results(builder *b, behind *x, uint32_t callee,
                         const predicates_binding *bound) {
  shapes *s = &b->x->shapes;
  shape_list from = {0}, to = {0};
  for (size_t i = 0; i < x->from.count; i++) {
    vec_push(b->m, &from, x->from.at[i]);
    vec_push(b->m, &to, x->to.at[i]);
  }
  for (size_t i = 0; i < bound->from.count; i++) {
    vec_push(b->m, &from, bound->from.at[i]);
    vec_push(b->m, &to, bound->to.at[i]);
  }
  for (uint32_t r = 0; r < b->out->results; r++) {
    uint32_t i = b->out->ensured.at[callee * b->out->results + r];
    if (i == CFA_NONE)
      continue;
    bool is_negated;
    uint32_t c = shape_strip(
        s,
        shape_replace(s, b->x->all.at[i].condition, from.at, to.at, from.count),
        &is_negated);
    uint32_t now = now_of(b, b->out->first_result + r);
    if (is_bound(b, b->x->all.at[i].condition, bound, x->result))
      literals_add(&b->c, &x->known, c,
                   is_negated ? choose_not(&b->c, now) : now);
  }
  vec_free(b->m, &from);
  vec_free(b->m, &to);
}

static void know_predicates(builder *b, behind *x, uint32_t caller) {
  shapes *s = &b->x->shapes;
  for (size_t i = 0; i < b->x->all.count; i++) {
    const predicate *q = &b->x->all.at[i];
    if (q->is_ensured || (q->function != CFA_NONE && q->function != caller))
      continue;
    uint32_t c = q->condition;
    if (q->function == CFA_NONE)
      c = shape_replace(s, c, x->from.at, x->to.at, x->from.count);
    literals_add(&b->c, &x->known, c, builder_now(b, i));
  }
}

static bool is_affected(builder *b, const behind *x, const predicate *q) {
  shapes *s = &b->x->shapes;
  if (x->into != CFA_NONE && shape_mentions(s, q->condition, x->into))
    return true;
  if (q->function == CFA_NONE)
    return false;
  vec_each (const uint32_t, leaf, &x->from)
    if (shape_mentions(s, q->condition, *leaf))
      return true;
  return false;
}

static void go_on(builder *b, behind *x, const cfa_edge *edge,
                  uint32_t caller) {
  shapes *s = &b->x->shapes;
  shape_list from = {0}, to = {0};
  for (size_t i = 0; i < x->from.count; i++)
    if (x->from.at[i] != x->into) {
      vec_push(b->m, &from, x->from.at[i]);
      vec_push(b->m, &to, x->to.at[i]);
    }
  if (x->into != CFA_NONE) {
    vec_push(b->m, &from, x->into);
    vec_push(b->m, &to, x->result);
  }
  for (size_t i = 0; i < b->x->all.count; i++) {
    predicate q = b->x->all.at[i];
    if (q.is_ensured || (q.function != CFA_NONE && q.function != caller) ||
        !is_affected(b, x, &q))
      continue;
    uint32_t c = shape_replace(s, q.condition, from.at, to.at, from.count);
    builder_put(b, i, choose(&b->c, &x->known, c));
  }
  for (uint32_t r = 0; r < b->out->results; r++)
    builder_set(b, b->out->first_result + r, b->c.no);
  (void)edge;
  vec_free(b->m, &from);
  vec_free(b->m, &to);
}

static void come_back(builder *b, uint32_t edge, uint32_t site, uint32_t caller,
                      uint32_t callee, const predicates_binding *bound) {
  assert(edge < b->x->p->edges.count);
  assert(callee < b->x->p->functions.count);
  cfa_edge e = b->x->p->edges.at[edge];
  const cfa_function *function = &b->x->p->functions.at[callee];
  shapes *s = &b->x->shapes;
  behind x = {.into = CFA_NONE};
  unsigned width = function->result_width;
  bool is_pointer = function->result_is_pointer;
  if (e.variable != CFA_NONE) {
    x.into = shape_variable(s, e.variable);
    width = b->x->p->variables.at[e.variable].width;
    is_pointer = b->x->p->variables.at[e.variable].is_pointer;
  }
  x.result = shape_ghost(s, CFA_GHOST_RESULT, CFA_NONE, width, is_pointer);
  for (size_t i = 0; i < b->x->all.count; i++)
    note_changed(b, &x, callee, b->x->all.at[i].condition);
  know_results(b, &x, callee, bound);
  know_predicates(b, &x, caller);
  go_on(b, &x, &e, caller);
  literals_clear(&b->c, &x.known);
  vec_free(b->m, &x.from);
  vec_free(b->m, &x.to);
  builder_edge(b,
               (prog_edge){.kind = PROG_STEP,
                           .from = site,
                           .to = b->location[e.to],
                           .guard = PROG_NONE,
                           .is_hidden = true},
               CFA_NONE);
}

void builder_call(builder *b, uint32_t edge) {
  assert(edge < b->x->p->edges.count);
  cfa_edge e = b->x->p->edges.at[edge];
  assert(e.from < b->x->p->locations.count);
  uint32_t caller = b->x->p->locations.at[e.from].function;
  effects_callees callees = {0};
  predicates_binding bound = {0};
  builder_doubt(b, edge);
  effects_callees_of(b->m, b->x->p, &e, &callees);
  for (size_t i = 0; i < callees.count; i++) {
    uint32_t callee = callees.at[i];
    uint32_t site = prog_add_location(b->m, b->p, b->procedure[caller], 0, 0);
    predicates_bind(b->x, &e, callee, &bound);
    call_enter(b, caller, callee, &bound);
    builder_edge(
        b,
        (prog_edge){.kind = PROG_CALL,
                    .from = b->location[e.from],
                    .to = site,
                    .entry = b->p->procedures.at[b->procedure[callee]].entry,
                    .guard = PROG_NONE},
        edge);
    come_back(b, edge, site, caller, callee, &bound);
  }
  vec_free(b->m, &callees);
  vec_free(b->x->m, &bound.from);
  vec_free(b->x->m, &bound.to);
}
