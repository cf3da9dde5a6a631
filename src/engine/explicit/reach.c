/* Reachability of a good state, for terminal automata: once there, the
 * automaton accepts whatever comes, so the run goes on among good states until
 * one of them is met again. */
#include "engine/explicit/search.h"

#include "base/map.h"

#include <assert.h>

static bool reach_discover(dfs *d, uint32_t state) {
  search *s = d->self;
  return !s->is_good(s->good_self, state);
}

static void add(search *s, map *met, uint32_t state) {
  lasso_step step = {.state = state, .label = GRAPH_NONE, .via = GRAPH_NONE};
  map_insert(s->m, met, state);
  vec_push(s->m, &s->found.steps, step);
  s->states++;
}

/* From the last state of 'found', which is good. */
static void search_run(search *s) {
  graph_edges edges = {.m = s->m};
  map met = {0};
  size_t first = s->found.steps.count - 1;
  assert(first < s->found.steps.count);
  uint32_t at = s->found.steps.at[first].state;
  size_t known = 0;
  map_insert(s->m, &met, at);
  for (;;) {
    progress_tick(s->clock);
    edges.list.count = 0;
    s->g->next(s->g->self, at, &edges); /* if something is wrong: the rest */
    s->transitions += edges.list.count;
    const graph_edge *edge = edges.list.at, *end = edge + edges.list.count;
    while (edge != end && !s->is_good(s->good_self, edge->to))
      edge++;
    if (edge == end) {
      s->dead_end = true;
      break;
    }
    vec_last(&s->found.steps).label = edge->label;
    vec_last(&s->found.steps).via = edge->via;
    at = edge->to;
    known = map_find(&met, at);
    if (known != MAP_NONE) {
      s->found.loop = first + known;
      break;
    }
    add(s, &met, at);
  }
  map_free(s->m, &met);
  vec_free(s->m, &edges.list);
}

search_result search_reach(search *s) {
  static const dfs_hooks hooks = {.discover = reach_discover};
  dfs d;
  search_begin(s, &d, &hooks, s);
  search_result result = search_end(s, &d, dfs_run(&d));
  if (result == SEARCH_LASSO)
    lasso_add_stack(&s->found, &d, 0, d.stack.count);
  dfs_free(&d);
  if (result == SEARCH_LASSO)
    search_run(s);
  return result;
}
