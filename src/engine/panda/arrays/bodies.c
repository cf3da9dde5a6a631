/* Conditions on elements, from the program's own conditions and stores. */
#include "engine/panda/arrays/guess.h"

#include <assert.h>

enum {
  MOST_STORES = 6,
  MOST_FLAGGED = 8, /* bodies beside each flag */
  MOST_DEPTH = 30
};

const cfa_expression *element_at(const element_guesser *guesser, uint32_t x) {
  return &guesser->p->expressions.at[x];
}

uint32_t element_apply(element_guesser *guesser, bits_op op, uint32_t a,
                       uint32_t b) {
  return cfa_apply(guesser->m, guesser->p, op, 1, a, b, CFA_NONE);
}

static uint32_t ghost(element_guesser *guesser, uint32_t variable) {
  assert(variable < guesser->p->variables.count);
  const cfa_variable *v = &guesser->p->variables.at[variable];
  return cfa_make_ghost(guesser->m, guesser->p, CFA_GHOST_INDEX, CFA_NONE,
                        v->width, false, v->is_signed);
}

uint32_t element_variable(element_guesser *guesser, uint32_t v) {
  return cfa_read_scalar(guesser->m, guesser->p, v);
}

static uint32_t bodies_load(element_guesser *guesser, uint32_t pointer,
                            unsigned width) {
  cfa_expression expression = {.kind = CFA_LOAD,
                               .width = (uint8_t)width,
                               .is_signed = true,
                               .a = pointer};
  return cfa_express(guesser->m, guesser->p, &expression);
}

/* Each node below x, those of addresses too; the number of them. */
size_t element_nodes(const element_guesser *guesser, uint32_t x,
                     uint32_t out[GUESS_NODES]) {
  size_t count = 0, done = 0;
  out[count++] = x;
  while (done < count) {
    uint32_t operands[3];
    size_t n = cfa_operands(element_at(guesser, out[done++]), operands);
    for (size_t i = 0; i < n; i++) {
      if (count == GUESS_NODES)
        return 0;
      out[count++] = operands[i];
    }
  }
  return count;
}

/* Has it a meaning where the loop is, and is it small? */
bool element_is_sayable(const element_guesser *guesser, uint32_t x) {
  uint32_t all[GUESS_NODES];
  size_t n = element_nodes(guesser, x, all);
  for (size_t i = 0; i < n; i++) {
    const cfa_expression *expression = element_at(guesser, all[i]);
    if (expression->kind == CFA_FUNCTION ||
        expression->kind == CFA_TO_INTEGER ||
        expression->kind == CFA_TO_POINTER)
      return false;
    if (expression->kind != CFA_VARIABLE && expression->kind != CFA_ADDRESS)
      continue;
    const cfa_variable *variable = &guesser->p->variables.at[expression->a];
    if ((variable->function != CFA_NONE &&
         variable->function != guesser->function) ||
        (variable->kind == CFA_TEMPORARY && !variable->is_pointer))
      return false;
  }
  return n > 0;
}

bool element_has(const element_guesser *guesser, uint32_t x,
                 cfa_expression_kind kind) {
  uint32_t all[GUESS_NODES];
  size_t n = element_nodes(guesser, x, all);
  for (size_t i = 0; i < n; i++)
    if (element_at(guesser, all[i])->kind == kind)
      return true;
  return false;
}

static uint32_t substitute(element_guesser *guesser, uint32_t x, uint32_t v,
                           uint32_t by, int depth) {
  cfa_expression expression = *element_at(guesser, x);
  uint32_t operands[3];
  if (expression.kind == CFA_VARIABLE)
    return expression.a == v ? by : x;
  size_t n = depth > MOST_DEPTH ? 0 : cfa_operands(&expression, operands);
  if (!n)
    return x;
  for (size_t i = 0; i < n; i++)
    operands[i] = substitute(guesser, operands[i], v, by, depth + 1);
  expression.a = operands[0];
  expression.b = n > 1 ? operands[1] : expression.b;
  expression.c = n > 2 ? operands[2] : expression.c;
  return cfa_express(guesser->m, guesser->p, &expression);
}

