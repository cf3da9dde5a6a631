#include "engine/saturation/repeat_search.h"

#include <assert.h>
#include <string.h>

/* ---- Heads, summaries and who needs them ----------------------------- */

static uint32_t head_of(repeat_search *v, uint32_t location, uint32_t symbol) {
  uint32_t h = map_insert(v->m, &v->out->heads, map_pair(location, symbol));
  if (h == v->heads.count) {
    repeat_head x = {.summaries = REPEAT_NONE, .links = REPEAT_NONE};
    x.accepting = v->s->accepting(v->s->self, location);
    vec_push(v->m, &v->heads, x);
  }
  return h;
}

/* Most summaries that are found have been found before: a set of bits tells
 * so at once, if it takes no more room than the summaries do. */
static void note_known(repeat_search *v, uint32_t summary) {
  const repeat_summary *x = &v->out->summaries.at[summary];
  repeat_head *h = &v->heads.at[x->head];
  uint32_t locations = v->s->locations;
  if (h->known) {
    h->known[x->to / 32] |= UINT64_C(1) << (2 * (x->to % 32) + x->accepting) |
                            UINT64_C(1) << 2 * (x->to % 32);
    return;
  }
  if (h->summary_count < 8 || h->summary_count < locations / 64)
    return;
  h->known = mem_array(v->m, locations / 32 + 1, sizeof *h->known);
  for (uint32_t n = h->summaries; n != REPEAT_NONE;
       n = v->out->summaries.at[n].next)
    note_known(v, n); /* goes no deeper: 'known' is there */
}

static bool is_known(const repeat_head *h, uint32_t to, bool accepting) {
  return h->known && h->known[to / 32] >> (2 * (to % 32) + accepting) & 1;
}

static void add_summary(repeat_search *v, uint32_t head, uint32_t to,
                        bool accepting) {
  if (is_known(&v->heads.at[head], to, accepting))
    return;
  uint32_t n = map_insert(v->m, &v->summary_numbers, map_pair(head, to));
  if (n == v->out->summaries.count) {
    repeat_summary x = {.head = head, .to = to};
    x.next = v->heads.at[head].summaries;
    v->heads.at[head].summaries = n;
    v->heads.at[head].summary_count++;
    vec_push(v->m, &v->out->summaries, x);
  } else if (!accepting || v->out->summaries.at[n].accepting) {
    return;
  }
  repeat_summary *x = &v->out->summaries.at[n];
  x->accepting = accepting;
  if (!x->queued)
    vec_push(v->m, &v->queue, n);
  x->queued = true;
  note_known(v, n);
}

static void add_tail(repeat_search *v, uint32_t target, uint32_t head,
                     bool accepting);

static void apply(repeat_search *v, uint32_t link, uint32_t summary) {
  const repeat_link *l = &v->links.at[link];
  const repeat_summary *x = &v->out->summaries.at[summary];
  bool accepting = l->accepting || x->accepting;
  progress_tick(v->clock);
  if (l->below == REPEAT_TAIL)
    add_summary(v, l->target, x->to, accepting);
  else if (l->below == REPEAT_INITIAL)
    map_insert(v->m, &v->out->pairs, map_pair(l->target, x->to));
  else {
    uint32_t target = l->target;
    add_tail(v, target, head_of(v, x->to, l->below), accepting);
  }
}

/* The link's head may gain summaries meanwhile: they are queued. */
static void apply_to_all(repeat_search *v, uint32_t head, uint32_t link) {
  for (uint32_t x = v->heads.at[head].summaries; x != REPEAT_NONE;
       x = v->out->summaries.at[x].next)
    apply(v, link, x);
}

static uint32_t add_link(repeat_search *v, uint32_t head, uint32_t target,
                         uint32_t below, bool accepting) {
  repeat_link l = {v->heads.at[head].links, target, below, accepting};
  uint32_t n = (uint32_t)v->links.count;
  vec_push(v->m, &v->links, l);
  v->heads.at[head].links = n;
  apply_to_all(v, head, n);
  return n;
}

static void add_tail(repeat_search *v, uint32_t target, uint32_t head,
                     bool accepting) {
  uint32_t n = map_insert(v->m, &v->tails, map_pair(target, head));
  if (n == v->tail_links.count) {
    vec_push(v->m, &v->tail_links, (uint32_t)v->links.count);
    add_link(v, head, target, REPEAT_TAIL, accepting);
    return;
  }
  uint32_t link = v->tail_links.at[n];
  if (!accepting || v->links.at[link].accepting)
    return;
  v->links.at[link].accepting = true;
  apply_to_all(v, head, link);
}

/* ---- The fixpoint ---------------------------------------------------- */

