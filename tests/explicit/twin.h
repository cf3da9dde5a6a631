/* The slow twin of the searches: the product as a matrix, its transitive
 * closure, and the definitions. */
#ifndef EXPLICIT_TWIN_H
#define EXPLICIT_TWIN_H

#include "automata/omega.h"
#include "product/ranks.h"
#include "tests/explicit/graph.h"

enum { TWIN_MOST = 128 };

typedef struct twin_edge {
  uint32_t from, to;
  uint64_t marks, movers;
} twin_edge;

/* Nodes are state * automaton's states + q. */
typedef struct twin {
  uint32_t nodes;
  twin_edge edges[8192];
  uint32_t edge_count;
  uint8_t reach[TWIN_MOST][TWIN_MOST]; /* by one edge or more */
  uint8_t reachable[TWIN_MOST];
  bool has_fault;    /* some reachable node's state is wrong */
  bool is_accepting; /* there is an accepting run */
  bool is_fair;      /* there is one that is fair */
} twin;

static inline void twin_edges(twin *t, const omega *a, uint32_t from,
                              uint32_t to, uint64_t letter) {
  for (uint32_t q = 0; q < a->states; q++)
    for (uint32_t i = 0; i < a->edges.count; i++) {
      const omega_edge *e = a->edges.at + i;
      if (e->from != q || !omega_allows(a, e, letter))
        continue;
      t->edges[t->edge_count++] = (twin_edge){.from = from * a->states + q,
                                              .to = to * a->states + e->to,
                                              .marks = e->marks,
                                              .movers = 0};
    }
}

static inline void twin_close(twin *t) {
  memset(t->reach, 0, sizeof t->reach);
  for (uint32_t i = 0; i < t->edge_count; i++)
    t->reach[t->edges[i].from][t->edges[i].to] = 1;
  for (uint32_t k = 0; k < t->nodes; k++)
    for (uint32_t i = 0; i < t->nodes; i++)
      for (uint32_t j = 0; t->reach[i][k] && j < t->nodes; j++)
        t->reach[i][j] |= t->reach[k][j];
}

static inline bool twin_on_accepting_cycle(const twin *t, uint32_t v,
                                           uint64_t all) {
  uint64_t marks = 0;
  for (uint32_t i = 0; i < t->edge_count; i++) {
    const twin_edge *e = t->edges + i;
    if ((e->from == v || t->reach[v][e->from]) &&
        (e->to == v || t->reach[e->to][v]))
      marks |= e->marks;
  }
  return t->reach[v][v] && marks == all;
}

/* Which processes can move; none in an end, which is repeated. */
static inline uint64_t twin_enabled(const test_graph *g, uint32_t s) {
  uint64_t found = 0;
  bool has_step = false;
  for (uint32_t i = 0; i < g->edge_count; i++)
    if (g->edges[i].from == s) {
      found |= g->movers[i];
      has_step = true;
    }
  return has_step ? found | g->enabled[s] : 0;
}

/* The longest cycle through 'v' meets all that a cycle through it can meet. */
static inline bool twin_on_fair_cycle(const twin *t, const test_graph *g,
                                      const omega *a, uint32_t v) {
  bool fair = true;
  for (uint32_t p = 0; p < 64; p++) {
    bool good = false;
    for (uint32_t u = 0; u < t->nodes; u++)
      good |= (u == v || (t->reach[v][u] && t->reach[u][v])) &&
              !(twin_enabled(g, u / a->states) >> p & 1);
    for (uint32_t i = 0; i < t->edge_count; i++) {
      const twin_edge *e = t->edges + i;
      good |= (e->from == v || t->reach[v][e->from]) &&
              (e->to == v || t->reach[e->to][v]) && (e->movers >> p & 1);
    }
    fair = fair && good;
  }
  return fair;
}

static inline void twin_decide(twin *t, const test_graph *g, const omega *a) {
  t->nodes = g->states * a->states;
  t->edge_count = 0;
  t->has_fault = t->is_accepting = t->is_fair = false;
  for (uint32_t s = 0; s < g->states; s++) {
    bool has_step = test_is_undefined(g, s);
    if (g->faulty[s] || g->letter_faulty[s])
      continue;
    for (uint32_t i = 0; i < g->edge_count; i++)
      if (g->edges[i].from == s && g->edge_fault[i] != MODEL_UNDEFINED + 1) {
        uint32_t label = g->edges[i].label, first = t->edge_count;
        has_step = true;
        twin_edges(t, a, s, g->edges[i].to,
                   g->letters[s] |
                       (label == MODEL_NONE ? 0 : g->label_letters[label]));
        for (; first < t->edge_count; first++)
          t->edges[first].movers = g->movers[i];
      }
    if (!has_step)
      twin_edges(t, a, s, s, g->letters[s]);
  }
  twin_close(t);
  memset(t->reachable, 0, sizeof t->reachable);
  for (uint32_t i = 0; i < g->initials; i++) {
    uint32_t from = g->initial[i] * a->states + a->initial;
    for (uint32_t v = 0; v < t->nodes; v++)
      t->reachable[v] |= v == from || t->reach[from][v];
  }
  for (uint32_t v = 0; v < t->nodes; v++) {
    uint32_t s = v / a->states;
    t->has_fault |= t->reachable[v] && test_is_undefined(g, s);
    bool accepting =
        t->reachable[v] && twin_on_accepting_cycle(t, v, omega_all_marks(a));
    t->is_accepting |= accepting;
    t->is_fair |= accepting && twin_on_fair_cycle(t, g, a, v);
  }
}

/* Is the word that repeats letters[loop ..] for ever accepted? */
static inline bool twin_accepts(twin *t, const omega *a,
                                const uint64_t *letters, size_t count,
                                size_t loop) {
  bool accepted = false;
  t->nodes = (uint32_t)count * a->states;
  t->edge_count = 0;
  for (uint32_t i = 0; i < count; i++)
    twin_edges(t, a, i, i + 1 < count ? i + 1 : (uint32_t)loop, letters[i]);
  twin_close(t);
  for (uint32_t v = 0; v < t->nodes && !accepted; v++)
    accepted = (v == a->initial || t->reach[a->initial][v]) &&
               twin_on_accepting_cycle(t, v, omega_all_marks(a));
  return accepted;
}

/* The definition of ranks, on a twin that has been decided: by node, 0 if it
 * is not listed. */
static inline bool twin_ranks_are_right(const twin *t, const test_graph *g,
                                        const omega *a, const uint32_t *rank) {
  for (uint32_t i = 0; i < g->initials; i++)
    if (!rank[g->initial[i] * a->states + a->initial])
      return false;
  for (uint32_t v = 0; v < t->nodes; v++)
    if (rank[v] &&
        (g->faulty[v / a->states] || g->letter_faulty[v / a->states]))
      return false;
  for (uint32_t i = 0; i < t->edge_count; i++) {
    const twin_edge *e = t->edges + i;
    if (rank[e->from] &&
        (!rank[e->to] || rank[e->to] > rank[e->from] ||
         (e->marks == omega_all_marks(a) && rank[e->to] == rank[e->from])))
      return false;
  }
  return true;
}

#endif
