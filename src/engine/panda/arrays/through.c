/* Elements that are read and written by small functions: the program's edges as
 * they would be with these in place of their calls.
 *
 * What is found is only for guessing. A function is followed along its first
 * few ways, what it returns and what it stores are said in the caller's words,
 * and variables that have one value only stand for that. */
#include "engine/panda/arrays/guess.h"

#include <assert.h>

enum {
  MOST_BOUND = 16, /* variables of a function */
  MOST_WAYS = 12,  /* that wait */
  MOST_STEPS = 80, /* edges, of a call and all below it */
  MOST_CALLS = 3,  /* within each other */
  MOST_DEPTH = 24, /* of an expression */
  MOST_FOUND = 6   /* stores of a call */
};

typedef struct binding {
  uint32_t variable, is;
} binding;

typedef struct bindings {
  binding at[MOST_BOUND];
  size_t count;
} bindings;

typedef struct way {
  uint32_t location;
  bindings now;
} way;

/* What calls do. */
typedef struct call_effect {
  uint32_t result;            /* CFA_NONE: none that can be said */
  binding stores[MOST_FOUND]; /* 'variable' is the pointer */
  size_t store_count;
  unsigned steps;
} call_effect;

static const uint32_t *bound(const bindings *b, uint32_t variable) {
  for (size_t i = 0; i < b->count; i++)
    if (b->at[i].variable == variable)
      return &b->at[i].is;
  return NULL;
}

static void bind(bindings *b, uint32_t variable, uint32_t is) {
  size_t i = 0;
  while (i < b->count && b->at[i].variable != variable)
    i++;
  if (i == MOST_BOUND || variable == CFA_NONE)
    return;
  b->count += i == b->count;
  b->at[i] = (binding){variable, is};
}

/* CFA_NONE: it has something without a value. */
static uint32_t replace(element_guesser *guesser, const bindings *b, uint32_t x,
                        int depth) {
  if (x == CFA_NONE || depth > MOST_DEPTH)
    return CFA_NONE;
  cfa_expression expression = *element_at(guesser, x);
  uint32_t operands[3];
  if (expression.kind == CFA_VARIABLE) {
    const uint32_t *is = bound(b, expression.a);
    return is ? *is : x;
  }
  size_t n = cfa_operands(&expression, operands);
  for (size_t i = 0; i < n; i++) {
    operands[i] = replace(guesser, b, operands[i], depth + 1);
    if (operands[i] == CFA_NONE)
      return CFA_NONE;
  }
  if (!n)
    return x;
  expression.a = operands[0];
  expression.b = n > 1 ? operands[1] : expression.b;
  expression.c = n > 2 ? operands[2] : expression.c;
  return cfa_express(guesser->m, guesser->p, &expression);
}

static void note_result(element_guesser *guesser, call_effect *out,
                        uint32_t x) {
  bool reads = x != CFA_NONE && element_has(guesser, x, CFA_LOAD);
  if (out->result == CFA_NONE ||
      (reads && !element_has(guesser, out->result, CFA_LOAD)))
    out->result = x;
}

static void follow_call(element_guesser *guesser, const cfa_edge *call,
                        const bindings *b, int depth, call_effect *out);

/* One edge of a way; false: it ends there. */
static bool follow_edge(element_guesser *guesser, const cfa_edge *edge, way *w,
                        int depth, call_effect *out) {
  uint32_t a = replace(guesser, &w->now, edge->a, 0);
  switch (edge->kind) {
  case CFA_ASSIGN:
    bind(&w->now, edge->variable, a);
    break;
  case CFA_STORE: {
    uint32_t stored = replace(guesser, &w->now, edge->b, 0);
    if (a != CFA_NONE && stored != CFA_NONE && out->store_count < MOST_FOUND)
      out->stores[out->store_count++] = (binding){a, stored};
    break;
  }
  case CFA_CALL: {
    call_effect below = {.result = CFA_NONE, .steps = out->steps};
    follow_call(guesser, edge, &w->now, depth + 1, &below);
    bind(&w->now, edge->variable, below.result);
    for (size_t i = 0; i < below.store_count && out->store_count < MOST_FOUND;
         i++)
      out->stores[out->store_count++] = below.stores[i];
    out->steps = below.steps;
    break;
  }
  case CFA_RETURN:
    note_result(guesser, out, a);
    return false;
  case CFA_INPUT:
  case CFA_ALLOCATE:
  case CFA_SIZE:
    bind(&w->now, edge->variable, CFA_NONE);
    break;
  default:
    break;
  }
  w->location = edge->to;
  return edge->to != CFA_NONE;
}