static void expand(repeat_search *v, uint32_t head) {
  uint64_t key = v->out->heads.keys.at[head];
  uint32_t first = (uint32_t)v->rules.count;
  bool accepting = v->heads.at[head].accepting;
  v->s->expand(v->s->self, v->m, (uint32_t)(key >> 32), (uint32_t)key,
               &v->rules);
  v->heads.at[head].first_rule = first;
  v->heads.at[head].rules = (uint32_t)v->rules.count - first;
  for (uint32_t i = first; i < v->rules.count; i++) {
    repeat_rule r = v->rules.at[i];
    if (r.length == 0)
      add_summary(v, head, r.to, accepting);
    else if (r.length == 1)
      add_tail(v, head, head_of(v, r.to, r.push[0]), accepting);
    else
      add_link(v, head_of(v, r.to, r.push[0]), head, r.push[1], accepting);
    progress_tick(v->clock);
  }
}

static void look_at_pair(repeat_search *v, uint32_t pair) {
  uint64_t key = v->out->pairs.keys.at[pair];
  uint32_t state = (uint32_t)(key >> 32);
  for (uint32_t i = v->first_initial[state]; i < v->first_initial[state + 1];
       i++) {
    const repeat_edge *e = &v->s->initial.at[v->initial_order[i]];
    add_link(v, head_of(v, (uint32_t)key, e->symbol), e->to, REPEAT_INITIAL,
             false);
    progress_tick(v->clock);
  }
}

static void propagate(repeat_search *v, uint32_t summary) {
  repeat_summary *x = &v->out->summaries.at[summary];
  x->queued = false;
  for (uint32_t l = v->heads.at[x->head].links; l != REPEAT_NONE;
       l = v->links.at[l].next)
    apply(v, l, summary);
}

static void explore(repeat_search *v) {
  vec_each (const repeat_pair, x, &v->s->starts)
    map_insert(v->m, &v->out->pairs, map_pair(x->state, x->location));
  for (;;) {
    if (v->next_pair < v->out->pairs.keys.count)
      look_at_pair(v, v->next_pair++);
    else if (v->next_head < v->heads.count)
      expand(v, v->next_head++);
    else if (v->queue_head < v->queue.count)
      propagate(v, v->queue.at[v->queue_head++]);
    else
      return;
    if (v->queue_head == v->queue.count)
      v->queue_head = v->queue.count = 0;
    v->clock->done = v->next_head;
    v->clock->pending = v->queue.count - v->queue_head;
  }
}

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

/* ---- The graph of heads ---------------------------------------------- */

typedef struct graph {
  uint32_t *first; /* by head, and one more */
  uint32_t *to;
  uint8_t *accepting;
} graph;

/* A link leads from its target to the head that has it. */
static void make_graph(repeat_search *v, graph *g) {
  size_t heads = v->heads.count, edges = 0;
  g->first = mem_array(v->m, heads + 2, sizeof *g->first);
  vec_each (const repeat_link, l, &v->links)
    if (l->below != REPEAT_INITIAL) {
      g->first[l->target + 2]++;
      edges++;
    }
  for (size_t h = 0; h < heads; h++)
    g->first[h + 2] += g->first[h + 1];
  g->to = mem_array(v->m, edges + 1, sizeof *g->to);
  g->accepting = mem_array(v->m, edges + 1, 1);
  for (uint32_t h = 0; h < heads; h++)
    for (uint32_t n = v->heads.at[h].links; n != REPEAT_NONE;
         n = v->links.at[n].next) {
      const repeat_link *l = &v->links.at[n];
      if (l->below == REPEAT_INITIAL)
        continue;
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

static void enter(repeat_search *v, tarjan *t, const graph *g, uint32_t h) {
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
  size_t heads = v->heads.count;
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
    enter(v, &t, g, root);
    while (t.path.count) {
      uint32_t h = vec_last(&t.path);
      progress_tick(v->clock);
      if (t.next[h] == g->first[h + 1]) {
        leave(v, &t, h);
        continue;
      }
      uint32_t to = g->to[t.next[h]++];
      if (!t.index[to])
        enter(v, &t, g, to);
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
  for (uint32_t h = 0; h < v->heads.count; h++)
    first[v->component[h] + 1]++;
  for (uint32_t c = 0; c < v->components; c++)
    first[c + 1] += first[c];
  for (uint32_t h = 0; h < v->heads.count; h++)
    order[first[v->component[h]]++] = h;
  mem_free(v->m, first);
}

static void judge(repeat_search *v, const graph *g) {
  size_t heads = v->heads.count;
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
  clock->phase = "repeating heads";
  make_graph(&v, &g);
  find_components(&v, &g);
  judge(&v, &g);
  mem_free(m, g.first);
  mem_free(m, g.to);
  mem_free(m, g.accepting);
  map_free(m, &v.tails);
  vec_free(m, &v.tail_links);
  vec_free(m, &v.links);
  if (out->found && most_steps)
    repeat_find_lasso(&v, most_steps);
  map_free(m, &v.summary_numbers);
  vec_each (repeat_head, h, &v.heads)
    mem_free(m, h->known);
  vec_free(m, &v.heads);
  vec_free(m, &v.rules);
  vec_free(m, &v.queue);
  mem_free(m, v.first_initial);
  mem_free(m, v.initial_order);
  mem_free(m, v.component);
  mem_free(m, v.good);
}
