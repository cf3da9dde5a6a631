/* Candidates that read memory, from the program's own conditions and stores:
 * what is said or done with one index is guessed to be true of all indices
 * below (or from, or above) what the loop counts, as far as its limits. */
#include "engine/panda/arrays.h"

enum {
  MOST_CANDIDATES = 600,
  MOST_BODIES = 80,
  MOST_LIMITS = 6,
  MOST_COUNTERS = 5,
  MOST_STORES = 6,
  MOST_FLAGGED = 8, /* bodies beside each flag */
  MOST_NODES = 48, /* of an expression */
  MOST_DEPTH = 30
};

typedef struct body {
  uint32_t condition; /* with an index of so many bits */
  uint8_t width;
} body;

typedef struct guesser {
  loops *x;
  mem *m;
  cfa *p;
  loop *l;
  uint32_t function;
  body bodies[MOST_BODIES];
  size_t body_count;
  uint32_t limits[MOST_LIMITS]; /* expressions that the loop does not change */
  size_t limit_count;
  uint32_t counters[MOST_COUNTERS]; /* variables that it does */
  uint64_t steps[MOST_COUNTERS];
  size_t counter_count;
  uint32_t indices[MOST_COUNTERS]; /* variables that indices are made of */
  size_t index_count;
} guesser;

/* ---- Expressions ------------------------------------------------------ */

static const cfa_expression *at(const guesser *g, uint32_t x) {
  return &g->p->expressions.at[x];
}

static uint32_t apply(guesser *g, bits_op op, uint32_t a, uint32_t b) {
  return cfa_apply(g->m, g->p, op, 1, a, b, CFA_NONE);
}

static uint32_t number(guesser *g, unsigned width, uint64_t n) {
  return cfa_constant(g->m, g->p, width, n);
}

static uint32_t ghost(guesser *g, uint32_t variable) {
  const cfa_variable *v = &g->p->variables.at[variable];
  cfa_expression e = {.kind = CFA_GHOST,
                      .width = v->width,
                      .is_signed = v->is_signed,
                      .a = CFA_NONE,
                      .b = CFA_NONE,
                      .c = CFA_NONE,
                      .value = CFA_GHOST_INDEX};
  return cfa_express(g->m, g->p, &e);
}

static uint32_t read_variable(guesser *g, uint32_t v) {
  cfa_expression e = {.kind = CFA_VARIABLE,
                      .width = g->p->variables.at[v].width,
                      .a = v,
                      .b = CFA_NONE,
                      .c = CFA_NONE};
  return cfa_express(g->m, g->p, &e);
}

static uint32_t load(guesser *g, uint32_t pointer, unsigned width) {
  cfa_expression e = {.kind = CFA_LOAD,
                      .width = (uint8_t)width,
                      .is_signed = true,
                      .a = pointer,
                      .b = CFA_NONE,
                      .c = CFA_NONE};
  return cfa_express(g->m, g->p, &e);
}

/* Each node below x, those of addresses too; the number of them. */
static size_t nodes_of(const guesser *g, uint32_t x, uint32_t *out) {
  size_t count = 0, done = 0;
  out[count++] = x;
  while (done < count) {
    uint32_t operands[3];
    size_t n = cfa_operands(at(g, out[done++]), operands);
    for (size_t i = 0; i < n; i++) {
      if (count == MOST_NODES)
        return 0;
      out[count++] = operands[i];
    }
  }
  return count;
}

/* Has it a meaning where the loop is, and is it small? */
static bool is_sayable(const guesser *g, uint32_t x) {
  uint32_t all[MOST_NODES];
  size_t n = nodes_of(g, x, all);
  for (size_t i = 0; i < n; i++) {
    const cfa_expression *e = at(g, all[i]);
    if (e->kind == CFA_FUNCTION || e->kind == CFA_TO_INTEGER ||
        e->kind == CFA_TO_POINTER)
      return false;
    if (e->kind != CFA_VARIABLE && e->kind != CFA_ADDRESS)
      continue;
    const cfa_variable *v = &g->p->variables.at[e->a];
    if ((v->function != CFA_NONE && v->function != g->function) ||
        (v->kind == CFA_TEMPORARY && !v->is_pointer))
      return false;
  }
  return n > 0;
}

