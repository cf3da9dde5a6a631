#include "engine/ectl/path.h"

#include "engine/ectl/ectl_decide.h"
#include "product/ectl_product.h"

#include <assert.h>

typedef struct writer {
  const ectl_spot *s;
  ectl_path *out;
  vec(uint32_t) stack; /* symbols of the machine, the bottom first */
} writer;

static uint32_t plain_symbol(const ectl_table *table, uint32_t symbol) {
  return (uint32_t)(table->symbols.keys.at[symbol] >> 32);
}

static void add_step(writer *w, uint32_t step, uint32_t reading,
                     uint32_t location, uint32_t state) {
  size_t depth = w->stack.count;
  ectl_path_step path_step = {
      step,  reading,         location,
      state, (uint32_t)depth, depth ? vec_last(&w->stack) : ECTL_NO};
  vec_push(w->s->m, &w->out->steps, path_step);
}

static void take_rule(writer *w, uint32_t rule) {
  const ectl_table *table = w->s->t;
  const ectl_rule *r = &table->rules.at[rule];
  (void)vec_pop(&w->stack);
  for (uint32_t i = r->length; i-- > 0;)
    vec_push(w->s->m, &w->stack, plain_symbol(table, r->push[i]));
  assert(r->to < table->locations.keys.count);
  add_step(w, r->step, r->reading, r->to,
           (uint32_t)table->locations.keys.at[r->to]);
}

/* A pop, step by step. */
static void unfold(writer *w, uint32_t pop) {
  vec(uint32_t) todo = {0};
  mem *m = w->s->m;
  vec_push(m, &todo, pop);
  while (todo.count) {
    const ectl_fact *fact = &w->s->x->facts[vec_pop(&todo)];
    take_rule(w, fact->rule);
    if (fact->second != ECTL_NO)
      vec_push(m, &todo, fact->second);
    if (fact->first != ECTL_NO)
      vec_push(m, &todo, fact->first);
  }
  vec_free(m, &todo);
}

/* The system moves on alone. */
static void add_escape(writer *w, uint32_t location, uint32_t symbol) {
  const ectl_table *table = w->s->t;
  uint64_t l = table->locations.keys.at[location];
  uint32_t step = ectl_moves_escape(&w->s->x->moves, (uint32_t)(l >> 32),
                                    (uint32_t)l, symbol);
  assert(step < table->system->rules.count);
  const machine_rule *rule = &table->system->rules.at[step];
  if (machine_has_stack(table->system) && rule->operation != MACHINE_PUSH)
    (void)vec_pop(&w->stack);
  if (machine_has_stack(table->system) && rule->operation != MACHINE_POP)
    vec_push(w->s->m, &w->stack, rule->symbol);
  add_step(w, step, ECTL_NO, ECTL_NO, rule->to);
}

/* With an empty stack: x is what releases. */
static ectl_path_end end_of_empty(const ectl_spot *spot, const ectl_part *part,
                                  uint32_t location) {
  const ectl_table *table = spot->t;
  uint32_t state = (uint32_t)table->locations.keys.at[location];
  bool has_stack = machine_has_stack(table->system);
  if (!table->is_release)
    return ECTL_PATH_DONE;
  if (ectl_bit(has_stack ? part->empty : part->values, state))
    return ECTL_PATH_RELEASED;
  ectl_range range = ectl_moves_of(&spot->x->moves, state, MACHINE_NONE);
  return range.first == range.end ? ECTL_PATH_STOPS : ECTL_PATH_ESCAPES;
}

static ectl_path_end end_of_head(const ectl_head *head) {
  return head->kind == ECTL_DONE       ? ECTL_PATH_DONE
         : head->kind == ECTL_RELEASED ? ECTL_PATH_RELEASED
         : head->kind == ECTL_END      ? ECTL_PATH_STOPS
                                       : ECTL_PATH_ESCAPES;
}

