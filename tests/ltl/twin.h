/* Automata by definition, slowly: does one accept a word, have two a word in
 * common? Shares nothing with src/automata but the type. */
#ifndef TESTS_LTL_TWIN_H
#define TESTS_LTL_TWIN_H

#include "automata/omega.h"
#include "tests/ltl/formulas.h"

typedef struct twin_edge {
  uint32_t from, to;
  uint64_t marks;
} twin_edge;

typedef struct twin_graph {
  mem *m;
  uint32_t nodes;
  uint64_t all; /* the marks that a cycle needs */
  vec(twin_edge) edges;
} twin_graph;

/* Marks in 'seen' what is reached from 'root' by at least one edge, forward or
 * backward: rounds over all edges until nothing is added. */
static inline void twin_reach(const twin_graph *g, uint32_t root, bool backward,
                              uint8_t *seen) {
  memset(seen, 0, g->nodes);
  for (bool more = true; more;) {
    more = false;
    vec_each (const twin_edge, e, &g->edges) {
      uint32_t from = backward ? e->to : e->from;
      uint32_t to = backward ? e->from : e->to;
      if ((from == root || seen[from]) && !seen[to]) {
        seen[to] = 1;
        more = true;
      }
    }
  }
}

/* Is there a cycle with all marks that 'root' reaches? */
static inline bool twin_cycle(const twin_graph *g, uint32_t root) {
  uint8_t *room = mem_array(g->m, 4 * (size_t)g->nodes, 1);
  uint8_t *reached = room, *done = reached + g->nodes;
  uint8_t *behind = done + g->nodes, *before = behind + g->nodes;
  bool found = false;
  twin_reach(g, root, false, reached);
  reached[root] = 1;
  for (uint32_t v = 0; v < g->nodes && !found; v++) {
    uint64_t marks = 0;
    if (!reached[v] || done[v])
      continue;
    twin_reach(g, v, false, behind);
    if (!behind[v])
      continue;
    twin_reach(g, v, true, before);
    vec_each (const twin_edge, e, &g->edges) {
      if (behind[e->from] && before[e->from] && behind[e->to] && before[e->to])
        marks |= e->marks;
    }
    for (uint32_t u = 0; u < g->nodes; u++)
      done[u] |= behind[u] && before[u];
    found = (marks & g->all) == g->all;
  }
  mem_free(g->m, room);
  return found;
}

static inline bool twin_accepts(mem *m, const omega *a, const lasso *w) {
  uint32_t length = (uint32_t)w->count;
  twin_graph g = {
      .m = m, .nodes = a->states * length, .all = omega_all_marks(a)};
  vec_each (const omega_edge, e, &a->edges) {
    for (uint32_t i = 0; i < length; i++) {
      uint32_t next = i + 1 < length ? i + 1 : (uint32_t)w->loop;
      if (omega_allows(a, e, w->letters[i]))
        vec_push(m, &g.edges,
                 ((twin_edge){e->from * length + i, e->to * length + next,
                              e->marks}));
    }
  }
  bool found = twin_cycle(&g, a->initial * length);
  vec_free(m, &g.edges);
  return found;
}

static inline bool twin_edges_meet(const omega *a, const omega_edge *e,
                                   const omega *b, const omega_edge *f) {
  for (uint32_t i = 0; i < e->cubes; i++)
    for (uint32_t j = 0; j < f->cubes; j++) {
      omega_cube x = a->cubes.at[e->first_cube + i];
      omega_cube y = b->cubes.at[f->first_cube + j];
      if (((x.value ^ y.value) & x.mask & y.mask) == 0)
        return true;
    }
  return false;
}

static inline bool twin_disjoint(mem *m, const omega *a, const omega *b) {
  twin_graph g = {.m = m,
                  .nodes = a->states * b->states,
                  .all = omega_all_marks(a) | omega_all_marks(b) << a->sets};
  vec_each (const omega_edge, e, &a->edges) {
    vec_each (const omega_edge, f, &b->edges) {
      if (twin_edges_meet(a, e, b, f))
        vec_push(m, &g.edges,
                 ((twin_edge){e->from * b->states + f->from,
                              e->to * b->states + f->to,
                              e->marks | f->marks << a->sets}));
    }
  }
  bool found = twin_cycle(&g, a->initial * b->states + b->initial);
  vec_free(m, &g.edges);
  return !found;
}

/* What the header of automata/omega.h promises of every automaton. */
static inline bool twin_well_formed(const omega *a) {
  bool fine = a->states > 0 && a->initial < a->states &&
              a->first.count == (size_t)a->states + 1 && a->first.at[0] == 0 &&
              a->first.at[a->states] == a->edges.count;
  for (uint32_t q = 0; q < a->states && fine; q++)
    for (uint32_t i = a->first.at[q]; i < a->first.at[q + 1] && fine; i++) {
      const omega_edge *e = &a->edges.at[i];
      fine = e->from == q && e->to < a->states && e->cubes > 0 &&
             e->first_cube + e->cubes <= a->cubes.count &&
             (e->marks & ~omega_all_marks(a)) == 0 &&
             (!a->state_based || e->marks == a->edges.at[a->first.at[q]].marks);
    }
  return fine;
}

/* Is every state reached, and does each reach an accepting cycle? */
static inline bool twin_trimmed(mem *m, const omega *a) {
  twin_graph g = {.m = m, .nodes = a->states, .all = omega_all_marks(a)};
  uint8_t *seen = mem_array(m, a->states, 1);
  bool fine = true;
  vec_each (const omega_edge, e, &a->edges)
    vec_push(m, &g.edges, ((twin_edge){e->from, e->to, e->marks}));
  twin_reach(&g, a->initial, false, seen);
  seen[a->initial] = 1;
  for (uint32_t q = 0; q < a->states && a->edges.count; q++)
    fine = fine && seen[q] && twin_cycle(&g, q);
  fine = fine && (a->edges.count || a->states == 1);
  mem_free(m, seen);
  vec_free(m, &g.edges);
  return fine;
}

#endif
