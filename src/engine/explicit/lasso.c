#include "engine/explicit/lasso.h"

#include "base/map.h"

#include <assert.h>

void lasso_free(mem *m, lasso *l) { vec_free(m, &l->steps); }

void lasso_add_stack(lasso *l, const dfs *d, size_t first, size_t end) {
  for (size_t i = first; i < end; i++) {
    const dfs_frame *frame = d->stack.at + i;
    const graph_edge *edge = dfs_followed(d, frame);
    lasso_step step = {.state = frame->state,
                       .label = edge ? edge->label : GRAPH_NONE,
                       .via = edge ? edge->via : GRAPH_NONE};
    vec_push(d->m, &l->steps, step);
  }
}

size_t lasso_frame(const dfs *d, uint32_t state) {
  size_t i = d->stack.count;
  while (d->stack.at[--i].state != state)
    ;
  return i;
}

typedef struct came {
  uint32_t from; /* a number of 'met'; MAP_NONE: a source */
  uint32_t label, via;
} came;

typedef struct breadth {
  mem *m;
  map met; /* states in the order in which they were met: the queue */
  vec(came) came;
  graph_edges edges;
} breadth;

static void lasso_meet(breadth *b, uint32_t state, uint32_t from,
                       const graph_edge *edge) {
  came c = {.from = from, .label = edge->label, .via = edge->via};
  if (map_insert(b->m, &b->met, state) == b->came.count)
    vec_push(b->m, &b->came, c);
}

/* The path to state number 'n' and over 'last', which leaves it. */
static void add_path(breadth *b, uint32_t n, const graph_edge *last, lasso *l) {
  size_t first = l->steps.count;
  came c = {.label = last->label, .via = last->via};
  for (;; n = c.from) {
    lasso_step step = {
        .state = (uint32_t)b->met.keys.at[n], .label = c.label, .via = c.via};
    vec_push(b->m, &l->steps, step);
    c = b->came.at[n];
    if (c.from == MAP_NONE)
      break;
  }
  for (size_t i = first, k = l->steps.count - 1; i < k; i++, k--) {
    lasso_step swap = l->steps.at[i];
    l->steps.at[i] = l->steps.at[k];
    l->steps.at[k] = swap;
  }
}

static bool lasso_search(breadth *b, progress *clock, const graph *g,
                         const lasso_target *target, lasso *l, uint32_t *end) {
  for (uint32_t n = 0; n < b->met.keys.count; n++) {
    progress_tick(clock);
    b->edges.list.count = 0;
    g->next(g->self, (uint32_t)b->met.keys.at[n], &b->edges);
    vec_each (const graph_edge, edge, &b->edges.list) {
      if (target->allows && !target->allows(target->self, edge->to))
        continue;
      if (target->is_goal(target->self, edge)) {
        add_path(b, n, edge, l);
        *end = edge->to;
        return true;
      }
      lasso_meet(b, edge->to, n, edge);
    }
  }
  return false;
}

bool lasso_add_shortest(mem *m, progress *clock, const graph *g,
                        const graph_edge *sources, size_t count,
                        const lasso_target *target, lasso *l, uint32_t *end) {
  breadth b = {.m = m, .edges = {.m = m}};
  bool found = false;
  for (size_t i = 0; i < count && !found; i++) {
    lasso_meet(&b, sources[i].to, MAP_NONE, &sources[i]);
    if (target->at_source && target->at_source(target->self, sources[i].to)) {
      *end = sources[i].to;
      found = true;
    }
  }
  found = found || lasso_search(&b, clock, g, target, l, end);
  map_free(m, &b.met);
  vec_free(m, &b.came);
  vec_free(m, &b.edges.list);
  return found;
}

/* States together with the marks collected on the way to them. */
typedef struct layers {
  mem *m;
  const graph *g;
  void *self;
  bool (*allows)(void *self, uint32_t state);
  map numbers; /* (state, marks) */
  graph_edges edges;
  uint32_t wanted; /* a state; with all marks */
  uint64_t missing;
} layers;

static bool layers_next(void *self, uint32_t number, graph_edges *out) {
  layers *v = self;
  uint64_t key = v->numbers.keys.at[number];
  v->edges.list.count = 0;
  v->g->next(v->g->self, (uint32_t)(key >> 32), &v->edges);
  vec_each (const graph_edge, edge, &v->edges.list) {
    graph_edge to = *edge;
    if (!v->allows(v->self, edge->to))
      continue;
    uint32_t marks =
        (uint32_t)key | (uint32_t)(graph_marks(v->g, edge) & graph_all(v->g));
    to.to = map_insert(v->m, &v->numbers, map_pair(edge->to, marks));
    vec_push(out->m, &out->list, to);
  }
  return true;
}

static bool layers_end(void *self, const graph_edge *edge) {
  layers *v = self;
  return v->numbers.keys.at[edge->to] ==
         map_pair(v->wanted, (uint32_t)graph_all(v->g));
}

static bool add_exact(mem *m, progress *clock, layers *v, lasso *l) {
  graph g = {.self = v, .next = layers_next};
  lasso_target target = {.self = v, .is_goal = layers_end};
  graph_edge source = {.to =
                           map_insert(m, &v->numbers, map_pair(v->wanted, 0))};
  size_t first = l->steps.count;
  uint32_t end;
  bool found = lasso_add_shortest(m, clock, &g, &source, 1, &target, l, &end);
  for (size_t i = first; i < l->steps.count; i++)
    l->steps.at[i].state =
        (uint32_t)(v->numbers.keys.at[l->steps.at[i].state] >> 32);
  return found;
}

static bool some_allows(void *self, uint32_t state) {
  layers *v = self;
  return v->allows(v->self, state);
}
static bool some_mark(void *self, const graph_edge *edge) {
  layers *v = self;
  return v->missing ? (graph_marks(v->g, edge) & v->missing) != 0
                    : edge->to == v->wanted;
}

static bool add_greedy(mem *m, progress *clock, layers *v, lasso *l) {
  lasso_target target = {
      .self = v, .allows = some_allows, .is_goal = some_mark};
  graph_edge at = {.to = v->wanted};
  v->missing = graph_all(v->g);
  do {
    size_t first = l->steps.count;
    if (!lasso_add_shortest(m, clock, v->g, &at, 1, &target, l, &at.to))
      return false;
    for (; v->g->marks && first < l->steps.count; first++)
      v->missing &= ~(*v->g->marks)[l->steps.at[first].via];
  } while (v->missing || at.to != v->wanted);
  return true;
}

bool lasso_add_loop(mem *m, progress *clock, const graph *g, uint32_t state,
                    void *self, bool (*allows)(void *self, uint32_t state),
                    lasso *l) {
  layers v = {.m = m,
              .g = g,
              .self = self,
              .allows = allows,
              .edges = {.m = m},
              .wanted = state};
  bool exact = graph_all(g) < UINT64_C(1) << LASSO_EXACT_SETS;
  bool found = exact ? add_exact(m, clock, &v, l) : add_greedy(m, clock, &v, l);
  map_free(m, &v.numbers);
  vec_free(m, &v.edges.list);
  return found;
}