static bool has(const guesser *g, uint32_t x, cfa_expression_kind kind) {
  uint32_t all[MOST_NODES];
  size_t n = nodes_of(g, x, all);
  for (size_t i = 0; i < n; i++)
    if (at(g, all[i])->kind == kind)
      return true;
  return false;
}

static uint32_t substitute(guesser *g, uint32_t x, uint32_t v, uint32_t by,
                           int depth) {
  cfa_expression e = *at(g, x);
  uint32_t operands[3];
  if (e.kind == CFA_VARIABLE)
    return e.a == v ? by : x;
  size_t n = depth > MOST_DEPTH ? 0 : cfa_operands(&e, operands);
  if (!n)
    return x;
  for (size_t i = 0; i < n; i++)
    operands[i] = substitute(g, operands[i], v, by, depth + 1);
  e.a = operands[0];
  e.b = n > 1 ? operands[1] : e.b;
  e.c = n > 2 ? operands[2] : e.c;
  return cfa_express(g->m, g->p, &e);
}

/* ---- Bodies ----------------------------------------------------------- */

static bool changes(const guesser *g, uint32_t v) {
  for (size_t i = 0; i < g->l->scalars.count; i++)
    if (g->l->scalars.at[i] == v)
      return true;
  return false;
}

static void add_body(guesser *g, uint32_t condition, uint8_t width) {
  for (size_t i = 0; i < g->body_count; i++)
    if (g->bodies[i].condition == condition)
      return;
  if (g->body_count < MOST_BODIES)
    g->bodies[g->body_count++] = (body){condition, width};
}

static void note_index(guesser *g, uint32_t v) {
  for (size_t i = 0; i < g->index_count; i++)
    if (g->indices[i] == v)
      return;
  if (g->index_count < MOST_COUNTERS)
    g->indices[g->index_count++] = v;
}

/* The variables of an address: some of these are the index. */
static size_t index_variables(const guesser *g, uint32_t x, uint32_t out[4]) {
  uint32_t all[MOST_NODES];
  size_t n = nodes_of(g, x, all), count = 0;
  for (size_t i = 0; i < n; i++) {
    if (at(g, all[i])->kind != CFA_LOAD)
      continue;
    uint32_t below[MOST_NODES];
    size_t m = nodes_of(g, at(g, all[i])->a, below);
    for (size_t j = 0; j < m && count < 4; j++) {
      const cfa_expression *e = at(g, below[j]);
      bool is_new = e->kind == CFA_VARIABLE && !e->is_pointer &&
                    !g->p->variables.at[e->a].is_pointer && e->width >= 8;
      for (size_t k = 0; k < count; k++)
        is_new = is_new && out[k] != e->a;
      if (is_new)
        out[count++] = e->a;
    }
  }
  return count;
}

/* The condition, of each of its indices; 'both': its negation, too. */
static void generalise(guesser *g, uint32_t condition, bool both) {
  uint32_t found[4];
  if (!is_sayable(g, condition))
    return;
  size_t n = index_variables(g, condition, found);
  for (size_t i = 0; i < n; i++) {
    uint32_t k = ghost(g, found[i]);
    uint32_t x = substitute(g, condition, found[i], k, 0);
    uint8_t width = at(g, k)->width;
    note_index(g, found[i]);
    add_body(g, x, width);
    if (both)
      add_body(g, apply(g, BITS_NOT, x, CFA_NONE), width);
  }
}

static bool is_comparison(const cfa_expression *e) {
  return e->kind == CFA_APPLY && e->op >= BITS_EQ && e->op <= BITS_SLE;
}

/* Comparisons of what is in memory, wherever they stand. */
static void look_at(guesser *g, uint32_t x) {
  uint32_t all[MOST_NODES];
  if (x == CFA_NONE)
    return;
  size_t n = nodes_of(g, x, all);
  for (size_t i = 0; i < n; i++)
    if (is_comparison(at(g, all[i])) && has(g, all[i], CFA_LOAD) &&
        !at(g, at(g, all[i])->a)->is_pointer)
      generalise(g, all[i], true);
}

/* What a store leaves there; CFA_NONE: nothing that can be said. */
static uint32_t what_is_stored(guesser *g, const cfa_edge *e) {
  const cfa_expression *b = at(g, e->b);
  if (b->is_pointer)
    return CFA_NONE;
  unsigned width = b->width;
  uint32_t x = apply(g, BITS_EQ, load(g, e->a, width), e->b);
  return is_sayable(g, x) ? x : CFA_NONE;
}

