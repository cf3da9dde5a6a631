#include "engine/panda/calls/guess.h"

#include <assert.h>

uint32_t clause_apply(clause_maker *maker, bits_op op, unsigned width,
                      uint32_t a, uint32_t b) {
  return cfa_apply(maker->x->m, maker->p, op, width, a, b, CFA_NONE);
}

uint32_t clause_not(clause_maker *maker, uint32_t x) {
  return clause_apply(maker, BITS_NOT, 1, x, CFA_NONE);
}

uint32_t clause_now(clause_maker *maker, uint32_t v) {
  return cfa_read_scalar(maker->x->m, maker->p, v);
}

uint32_t clause_ghost(clause_maker *maker, cfa_ghost kind, uint32_t v,
                      unsigned width, bool is_signed) {
  return cfa_make_ghost(maker->x->m, maker->p, kind, v, width, false,
                        is_signed);
}

uint32_t clause_old(clause_maker *maker, uint32_t v) {
  assert(v < maker->p->variables.count);
  const cfa_variable *variable = &maker->p->variables.at[v];
  return clause_ghost(maker, CFA_GHOST_OLD, v, variable->width,
                      variable->is_signed);
}

/* The condition with other names, CFA_NONE: it speaks of what has none, or of
 * memory, or may make inputs. */
uint32_t clause_renamed(clause_maker *maker, uint32_t x, int depth) {
  assert(x < maker->p->expressions.count);
  const cfa_expression expression = maker->p->expressions.at[x];
  uint32_t operands[3], to[3] = {CFA_NONE, CFA_NONE, CFA_NONE};
  if (expression.is_pointer || depth > MOST_DEPTH)
    return CFA_NONE;
  if (expression.kind == CFA_CONSTANT)
    return x;
  if (expression.kind == CFA_VARIABLE) {
    vec_each (const renaming, n, &maker->names)
      if (n->from == expression.a)
        return n->to;
    return CFA_NONE;
  }
  if (expression.kind != CFA_APPLY ||
      (expression.op >= BITS_UDIV && expression.op <= BITS_SREM) ||
      (expression.op >= BITS_SHL && expression.op <= BITS_ASHR))
    return CFA_NONE;
  size_t n = cfa_operands(&expression, operands);
  for (size_t i = 0; i < n; i++) {
    to[i] = clause_renamed(maker, operands[i], depth + 1);
    if (to[i] == CFA_NONE)
      return CFA_NONE;
  }
  return cfa_apply(maker->x->m, maker->p, expression.op, expression.width,
                   to[0], to[1], to[2]);
}

void clause_name(clause_maker *maker, uint32_t from, uint32_t to) {
  renaming r = {from, to};
  vec_push(maker->x->m, &maker->names, r);
}

/* Its number in the list; CFA_NONE: there is no room for it. 'stronger' is the
 * number of one that implies it. */
uint32_t clause_add_weaker(clause_maker *maker, clauses *to, uint32_t condition,
                           uint32_t stronger, uint32_t another) {
  clause c = {.condition = condition, .stronger = {stronger, another}};
  for (size_t i = 0; i < to->count; i++)
    if (to->at[i].condition == condition)
      return (uint32_t)i;
  if (to->count == MOST_CLAUSES ||
      maker->p->expressions.at[condition].kind == CFA_CONSTANT)
    return CFA_NONE;
  vec_push(maker->x->m, to, c);
  return (uint32_t)(to->count - 1);
}

void clause_add(clause_maker *maker, clauses *to, uint32_t condition) {
  clause_add_weaker(maker, to, condition, CFA_NONE, CFA_NONE);
}

void clause_add_number(clause_maker *maker, numbers *to, size_t most,
                       uint32_t x) {
  vec_each (const uint32_t, y, to)
    if (*y == x)
      return;
  if (to->count < most)
    vec_push(maker->x->m, to, x);
}

static void add_constant(clause_maker *maker, uint64_t x) {
  for (size_t i = 0; i < maker->constants.count; i++)
    if (maker->constants.at[i] == x)
      return;
  if (maker->constants.count < MOST_CONSTANTS)
    vec_push(maker->x->m, &maker->constants, x);
}

static void constants_of(clause_maker *maker, uint32_t root) {
  if (root == CFA_NONE)
    return;
  uint64_t near[3];
  size_t n = condition_numbers(maker->p, root, near);
  for (size_t i = 0; i < n; i++) {
    add_constant(maker, near[i]);
    add_constant(maker, near[i] + 1);
    add_constant(maker, near[i] - 1);
  }
}

/* Of a function: what it compares with, assigns, returns and gives away. */
static void constants_in(clause_maker *maker, uint32_t function) {
  for (size_t i = 0; i < maker->p->edges.count; i++) {
    const cfa_edge *edge = &maker->p->edges.at[i];
    if (maker->p->locations.at[edge->from].function != function)
      continue;
    if (edge->kind == CFA_ASSUME || edge->kind == CFA_ASSIGN ||
        edge->kind == CFA_RETURN)
      constants_of(maker, edge->a);
    for (uint32_t n = 0; edge->kind == CFA_CALL && n < edge->arguments; n++)
      constants_of(maker, maker->p->arguments.at[edge->first_argument + n]);
  }
}

void clause_find_constants(clause_maker *maker) {
  add_constant(maker, 0);
  add_constant(maker, 1);
  constants_in(maker, maker->function);
  for (size_t i = 0; i < maker->p->edges.count; i++) {
    const cfa_edge *edge = &maker->p->edges.at[i];
    uint32_t of = maker->p->locations.at[edge->from].function;
    if (edge->kind == CFA_CALL && edge->function == maker->function &&
        of != edge->function)
      constants_in(maker, of);
  }
}

static bool is_less(const subject *s, uint64_t a, uint64_t b) {
  return s->is_signed ? bits_signed(a, s->width) < bits_signed(b, s->width)
                      : a < b;
}

/* Those that fit, in the order of the subject. */
void clause_sort_constants(const clause_maker *maker, const subject *s,
                           constants *to) {
  to->count = 0;
  for (size_t i = 0; i < maker->constants.count; i++) {
    uint64_t cut = bits_cut(maker->constants.at[i], s->width);
    size_t n = to->count;
    if ((uint64_t)bits_signed(cut, s->width) != maker->constants.at[i])
      continue;
    for (; n && is_less(s, cut, to->at[n - 1]); n--)
      to->at[n] = to->at[n - 1];
    to->at[n] = cut;
    to->count++;
  }
}

/* Tight ones first: a bound is looked at when the tighter one has failed. */
void clause_bounds(clause_maker *maker, clauses *to, const subject *s) {
  bits_op at_most = s->is_signed ? BITS_SLE : BITS_ULE;
  constants all;
  clause_sort_constants(maker, s, &all);
  uint32_t tighter = CFA_NONE;
  for (size_t i = 0; i < all.count; i++) {
    uint32_t c = cfa_constant(maker->x->m, maker->p, s->width, all.at[i]);
    tighter = clause_add_weaker(
        maker, to, clause_apply(maker, at_most, 1, s->x, c), tighter, CFA_NONE);
  }
  tighter = CFA_NONE;
  for (size_t i = all.count; i-- > 0;) {
    uint32_t c = cfa_constant(maker->x->m, maker->p, s->width, all.at[i]);
    tighter = clause_add_weaker(
        maker, to, clause_apply(maker, at_most, 1, c, s->x), tighter, CFA_NONE);
  }
}
