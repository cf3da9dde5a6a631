#include "engine/saturation/solve.h"

#include "base/check.h"
#include "base/log.h"

#include "engine/saturation/derive.h"
#include "engine/saturation/engines.h"
#include "engine/saturation/rows.h"

#include <assert.h>
#include <string.h>

typedef struct solver {
  mem *m;
  progress *clock;
  const pds *p;
  const solve_options *o;
  solve_answer *out;
  const uint8_t *active;
  nfa *initial, *final;
  weights none; /* of the automata that do not grow */
  uint64_t dense_from;
} solver;

/* One direction: a growing automaton and its intersection. */
typedef struct search {
  weights w;
  sat grows, fixed;
  product x;
  int side;      /* of the product that grows */
  uint64_t work; /* edges propagated */
  bool bounded;  /* 'bound' is the weight of some run */
  unsigned char *bound;
  product_path way;
  uint64_t steps; /* that were propagated */
} search;

static const char *search_name(const search *s) {
  return s->grows.forward ? "post*" : "pre*";
}

static void init_weights(const solver *v, weights *w) {
  if (v->o->goal == SOLVE_ANY)
    weights_init_none(w);
  else if (v->o->goal == SOLVE_SEMIRING)
    weights_init_semiring(v->m, w, v->o->ring, v->o->ring_rules);
  else
    weights_init(v->m, w, v->p, v->o->goal == SOLVE_LONGEST);
}

static search *begin_with(solver *v, bool forward, const weights *w) {
  search *s = mem_alloc(v->m, sizeof *s);
  s->w = *w;
  const nfa *from = forward ? v->initial : v->final;
  const nfa *other = forward ? v->final : v->initial;
  sat_init(&s->grows, v->m, v->clock, v->p, &s->w, from, true);
  s->grows.dense_from = v->dense_from;
  sat_init(&s->fixed, v->m, v->clock, v->p, &v->none, other, false);
  if (forward)
    post_init(&s->grows, v->active);
  else
    pre_init(&s->grows, v->active);
  s->side = forward ? 0 : 1;
  product_init(&s->x, v->m, v->clock, forward ? &s->grows : &s->fixed,
               forward ? &s->fixed : &s->grows);
  LOG(v->clock, SATURATION, "%s begins with %zu edges", search_name(s),
      from->edges.count);
  return s;
}

static search *begin(solver *v, bool forward) {
  weights w;
  init_weights(v, &w);
  return begin_with(v, forward, &w);
}

/* Only in SAT_ORDERED: some run is known, and nothing on the agenda weighs
 * less, so that no run does. */
static bool is_settled(search *s) {
  if (s->x.found == SAT_NONE || s->w.mode != SAT_ORDERED)
    return false;
  if (!s->bounded) {
    const void *least = product_least(&s->x, s->side, &s->way);
    s->bound = mem_alloc(s->x.m, s->w.size);
    memcpy(s->bound, least, s->w.size);
    s->bounded = true;
  }
  const void *next = sat_least(&s->grows);
  return !next || !weights_less(&s->w, next, s->bound);
}

/* Propagates what comes next. False: this direction has its answer. 'both' is
 * the product that the other direction shares; NULL: there is none. */
static bool advance(search *s, product *both) {
  sat_delta delta;
  if (is_settled(s) || !sat_next(&s->grows, &delta))
    return false;
  s->work += delta.count;
  s->steps++;
  LOG_AT_MARKS(s->grows.clock, SATURATION, s->steps - 1, s->steps,
               "%s: %" PRIu64 " steps, %" PRIu64 " transitions", search_name(s),
               s->steps, (uint64_t)s->grows.transitions);
  if (s->grows.forward)
    post_propagate(&s->grows, &delta);
  else
    pre_propagate(&s->grows, &delta);
  if (!delta.again)
    product_extend(&s->x, s->side, &delta);
  if (both)
    product_extend(both, s->side, &delta);
  return s->w.mode != SAT_REACH || s->x.found == SAT_NONE;
}

static void count(solver *v, const search *s) {
  check_rows(&s->grows);
  LOG(v->clock, SATURATION,
      "%s ends after %" PRIu64 " steps: %" PRIu64 " states, %" PRIu64
      " transitions, the other set is %s",
      search_name(s), s->steps, (uint64_t)sat_state_count(&s->grows),
      (uint64_t)s->grows.transitions,
      s->x.found == SAT_NONE ? "not met" : "met");
  v->out->statistics.states += sat_state_count(&s->grows);
  v->out->statistics.transitions += s->grows.transitions;
}

