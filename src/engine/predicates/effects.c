#include "engine/predicates/effects.h"

#include <assert.h>
#include <string.h>

uint32_t effects_object(const cfa *automaton, uint32_t pointer,
                        uint64_t *offset) {
  assert(pointer < automaton->expressions.count);
  const cfa_expression *expression = &automaton->expressions.at[pointer];
  *offset = expression->value;
  while (expression->kind == CFA_OFFSET) {
    *offset = UINT64_MAX;
    expression = &automaton->expressions.at[expression->a];
  }
  return expression->kind == CFA_ADDRESS ? expression->a : CFA_NONE;
}

static bool fits(const cfa *automaton, const cfa_edge *edge,
                 const cfa_function *function) {
  if (!function->is_address_taken)
    return false;
  if (!function->is_variadic && function->parameters != edge->arguments)
    return false;
  for (uint32_t i = 0; i < function->parameters && i < edge->arguments; i++) {
    const cfa_variable *variable =
        &automaton->variables.at[function->first_variable + i];
    uint32_t actual = automaton->arguments.at[edge->first_argument + i];
    if (variable->is_scalar &&
        variable->width != automaton->expressions.at[actual].width)
      return false;
  }
  return true;
}

void effects_callees_of(mem *m, const cfa *automaton, const cfa_edge *edge,
                        effects_callees *out) {
  if (edge->function != CFA_NONE) {
    vec_push(m, out, edge->function);
    return;
  }
  for (uint32_t f = 0; f < automaton->functions.count; f++)
    if (fits(automaton, edge, &automaton->functions.at[f]))
      vec_push(m, out, f);
}

typedef struct finder {
  mem *m;
  effects *x;
  vec(uint32_t) waiting;
  bool *seen; /* by expression */
} finder;

/* An address that is only read or written through stays where it is. */
static void see_address(finder *f, uint32_t e) {
  const cfa *automaton = f->x->p;
  const cfa_expression *expression = &automaton->expressions.at[e];
  while (expression->kind == CFA_OFFSET) {
    vec_push(f->m, &f->waiting, expression->b);
    e = expression->a;
    expression = &automaton->expressions.at[e];
  }
  if (expression->kind != CFA_ADDRESS)
    vec_push(f->m, &f->waiting, e);
}

static void see_waiting(finder *f) {
  const cfa *automaton = f->x->p;
  while (f->waiting.count) {
    uint32_t e = vec_pop(&f->waiting), of[3];
    if (f->seen[e])
      continue;
    f->seen[e] = true;
    const cfa_expression *expression = &automaton->expressions.at[e];
    if (expression->kind == CFA_ADDRESS)
      f->x->is_escaped[expression->a] = true;
    if (expression->kind == CFA_LOAD) {
      see_address(f, expression->a);
      continue;
    }
    size_t count = cfa_operands(expression, of);
    for (size_t i = 0; i < count; i++)
      vec_push(f->m, &f->waiting, of[i]);
  }
}

static void see(finder *f, uint32_t e, bool is_address) {
  if (e == CFA_NONE)
    return;
  if (is_address)
    see_address(f, e);
  else
    vec_push(f->m, &f->waiting, e);
  see_waiting(f);
}

static void find_escapes(mem *m, effects *x) {
  const cfa *automaton = x->p;
  finder f = {.m = m, .x = x};
  f.seen = mem_array(m, automaton->expressions.count, sizeof *f.seen);
  vec_each (const cfa_edge, edge, &automaton->edges) {
    bool writes = edge->kind == CFA_STORE || edge->kind == CFA_COPY ||
                  edge->kind == CFA_FILL || edge->kind == CFA_SIZE;
    see(&f, edge->a, writes);
    see(&f, edge->b, edge->kind == CFA_COPY);
    see(&f, edge->c, false);
    for (uint32_t i = 0; i < edge->arguments; i++)
      see(&f, automaton->arguments.at[edge->first_argument + i], false);
  }
  vec_each (const cfa_pointer, pointer, &automaton->pointers)
    see(&f, pointer->value, false);
  vec_each (const cfa_variable, variable, &automaton->variables)
    if (variable->function == CFA_NONE && variable->is_scalar)
      see(&f, variable->initial, false);
  vec_free(m, &f.waiting);
  mem_free(m, f.seen);
}

