/* A set of numbers that are taken out in the opposite order of putting in: the
 * states on a thread's own stack. A slot holds a number plus one; since the
 * last that came is the first to go, its slot can simply be cleared. */
#ifndef ENGINE_PARALLEL_TRAIL_H
#define ENGINE_PARALLEL_TRAIL_H

#include "base/vec.h"

#include <assert.h>
#include <stdbool.h>

typedef struct trail {
  mem *m;
  vec(uint32_t) list; /* in order; below UINT32_MAX */
  uint32_t *slots;    /* at most half of them are used */
  uint32_t bits;
} trail;

void trail_init(trail *t, mem *m);
void trail_push(trail *t, uint32_t number); /* that is not in it */
void trail_pop(trail *t);

static inline uint32_t trail_slot(const trail *t, uint32_t number) {
  return (uint32_t)(number * UINT64_C(0x9E3779B97F4A7C15) >> (64 - t->bits));
}

static inline bool trail_has(const trail *t, uint32_t number) {
  uint32_t mask = (UINT32_C(1) << t->bits) - 1;
  assert(number != UINT32_MAX && 2 * t->list.count <= (size_t)mask + 1);
  for (uint32_t i = trail_slot(t, number); t->slots[i]; i = (i + 1) & mask)
    if (t->slots[i] == number + 1)
      return true;
  return false;
}

#endif
