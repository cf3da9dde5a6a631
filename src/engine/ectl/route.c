/* Searches along stacks and heads, by Dijkstra's algorithm. Nodes are places
 * of the stack that was given, (position, location), where all above has been
 * popped, and heads, from which on the stack below stays as it is. */
#include "engine/ectl/path.h"

#include <assert.h>

enum { MOST_CANDIDATES = 24 };
/* As position of a node: its location is a head; or the head that a search for
 * a loop has begun with. */
#define AT_HEAD ECTL_NO
#define AT_START (ECTL_NO - 1)

typedef struct way {
  uint32_t from; /* ECTL_NO: the search began here */
  ectl_stretch by;
} way;

typedef struct search {
  const ectl_spot *s;
  uint64_t bound;
  map nodes; /* map_pair(position, location or head) */
  vec(uint64_t) distance;
  vec(way) back;
  heap q;
} search;

static void reach(search *v, uint64_t node, uint64_t distance, way back) {
  mem *m = v->s->m;
  if (distance > v->bound)
    return;
  uint32_t n = map_insert(m, &v->nodes, node);
  if (n == v->distance.count) {
    vec_push(m, &v->distance, ECTL_FAR);
    vec_push(m, &v->back, back);
  }
  if (distance >= v->distance.at[n])
    return;
  v->distance.at[n] = distance;
  v->back.at[n] = back;
  heap_add(m, &v->q, distance, n);
}

static bool next_node(search *v, uint32_t *node) {
  while (v->q.count) {
    heap_entry entry = heap_take(&v->q);
    progress_tick(v->s->clock);
    *node = entry.what;
    if (entry.cost == v->distance.at[entry.what])
      return true;
  }
  return false;
}

static void end_search(search *v) {
  mem *m = v->s->m;
  map_free(m, &v->nodes);
  vec_free(m, &v->distance);
  vec_free(m, &v->back);
  vec_free(m, &v->q);
}

static const ectl_fact *end_of(const search *v, uint32_t head) {
  return &v->s->x->facts[v->s->x->pops + head];
}

/* What pops the symbol of a place. */
static void pop_place(search *v, uint32_t node, uint32_t position,
                      uint32_t head) {
  const ectl_table *table = v->s->t;
  const ectl_head *h = &table->heads.at[head];
  for (uint32_t i = h->first_pop; i < h->first_pop + h->pops; i++) {
    uint32_t n = table->pops_of.at[i];
    const ectl_fact *fact = &v->s->x->facts[n];
    if (fact->done)
      reach(v, map_pair(position + 1, table->pops.at[n].to),
            ectl_add_cost(v->distance.at[node], fact->cost),
            (way){node, {ECTL_NO, n}});
  }
}

/* Heads that live, from a head that does. */
static void leave_head(search *v, uint32_t node, uint32_t head) {
  assert(node < v->distance.count);
  const ectl_table *table = v->s->t;
  const ectl_shortest *shortest = v->s->x;
  const ectl_head *h = &table->heads.at[head];
  uint64_t distance = ectl_add_cost(v->distance.at[node], 1);
  for (uint32_t i = h->first_rule; i < h->first_rule + h->rules; i++) {
    uint32_t to = shortest->entered[i];
    if (to == ECTL_NO || *v->s->work >= ECTL_MOST_WORK)
      continue;
    *v->s->work +=
        1 + (table->rules.at[i].length == 2 ? table->heads.at[to].pops : 0);
    if (table->heads.at[to].lives)
      reach(v, map_pair(AT_HEAD, to), distance, (way){node, {i, ECTL_NO}});
    const ectl_head *e = &table->heads.at[to];
    for (uint32_t k = 0; k < e->pops && table->rules.at[i].length == 2; k++) {
      uint32_t n = table->pops_of.at[e->first_pop + k];
      uint32_t below = ectl_find_head(table, table->pops.at[n].to,
                                      table->rules.at[i].push[1]);
      if (shortest->facts[n].done && table->heads.at[below].lives)
        reach(v, map_pair(AT_HEAD, below),
              ectl_add_cost(distance, shortest->facts[n].cost),
              (way){node, {i, n}});
    }
  }
}

