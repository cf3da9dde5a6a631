/* Candidates for invariants, from the program's own conditions and constants:
 * branch conditions and their negations, bounds of variables, and comparisons
 * of two variables. Only over scalars, and only such as mention something that
 * the loop changes. */
#include "engine/panda/arrays.h"

enum {
  MOST_CANDIDATES = 400,
  MOST_VARIABLES = 14,
  MOST_CONSTANTS = 24,
  MOST_NODES = 24 /* of a condition */
};

typedef struct guesser {
  loops *x;
  cfa *p;
  loop *l;
  vec(uint32_t) variables; /* of interest, those that change first */
  size_t changing;         /* how many of them do */
  vec(uint64_t) constants; /* of 64 bits, as numbers with a sign */
} guesser;

static bool is_interesting(const guesser *g, uint32_t v) {
  const cfa_variable *x = &g->p->variables.at[v];
  return x->is_scalar && !x->is_pointer && x->kind != CFA_TEMPORARY &&
         x->width >= 8;
}

static bool is_among(const uint32_t *at, size_t count, uint32_t v) {
  for (size_t i = 0; i < count; i++)
    if (at[i] == v)
      return true;
  return false;
}

/* ---- What conditions mention ----------------------------------------- */

/* Appends the scalars of a condition; false: it has loads, pointers, or
 * operators that may make inputs, or is too large. */
static bool scalars_of(guesser *g, uint32_t condition, uint32_t *out,
                       size_t *count) {
  uint32_t work[MOST_NODES];
  size_t n = 0, nodes = 0;
  work[n++] = condition;
  *count = 0;
  while (n) {
    const cfa_expression *e = &g->p->expressions.at[work[--n]];
    uint32_t operands[3];
    if (++nodes > MOST_NODES || e->is_pointer)
      return false;
    if (e->kind == CFA_VARIABLE && !is_among(out, *count, e->a))
      out[(*count)++] = e->a;
    if (e->kind == CFA_VARIABLE || e->kind == CFA_CONSTANT)
      continue;
    if (e->kind != CFA_APPLY || (e->op >= BITS_UDIV && e->op <= BITS_SREM) ||
        (e->op >= BITS_SHL && e->op <= BITS_ASHR))
      return false;
    size_t k = cfa_operands(e, operands);
    for (size_t i = 0; i < k; i++) {
      if (n == MOST_NODES)
        return false;
      work[n++] = operands[i];
    }
  }
  return true;
}

static void add(guesser *g, uint32_t condition) {
  vec_each (const candidate, c, &g->l->candidates)
    if (c->condition == condition)
      return;
  candidate c = {condition, false};
  if (g->l->candidates.count < MOST_CANDIDATES)
    vec_push(g->x->m, &g->l->candidates, c);
}

static uint32_t apply(guesser *g, bits_op op, unsigned width, uint32_t a,
                      uint32_t b) {
  return cfa_apply(g->x->m, g->p, op, width, a, b, CFA_NONE);
}

static uint32_t read_variable(guesser *g, uint32_t v) {
  const cfa_variable *x = &g->p->variables.at[v];
  cfa_expression e = {.kind = CFA_VARIABLE,
                      .width = x->width,
                      .a = v,
                      .b = CFA_NONE,
                      .c = CFA_NONE};
  return cfa_express(g->x->m, g->p, &e);
}

/* ---- Where they come from -------------------------------------------- */

static void add_constant(guesser *g, uint64_t x) {
  for (size_t i = 0; i < g->constants.count; i++)
    if (g->constants.at[i] == x)
      return;
  if (g->constants.count < MOST_CONSTANTS)
    vec_push(g->x->m, &g->constants, x);
}

static void add_variable(guesser *g, uint32_t v) {
  if (g->variables.count < MOST_VARIABLES && is_interesting(g, v) &&
      !is_among(g->variables.at, g->variables.count, v))
    vec_push(g->x->m, &g->variables, v);
}

