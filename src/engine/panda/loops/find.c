/* Which locations a loop goes through, and what a time around may change. */
#include "engine/panda/loops/loops.h"

#include <assert.h>

/* What a function may change, with all that it calls. */
typedef struct effects {
  vec(uint32_t) globals; /* scalars */
  vec(uint32_t) objects; /* variables, local ones of others left out */
  vec(uint32_t) calls;   /* functions */
  bool memory, frees;
} effects;

typedef struct finder {
  mem *m;
  const cfa *p;
  loops *x;
  effects *direct; /* by function: of its own edges */
  bool *seen;      /* functions */
  uint32_t *marks; /* by location, or by variable */
  uint32_t mark;
  vec(uint32_t) work;
} finder;

/* The variable whose bytes a pointer leads to, if that is plain to see. */
static uint32_t base_of(const cfa *automaton, uint32_t x) {
  assert(x < automaton->expressions.count);
  while (automaton->expressions.at[x].kind == CFA_OFFSET)
    x = automaton->expressions.at[x].a;
  const cfa_expression *expression = &automaton->expressions.at[x];
  return expression->kind == CFA_ADDRESS ? expression->a : CFA_NONE;
}

static void note_write(finder *f, effects *e, uint32_t pointer) {
  uint32_t v = base_of(f->p, pointer);
  if (v == CFA_NONE)
    e->memory = true;
  else
    vec_push(f->m, &e->objects, v);
}

static void note_call(finder *f, effects *e, const cfa_edge *edge) {
  if (edge->function != CFA_NONE) {
    vec_push(f->m, &e->calls, edge->function);
    return;
  }
  for (uint32_t i = 0; i < f->p->functions.count; i++)
    vec_push(f->m, &e->calls, i);
}

/* 'scalars' gets every scalar that is assigned, local or not. */
static void note_edge(finder *f, effects *e, const cfa_edge *edge) {
  if (edge->variable != CFA_NONE) {
    bool is_scalar = f->p->variables.at[edge->variable].is_scalar;
    if (is_scalar)
      vec_push(f->m, &e->globals, edge->variable);
    else
      vec_push(f->m, &e->objects, edge->variable);
  }
  switch (edge->kind) {
  case CFA_STORE:
  case CFA_COPY:
  case CFA_FILL:
    note_write(f, e, edge->a);
    break;
  case CFA_CALL:
    note_call(f, e, edge);
    break;
  case CFA_FREE:
    e->frees = true;
    break;
  default:
    break;
  }
}

static void mark(finder *f, uint32_t location) {
  if (f->marks[location] == f->mark)
    return;
  f->marks[location] = f->mark;
  vec_push(f->m, &f->work, location);
}

/* What is reached from the entry without passing 'head': an edge from there to
 * the head is none that goes around. */
static void reach_without(finder *f, uint32_t entry, uint32_t head) {
  f->mark++;
  f->work.count = 0;
  if (entry != head)
    mark(f, entry);
  while (f->work.count) {
    const cfa_location *location = &f->p->locations.at[vec_pop(&f->work)];
    for (uint32_t i = 0; i < location->edges; i++) {
      uint32_t to = f->p->edges.at[location->first_edge + i].to;
      if (to != CFA_NONE && to != head)
        mark(f, to);
    }
  }
}

typedef struct backward {
  vec(uint32_t) edges; /* by target, one list after the other */
  uint32_t *first;     /* where it begins; one more than there are locations */
  bool *goes_around;   /* by edge: to a head that dominates its source */
} backward;

static void turn_edges(finder *f, backward *b) {
  const cfa *automaton = f->p;
  b->first = mem_array(f->m, automaton->locations.count + 2, sizeof *b->first);
  vec_each (const cfa_edge, edge, &automaton->edges)
    if (edge->to != CFA_NONE)
      b->first[edge->to + 2]++;
  for (size_t i = 2; i < automaton->locations.count + 2; i++)
    b->first[i] += b->first[i - 1];
  vec_resize(f->m, &b->edges, automaton->edges.count);
  for (uint32_t i = 0; i < automaton->edges.count; i++)
    if (automaton->edges.at[i].to != CFA_NONE)
      b->edges.at[b->first[automaton->edges.at[i].to + 1]++] = i;
  b->goes_around =
      mem_array(f->m, automaton->edges.count + 1, sizeof *b->goes_around);
}

