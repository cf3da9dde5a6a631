#include "engine/saturation/repeat_search.h"

#include "base/log.h"

#include <assert.h>
#include <string.h>

static void index_initial(repeat_search *v) {
  const repeat_system *s = v->s;
  v->first_initial =
      mem_array(v->m, (size_t)s->initial_states + 2, sizeof(uint32_t));
  v->initial_order = mem_array(v->m, s->initial.count + 1, sizeof(uint32_t));
  vec_each (const repeat_edge, e, &s->initial)
    v->first_initial[e->from + 2]++;
  for (uint32_t i = 0; i < s->initial_states; i++)
    v->first_initial[i + 2] += v->first_initial[i + 1];
  for (uint32_t i = 0; i < s->initial.count; i++)
    v->initial_order[v->first_initial[s->initial.at[i].from + 1]++] = i;
}

static void look_at_pair(repeat_search *v, uint32_t pair) {
  assert(pair < v->out->pairs.keys.count);
  uint64_t key = v->out->pairs.keys.at[pair];
  uint32_t state = (uint32_t)(key >> 32);
  for (uint32_t i = v->first_initial[state]; i < v->first_initial[state + 1];
       i++) {
    const repeat_edge *e = &v->s->initial.at[v->initial_order[i]];
    uint32_t head = heads_add(&v->x, (uint32_t)key, e->symbol);
    vec_push(v->m, &v->waiting, ((repeat_pair){e->to, head}));
    progress_tick(v->clock);
  }
}

/* The summaries of a head are all there once it has been looked at. */
static void pop_initial(repeat_search *v) {
  vec_each (const repeat_pair, w, &v->waiting)
    for (uint32_t n = v->x.heads.at[w->location].summaries; n != REPEAT_NONE;
         n = v->x.summaries.at[n].next) {
      map_insert(v->m, &v->out->pairs,
                 map_pair(w->state, v->x.summaries.at[n].to));
      progress_tick(v->clock);
    }
  v->waiting.count = 0;
}

static void explore(repeat_search *v) {
  v->system = v->s->heads;
  v->system.keeps_rules = true;
  v->x = (heads_search){.m = v->m, .clock = v->clock, .s = &v->system};
  vec_each (const repeat_pair, x, &v->s->starts)
    map_insert(v->m, &v->out->pairs, map_pair(x->state, x->location));
  while (v->next_pair < v->out->pairs.keys.count) {
    while (v->next_pair < v->out->pairs.keys.count)
      look_at_pair(v, v->next_pair++);
    heads_run(&v->x);
    pop_initial(v);
  }
  heads_finish(&v->x);
}

typedef struct graph {
  uint32_t *first; /* by head, and one more */
  uint32_t *to;
  uint8_t *accepting;
} graph;

/* A link leads from its target to the head that has it. */
static void make_graph(repeat_search *v, graph *g) {
  size_t heads = v->x.heads.count, edges = v->x.links.count;
  g->first = mem_array(v->m, heads + 2, sizeof *g->first);
  vec_each (const heads_link, l, &v->x.links)
    g->first[l->target + 2]++;
  for (size_t h = 0; h < heads; h++)
    g->first[h + 2] += g->first[h + 1];
  g->to = mem_array(v->m, edges + 1, sizeof *g->to);
  g->accepting = mem_array(v->m, edges + 1, 1);
  for (uint32_t h = 0; h < heads; h++)
    for (uint32_t n = v->x.heads.at[h].links; n != REPEAT_NONE;
         n = v->x.links.at[n].next) {
      const heads_link *l = &v->x.links.at[n];
      uint32_t e = g->first[l->target + 1]++;
      g->to[e] = h;
      g->accepting[e] = l->accepting;
    }
  v->out->edges = edges;
}

/* Tarjan's algorithm with its stack in the open. */
typedef struct tarjan {
  uint32_t *index, *low, *next; /* index 0: not seen */
  vec(uint32_t) path, open;
  uint32_t count;
} tarjan;

static void repeat_enter(repeat_search *v, tarjan *t, const graph *g,
                         uint32_t h) {
  t->index[h] = t->low[h] = ++t->count;
  t->next[h] = g->first[h];
  vec_push(v->m, &t->path, h);
  vec_push(v->m, &t->open, h);
}

static void leave(repeat_search *v, tarjan *t, uint32_t h) {
  (void)vec_pop(&t->path);
  if (t->path.count && t->low[h] < t->low[vec_last(&t->path)])
    t->low[vec_last(&t->path)] = t->low[h];
  if (t->low[h] != t->index[h])
    return;
  uint32_t x;
  do {
    x = vec_pop(&t->open);
    v->component[x] = v->components;
  } while (x != h);
  v->components++;
}