static void answer_no(solver *v, search *s) {
  v->out->reachable = false;
  v->out->closed = &s->grows;
}

static void answer_weight(solver *v, const search *s, const int64_t *least) {
  solve_answer *out = v->out;
  bool overflow =
      s->w.saturated && (least[0] == INT64_MAX || s->w.mode == SAT_FIXPOINT ||
                         s->w.dimension > 1);
  out->weight_kind = weights_is_unbounded(&s->w, least) ? SOLVE_UNBOUNDED
                     : overflow                         ? SOLVE_OVERFLOW
                                                        : SOLVE_FINITE;
  if (out->weight_kind != SOLVE_FINITE)
    return;
  for (uint32_t i = 0; i < s->w.dimension; i++)
    out->weight[i] = v->o->goal == SOLVE_LONGEST ? -least[i] : least[i];
}

static void answer(solver *v, search *s);

/* The search knows the answer but not why: pre* with all edges numbered does.
 */
static void explain(solver *v) {
  uint64_t dense_from = v->dense_from;
  v->dense_from = UINT64_MAX;
  search *s = begin(v, false);
  while (advance(s, NULL))
    ;
  answer(v, s);
  v->dense_from = dense_from;
}

static void answer(solver *v, search *s) {
  solve_answer *out = v->out;
  if (v->o->goal == SOLVE_SEMIRING) {
    out->value = product_least(&s->x, s->side, &s->way);
    out->reachable = out->value != NULL;
    out->post = s->grows.forward ? &s->grows : NULL;
    return;
  }
  if (s->x.found == SAT_NONE) {
    answer_no(v, s);
    return;
  }
  out->reachable = true;
  if (v->o->goal == SOLVE_ANY)
    product_way(&s->x, &s->way);
  else
    answer_weight(v, s, product_least(&s->x, s->side, &s->way));
  /* A loop is explained from the other end: see derive.h. */
  if ((out->weight_kind == SOLVE_UNBOUNDED && s->grows.forward) ||
      s->grows.lossy) {
    explain(v);
    return;
  }
  derive(v->m, &s->x, &s->way, &out->derivation);
}

/* The first run that comes along can be many times as long as need be. Often
 * a small search finds the shortest, which is then shown. */
static void shorten(solver *v) {
  enum { SMALL = 1 << 18, LONG = 12 };
  solve_answer *out = v->out;
  uint64_t most = 4 * out->statistics.transitions + 1024;
  if (most > SMALL)
    most = SMALL;
  if (!out->reachable || v->o->goal != SOLVE_ANY ||
      derivation_steps(v->m, &out->derivation) < LONG)
    return;
  weights w;
  weights_init_steps(v->m, &w, false);
  LOG(v->clock, SATURATION, "a shorter run is looked for");
  search *s = begin_with(v, false, &w);
  while (advance(s, NULL))
    if (s->grows.transitions > most)
      return;
  if (product_least(&s->x, s->side, &s->way))
    derive(v->m, &s->x, &s->way, &out->derivation);
}

static void run_one(solver *v, bool forward) {
  search *s = begin(v, forward);
  while (advance(s, NULL))
    ;
  count(v, s);
  answer(v, s);
}

/* The two directions race; the first to have its answer gives it. Without
 * weights, one configuration that both have found is enough. That intersection
 * can be far larger than the automata: it gets a share of the work, no more. */
static void run_dual(solver *v) {
  search *post = begin(v, true), *pre = begin(v, false), *s = pre;
  bool crossing = v->o->goal == SOLVE_ANY;
  product both;
  if (crossing)
    product_init(&both, v->m, v->clock, &post->grows, &pre->grows);
  do {
    /* In turns, of some length: each has its own part of the caches. */
    search *other = s == pre ? post : pre;
    if (s->work > other->work + other->work / 4 + 256)
      s = other;
    if (crossing)
      both.budget = (post->work + pre->work) / 8 + (1 << 16);
  } while (advance(s, crossing ? &both : NULL) &&
           !(crossing && both.found != SAT_NONE));
  count(v, post);
  count(v, pre);
  v->out->reachable = true;
  if (s->x.found != SAT_NONE || !crossing || both.found == SAT_NONE) {
    answer(v, s);
  } else if (post->grows.lossy || pre->grows.lossy) {
    explain(v);
  } else {
    product_way(&both, &s->way);
    derive(v->m, &both, &s->way, &v->out->derivation);
  }
}

/* No run weighs less. */

/* Without a reduction, which would have to be justified as well. In a vector,
 * a sum that has left 64 bits may have been a small one. */