/* x := an element: it may be the least, or the greatest. */
static void look_at_assignment(guesser *g, uint32_t variable, uint32_t from) {
  if (at(g, from)->kind != CFA_LOAD || at(g, from)->is_pointer)
    return;
  uint32_t v = read_variable(g, variable);
  bits_op at_most =
      g->p->variables.at[variable].is_signed ? BITS_SLE : BITS_ULE;
  generalise(g, apply(g, at_most, v, from), false);
  generalise(g, apply(g, at_most, from, v), false);
}

static void look_at_edge(guesser *g, uint32_t edge) {
  cfa_edge e = g->p->edges.at[edge];
  if (e.kind == CFA_STORE) {
    uint32_t x = what_is_stored(g, &e);
    if (x != CFA_NONE)
      generalise(g, x, false);
  }
  if (e.kind == CFA_ASSIGN)
    look_at_assignment(g, e.variable, e.a);
  look_at(g, e.a);
  if (e.kind == CFA_STORE)
    look_at(g, e.b);
  for (uint32_t i = 0; e.kind == CFA_CALL && i < e.arguments; i++)
    look_at(g, g->p->arguments.at[e.first_argument + i]);
}

static bool is_of_function(const guesser *g, uint32_t edge) {
  uint32_t from = g->p->edges.at[edge].from;
  return g->p->locations.at[from].function == g->function;
}

/* Stores of the loop that depend on its conditions: one or the other, and each
 * where the condition was so. */
static void look_at_choices(guesser *g) {
  uint32_t stores[MOST_STORES], conditions[MOST_STORES];
  size_t n = 0, m = 0;
  size_t edges = g->p->edges.count;
  for (uint32_t i = 0; i < edges; i++) {
    cfa_edge e = g->p->edges.at[i];
    if (!is_of_function(g, i) || !loops_contains(g->l, e.from))
      continue;
    uint32_t x = e.kind == CFA_STORE ? what_is_stored(g, &e) : CFA_NONE;
    if (x != CFA_NONE && n < MOST_STORES)
      stores[n++] = x;
    if (e.kind == CFA_ASSUME && e.holds && m < MOST_STORES &&
        e.from != g->l->location && is_sayable(g, e.a))
      conditions[m++] = e.a;
  }
  for (size_t i = 0; i < n; i++) {
    for (size_t j = i + 1; j < n; j++)
      generalise(g, apply(g, BITS_OR, stores[i], stores[j]), false);
    for (size_t j = 0; j < m; j++) {
      uint32_t is_not = apply(g, BITS_NOT, conditions[j], CFA_NONE);
      generalise(g, apply(g, BITS_OR, is_not, stores[i]), false);
      generalise(g, apply(g, BITS_OR, conditions[j], stores[i]), false);
    }
  }
}

/* One condition, then another: what 'a || b' and 'a && b' are made of. */
static void pair_with(guesser *g, uint32_t first, uint32_t x, bool both) {
  uint32_t all[MOST_NODES];
  size_t n = x == CFA_NONE ? 0 : nodes_of(g, x, all);
  for (size_t i = 0; i < n; i++) {
    if (!is_comparison(at(g, all[i])) || at(g, at(g, all[i])->a)->is_pointer)
      continue;
    uint32_t pair = apply(g, BITS_OR, first, all[i]);
    if (!has(g, pair, CFA_LOAD))
      continue;
    generalise(g, pair, false);
    if (both)
      generalise(
          g, apply(g, BITS_OR, first, apply(g, BITS_NOT, all[i], CFA_NONE)),
          false);
  }
}

static void look_at_pairs(guesser *g, uint32_t edge) {
  cfa_edge e = g->p->edges.at[edge];
  if (e.kind != CFA_ASSUME || e.to == CFA_NONE || !is_sayable(g, e.a) ||
      e.from == g->l->location)
    return;
  uint32_t first = e.holds ? apply(g, BITS_NOT, e.a, CFA_NONE) : e.a;
  const cfa_location next = g->p->locations.at[e.to];
  for (uint32_t i = next.first_edge; i < next.first_edge + next.edges; i++) {
    cfa_edge f = g->p->edges.at[i];
    if (f.kind == CFA_ASSUME ? f.holds : f.kind == CFA_ASSIGN)
      pair_with(g, first, f.a, f.kind == CFA_ASSUME);
    for (uint32_t j = 0; f.kind == CFA_CALL && j < f.arguments; j++)
      pair_with(g, first, g->p->arguments.at[f.first_argument + j], false);
  }
}

