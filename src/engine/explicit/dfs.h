/* Depth-first search, once for all. What a search is for is said by hooks,
 * after the framework of Neumann's thesis (CAVA, chapter 4): a state can be a
 * root, is discovered, and is finished; an edge that leads to no new state
 * leads back to one on the stack, or to one that is finished ("cross", forward
 * edges included). A hook that returns false stops the search.
 *
 * The search does not recurse. The edges of a state are asked for when it is
 * discovered. Those to states that are known are told to the hooks at once, as
 * if they came first; the others wait for their turn, in order, and are dropped
 * when the state is finished. So what waits belongs to states on the stack, and
 * is little. Invariant: the edges of frame i begin at stack[i].first and end
 * where those of frame i + 1 begin; the last of the first 'followed' of them is
 * the one being followed. */
#ifndef ENGINE_EXPLICIT_DFS_H
#define ENGINE_EXPLICIT_DFS_H

#include "base/progress.h"
#include "engine/explicit/graph.h"

enum { DFS_NEW, DFS_ON_STACK, DFS_FINISHED };

typedef struct dfs dfs;

typedef struct dfs_hooks {
  /* Each may be NULL. The stack's last frame is that of 'state', or of the
   * state that the edge leaves. */
  bool (*root)(dfs *d, uint32_t state); /* before it is discovered */
  bool (*discover)(dfs *d, uint32_t state);
  bool (*back)(dfs *d, const graph_edge *e);
  bool (*cross)(dfs *d, const graph_edge *e);
  bool (*finish)(dfs *d, uint32_t state); /* while it is on the stack */
} dfs_hooks;

typedef struct dfs_frame {
  size_t first;
  uint32_t followed;
  uint32_t state;
} dfs_frame;

struct dfs {
  mem *m;
  progress *clock;
  const graph *g;
  const dfs_hooks *hooks;
  void *self; /* for the hooks */
  vec(uint8_t) colours;
  vec(dfs_frame) stack;
  graph_edges edges;
  /* Something is wrong in the graph: at the last of the stack or, if that is
   * empty, at the roots. True: go on with the edges there are. NULL: stop, and
   * say so in 'stuck'. */
  bool (*wrong)(void *self, const dfs *d);
  void *wrong_self;
  bool stuck;
  uint64_t discovered, transitions, depth;
};

void dfs_init(dfs *d, mem *m, progress *clock, const graph *g,
              const dfs_hooks *hooks, void *self);
void dfs_free(dfs *d);

/* From every root. False: stopped; the stack is as it was then. */
bool dfs_run(dfs *d);
/* From one state, unless it has been discovered; may be called repeatedly. */
bool dfs_from(dfs *d, uint32_t state);

/* The state counts as finished from now on. */
void dfs_skip(dfs *d, uint32_t state);

static inline uint8_t dfs_colour(const dfs *d, uint32_t state) {
  return state < d->colours.count ? d->colours.at[state] : DFS_NEW;
}

/* The edge that is being followed from a state on the stack, or NULL. */
static inline const graph_edge *dfs_followed(const dfs *d, const dfs_frame *f) {
  return f->followed ? d->edges.list.at + f->first + f->followed - 1 : NULL;
}

/* The state below the last of the stack, and the edge that leads from there to
 * it; NULL if that is a root. */
static inline const graph_edge *dfs_entered_by(const dfs *d) {
  size_t n = d->stack.count;
  return n < 2 ? NULL : dfs_followed(d, d->stack.at + n - 2);
}
static inline uint32_t dfs_parent(const dfs *d) {
  size_t n = d->stack.count;
  return n < 2 ? GRAPH_NONE : d->stack.at[n - 2].state;
}

#endif