static void follow_call(element_guesser *guesser, const cfa_edge *call,
                        const bindings *b, int depth, call_effect *out) {
  const cfa *automaton = guesser->p;
  way ways[MOST_WAYS];
  size_t count = 1;
  if (call->function == CFA_NONE || depth > MOST_CALLS)
    return;
  const cfa_function function = automaton->functions.at[call->function];
  ways[0] = (way){.location = function.entry};
  for (uint32_t i = 0; i < call->arguments && i < function.parameters; i++)
    bind(&ways[0].now, function.first_variable + i,
         replace(guesser, b, automaton->arguments.at[call->first_argument + i],
                 0));
  while (count) {
    const way from = ways[--count];
    const cfa_location location = automaton->locations.at[from.location];
    for (uint32_t i = location.edges; i-- > 0 && out->steps < MOST_STEPS;) {
      way next = from;
      const cfa_edge edge = automaton->edges.at[location.first_edge + i];
      out->steps++;
      if (follow_edge(guesser, &edge, &next, depth, out) && count < MOST_WAYS)
        ways[count++] = next;
    }
  }
}

/* A call becomes the assignment of its result; its stores are more edges. */
static void replace_call(element_guesser *guesser, uint32_t number) {
  cfa_edge edge = guesser->edges.at[number];
  bindings none = {.count = 0};
  call_effect effect = {.result = CFA_NONE};
  follow_call(guesser, &edge, &none, 0, &effect);
  cfa_edge more = edge;
  more.kind = CFA_STORE;
  more.variable = CFA_NONE;
  for (size_t i = 0; i < effect.store_count; i++) {
    more.a = effect.stores[i].variable;
    more.b = effect.stores[i].is;
    vec_push(guesser->m, &guesser->edges, more);
  }
  if (edge.variable == CFA_NONE || effect.result == CFA_NONE ||
      !element_has(guesser, effect.result, CFA_LOAD))
    return;
  cfa_edge *own = &guesser->edges.at[number];
  own->kind = CFA_ASSIGN;
  own->a = effect.result;
}

/* Variables of the function that one edge alone gives a value, read from
 * memory. */
static void find_definitions(element_guesser *guesser, bindings *out) {
  size_t edges = guesser->edges.count;
  for (size_t i = 0; i < edges; i++) {
    const cfa_edge edge = guesser->edges.at[i];
    size_t others = 0;
    if (edge.kind != CFA_ASSIGN || edge.variable == CFA_NONE ||
        guesser->p->variables.at[edge.variable].function != guesser->function ||
        !element_has(guesser, edge.a, CFA_LOAD))
      continue;
    for (size_t j = 0; j < edges; j++)
      others += j != i && guesser->edges.at[j].variable == edge.variable &&
                guesser->edges.at[j].kind != CFA_HAVOC;
    if (!others)
      bind(out, edge.variable, replace(guesser, out, edge.a, 0));
  }
}

static uint32_t resolved(element_guesser *guesser, const bindings *b,
                         uint32_t x) {
  uint32_t is = replace(guesser, b, x, 0);
  return is == CFA_NONE ? x : is;
}

void element_see_through(element_guesser *guesser) {
  const cfa *automaton = guesser->p;
  vec_each (const cfa_edge, e, &automaton->edges)
    vec_push(guesser->m, &guesser->edges, *e);
  for (uint32_t i = 0; i < automaton->edges.count; i++)
    if (automaton->edges.at[i].kind == CFA_CALL &&
        element_is_of_function(guesser, i))
      replace_call(guesser, i);
  bindings definitions = {.count = 0};
  find_definitions(guesser, &definitions);
  for (size_t i = 0; definitions.count && i < guesser->edges.count; i++) {
    cfa_edge *edge = &guesser->edges.at[i];
    if (automaton->locations.at[edge->from].function != guesser->function)
      continue;
    edge->a = resolved(guesser, &definitions, edge->a);
    edge->b = resolved(guesser, &definitions, edge->b);
  }
}
