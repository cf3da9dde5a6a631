/* A graph on the fly, as a search sees it: states are dense numbers, given by
 * whoever makes the graph, and edges are asked for when a state is met. */
#ifndef ENGINE_EXPLICIT_GRAPH_H
#define ENGINE_EXPLICIT_GRAPH_H

#include "base/vec.h"

#include <stdbool.h>

#define GRAPH_NONE UINT32_MAX

typedef struct graph_edge {
  uint32_t to;
  uint32_t label; /* for a run: the action; GRAPH_NONE: none */
  uint32_t via;   /* for acceptance: see graph.marks */
} graph_edge;

typedef struct graph_edges {
  mem *m;
  vec(graph_edge) list;
} graph_edges;

typedef struct graph {
  void *self;
  /* Append. False: something is wrong here, 'self' knows what; the edges that
   * still mean something have been added. */
  bool (*roots)(void *self, graph_edges *out);
  bool (*next)(void *self, uint32_t state, graph_edges *out);
  /* The marks of an edge are (*marks)[via]; an accepting cycle has all of
   * them, '*all', on its edges. NULL: there are none. The list may grow and
   * move while the graph is searched. So may 'all'; then all edges that were
   * told of before have the marks that are new in it. */
  const uint64_t *const *marks;
  const uint64_t *all;
} graph;

static inline uint64_t graph_marks(const graph *g, const graph_edge *e) {
  return g->marks ? (*g->marks)[e->via] : 0;
}

static inline uint64_t graph_all(const graph *g) {
  return g->all ? *g->all : 0;
}

static inline bool graph_has_all(const graph *g, uint64_t marks) {
  return (~marks & graph_all(g)) == 0;
}

#endif
