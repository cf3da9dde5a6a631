/* The product of a model and an automaton as a graph that is made while it is
 * searched. States of the model are stored once each, in 'states', and a state
 * of the product is a pair of their number and the automaton's state.
 *
 * If the automaton has at most SPACE_GROUP states, the number of a pair is
 * computed from the two. Otherwise pairs are numbered in groups of so many, all
 * of one state of the model; a state's groups are linked, and an entry belongs
 * to the automaton's state that came for it. Some numbers are never used.
 * (Pairs stored as states with a suffix took twice the memory and 1.5 times as
 * long.)
 *
 * Something undefined is met when a pair is expanded in whose model part it
 * happens; pairs that the automaton cannot reach are not looked at. Steps that
 * are undefined are left out, and a state in which something is undefined is
 * not repeated as an end.
 *
 * Fairness: a mark for each process, behind those of the automaton, on the
 * edges in which it moves and on those that leave a state where it is not
 * enabled. A process that has not been seen yet was never enabled, so all edges
 * before have its mark. */
#ifndef ENGINE_EXPLICIT_SPACE_H
#define ENGINE_EXPLICIT_SPACE_H

#include "base/map.h"
#include "engine/explicit/graph.h"
#include "engine/explicit/store.h"
#include "product/model_buchi.h"

#include <assert.h>

enum { SPACE_GROUP = 4 };

typedef struct space_group {
  uint32_t state;
  uint32_t next; /* group of the same state, plus one; 0: none */
  uint32_t automaton[SPACE_GROUP]; /* GRAPH_NONE: free */
} space_group;

typedef struct space_known {
  uint32_t letter; /* number in 'letters', plus one; 0: not asked for yet */
  uint32_t group;  /* the first, plus one; 0: none */
} space_known;

typedef struct space {
  mem *m;
  const model *x;
  const model_binding *b;
  const omega *a;
  store states;
  vec(space_known) known; /* by state of the model */
  map letters;
  bool computed; /* number = state << bits | q; there are no groups */
  uint32_t bits;
  vec(space_group) groups;
  map mark_sets;          /* what an edge of the graph refers to */
  vec(uint32_t) marks_of; /* by edge of the automaton: its own marks */
  uint64_t all;           /* the automaton's, and those of processes seen */
  bool fair;
  uint64_t unmarked; /* fair: processes that were seen and have no mark */
  bool skip_faults;  /* nothing is said of what is undefined */
  void *scratch;
  model_steps steps; /* tells the last fault */
  product_moves moves;
  vec(store_item) items; /* states that the moves lead to */
  vec(uint32_t) item_of; /* by move */
} space;

void space_init(space *s, mem *m, const model *x, const model_binding *binding,
                const omega *automaton, bool fair);
void space_free(space *s);

graph space_graph(space *s);

/* What is undefined in a pair's state (GRAPH_NONE: in the initial ones); NULL:
 * nothing. Until the graph is used again. */
const model_fault *space_fault(space *s, uint32_t pair);

/* The processes that move in the edge of that label and mark set. */
uint64_t space_movers(space *s, uint32_t from, uint32_t label, uint32_t via,
                      uint32_t to);

static inline uint32_t space_state(const space *s, uint32_t pair) {
  assert(s->computed ? pair >> s->bits < store_count(&s->states)
                     : pair / SPACE_GROUP < s->groups.count);
  return s->computed ? pair >> s->bits : s->groups.at[pair / SPACE_GROUP].state;
}
static inline uint32_t space_automaton(const space *s, uint32_t pair) {
  assert(s->computed || pair / SPACE_GROUP < s->groups.count);
  return s->computed
             ? pair & ((UINT32_C(1) << s->bits) - 1)
             : s->groups.at[pair / SPACE_GROUP].automaton[pair % SPACE_GROUP];
}

size_t space_memory(const space *s); /* bytes in use */

#endif
