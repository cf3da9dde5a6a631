/* Ranks, in one depth-first search with components by boundaries (as in
 * gabow.c): a pair's rank is at least that of each pair it leads to, one more
 * if its automaton state is accepting. Pairs of a component have one rank;
 * none of its states is accepting, unless it is a single state without a loop,
 * or the automaton accepts a run after all. */
#include "engine/explicit/explicit.h"

#include "engine/explicit/dfs.h"
#include "engine/explicit/space.h"

#include <assert.h>

typedef struct boundary {
  uint32_t order, rank;
} boundary;

typedef struct ranking {
  const space *s;
  uint64_t most;
  vec(uint32_t) order; /* by pair: place in 'open' plus one */
  vec(uint32_t) rank;  /* by pair; 0: its component is not complete */
  vec(uint32_t) open;
  vec(boundary) boundaries;
} ranking;

static bool is_accepting(const ranking *r, uint32_t pair) {
  return omega_is_accepting(r->s->a, space_automaton(r->s, pair));
}

static void raise_to(ranking *r, uint32_t rank) {
  boundary *b = &vec_last(&r->boundaries);
  if (b->rank < rank)
    b->rank = rank;
}

static bool rank_discover(dfs *d, uint32_t pair) {
  ranking *r = d->self;
  if (d->discovered > r->most)
    return false;
  if (pair >= r->order.count) {
    vec_resize(d->m, &r->order, (size_t)pair + 1);
    vec_resize(d->m, &r->rank, (size_t)pair + 1);
  }
  vec_push(d->m, &r->open, pair);
  r->order.at[pair] = (uint32_t)r->open.count;
  boundary b = {.order = r->order.at[pair], .rank = 1};
  vec_push(d->m, &r->boundaries, b);
  return true;
}

static bool rank_edge(dfs *d, const graph_edge *edge) {
  ranking *r = d->self;
  assert(edge->to < r->rank.count);
  uint32_t from = vec_last(&d->stack).state, to = r->rank.at[edge->to];
  if (to) {
    raise_to(r, to + is_accepting(r, from));
    return true;
  }
  if (is_accepting(r, from))
    return false; /* on a cycle */
  while (vec_last(&r->boundaries).order > r->order.at[edge->to]) {
    uint32_t above = vec_pop(&r->boundaries).rank;
    raise_to(r, above);
  }
  return true;
}

static bool rank_finish(dfs *d, uint32_t pair) {
  ranking *r = d->self;
  uint32_t parent = dfs_parent(d);
  boundary b = vec_last(&r->boundaries);
  if (b.order != r->order.at[pair]) /* its parent is in the component */
    return !is_accepting(r, parent);
  r->boundaries.count--;
  while (r->open.count >= b.order)
    r->rank.at[vec_pop(&r->open)] = b.rank;
  if (parent != GRAPH_NONE)
    raise_to(r, b.rank + is_accepting(r, parent));
  return true;
}

/* A state that several pairs share is written once. */
static void add_pairs(const ranking *r, mem *m, product_ranks *out) {
  const space *s = r->s;
  size_t *at = mem_array(m, (size_t)store_count(&s->states) + 1, sizeof *at);
  for (uint32_t pair = 0; pair < r->rank.count; pair++) {
    if (!r->rank.at[pair])
      continue;
    uint32_t state = space_state(s, pair), size;
    const uint8_t *bytes = store_at(&s->states, state, &size);
    if (!at[state]) {
      at[state] = out->bytes.count + 1;
      vec_reserve(m, &out->bytes, size);
      if (size)
        memcpy(out->bytes.at + out->bytes.count, bytes, size);
      out->bytes.count += size;
    }
    product_pair_rank pair_rank = {.at = at[state] - 1,
                                   .size = size,
                                   .automaton = space_automaton(s, pair),
                                   .rank = r->rank.at[pair]};
    vec_push(m, &out->pairs, pair_rank);
  }
  mem_free(m, at);
}

explicit_evidence explicit_rank(mem *m, progress *clock, const model *x,
                                const model_binding *binding,
                                const omega *automaton, size_t most,
                                product_ranks *out) {
  static const dfs_hooks hooks = {.discover = rank_discover,
                                  .back = rank_edge,
                                  .cross = rank_edge,
                                  .finish = rank_finish};
  assert(automaton->sets <= 1 && automaton->state_based);
  space s;
  space_init(&s, m, x, binding, automaton, false);
  graph g = space_graph(&s);
  ranking r = {.s = &s, .most = most};
  dfs d;
  *out = (product_ranks){0};
  dfs_init(&d, m, clock, &g, &hooks, &r);
  bool done = dfs_run(&d);
  bool is_large = d.discovered > most;
  if (done)
    add_pairs(&r, m, out);
  dfs_free(&d);
  vec_free(m, &r.order);
  vec_free(m, &r.rank);
  vec_free(m, &r.open);
  vec_free(m, &r.boundaries);
  space_free(&s);
  return done       ? EXPLICIT_EVIDENT
         : is_large ? EXPLICIT_TOO_LARGE
                    : EXPLICIT_CONTRADICTED;
}
