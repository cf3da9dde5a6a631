#include "engine/predicates/effects.h"

#include <assert.h>
#include <string.h>

uint32_t effects_object(const cfa *p, uint32_t pointer, uint64_t *offset) {
  assert(pointer < p->expressions.count);
  const cfa_expression *x = &p->expressions.at[pointer];
  *offset = x->value;
  while (x->kind == CFA_OFFSET) {
    *offset = UINT64_MAX;
    x = &p->expressions.at[x->a];
  }
  return x->kind == CFA_ADDRESS ? x->a : CFA_NONE;
}

static bool fits(const cfa *p, const cfa_edge *e, const cfa_function *f) {
  if (!f->is_address_taken)
    return false;
  if (!f->is_variadic && f->parameters != e->arguments)
    return false;
  for (uint32_t i = 0; i < f->parameters && i < e->arguments; i++) {
    const cfa_variable *v = &p->variables.at[f->first_variable + i];
    uint32_t actual = p->arguments.at[e->first_argument + i];
    if (v->is_scalar && v->width != p->expressions.at[actual].width)
      return false;
  }
  return true;
}

void effects_callees_of(mem *m, const cfa *p, const cfa_edge *e,
                        effects_callees *out) {
  if (e->function != CFA_NONE) {
    vec_push(m, out, e->function);
    return;
  }
  for (uint32_t f = 0; f < p->functions.count; f++)
    if (fits(p, e, &p->functions.at[f]))
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
  const cfa *p = f->x->p;
  const cfa_expression *x = &p->expressions.at[e];
  while (x->kind == CFA_OFFSET) {
    vec_push(f->m, &f->waiting, x->b);
    e = x->a;
    x = &p->expressions.at[e];
  }
  if (x->kind != CFA_ADDRESS)
    vec_push(f->m, &f->waiting, e);
}

static void see_waiting(finder *f) {
  const cfa *p = f->x->p;
  while (f->waiting.count) {
    uint32_t e = vec_pop(&f->waiting), of[3];
    if (f->seen[e])
      continue;
    f->seen[e] = true;
    const cfa_expression *x = &p->expressions.at[e];
    if (x->kind == CFA_ADDRESS)
      f->x->is_escaped[x->a] = true;
    if (x->kind == CFA_LOAD) {
      see_address(f, x->a);
      continue;
    }
    size_t count = cfa_operands(x, of);
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
  const cfa *p = x->p;
  finder f = {.m = m, .x = x};
  f.seen = mem_array(m, p->expressions.count, sizeof *f.seen);
  vec_each (const cfa_edge, e, &p->edges) {
    bool writes = e->kind == CFA_STORE || e->kind == CFA_COPY ||
                  e->kind == CFA_FILL || e->kind == CFA_SIZE;
    see(&f, e->a, writes);
    see(&f, e->b, e->kind == CFA_COPY);
    see(&f, e->c, false);
    for (uint32_t i = 0; i < e->arguments; i++)
      see(&f, p->arguments.at[e->first_argument + i], false);
  }
  vec_each (const cfa_pointer, q, &p->pointers)
    see(&f, q->value, false);
  vec_each (const cfa_variable, v, &p->variables)
    if (v->function == CFA_NONE && v->is_scalar)
      see(&f, v->initial, false);
  vec_free(m, &f.waiting);
  mem_free(m, f.seen);
}

static bool assigns(const cfa_edge *e) {
  switch (e->kind) {
  case CFA_ASSIGN:
  case CFA_INPUT:
  case CFA_HAVOC:
  case CFA_CALL:
  case CFA_ALLOCATE:
  case CFA_SIZE:
    return e->variable != CFA_NONE;
  default:
    return false;
  }
}

static void own_changes(effects *x, const cfa_edge *e) {
  const cfa *p = x->p;
  assert(e->from < p->locations.count);
  uint32_t f = p->locations.at[e->from].function;
  uint32_t v = assigns(e) ? e->variable : CFA_NONE;
  if (v != CFA_NONE)
    x->is_assigned[v] = true;
  if (e->kind == CFA_STORE || e->kind == CFA_COPY || e->kind == CFA_FILL) {
    uint64_t offset;
    v = effects_object(p, e->a, &offset);
    x->writes_wildly[f] = x->writes_wildly[f] || v == CFA_NONE;
  }
  if (v != CFA_NONE && v < p->globals)
    x->changes[(size_t)f * p->globals + v] = true;
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

void effects_find(mem *m, const cfa *p, effects *out) {
  size_t functions = p->functions.count;
  effects x = {.p = p};
  x.is_escaped = mem_array(m, p->variables.count + 1, sizeof(bool));
  x.is_assigned = mem_array(m, p->variables.count + 1, sizeof(bool));
  x.is_reachable = mem_array(m, functions, sizeof(bool));
  x.writes_wildly = mem_array(m, functions, sizeof(bool));
  x.changes = mem_array(m, functions * p->globals + 1, sizeof(bool));
  x.is_reachable[p->main] = true;
  find_escapes(m, &x);
  vec_each (const cfa_edge, e, &p->edges)
    own_changes(&x, e);
  effects_callees callees = {0};
  for (bool again = true; again;) {
    again = false;
    vec_each (const cfa_edge, e, &p->edges) {
      callees.count = 0;
      if (e->kind == CFA_CALL)
        effects_callees_of(m, p, e, &callees);
      vec_each (const uint32_t, f, &callees)
        again =
            effects_join(&x, p->locations.at[e->from].function, *f) || again;
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
