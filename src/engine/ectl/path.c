#include "engine/ectl/path.h"

#include "engine/ectl/ectl_decide.h"
#include "product/ectl_product.h"

#include <assert.h>

typedef struct writer {
  const ectl_spot *s;
  ectl_path *out;
  vec(uint32_t) stack; /* symbols of the machine, the bottom first */
} writer;

static uint32_t plain_symbol(const ectl_table *t, uint32_t symbol) {
  return (uint32_t)(t->symbols.keys.at[symbol] >> 32);
}

static void add_step(writer *w, uint32_t step, uint32_t reading,
                     uint32_t location, uint32_t state) {
  size_t depth = w->stack.count;
  ectl_path_step x = {
      step,  reading,         location,
      state, (uint32_t)depth, depth ? vec_last(&w->stack) : ECTL_NO};
  vec_push(w->s->m, &w->out->steps, x);
}

static void take_rule(writer *w, uint32_t rule) {
  const ectl_table *t = w->s->t;
  const ectl_rule *r = &t->rules.at[rule];
  (void)vec_pop(&w->stack);
  for (uint32_t i = r->length; i-- > 0;)
    vec_push(w->s->m, &w->stack, plain_symbol(t, r->push[i]));
  assert(r->to < t->locations.keys.count);
  add_step(w, r->step, r->reading, r->to,
           (uint32_t)t->locations.keys.at[r->to]);
}

/* A pop, step by step. */
static void unfold(writer *w, uint32_t pop) {
  vec(uint32_t) todo = {0};
  mem *m = w->s->m;
  vec_push(m, &todo, pop);
  while (todo.count) {
    const ectl_fact *f = &w->s->x->facts[vec_pop(&todo)];
    take_rule(w, f->rule);
    if (f->second != ECTL_NO)
      vec_push(m, &todo, f->second);
    if (f->first != ECTL_NO)
      vec_push(m, &todo, f->first);
  }
  vec_free(m, &todo);
}

/* The system moves on alone. */
static void add_escape(writer *w, uint32_t location, uint32_t symbol) {
  const ectl_table *t = w->s->t;
  uint64_t l = t->locations.keys.at[location];
  uint32_t step = ectl_moves_escape(&w->s->x->moves, (uint32_t)(l >> 32),
                                    (uint32_t)l, symbol);
  assert(step < t->system->rules.count);
  const machine_rule *r = &t->system->rules.at[step];
  if (machine_has_stack(t->system) && r->operation != MACHINE_PUSH)
    (void)vec_pop(&w->stack);
  if (machine_has_stack(t->system) && r->operation != MACHINE_POP)
    vec_push(w->s->m, &w->stack, r->symbol);
  add_step(w, step, ECTL_NO, ECTL_NO, r->to);
}

/* With an empty stack: x is what releases. */
static ectl_path_end end_of_empty(const ectl_spot *s, const ectl_part *x,
                                  uint32_t location) {
  const ectl_table *t = s->t;
  uint32_t state = (uint32_t)t->locations.keys.at[location];
  bool has_stack = machine_has_stack(t->system);
  if (!t->is_release)
    return ECTL_PATH_DONE;
  if (ectl_bit(has_stack ? x->empty : x->values, state))
    return ECTL_PATH_RELEASED;
  ectl_range r = ectl_moves_of(&s->x->moves, state, MACHINE_NONE);
  return r.first == r.end ? ECTL_PATH_STOPS : ECTL_PATH_ESCAPES;
}

static ectl_path_end end_of_head(const ectl_head *h) {
  return h->kind == ECTL_DONE       ? ECTL_PATH_DONE
         : h->kind == ECTL_RELEASED ? ECTL_PATH_RELEASED
         : h->kind == ECTL_END      ? ECTL_PATH_STOPS
                                    : ECTL_PATH_ESCAPES;
}

