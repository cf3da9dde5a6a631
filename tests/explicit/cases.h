/* Random systems and automata, and all that must agree on them. Each check
 * counts in check.h of the unit tests. */
#ifndef EXPLICIT_CASES_H
#define EXPLICIT_CASES_H

#include "engine/explicit/explicit.h"
#include "engine/explicit/search.h"
#include "engine/explicit/shape.h"
#include "engine/explicit/space.h"
#include "tests/explicit/brute.h"
#include "tests/unit/check.h"

typedef struct cases {
  mem *m;
  progress *clock;
  uint64_t seed;
  test_graph g;
  omega a;
  model x;
  model_binding b;
  twin twin, word;
  unsigned long holds, violated, faults, weak, terminal, mutants, false_mutants;
  unsigned long shortest,
      not_tried; /* compared with brute force, or too long */
} cases;

static inline uint32_t cases_random(cases *c, uint32_t below) {
  uint64_t z = (c->seed += UINT64_C(0x9E3779B97F4A7C15));
  z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
  z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
  return (uint32_t)((z ^ z >> 31) >> 16) % below;
}

/* Making them. */

static inline void cases_graph(cases *c, uint32_t atoms) {
  test_graph *g = &c->g;
  uint32_t fault_odds = cases_random(c, 4) ? 1000000 : 8;
  *g = (test_graph){.states = 1 + cases_random(c, 12)};
  g->initials = 1 + (cases_random(c, 4) == 0);
  for (uint32_t i = 0; i < g->initials; i++)
    g->initial[i] = cases_random(c, g->states);
  g->edge_count = cases_random(c, 2 * g->states + 2);
  for (uint32_t i = 0; i < g->edge_count; i++)
    g->edges[i] = (test_edge){
        cases_random(c, g->states), cases_random(c, g->states),
        cases_random(c, 2) ? MODEL_NONE : cases_random(c, GRAPH_LABELS)};
  for (uint32_t s = 0; s < g->states; s++) {
    g->letters[s] = cases_random(c, 1u << atoms);
    g->faulty[s] = cases_random(c, fault_odds) == 0;
    g->letter_faulty[s] = cases_random(c, 2 * fault_odds) == 0;
  }
  /* One more atom, which speaks of labels. */
  g->label_letters[0] = UINT64_C(1) << atoms;
}

static inline void cases_edge(cases *c, uint32_t from, uint32_t to,
                              omega_cube cube, uint64_t marks) {
  omega_edge e = {.from = from,
                  .to = to,
                  .first_cube = (uint32_t)c->a.cubes.count,
                  .cubes = 1,
                  .marks = marks};
  vec_push(c->m, &c->a.cubes, cube);
  vec_push(c->m, &c->a.edges, e);
}

static inline void cases_automaton(cases *c, uint32_t atoms) {
  omega *a = &c->a;
  a->states = 1 + cases_random(c, 7);
  a->initial = cases_random(c, a->states);
  a->state_based = cases_random(c, 3) > 0;
  a->sets = a->state_based && cases_random(c, 4) ? 1 : cases_random(c, 4);
  uint64_t all = omega_all_marks(a);
  /* Weak ones are made on purpose: marks by thirds of the states. */
  uint32_t weak = cases_random(c, 3);
  uint32_t density = 1 + cases_random(c, 4);
  for (uint32_t q = 0; q < a->states; q++) {
    uint64_t marks = cases_random(c, 3) ? 0 : cases_random(c, 16) & all;
    if (weak == 0)
      marks = q >= a->states / 2 ? all : 0;
    uint32_t edges = density / 2 + cases_random(c, 2 * density + 1);
    for (uint32_t i = 0; i < edges; i++) {
      omega_cube cube = {.mask = cases_random(c, 2u << atoms)};
      cube.mask &= cases_random(c, 4) ? UINT64_MAX : cases_random(c, 16);
      cube.value = cube.mask & cases_random(c, 2u << atoms);
      uint32_t to = cases_random(c, a->states);
      if (weak == 0 && q >= a->states / 2)
        to = q;
      if (!a->state_based && weak)
        marks = cases_random(c, 2) ? 0 : cases_random(c, 16) & all;
      cases_edge(c, q, to, cube, marks);
      if (cases_random(c, 4) == 0) { /* a second cube */
        cube.value ^= cube.mask;
        vec_push(c->m, &a->cubes, cube);
        vec_last(&a->edges).cubes++;
      }
    }
    if (weak == 0 && q >= a->states / 2 && cases_random(c, 2))
      cases_edge(c, q, q, (omega_cube){0}, marks);
  }
  omega_index(c->m, a);
}

