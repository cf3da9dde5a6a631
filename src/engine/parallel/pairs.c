#include "engine/parallel/pairs.h"

#include <assert.h>

uint32_t pairs_tail(const omega *automaton) {
  return automaton->states <= 1u << 8    ? 1
         : automaton->states <= 1u << 16 ? 2
                                         : 4;
}

void pairs_init(pairs *p, mem *m, pool *states, const model *x,
                const model_binding *binding, const omega *automaton) {
  *p = (pairs){.m = m,
               .x = x,
               .b = binding,
               .a = automaton,
               .tail = pairs_tail(automaton),
               .steps = {.m = m},
               .moves = {.m = m}};
  p->hand = pool_take_hand(states, m);
  p->scratch = mem_alloc(m, x->scratch_bytes);
  p->bytes = mem_alloc(m, (size_t)x->most_bytes + p->tail);
}

/* Room for so many states with 'bytes' of the model in all: 'ends' must not
 * move while items refer to it. */
static void make_room(pairs *p, size_t count, size_t bytes) {
  p->ends.count = p->items.count = 0;
  vec_reserve(p->m, &p->ends, bytes + count * p->tail);
  vec_reserve(p->m, &p->items, count);
}

static void add_end(pairs *p, const uint8_t *bytes, uint32_t size, uint32_t q) {
  uint8_t *at = p->ends.at + p->ends.count;
  pool_item item = {.bytes = at, .size = size + p->tail};
  if (size)
    memcpy(at, bytes, size);
  for (uint32_t i = 0; i < p->tail; i++)
    at[size + i] = (uint8_t)(q >> 8 * i);
  p->ends.count += item.size;
  p->items.at[p->items.count++] = item;
}

bool pairs_start(pairs *p) {
  model_steps_reset(&p->steps);
  p->moves.list.count = 0;
  p->x->ops->initial(p->x, p->scratch, &p->steps);
  bool good = p->steps.worst != MODEL_UNDEFINED;
  if (!good)
    model_steps_drop_undefined(&p->steps);
  make_room(p, p->steps.steps.count, p->steps.bytes.count);
  vec_each (const model_step, step, &p->steps.steps)
    add_end(p, p->steps.bytes.at + step->at, step->size, p->a->initial);
  pool_insert_all(p->hand, p->items.at, p->items.count);
  return good;
}

uint32_t pairs_read(pairs *p, uint32_t number, uint32_t *automaton) {
  assert(number != POOL_NONE);
  uint32_t size = pool_copy(p->hand, number, p->bytes) - p->tail;
  *automaton = 0;
  for (uint32_t i = 0; i < p->tail; i++)
    *automaton |= (uint32_t)p->bytes[size + i] << 8 * i;
  return size;
}

/* Fills 'steps' and 'moves'. */
static bool move(pairs *p, uint32_t size, uint32_t q) {
  uint64_t letter;
  p->moves.list.count = 0;
  model_steps_reset(&p->steps);
  if (!p->x->ops->letter(p->x, p->b, p->scratch, p->bytes, size, &letter,
                         &p->steps))
    return false;
  model_steps_reset(&p->steps);
  p->x->ops->next(p->x, p->scratch, p->bytes, size, &p->steps);
  bool good = p->steps.worst != MODEL_UNDEFINED;
  if (!good)
    model_steps_drop_undefined(&p->steps);
  if (good || p->steps.steps.count)
    product_moves_from(p->b, p->a, q, letter, &p->steps, &p->moves);
  return good;
}

static size_t end_bytes(const pairs *p, uint32_t size) {
  size_t sum = 0;
  vec_each (const product_move, move, &p->moves.list)
    sum += move->step == PRODUCT_STUTTER ? size
                                         : p->steps.steps.at[move->step].size;
  return sum;
}

bool pairs_expand(pairs *p, uint32_t number, uint32_t *automaton) {
  uint32_t size = pairs_read(p, number, automaton);
  bool good = move(p, size, *automaton);
  make_room(p, p->moves.list.count, end_bytes(p, size));
  for (size_t i = 0; i < p->moves.list.count; i++) {
    uint32_t step = p->moves.list.at[i].step;
    if (step == PRODUCT_STUTTER) {
      add_end(p, p->bytes, size, pairs_automaton(p, i));
    } else {
      const model_step *t = p->steps.steps.at + step;
      add_end(p, p->steps.bytes.at + t->at, t->size, pairs_automaton(p, i));
    }
  }
  pool_insert_all(p->hand, p->items.at, p->items.count);
  return good;
}

uint32_t pairs_label(const pairs *p, size_t i) {
  assert(i < p->moves.list.count);
  uint32_t step = p->moves.list.at[i].step;
  return step == PRODUCT_STUTTER ? MODEL_NONE : p->steps.steps.at[step].label;
}

const model_fault *pairs_fault(const pairs *p) {
  const model_fault *fault = p->steps.faults.at;
  while (fault->severity != MODEL_UNDEFINED)
    fault++;
  return fault;
}
