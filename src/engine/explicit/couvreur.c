/* Couvreur 1999: components of the part seen so far are kept on a stack, each
 * with the marks on its edges, and merged when an edge closes a cycle; the
 * search stops as soon as one has all marks. */
#include "engine/explicit/search.h"

#include "base/log.h"

#include <assert.h>

typedef struct root {
  uint32_t order;   /* of the component's first state */
  uint64_t marks;   /* of the edges inside */
  uint64_t entered; /* of the edge that leads to it from the one below */
} root;

typedef struct couvreur {
  search *s;
  vec(uint32_t) order; /* by state, from 1; 0: new, or its component is done */
  vec(uint32_t) open;  /* states with an order, by it */
  vec(root) roots;
  uint64_t components; /* that are done */
} couvreur;

static bool couvreur_discover(dfs *d, uint32_t state) {
  couvreur *c = d->self;
  const graph_edge *edge = dfs_entered_by(d);
  if (state >= c->order.count)
    vec_resize(d->m, &c->order, (size_t)state + 1);
  vec_push(d->m, &c->open, state);
  root r = {.order = (uint32_t)c->open.count,
            .entered = edge ? graph_marks(d->g, edge) : 0};
  c->order.at[state] = r.order;
  vec_push(d->m, &c->roots, r);
  return true;
}

static bool couvreur_edge(dfs *d, const graph_edge *edge) {
  couvreur *c = d->self;
  assert(edge->to < c->order.count);
  uint32_t order = c->order.at[edge->to];
  if (order == 0)
    return true;
  uint64_t marks = graph_marks(d->g, edge);
  root *r = &vec_last(&c->roots);
  for (; r->order > order; r--, c->roots.count--)
    marks |= r->marks | r->entered;
  r->marks |= marks;
  return !graph_has_all(d->g, r->marks);
}

static bool couvreur_finish(dfs *d, uint32_t state) {
  couvreur *c = d->self;
  uint32_t order = vec_last(&c->roots).order;
  if (c->order.at[state] != order)
    return true;
  c->roots.count--;
  c->components++;
  LOG_AT_MARKS(d->clock, EXPLICIT, c->components - 1, c->components,
               "%" PRIu64 " components done, the last has %zu states",
               c->components, c->open.count + 1 - order);
  while (c->open.count >= order)
    c->order.at[vec_pop(&c->open)] = 0;
  return true;
}

/* Is it in the component that has all marks? */
static bool couvreur_is_inside(void *self, uint32_t state) {
  couvreur *c = self;
  return state < c->order.count &&
         c->order.at[state] >= vec_last(&c->roots).order;
}

search_result search_couvreur(search *s) {
  static const dfs_hooks hooks = {.discover = couvreur_discover,
                                  .back = couvreur_edge,
                                  .cross = couvreur_edge,
                                  .finish = couvreur_finish};
  couvreur c = {.s = s};
  dfs d;
  search_begin(s, &d, &hooks, &c);
  search_result result = search_end(s, &d, dfs_run(&d));
  if (result == SEARCH_LASSO) {
    uint32_t first = c.open.at[vec_last(&c.roots).order - 1];
    lasso_add_stack(&s->found, &d, 0, lasso_frame(&d, first));
    s->found.loop = s->found.steps.count;
    lasso_add_loop(s->m, s->clock, s->g, first, &c, couvreur_is_inside,
                   &s->found);
  }
  dfs_free(&d);
  vec_free(s->m, &c.order);
  vec_free(s->m, &c.open);
  vec_free(s->m, &c.roots);
  return result;
}