bool element_changes(const element_guesser *guesser, uint32_t v) {
  for (size_t i = 0; i < guesser->l->scalars.count; i++)
    if (guesser->l->scalars.at[i] == v)
      return true;
  return false;
}

/* Not if it is so large that its index is not seen. */
static void add_body(element_guesser *guesser, uint32_t condition,
                     uint8_t width) {
  if (!element_has(guesser, condition, CFA_GHOST))
    return;
  for (size_t i = 0; i < guesser->body_count; i++)
    if (guesser->bodies[i].condition == condition)
      return;
  if (guesser->body_count < GUESS_BODIES)
    guesser->bodies[guesser->body_count++] = (body){condition, width};
}

static void note_index(element_guesser *guesser, uint32_t v) {
  for (size_t i = 0; i < guesser->index_count; i++)
    if (guesser->indices[i] == v)
      return;
  if (guesser->index_count < GUESS_COUNTERS)
    guesser->indices[guesser->index_count++] = v;
}

/* The variables of an address: some of these are the index. */
static size_t index_variables(const element_guesser *guesser, uint32_t x,
                              uint32_t out[4]) {
  uint32_t all[GUESS_NODES];
  size_t n = element_nodes(guesser, x, all), count = 0;
  for (size_t i = 0; i < n; i++) {
    if (element_at(guesser, all[i])->kind != CFA_LOAD)
      continue;
    uint32_t below[GUESS_NODES];
    size_t m = element_nodes(guesser, element_at(guesser, all[i])->a, below);
    for (size_t j = 0; j < m && count < 4; j++) {
      const cfa_expression *expression = element_at(guesser, below[j]);
      bool is_new = expression->kind == CFA_VARIABLE &&
                    !expression->is_pointer &&
                    !guesser->p->variables.at[expression->a].is_pointer &&
                    expression->width >= 8;
      for (size_t k = 0; k < count; k++)
        is_new = is_new && out[k] != expression->a;
      if (is_new)
        out[count++] = expression->a;
    }
  }
  return count;
}

/* The condition, of each of its indices; 'both': its negation, too. */
static void generalise(element_guesser *guesser, uint32_t condition,
                       bool both) {
  uint32_t found[4];
  if (!element_is_sayable(guesser, condition))
    return;
  size_t n = index_variables(guesser, condition, found);
  for (size_t i = 0; i < n; i++) {
    uint32_t k = ghost(guesser, found[i]);
    uint32_t x = substitute(guesser, condition, found[i], k, 0);
    uint8_t width = element_at(guesser, k)->width;
    note_index(guesser, found[i]);
    add_body(guesser, x, width);
    if (both)
      add_body(guesser, element_apply(guesser, BITS_NOT, x, CFA_NONE), width);
  }
}

bool element_is_comparison(const cfa_expression *expression) {
  return expression->kind == CFA_APPLY && expression->op >= BITS_EQ &&
         expression->op <= BITS_SLE;
}

/* Comparisons of what is in memory, wherever they stand. */
static void look_at(element_guesser *guesser, uint32_t x) {
  uint32_t all[GUESS_NODES];
  if (x == CFA_NONE)
    return;
  size_t n = element_nodes(guesser, x, all);
  for (size_t i = 0; i < n; i++)
    if (element_is_comparison(element_at(guesser, all[i])) &&
        element_has(guesser, all[i], CFA_LOAD) &&
        !element_at(guesser, element_at(guesser, all[i])->a)->is_pointer)
      generalise(guesser, all[i], true);
}