static uint32_t head_at(const ectl_spot *spot, uint64_t node) {
  uint32_t position = (uint32_t)(node >> 32), location = (uint32_t)node;
  if (position >= spot->depth)
    return ECTL_NO;
  return ectl_find_head(spot->t, location, spot->symbols[position]);
}

/* Appends the stretches that lead to a node. */
static void append_ways(const search *v, uint32_t node, ectl_route *out) {
  assert(node < v->back.count);
  size_t first = out->stretches.count;
  for (; v->back.at[node].from != ECTL_NO; node = v->back.at[node].from)
    vec_push(v->s->m, &out->stretches, v->back.at[node].by);
  for (size_t i = first, k = out->stretches.count; i + 1 < k--; i++) {
    ectl_stretch stretch = out->stretches.at[i];
    out->stretches.at[i] = out->stretches.at[k];
    out->stretches.at[k] = stretch;
  }
}

/* From a head to its nearest end. */
static void append_end(const ectl_spot *spot, ectl_route *out) {
  const ectl_shortest *shortest = spot->x;
  for (;;) {
    const ectl_fact *fact = &shortest->facts[shortest->pops + out->head];
    if (fact->rule == ECTL_NO)
      break;
    bool has_pop = fact->second != ECTL_NO;
    vec_push(spot->m, &out->stretches,
             ((ectl_stretch){fact->rule, has_pop ? fact->first : ECTL_NO}));
    out->head = (has_pop ? fact->second : fact->first) - shortest->pops;
  }
  out->location = spot->t->heads.at[out->head].location;
}

void ectl_route_to_end(const ectl_spot *spot, uint64_t bound, ectl_route *out) {
  search v = {.s = spot, .bound = bound};
  uint32_t node, last = ECTL_NO;
  *out = (ectl_route){.cost = ECTL_FAR, .loop = SIZE_MAX, .head = ECTL_NO};
  reach(&v, map_pair(0, spot->location), 0, (way){ECTL_NO, {0, 0}});
  while (next_node(&v, &node) && v.distance.at[node] < out->cost) {
    uint64_t key = v.nodes.keys.at[node], cost = v.distance.at[node];
    uint32_t head = head_at(spot, key);
    if (key >> 32 < spot->depth) {
      if (head == MAP_NONE)
        continue;
      pop_place(&v, node, (uint32_t)(key >> 32), head);
      if (!end_of(&v, head)->done)
        continue;
      cost = ectl_add_cost(cost, end_of(&v, head)->cost);
    } else if (!spot->t->empty.at[(uint32_t)key]) {
      continue;
    }
    if (cost <= bound && cost < out->cost) {
      out->cost = cost;
      out->head = head;
      out->location = (uint32_t)key;
      last = node;
    }
  }
  if (last != ECTL_NO) {
    append_ways(&v, last, out);
    if (out->head != ECTL_NO)
      append_end(spot, out);
  }
  end_search(&v);
}

/* The shortest way from a head to itself; appended. */
static uint64_t find_loop(const ectl_spot *spot, uint32_t head, uint64_t bound,
                          ectl_route *out) {
  search v = {.s = spot, .bound = bound};
  uint64_t cost = ECTL_FAR;
  uint32_t node;
  reach(&v, map_pair(AT_START, head), 0, (way){ECTL_NO, {0, 0}});
  while (cost == ECTL_FAR && next_node(&v, &node)) {
    uint64_t key = v.nodes.keys.at[node];
    if (key == map_pair(AT_HEAD, head)) {
      cost = v.distance.at[node];
      append_ways(&v, node, out);
    } else {
      leave_head(&v, node, (uint32_t)key);
    }
  }
  end_search(&v);
  return cost;
}

/* Visits places and heads that live, by distance. */
static void visit_stem(search *v, uint32_t node) {
  assert(node < v->nodes.keys.count);
  uint64_t key = v->nodes.keys.at[node];
  uint32_t position = (uint32_t)(key >> 32);
  if (position == AT_HEAD) {
    leave_head(v, node, (uint32_t)key);
    return;
  }
  uint32_t head = head_at(v->s, key);
  if (head == ECTL_NO)
    return;
  pop_place(v, node, position, head);
  if (v->s->t->heads.at[head].lives)
    reach(v, map_pair(AT_HEAD, head), v->distance.at[node],
          (way){node, {ECTL_NO, ECTL_NO}});
}