/* Checking one. */

static inline bool cases_has_move(const cases *c, uint32_t from, uint32_t to,
                                  uint64_t letter, uint64_t *marks) {
  bool found = false;
  vec_each (const omega_edge, e, &c->a.edges)
    if (e->from == from && e->to == to && omega_allows(&c->a, e, letter)) {
      *marks |= e->marks;
      found = true;
    }
  return found;
}

/* Is it a run of both, and is the loop accepting? */
static inline bool cases_lasso_is_right(cases *c, const model_run *run) {
  uint64_t *letters = mem_array(c->m, run->count + 1, sizeof *letters);
  const char *why = NULL;
  uint64_t marks = 0, other = 0;
  bool right =
      model_replay(c->m, &c->x, &c->b, run, letters, &why) &&
      (run->automaton.count == 0 || (run->automaton.count == run->count &&
                                     run->automaton.at[0] == c->a.initial));
  for (size_t i = 0; right && i < run->automaton.count; i++)
    right = cases_has_move(
        c, run->automaton.at[i],
        run->automaton.at[i + 1 < run->count ? i + 1 : run->loop], letters[i],
        i >= run->loop ? &marks : &other);
  right =
      right && (run->automaton.count == 0 || marks == omega_all_marks(&c->a));
  if (right && run->count * c->a.states <= TWIN_MOST)
    right = twin_accepts(&c->word, &c->a, letters, run->count, run->loop);
  else if (right)
    right = omega_accepts(c->m, &c->a, letters, run->count, run->loop);
  return right;
}

static inline void cases_answer(cases *c, const explicit_answer *answer) {
  const twin *t = &c->twin;
  const char *why = NULL;
  switch (answer->verdict) {
  case EXPLICIT_HOLDS:
    CHECK(!t->is_accepting && !t->has_fault);
    break;
  case EXPLICIT_VIOLATED:
    CHECK(t->is_accepting);
    CHECK(cases_lasso_is_right(c, &answer->run));
    break;
  case EXPLICIT_UNSUPPORTED:
    CHECK(false);
    break;
  case EXPLICIT_FAULT: {
    const model_run *run = &answer->run;
    uint32_t last = test_state(run->bytes.at + run->at.at[run->count - 1]);
    CHECK(t->has_fault && !t->is_accepting && run->loop == run->count);
    CHECK(c->g.faulty[last] ? model_replay_fault(c->m, &c->x, run, &why)
                            : test_is_undefined(&c->g, last));
  }
  }
}

static inline void cases_ranks(cases *c, int mutants) {
  product_ranks ranks;
  const char *why = NULL;
  uint32_t rank[TWIN_MOST] = {0}, pairs = 0;
  for (uint32_t v = 0; v < c->twin.nodes; v++)
    pairs += c->twin.reachable[v];
  CHECK(explicit_rank(c->m, c->clock, &c->x, &c->b, &c->a, pairs - 1, &ranks) ==
        EXPLICIT_TOO_LARGE);
  CHECK(explicit_rank(c->m, c->clock, &c->x, &c->b, &c->a, pairs, &ranks) ==
        EXPLICIT_EVIDENT);
  CHECK(ranks.pairs.count == pairs);
  CHECK(product_check_ranks(c->m, c->clock, &c->x, &c->b, &c->a, &ranks, &why));
  for (uint32_t i = 0; i < pairs; i++) {
    const product_pair_rank *p = ranks.pairs.at + i;
    rank[test_state(ranks.bytes.at + p->at) * c->a.states + p->automaton] =
        p->rank;
  }
  CHECK(twin_ranks_are_right(&c->twin, &c->g, &c->a, rank));
  for (int k = 0; k < mutants; k++) {
    uint32_t i = cases_random(c, pairs);
    product_pair_rank old = ranks.pairs.at[i], *p = ranks.pairs.at + i;
    uint32_t node = test_state(ranks.bytes.at + p->at) * c->a.states;
    uint32_t was = rank[node + p->automaton];
    p->rank = cases_random(c, 4);
    rank[node + p->automaton] = p->rank;
    bool right = p->rank && twin_ranks_are_right(&c->twin, &c->g, &c->a, rank);
    CHECK(product_check_ranks(c->m, c->clock, &c->x, &c->b, &c->a, &ranks,
                              &why) == right);
    c->mutants++;
    c->false_mutants += !right;
    rank[node + old.automaton] = was;
    *p = old;
    if (pairs > 1 && i + 1 < pairs) { /* a pair less */
      *p = vec_last(&ranks.pairs);
      ranks.pairs.count--;
      rank[node + old.automaton] = 0;
      right = twin_ranks_are_right(&c->twin, &c->g, &c->a, rank);
      CHECK(product_check_ranks(c->m, c->clock, &c->x, &c->b, &c->a, &ranks,
                                &why) == right);
      c->mutants++;
      c->false_mutants += !right;
      rank[node + old.automaton] = was;
      vec_push(c->m, &ranks.pairs, *p);
      *p = old;
    }
  }
  product_ranks_free(c->m, &ranks);
}