static void find_components(repeat_search *v, const graph *g) {
  size_t heads = v->x.heads.count;
  tarjan t = {mem_array(v->m, heads + 1, sizeof(uint32_t)),
              mem_array(v->m, heads + 1, sizeof(uint32_t)),
              mem_array(v->m, heads + 1, sizeof(uint32_t)),
              {0},
              {0},
              0};
  v->component = mem_array(v->m, heads + 1, sizeof *v->component);
  memset(v->component, 0xFF, (heads + 1) * sizeof *v->component);
  for (uint32_t root = 0; root < heads; root++) {
    if (t.index[root])
      continue;
    repeat_enter(v, &t, g, root);
    while (t.path.count) {
      uint32_t h = vec_last(&t.path);
      progress_tick(v->clock);
      if (t.next[h] == g->first[h + 1]) {
        leave(v, &t, h);
        continue;
      }
      uint32_t to = g->to[t.next[h]++];
      if (!t.index[to])
        repeat_enter(v, &t, g, to);
      else if (v->component[to] == REPEAT_NONE && t.index[to] < t.low[h])
        t.low[h] = t.index[to];
    }
  }
  mem_free(v->m, t.index);
  mem_free(v->m, t.low);
  mem_free(v->m, t.next);
  vec_free(v->m, &t.path);
  vec_free(v->m, &t.open);
}

/* Components have smaller numbers than those that lead to them. 'order' are the
 * heads by component. */
static void order_heads(const repeat_search *v, uint32_t *order) {
  uint32_t *first = mem_array(v->m, (size_t)v->components + 2, sizeof *first);
  for (uint32_t h = 0; h < v->x.heads.count; h++)
    first[v->component[h] + 1]++;
  for (uint32_t c = 0; c < v->components; c++)
    first[c + 1] += first[c];
  for (uint32_t h = 0; h < v->x.heads.count; h++)
    order[first[v->component[h]]++] = h;
  mem_free(v->m, first);
}

static void judge(repeat_search *v, const graph *g) {
  size_t heads = v->x.heads.count;
  repeat_answer *out = v->out;
  uint32_t *order = mem_array(v->m, heads + 1, sizeof *order);
  uint32_t *rank = mem_array(v->m, (size_t)v->components + 1, sizeof *rank);
  uint8_t *bad = mem_array(v->m, (size_t)v->components + 1, 1);
  v->good = mem_array(v->m, (size_t)v->components + 1, 1);
  order_heads(v, order);
  for (size_t i = 0; i < heads; i++) {
    uint32_t h = order[i], c = v->component[h];
    if (rank[c] == 0)
      rank[c] = 1;
    for (uint32_t e = g->first[h]; e < g->first[h + 1]; e++) {
      uint32_t d = v->component[g->to[e]];
      if (d == c && g->accepting[e])
        v->good[c] = bad[c] = 1;
      bad[c] |= bad[d];
      if (d != c && rank[d] + g->accepting[e] > rank[c])
        rank[c] = rank[d] + g->accepting[e];
    }
    out->found |= v->good[c];
  }
  if (out->found)
    out->repeats = mem_array(v->m, heads + 1, 1);
  else
    out->ranks = mem_array(v->m, heads + 1, sizeof *out->ranks);
  for (uint32_t h = 0; h < heads; h++)
    if (out->found)
      out->repeats[h] = bad[v->component[h]];
    else
      out->ranks[h] = rank[v->component[h]];
  mem_free(v->m, order);
  mem_free(v->m, rank);
  mem_free(v->m, bad);
}

void repeat_solve(mem *m, progress *clock, const repeat_system *s,
                  uint64_t most_steps, repeat_answer *out) {
  repeat_search v = {.m = m, .clock = clock, .s = s, .out = out};
  graph g = {0};
  memset(out, 0, sizeof *out);
  clock->phase = "summaries";
  index_initial(&v);
  explore(&v);
  out->heads = v.x.numbers;
  out->summaries = v.x.summaries;
  LOG(clock, SATURATION, "%" PRIu64 " heads, %" PRIu64 " summaries",
      (uint64_t)v.x.heads.count, (uint64_t)out->summaries.count);
  clock->phase = "repeating heads";
  make_graph(&v, &g);
  find_components(&v, &g);
  judge(&v, &g);
  LOG(clock, SATURATION, "%s head repeats through acceptance",
      out->found ? "a" : "no");
  mem_free(m, g.first);
  mem_free(m, g.to);
  mem_free(m, g.accepting);
  vec_free(m, &v.x.links);
  if (out->found && most_steps)
    repeat_find_lasso(&v, most_steps);
  map_free(m, &v.x.summary_numbers);
  vec_free(m, &v.x.heads);
  vec_free(m, &v.x.rules);
  vec_free(m, &v.waiting);
  mem_free(m, v.first_initial);
  mem_free(m, v.initial_order);
  mem_free(m, v.component);
  mem_free(m, v.good);
}
