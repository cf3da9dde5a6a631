/* Finds a translation certificate as a strategy in a game. A place of the game
 * is a pair: obligations and a state of the automaton (or the sink). The
 * opponent chooses a cube of the obligations' expansion and a letter of it, we
 * choose an edge. We win if we pass accepting states for ever, or if otherwise
 * some promise stays in all cubes chosen from some time on (which no word can
 * do). The winning places are the fixpoint
 *   nu Z. mu Y. OR over promises h. nu X:
 *     each cube's letters are covered by edges to Y, to Z if the state is
 *     accepting, to X if the cube has the promise h;
 * where Y grows, a place's rank is the number of the step. */
#include "logic/certificate.h"
#include "logic/expansion.h"

#include <assert.h>
#include <stdlib.h>

#define NO_EDGE UINT32_MAX
#define NO_PLACE UINT32_MAX

typedef struct place {
  uint32_t set, state;
  uint32_t first_move, moves;
} place;

typedef struct move { /* one cube of the expansion */
  uint32_t cube;
  uint32_t first_choice, choices;
} move;

typedef struct choice {
  uint32_t edge; /* NO_EDGE: to the sink, with any letter */
  uint32_t target;
} choice;

typedef vec(omega_cube) region;

typedef struct game {
  mem *m;
  progress *clock;
  const omega *a;
  expansion x;
  size_t most;
  map numbers; /* of (set, state) */
  vec(place) places;
  vec(move) moves;
  vec(choice) choices;
  vec(uint32_t) first_before, before; /* the places before each place */
  vec(uint32_t) promises;
  uint32_t *rank; /* 0: not (yet) in Y */
  bool *in_z, *in_x, *waiting;
  vec(uint32_t) queue;
  vec(uint32_t) promise_of; /* by rank; LTL_NONE: none */
  vec(uint32_t) next_place; /* of those with the same state */
  region left;
} game;

static bool meets(omega_cube a, omega_cube b) {
  return !((a.value ^ b.value) & a.mask & b.mask);
}

/* Takes the letters of 'c' out of the region: what is left of a cube are the
 * letters that first differ from 'c' in this atom or that. True: it had some.
 */
static bool subtract(mem *m, region *r, omega_cube c) {
  size_t before = r->count, kept = 0;
  bool some = false;
  for (size_t i = 0; i < before; i++) {
    omega_cube d = r->at[i];
    if (!meets(c, d)) {
      r->at[kept++] = d;
      continue;
    }
    some = true;
    for (uint64_t free_atoms = c.mask & ~d.mask; free_atoms;
         free_atoms &= free_atoms - 1) {
      uint64_t bit = free_atoms & ~(free_atoms - 1);
      omega_cube part = {d.mask | bit, d.value | (~c.value & bit)};
      vec_push(m, r, part);
      d.mask |= bit;
      d.value |= c.value & bit;
    }
  }
  if (kept < before) {
    memmove(r->at + kept, r->at + before, (r->count - before) * sizeof *r->at);
    r->count -= before - kept;
  }
  return some;
}

/* Takes out the letters of a choice. True: there were some. */
static bool take(game *g, const choice *c) {
  if (c->edge == NO_EDGE) {
    bool some = g->left.count > 0;
    g->left.count = 0;
    return some;
  }
  const omega_edge *edge = &g->a->edges.at[c->edge];
  bool some = false;
  for (uint32_t i = 0; i < edge->cubes && g->left.count; i++)
    some |= subtract(g->m, &g->left, g->a->cubes.at[edge->first_cube + i]);
  return some;
}

static void all_letters_of(game *g, const move *v) {
  assert(v->cube < g->x.cubes.count);
  const expansion_cube *cube = &g->x.cubes.at[v->cube];
  g->left.count = 0;
  vec_push(g->m, &g->left, ((omega_cube){cube->mask, cube->value}));
}

static uint32_t place_of(game *g, uint32_t set, uint32_t state) {
  assert(state == CERTIFICATE_SINK || state < g->a->states);
  uint32_t n = map_insert(g->m, &g->numbers, map_pair(set, state));
  if (n == g->places.count)
    vec_push(g->m, &g->places, ((place){set, state, 0, 0}));
  return n;
}

static bool is_accepting(const game *g, uint32_t v) {
  assert(v < g->places.count);
  uint32_t q = g->places.at[v].state;
  return q != CERTIFICATE_SINK && omega_is_accepting(g->a, q);
}

