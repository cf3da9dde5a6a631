/* Where a state comes from: the rank and number of the state before it, and how
 * many states a path to it has, in one word. Which rank a state belongs to. */
#ifndef MPI_ORIGIN_H
#define MPI_ORIGIN_H

#include <stdint.h>

typedef uint64_t origin;

/* A store numbers at most 2^31 states. */
enum { ORIGIN_NUMBER_BITS = 31, ORIGIN_RANK_BITS = 12, ORIGIN_LEVEL_BITS = 21 };

enum {
  ORIGIN_NO_RANK = (1 << ORIGIN_RANK_BITS) - 1, /* of an initial state */
  ORIGIN_MOST_RANKS = ORIGIN_NO_RANK,
  ORIGIN_MOST_LEVEL = (1 << ORIGIN_LEVEL_BITS) - 1 /* or more */
};

static inline origin origin_make(uint32_t rank, uint32_t number,
                                 uint32_t level) {
  uint64_t most = ORIGIN_MOST_LEVEL;
  return (level < most ? level : most)
             << (ORIGIN_NUMBER_BITS + ORIGIN_RANK_BITS) |
         (uint64_t)rank << ORIGIN_NUMBER_BITS | number;
}

static inline uint32_t origin_number(origin o) {
  return (uint32_t)(o & ((UINT64_C(1) << ORIGIN_NUMBER_BITS) - 1));
}

static inline uint32_t origin_rank(origin o) {
  return (uint32_t)(o >> ORIGIN_NUMBER_BITS) & ORIGIN_NO_RANK;
}

static inline uint32_t origin_level(origin o) {
  return (uint32_t)(o >> (ORIGIN_NUMBER_BITS + ORIGIN_RANK_BITS));
}

/* The tables of a store use the upper half of the hash: the owner is decided by
 * the lower one, or else each table would be filled unevenly. */
static inline uint32_t origin_owner(uint64_t hash, uint32_t ranks) {
  return (uint32_t)((hash & UINT32_MAX) * ranks >> 32);
}

#endif