/* The natural loop: the sources of edges to the head that the head dominates,
 * and all that leads to them without passing the head. */
static void find_body(finder *f, const backward *b, loop *l) {
  const cfa *automaton = f->p;
  assert(l->location < automaton->locations.count);
  uint32_t entry =
      automaton->functions.at[automaton->locations.at[l->location].function]
          .entry;
  reach_without(f, entry, l->location);
  vec(uint32_t) ends = {0};
  for (uint32_t i = b->first[l->location]; i < b->first[l->location + 1]; i++) {
    uint32_t from = automaton->edges.at[b->edges.at[i]].from;
    if (f->marks[from] == f->mark)
      continue;
    b->goes_around[b->edges.at[i]] = true;
    vec_push(f->m, &ends, from);
  }
  f->mark++;
  f->work.count = 0;
  f->marks[l->location] = f->mark;
  vec_each (const uint32_t, x, &ends)
    mark(f, *x);
  while (f->work.count) {
    uint32_t at = vec_pop(&f->work);
    for (uint32_t i = b->first[at]; i < b->first[at + 1]; i++)
      mark(f, automaton->edges.at[b->edges.at[i]].from);
  }
  for (uint32_t at = 0; at < automaton->locations.count; at++)
    if (f->marks[at] == f->mark)
      vec_push(f->m, &l->body, at);
  vec_free(f->m, &ends);
}

/* Without the edges that go around to a head that dominates them, nothing goes
 * around: then each time around passes such a head. */
static bool is_reducible(finder *f, const backward *b) {
  const cfa *automaton = f->p;
  uint32_t *waits =
      mem_array(f->m, automaton->locations.count + 1, sizeof *waits);
  size_t done = 0;
  f->work.count = 0;
  for (uint32_t i = 0; i < automaton->edges.count; i++)
    if (automaton->edges.at[i].to != CFA_NONE && !b->goes_around[i])
      waits[automaton->edges.at[i].to]++;
  for (uint32_t at = 0; at < automaton->locations.count; at++)
    if (!waits[at])
      vec_push(f->m, &f->work, at);
  while (f->work.count) {
    const cfa_location *location = &automaton->locations.at[vec_pop(&f->work)];
    done++;
    for (uint32_t i = location->first_edge;
         i < location->first_edge + location->edges; i++) {
      uint32_t to = automaton->edges.at[i].to;
      if (to != CFA_NONE && !b->goes_around[i] && --waits[to] == 0)
        vec_push(f->m, &f->work, to);
    }
  }
  mem_free(f->m, waits);
  return done == automaton->locations.count;
}

bool loops_contains(const loop *l, uint32_t location) {
  size_t low = 0, high = l->body.count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (l->body.at[middle] < location)
      low = middle + 1;
    else
      high = middle;
  }
  return low < l->body.count && l->body.at[low] == location;
}

/* Each variable once; locals of other functions do not matter. */
static void take(finder *f, loop *l, const effects *e, bool is_own) {
  assert(l->location < f->p->locations.count);
  uint32_t own = f->p->locations.at[l->location].function;
  vec_each (const uint32_t, v, &e->globals) {
    uint32_t of = f->p->variables.at[*v].function;
    if ((of != CFA_NONE && (of != own || !is_own)) || f->marks[*v] == f->mark)
      continue;
    f->marks[*v] = f->mark;
    vec_push(f->m, &l->scalars, *v);
  }
  vec_each (const uint32_t, v, &e->objects) {
    uint32_t of = f->p->variables.at[*v].function;
    if ((of != CFA_NONE && (of != own || !is_own)) || f->marks[*v] == f->mark)
      continue;
    f->marks[*v] = f->mark;
    vec_push(f->m, &l->objects, *v);
  }
  l->changes_memory = l->changes_memory || e->memory;
  l->frees = l->frees || e->frees;
}

