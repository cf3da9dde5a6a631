/* What waits to be propagated, and what was: a ring is a frontier that was
 * taken from the queue, and its number says when. What is in a ring rests on
 * rings with smaller numbers, and was found not before the previous ring of the
 * same owner was taken.
 *
 * Owners are taken first come, first served, so that runs are short. Where many
 * ways of different lengths meet, that is a wave for each of them: when owners
 * have come more often than a few times, they are taken in the order of the
 * program, sweep by sweep, so that waves wait for each other. */
#ifndef ENGINE_SYMBOLIC_RINGS_H
#define ENGINE_SYMBOLIC_RINGS_H

#include "base/map.h"
#include "bdd/dd.h"

/* Counting sort: items with key k are sorted[first[k]] ... before first[k + 1];
 * those with key MAP_NONE are left out. */
void sym_sort(mem *m, const uint32_t *key, size_t items, uint32_t keys,
              uint32_t **first, uint32_t **sorted);

/* So many rings, and as many again for every 64 owners, before sweeps begin:
 * only tests change it. */
extern size_t sym_first_rounds;

typedef struct sym_ring {
  uint32_t owner; /* a number that the engine gives to each of its sets */
  dd set;
} sym_ring;

/* Ordered by sweep, then by place. */
typedef struct sym_turn {
  uint64_t when; /* sweep, place */
  uint32_t owner;
} sym_turn;

typedef struct sym_rings {
  vec(sym_ring) rings;   /* by number */
  vec(uint32_t) waiting; /* owners, from 'next' on, first come, first served */
  size_t next;
  vec(sym_turn) turns; /* in sweeps: a heap */
  uint64_t now;        /* the last turn that was taken */
  bool sweeps;
  /* by owner, made by sym_rings_index: numbers[first[o]] ... */
  uint32_t *first, *numbers;
} sym_rings;

/* The owner's frontier was empty and is no more. 'place': in sweeps. */
void sym_rings_wait(mem *m, sym_rings *rings, uint32_t owner, uint32_t place);
/* False: nothing waits. */
bool sym_rings_next(sym_rings *rings, uint32_t *owner);
/* Is it time for sweeps? */
static inline bool sym_rings_crowd(const sym_rings *rings, size_t owners) {
  return !rings->sweeps &&
         rings->rings.count > sym_first_rounds * (1 + owners / 64);
}
/* Takes one who waits first come, first served. For sweeps: 'sweeps' is set,
 * then all of them wait again, with their places. */
bool sym_rings_first(sym_rings *rings, uint32_t *owner);
/* The frontier becomes a ring, and is empty. */
void sym_rings_take(mem *m, dds *diagrams, sym_rings *rings, uint32_t owner,
                    dd *frontier);

void sym_rings_index(mem *m, sym_rings *rings, uint32_t owners);
/* Rings of the owner with numbers from 'from' on: a position in 'numbers', at
 * most first[owner + 1]. */
uint32_t sym_rings_from(const sym_rings *rings, uint32_t owner, uint32_t from);
/* The number of the first ring with what 'x' has, from 'from' on and before
 * 'before'; 'before' if there is none. */
uint32_t sym_rings_meet(dds *diagrams, const sym_rings *rings, uint32_t owner,
                        dd x, uint32_t from, uint32_t before);
/* The number of the owner's ring before ring 'number', or 0. */
uint32_t sym_rings_previous(const sym_rings *rings, uint32_t number);

void sym_rings_free(mem *m, dds *diagrams, sym_rings *rings);

#endif
