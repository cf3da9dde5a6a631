/* The part of a product that lies near the start, kept as arrays: all pairs
 * whose state of the model is reached within 'radius' steps, with their edges,
 * and those that these lead to. Pairs have numbers of their own, in the order
 * in which they were met breadth first. */
#ifndef ENGINE_EXPLICIT_REGION_H
#define ENGINE_EXPLICIT_REGION_H

#include "engine/explicit/components.h"
#include "engine/explicit/search.h"
#include "engine/explicit/space.h"

#include <assert.h>

/* What may be spent on a question that has an answer already. */
typedef struct region_effort {
  uint64_t work, most; /* edges looked at */
  double until;        /* of progress_clock; 0: no limit */
  bool is_spent;
} region_effort;

/* How a pair was met first. */
typedef struct region_came {
  uint32_t from; /* its number; GRAPH_NONE: a start */
  uint32_t label, via;
} region_came;

typedef struct region {
  mem *m;
  progress *clock;
  space *product;
  graph of_product, own; /* 'own' has the numbers of the region */
  region_effort *effort;
  size_t radius;
  bool is_whole; /* nothing lies outside */
  map pairs;
  vec(uint32_t) depth; /* by number: steps from the start */
  vec(region_came) came;
  vec(size_t) first; /* of a pair's edges; one more than were expanded */
  vec(graph_edge) edges;
  uint32_t roots;
  /* By state of the model. */
  vec(uint32_t) state_depth; /* plus one; 0: not met */
  vec(uint8_t) is_end;       /* it has no steps, and is repeated */
  vec(uint32_t) first_of;    /* its pairs, a list of numbers plus one */
  vec(uint32_t) next_of;     /* by number */
  vec(uint32_t) states;      /* those that were met, in that order */
  components parts;
  search_flags accepting, useful; /* by part plus one: has an accepting cycle;
                                     reaches one */
} region;

/* Counts, and looks at clock and memory from time to time. True: stop. */
bool region_spends(region *r, uint64_t edges);

/* False: too much was spent. 'product' must skip faults. */
bool region_make(region *r, mem *m, progress *clock, space *product,
                 size_t radius, region_effort *effort);
void region_free(region *r);

static inline uint32_t region_state(const region *r, uint32_t number) {
  assert(number < r->pairs.keys.count);
  return space_state(r->product, (uint32_t)r->pairs.keys.at[number]);
}
static inline bool region_is_useful(const region *r, uint32_t number) {
  assert(number < r->parts.of.count);
  return r->useful.at[r->parts.of.at[number]];
}
/* Do both lie on accepting cycles of the same part? */
static inline bool region_share_cycle(const region *r, uint32_t a, uint32_t b) {
  assert(a < r->parts.of.count && b < r->parts.of.count);
  return r->parts.of.at[a] == r->parts.of.at[b] &&
         r->accepting.at[r->parts.of.at[a]];
}

#endif