/* No ranks prove what is not so. */
static inline void cases_false_ranks(cases *c) {
  product_ranks ranks = {0};
  const char *why = NULL;
  for (uint32_t v = 0; v < c->twin.nodes; v++) {
    if (!c->twin.reachable[v])
      continue;
    int64_t number = v / c->a.states;
    product_pair_rank p = {.at = ranks.bytes.count,
                           .automaton = v % c->a.states,
                           .rank = 1 + cases_random(c, 5)};
    vec_resize(c->m, &ranks.bytes, ranks.bytes.count + c->x.most_bytes);
    test_from_numbers(&c->x, &number, ranks.bytes.at + p.at, &p.size);
    vec_push(c->m, &ranks.pairs, p);
  }
  CHECK(
      !product_check_ranks(c->m, c->clock, &c->x, &c->b, &c->a, &ranks, &why));
  product_ranks_free(c->m, &ranks);
}

/* The searches that explicit_decide does not choose by itself. */
static inline void cases_offline(cases *c, search_function *f) {
  space s;
  space_init(&s, c->m, &c->x, &c->b, &c->a, false);
  graph g = space_graph(&s);
  search v = {.m = c->m, .clock = c->clock, .g = &g};
  search_result result = f(&v);
  CHECK((result == SEARCH_STUCK) == c->twin.has_fault);
  if (result != SEARCH_STUCK)
    CHECK((result == SEARCH_LASSO) == c->twin.is_accepting);
  lasso_free(c->m, &v.found);
  space_free(&s);
}

/* No lasso has fewer steps. */
static inline void cases_shortest(cases *c, const explicit_answer *answer,
                                  bool fair) {
  const model_run *run = &answer->run;
  brute b = {.g = &c->g, .a = &c->a, .word = &c->word, .fair = fair};
  uint32_t last = test_state(run->bytes.at + run->at.at[run->count - 1]);
  size_t steps = run->count - brute_is_end(&c->g, last);
  CHECK(answer->is_shortest && run->automaton.count == 0);
  if (steps > BRUTE_MOST_STEPS || (steps + 1) * c->a.states > TWIN_MOST) {
    c->not_tried++;
    return;
  }
  CHECK(steps == 0 || !brute_finds(&b, steps - 1));
  if (steps > 0 && b.words >= BRUTE_MOST_WORDS)
    c->not_tried++;
  else
    c->shortest++;
}

/* Is a run to a fault the shortest, and the list of states right? */
static inline void cases_safety(cases *c) {
  size_t distance[GRAPH_MOST], best = SIZE_MAX, states = 0;
  explicit_answer answer;
  product_states list;
  const char *why = NULL;
  for (uint32_t s = 0; s < c->g.states; s++)
    distance[s] = SIZE_MAX / 2;
  for (uint32_t i = 0; i < c->g.initials; i++)
    distance[c->g.initial[i]] = 0;
  for (uint32_t k = 0; k < c->g.states; k++)
    for (uint32_t i = 0; i < c->g.edge_count; i++) {
      const test_edge *e = c->g.edges + i;
      if (!c->g.faulty[e->from] && distance[e->from] + 1 < distance[e->to])
        distance[e->to] = distance[e->from] + 1;
    }
  for (uint32_t s = 0; s < c->g.states; s++) {
    states += distance[s] < SIZE_MAX / 2;
    if (c->g.faulty[s] && distance[s] < best)
      best = distance[s];
  }
  explicit_safety_options o = {.shortest = true};
  explicit_safety(c->m, c->clock, &c->x, &o, &answer);
  bool wrong = best < SIZE_MAX / 2;
  CHECK((answer.verdict == EXPLICIT_FAULT) == wrong);
  CHECK(explicit_states(c->m, c->clock, &c->x, 0, false, &list) ==
        (wrong ? EXPLICIT_CONTRADICTED : EXPLICIT_EVIDENT));
  if (wrong) {
    CHECK(answer.run.count == best + 1 && answer.run.loop == best + 1);
    CHECK(model_replay_fault(c->m, &c->x, &answer.run, &why));
    return;
  }
  CHECK(answer.stats.states == states && list.at.count == states + 1);
  CHECK(product_check_states(c->m, c->clock, &c->x, &list, &why));
  list.at.count--; /* without the last state */
  CHECK(!product_check_states(c->m, c->clock, &c->x, &list, &why));
  CHECK(states == 1 || explicit_states(c->m, c->clock, &c->x, states - 1, false,
                                       &list) == EXPLICIT_TOO_LARGE);
}

