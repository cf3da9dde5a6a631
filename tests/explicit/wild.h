/* Random graphs with processes and with faults of all kinds: fairness, and all
 * ways to look for faults. */
#ifndef EXPLICIT_WILD_H
#define EXPLICIT_WILD_H

#include "tests/explicit/cases.h"

typedef struct wild {
  unsigned long fair, unfair, unsupported, faults, notes;
} wild;

static inline void wild_graph(cases *c, uint32_t atoms) {
  /* The last sets have processes without marks of their own. */
  static const uint8_t pids[][3] = {
      {0, 1, 2}, {3, 0, 9}, {59, 7, 58}, {61, 62, 0}, {63, 1, 2}};
  test_graph *g = &c->g;
  cases_graph(c, atoms);
  const uint8_t *pid = pids[cases_random(c, 2) ? 0 : cases_random(c, 5)];
  uint32_t fault_odds = cases_random(c, 2) ? 1000000 : 2 + cases_random(c, 30);
  uint32_t waiting_odds = 1 + cases_random(c, 4);
  for (uint32_t i = 0; i < g->edge_count; i++) {
    g->movers[i] = UINT64_C(1) << pid[cases_random(c, 3)];
    if (cases_random(c, 5) == 0) /* a handshake */
      g->movers[i] |= UINT64_C(1) << pid[cases_random(c, 3)];
    if (cases_random(c, fault_odds) == 0)
      g->edge_fault[i] = (uint8_t)(1 + cases_random(c, 3));
  }
  for (uint32_t s = 0; s < g->states; s++) {
    if (cases_random(c, waiting_odds) == 0)
      g->enabled[s] = UINT64_C(1) << pid[cases_random(c, 3)];
    if (cases_random(c, fault_odds) == 0)
      g->state_fault[s] = (uint8_t)(1 + cases_random(c, 3));
  }
}

/* Fairness. */

/* The definition, on the graph: steps that fit are taken in turn. */
static inline bool wild_is_fair(const cases *c, const model_run *run) {
  const test_graph *g = &c->g;
  bool fair = true;
  for (uint32_t p = 0; p < 64; p++) {
    bool good = false;
    for (size_t i = run->loop; i < run->count; i++) {
      size_t n = i + 1 < run->count ? i + 1 : run->loop;
      uint32_t from = test_state(run->bytes.at + run->at.at[i]);
      uint32_t to = test_state(run->bytes.at + run->at.at[n]);
      good |= !(twin_enabled(g, from) >> p & 1);
      for (uint32_t k = 0; p < 63 && k < g->edge_count; k++)
        good |= g->edges[k].from == from && g->edges[k].to == to &&
                g->edges[k].label == run->labels.at[i] &&
                (run->movers.count == 0 || run->movers.at[i] == g->movers[k]) &&
                (g->movers[k] >> p & 1);
    }
    fair = fair && good;
  }
  return fair;
}

/* May there be processes that the search cannot tell apart? */
static inline bool wild_lacks_marks(const cases *c) {
  uint64_t all = 0;
  for (uint32_t i = 0; i < c->g.edge_count; i++)
    all |= c->g.movers[i];
  for (uint32_t s = 0; s < c->g.states; s++)
    all |= c->g.enabled[s];
  return all >> (64 - c->a.sets - (c->a.sets == 0));
}

static inline void wild_fair(cases *c, wild *w, const explicit_options *o) {
  const twin *t = &c->twin;
  uint64_t seen = 0;
  explicit_answer answer;
  for (uint32_t s = 0; s < c->g.states; s++)
    seen |= twin_enabled(&c->g, s);
  explicit_decide(c->m, c->clock, &c->x, &c->b, &c->a, o, &answer);
  switch (answer.verdict) {
  case EXPLICIT_HOLDS:
    CHECK(!t->is_fair && !t->has_fault);
    w->unfair += t->is_accepting;
    break;
  case EXPLICIT_VIOLATED:
    CHECK(t->is_fair);
    CHECK(cases_lasso_is_right(c, &answer.run));
    CHECK(answer.run.movers.count == answer.run.count);
    CHECK(model_is_fair(c->m, &c->x, &answer.run));
    CHECK(wild_is_fair(c, &answer.run));
    /* With processes that have no marks it is not known. */
    if (o->shortest && (answer.is_shortest || !wild_lacks_marks(c)))
      cases_shortest(c, &answer, true);
    w->fair++;
    break;
  case EXPLICIT_FAULT:
    CHECK(!t->is_fair && t->has_fault);
    break;
  case EXPLICIT_UNSUPPORTED:
    CHECK(t->is_accepting && seen >> (64 - c->a.sets - (c->a.sets == 0)));
    w->unsupported++;
  }
}

/* Runs that were found without fairness: is it seen which ones are fair? */
static inline void wild_unfair(cases *c) {
  explicit_options o = {.emptiness = EXPLICIT_SCC};
  explicit_answer answer;
  explicit_decide(c->m, c->clock, &c->x, &c->b, &c->a, &o, &answer);
  cases_answer(c, &answer);
  if (answer.verdict == EXPLICIT_VIOLATED)
    CHECK(model_is_fair(c->m, &c->x, &answer.run) ==
          wild_is_fair(c, &answer.run));
}

/* Faults. */

