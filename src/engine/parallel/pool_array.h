/* Arrays that grow without moving, by pieces that whoever needs one first
 * allocates. Eight pieces for each doubling: at most an eighth is in vain, and
 * the pointers to them are so few that they stay in the nearest cache. */
#ifndef ENGINE_PARALLEL_POOL_ARRAY_H
#define ENGINE_PARALLEL_POOL_ARRAY_H

#include "engine/parallel/pool.h"

enum {
  POOL_FIRST_BITS = 10, /* the first eight pieces hold so many, as a power */
  POOL_PIECES = 8 * (32 - POOL_FIRST_BITS + 1)
};

typedef struct pool_array {
  _Atomic(void *) pieces[POOL_PIECES];
} pool_array;

typedef struct pool_place {
  uint32_t piece;
  uint32_t bits;   /* the piece holds 1 << bits elements */
  uint64_t offset; /* in it */
} pool_place;

/* Of an element with a number below 2^32 - 2^POOL_FIRST_BITS, or any other: the
 * sum below has 33 bits then. */
static inline pool_place pool_array_place(uint32_t number) {
  uint64_t n = number + (UINT64_C(1) << POOL_FIRST_BITS);
  uint32_t highest = base_highest_bit(n), bits = highest - 3;
  return (pool_place){.piece = (highest - POOL_FIRST_BITS) * 8 +
                               (uint32_t)(n >> bits & 7),
                      .bits = bits,
                      .offset = n & ((UINT64_C(1) << bits) - 1)};
}

/* The piece, allocated by the hand if there is none: 'size' bytes for each
 * element, all zero. */
void *pool_array_piece(pool_array *array, pool_hand *hand, pool_place at,
                       size_t size);

#endif