static void write_path(const ectl_spot *s, const ectl_route *r,
                       const ectl_part *x, ectl_path *out) {
  const ectl_table *t = s->t;
  writer w = {.s = s, .out = out};
  for (uint32_t i = s->depth; i-- > 0;)
    vec_push(s->m, &w.stack, plain_symbol(t, s->symbols[i]));
  assert(s->location < t->locations.keys.count);
  add_step(&w, ECTL_NO, ECTL_NO, s->location,
           (uint32_t)t->locations.keys.at[s->location]);
  for (size_t i = 0; i < r->stretches.count; i++) {
    if (i == r->loop)
      out->loop = out->steps.count - 1;
    if (r->stretches.at[i].rule != ECTL_NO)
      take_rule(&w, r->stretches.at[i].rule);
    if (r->stretches.at[i].pop != ECTL_NO)
      unfold(&w, r->stretches.at[i].pop);
  }
  if (r->loop != SIZE_MAX)
    out->end = ECTL_PATH_LOOPS;
  else if (r->head == ECTL_NO)
    out->end = end_of_empty(s, x, r->location);
  else
    out->end = end_of_head(&t->heads.at[r->head]);
  if (out->end == ECTL_PATH_ESCAPES)
    add_escape(&w, r->location,
               r->head == ECTL_NO
                   ? ECTL_NO
                   : plain_symbol(t, t->heads.at[r->head].symbol));
  vec_free(s->m, &w.stack);
}

/* Beyond this, short lassos are not looked for. */
enum { MOST_BOUND = 1000 };

/* A lasso that is shorter than the route takes its place. */
static void try_lasso(const ectl_spot *s, uint64_t bound, ectl_route *out) {
  ectl_route lasso;
  ectl_route_lasso(s, out->cost <= bound ? out->cost - 1 : bound, &lasso);
  if (lasso.cost == ECTL_FAR)
    return;
  vec_free(s->m, &out->stretches);
  *out = lasso;
}

/* Bounds grow until there is something: most paths are short, and then little
 * has to be looked at. */
static void find_route(const ectl_spot *s, uint64_t most_steps,
                       ectl_route *out) {
  for (uint64_t bound = 4;; bound += 1 + bound / 4) {
    bool all = ectl_shortest_find(s->x, s->clock, bound);
    bool tries = *s->work < ECTL_MOST_WORK;
    ectl_route_to_end(s, all ? ECTL_FAR - 1 : bound, out);
    if (s->t->is_release && out->cost > 4 && tries)
      try_lasso(s, bound, out);
    bool enough = !tries || bound > MOST_BOUND || bound > most_steps;
    enough = s->x->is_guessed || (s->t->is_release && enough);
    if (out->cost == ECTL_FAR && all && enough)
      ectl_route_by_reasons(s, most_steps, out);
    if (out->cost != ECTL_FAR || bound > most_steps)
      return;
    vec_free(s->m, &out->stretches);
  }
}

/* The table's symbols of a stack. */
static void find_symbols(ectl_spot *s, const uint32_t *stack, size_t depth) {
  const ectl_monitor *n = s->t->carried;
  uint32_t below = 0;
  s->symbols = mem_array(s->m, depth + 1, sizeof *s->symbols);
  s->depth = (uint32_t)depth;
  if (!n) {
    s->depth = 1; /* '_', of the automaton */
    s->symbols[0] = map_find(&s->t->symbols, map_pair(0, 0));
    return;
  }
  for (size_t i = depth; i-- > 0;) {
    s->symbols[i] = map_find(&s->t->symbols, map_pair(stack[i], below));
    below = n->step.at[(size_t)below * n->symbols + stack[i]];
  }
}

void ectl_find_path(mem *m, progress *clock, const ectl_answer *a,
                    const machine *system, uint32_t part, uint32_t state,
                    const uint32_t *stack, size_t depth, uint64_t most_steps,
                    ectl_path *out) {
  assert(part < a->parts.count);
  const ectl_table *t = a->parts.at[part].table;
  uint32_t left = a->formulas->nodes.at[a->parts.at[part].node].left;
  ectl_spot s = {.m = m, .clock = clock, .t = t};
  ectl_route r = {0};
  uint64_t work = 0;
  s.work = &work;
  (void)system;
  *out = (ectl_path){0};
  clock->phase = "path";
  if (!a->lengths[part].found)
    a->lengths[part].found = ectl_shortest_new(a->m, t);
  s.x = a->lengths[part].found;
  s.location = map_find(&t->locations, map_pair(0, state));
  find_symbols(&s, stack, depth);
  find_route(&s, most_steps, &r);
  if (r.cost > most_steps)
    out->too_long = true;
  else
    write_path(&s, &r, &a->parts.at[a->part_of[left]], out);
  vec_free(m, &r.stretches);
  mem_free(m, s.symbols);
}