/* Conditions of the function; the variables and constants in them. */
static void look_at_conditions(guesser *g, bool take_them) {
  uint32_t function = g->p->locations.at[g->l->location].function;
  size_t edges = g->p->edges.count;
  for (size_t i = 0; i < edges; i++) {
    const cfa_edge *e = &g->p->edges.at[i];
    uint32_t found[MOST_NODES];
    size_t count;
    uint32_t of = g->p->locations.at[e->from].function;
    if (e->kind != CFA_ASSUME || of != function || !e->holds ||
        !scalars_of(g, e->a, found, &count))
      continue;
    bool changes = false;
    for (size_t n = 0; n < count; n++) {
      changes =
          changes || is_among(g->l->scalars.at, g->l->scalars.count, found[n]);
      if (!take_them)
        add_variable(g, found[n]);
    }
    if (take_them && changes) {
      add(g, e->a);
      add(g, apply(g, BITS_NOT, 1, e->a, CFA_NONE));
    }
  }
}

/* Constants that the function compares with or assigns, and their neighbours.
 */
static void look_at_constants(guesser *g) {
  uint32_t function = g->p->locations.at[g->l->location].function;
  add_constant(g, 0);
  add_constant(g, 1);
  for (size_t i = 0; i < g->p->edges.count; i++) {
    const cfa_edge *e = &g->p->edges.at[i];
    if (g->p->locations.at[e->from].function != function ||
        (e->kind != CFA_ASSUME && e->kind != CFA_ASSIGN))
      continue;
    const cfa_expression *x = &g->p->expressions.at[e->a];
    uint32_t operands[3] = {e->a, CFA_NONE, CFA_NONE};
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
}

static void bound(guesser *g, uint32_t v) {
  uint32_t x = read_variable(g, v);
  const cfa_variable *y = &g->p->variables.at[v];
  unsigned w = y->width;
  bits_op at_most = y->is_signed ? BITS_SLE : BITS_ULE;
  for (size_t i = 0; i < g->constants.count; i++) {
    uint64_t cut = bits_cut(g->constants.at[i], w);
    if ((uint64_t)bits_signed(cut, w) != g->constants.at[i])
      continue;
    uint32_t c = cfa_constant(g->x->m, g->p, w, cut);
    add(g, apply(g, at_most, 1, c, x));
    add(g, apply(g, at_most, 1, x, c));
  }
}

static void compare(guesser *g, uint32_t v, uint32_t u) {
  const cfa_variable *a = &g->p->variables.at[v];
  const cfa_variable *b = &g->p->variables.at[u];
  if (a->width != b->width || v == u)
    return;
  bits_op at_most = a->is_signed || b->is_signed ? BITS_SLE : BITS_ULE;
  uint32_t x = read_variable(g, v), y = read_variable(g, u);
  add(g, apply(g, BITS_EQ, 1, x, y));
  add(g, apply(g, at_most, 1, x, y));
  add(g, apply(g, at_most, 1, y, x));
}

static void guess(loops *x, loop *l) {
  guesser g = {.x = x, .p = x->p, .l = l};
  vec_each (const uint32_t, v, &l->scalars)
    add_variable(&g, *v);
  g.changing = g.variables.count;
  look_at_conditions(&g, false);
  look_at_constants(&g);
  look_at_conditions(&g, true);
  for (size_t i = 0; i < g.changing; i++)
    bound(&g, g.variables.at[i]);
  for (size_t i = 0; i < g.changing; i++)
    for (size_t j = 0; j < g.variables.count; j++)
      if (j > i || j >= g.changing)
        compare(&g, g.variables.at[i], g.variables.at[j]);
  vec_free(x->m, &g.variables);
  vec_free(x->m, &g.constants);
}

void loops_start_again(loops *x) {
  for (uint32_t i = 0; i < x->count; i++) {
    loop *l = &x->all[i];
    l->candidates.count = l->array_candidates.count = 0;
    l->has_array_candidates = false;
    l->samples = l->array_samples = 0;
  }
}

void loops_guess(loops *x) {
  for (uint32_t i = 0; i < x->count; i++)
    if (x->all[i].is_wanted && !x->all[i].has_array_candidates)
      arrays_guess(x, &x->all[i]);
  for (uint32_t i = 0; i < x->count; i++)
    if (x->all[i].is_wanted && !x->all[i].candidates.count)
      guess(x, &x->all[i]);
}