/* What there is to find: from the definitions. */
typedef struct wild_found {
  uint64_t states, arrivals, faults, edges; /* bits: edges that can be taken */
  uint64_t notes;                           /* places */
  size_t first; /* how far the nearest state with a fault is */
  size_t least; /* steps to a fault, that in which it happens included */
} wild_found;

static inline wild_found wild_find(const cases *c, uint8_t least) {
  const test_graph *g = &c->g;
  size_t distance[GRAPH_MOST];
  wild_found w = {
      .arrivals = g->initials, .first = SIZE_MAX, .least = SIZE_MAX};
  for (uint32_t s = 0; s < g->states; s++)
    distance[s] = SIZE_MAX / 2;
  for (uint32_t i = 0; i < g->initials; i++)
    distance[g->initial[i]] = 0;
  for (uint32_t k = 0; k < g->states; k++)
    for (uint32_t i = 0; i < g->edge_count; i++)
      if (!g->faulty[g->edges[i].from] &&
          distance[g->edges[i].from] + 1 < distance[g->edges[i].to])
        distance[g->edges[i].to] = distance[g->edges[i].from] + 1;
  for (uint32_t s = 0; s < g->states; s++) {
    uint64_t faults = g->faulty[s];
    bool in_state = g->faulty[s] || g->state_fault[s] > least;
    if (distance[s] >= SIZE_MAX / 2)
      continue;
    w.states++;
    for (uint32_t i = 0; !g->faulty[s] && i < g->edge_count; i++)
      if (g->edges[i].from == s) {
        w.arrivals++;
        w.edges |= UINT64_C(1) << i;
        w.notes += g->edge_fault[i] == MODEL_NOTE + 1;
        faults += g->edge_fault[i] > least;
      }
    if (!g->faulty[s]) {
      w.notes += g->state_fault[s] == MODEL_NOTE + 1;
      faults += g->state_fault[s] > least;
    }
    w.faults += faults;
    if (faults && distance[s] < w.first)
      w.first = distance[s];
    if (faults && distance[s] + !in_state < w.least)
      w.least = distance[s] + !in_state;
  }
  return w;
}

static inline void wild_look(cases *c, wild *w,
                             const explicit_safety_options *o) {
  wild_found all = wild_find(c, o->strict ? MODEL_NOTE : MODEL_ERROR);
  const char *why = NULL;
  explicit_answer a;
  explicit_safety(c->m, c->clock, &c->x, o, &a);
  CHECK((a.verdict == EXPLICIT_FAULT) == (all.faults > 0));
  CHECK(a.stats.transitions == a.stats.states + a.stats.matched);
  CHECK(c->clock->states == a.stats.states);
  if (a.verdict == EXPLICIT_HOLDS || o->keep_going) {
    uint64_t edges = 0;
    for (uint32_t i = 0; i < c->g.edge_count; i++)
      edges |= (uint64_t)(a.covered[i / 8] >> i % 8 & 1) << i;
    CHECK(a.faults == all.faults && a.notes.count == all.notes);
    CHECK(a.stats.states == all.states && a.stats.transitions == all.arrivals);
    CHECK(edges == all.edges);
    w->notes += all.notes;
  }
  if (a.verdict != EXPLICIT_FAULT)
    return;
  CHECK(a.run.loop == a.run.count && a.faults > 0);
  CHECK(a.fault.severity >= (o->strict ? MODEL_NOTE : MODEL_ERROR));
  CHECK((o->strict ? model_replay_note : model_replay_fault)(c->m, &c->x,
                                                             &a.run, &why));
  size_t beyond = a.fault.step != MODEL_NONE;
  CHECK(!o->shortest || a.run.count == all.first + 1 + beyond);
  CHECK(!a.is_shortest || a.run.count == all.least + 1);
  CHECK(a.is_shortest || !o->shortest || o->keep_going);
  w->faults++;
}

static inline void wild_safety(cases *c, wild *w) {
  for (int i = 0; i < 8; i++) {
    explicit_safety_options o = {
        .shortest = i & 1, .keep_going = i & 2, .strict = i & 4};
    wild_look(c, w, &o);
  }
  product_states list;
  const char *why = NULL;
  bool wrong = wild_find(c, MODEL_ERROR).faults > 0;
  CHECK(explicit_states(c->m, c->clock, &c->x, 0, false, &list) ==
        (wrong ? EXPLICIT_CONTRADICTED : EXPLICIT_EVIDENT));
  CHECK(wrong || product_check_states(c->m, c->clock, &c->x, &list, &why));
}

/* One random case; releases all it used. */
static inline void wild_next(cases *c, wild *w) {
  static const explicit_options fair[] = {{EXPLICIT_AUTO, false, true},
                                          {EXPLICIT_SCC, true, true}};
  uint32_t atoms = 1 + cases_random(c, 2);
  wild_graph(c, atoms);
  c->a = (omega){0};
  cases_automaton(c, atoms);
  c->x = test_model(c->m, &c->g, &c->b);
  twin_decide(&c->twin, &c->g, &c->a);
  wild_fair(c, w, &fair[0]);
  wild_fair(c, w, &fair[1]);
  wild_unfair(c);
  wild_safety(c, w);
  cases_one(c); /* and all that is asked of tame ones */
  mem_clear(c->m);
}

#endif
