#include "engine/saturation/repeat_search.h"

#include "base/log.h"

#include <assert.h>
#include <string.h>

static void index_initial(repeat_search *search) {
  const repeat_system *system = search->s;
  search->first_initial = mem_array(
      search->m, (size_t)system->initial_states + 2, sizeof(uint32_t));
  search->initial_order =
      mem_array(search->m, system->initial.count + 1, sizeof(uint32_t));
  vec_each (const repeat_edge, edge, &system->initial)
    search->first_initial[edge->from + 2]++;
  for (uint32_t i = 0; i < system->initial_states; i++)
    search->first_initial[i + 2] += search->first_initial[i + 1];
  for (uint32_t i = 0; i < system->initial.count; i++)
    search->initial_order[search->first_initial[system->initial.at[i].from +
                                                1]++] = i;
}

static void look_at_pair(repeat_search *search, uint32_t pair) {
  assert(pair < search->out->pairs.keys.count);
  uint64_t key = search->out->pairs.keys.at[pair];
  uint32_t state = (uint32_t)(key >> 32);
  for (uint32_t i = search->first_initial[state];
       i < search->first_initial[state + 1]; i++) {
    const repeat_edge *edge = &search->s->initial.at[search->initial_order[i]];
    uint32_t head = heads_add(&search->x, (uint32_t)key, edge->symbol);
    vec_push(search->m, &search->waiting, ((repeat_pair){edge->to, head}));
    progress_tick(search->clock);
  }
}

/* The summaries of a head are all there once it has been looked at. */
static void pop_initial(repeat_search *search) {
  vec_each (const repeat_pair, pair, &search->waiting)
    for (uint32_t n = search->x.heads.at[pair->location].summaries;
         n != REPEAT_NONE; n = search->x.summaries.at[n].next) {
      map_insert(search->m, &search->out->pairs,
                 map_pair(pair->state, search->x.summaries.at[n].to));
      progress_tick(search->clock);
    }
  search->waiting.count = 0;
}

static void explore(repeat_search *search) {
  search->system = search->s->heads;
  search->system.keeps_rules = true;
  search->x = (heads_search){
      .m = search->m, .clock = search->clock, .s = &search->system};
  vec_each (const repeat_pair, pair, &search->s->starts)
    map_insert(search->m, &search->out->pairs,
               map_pair(pair->state, pair->location));
  while (search->next_pair < search->out->pairs.keys.count) {
    while (search->next_pair < search->out->pairs.keys.count)
      look_at_pair(search, search->next_pair++);
    heads_run(&search->x);
    pop_initial(search);
  }
  heads_finish(&search->x);
}

typedef struct graph {
  uint32_t *first; /* by head, and one more */
  uint32_t *to;
  uint8_t *accepting;
} graph;

/* A link leads from its target to the head that has it. */
static void make_graph(repeat_search *search, graph *g) {
  size_t heads = search->x.heads.count, edges = search->x.links.count;
  g->first = mem_array(search->m, heads + 2, sizeof *g->first);
  vec_each (const heads_link, l, &search->x.links)
    g->first[l->target + 2]++;
  for (size_t h = 0; h < heads; h++)
    g->first[h + 2] += g->first[h + 1];
  g->to = mem_array(search->m, edges + 1, sizeof *g->to);
  g->accepting = mem_array(search->m, edges + 1, 1);
  for (uint32_t h = 0; h < heads; h++)
    for (uint32_t n = search->x.heads.at[h].links; n != REPEAT_NONE;
         n = search->x.links.at[n].next) {
      const heads_link *l = &search->x.links.at[n];
      uint32_t e = g->first[l->target + 1]++;
      g->to[e] = h;
      g->accepting[e] = l->accepting;
    }
  search->out->edges = edges;
}

/* Tarjan's algorithm with its stack in the open. */
typedef struct tarjan {
  uint32_t *index, *low, *next; /* index 0: not seen */
  vec(uint32_t) path, open;
  uint32_t count;
} tarjan;

static void repeat_enter(repeat_search *search, tarjan *t, const graph *g,
                         uint32_t h) {
  t->index[h] = t->low[h] = ++t->count;
  t->next[h] = g->first[h];
  vec_push(search->m, &t->path, h);
  vec_push(search->m, &t->open, h);
}

static void leave(repeat_search *search, tarjan *t, uint32_t h) {
  (void)vec_pop(&t->path);
  if (t->path.count && t->low[h] < t->low[vec_last(&t->path)])
    t->low[vec_last(&t->path)] = t->low[h];
  if (t->low[h] != t->index[h])
    return;
  uint32_t x;
  do {
    x = vec_pop(&t->open);
    search->component[x] = search->components;
  } while (x != h);
  search->components++;
}

