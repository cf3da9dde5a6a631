#include "engine/explicit/dfs.h"

#include "base/check.h"
#include "base/log.h"

#include <assert.h>

void dfs_init(dfs *d, mem *m, progress *clock, const graph *g,
              const dfs_hooks *hooks, void *self) {
  *d = (dfs){.m = m,
             .clock = clock,
             .g = g,
             .hooks = hooks,
             .self = self,
             .edges = {.m = m}};
}

void dfs_free(dfs *d) {
  vec_free(d->m, &d->colours);
  vec_free(d->m, &d->stack);
  vec_free(d->m, &d->edges.list);
}

#ifndef NDEBUG
/* The invariant of the stack: its states are those of colour DFS_ON_STACK, and
 * the edges of its frames lie one behind the other. */
static void check_dfs(const dfs *d) {
  size_t on_stack = 0;
  for (size_t i = 0; i < d->colours.count; i++)
    on_stack += d->colours.at[i] == DFS_ON_STACK;
  assert(on_stack == d->stack.count);
  for (size_t i = 0; i < d->stack.count; i++) {
    const dfs_frame *f = &d->stack.at[i];
    size_t end = i + 1 < d->stack.count ? f[1].first : d->edges.list.count;
    assert(dfs_colour(d, f->state) == DFS_ON_STACK);
    assert(f->first + f->followed <= end);
    assert(i + 1 == d->stack.count || dfs_followed(d, f)->to == f[1].state);
  }
}
#endif

static uint8_t *colour(dfs *d, uint32_t state) {
  if (base_unlikely(state >= d->colours.count))
    vec_resize(d->m, &d->colours, (size_t)state + 1);
  return d->colours.at + state;
}

void dfs_skip(dfs *d, uint32_t state) {
  assert(dfs_colour(d, state) != DFS_ON_STACK);
  *colour(d, state) = DFS_FINISHED;
}

static bool dfs_tell(dfs *d, const graph_edge *edge, uint8_t to) {
  const dfs_hooks *hooks = d->hooks;
  return to == DFS_ON_STACK ? !hooks->back || hooks->back(d, edge)
                            : !hooks->cross || hooks->cross(d, edge);
}

/* Tells of the new edges that lead to known states, and keeps the others. */
static bool sort_out(dfs *d, size_t first) {
  size_t kept = first, count = d->edges.list.count;
  assert(first <= count && d->stack.count > 0);
  d->transitions += count - first;
  for (size_t i = first; i < count; i++) {
    graph_edge edge = d->edges.list.at[i];
    uint8_t to = dfs_colour(d, edge.to);
    if (to == DFS_NEW) {
      d->edges.list.at[kept++] = edge;
    } else if (!dfs_tell(d, &edge, to)) { /* it is the one being followed */
      d->edges.list.at[first] = edge;
      vec_last(&d->stack).followed = 1;
      return false;
    }
  }
  d->edges.list.count = kept;
  return true;
}

static bool goes_on(dfs *d) {
  d->stuck = !d->wrong || !d->wrong(d->wrong_self, d);
  return !d->stuck;
}

static bool dfs_enter(dfs *d, uint32_t state) {
  size_t first = d->edges.list.count;
  assert(dfs_colour(d, state) == DFS_NEW);
  dfs_frame frame = {.first = first, .state = state};
  *colour(d, state) = DFS_ON_STACK;
  vec_push(d->m, &d->stack, frame);
  if (d->stack.count > d->depth)
    d->depth = d->stack.count;
  d->discovered++;
  d->clock->states = ++d->clock->done;
  d->clock->pending = d->stack.count;
  if (d->stack.count > d->clock->depth)
    d->clock->depth = d->stack.count;
  LOG_AT_MARKS(d->clock, EXPLICIT, d->discovered - 1, d->discovered,
               "%" PRIu64 " states of a graph, %zu on the stack",
               (uint64_t)d->discovered, d->stack.count);
  progress_tick(d->clock);
  if (d->hooks->discover && !d->hooks->discover(d, state))
    return false;
  if (!d->g->next(d->g->self, state, &d->edges) && !goes_on(d))
    return false;
  debug_check_grown(d->discovered, check_dfs(d));
  return sort_out(d, first);
}

static bool leave(dfs *d) {
  dfs_frame frame = vec_last(&d->stack);
  if (d->hooks->finish && !d->hooks->finish(d, frame.state))
    return false;
  assert(d->colours.at[frame.state] == DFS_ON_STACK);
  assert(frame.first + frame.followed == d->edges.list.count);
  d->colours.at[frame.state] = DFS_FINISHED;
  d->edges.list.count = frame.first;
  d->stack.count--;
  return true;
}

bool dfs_from(dfs *d, uint32_t root) {
  assert(d->stack.count == 0);
  if (*colour(d, root) != DFS_NEW)
    return true;
  if ((d->hooks->root && !d->hooks->root(d, root)) || !dfs_enter(d, root))
    return false;
  while (d->stack.count) {
    dfs_frame *frame = &vec_last(&d->stack);
    bool done;
    if (frame->first + frame->followed == d->edges.list.count) {
      done = !leave(d);
    } else {
      /* A copy, since the list moves when it grows. */
      graph_edge edge = d->edges.list.at[frame->first + frame->followed++];
      uint8_t to = dfs_colour(d, edge.to);
      done = !(to == DFS_NEW ? dfs_enter(d, edge.to) : dfs_tell(d, &edge, to));
    }
    if (done)
      return false;
  }
  return true;
}

bool dfs_run(dfs *d) {
  graph_edges roots = {.m = d->m};
  bool done = d->g->roots(d->g->self, &roots) || goes_on(d);
  for (size_t i = 0; done && i < roots.list.count; i++)
    done = dfs_from(d, roots.list.at[i].to);
  vec_free(d->m, &roots.list);
  return done;
}
