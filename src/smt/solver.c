#include "smt/solver.h"

#include "base/log.h"
#include "smt/cores.h"
#include "smt/decide.h"
#include "smt/slice.h"

#include <assert.h>

#define NOWHERE UINT32_MAX

enum {
  RECENT = 8, /* models that are tried before Z3 is asked */
  MOST_TRIES = 32,
  TRY_MILLISECONDS = 20, /* of making a core smaller: each */
  MOST_SOLUTION_VALUES = 1 << 22
};

struct smt {
  mem *m;
  terms *t;
  progress *clock;
  smt_limits limits;
  smt_statistics statistics;
  decider *d;
  slicer slices;
  vec(term) stack;
  vec(uint64_t) births; /* as translation_key: a constraint must not be cut */
  size_t entered;       /* so many of the stack are in 'slices' */
  map places;           /* terms that are or were on the stack */
  vec(uint32_t) first;  /* by number in 'places': where; NOWHERE: not now */
  /* The last query: */
  smt_answer answer;
  slice_places asked, inputs; /* places; inputs that occurred */
  term extra;                 /* TERM_NONE: nothing beyond the stack */
  vec(term) query;            /* what Z3 was asked: places, then extra */
  vec(uint64_t) model;        /* by input, */
  vec(bool) has_value;        /* if this says so */
  smt_core_set core;          /* places; of SMT_UNSAT */
  bool core_is_small;         /* it has been tried */
  vec(bool) needed;
  vec(uint64_t) parts; /* scratch */
  cores refuted;
  struct {
    vec(uint64_t) values; /* by input */
  } recent[RECENT];
  unsigned newest;
  /* Solutions of earlier queries, by a hash of these: for each input of the
   * query in turn. They are tried, so that a hash that lies does no harm. */
  map solved;
  vec(size_t) solutions;
  vec(uint64_t) solution_values;
};

smt *smt_new(mem *m, terms *t, progress *clock, const smt_limits *limits) {
  smt *s = mem_alloc(m, sizeof *s);
  s->m = m;
  s->t = t;
  s->clock = clock;
  s->limits = *limits;
  s->answer = SMT_UNKNOWN;
  slicer_init(&s->slices, m, t);
  s->d = decider_new(m, t, clock, limits);
  return s;
}

unsigned smt_limit_time(smt *s, unsigned milliseconds) {
  unsigned before = s->limits.milliseconds;
  s->limits.milliseconds = milliseconds;
  return before;
}

void smt_delete(smt *s) {
  if (!s)
    return;
  mem *m = s->m;
  decider_delete(s->d);
  slicer_clear(&s->slices);
  vec_free(m, &s->stack);
  vec_free(m, &s->births);
  map_free(m, &s->places);
  vec_free(m, &s->first);
  vec_free(m, &s->asked);
  vec_free(m, &s->inputs);
  vec_free(m, &s->query);
  vec_free(m, &s->model);
  vec_free(m, &s->has_value);
  vec_free(m, &s->core);
  vec_free(m, &s->needed);
  vec_free(m, &s->parts);
  cores_clear(&s->refuted, m);
  for (int i = 0; i < RECENT; i++)
    vec_free(m, &s->recent[i].values);
  map_free(m, &s->solved);
  vec_free(m, &s->solutions);
  vec_free(m, &s->solution_values);
  mem_free(m, s);
}

void smt_release_lost(const mem_budget *budget) {
  decider_release_lost(budget);
}

const smt_statistics *smt_statistics_of(const smt *s) { return &s->statistics; }

size_t smt_depth(const smt *s) { return s->stack.count; }

term smt_at(const smt *s, size_t i) {
  assert(i < s->stack.count);
  return s->stack.at[i];
}

static uint64_t key_of(const smt *s, term x) {
  return map_pair(s->t->slots.at[x].birth, x);
}

static uint32_t place_of_key(const smt *s, uint64_t key) {
  uint32_t at = map_find(&s->places, key);
  return at == MAP_NONE ? NOWHERE : s->first.at[at];
}

static uint32_t place_of(const smt *s, term x) {
  return place_of_key(s, key_of(s, x));
}

void smt_push(smt *s, term constraint) {
  assert(terms_width(s->t, constraint) == 1);
  uint64_t key = key_of(s, constraint);
  vec_reserve(s->m, &s->first, 1);
  vec_reserve(s->m, &s->births, 1);
  vec_reserve(s->m, &s->stack, 1);
  uint32_t at = map_insert(s->m, &s->places, key);
  if (at == s->first.count)
    vec_push(s->m, &s->first, NOWHERE);
  if (s->first.at[at] == NOWHERE)
    s->first.at[at] = (uint32_t)s->stack.count;
  vec_push(s->m, &s->births, key);
  vec_push(s->m, &s->stack, constraint);
}