static void find_components(repeat_search *search, const graph *g) {
  size_t heads = search->x.heads.count;
  tarjan t = {mem_array(search->m, heads + 1, sizeof(uint32_t)),
              mem_array(search->m, heads + 1, sizeof(uint32_t)),
              mem_array(search->m, heads + 1, sizeof(uint32_t)),
              {0},
              {0},
              0};
  search->component =
      mem_array(search->m, heads + 1, sizeof *search->component);
  memset(search->component, 0xFF, (heads + 1) * sizeof *search->component);
  for (uint32_t root = 0; root < heads; root++) {
    if (t.index[root])
      continue;
    repeat_enter(search, &t, g, root);
    while (t.path.count) {
      uint32_t h = vec_last(&t.path);
      progress_tick(search->clock);
      if (t.next[h] == g->first[h + 1]) {
        leave(search, &t, h);
        continue;
      }
      uint32_t to = g->to[t.next[h]++];
      if (!t.index[to])
        repeat_enter(search, &t, g, to);
      else if (search->component[to] == REPEAT_NONE && t.index[to] < t.low[h])
        t.low[h] = t.index[to];
    }
  }
  mem_free(search->m, t.index);
  mem_free(search->m, t.low);
  mem_free(search->m, t.next);
  vec_free(search->m, &t.path);
  vec_free(search->m, &t.open);
}

/* Components have smaller numbers than those that lead to them. 'order' are the
 * heads by component. */
static void order_heads(const repeat_search *search, uint32_t *order) {
  uint32_t *first =
      mem_array(search->m, (size_t)search->components + 2, sizeof *first);
  for (uint32_t h = 0; h < search->x.heads.count; h++)
    first[search->component[h] + 1]++;
  for (uint32_t c = 0; c < search->components; c++)
    first[c + 1] += first[c];
  for (uint32_t h = 0; h < search->x.heads.count; h++)
    order[first[search->component[h]]++] = h;
  mem_free(search->m, first);
}

static void judge(repeat_search *search, const graph *g) {
  size_t heads = search->x.heads.count;
  repeat_answer *out = search->out;
  uint32_t *order = mem_array(search->m, heads + 1, sizeof *order);
  uint32_t *rank =
      mem_array(search->m, (size_t)search->components + 1, sizeof *rank);
  uint8_t *bad = mem_array(search->m, (size_t)search->components + 1, 1);
  search->good = mem_array(search->m, (size_t)search->components + 1, 1);
  order_heads(search, order);
  for (size_t i = 0; i < heads; i++) {
    uint32_t h = order[i], c = search->component[h];
    if (rank[c] == 0)
      rank[c] = 1;
    for (uint32_t e = g->first[h]; e < g->first[h + 1]; e++) {
      uint32_t d = search->component[g->to[e]];
      if (d == c && g->accepting[e])
        search->good[c] = bad[c] = 1;
      bad[c] |= bad[d];
      if (d != c && rank[d] + g->accepting[e] > rank[c])
        rank[c] = rank[d] + g->accepting[e];
    }
    out->found |= search->good[c];
  }
  if (out->found)
    out->repeats = mem_array(search->m, heads + 1, 1);
  else
    out->ranks = mem_array(search->m, heads + 1, sizeof *out->ranks);
  for (uint32_t h = 0; h < heads; h++)
    if (out->found)
      out->repeats[h] = bad[search->component[h]];
    else
      out->ranks[h] = rank[search->component[h]];
  mem_free(search->m, order);
  mem_free(search->m, rank);
  mem_free(search->m, bad);
}

void repeat_solve(mem *m, progress *clock, const repeat_system *system,
                  uint64_t most_steps, repeat_answer *out) {
  repeat_search search = {.m = m, .clock = clock, .s = system, .out = out};
  graph g = {0};
  memset(out, 0, sizeof *out);
  clock->phase = "summaries";
  index_initial(&search);
  explore(&search);
  out->heads = search.x.numbers;
  out->summaries = search.x.summaries;
  LOG(clock, SATURATION, "%" PRIu64 " heads, %" PRIu64 " summaries",
      (uint64_t)search.x.heads.count, (uint64_t)out->summaries.count);
  clock->phase = "repeating heads";
  make_graph(&search, &g);
  find_components(&search, &g);
  judge(&search, &g);
  LOG(clock, SATURATION, "%s head repeats through acceptance",
      out->found ? "a" : "no");
  mem_free(m, g.first);
  mem_free(m, g.to);
  mem_free(m, g.accepting);
  vec_free(m, &search.x.links);
  if (out->found && most_steps)
    repeat_find_lasso(&search, most_steps);
  map_free(m, &search.x.summary_numbers);
  vec_free(m, &search.x.heads);
  vec_free(m, &search.x.rules);
  vec_free(m, &search.waiting);
  mem_free(m, search.first_initial);
  mem_free(m, search.initial_order);
  mem_free(m, search.component);
  mem_free(m, search.good);
}
