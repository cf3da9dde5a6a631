#include "engine/panda/calls_guess.h"

/* ---- Expressions ----------------------------------------------------- */

uint32_t guess_apply(guesser *g, bits_op op, unsigned width, uint32_t a,
                     uint32_t b) {
  return cfa_apply(g->x->m, g->p, op, width, a, b, CFA_NONE);
}

uint32_t guess_not(guesser *g, uint32_t x) {
  return guess_apply(g, BITS_NOT, 1, x, CFA_NONE);
}

uint32_t guess_now(guesser *g, uint32_t v) {
  cfa_expression e = {.kind = CFA_VARIABLE,
                      .width = g->p->variables.at[v].width,
                      .a = v,
                      .b = CFA_NONE,
                      .c = CFA_NONE};
  return cfa_express(g->x->m, g->p, &e);
}

uint32_t guess_ghost(guesser *g, cfa_ghost kind, uint32_t v, unsigned width,
                     bool is_signed) {
  cfa_expression e = {.kind = CFA_GHOST,
                      .width = (uint8_t)width,
                      .is_signed = is_signed,
                      .a = v,
                      .b = CFA_NONE,
                      .c = CFA_NONE,
                      .value = kind};
  return cfa_express(g->x->m, g->p, &e);
}

uint32_t guess_old(guesser *g, uint32_t v) {
  const cfa_variable *x = &g->p->variables.at[v];
  return guess_ghost(g, CFA_GHOST_OLD, v, x->width, x->is_signed);
}

/* The condition with other names, CFA_NONE: it speaks of what has none, or of
 * memory, or may make inputs. */
uint32_t guess_renamed(guesser *g, uint32_t x, int depth) {
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
    to[i] = guess_renamed(g, operands[i], depth + 1);
    if (to[i] == CFA_NONE)
      return CFA_NONE;
  }
  return cfa_apply(g->x->m, g->p, e.op, e.width, to[0], to[1], to[2]);
}

void guess_name(guesser *g, uint32_t from, uint32_t to) {
  renaming r = {from, to};
  vec_push(g->x->m, &g->names, r);
}

/* ---- Lists ----------------------------------------------------------- */

/* Its number in the list; CFA_NONE: there is no room for it. 'stronger' is the
 * number of one that implies it. */
uint32_t guess_add_weaker(guesser *g, clauses *to, uint32_t condition,
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

void guess_add(guesser *g, clauses *to, uint32_t condition) {
  guess_add_weaker(g, to, condition, CFA_NONE, CFA_NONE);
}

void guess_add_number(guesser *g, numbers *to, size_t most, uint32_t x) {
  vec_each (const uint32_t, y, to)
    if (*y == x)
      return;
  if (to->count < most)
    vec_push(g->x->m, to, x);
}

static void add_constant(guesser *g, uint64_t x) {
  for (size_t i = 0; i < g->constants.count; i++)
    if (g->constants.at[i] == x)
      return;
  if (g->constants.count < MOST_CONSTANTS)
    vec_push(g->x->m, &g->constants, x);
}

/* ---- Constants ------------------------------------------------------- */

static void constants_of(guesser *g, uint32_t root) {
  if (root == CFA_NONE)
    return;
  const cfa_expression *x = &g->p->expressions.at[root];
  uint32_t operands[3] = {root, CFA_NONE, CFA_NONE};
  size_t n = x->kind == CFA_CONSTANT ? 1 : cfa_operands(x, operands);
  for (size_t k = 0; k < n; k++) {
    const cfa_expression *c = &g->p->expressions.at[operands[k]];
    if (c->kind != CFA_CONSTANT || c->is_pointer)
      continue;
    uint64_t v = (uint64_t)bits_signed(c->value, c->width);
    add_constant(g, v);
    add_constant(g, v + 1);
    add_constant(g, v - 1);
  }
}

/* Of a function: what it compares with, assigns, returns and gives away. */
static void constants_in(guesser *g, uint32_t function) {
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

void guess_find_constants(guesser *g) {
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

/* ---- Bounds ---------------------------------------------------------- */

static bool is_less(const subject *s, uint64_t a, uint64_t b) {
  return s->is_signed ? bits_signed(a, s->width) < bits_signed(b, s->width)
                      : a < b;
}

/* Those that fit, in the order of the subject. */
void guess_sort_constants(const guesser *g, const subject *s, constants *to) {
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
void guess_bounds(guesser *g, clauses *to, const subject *s) {
  bits_op at_most = s->is_signed ? BITS_SLE : BITS_ULE;
  constants all;
  guess_sort_constants(g, s, &all);
  uint32_t tighter = CFA_NONE;
  for (size_t i = 0; i < all.count; i++) {
    uint32_t c = cfa_constant(g->x->m, g->p, s->width, all.at[i]);
    tighter = guess_add_weaker(g, to, guess_apply(g, at_most, 1, s->x, c),
                               tighter, CFA_NONE);
  }
  tighter = CFA_NONE;
  for (size_t i = all.count; i-- > 0;) {
    uint32_t c = cfa_constant(g->x->m, g->p, s->width, all.at[i]);
    tighter = guess_add_weaker(g, to, guess_apply(g, at_most, 1, c, s->x),
                               tighter, CFA_NONE);
  }
}