/* What a store leaves there; CFA_NONE: nothing that can be said. */
static uint32_t what_is_stored(element_guesser *guesser, const cfa_edge *edge) {
  const cfa_expression *expression = element_at(guesser, edge->b);
  if (expression->is_pointer)
    return CFA_NONE;
  unsigned width = expression->width;
  uint32_t x = element_apply(guesser, BITS_EQ,
                             bodies_load(guesser, edge->a, width), edge->b);
  return element_is_sayable(guesser, x) ? x : CFA_NONE;
}

/* x := an element: it may be the least, or the greatest. */
static void look_at_assignment(element_guesser *guesser, uint32_t variable,
                               uint32_t from) {
  if (element_at(guesser, from)->kind != CFA_LOAD ||
      element_at(guesser, from)->is_pointer)
    return;
  uint32_t v = element_variable(guesser, variable);
  bits_op at_most =
      guesser->p->variables.at[variable].is_signed ? BITS_SLE : BITS_ULE;
  generalise(guesser, element_apply(guesser, at_most, v, from), false);
  generalise(guesser, element_apply(guesser, at_most, from, v), false);
}

static void look_at_edge(element_guesser *guesser, uint32_t edge) {
  assert(edge < guesser->edges.count);
  cfa_edge e = guesser->edges.at[edge];
  if (e.kind == CFA_STORE) {
    uint32_t x = what_is_stored(guesser, &e);
    if (x != CFA_NONE)
      generalise(guesser, x, false);
  }
  if (e.kind == CFA_ASSIGN)
    look_at_assignment(guesser, e.variable, e.a);
  look_at(guesser, e.a);
  if (e.kind == CFA_STORE)
    look_at(guesser, e.b);
  for (uint32_t i = 0; e.kind == CFA_CALL && i < e.arguments; i++)
    look_at(guesser, guesser->p->arguments.at[e.first_argument + i]);
}

bool element_is_of_function(const element_guesser *guesser, uint32_t edge) {
  assert(edge < guesser->edges.count);
  uint32_t from = guesser->edges.at[edge].from;
  return guesser->p->locations.at[from].function == guesser->function;
}

/* Stores of the loop that depend on its conditions: one or the other, and each
 * where the condition was so. */
static void look_at_choices(element_guesser *guesser) {
  uint32_t stores[MOST_STORES], conditions[MOST_STORES];
  size_t n = 0, m = 0;
  size_t edges = guesser->edges.count;
  for (uint32_t i = 0; i < edges; i++) {
    cfa_edge edge = guesser->edges.at[i];
    if (!element_is_of_function(guesser, i) ||
        !loops_contains(guesser->l, edge.from))
      continue;
    uint32_t x =
        edge.kind == CFA_STORE ? what_is_stored(guesser, &edge) : CFA_NONE;
    if (x != CFA_NONE && n < MOST_STORES)
      stores[n++] = x;
    if (edge.kind == CFA_ASSUME && edge.holds && m < MOST_STORES &&
        edge.from != guesser->l->location &&
        element_is_sayable(guesser, edge.a))
      conditions[m++] = edge.a;
  }
  for (size_t i = 0; i < n; i++) {
    for (size_t j = i + 1; j < n; j++)
      generalise(guesser, element_apply(guesser, BITS_OR, stores[i], stores[j]),
                 false);
    for (size_t j = 0; j < m; j++) {
      uint32_t is_not =
          element_apply(guesser, BITS_NOT, conditions[j], CFA_NONE);
      generalise(guesser, element_apply(guesser, BITS_OR, is_not, stores[i]),
                 false);
      generalise(guesser,
                 element_apply(guesser, BITS_OR, conditions[j], stores[i]),
                 false);
    }
  }
}