/* 'loop' is that of the node's head. */
static void take_lasso(const search *v, uint32_t node, uint64_t cost,
                       const ectl_route *loop, ectl_route *out) {
  assert(node < v->nodes.keys.count);
  uint32_t head = (uint32_t)v->nodes.keys.at[node];
  out->stretches.count = 0;
  append_ways(v, node, out);
  out->loop = out->stretches.count;
  vec_each (const ectl_stretch, stretch, &loop->stretches)
    vec_push(v->s->m, &out->stretches, *stretch);
  out->cost = ectl_add_cost(v->distance.at[node], cost);
  out->head = head;
  assert(head < v->s->t->heads.count);
  out->location = v->s->t->heads.at[head].location;
}

void ectl_route_lasso(const ectl_spot *spot, uint64_t bound, ectl_route *out) {
  search v = {.s = spot, .bound = bound};
  uint32_t node, candidates = 0;
  ectl_route loop = {0};
  *out = (ectl_route){.cost = ECTL_FAR, .loop = SIZE_MAX};
  reach(&v, map_pair(0, spot->location), 0, (way){ECTL_NO, {0, 0}});
  while (candidates < MOST_CANDIDATES && *spot->work < ECTL_MOST_WORK &&
         next_node(&v, &node)) {
    uint64_t key = v.nodes.keys.at[node], distance = v.distance.at[node];
    if (distance >= out->cost)
      break;
    visit_stem(&v, node);
    if (key >> 32 != AT_HEAD)
      continue;
    candidates++;
    uint64_t within =
        (out->cost == ECTL_FAR ? bound : out->cost - 1) - distance;
    loop.stretches.count = 0;
    uint64_t cost = find_loop(spot, (uint32_t)key, within, &loop);
    if (cost != ECTL_FAR)
      take_lasso(&v, node, cost, &loop, out);
  }
  vec_free(spot->m, &loop.stretches);
  end_search(&v);
}

/* U: each reason is nearer to an end. R: one comes, or a head comes again. */
void ectl_route_by_reasons(const ectl_spot *spot, uint64_t most,
                           ectl_route *out) {
  search v = {.s = spot, .bound = ECTL_FAR - 1};
  uint32_t node = 0;
  map seen = {0};
  vec(size_t) begins = {0};
  *out = (ectl_route){.cost = ECTL_FAR, .loop = SIZE_MAX, .head = ECTL_NO};
  reach(&v, map_pair(0, spot->location), 0, (way){ECTL_NO, {0, 0}});
  while (next_node(&v, &node) && v.nodes.keys.at[node] >> 32 != AT_HEAD)
    visit_stem(&v, node);
  assert(node < v.nodes.keys.count);
  assert(v.nodes.keys.at[node] >> 32 == AT_HEAD);
  append_ways(&v, node, out);
  assert(node < v.distance.count);
  out->cost = v.distance.at[node];
  for (uint32_t head = (uint32_t)v.nodes.keys.at[node]; out->cost <= most;) {
    const ectl_head *h = &spot->t->heads.at[head];
    uint32_t n = map_insert(spot->m, &seen, head);
    if (n < begins.count || h->kind != ECTL_PLAIN) {
      out->loop = n < begins.count ? begins.at[n] : SIZE_MAX;
      out->head = head;
      break;
    }
    vec_push(spot->m, &begins, out->stretches.count);
    vec_push(spot->m, &out->stretches, ((ectl_stretch){h->rule, h->first}));
    out->cost = ectl_add_cost(
        out->cost, h->first == ECTL_NO
                       ? 1
                       : ectl_add_cost(spot->x->facts[h->first].cost, 1));
    head = h->next;
  }
  if (out->head == ECTL_NO)
    out->cost = ECTL_FAR;
  else
    out->location = spot->t->heads.at[out->head].location;
  map_free(spot->m, &seen);
  vec_free(spot->m, &begins);
  end_search(&v);
}