/* Is it about something that the loop changes, and is no index? */
static bool is_flag(const guesser *g, uint32_t condition) {
  uint32_t all[MOST_NODES];
  size_t n = nodes_of(g, condition, all);
  bool is_changed = false;
  for (size_t j = 0; j < n; j++) {
    const cfa_expression *x = at(g, all[j]);
    if (x->kind == CFA_LOAD)
      return false;
    if (x->kind != CFA_VARIABLE)
      continue;
    is_changed = is_changed || changes(g, x->a);
    for (size_t k = 0; k < g->index_count; k++)
      if (g->indices[k] == x->a)
        return false;
  }
  return is_changed;
}

/* What the loop says by a flag, beside what it says of elements. */
static void look_at_flags(guesser *g) {
  size_t edges = g->p->edges.count, bodies = g->body_count;
  for (uint32_t i = 0; i < edges; i++) {
    cfa_edge e = g->p->edges.at[i];
    if (e.kind != CFA_ASSUME || !e.holds || !is_of_function(g, i) ||
        !is_sayable(g, e.a) || !is_flag(g, e.a))
      continue;
    uint32_t is_not = apply(g, BITS_NOT, e.a, CFA_NONE);
    for (size_t j = 0; j < bodies && j < MOST_FLAGGED; j++) {
      body b = g->bodies[j];
      add_body(g, apply(g, BITS_OR, e.a, b.condition), b.width);
      add_body(g, apply(g, BITS_OR, is_not, b.condition), b.width);
    }
  }
}

static void find_bodies(guesser *g) {
  size_t edges = g->p->edges.count;
  for (int own = 1; own >= 0; own--)
    for (uint32_t i = 0; i < edges; i++) {
      bool is_own =
          is_of_function(g, i) && loops_contains(g->l, g->p->edges.at[i].from);
      if (is_own == (own == 1))
        look_at_edge(g, i);
    }
  look_at_flags(g);
  look_at_choices(g);
  for (uint32_t i = 0; i < edges; i++)
    if (is_of_function(g, i))
      look_at_pairs(g, i);
}

/* ---- Bounds ----------------------------------------------------------- */

static void add_limit(guesser *g, uint32_t x) {
  uint32_t all[MOST_NODES];
  size_t n = nodes_of(g, x, all);
  if (!is_sayable(g, x) || at(g, x)->is_pointer || at(g, x)->width < 8)
    return;
  for (size_t i = 0; i < n; i++) {
    const cfa_expression *e = at(g, all[i]);
    if (e->kind == CFA_LOAD || (e->kind == CFA_VARIABLE && changes(g, e->a)))
      return;
  }
  if (at(g, x)->kind == CFA_CONSTANT && at(g, x)->value < 2)
    return;
  for (size_t i = 0; i < g->limit_count; i++)
    if (g->limits[i] == x)
      return;
  if (g->limit_count < MOST_LIMITS)
    g->limits[g->limit_count++] = x;
}

/* What variables are compared with. */
static void find_limits(guesser *g) {
  size_t edges = g->p->edges.count;
  for (uint32_t i = 0; i < edges; i++) {
    const cfa_edge *e = &g->p->edges.at[i];
    if (e->kind != CFA_ASSUME || !is_of_function(g, i))
      continue;
    const cfa_expression x = *at(g, e->a);
    if (!is_comparison(&x))
      continue;
    if (at(g, x.a)->kind == CFA_VARIABLE)
      add_limit(g, x.b);
    if (at(g, x.b)->kind == CFA_VARIABLE)
      add_limit(g, x.a);
  }
}

/* By how much the loop changes it at a time: 0: it does not count. */
static uint64_t step_of(const guesser *g, uint32_t v) {
  uint64_t step = 0;
  vec_each (const cfa_edge, e, &g->p->edges) {
    if (e->kind != CFA_ASSIGN || e->variable != v ||
        !loops_contains(g->l, e->from))
      continue;
    const cfa_expression *x = at(g, e->a);
    if (x->kind != CFA_APPLY || (x->op != BITS_ADD && x->op != BITS_SUB) ||
        at(g, x->a)->kind != CFA_VARIABLE || at(g, x->a)->a != v)
      continue;
    const cfa_expression *c = at(g, x->b);
    uint64_t by = c->kind != CFA_CONSTANT               ? 1
                  : bits_signed(c->value, c->width) < 0 ? 0 - c->value
                                                        : c->value;
    by = bits_cut(by, c->width);
    step = step && step != by ? 1 : by;
  }
  return step;
}