static void add_choices(game *g, uint32_t state, uint32_t cube) {
  assert(cube < g->x.cubes.count);
  const expansion_cube c = g->x.cubes.at[cube];
  const omega_cube letters = {c.mask, c.value};
  uint32_t target;
  if (state != CERTIFICATE_SINK)
    for (uint32_t e = g->a->first.at[state]; e < g->a->first.at[state + 1];
         e++) {
      const omega_edge *edge = &g->a->edges.at[e];
      bool some = false;
      for (uint32_t i = 0; i < edge->cubes && !some; i++)
        some = meets(letters, g->a->cubes.at[edge->first_cube + i]);
      if (!some)
        continue;
      target = place_of(g, c.nexts, edge->to);
      vec_push(g->m, &g->choices, ((choice){e, target}));
    }
  target = place_of(g, c.nexts, CERTIFICATE_SINK);
  vec_push(g->m, &g->choices, ((choice){NO_EDGE, target}));
}

/* False: the game is too large. */
static bool build(game *g, uint32_t start) {
  enum { CHOICES_A_PLACE = 64 };
  place_of(g, start, g->a->initial);
  for (uint32_t v = 0; v < g->places.count; v++) {
    expansion_list list = expansion_of(&g->x, g->places.at[v].set);
    if (g->x.too_many || g->places.count > g->most ||
        g->choices.count / CHOICES_A_PLACE > g->most)
      return false;
    progress_tick(g->clock);
    g->places.at[v].first_move = (uint32_t)g->moves.count;
    g->places.at[v].moves = list.count;
    for (uint32_t i = 0; i < list.count; i++) {
      move x = {.cube = list.first + i,
                .first_choice = (uint32_t)g->choices.count};
      add_choices(g, g->places.at[v].state, x.cube);
      x.choices = (uint32_t)g->choices.count - x.first_choice;
      vec_push(g->m, &g->moves, x);
    }
  }
  return true;
}

/* Counts what comes before each place, then fills it in. */
static void find_before(game *g) {
  vec_resize(g->m, &g->first_before, g->places.count + 1);
  vec_resize(g->m, &g->before, g->choices.count);
  uint32_t *first = g->first_before.at;
  vec_each (const choice, c, &g->choices)
    first[c->target + 1]++;
  for (size_t v = 0; v < g->places.count; v++)
    first[v + 1] += first[v];
  uint32_t *next = mem_array(g->m, g->places.count, sizeof *next);
  memcpy(next, first, g->places.count * sizeof *next);
  for (uint32_t v = 0; v < g->places.count; v++) {
    const place *p = &g->places.at[v];
    for (uint32_t i = p->first_move; i < p->first_move + p->moves; i++)
      for (uint32_t k = 0; k < g->moves.at[i].choices; k++) {
        const choice *c = &g->choices.at[g->moves.at[i].first_choice + k];
        g->before.at[next[c->target]++] = v;
      }
  }
  mem_free(g->m, next);
}

/* All promises that occur in some move, each once. */
static void find_promises(game *g) {
  bool *seen = mem_array(g->m, g->x.core->nodes.count, 1);
  vec_each (const move, v, &g->moves) {
    uint32_t set = g->x.cubes.at[v->cube].promises;
    for (uint32_t i = 0; i < expansion_size(&g->x, set); i++) {
      uint32_t h = expansion_member(&g->x, set, i);
      if (!seen[h])
        vec_push(g->m, &g->promises, h);
      seen[h] = true;
    }
  }
  mem_free(g->m, seen);
}

/* Can we answer everything at 'v', with promise 'h' (or LTL_NONE) waiting? */
static bool can_answer(game *g, uint32_t v, uint32_t h) {
  assert(v < g->places.count);
  const place *p = &g->places.at[v];
  bool accepting = is_accepting(g, v);
  progress_tick(g->clock);
  for (uint32_t i = p->first_move; i < p->first_move + p->moves; i++) {
    const move *x = &g->moves.at[i];
    bool waits = h != LTL_NONE &&
                 expansion_has(&g->x, g->x.cubes.at[x->cube].promises, h);
    all_letters_of(g, x);
    for (uint32_t k = 0; k < x->choices && g->left.count; k++) {
      const choice *c = &g->choices.at[x->first_choice + k];
      uint32_t to = c->target;
      if (g->rank[to] || (accepting && g->in_z[to]) || (waits && g->in_x[to]))
        take(g, c);
    }
    if (g->left.count)
      return false;
  }
  return true;
}

