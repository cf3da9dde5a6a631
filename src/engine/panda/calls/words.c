#include "engine/panda/calls/guess.h"

#include <assert.h>

uint32_t clause_apply(clause_maker *g, bits_op op, unsigned width, uint32_t a,
                      uint32_t b) {
  return cfa_apply(g->x->m, g->p, op, width, a, b, CFA_NONE);
}

uint32_t clause_not(clause_maker *g, uint32_t x) {
  return clause_apply(g, BITS_NOT, 1, x, CFA_NONE);
}

uint32_t clause_now(clause_maker *g, uint32_t v) {
  return cfa_read_scalar(g->x->m, g->p, v);
}

uint32_t clause_ghost(clause_maker *g, cfa_ghost kind, uint32_t v,
                      unsigned width, bool is_signed) {
  return cfa_make_ghost(g->x->m, g->p, kind, v, width, false, is_signed);
}

uint32_t clause_old(clause_maker *g, uint32_t v) {
  assert(v < g->p->variables.count);
  const cfa_variable *x = &g->p->variables.at[v];
  return clause_ghost(g, CFA_GHOST_OLD, v, x->width, x->is_signed);
}

/* The condition with other names, CFA_NONE: it speaks of what has none, or of
 * memory, or may make inputs. */
uint32_t clause_renamed(clause_maker *g, uint32_t x, int depth) {
  assert(x < g->p->expressions.count);
  const cfa_expression e = g->p->expressions.at[x];
  uint32_t operands[3], to[3] = {CFA_NONE, CFA_NONE, CFA_NONE};
  if (e.is_pointer || depth > MOST_DEPTH)
    return CFA_NONE;
  if (e.kind == CFA_CONSTANT)
    return x;
  if (e.kind == CFA_VARIABLE) {
    vec_each (const renaming, n, &g->names)
      if (n->from == e.a)
        return n->to;
    return CFA_NONE;
  }
  if (e.kind != CFA_APPLY || (e.op >= BITS_UDIV && e.op <= BITS_SREM) ||
      (e.op >= BITS_SHL && e.op <= BITS_ASHR))
    return CFA_NONE;
  size_t n = cfa_operands(&e, operands);
  for (size_t i = 0; i < n; i++) {
    to[i] = clause_renamed(g, operands[i], depth + 1);
    if (to[i] == CFA_NONE)
      return CFA_NONE;
  }
  return cfa_apply(g->x->m, g->p, e.op, e.width, to[0], to[1], to[2]);
}

void clause_name(clause_maker *g, uint32_t from, uint32_t to) {
  renaming r = {from, to};
  vec_push(g->x->m, &g->names, r);
}

/* Its number in the list; CFA_NONE: there is no room for it. 'stronger' is the
 * number of one that implies it. */
uint32_t clause_add_weaker(clause_maker *g, clauses *to, uint32_t condition,
                           uint32_t stronger, uint32_t another) {
  clause c = {.condition = condition, .stronger = {stronger, another}};
  for (size_t i = 0; i < to->count; i++)
    if (to->at[i].condition == condition)
      return (uint32_t)i;
  if (to->count == MOST_CLAUSES ||
      g->p->expressions.at[condition].kind == CFA_CONSTANT)
    return CFA_NONE;
  vec_push(g->x->m, to, c);
  return (uint32_t)(to->count - 1);
}

void clause_add(clause_maker *g, clauses *to, uint32_t condition) {
  clause_add_weaker(g, to, condition, CFA_NONE, CFA_NONE);
}

void clause_add_number(clause_maker *g, numbers *to, size_t most, uint32_t x) {
  vec_each (const uint32_t, y, to)
    if (*y == x)
      return;
  if (to->count < most)
    vec_push(g->x->m, to, x);
}

static void add_constant(clause_maker *g, uint64_t x) {
  for (size_t i = 0; i < g->constants.count; i++)
    if (g->constants.at[i] == x)
      return;
  if (g->constants.count < MOST_CONSTANTS)
    vec_push(g->x->m, &g->constants, x);
}

static void constants_of(clause_maker *g, uint32_t root) {
  if (root == CFA_NONE)
    return;
  uint64_t near[3];
  size_t n = condition_numbers(g->p, root, near);
  for (size_t i = 0; i < n; i++) {
    add_constant(g, near[i]);
    add_constant(g, near[i] + 1);
    add_constant(g, near[i] - 1);
  }
}

/* Of a function: what it compares with, assigns, returns and gives away. */
static void constants_in(clause_maker *g, uint32_t function) {
  for (size_t i = 0; i < g->p->edges.count; i++) {
    const cfa_edge *e = &g->p->edges.at[i];
    if (g->p->locations.at[e->from].function != function)
      continue;
    if (e->kind == CFA_ASSUME || e->kind == CFA_ASSIGN || e->kind == CFA_RETURN)
      constants_of(g, e->a);
    for (uint32_t n = 0; e->kind == CFA_CALL && n < e->arguments; n++)
      constants_of(g, g->p->arguments.at[e->first_argument + n]);
  }
}

void clause_find_constants(clause_maker *g) {
  add_constant(g, 0);
  add_constant(g, 1);
  constants_in(g, g->function);
  for (size_t i = 0; i < g->p->edges.count; i++) {
    const cfa_edge *e = &g->p->edges.at[i];
    uint32_t of = g->p->locations.at[e->from].function;
    if (e->kind == CFA_CALL && e->function == g->function && of != e->function)
      constants_in(g, of);
  }
}

static bool is_less(const subject *s, uint64_t a, uint64_t b) {
  return s->is_signed ? bits_signed(a, s->width) < bits_signed(b, s->width)
                      : a < b;
}

/* Those that fit, in the order of the subject. */
void clause_sort_constants(const clause_maker *g, const subject *s,
                           constants *to) {
  to->count = 0;
  for (size_t i = 0; i < g->constants.count; i++) {
    uint64_t cut = bits_cut(g->constants.at[i], s->width);
    size_t n = to->count;
    if ((uint64_t)bits_signed(cut, s->width) != g->constants.at[i])
      continue;
    for (; n && is_less(s, cut, to->at[n - 1]); n--)
      to->at[n] = to->at[n - 1];
    to->at[n] = cut;
    to->count++;
  }
}

/* Tight ones first: a bound is looked at when the tighter one has failed. */
void clause_bounds(clause_maker *g, clauses *to, const subject *s) {
  bits_op at_most = s->is_signed ? BITS_SLE : BITS_ULE;
  constants all;
  clause_sort_constants(g, s, &all);
  uint32_t tighter = CFA_NONE;
  for (size_t i = 0; i < all.count; i++) {
    uint32_t c = cfa_constant(g->x->m, g->p, s->width, all.at[i]);
    tighter = clause_add_weaker(g, to, clause_apply(g, at_most, 1, s->x, c),
                                tighter, CFA_NONE);
  }
  tighter = CFA_NONE;
  for (size_t i = all.count; i-- > 0;) {
    uint32_t c = cfa_constant(g->x->m, g->p, s->width, all.at[i]);
    tighter = clause_add_weaker(g, to, clause_apply(g, at_most, 1, c, s->x),
                                tighter, CFA_NONE);
  }
}
