/* Which functions call themselves, and what they may change and depend on. */
#include "engine/panda/calls/calls.h"

#include <assert.h>

enum { MOST_KNOWN = 10 };

typedef struct finder {
  calls *x;
  const cfa *p;
  uint32_t *first_edge; /* by function: of 'edges' */
  vec(uint32_t) edges;  /* by function */
  uint32_t *marks;      /* by function: reached */
  uint32_t mark;
  vec(uint32_t) reached;   /* functions, with all that they call */
  uint32_t *looked_at;     /* by expression: the mark */
  vec(uint32_t) work;      /* expressions */
  vec(uint32_t) mentioned; /* global scalars */
} finder;

static void sort_edges(finder *f) {
  const cfa *automaton = f->p;
  mem *m = f->x->m;
  uint32_t *first = mem_array(m, automaton->functions.count + 2, sizeof *first);
  vec_each (const cfa_edge, edge, &automaton->edges)
    first[automaton->locations.at[edge->from].function + 2]++;
  for (size_t i = 2; i < automaton->functions.count + 2; i++)
    first[i] += first[i - 1];
  vec_resize(m, &f->edges, automaton->edges.count);
  for (uint32_t i = 0; i < automaton->edges.count; i++) {
    uint32_t of = automaton->locations.at[automaton->edges.at[i].from].function;
    f->edges.at[first[of + 1]++] = i;
  }
  f->first_edge = first;
}

static void reach(finder *f, uint32_t function) {
  if (f->marks[function] == f->mark)
    return;
  f->marks[function] = f->mark;
  vec_push(f->x->m, &f->reached, function);
}

static void reach_callees(finder *f, uint32_t function) {
  const cfa *automaton = f->p;
  for (uint32_t i = f->first_edge[function]; i < f->first_edge[function + 1];
       i++) {
    const cfa_edge *edge = &automaton->edges.at[f->edges.at[i]];
    if (edge->kind != CFA_CALL)
      continue;
    if (edge->function != CFA_NONE)
      reach(f, edge->function);
    for (uint32_t g = 0;
         edge->function == CFA_NONE && g < automaton->functions.count; g++)
      reach(f, g);
  }
}

/* True: the function is among what it calls. */
static bool find_reached(finder *f, uint32_t function) {
  f->mark++;
  f->reached.count = 0;
  reach_callees(f, function);
  for (size_t i = 0; i < f->reached.count; i++)
    reach_callees(f, f->reached.at[i]);
  bool is_recursive = f->marks[function] == f->mark;
  reach(f, function);
  return is_recursive;
}

static void look_at(finder *f, uint32_t x) {
  if (x == CFA_NONE || f->looked_at[x] == f->mark)
    return;
  f->looked_at[x] = f->mark;
  vec_push(f->x->m, &f->work, x);
}

/* Local, or the same throughout the run and no input. */
static bool is_constant(const finder *f, uint32_t variable) {
  assert(variable < f->p->variables.count);
  const cfa_variable *v = &f->p->variables.at[variable];
  return v->function != CFA_NONE ||
         (!f->x->assigned[variable] && !v->is_extern);
}

static void look_into(finder *f, contract *c, uint32_t x) {
  assert(x < f->p->expressions.count);
  const cfa_expression *expression = &f->p->expressions.at[x];
  uint32_t operands[3];
  if (expression->kind == CFA_VARIABLE &&
      f->p->variables.at[expression->a].function == CFA_NONE)
    vec_push(f->x->m, &f->mentioned, expression->a);
  bool is_plain =
      expression->kind == CFA_CONSTANT || expression->kind == CFA_APPLY ||
      (expression->kind == CFA_VARIABLE && is_constant(f, expression->a));
  c->is_pure = c->is_pure && is_plain && !expression->is_pointer;
  for (size_t n = cfa_operands(expression, operands); n-- > 0;)
    look_at(f, operands[n]);
}

static void look_at_edge(finder *f, contract *c, const cfa_edge *edge) {
  uint32_t roots[3] = {edge->a, edge->b, edge->c};
  for (int n = 0; n < 3; n++)
    look_at(f, roots[n]);
  for (uint32_t n = 0; edge->kind == CFA_CALL && n < edge->arguments; n++)
    look_at(f, f->p->arguments.at[edge->first_argument + n]);
  while (f->work.count)
    look_into(f, c, vec_pop(&f->work));
}

/* The variable whose bytes a pointer leads to, if that is plain to see. */
static uint32_t base_of(const cfa *automaton, uint32_t x) {
  assert(x < automaton->expressions.count);
  while (automaton->expressions.at[x].kind == CFA_OFFSET)
    x = automaton->expressions.at[x].a;
  const cfa_expression *expression = &automaton->expressions.at[x];
  return expression->kind == CFA_ADDRESS ? expression->a : CFA_NONE;
}

#define add_once(m, to, x)                                                     \
  do {                                                                         \
    bool is_there = false;                                                     \
    vec_each (const uint32_t, y, to)                                           \
      is_there = is_there || *y == (x);                                        \
    if (!is_there)                                                             \
      vec_push(m, to, x);                                                      \
  } while (0)