static void find_counters(guesser *g) {
  vec_each (const uint32_t, v, &g->l->scalars) {
    const cfa_variable *x = &g->p->variables.at[*v];
    uint64_t step = step_of(g, *v);
    if (x->is_pointer || x->kind == CFA_TEMPORARY || x->width < 8 || !step ||
        g->counter_count == MOST_COUNTERS)
      continue;
    g->steps[g->counter_count] = step;
    g->counters[g->counter_count++] = *v;
  }
}

/* ---- Candidates ------------------------------------------------------- */

static void add(guesser *g, uint32_t bound, uint32_t condition, uint8_t index) {
  array_candidate c = {.condition = condition,
                       .bound = bound,
                       .body = condition,
                       .index = index};
  if (bound != CFA_NONE)
    c.condition =
        apply(g, BITS_OR, apply(g, BITS_NOT, bound, CFA_NONE), condition);
  vec_each (const array_candidate, d, &g->l->array_candidates)
    if (d->condition == c.condition)
      return;
  if (g->l->array_candidates.count < MOST_CANDIDATES)
    vec_push(g->m, &g->l->array_candidates, c);
}

/* Does the loop change what the condition reads? */
static bool may_change(const guesser *g, uint32_t condition) {
  uint32_t all[MOST_NODES];
  size_t n = nodes_of(g, condition, all);
  if (g->l->changes_memory)
    return true;
  for (size_t i = 0; i < n; i++) {
    const cfa_expression *e = at(g, all[i]);
    if (e->kind == CFA_VARIABLE && changes(g, e->a))
      return true;
    for (size_t j = 0; e->kind == CFA_ADDRESS && j < g->l->objects.count; j++)
      if (g->l->objects.at[j] == e->a)
        return true;
    if (e->kind == CFA_VARIABLE && g->p->variables.at[e->a].is_pointer &&
        g->l->objects.count)
      return true;
  }
  return false;
}

static uint32_t between(guesser *g, uint32_t low, bool low_too, uint32_t k,
                        uint32_t high) {
  bool is_signed = at(g, k)->is_signed;
  bits_op less = is_signed ? BITS_SLT : BITS_ULT;
  bits_op at_most = is_signed ? BITS_SLE : BITS_ULE;
  uint32_t a = apply(g, low_too ? at_most : less, low, k);
  return apply(g, BITS_AND, a, apply(g, less, k, high));
}

static uint32_t index_in(guesser *g, const body *b) {
  uint32_t all[MOST_NODES];
  size_t n = nodes_of(g, b->condition, all);
  for (size_t i = 0; i < n; i++)
    if (at(g, all[i])->kind == CFA_GHOST)
      return all[i];
  return CFA_NONE;
}

/* What the counter begins with: a constant; others than 0 only. */
static uint32_t beginning(guesser *g, uint32_t counter) {
  for (uint32_t i = 0; i < g->p->edges.count; i++) {
    const cfa_edge *e = &g->p->edges.at[i];
    if (e->kind == CFA_ASSIGN && e->variable == counter &&
        at(g, e->a)->kind == CFA_CONSTANT && at(g, e->a)->value != 0 &&
        at(g, e->a)->value < 16)
      return e->a;
  }
  return CFA_NONE;
}

/* The word is a multiple, plus so much. */
static uint32_t leaves(guesser *g, uint32_t x, uint64_t step, uint64_t rest) {
  unsigned w = at(g, x)->width;
  uint32_t r = cfa_apply(g->m, g->p, BITS_UREM, w, x, number(g, w, step),
                         CFA_NONE);
  return apply(g, BITS_EQ, r, number(g, w, rest));
}

/* All that a counter met that makes larger steps. */
static void bound_by_steps(guesser *g, const body *b, uint32_t counter,
                           uint64_t step) {
  uint32_t k = index_in(g, b), i = read_variable(g, counter);
  uint32_t zero = number(g, b->width, 0);
  if (at(g, i)->width != b->width || step < 2 || step > 64)
    return;
  uint32_t below = between(g, zero, true, k, i);
  for (uint64_t rest = 0; rest < step && rest < 8; rest++)
    add(g, apply(g, BITS_AND, below, leaves(g, k, step, rest)), b->condition,
        b->width);
}

