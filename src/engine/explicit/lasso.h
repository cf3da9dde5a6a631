/* What a search finds: a path in its graph, and where it closes. */
#ifndef ENGINE_EXPLICIT_LASSO_H
#define ENGINE_EXPLICIT_LASSO_H

#include "engine/explicit/dfs.h"

/* A state and the edge that leaves it. */
typedef struct lasso_step {
  uint32_t state;
  uint32_t label, via; /* GRAPH_NONE at the end of a path */
} lasso_step;

/* After the last step comes step 'loop' again; loop == steps.count: the path
 * ends in the last step's state, where the graph could not go on. */
typedef struct lasso {
  vec(lasso_step) steps;
  size_t loop;
} lasso;

void lasso_free(mem *m, lasso *l);

/* Appends what is on the stack from frame 'first' to the one before 'end'. */
void lasso_add_stack(lasso *l, const dfs *d, size_t first, size_t end);
/* The frame of a state that is on the stack; linear in its depth. */
size_t lasso_frame(const dfs *d, uint32_t state);

/* Breadth first from 'sources' through states that are allowed to an edge that
 * is a goal: a shortest path, appended without its last state, which is *end.
 * A source is a goal by itself if 'at_source' says so (NULL: none); then
 * nothing is appended. False: there is none. */
typedef struct lasso_target {
  void *self;
  bool (*allows)(void *self, uint32_t state); /* NULL: every state */
  bool (*at_source)(void *self, uint32_t state);
  bool (*is_goal)(void *self, const graph_edge *e); /* to a state allowed */
} lasso_target;
bool lasso_add_shortest(mem *m, progress *clock, const graph *g,
                        const graph_edge *sources, size_t count,
                        const lasso_target *target, lasso *l, uint32_t *end);

/* From 'state' back to it within the states that are allowed, all marks on the
 * way; at least one edge. The states must be strongly connected, or have been
 * said to be. Shortest if there are at most LASSO_EXACT_SETS marks, otherwise
 * mark by mark, the nearest first. */
enum { LASSO_EXACT_SETS = 8 };
bool lasso_add_loop(mem *m, progress *clock, const graph *g, uint32_t state,
                    void *self, bool (*allows)(void *self, uint32_t state),
                    lasso *l);

#endif
