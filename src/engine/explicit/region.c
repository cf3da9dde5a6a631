#include "engine/explicit/region.h"

#include <assert.h>

enum { LOOK_AT_THE_CLOCK = 4096 };

bool region_spends(region *r, uint64_t edges) {
  assert(r->effort);
  region_effort *effort = r->effort;
  const mem_budget *budget = r->m->budget->of ? r->m->budget->of : r->m->budget;
  uint64_t before = effort->work / LOOK_AT_THE_CLOCK;
  effort->work += edges + 1;
  progress_tick(r->clock);
  if (effort->work / LOOK_AT_THE_CLOCK == before)
    return effort->is_spent;
  /* What has been found must not be lost with the rest of the memory. */
  if (effort->work > effort->most ||
      (budget->limit && budget->used > budget->limit / 4 * 3) ||
      (effort->until > 0 && progress_clock() > effort->until))
    effort->is_spent = true;
  return effort->is_spent;
}

static void region_meet(region *r, uint32_t pair, region_came came) {
  uint32_t state = space_state(r->product, pair);
  uint32_t number = map_insert(r->m, &r->pairs, pair);
  if (number < r->came.count)
    return;
  uint32_t depth = came.from == GRAPH_NONE ? 0 : r->depth.at[came.from] + 1;
  vec_push(r->m, &r->came, came);
  vec_push(r->m, &r->depth, depth);
  if (state >= r->state_depth.count) {
    vec_resize(r->m, &r->state_depth, (size_t)state + 1);
    vec_resize(r->m, &r->is_end, (size_t)state + 1);
    vec_resize(r->m, &r->first_of, (size_t)state + 1);
  }
  if (!r->state_depth.at[state]) {
    r->state_depth.at[state] = depth + 1;
    vec_push(r->m, &r->states, state);
  }
  vec_push(r->m, &r->next_of, r->first_of.at[state]);
  r->first_of.at[state] = number + 1;
}

/* The edges of a pair; none if it is too far away. */
static void region_expand(region *r, uint32_t number, graph_edges *edges) {
  assert(number < r->pairs.keys.count);
  uint32_t pair = (uint32_t)r->pairs.keys.at[number];
  uint32_t state = space_state(r->product, pair);
  edges->list.count = 0;
  assert(state < r->state_depth.count);
  if (r->state_depth.at[state] > r->radius) {
    r->is_whole = false;
    return;
  }
  r->of_product.next(r->of_product.self, pair, edges);
  r->is_end.at[state] = r->product->steps.steps.count == 0;
  vec_each (graph_edge, edge, &edges->list) {
    region_came came = {.from = number, .label = edge->label, .via = edge->via};
    region_meet(r, edge->to, came);
    edge->to = map_find(&r->pairs, edge->to);
    vec_push(r->m, &r->edges, *edge);
  }
}

static bool explore(region *r) {
  graph_edges edges = {.m = r->m};
  r->of_product.roots(r->of_product.self, &edges);
  vec_each (const graph_edge, edge, &edges.list) {
    region_came came = {.from = GRAPH_NONE, .label = GRAPH_NONE};
    region_meet(r, edge->to, came);
  }
  r->roots = (uint32_t)r->pairs.keys.count;
  bool spent = false;
  for (uint32_t n = 0; n < r->pairs.keys.count && !spent; n++) {
    vec_push(r->m, &r->first, r->edges.count);
    region_expand(r, n, &edges);
    spent = region_spends(r, edges.list.count);
  }
  vec_push(r->m, &r->first, r->edges.count);
  vec_free(r->m, &edges.list);
  return !spent;
}

static bool own_roots(void *self, graph_edges *out) {
  const region *r = self;
  for (uint32_t n = 0; n < r->roots; n++) {
    graph_edge edge = {.to = n, .label = GRAPH_NONE};
    vec_push(out->m, &out->list, edge);
  }
  return true;
}

static bool own_next(void *self, uint32_t number, graph_edges *out) {
  const region *r = self;
  assert(number < r->first.count);
  for (size_t i = r->first.at[number]; i < r->first.at[number + 1]; i++)
    vec_push(out->m, &out->list, r->edges.at[i]);
  return true;
}

/* Edges lead to parts of the same number or a smaller one. */
static void find_useful(region *r) {
  uint32_t parts = r->parts.count + 1, pairs = (uint32_t)r->parts.of.count;
  uint32_t *begin = mem_array(r->m, (size_t)parts + 1, sizeof *begin);
  uint32_t *sorted = mem_array(r->m, (size_t)pairs + 1, sizeof *sorted);
  for (uint32_t n = 0; n < pairs; n++)
    begin[r->parts.of.at[n] + 1]++;
  for (uint32_t p = 0; p < parts; p++)
    begin[p + 1] += begin[p];
  for (uint32_t n = 0; n < pairs; n++)
    sorted[begin[r->parts.of.at[n]]++] = n;
  vec_resize(r->m, &r->useful, parts);
  for (uint32_t i = 0; i < pairs; i++) {
    uint32_t n = sorted[i];
    uint8_t *useful = &r->useful.at[r->parts.of.at[n]];
    *useful |= r->accepting.at[r->parts.of.at[n]];
    for (size_t k = r->first.at[n]; k < r->first.at[n + 1]; k++)
      *useful |= r->useful.at[r->parts.of.at[r->edges.at[k].to]];
  }
  mem_free(r->m, begin);
  mem_free(r->m, sorted);
}

bool region_make(region *r, mem *m, progress *clock, space *product,
                 size_t radius, region_effort *effort) {
  assert(product->skip_faults);
  *r = (region){.m = m,
                .clock = clock,
                .product = product,
                .of_product = space_graph(product),
                .effort = effort,
                .radius = radius,
                .is_whole = true};
  if (!explore(r))
    return false;
  r->own = (graph){.self = r,
                   .roots = own_roots,
                   .next = own_next,
                   .marks = r->of_product.marks,
                   .all = r->of_product.all};
  components_tarjan(m, clock, &r->own, 0, &r->parts);
  assert(r->parts.of.count == r->pairs.keys.count);
  search_accepting(m, clock, &r->own, &r->parts, &r->accepting);
  find_useful(r);
  return !region_spends(r, r->edges.count);
}

void region_free(region *r) {
  map_free(r->m, &r->pairs);
  vec_free(r->m, &r->depth);
  vec_free(r->m, &r->came);
  vec_free(r->m, &r->first);
  vec_free(r->m, &r->edges);
  vec_free(r->m, &r->state_depth);
  vec_free(r->m, &r->is_end);
  vec_free(r->m, &r->first_of);
  vec_free(r->m, &r->next_of);
  vec_free(r->m, &r->states);
  components_free(r->m, &r->parts);
  vec_free(r->m, &r->accepting);
  vec_free(r->m, &r->useful);
}
