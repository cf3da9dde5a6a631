/* The least steps of pops, and from heads to an end (U: DONE; R: RELEASED, END
 * or ESCAPE): facts, found in the order of what they cost (Knuth's
 * generalisation of Dijkstra's algorithm, 1977), as far as somebody wants to
 * know. */
#ifndef ENGINE_ECTL_SHORTEST_H
#define ENGINE_ECTL_SHORTEST_H

#include "base/heap.h"
#include "base/progress.h"
#include "product/ectl_moves.h"
#include "product/ectl_table.h"

#include <assert.h>

#define ECTL_FAR UINT64_MAX

static inline uint64_t ectl_add_cost(uint64_t a, uint64_t b) {
  assert(a < ECTL_FAR && b < ECTL_FAR); /* what is far is not added */
  return a >= ECTL_FAR - b ? ECTL_FAR - 1 : a + b;
}

/* Pop n is fact n; the way of head h to an end is fact pops + h. */
typedef struct ectl_fact {
  uint64_t cost;
  /* Why: a rule (ECTL_NO: the head is an end), a pop behind it or none, and
   * then another pop, or the fact of a head, or none. */
  uint32_t rule, first, second;
  bool done; /* the cost is settled: the least, unless it was guessed */
} ectl_fact;

/* A push whose first symbol has been popped. */
typedef struct ectl_waiting {
  uint32_t next, rule, first;
} ectl_waiting;

typedef struct ectl_shortest {
  mem *m;
  const ectl_table *t;
  ectl_moves moves;
  uint32_t pops;
  ectl_fact *facts;
  map pop_numbers;             /* map_pair(head, to) */
  uint32_t *owner, *entered;   /* of a rule: its head, and the one it enters */
  uint32_t *first_user, *user; /* by head: rules that enter it */
  uint32_t *first_waiting;     /* by head */
  vec(ectl_waiting) waiting;
  heap agenda;
  uint64_t **done; /* by head: bits of the locations to which its pops are done;
                      NULL while there are few */
  uint32_t *done_count;
  uint64_t work; /* conclusions so far */
  bool is_guessed;
} ectl_shortest;

/* More conclusions are not drawn: what is not known then of pops is taken from
 * the table's own reasons, which may be longer. Where almost every state pops
 * to every other, all of them would take cubic time. */
#define ECTL_MOST_CONCLUSIONS UINT64_C(4000000)

ectl_shortest *ectl_shortest_new(mem *m, const ectl_table *table);

/* All facts that cost no more than this. True: there are no others, or they
 * were guessed: then some facts of heads may be missing. */
bool ectl_shortest_find(ectl_shortest *shortest, progress *clock,
                        uint64_t cost);

#endif