/* Only when nothing is on the stack: what came from cut terms is forgotten. */
static void solver_tidy(smt *s) {
  enum { KEEP = 1 << 16 };
  if (s->stack.count || s->first.count < KEEP)
    return;
  map_free(s->m, &s->places);
  s->first.count = 0;
}

void smt_pop(smt *s, size_t count) {
  assert(count <= s->stack.count);
  while (count-- > 0) {
    if (s->entered == s->stack.count) {
      slicer_pop(&s->slices);
      s->entered--;
    }
    uint64_t key = vec_pop(&s->births);
    s->stack.count--;
    uint32_t at = map_find(&s->places, key);
    if (s->first.at[at] == s->stack.count)
      s->first.at[at] = NOWHERE;
  }
  solver_tidy(s);
}

static bool is_constant(const smt *s, term x, bool value) {
  return term_constant_is(s->t, x, value);
}

static void conclude(smt *s, smt_answer answer) {
  s->answer = answer;
  s->core.count = 0;
  s->core_is_small = true;
  s->inputs.count = s->asked.count = s->query.count = 0;
}

static smt_answer unsat_by(smt *s, uint32_t place) {
  conclude(s, SMT_UNSAT);
  if (place != NOWHERE)
    vec_push(s->m, &s->core, place);
  return SMT_UNSAT;
}

/* SMT_UNKNOWN: not so simple. */
static smt_answer trivial(smt *s, term extra, bool stack_is_sat) {
  uint32_t no = place_of(s, terms_constant(s->t, 1, 0));
  if (no != NOWHERE)
    return unsat_by(s, no);
  if (extra != TERM_NONE) {
    if (is_constant(s, extra, false))
      return unsat_by(s, NOWHERE);
    uint32_t opposite = place_of(s, terms_not(s->t, extra));
    if (opposite != NOWHERE)
      return unsat_by(s, opposite);
  }
  bool adds_nothing = extra == TERM_NONE || is_constant(s, extra, true) ||
                      place_of(s, extra) != NOWHERE;
  if (adds_nothing && (stack_is_sat || s->stack.count == 0)) {
    conclude(s, SMT_SAT);
    return SMT_SAT;
  }
  return SMT_UNKNOWN;
}

static void enter_all(smt *s) {
  for (; s->entered < s->stack.count; s->entered++)
    slicer_push(&s->slices, s->stack.at[s->entered]);
}

/* What is asked about: constants say nothing, the trivial ones were seen. */
static void collect(smt *s, term extra, bool stack_is_sat) {
  enter_all(s);
  if (extra != TERM_NONE && place_of(s, extra) != NOWHERE)
    extra = TERM_NONE; /* it is on the stack */
  s->extra = extra;
  if (extra != TERM_NONE && stack_is_sat)
    slicer_connected(&s->slices, extra, &s->asked, &s->inputs);
  else
    slicer_all(&s->slices, extra, &s->asked, &s->inputs);
  s->query.count = 0;
  size_t kept = 0;
  for (size_t i = 0; i < s->asked.count; i++) {
    uint32_t place = s->asked.at[i];
    term x = s->stack.at[place];
    if (term_is_constant(s->t, x) || place_of(s, x) != place)
      continue;
    s->asked.at[kept++] = place;
    vec_push(s->m, &s->query, x);
  }
  s->asked.count = kept;
  if (extra != TERM_NONE && !term_is_constant(s->t, extra))
    vec_push(s->m, &s->query, extra);
}

static void keep_model(smt *s) {
  unsigned at = s->newest = (s->newest + 1) % RECENT;
  size_t count = s->model.count;
  vec_resize(s->m, &s->recent[at].values, count);
  if (count)
    memcpy(s->recent[at].values.at, s->model.at, count * sizeof *s->model.at);
}

static void solver_begin_model(smt *s) {
  size_t count = terms_inputs(s->t);
  vec_resize(s->m, &s->model, count);
  vec_resize(s->m, &s->has_value, count);
  for (size_t i = 0; i < count; i++) {
    s->model.at[i] = terms_input_value(s->t, (uint32_t)i);
    s->has_value.at[i] = false;
  }
  vec_each (const uint32_t, n, &s->inputs)
    s->has_value.at[*n] = true;
}

/* The condition last, but it is the one that is most likely to fail. */
static bool is_solution(smt *s, const uint64_t *values, size_t count) {
  size_t n = s->query.count;
  return term_all_hold(s->t, s->query.at + n - 1, 1, values, count) &&
         term_all_hold(s->t, s->query.at, n - 1, values, count);
}