static bool assigns(const cfa_edge *edge) {
  switch (edge->kind) {
  case CFA_ASSIGN:
  case CFA_INPUT:
  case CFA_HAVOC:
  case CFA_CALL:
  case CFA_ALLOCATE:
  case CFA_SIZE:
    return edge->variable != CFA_NONE;
  default:
    return false;
  }
}

static void own_changes(effects *x, const cfa_edge *edge) {
  const cfa *automaton = x->p;
  assert(edge->from < automaton->locations.count);
  uint32_t f = automaton->locations.at[edge->from].function;
  uint32_t v = assigns(edge) ? edge->variable : CFA_NONE;
  if (v != CFA_NONE)
    x->is_assigned[v] = true;
  if (edge->kind == CFA_STORE || edge->kind == CFA_COPY ||
      edge->kind == CFA_FILL) {
    uint64_t offset;
    v = effects_object(automaton, edge->a, &offset);
    x->writes_wildly[f] = x->writes_wildly[f] || v == CFA_NONE;
  }
  if (v != CFA_NONE && v < automaton->globals)
    x->changes[(size_t)f * automaton->globals + v] = true;
}

/* What the callee does, the caller does. True: that is new. */
static bool effects_join(effects *x, uint32_t caller, uint32_t callee) {
  bool is_new = x->writes_wildly[callee] && !x->writes_wildly[caller];
  uint32_t globals = x->p->globals;
  bool *to = x->changes + (size_t)caller * globals;
  const bool *from = x->changes + (size_t)callee * globals;
  if (is_new)
    x->writes_wildly[caller] = true;
  for (uint32_t v = 0; v < globals; v++)
    if (from[v] && !to[v])
      to[v] = is_new = true;
  if (x->is_reachable[caller] && !x->is_reachable[callee])
    x->is_reachable[callee] = is_new = true;
  return is_new;
}

void effects_find(mem *m, const cfa *automaton, effects *out) {
  size_t functions = automaton->functions.count;
  effects x = {.p = automaton};
  x.is_escaped = mem_array(m, automaton->variables.count + 1, sizeof(bool));
  x.is_assigned = mem_array(m, automaton->variables.count + 1, sizeof(bool));
  x.is_reachable = mem_array(m, functions, sizeof(bool));
  x.writes_wildly = mem_array(m, functions, sizeof(bool));
  x.changes = mem_array(m, functions * automaton->globals + 1, sizeof(bool));
  x.is_reachable[automaton->main] = true;
  find_escapes(m, &x);
  vec_each (const cfa_edge, edge, &automaton->edges)
    own_changes(&x, edge);
  effects_callees callees = {0};
  for (bool again = true; again;) {
    again = false;
    vec_each (const cfa_edge, edge, &automaton->edges) {
      callees.count = 0;
      if (edge->kind == CFA_CALL)
        effects_callees_of(m, automaton, edge, &callees);
      vec_each (const uint32_t, f, &callees)
        again = effects_join(&x, automaton->locations.at[edge->from].function,
                             *f) ||
                again;
    }
  }
  vec_free(m, &callees);
  *out = x;
}

bool effects_may_change(const effects *x, uint32_t function,
                        uint32_t variable) {
  assert(variable < x->p->variables.count);
  const cfa_variable *v = &x->p->variables.at[variable];
  if (!v->is_scalar && x->is_escaped[variable] && x->writes_wildly[function])
    return true;
  if (v->function != CFA_NONE)
    return false;
  return x->changes[(size_t)function * x->p->globals + variable];
}