/* nu X: takes out of 'in_x' whatever cannot be answered, until all can. */
static void shrink_x(game *g, uint32_t h) {
  for (uint32_t v = 0; v < g->places.count; v++)
    if (g->in_x[v]) {
      vec_push(g->m, &g->queue, v);
      g->waiting[v] = true;
    }
  while (g->queue.count) {
    uint32_t v = vec_pop(&g->queue);
    g->waiting[v] = false;
    if (!g->in_x[v] || can_answer(g, v, h))
      continue;
    g->in_x[v] = false;
    if (h == LTL_NONE) /* then no place counts on X */
      continue;
    for (uint32_t i = g->first_before.at[v]; i < g->first_before.at[v + 1];
         i++) {
      uint32_t u = g->before.at[i];
      if (g->in_x[u] && !g->waiting[u]) {
        vec_push(g->m, &g->queue, u);
        g->waiting[u] = true;
      }
    }
  }
}

/* One more rank, if there is something for it. */
static bool add_rank(game *g, uint32_t h) {
  bool some = false;
  for (uint32_t v = 0; v < g->places.count; v++)
    g->in_x[v] = g->in_z[v] && !g->rank[v];
  shrink_x(g, h);
  for (uint32_t v = 0; v < g->places.count; v++)
    if (g->in_x[v]) {
      g->rank[v] = (uint32_t)g->promise_of.count;
      some = true;
    }
  if (some)
    vec_push(g->m, &g->promise_of, h);
  return some;
}

/* nu Z: true if the start is won; the ranks are then those of the strategy. */
static bool find_solve(game *g) {
  size_t n = g->places.count;
  memset(g->in_z, true, n);
  for (;;) {
    memset(g->rank, 0, n * sizeof *g->rank);
    g->promise_of.count = 0;
    vec_push(g->m, &g->promise_of, LTL_NONE); /* rank 0 is nobody's */
    bool more = true, all = true;
    while (more) {
      more = add_rank(g, LTL_NONE);
      vec_each (const uint32_t, h, &g->promises)
        more |= add_rank(g, *h);
    }
    for (uint32_t v = 0; v < n; v++) {
      all &= !g->in_z[v] || g->rank[v];
      g->in_z[v] = g->rank[v] != 0;
    }
    if (!g->rank[0] || all)
      return g->rank[0] != 0;
  }
}

static bool is_good(const game *g, uint32_t v, const move *x, uint32_t to) {
  assert(to < g->places.count);
  uint32_t own = g->rank[v], h = g->promise_of.at[own];
  if (!g->rank[to])
    return false;
  return is_accepting(g, v) || g->rank[to] < own ||
         (g->rank[to] == own && h != LTL_NONE &&
          expansion_has(&g->x, g->x.cubes.at[x->cube].promises, h));
}

static bool is_part(const expansion *x, uint32_t a, uint32_t b) {
  assert(a < x->signatures.count);
  if (x->signatures.at[a] & ~x->signatures.at[b])
    return false;
  for (uint32_t i = 0; i < expansion_size(x, a); i++)
    if (!expansion_has(x, b, expansion_member(x, a, i)))
      return false;
  return true;
}

/* A good answer may lead to any place with the same state whose obligations are
 * among those of the target: what is part of the strategy anyway, or else, if
 * 'may_grow', the place that asks for least, since more will fit it later. */
static uint32_t answer(const game *g, uint32_t v, const move *x,
                       const choice *c, const uint32_t *same_state,
                       bool may_grow) {
  assert(c->target < g->places.count);
  const place *wanted = &g->places.at[c->target];
  uint32_t best = NO_PLACE;
  for (uint32_t u = same_state[c->target]; u != NO_PLACE;
       u = g->next_place.at[u]) {
    if (!(may_grow || g->waiting[u]) || !is_good(g, v, x, u) ||
        !is_part(&g->x, g->places.at[u].set, wanted->set))
      continue;
    if (!may_grow)
      return u;
    if (best == NO_PLACE || expansion_size(&g->x, g->places.at[u].set) <
                                expansion_size(&g->x, g->places.at[best].set))
      best = u;
  }
  return best;
}

/* By place: the first one with the same state; 'next_place' links them. */
static uint32_t *group_places(game *g) {
  uint32_t states = g->a->states, n = (uint32_t)g->places.count;
  uint32_t *first = mem_array(g->m, (size_t)states + 1, sizeof *first);
  uint32_t *of = mem_array(g->m, n, sizeof *of);
  memset(first, 0xff, ((size_t)states + 1) * sizeof *first);
  vec_resize(g->m, &g->next_place, n);
  for (uint32_t v = n; v-- > 0;) {
    uint32_t q = g->places.at[v].state;
    uint32_t *head = &first[q == CERTIFICATE_SINK ? states : q];
    if (!g->rank[v]) /* not won: nobody goes there */
      continue;
    g->next_place.at[v] = *head;
    *head = v;
  }
  for (uint32_t v = 0; v < n; v++) {
    uint32_t q = g->places.at[v].state;
    of[v] = first[q == CERTIFICATE_SINK ? states : q];
  }
  mem_free(g->m, first);
  return of;
}

