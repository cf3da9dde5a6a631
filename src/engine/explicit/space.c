#include "engine/explicit/space.h"

#include <assert.h>

void space_init(space *s, mem *m, const model *x, const model_binding *binding,
                const omega *automaton, bool fair) {
  *s = (space){.m = m,
               .x = x,
               .b = binding,
               .a = automaton,
               .fair = fair,
               .all = omega_all_marks(automaton),
               .computed = automaton->states <= SPACE_GROUP,
               .steps = {.m = m},
               .moves = {.m = m}};
  while (s->computed && UINT32_C(1) << s->bits < automaton->states)
    s->bits++;
  store_init(&s->states, m, x->most_bytes);
  s->scratch = mem_alloc(m, x->scratch_bytes);
  vec_each (const omega_edge, edge, &automaton->edges)
    vec_push(m, &s->marks_of, map_insert(m, &s->mark_sets, edge->marks));
}

void space_free(space *s) {
  store_free(&s->states);
  map_free(s->m, &s->letters);
  vec_free(s->m, &s->known);
  vec_free(s->m, &s->groups);
  map_free(s->m, &s->mark_sets);
  vec_free(s->m, &s->marks_of);
  vec_free(s->m, &s->moves.list);
  vec_free(s->m, &s->items);
  vec_free(s->m, &s->item_of);
  mem_free(s->m, s->scratch);
  model_steps_free(&s->steps);
}

/* Pairs are 32-bit numbers, below GRAPH_NONE. */
static void make_sure_of_room(space *s, size_t groups) {
  if (base_unlikely(groups >= GRAPH_NONE / SPACE_GROUP))
    mem_raise(s->m->budget, MEM_LIMIT);
}

/* 'state' is below known.count. */
static uint32_t pair_number(space *s, uint32_t state, uint32_t q) {
  if (s->computed) {
    make_sure_of_room(s, state);
    return state << s->bits | q;
  }
  uint32_t last = 0;
  for (uint32_t g = s->known.at[state].group; g; g = s->groups.at[g - 1].next) {
    uint32_t *at = s->groups.at[g - 1].automaton;
    for (uint32_t i = 0; i < SPACE_GROUP; i++) {
      if (at[i] == GRAPH_NONE)
        at[i] = q;
      if (at[i] == q)
        return (g - 1) * SPACE_GROUP + i;
    }
    last = g;
  }
  space_group fresh = {.state = state, .automaton = {q}};
  for (uint32_t i = 1; i < SPACE_GROUP; i++)
    fresh.automaton[i] = GRAPH_NONE;
  make_sure_of_room(s, s->groups.count);
  vec_push(s->m, &s->groups, fresh);
  uint32_t number = (uint32_t)s->groups.count;
  *(last ? &s->groups.at[last - 1].next : &s->known.at[state].group) = number;
  return (number - 1) * SPACE_GROUP;
}

static void know(space *s) {
  vec_resize(s->m, &s->known, (size_t)store_count(&s->states));
}

/* Fills 'steps'. False: something is undefined. */
static bool start(space *s) {
  model_steps_reset(&s->steps);
  s->x->ops->initial(s->x, s->scratch, &s->steps);
  bool good = s->steps.worst != MODEL_UNDEFINED;
  if (!good)
    model_steps_drop_undefined(&s->steps);
  return good;
}

static bool space_roots(void *self, graph_edges *out) {
  space *s = self;
  bool good = start(s);
  vec_each (const model_step, step, &s->steps.steps) {
    const uint8_t *bytes = s->steps.bytes.at + step->at;
    uint32_t state = store_insert(&s->states, bytes, step->size,
                                  store_hash(bytes, step->size));
    know(s);
    graph_edge edge = {.to = pair_number(s, state, s->a->initial),
                       .label = GRAPH_NONE};
    vec_push(out->m, &out->list, edge);
  }
  return good || s->skip_faults;
}

/* The letter is asked for once a state. */
static bool letter_of(space *s, uint32_t state, const uint8_t *bytes,
                      uint32_t size, uint64_t *out) {
  assert(state < s->known.count);
  uint32_t number = s->known.at[state].letter;
  if (number) {
    *out = s->letters.keys.at[number - 1];
    return true;
  }
  if (!s->x->ops->letter(s->x, s->b, s->scratch, bytes, size, out, &s->steps))
    return false;
  s->known.at[state].letter = map_insert(s->m, &s->letters, *out) + 1;
  return true;
}

/* Stores the states that the moves lead to; steps without a move, which the
 * automaton does not allow, are left out. */
static void insert_ends(space *s) {
  uint32_t last = PRODUCT_STUTTER;
  s->items.count = s->item_of.count = 0;
  vec_each (const product_move, move, &s->moves.list) {
    if (move->step != last) {
      const model_step *step = s->steps.steps.at + move->step;
      store_item item = {.bytes = s->steps.bytes.at + step->at,
                         .size = step->size};
      vec_push(s->m, &s->items, item);
      last = move->step;
    }
    vec_push(s->m, &s->item_of, (uint32_t)s->items.count - 1);
  }
  store_insert_all(&s->states, s->items.at, s->items.count);
  know(s);
  if (s->computed)
    return;
  vec_each (const store_item, i, &s->items)
    base_prefetch(s->known.at + i->number);
  vec_each (const store_item, i, &s->items)
    if (s->known.at[i->number].group)
      base_prefetch(s->groups.at + s->known.at[i->number].group - 1);
}