static void follow_calls(finder *f, const effects *e) {
  vec_each (const uint32_t, g, &e->calls)
    if (!f->seen[*g]) {
      f->seen[*g] = true;
      vec_push(f->m, &f->work, *g);
    }
}

static void find_clear(mem *m, effects *e) {
  vec_free(m, &e->globals);
  vec_free(m, &e->objects);
  vec_free(m, &e->calls);
}

static void find_changes(finder *f, loop *l) {
  effects own = {.memory = false};
  vec_each (const uint32_t, at, &l->body) {
    const cfa_location *location = &f->p->locations.at[*at];
    for (uint32_t i = 0; i < location->edges; i++)
      note_edge(f, &own, &f->p->edges.at[location->first_edge + i]);
  }
  f->mark++;
  take(f, l, &own, true);
  memset(f->seen, 0, f->p->functions.count * sizeof *f->seen);
  f->work.count = 0;
  follow_calls(f, &own);
  while (f->work.count) {
    uint32_t g = vec_pop(&f->work);
    /* Another activation of the function has other locals. */
    take(f, l, &f->direct[g], false);
    follow_calls(f, &f->direct[g]);
  }
  find_clear(f->m, &own);
}

static void find_direct(finder *f) {
  f->direct = mem_array(f->m, f->p->functions.count + 1, sizeof *f->direct);
  vec_each (const cfa_edge, edge, &f->p->edges) {
    uint32_t of = f->p->locations.at[edge->from].function;
    note_edge(f, &f->direct[of], edge);
  }
}

static void number_scalars(loops *x) {
  const cfa *automaton = x->p;
  uint32_t count = 0;
  x->first_scalar =
      mem_array(x->m, automaton->functions.count + 1, sizeof *x->first_scalar);
  for (uint32_t f = 0; f < automaton->functions.count; f++) {
    x->first_scalar[f] = count;
    count += automaton->functions.at[f].scalars;
  }
  x->first_scalar[automaton->functions.count] = count;
  x->is_spoken_of = mem_array(x->m, count + automaton->global_scalars + 1,
                              sizeof *x->is_spoken_of);
}

loops *loops_new(mem *m, cfa *automaton, const code *c) {
  loops *x = mem_alloc(m, sizeof *x);
  *x = (loops){.m = m, .p = automaton, .count = c->loops};
  x->all = mem_array(m, c->loops + 1, sizeof *x->all);
  x->by_location =
      mem_array(m, automaton->locations.count + 1, sizeof *x->by_location);
  memset(x->by_location, 0xff,
         automaton->locations.count * sizeof *x->by_location);
  for (size_t i = 0; i < c->instructions.count; i++)
    if (c->instructions.at[i].op == CODE_LOOP) {
      uint32_t number = c->instructions.at[i].a;
      uint32_t at = c->locations.at[number];
      x->all[number].location = at;
      x->by_location[at] = number;
    }
  finder f = {.m = m, .p = automaton, .x = x};
  size_t most = automaton->locations.count + automaton->variables.count + 1;
  f.marks = mem_array(m, most, sizeof *f.marks);
  f.seen = mem_array(m, automaton->functions.count + 1, sizeof *f.seen);
  find_direct(&f);
  backward b = {.first = NULL};
  turn_edges(&f, &b);
  for (uint32_t i = 0; i < x->count; i++)
    find_body(&f, &b, &x->all[i]);
  x->is_reducible = is_reducible(&f, &b);
  memset(f.marks, 0, most * sizeof *f.marks);
  f.mark = 0;
  for (uint32_t i = 0; i < x->count; i++)
    find_changes(&f, &x->all[i]);
  for (uint32_t i = 0; i < x->count; i++)
    loops_choose_variables(x, &x->all[i]);
  sampler_init(m, &x->sampler, c);
  number_scalars(x);
  for (uint32_t g = 0; g < automaton->functions.count; g++)
    find_clear(m, &f.direct[g]);
  mem_free(m, f.direct);
  mem_free(m, f.marks);
  mem_free(m, f.seen);
  vec_free(m, &f.work);
  vec_free(m, &b.edges);
  mem_free(m, b.first);
  mem_free(m, b.goes_around);
  return x;
}