static void note_object(finder *f, contract *c, uint32_t v) {
  if (v == CFA_NONE)
    c->changes_memory = true;
  else if (f->p->variables.at[v].function == CFA_NONE)
    add_once(f->x->m, &c->objects, v);
}

static void note_edge(finder *f, contract *c, const cfa_edge *edge) {
  const cfa_variable *variable =
      edge->variable == CFA_NONE ? NULL : &f->p->variables.at[edge->variable];
  if (variable && !variable->is_scalar)
    note_object(f, c, edge->variable);
  if (variable && variable->is_scalar && variable->function == CFA_NONE)
    add_once(f->x->m, &c->scalars, edge->variable);
  if (variable && (!variable->is_scalar || variable->function == CFA_NONE))
    c->is_pure = false;
  switch (edge->kind) {
  case CFA_STORE:
  case CFA_COPY:
  case CFA_FILL:
    note_object(f, c, base_of(f->p, edge->a));
    c->is_pure = false;
    break;
  case CFA_CALL:
    c->is_pure = c->is_pure && edge->function != CFA_NONE;
    break;
  case CFA_INPUT:
  case CFA_ALLOCATE:
  case CFA_FREE:
  case CFA_SIZE:
    c->is_pure = false;
    break;
  default:
    break;
  }
}

static bool is_word(const cfa_variable *variable) {
  return variable->is_scalar && !variable->is_pointer;
}

/* Parameters, then globals that change and that it reads or writes. */
static void find_known(finder *f, contract *c, uint32_t function) {
  assert(function < f->p->functions.count);
  const cfa_function *g = &f->p->functions.at[function];
  for (uint32_t n = 0; n < g->parameters; n++)
    if (is_word(&f->p->variables.at[g->first_variable + n]) &&
        c->known.count < MOST_KNOWN)
      vec_push(f->x->m, &c->known, g->first_variable + n);
  vec_each (const uint32_t, v, &c->scalars)
    vec_push(f->x->m, &f->mentioned, *v);
  vec_each (const uint32_t, v, &f->mentioned)
    if (is_word(&f->p->variables.at[*v]) && f->x->assigned[*v] &&
        c->known.count < MOST_KNOWN)
      add_once(f->x->m, &c->known, *v);
}

static void find_contract(finder *f, uint32_t function) {
  contract *c = &f->x->all[function];
  c->is_recursive = find_reached(f, function);
  if (!c->is_recursive)
    return;
  f->x->has_any = c->is_pure = true;
  f->mentioned.count = 0;
  vec_each (const uint32_t, g, &f->reached)
    for (uint32_t i = f->first_edge[*g]; i < f->first_edge[*g + 1]; i++) {
      const cfa_edge *edge = &f->p->edges.at[f->edges.at[i]];
      look_at_edge(f, c, edge);
      note_edge(f, c, edge);
    }
  find_known(f, c, function);
}

static void find_assigned(calls *x) {
  x->assigned = mem_array(x->m, x->p->variables.count + 1, sizeof *x->assigned);
  vec_each (const cfa_edge, edge, &x->p->edges)
    if (edge->variable != CFA_NONE)
      x->assigned[edge->variable] = true;
}

calls *calls_new(mem *m, cfa *automaton, loops *l) {
  calls *x = mem_alloc(m, sizeof *x);
  *x = (calls){.m = m, .p = automaton, .loops = l, .body = CFA_NONE};
  x->all = mem_array(m, automaton->functions.count + 1, sizeof *x->all);
  find_assigned(x);
  finder f = {.x = x, .p = automaton};
  f.marks = mem_array(m, automaton->functions.count + 1, sizeof *f.marks);
  f.looked_at =
      mem_array(m, automaton->expressions.count + 1, sizeof *f.looked_at);
  sort_edges(&f);
  for (uint32_t g = 0; g < automaton->functions.count; g++)
    find_contract(&f, g);
  mem_free(m, f.marks);
  mem_free(m, f.looked_at);
  mem_free(m, f.first_edge);
  vec_free(m, &f.edges);
  vec_free(m, &f.reached);
  vec_free(m, &f.work);
  vec_free(m, &f.mentioned);
  return x;
}

bool calls_want_more(calls *x, const concolic *engine) {
  enum { MOST_FRAMES = 4096 };
  if (!x->has_any)
    return false;
  uint32_t *open = mem_array(x->m, x->p->functions.count, sizeof *open);
  uint32_t best = CFA_NONE, most = 1;
  for (uint32_t d = 0; d < engine->depth && d < MOST_FRAMES; d++)
    open[engine->frames.at[d].function]++;
  for (uint32_t d = 0; d < engine->depth && d < MOST_FRAMES; d++) {
    uint32_t function = engine->frames.at[d].function;
    if (x->all[function].is_recursive && open[function] > most) {
      most = open[function];
      best = function;
    }
  }
  mem_free(x->m, open);
  if (best == CFA_NONE)
    return false;
  x->all[best].is_wanted = true;
  return true;
}

void calls_want_all(calls *x) {
  for (uint32_t f = 0; f < x->p->functions.count; f++)
    x->all[f].is_wanted = x->all[f].is_recursive;
}

bool calls_is_any_wanted(const calls *x) {
  for (uint32_t f = 0; f < x->p->functions.count; f++)
    if (x->all[f].is_wanted)
      return true;
  return false;
}
