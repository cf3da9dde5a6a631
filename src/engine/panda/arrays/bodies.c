/* Conditions on elements, from the program's own conditions and stores. */
#include "engine/panda/arrays/guess.h"

#include <assert.h>

enum {
  MOST_STORES = 6,
  MOST_FLAGGED = 8, /* bodies beside each flag */
  MOST_DEPTH = 30
};

const cfa_expression *element_at(const element_guesser *g, uint32_t x) {
  return &g->p->expressions.at[x];
}

uint32_t element_apply(element_guesser *g, bits_op op, uint32_t a, uint32_t b) {
  return cfa_apply(g->m, g->p, op, 1, a, b, CFA_NONE);
}

static uint32_t ghost(element_guesser *g, uint32_t variable) {
  assert(variable < g->p->variables.count);
  const cfa_variable *v = &g->p->variables.at[variable];
  return cfa_make_ghost(g->m, g->p, CFA_GHOST_INDEX, CFA_NONE, v->width, false,
                        v->is_signed);
}

uint32_t element_variable(element_guesser *g, uint32_t v) {
  return cfa_read_scalar(g->m, g->p, v);
}

static uint32_t bodies_load(element_guesser *g, uint32_t pointer,
                            unsigned width) {
  cfa_expression e = {.kind = CFA_LOAD,
                      .width = (uint8_t)width,
                      .is_signed = true,
                      .a = pointer};
  return cfa_express(g->m, g->p, &e);
}

/* Each node below x, those of addresses too; the number of them. */
size_t element_nodes(const element_guesser *g, uint32_t x,
                     uint32_t out[GUESS_NODES]) {
  size_t count = 0, done = 0;
  out[count++] = x;
  while (done < count) {
    uint32_t operands[3];
    size_t n = cfa_operands(element_at(g, out[done++]), operands);
    for (size_t i = 0; i < n; i++) {
      if (count == GUESS_NODES)
        return 0;
      out[count++] = operands[i];
    }
  }
  return count;
}

