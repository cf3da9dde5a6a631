#include "base/map.h"

#include <assert.h>
#include <string.h>

static uint64_t mix(uint64_t x) {
  x ^= x >> 32;
  x *= UINT64_C(0x9E3779B97F4A7C15);
  x ^= x >> 29;
  x *= UINT64_C(0xBF58476D1CE4E5B9);
  return x ^ x >> 32;
}

uint32_t map_find(const map *t, uint64_t key) {
  assert(!t->slots || t->keys.count <= t->mask); /* a slot is free */
  if (!t->slots)
    return MAP_NONE;
  for (uint64_t i = mix(key);; i++) {
    uint32_t n = t->slots[i & t->mask];
    if (n == 0)
      return MAP_NONE;
    if (t->keys.at[n - 1] == key)
      return n - 1;
  }
}

static void map_enlarge(mem *m, map *t) {
  uint32_t slots = t->slots ? 2 * (t->mask + 1) : 16;
  if (slots == 0) /* 2^31 slots were full */
    mem_raise(m->budget, MEM_LIMIT);
  uint32_t *fresh = mem_array(m, slots, sizeof *fresh);
  mem_free(m, t->slots);
  t->slots = fresh;
  t->mask = slots - 1;
  for (uint32_t n = 0; n < t->keys.count; n++) {
    uint64_t i = mix(t->keys.at[n]);
    while (fresh[i & t->mask])
      i++;
    fresh[i & t->mask] = n + 1;
  }
}

uint32_t map_insert(mem *m, map *t, uint64_t key) {
  if (t->keys.count >= t->mask / 3 * 2)
    map_enlarge(m, t);
  uint64_t i = mix(key);
  for (; t->slots[i & t->mask]; i++) {
    uint32_t n = t->slots[i & t->mask] - 1;
    if (t->keys.at[n] == key)
      return n;
  }
  assert(t->keys.count < MAP_NONE - 1);
  vec_push(m, &t->keys, key);
  t->slots[i & t->mask] = (uint32_t)t->keys.count;
  debug_check_grown(t->keys.count, check_map(t));
  return (uint32_t)t->keys.count - 1;
}

#ifndef NDEBUG
void check_map(const map *t) {
  size_t used = 0;
  assert((t->mask & (t->mask + 1)) == 0 && (t->slots || t->keys.count == 0));
  for (uint64_t i = 0; t->slots && i <= t->mask; i++)
    used += t->slots[i] != 0;
  assert(used == t->keys.count && used <= t->mask / 3 * 2 + 1);
  for (uint32_t n = 0; n < t->keys.count; n++)
    assert(map_find(t, t->keys.at[n]) == n);
}
#endif

void map_free(mem *m, map *t) {
  vec_free(m, &t->keys);
  mem_free(m, t->slots);
  t->slots = NULL;
  t->mask = 0;
}
