/* Tarjan 1972. 'low' is the number of the earliest state that the subtree is
 * known to lead to, among those whose component is not complete. */
#include "engine/explicit/components.h"

#include <assert.h>

typedef struct tarjan {
  uint64_t most;
  vec(uint32_t) order, low; /* by state, from 1 */
  vec(uint32_t) open;       /* states without a component yet, in order */
  uint32_t time;
  components *out;
} tarjan;

static void lower(tarjan *t, uint32_t state, uint32_t to) {
  assert(state < t->low.count);
  if (to < t->low.at[state])
    t->low.at[state] = to;
}

static bool tarjan_discover(dfs *d, uint32_t v) {
  tarjan *t = d->self;
  if (t->most && d->discovered > t->most)
    return false;
  if (v >= t->order.count) {
    vec_resize(d->m, &t->order, (size_t)v + 1);
    vec_resize(d->m, &t->low, (size_t)v + 1);
    vec_resize(d->m, &t->out->of, (size_t)v + 1);
  }
  assert(t->order.at[v] == 0); /* a state is discovered once */
  t->order.at[v] = t->low.at[v] = ++t->time;
  vec_push(d->m, &t->open, v);
  return true;
}

static bool tarjan_edge(dfs *d, const graph_edge *edge) {
  tarjan *t = d->self;
  assert(edge->to < t->out->of.count);
  if (!t->out->of.at[edge->to])
    lower(t, vec_last(&d->stack).state, t->order.at[edge->to]);
  return true;
}

static bool tarjan_finish(dfs *d, uint32_t v) {
  tarjan *t = d->self;
  assert(t->low.at[v] <= t->order.at[v] && t->out->of.at[v] == 0);
  if (t->low.at[v] == t->order.at[v]) {
    uint32_t u;
    t->out->count++;
    do
      t->out->of.at[u = vec_pop(&t->open)] = t->out->count;
    while (u != v);
  } else {
    lower(t, dfs_parent(d), t->low.at[v]);
  }
  return true;
}

bool components_tarjan(mem *m, progress *clock, const graph *g, uint64_t most,
                       components *out) {
  static const dfs_hooks hooks = {.discover = tarjan_discover,
                                  .back = tarjan_edge,
                                  .cross = tarjan_edge,
                                  .finish = tarjan_finish};
  tarjan t = {.most = most, .out = out};
  dfs d;
  *out = (components){0};
  dfs_init(&d, m, clock, g, &hooks, &t);
  bool done = dfs_run(&d);
  dfs_free(&d);
  vec_free(m, &t.order);
  vec_free(m, &t.low);
  vec_free(m, &t.open);
  return done;
}

void components_free(mem *m, components *c) { vec_free(m, &c->of); }
