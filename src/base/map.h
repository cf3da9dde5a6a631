/* A map from 64-bit keys to dense numbers 0, 1, 2, ... in the order of first
 * insertion. Invariant: keys.at[n] is the key of number n; a slot holds a
 * number plus one, or 0 when it is free; at most 2/3 of the slots are used. */
#ifndef BASE_MAP_H
#define BASE_MAP_H

#include "base/check.h"
#include "base/vec.h"

#include <stdbool.h>

#define MAP_NONE UINT32_MAX

typedef struct map {
  vec(uint64_t) keys;
  uint32_t *slots;
  uint32_t mask; /* number of slots - 1; 0: no slots */
} map;

static inline uint64_t map_pair(uint32_t high, uint32_t low) {
  return (uint64_t)high << 32 | low;
}

/* The number of 'key', or MAP_NONE. */
uint32_t map_find(const map *t, uint64_t key);

/* The number of 'key'; it is new iff the result was the count before. */
uint32_t map_insert(mem *m, map *t, uint64_t key);

void map_free(mem *m, map *t);

/* Asserts the invariant. */
void check_map(const map *t);

#endif