static inline void cases_one(cases *c) {
  static const explicit_options all[] = {
      {EXPLICIT_AUTO, false, false}, {EXPLICIT_AUTO, true, false},
      {EXPLICIT_NDFS, false, false}, {EXPLICIT_SCC, false, false},
      {EXPLICIT_SCC, true, false},
  };
  c->x = test_model(c->m, &c->g, &c->b);
  twin_decide(&c->twin, &c->g, &c->a);
  for (int i = 0; i < 5; i++) {
    explicit_answer answer;
    explicit_decide(c->m, c->clock, &c->x, &c->b, &c->a, &all[i], &answer);
    cases_answer(c, &answer);
    if (answer.verdict == EXPLICIT_VIOLATED && all[i].shortest)
      cases_shortest(c, &answer, false);
    if (i == 0) {
      c->weak += answer.search[0] == 'w';
      c->terminal += answer.search[0] == 'r';
    }
  }
  cases_offline(c, search_tarjan);
  cases_offline(c, search_gabow);
  c->faults += c->twin.has_fault;
  c->violated += c->twin.is_accepting;
  c->holds += !c->twin.is_accepting && !c->twin.has_fault;
  if (c->a.sets <= 1 && c->a.state_based && !c->twin.is_accepting &&
      !c->twin.has_fault)
    cases_ranks(c, 4);
  if (c->a.sets <= 1 && c->twin.is_accepting && !c->twin.has_fault)
    cases_false_ranks(c);
  product_ranks none;
  if (c->a.sets == 1 && c->a.state_based && c->twin.is_accepting)
    CHECK(explicit_rank(c->m, c->clock, &c->x, &c->b, &c->a, SIZE_MAX, &none) ==
          EXPLICIT_CONTRADICTED);
}

/* One random case; releases all it used. */
static inline void cases_next(cases *c) {
  uint32_t atoms = 1 + cases_random(c, 2);
  cases_graph(c, atoms);
  c->a = (omega){0};
  cases_automaton(c, atoms);
  cases_one(c);
  cases_safety(c);
  mem_clear(c->m);
}

/* All systems of two states and all automata of two states with one atom, an
 * edge at most for each pair of states: number 0 .. CASES_SMALL - 1. */
enum { CASES_SMALL = 16 * 4 * 256 * 4 };

static inline void cases_small(cases *c, uint32_t n) {
  static const omega_cube cubes[] = {{0, 0}, {1, 0}, {1, 1}};
  static const explicit_emptiness all[] = {EXPLICIT_AUTO, EXPLICIT_NDFS,
                                           EXPLICIT_SCC};
  c->g = (test_graph){.states = 2, .initials = 1};
  for (uint32_t i = 0; i < 4; i++, n /= 2)
    if (n % 2)
      c->g.edges[c->g.edge_count++] = (test_edge){i / 2, i % 2, MODEL_NONE};
  for (uint32_t s = 0; s < 2; s++, n /= 2)
    c->g.letters[s] = n % 2;
  c->a = (omega){.states = 2, .sets = 1, .state_based = true};
  for (uint32_t i = 0; i < 4; i++, n /= 4)
    if (n % 4)
      cases_edge(c, i / 2, i % 2, cubes[n % 4 - 1], 0);
  vec_each (omega_edge, e, &c->a.edges)
    e->marks = n >> e->from & 1;
  omega_index(c->m, &c->a);
  c->x = test_model(c->m, &c->g, &c->b);
  twin_decide(&c->twin, &c->g, &c->a);
  for (int i = 0; i < 3; i++) {
    explicit_options o = {.emptiness = all[i]};
    explicit_answer answer;
    explicit_decide(c->m, c->clock, &c->x, &c->b, &c->a, &o, &answer);
    cases_answer(c, &answer);
  }
  if (!c->twin.is_accepting)
    cases_ranks(c, 1);
  mem_clear(c->m);
}

#endif
