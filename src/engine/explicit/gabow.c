/* Gabow 2000: instead of low links, a second stack with the first state of each
 * component of the part seen so far; an edge back merges those above. */
#include "engine/explicit/components.h"

#include <assert.h>

typedef struct gabow {
  uint64_t most;
  vec(uint32_t) order;      /* by state: place in 'open' plus one */
  vec(uint32_t) open;       /* states without a component yet, in order */
  vec(uint32_t) boundaries; /* values of 'order' */
  components *out;
} gabow;

static bool gabow_discover(dfs *d, uint32_t v) {
  gabow *t = d->self;
  if (t->most && d->discovered > t->most)
    return false;
  if (v >= t->order.count) {
    vec_resize(d->m, &t->order, (size_t)v + 1);
    vec_resize(d->m, &t->out->of, (size_t)v + 1);
  }
  vec_push(d->m, &t->open, v);
  t->order.at[v] = (uint32_t)t->open.count;
  vec_push(d->m, &t->boundaries, t->order.at[v]);
  return true;
}

static bool gabow_edge(dfs *d, const graph_edge *edge) {
  gabow *t = d->self;
  assert(edge->to < t->out->of.count);
  if (!t->out->of.at[edge->to])
    while (vec_last(&t->boundaries) > t->order.at[edge->to])
      t->boundaries.count--;
  return true;
}

static bool gabow_finish(dfs *d, uint32_t v) {
  gabow *t = d->self;
  if (vec_last(&t->boundaries) != t->order.at[v])
    return true;
  t->boundaries.count--;
  t->out->count++;
  while (t->open.count >= t->order.at[v])
    t->out->of.at[vec_pop(&t->open)] = t->out->count;
  return true;
}

bool components_gabow(mem *m, progress *clock, const graph *g, uint64_t most,
                      components *out) {
  static const dfs_hooks hooks = {.discover = gabow_discover,
                                  .back = gabow_edge,
                                  .cross = gabow_edge,
                                  .finish = gabow_finish};
  gabow t = {.most = most, .out = out};
  dfs d;
  *out = (components){0};
  dfs_init(&d, m, clock, g, &hooks, &t);
  bool done = dfs_run(&d);
  dfs_free(&d);
  vec_free(m, &t.order);
  vec_free(m, &t.open);
  vec_free(m, &t.boundaries);
  return done;
}