/* Answers what is left of a move with the given choices. */
static void answer_rest(game *g, uint32_t v, const move *x,
                        const uint32_t *same_state, bool sink, bool may_grow) {
  for (uint32_t k = 0; k < x->choices && g->left.count; k++) {
    const choice *c = &g->choices.at[x->first_choice + k];
    if ((c->edge == NO_EDGE) != sink)
      continue;
    uint32_t to = answer(g, v, x, c, same_state, may_grow);
    if (to == NO_PLACE || !take(g, c) || g->waiting[to])
      continue;
    g->waiting[to] = true;
    vec_push(g->m, &g->queue, to);
  }
}

/* The places that good answers lead to; 'queue' lists them in the end. The
 * automaton is preferred to the sink. */
static void choose(game *g) {
  uint32_t *same_state = group_places(g);
  memset(g->waiting, 0, g->places.count);
  g->queue.count = 0;
  vec_push(g->m, &g->queue, 0);
  g->waiting[0] = true; /* is part of the strategy */
  for (size_t at = 0; at < g->queue.count; at++) {
    uint32_t v = g->queue.at[at];
    const place *p = &g->places.at[v];
    progress_tick(g->clock);
    for (uint32_t i = p->first_move; i < p->first_move + p->moves; i++) {
      all_letters_of(g, &g->moves.at[i]);
      for (int round = 0; round < 4 && g->left.count; round++)
        answer_rest(g, v, &g->moves.at[i], same_state, round & 1, round > 1);
    }
  }
  mem_free(g->m, same_state);
}

/* Ranks are renumbered from 1, without gaps. */
static void write_strategy(game *g, certificate *out) {
  size_t ranks = g->promise_of.count;
  uint32_t *number = mem_array(g->m, ranks, sizeof *number), used = 0;
  vec_each (const uint32_t, v, &g->queue)
    number[g->rank[*v]] = 1;
  for (uint32_t k = 1; k < ranks; k++) {
    if (!number[k])
      continue;
    number[k] = ++used;
    if (g->promise_of.at[k] != LTL_NONE)
      vec_push(g->m, &out->promises,
               ((certificate_promise){used, g->promise_of.at[k]}));
  }
  vec_each (const uint32_t, v, &g->queue) {
    const place *p = &g->places.at[*v];
    certificate_entry entry = {p->state, number[g->rank[*v]],
                               (uint32_t)out->formulas.count,
                               expansion_size(&g->x, p->set)};
    for (uint32_t i = 0; i < entry.count; i++)
      vec_push(g->m, &out->formulas, expansion_member(&g->x, p->set, i));
    vec_push(g->m, &out->entries, entry);
  }
  mem_free(g->m, number);
}

static bool play(game *g, certificate *out) {
  if (!build(g, expansion_conjuncts(&g->x, out->root)))
    return false;
  size_t n = g->places.count;
  find_before(g);
  find_promises(g);
  g->rank = mem_array(g->m, n, sizeof *g->rank);
  g->in_z = mem_array(g->m, n, 1);
  g->in_x = mem_array(g->m, n, 1);
  g->waiting = mem_array(g->m, n, 1);
  if (!find_solve(g))
    return false;
  choose(g);
  write_strategy(g, out);
  return true;
}

static void clear(game *g) {
  expansion_clear(&g->x);
  map_free(g->m, &g->numbers);
  vec_free(g->m, &g->places);
  vec_free(g->m, &g->moves);
  vec_free(g->m, &g->choices);
  vec_free(g->m, &g->first_before);
  vec_free(g->m, &g->before);
  vec_free(g->m, &g->promises);
  vec_free(g->m, &g->queue);
  vec_free(g->m, &g->promise_of);
  vec_free(g->m, &g->next_place);
  vec_free(g->m, &g->left);
  mem_free(g->m, g->rank);
  mem_free(g->m, g->in_z);
  mem_free(g->m, g->in_x);
  mem_free(g->m, g->waiting);
}

bool certificate_find(mem *m, progress *clock, const ltl *t, uint32_t f,
                      bool negated, const omega *automaton, size_t most,
                      certificate *out) {
  enum { CUBES_A_PLACE = 16 };
  memset(out, 0, sizeof *out);
  if (names_count(&t->atoms) > OMEGA_MOST_ATOMS)
    return false;
  out->root = certificate_core(m, t, f, negated, &out->core);
  game g = {.m = m, .clock = clock, .a = automaton, .most = most};
  expansion_init(&g.x, m, clock, &out->core, CUBES_A_PLACE * most);
  bool found = play(&g, out);
  clear(&g);
  if (!found)
    certificate_free(m, out);
  return found;
}