enum { ALL_THE_OTHERS = 63 }; /* the last bit of 'movers' is no one process */

/* Processes that are enabled in the state whose steps are at hand, told apart
 * as far as there are marks. */
static uint64_t enabled(space *s, const uint8_t *bytes, uint32_t size) {
  if (!s->x->ops->enabled)
    return 0;
  uint64_t found = s->x->ops->enabled(s->x, s->scratch, bytes, size);
  uint32_t room = 64 - s->a->sets;
  if (room > ALL_THE_OTHERS)
    room = ALL_THE_OTHERS;
  uint64_t marked = found & ((UINT64_C(1) << room) - 1);
  s->unmarked |= found & ~marked;
  if (marked)
    s->all |= marked << s->a->sets;
  return marked;
}

/* The marks of an edge; a state that is repeated has no process enabled. */
static uint32_t space_marks_of(space *s, const product_move *move,
                               uint64_t waiting) {
  if (!s->fair)
    return s->marks_of.at[move->edge];
  if (move->step != PRODUCT_STUTTER)
    waiting &= ~s->steps.steps.at[move->step].movers;
  else
    waiting = 0;
  uint64_t own = omega_all_marks(s->a);
  uint64_t lacks = waiting ? waiting << s->a->sets : 0;
  return map_insert(s->m, &s->mark_sets,
                    (s->a->edges.at[move->edge].marks & own) | (~lacks & ~own));
}

/* Fills 'steps' and 'moves' for a pair. False: something is undefined. */
static bool space_expand(space *s, uint32_t pair) {
  uint32_t state = space_state(s, pair), q = space_automaton(s, pair), size;
  const uint8_t *bytes = store_at(&s->states, state, &size);
  uint64_t letter;
  s->moves.list.count = 0;
  model_steps_reset(&s->steps);
  if (!letter_of(s, state, bytes, size, &letter))
    return false;
  model_steps_reset(&s->steps);
  s->x->ops->next(s->x, s->scratch, bytes, size, &s->steps);
  bool good = s->steps.worst != MODEL_UNDEFINED;
  if (!good)
    model_steps_drop_undefined(&s->steps);
  if (good || s->steps.steps.count)
    product_moves_from(s->b, s->a, q, letter, &s->steps, &s->moves);
  return good;
}

static bool space_next(void *self, uint32_t pair, graph_edges *out) {
  space *s = self;
  bool good = space_expand(s, pair);
  bool stutters = s->steps.steps.count == 0;
  uint32_t state = space_state(s, pair), size;
  uint64_t waiting = 0;
  if (s->fair && s->moves.list.count) {
    const uint8_t *bytes = store_at(&s->states, state, &size);
    waiting = enabled(s, bytes, size);
  }
  if (!stutters)
    insert_ends(s);
  vec_reserve(out->m, &out->list, s->moves.list.count);
  for (size_t i = 0; i < s->moves.list.count; i++) {
    const product_move *move = s->moves.list.at + i;
    uint32_t to = stutters ? state : s->items.at[s->item_of.at[i]].number;
    graph_edge edge = {.to = pair_number(s, to, s->a->edges.at[move->edge].to),
                       .label = stutters ? GRAPH_NONE
                                         : s->steps.steps.at[move->step].label,
                       .via = space_marks_of(s, move, waiting)};
    out->list.at[out->list.count++] = edge;
  }
  return good || s->skip_faults;
}

graph space_graph(space *s) {
  static_assert(GRAPH_NONE == MODEL_NONE, "labels are passed on");
  return (graph){.self = s,
                 .roots = space_roots,
                 .next = space_next,
                 .marks = (const uint64_t *const *)&s->mark_sets.keys.at,
                 .all = &s->all};
}

const model_fault *space_fault(space *s, uint32_t pair) {
  if (pair == GRAPH_NONE ? start(s) : space_expand(s, pair))
    return NULL;
  const model_fault *fault = s->steps.faults.at;
  while (fault->severity != MODEL_UNDEFINED) {
    assert(fault + 1 < s->steps.faults.at + s->steps.faults.count);
    fault++;
  }
  return fault;
}

uint64_t space_movers(space *s, uint32_t from, uint32_t label, uint32_t via,
                      uint32_t to) {
  graph_edges edges = {.m = s->m};
  uint64_t movers = 0;
  space_next(s, from, &edges);
  for (size_t i = 0; i < edges.list.count; i++) {
    const graph_edge *edge = edges.list.at + i;
    if (edge->to != to || edge->label != label || edge->via != via)
      continue;
    uint32_t step = s->moves.list.at[i].step;
    movers = step == PRODUCT_STUTTER ? 0 : s->steps.steps.at[step].movers;
    break;
  }
  vec_free(s->m, &edges.list);
  return movers;
}

size_t space_memory(const space *s) {
  return store_memory(&s->states) + s->known.count * sizeof *s->known.at +
         s->groups.count * sizeof *s->groups.at;
}