static void write_path(const ectl_spot *spot, const ectl_route *route,
                       const ectl_part *part, ectl_path *out) {
  const ectl_table *table = spot->t;
  writer w = {.s = spot, .out = out};
  for (uint32_t i = spot->depth; i-- > 0;)
    vec_push(spot->m, &w.stack, plain_symbol(table, spot->symbols[i]));
  assert(spot->location < table->locations.keys.count);
  add_step(&w, ECTL_NO, ECTL_NO, spot->location,
           (uint32_t)table->locations.keys.at[spot->location]);
  for (size_t i = 0; i < route->stretches.count; i++) {
    if (i == route->loop)
      out->loop = out->steps.count - 1;
    if (route->stretches.at[i].rule != ECTL_NO)
      take_rule(&w, route->stretches.at[i].rule);
    if (route->stretches.at[i].pop != ECTL_NO)
      unfold(&w, route->stretches.at[i].pop);
  }
  if (route->loop != SIZE_MAX)
    out->end = ECTL_PATH_LOOPS;
  else if (route->head == ECTL_NO)
    out->end = end_of_empty(spot, part, route->location);
  else
    out->end = end_of_head(&table->heads.at[route->head]);
  if (out->end == ECTL_PATH_ESCAPES)
    add_escape(&w, route->location,
               route->head == ECTL_NO
                   ? ECTL_NO
                   : plain_symbol(table, table->heads.at[route->head].symbol));
  vec_free(spot->m, &w.stack);
}

/* Beyond this, short lassos are not looked for. */
enum { MOST_BOUND = 1000 };

/* A lasso that is shorter than the route takes its place. */
static void try_lasso(const ectl_spot *spot, uint64_t bound, ectl_route *out) {
  ectl_route lasso;
  ectl_route_lasso(spot, out->cost <= bound ? out->cost - 1 : bound, &lasso);
  if (lasso.cost == ECTL_FAR)
    return;
  vec_free(spot->m, &out->stretches);
  *out = lasso;
}

/* Bounds grow until there is something: most paths are short, and then little
 * has to be looked at. */
static void find_route(const ectl_spot *spot, uint64_t most_steps,
                       ectl_route *out) {
  for (uint64_t bound = 4;; bound += 1 + bound / 4) {
    bool all = ectl_shortest_find(spot->x, spot->clock, bound);
    bool tries = *spot->work < ECTL_MOST_WORK;
    ectl_route_to_end(spot, all ? ECTL_FAR - 1 : bound, out);
    if (spot->t->is_release && out->cost > 4 && tries)
      try_lasso(spot, bound, out);
    bool enough = !tries || bound > MOST_BOUND || bound > most_steps;
    enough = spot->x->is_guessed || (spot->t->is_release && enough);
    if (out->cost == ECTL_FAR && all && enough)
      ectl_route_by_reasons(spot, most_steps, out);
    if (out->cost != ECTL_FAR || bound > most_steps)
      return;
    vec_free(spot->m, &out->stretches);
  }
}

/* The table's symbols of a stack. */
static void find_symbols(ectl_spot *spot, const uint32_t *stack, size_t depth) {
  const ectl_monitor *monitor = spot->t->carried;
  uint32_t below = 0;
  spot->symbols = mem_array(spot->m, depth + 1, sizeof *spot->symbols);
  spot->depth = (uint32_t)depth;
  if (!monitor) {
    spot->depth = 1; /* '_', of the automaton */
    spot->symbols[0] = map_find(&spot->t->symbols, map_pair(0, 0));
    return;
  }
  for (size_t i = depth; i-- > 0;) {
    spot->symbols[i] = map_find(&spot->t->symbols, map_pair(stack[i], below));
    below = monitor->step.at[(size_t)below * monitor->symbols + stack[i]];
  }
}

void ectl_find_path(mem *m, progress *clock, const ectl_answer *answer,
                    const machine *system, uint32_t part, uint32_t state,
                    const uint32_t *stack, size_t depth, uint64_t most_steps,
                    ectl_path *out) {
  assert(part < answer->parts.count);
  const ectl_table *table = answer->parts.at[part].table;
  uint32_t left = answer->formulas->nodes.at[answer->parts.at[part].node].left;
  ectl_spot spot = {.m = m, .clock = clock, .t = table};
  ectl_route route = {0};
  uint64_t work = 0;
  spot.work = &work;
  (void)system;
  *out = (ectl_path){0};
  clock->phase = "path";
  if (!answer->lengths[part].found)
    answer->lengths[part].found = ectl_shortest_new(answer->m, table);
  spot.x = answer->lengths[part].found;
  spot.location = map_find(&table->locations, map_pair(0, state));
  find_symbols(&spot, stack, depth);
  find_route(&spot, most_steps, &route);
  if (route.cost > most_steps)
    out->too_long = true;
  else
    write_path(&spot, &route, &answer->parts.at[answer->part_of[left]], out);
  vec_free(m, &route.stretches);
  mem_free(m, spot.symbols);
}