static void bound_by_counter(guesser *g, const body *b, uint32_t counter) {
  uint32_t k = index_in(g, b), i = read_variable(g, counter);
  if (at(g, i)->width != b->width)
    return;
  uint32_t zero = number(g, b->width, 0);
  add(g, between(g, zero, true, k, i), b->condition, b->width);
  uint32_t first = beginning(g, counter);
  if (first != CFA_NONE)
    add(g, between(g, first, true, k, i), b->condition, b->width);
  for (size_t n = 0; n < g->limit_count; n++) {
    uint32_t limit = g->limits[n];
    if (at(g, limit)->width != b->width)
      continue;
    add(g, between(g, i, true, k, limit), b->condition, b->width);
    add(g, between(g, i, false, k, limit), b->condition, b->width);
  }
}

static void bound_by_limits(guesser *g, const body *b) {
  uint32_t k = index_in(g, b);
  if (!may_change(g, b->condition))
    return;
  for (size_t n = 0; n < g->limit_count; n++)
    if (at(g, g->limits[n])->width == b->width)
      add(g, between(g, number(g, b->width, 0), true, k, g->limits[n]),
          b->condition, b->width);
}

/* Where the index stands in a sum or a product, that is what is counted. */
static void bound_expressions(guesser *g, const body *b, uint32_t counter) {
  uint32_t all[MOST_NODES], k = index_in(g, b);
  size_t n = nodes_of(g, b->condition, all);
  uint32_t i = read_variable(g, counter);
  if (at(g, i)->width != b->width)
    return;
  for (size_t j = 0; j < n; j++) {
    const cfa_expression e = *at(g, all[j]);
    if (e.kind != CFA_APPLY || e.width != b->width || is_comparison(&e) ||
        (e.op != BITS_ADD && e.op != BITS_SUB && e.op != BITS_MUL &&
         e.op != BITS_SHL) ||
        !has(g, all[j], CFA_GHOST) || has(g, all[j], CFA_LOAD))
      continue;
    uint32_t low = apply(g, BITS_ULT, all[j], i);
    add(g, apply(g, BITS_AND, low, apply(g, BITS_ULE, k, i)), b->condition,
        b->width);
  }
}

/* Conditions of the program as they are, without any index. */
static void add_plain(guesser *g) {
  size_t edges = g->p->edges.count;
  for (size_t i = 0; i < g->counter_count; i++)
    for (uint64_t r = 0; g->steps[i] > 1 && r < g->steps[i] && r < 4; r++)
      add(g, CFA_NONE,
          leaves(g, read_variable(g, g->counters[i]), g->steps[i], r), 0);
  for (uint32_t i = 0; i < edges; i++) {
    cfa_edge e = g->p->edges.at[i];
    if (e.kind != CFA_ASSUME || !e.holds || !is_of_function(g, i) ||
        !has(g, e.a, CFA_LOAD) || !is_sayable(g, e.a) || !may_change(g, e.a))
      continue;
    add(g, CFA_NONE, e.a, 0);
    add(g, CFA_NONE, apply(g, BITS_NOT, e.a, CFA_NONE), 0);
  }
}

void arrays_guess(loops *x, loop *l) {
  guesser *g = mem_alloc(x->m, sizeof *g);
  *g = (guesser){.x = x, .m = x->m, .p = x->p, .l = l};
  g->function = x->p->locations.at[l->location].function;
  l->has_array_candidates = true;
  find_bodies(g);
  find_limits(g);
  find_counters(g);
  for (size_t i = 0; i < g->body_count; i++)
    for (size_t j = 0; j < g->counter_count; j++)
      bound_by_counter(g, &g->bodies[i], g->counters[j]);
  for (size_t i = 0; i < g->body_count; i++)
    for (size_t j = 0; j < g->counter_count; j++)
      bound_by_steps(g, &g->bodies[i], g->counters[j], g->steps[j]);
  for (size_t i = 0; i < g->body_count; i++)
    bound_by_limits(g, &g->bodies[i]);
  for (size_t i = 0; i < g->body_count; i++)
    for (size_t j = 0; j < g->counter_count; j++)
      bound_expressions(g, &g->bodies[i], g->counters[j]);
  add_plain(g);
  mem_free(x->m, g);
}