/* Has it a meaning where the loop is, and is it small? */
bool element_is_sayable(const element_guesser *g, uint32_t x) {
  uint32_t all[GUESS_NODES];
  size_t n = element_nodes(g, x, all);
  for (size_t i = 0; i < n; i++) {
    const cfa_expression *e = element_at(g, all[i]);
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

bool element_has(const element_guesser *g, uint32_t x,
                 cfa_expression_kind kind) {
  uint32_t all[GUESS_NODES];
  size_t n = element_nodes(g, x, all);
  for (size_t i = 0; i < n; i++)
    if (element_at(g, all[i])->kind == kind)
      return true;
  return false;
}

static uint32_t substitute(element_guesser *g, uint32_t x, uint32_t v,
                           uint32_t by, int depth) {
  cfa_expression e = *element_at(g, x);
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

bool element_changes(const element_guesser *g, uint32_t v) {
  for (size_t i = 0; i < g->l->scalars.count; i++)
    if (g->l->scalars.at[i] == v)
      return true;
  return false;
}

/* Not if it is so large that its index is not seen. */
static void add_body(element_guesser *g, uint32_t condition, uint8_t width) {
  if (!element_has(g, condition, CFA_GHOST))
    return;
  for (size_t i = 0; i < g->body_count; i++)
    if (g->bodies[i].condition == condition)
      return;
  if (g->body_count < GUESS_BODIES)
    g->bodies[g->body_count++] = (body){condition, width};
}

static void note_index(element_guesser *g, uint32_t v) {
  for (size_t i = 0; i < g->index_count; i++)
    if (g->indices[i] == v)
      return;
  if (g->index_count < GUESS_COUNTERS)
    g->indices[g->index_count++] = v;
}

/* The variables of an address: some of these are the index. */
static size_t index_variables(const element_guesser *g, uint32_t x,
                              uint32_t out[4]) {
  uint32_t all[GUESS_NODES];
  size_t n = element_nodes(g, x, all), count = 0;
  for (size_t i = 0; i < n; i++) {
    if (element_at(g, all[i])->kind != CFA_LOAD)
      continue;
    uint32_t below[GUESS_NODES];
    size_t m = element_nodes(g, element_at(g, all[i])->a, below);
    for (size_t j = 0; j < m && count < 4; j++) {
      const cfa_expression *e = element_at(g, below[j]);
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
static void generalise(element_guesser *g, uint32_t condition, bool both) {
  uint32_t found[4];
  if (!element_is_sayable(g, condition))
    return;
  size_t n = index_variables(g, condition, found);
  for (size_t i = 0; i < n; i++) {
    uint32_t k = ghost(g, found[i]);
    uint32_t x = substitute(g, condition, found[i], k, 0);
    uint8_t width = element_at(g, k)->width;
    note_index(g, found[i]);
    add_body(g, x, width);
    if (both)
      add_body(g, element_apply(g, BITS_NOT, x, CFA_NONE), width);
  }
}

bool element_is_comparison(const cfa_expression *e) {
  return e->kind == CFA_APPLY && e->op >= BITS_EQ && e->op <= BITS_SLE;
}

/* Comparisons of what is in memory, wherever they stand. */
static void look_at(element_guesser *g, uint32_t x) {
  uint32_t all[GUESS_NODES];
  if (x == CFA_NONE)
    return;
  size_t n = element_nodes(g, x, all);
  for (size_t i = 0; i < n; i++)
    if (element_is_comparison(element_at(g, all[i])) &&
        element_has(g, all[i], CFA_LOAD) &&
        !element_at(g, element_at(g, all[i])->a)->is_pointer)
      generalise(g, all[i], true);
}

/* What a store leaves there; CFA_NONE: nothing that can be said. */
static uint32_t what_is_stored(element_guesser *g, const cfa_edge *e) {
  const cfa_expression *b = element_at(g, e->b);
  if (b->is_pointer)
    return CFA_NONE;
  unsigned width = b->width;
  uint32_t x = element_apply(g, BITS_EQ, bodies_load(g, e->a, width), e->b);
  return element_is_sayable(g, x) ? x : CFA_NONE;
}

/* x := an element: it may be the least, or the greatest. */
static void look_at_assignment(element_guesser *g, uint32_t variable,
                               uint32_t from) {
  if (element_at(g, from)->kind != CFA_LOAD || element_at(g, from)->is_pointer)
    return;
  uint32_t v = element_variable(g, variable);
  bits_op at_most =
      g->p->variables.at[variable].is_signed ? BITS_SLE : BITS_ULE;
  generalise(g, element_apply(g, at_most, v, from), false);
  generalise(g, element_apply(g, at_most, from, v), false);
}

static void look_at_edge(element_guesser *g, uint32_t edge) {
  assert(edge < g->p->edges.count);
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

bool element_is_of_function(const element_guesser *g, uint32_t edge) {
  assert(edge < g->p->edges.count);
  uint32_t from = g->p->edges.at[edge].from;
  return g->p->locations.at[from].function == g->function;
}

/* Stores of the loop that depend on its conditions: one or the other, and each
 * where the condition was so. */
static void look_at_choices(element_guesser *g) {
  uint32_t stores[MOST_STORES], conditions[MOST_STORES];
  size_t n = 0, m = 0;
  size_t edges = g->p->edges.count;
  for (uint32_t i = 0; i < edges; i++) {
    cfa_edge e = g->p->edges.at[i];
    if (!element_is_of_function(g, i) || !loops_contains(g->l, e.from))
      continue;
    uint32_t x = e.kind == CFA_STORE ? what_is_stored(g, &e) : CFA_NONE;
    if (x != CFA_NONE && n < MOST_STORES)
      stores[n++] = x;
    if (e.kind == CFA_ASSUME && e.holds && m < MOST_STORES &&
        e.from != g->l->location && element_is_sayable(g, e.a))
      conditions[m++] = e.a;
  }
  for (size_t i = 0; i < n; i++) {
    for (size_t j = i + 1; j < n; j++)
      generalise(g, element_apply(g, BITS_OR, stores[i], stores[j]), false);
    for (size_t j = 0; j < m; j++) {
      uint32_t is_not = element_apply(g, BITS_NOT, conditions[j], CFA_NONE);
      generalise(g, element_apply(g, BITS_OR, is_not, stores[i]), false);
      generalise(g, element_apply(g, BITS_OR, conditions[j], stores[i]), false);
    }
  }
}

/* One condition, then another: what 'a || b' and 'a && b' are made of. */
static void pair_with(element_guesser *g, uint32_t first, uint32_t x,
                      bool both) {
  uint32_t all[GUESS_NODES];
  size_t n = x == CFA_NONE ? 0 : element_nodes(g, x, all);
  for (size_t i = 0; i < n; i++) {
    if (!element_is_comparison(element_at(g, all[i])) ||
        element_at(g, element_at(g, all[i])->a)->is_pointer)
      continue;
    uint32_t pair = element_apply(g, BITS_OR, first, all[i]);
    if (!element_has(g, pair, CFA_LOAD))
      continue;
    generalise(g, pair, false);
    if (both)
      generalise(g,
                 element_apply(g, BITS_OR, first,
                               element_apply(g, BITS_NOT, all[i], CFA_NONE)),
                 false);
  }
}

static void look_at_pairs(element_guesser *g, uint32_t edge) {
  assert(edge < g->p->edges.count);
  cfa_edge e = g->p->edges.at[edge];
  if (e.kind != CFA_ASSUME || e.to == CFA_NONE || !element_is_sayable(g, e.a) ||
      e.from == g->l->location)
    return;
  uint32_t first = e.holds ? element_apply(g, BITS_NOT, e.a, CFA_NONE) : e.a;
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
static bool is_flag(const element_guesser *g, uint32_t condition) {
  uint32_t all[GUESS_NODES];
  size_t n = element_nodes(g, condition, all);
  bool is_changed = false;
  for (size_t j = 0; j < n; j++) {
    const cfa_expression *x = element_at(g, all[j]);
    if (x->kind == CFA_LOAD)
      return false;
    if (x->kind != CFA_VARIABLE)
      continue;
    is_changed = is_changed || element_changes(g, x->a);
    for (size_t k = 0; k < g->index_count; k++)
      if (g->indices[k] == x->a)
        return false;
  }
  return is_changed;
}

/* What the loop says by a flag, beside what it says of elements. */
static void look_at_flags(element_guesser *g) {
  size_t edges = g->p->edges.count, bodies = g->body_count;
  for (uint32_t i = 0; i < edges; i++) {
    cfa_edge e = g->p->edges.at[i];
    if (e.kind != CFA_ASSUME || !e.holds || !element_is_of_function(g, i) ||
        !element_is_sayable(g, e.a) || !is_flag(g, e.a))
      continue;
    uint32_t is_not = element_apply(g, BITS_NOT, e.a, CFA_NONE);
    for (size_t j = 0; j < bodies && j < MOST_FLAGGED; j++) {
      body b = g->bodies[j];
      add_body(g, element_apply(g, BITS_OR, e.a, b.condition), b.width);
      add_body(g, element_apply(g, BITS_OR, is_not, b.condition), b.width);
    }
  }
}

void element_bodies(element_guesser *g) {
  size_t edges = g->p->edges.count;
  for (int own = 1; own >= 0; own--)
    for (uint32_t i = 0; i < edges; i++) {
      bool is_own = element_is_of_function(g, i) &&
                    loops_contains(g->l, g->p->edges.at[i].from);
      if (is_own == (own == 1))
        look_at_edge(g, i);
    }
  look_at_flags(g);
  look_at_choices(g);
  for (uint32_t i = 0; i < edges; i++)
    if (element_is_of_function(g, i))
      look_at_pairs(g, i);
}
