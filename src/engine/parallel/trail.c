#include "engine/parallel/trail.h"

#include <assert.h>

enum { FIRST_BITS = 6, MOST_BITS = 31 };

void trail_init(trail *t, mem *m) {
  *t = (trail){.m = m, .bits = FIRST_BITS};
  t->slots = mem_array(m, (size_t)1 << t->bits, sizeof *t->slots);
}

static uint32_t free_slot(const trail *t, uint32_t number) {
  uint32_t mask = (UINT32_C(1) << t->bits) - 1, i = trail_slot(t, number);
  while (t->slots[i])
    i = (i + 1) & mask;
  return i;
}

/* Put in again in the same order, so that taking out stays as simple. */
static void grow(trail *t) {
  if (t->bits == MOST_BITS)
    mem_raise(t->m->budget, MEM_LIMIT);
  uint32_t *slots =
      mem_array(t->m, (size_t)1 << (t->bits + 1), sizeof *t->slots);
  mem_free(t->m, t->slots);
  t->slots = slots;
  t->bits++;
  vec_each (const uint32_t, n, &t->list)
    t->slots[free_slot(t, *n)] = *n + 1;
}

void trail_push(trail *t, uint32_t number) {
  assert(!trail_has(t, number));
  if (base_unlikely(t->list.count >> (t->bits - 1)))
    grow(t);
  vec_push(t->m, &t->list, number);
  t->slots[free_slot(t, number)] = number + 1;
}

void trail_pop(trail *t) {
  assert(t->list.count > 0);
  uint32_t mask = (UINT32_C(1) << t->bits) - 1, number = vec_pop(&t->list);
  uint32_t i = trail_slot(t, number);
  while (t->slots[i] != number + 1)
    i = (i + 1) & mask;
  t->slots[i] = 0;
}