static void find_bound(solver *v) {
  solve_answer *out = v->out;
  if (!v->o->least || v->o->goal != SOLVE_SHORTEST || v->p->dimension == 0 ||
      out->weight_kind != SOLVE_FINITE)
    return;
  weights *w = mem_alloc(v->m, sizeof *w);
  init_weights(v, w);
  if (w->mode != SAT_ORDERED)
    return;
  w->limit = out->weight;
  nfa final;
  nfa_normalise(v->m, &final, &v->p->sets[PDS_FINAL], pds_state_count(v->p),
                pds_symbol_count(v->p));
  sat *a = mem_alloc(v->m, sizeof *a);
  sat_init(a, v->m, v->clock, v->p, w, &final, true);
  pre_init(a, NULL);
  nfa_free(v->m, &final);
  sat_delta delta;
  while (sat_next(a, &delta))
    pre_propagate(a, &delta);
  if (!w->saturated || w->dimension == 1)
    out->bound = a;
}

const void *solve_value_at(mem *m, solve_answer *answer, uint32_t state,
                           uint32_t symbol) {
  /* <state, symbol any*>: two states, the second loops and accepts. */
  nfa n = {.controls = answer->final->controls,
           .extras = 1,
           .symbols = answer->final->symbols};
  uint32_t inner = n.controls;
  n.accepting = mem_array(m, (size_t)nfa_state_count(&n) + 1, 1);
  n.accepting[inner] = 1;
  vec_push(m, &n.edges, ((nfa_edge){state, symbol, inner}));
  for (uint32_t g = 0; g < n.symbols; g++)
    vec_push(m, &n.edges, ((nfa_edge){inner, g, inner}));
  weights none;
  weights_init_none(&none);
  sat fixed;
  sat_init(&fixed, m, answer->post->clock, answer->post->p, &none, &n, false);
  product x;
  product_path way = {.steps = {0}};
  product_init(&x, m, answer->post->clock, answer->post, &fixed);
  return product_least(&x, 0, &way);
}

/* pre* has the smaller automaton: its states are those of the final set, while
 * post* adds one for each push. It is chosen unless values at heads may be
 * wanted. */
static solve_engine choose(const solver *v) {
  if (v->o->goal == SOLVE_SEMIRING)
    return v->o->engine == SOLVE_PRE ? SOLVE_PRE : SOLVE_POST;
  return v->o->engine == SOLVE_AUTO ? SOLVE_PRE : v->o->engine;
}

/* After reduce_final, which leaves only edges on a way to acceptance. */
static bool accepts_nothing(const nfa *n) {
  for (uint32_t s = 0; s < n->controls; s++)
    if (n->accepting[s])
      return false;
  return n->edges.count == 0;
}

void solve(mem *m, progress *clock, const pds *system,
           const solve_options *options, solve_answer *out) {
  memset(out, 0, sizeof *out);
  solver v = {.m = m, .clock = clock, .p = system, .o = options, .out = out};
  debug_check(check_pds(system));
  weights_init_none(&v.none);
  v.dense_from = options->dense_from;
  out->initial = v.initial = mem_alloc(m, sizeof *v.initial);
  out->final = v.final = mem_alloc(m, sizeof *v.final);
  nfa_normalise(m, v.initial, &system->sets[PDS_INITIAL],
                pds_state_count(system), pds_symbol_count(system));
  nfa_normalise(m, v.final, &system->sets[PDS_FINAL], pds_state_count(system),
                pds_symbol_count(system));
  out->statistics.rules = system->rules.count;
  if (options->reduction && options->goal != SOLVE_SEMIRING) {
    reduction *r = mem_alloc(m, sizeof *r);
    reduce(m, clock, system, v.initial, r);
    reduce_final(m, r, v.final);
    v.active = r->active;
    out->reduction = r;
    out->statistics.rules = r->rules;
    LOG(clock, SATURATION,
        "reduction keeps %" PRIu64 " of %zu rules, and %zu edges of the final "
        "set",
        (uint64_t)r->rules, system->rules.count, v.final->edges.count);
    if (accepts_nothing(v.final)) { /* no rule can help: start no search */
      v.active = mem_array(m, system->rules.count + 1, 1);
      out->engine = SOLVE_REDUCTION;
      run_one(&v, false);
      return;
    }
  }
  out->engine = choose(&v);
  if (out->engine != SOLVE_DUAL)
    run_one(&v, out->engine == SOLVE_POST);
  else
    run_dual(&v);
  shorten(&v);
  find_bound(&v);
}