static uint64_t query_hash(const smt *s) {
  uint64_t h = s->query.count;
  for (size_t i = 0; i < s->query.count; i++) {
    h = (h ^ key_of(s, s->query.at[i])) * UINT64_C(0xff51afd7ed558ccd);
    h ^= h >> 32;
  }
  return h;
}

static void keep_solution(smt *s) {
  if (s->solution_values.count + s->inputs.count > MOST_SOLUTION_VALUES) {
    map_free(s->m, &s->solved);
    s->solutions.count = s->solution_values.count = 0;
  }
  uint32_t n = map_insert(s->m, &s->solved, query_hash(s));
  if (n < s->solutions.count)
    return;
  vec_push(s->m, &s->solutions, s->solution_values.count);
  vec_each (const uint32_t, i, &s->inputs)
    vec_push(s->m, &s->solution_values, s->model.at[*i]);
}

/* The same query was asked before. */
static bool was_solved_before(smt *s) {
  uint32_t n = map_find(&s->solved, query_hash(s));
  if (n == MAP_NONE)
    return false;
  size_t end = n + 1 < s->solutions.count ? s->solutions.at[n + 1]
                                          : s->solution_values.count;
  if (end - s->solutions.at[n] != s->inputs.count)
    return false;
  solver_begin_model(s);
  for (size_t i = 0; i < s->inputs.count; i++)
    s->model.at[s->inputs.at[i]] =
        s->solution_values.at[s->solutions.at[n] + i];
  return is_solution(s, s->model.at, s->model.count);
}

/* Inputs of another query may solve this one. */
static bool was_solved(smt *s) {
  if (s->query.count == 0)
    return false;
  if (was_solved_before(s))
    return true;
  for (unsigned i = 0; i < RECENT; i++) {
    unsigned at = (s->newest + RECENT - i) % RECENT;
    size_t count = s->recent[at].values.count;
    const uint64_t *values = s->recent[at].values.at;
    if (!count || !is_solution(s, values, count))
      continue;
    solver_begin_model(s);
    vec_each (const uint32_t, n, &s->inputs)
      s->model.at[*n] =
          *n < count ? bits_cut(values[*n],
                                terms_width(s->t, terms_input_at(s->t, *n)))
                     : 0;
    return true;
  }
  return false;
}

/* False: the model does not satisfy what was asked, so something is wrong. */
static bool take_model(smt *s) {
  solver_begin_model(s);
  vec_each (const uint32_t, n, &s->inputs)
    decider_value(s->d, terms_input_at(s->t, *n), &s->model.at[*n]);
  if (!term_all_hold(s->t, s->query.at, s->query.count, s->model.at,
                     s->model.count))
    return false;
  keep_model(s);
  keep_solution(s);
  return true;
}

static void take_core(smt *s) {
  s->core.count = 0;
  s->core_is_small = false;
  vec_resize(s->m, &s->needed, s->query.count);
  decider_core(s->d, s->needed.at, s->query.count);
  for (size_t i = 0; i < s->asked.count; i++)
    if (s->needed.at[i])
      vec_push(s->m, &s->core, s->asked.at[i]);
}

static void keep_core(smt *s) {
  if (s->extra == TERM_NONE)
    return;
  s->parts.count = 0;
  vec_each (const uint32_t, place, &s->core)
    vec_push(s->m, &s->parts, s->births.at[*place]);
  cores_add(&s->refuted, s->m, key_of(s, s->extra), s->parts.at,
            s->parts.count);
}

static bool is_on_stack(const void *self, uint64_t part) {
  return place_of_key(self, part) != NOWHERE;
}

static void sort_core(smt_core_set *v) {
  for (size_t i = 1; i < v->count; i++) {
    uint32_t x = v->at[i];
    size_t j = i;
    for (; j > 0 && v->at[j - 1] > x; j--)
      v->at[j] = v->at[j - 1];
    v->at[j] = x;
  }
}

static bool was_refuted(smt *s, term extra) {
  if (extra == TERM_NONE)
    return false;
  const core_link *link =
      cores_find(&s->refuted, key_of(s, extra), is_on_stack, s);
  if (!link)
    return false;
  conclude(s, SMT_UNSAT);
  for (uint32_t i = 0; i < link->count; i++)
    vec_push(s->m, &s->core,
             place_of_key(s, s->refuted.parts.at[link->first + i]));
  sort_core(&s->core);
  return true;
}