/* One condition, then another: what 'a || b' and 'a && b' are made of. */
static void pair_with(element_guesser *guesser, uint32_t first, uint32_t x,
                      bool both) {
  uint32_t all[GUESS_NODES];
  size_t n = x == CFA_NONE ? 0 : element_nodes(guesser, x, all);
  for (size_t i = 0; i < n; i++) {
    if (!element_is_comparison(element_at(guesser, all[i])) ||
        element_at(guesser, element_at(guesser, all[i])->a)->is_pointer)
      continue;
    uint32_t pair = element_apply(guesser, BITS_OR, first, all[i]);
    if (!element_has(guesser, pair, CFA_LOAD))
      continue;
    generalise(guesser, pair, false);
    if (both)
      generalise(
          guesser,
          element_apply(guesser, BITS_OR, first,
                        element_apply(guesser, BITS_NOT, all[i], CFA_NONE)),
          false);
  }
}

static void look_at_pairs(element_guesser *guesser, uint32_t edge) {
  assert(edge < guesser->edges.count);
  cfa_edge e = guesser->edges.at[edge];
  if (e.kind != CFA_ASSUME || e.to == CFA_NONE ||
      !element_is_sayable(guesser, e.a) || e.from == guesser->l->location)
    return;
  uint32_t first =
      e.holds ? element_apply(guesser, BITS_NOT, e.a, CFA_NONE) : e.a;
  const cfa_location next = guesser->p->locations.at[e.to];
  for (uint32_t i = next.first_edge; i < next.first_edge + next.edges; i++) {
    cfa_edge f = guesser->edges.at[i];
    if (f.kind == CFA_ASSUME ? f.holds : f.kind == CFA_ASSIGN)
      pair_with(guesser, first, f.a, f.kind == CFA_ASSUME);
    for (uint32_t j = 0; f.kind == CFA_CALL && j < f.arguments; j++)
      pair_with(guesser, first, guesser->p->arguments.at[f.first_argument + j],
                false);
  }
}

/* Is it about something that the loop changes, and is no index? */
static bool is_flag(const element_guesser *guesser, uint32_t condition) {
  uint32_t all[GUESS_NODES];
  size_t n = element_nodes(guesser, condition, all);
  bool is_changed = false;
  for (size_t j = 0; j < n; j++) {
    const cfa_expression *expression = element_at(guesser, all[j]);
    if (expression->kind == CFA_LOAD)
      return false;
    if (expression->kind != CFA_VARIABLE)
      continue;
    is_changed = is_changed || element_changes(guesser, expression->a);
    for (size_t k = 0; k < guesser->index_count; k++)
      if (guesser->indices[k] == expression->a)
        return false;
  }
  return is_changed;
}

/* What the loop says by a flag, beside what it says of elements. */
static void look_at_flags(element_guesser *guesser) {
  size_t edges = guesser->edges.count, bodies = guesser->body_count;
  for (uint32_t i = 0; i < edges; i++) {
    cfa_edge edge = guesser->edges.at[i];
    if (edge.kind != CFA_ASSUME || !edge.holds ||
        !element_is_of_function(guesser, i) ||
        !element_is_sayable(guesser, edge.a) || !is_flag(guesser, edge.a))
      continue;
    uint32_t is_not = element_apply(guesser, BITS_NOT, edge.a, CFA_NONE);
    for (size_t j = 0; j < bodies && j < MOST_FLAGGED; j++) {
      body b = guesser->bodies[j];
      add_body(guesser, element_apply(guesser, BITS_OR, edge.a, b.condition),
               b.width);
      add_body(guesser, element_apply(guesser, BITS_OR, is_not, b.condition),
               b.width);
    }
  }
}

void element_bodies(element_guesser *guesser) {
  size_t edges = guesser->edges.count;
  for (int own = 1; own >= 0; own--)
    for (uint32_t i = 0; i < edges; i++) {
      bool is_own = element_is_of_function(guesser, i) &&
                    loops_contains(guesser->l, guesser->edges.at[i].from);
      if (is_own == (own == 1))
        look_at_edge(guesser, i);
    }
  look_at_flags(guesser);
  look_at_choices(guesser);
  for (uint32_t i = 0; i < edges; i++)
    if (element_is_of_function(guesser, i))
      look_at_pairs(guesser, i);
}