static smt_answer counted(smt *s, smt_answer answer) {
  s->statistics.sat += answer == SMT_SAT;
  s->statistics.unsat += answer == SMT_UNSAT;
  s->statistics.unknown += answer == SMT_UNKNOWN;
  return answer;
}

static smt_answer decide(smt *s, unsigned milliseconds) {
  double before = progress_clock();
  smt_answer answer =
      decider_decide(s->d, s->query.at, s->query.count, milliseconds);
  s->statistics.seconds += progress_clock() - before;
  if (s->clock)
    LOG(s->clock, SMT, "question %" PRIu64 " of %zu conditions: %s",
        (uint64_t)s->statistics.queries, s->query.count,
        answer == SMT_SAT     ? "can be met"
        : answer == SMT_UNSAT ? "cannot be met"
                              : "not decided");
  s->statistics.starved += answer == SMT_UNKNOWN && decider_is_starved(s->d);
  return answer;
}

static smt_answer solver_ask(smt *s) {
  s->core.count = 0;
  s->answer = SMT_UNKNOWN; /* if it raises */
  smt_answer answer = decide(s, s->limits.milliseconds);
  if (answer == SMT_SAT && !take_model(s))
    return SMT_UNKNOWN;
  if (answer == SMT_UNSAT) {
    take_core(s);
    keep_core(s);
  }
  return answer;
}

smt_answer smt_decide(smt *s, term extra, bool stack_is_sat) {
  assert(extra == TERM_NONE || terms_width(s->t, extra) == 1);
  s->statistics.queries++;
  smt_answer answer = trivial(s, extra, stack_is_sat);
  if (answer == SMT_UNKNOWN && was_refuted(s, extra))
    answer = SMT_UNSAT;
  if (answer != SMT_UNKNOWN) {
    s->statistics.trivial++;
    return counted(s, answer);
  }
  if (s->clock)
    progress_look(s->clock);
  collect(s, extra, stack_is_sat);
  if (was_solved(s)) {
    s->statistics.trivial++;
    answer = SMT_SAT;
  } else {
    answer = solver_ask(s);
  }
  s->answer = answer;
  return counted(s, answer);
}

bool smt_satisfies(smt *s, term extra, const uint64_t *values, size_t count) {
  /* Most often it is 'extra' that they do not satisfy. */
  if (!term_all_hold(s->t, &extra, 1, values, count))
    return false;
  collect(s, extra, true);
  if (!term_all_hold(s->t, s->query.at, s->query.count, values, count))
    return false;
  size_t inputs = terms_inputs(s->t);
  vec_resize(s->m, &s->model, inputs);
  vec_resize(s->m, &s->has_value, inputs);
  memset(s->has_value.at, 0, inputs * sizeof *s->has_value.at);
  vec_each (const uint32_t, n, &s->inputs) {
    s->model.at[*n] = *n < count ? values[*n] : 0;
    s->has_value.at[*n] = true;
  }
  s->answer = SMT_SAT;
  return true;
}

bool smt_model(const smt *s, uint32_t input, uint64_t *value) {
  assert(s->answer == SMT_SAT);
  if (s->inputs.count == 0 || input >= s->has_value.count ||
      !s->has_value.at[input])
    return false;
  *value = s->model.at[input];
  return true;
}

/* Without the i-th? */
static bool is_needless(smt *s, size_t i) {
  s->query.count = s->asked.count = 0;
  for (size_t j = 0; j < s->core.count; j++)
    if (j != i) {
      vec_push(s->m, &s->asked, s->core.at[j]);
      vec_push(s->m, &s->query, s->stack.at[s->core.at[j]]);
    }
  if (s->extra != TERM_NONE && !term_is_constant(s->t, s->extra))
    vec_push(s->m, &s->query, s->extra);
  if (s->query.count == 0)
    return false;
  return decide(s, TRY_MILLISECONDS) == SMT_UNSAT;
}

/* One pass, from the newest down: what was needed is not tried again. */
static void make_small(smt *s) {
  if (s->core.count && vec_last(&s->core) >= s->stack.count)
    return; /* the stack is another one now */
  size_t needed = 0;
  for (int tries = 0; s->core.count > needed && tries < MOST_TRIES; tries++) {
    if (is_needless(s, s->core.count - needed - 1))
      take_core(s);
    else
      needed++;
  }
}

void smt_core(smt *s, mem *m, smt_core_set *out) {
  assert(s->answer == SMT_UNSAT);
  if (!s->core_is_small) {
    make_small(s);
    s->core_is_small = true;
    keep_core(s);
  }
  out->count = 0;
  vec_each (const uint32_t, place, &s->core)
    vec_push(m, out, *place);
}
