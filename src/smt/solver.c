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
  smt *solver = mem_alloc(m, sizeof *solver);
  solver->m = m;
  solver->t = t;
  solver->clock = clock;
  solver->limits = *limits;
  solver->answer = SMT_UNKNOWN;
  slicer_init(&solver->slices, m, t);
  solver->d = decider_new(m, t, clock, limits);
  return solver;
}

unsigned smt_limit_time(smt *solver, unsigned milliseconds) {
  unsigned before = solver->limits.milliseconds;
  solver->limits.milliseconds = milliseconds;
  return before;
}

void smt_delete(smt *solver) {
  if (!solver)
    return;
  mem *m = solver->m;
  decider_delete(solver->d);
  slicer_clear(&solver->slices);
  vec_free(m, &solver->stack);
  vec_free(m, &solver->births);
  map_free(m, &solver->places);
  vec_free(m, &solver->first);
  vec_free(m, &solver->asked);
  vec_free(m, &solver->inputs);
  vec_free(m, &solver->query);
  vec_free(m, &solver->model);
  vec_free(m, &solver->has_value);
  vec_free(m, &solver->core);
  vec_free(m, &solver->needed);
  vec_free(m, &solver->parts);
  cores_clear(&solver->refuted, m);
  for (int i = 0; i < RECENT; i++)
    vec_free(m, &solver->recent[i].values);
  map_free(m, &solver->solved);
  vec_free(m, &solver->solutions);
  vec_free(m, &solver->solution_values);
  mem_free(m, solver);
}

void smt_release_lost(const mem_budget *budget) {
  decider_release_lost(budget);
}

const smt_statistics *smt_statistics_of(const smt *solver) {
  return &solver->statistics;
}

size_t smt_depth(const smt *solver) { return solver->stack.count; }

term smt_at(const smt *solver, size_t i) {
  assert(i < solver->stack.count);
  return solver->stack.at[i];
}

static uint64_t key_of(const smt *solver, term x) {
  return map_pair(solver->t->slots.at[x].birth, x);
}

static uint32_t place_of_key(const smt *solver, uint64_t key) {
  uint32_t at = map_find(&solver->places, key);
  return at == MAP_NONE ? NOWHERE : solver->first.at[at];
}

static uint32_t place_of(const smt *solver, term x) {
  return place_of_key(solver, key_of(solver, x));
}

void smt_push(smt *solver, term constraint) {
  assert(terms_width(solver->t, constraint) == 1);
  uint64_t key = key_of(solver, constraint);
  vec_reserve(solver->m, &solver->first, 1);
  vec_reserve(solver->m, &solver->births, 1);
  vec_reserve(solver->m, &solver->stack, 1);
  uint32_t at = map_insert(solver->m, &solver->places, key);
  if (at == solver->first.count)
    vec_push(solver->m, &solver->first, NOWHERE);
  if (solver->first.at[at] == NOWHERE)
    solver->first.at[at] = (uint32_t)solver->stack.count;
  vec_push(solver->m, &solver->births, key);
  vec_push(solver->m, &solver->stack, constraint);
}

/* Only when nothing is on the stack: what came from cut terms is forgotten. */
static void solver_tidy(smt *solver) {
  enum { KEEP = 1 << 16 };
  if (solver->stack.count || solver->first.count < KEEP)
    return;
  map_free(solver->m, &solver->places);
  solver->first.count = 0;
}

void smt_pop(smt *solver, size_t count) {
  assert(count <= solver->stack.count);
  while (count-- > 0) {
    if (solver->entered == solver->stack.count) {
      slicer_pop(&solver->slices);
      solver->entered--;
    }
    uint64_t key = vec_pop(&solver->births);
    solver->stack.count--;
    uint32_t at = map_find(&solver->places, key);
    if (solver->first.at[at] == solver->stack.count)
      solver->first.at[at] = NOWHERE;
  }
  solver_tidy(solver);
}

static bool is_constant(const smt *solver, term x, bool value) {
  return term_constant_is(solver->t, x, value);
}

static void conclude(smt *solver, smt_answer answer) {
  solver->answer = answer;
  solver->core.count = 0;
  solver->core_is_small = true;
  solver->inputs.count = solver->asked.count = solver->query.count = 0;
}

static smt_answer unsat_by(smt *solver, uint32_t place) {
  conclude(solver, SMT_UNSAT);
  if (place != NOWHERE)
    vec_push(solver->m, &solver->core, place);
  return SMT_UNSAT;
}

/* SMT_UNKNOWN: not so simple. */
static smt_answer trivial(smt *solver, term extra, bool stack_is_sat) {
  uint32_t no = place_of(solver, terms_constant(solver->t, 1, 0));
  if (no != NOWHERE)
    return unsat_by(solver, no);
  if (extra != TERM_NONE) {
    if (is_constant(solver, extra, false))
      return unsat_by(solver, NOWHERE);
    uint32_t opposite = place_of(solver, terms_not(solver->t, extra));
    if (opposite != NOWHERE)
      return unsat_by(solver, opposite);
  }
  bool adds_nothing = extra == TERM_NONE || is_constant(solver, extra, true) ||
                      place_of(solver, extra) != NOWHERE;
  if (adds_nothing && (stack_is_sat || solver->stack.count == 0)) {
    conclude(solver, SMT_SAT);
    return SMT_SAT;
  }
  return SMT_UNKNOWN;
}

static void enter_all(smt *solver) {
  for (; solver->entered < solver->stack.count; solver->entered++)
    slicer_push(&solver->slices, solver->stack.at[solver->entered]);
}

/* What is asked about: constants say nothing, the trivial ones were seen. */
static void collect(smt *solver, term extra, bool stack_is_sat) {
  enter_all(solver);
  if (extra != TERM_NONE && place_of(solver, extra) != NOWHERE)
    extra = TERM_NONE; /* it is on the stack */
  solver->extra = extra;
  if (extra != TERM_NONE && stack_is_sat)
    slicer_connected(&solver->slices, extra, &solver->asked, &solver->inputs);
  else
    slicer_all(&solver->slices, extra, &solver->asked, &solver->inputs);
  solver->query.count = 0;
  size_t kept = 0;
  for (size_t i = 0; i < solver->asked.count; i++) {
    uint32_t place = solver->asked.at[i];
    term x = solver->stack.at[place];
    if (term_is_constant(solver->t, x) || place_of(solver, x) != place)
      continue;
    solver->asked.at[kept++] = place;
    vec_push(solver->m, &solver->query, x);
  }
  solver->asked.count = kept;
  if (extra != TERM_NONE && !term_is_constant(solver->t, extra))
    vec_push(solver->m, &solver->query, extra);
}

static void keep_model(smt *solver) {
  unsigned at = solver->newest = (solver->newest + 1) % RECENT;
  size_t count = solver->model.count;
  vec_resize(solver->m, &solver->recent[at].values, count);
  if (count)
    memcpy(solver->recent[at].values.at, solver->model.at,
           count * sizeof *solver->model.at);
}

static void solver_begin_model(smt *solver) {
  size_t count = terms_inputs(solver->t);
  vec_resize(solver->m, &solver->model, count);
  vec_resize(solver->m, &solver->has_value, count);
  for (size_t i = 0; i < count; i++) {
    solver->model.at[i] = terms_input_value(solver->t, (uint32_t)i);
    solver->has_value.at[i] = false;
  }
  vec_each (const uint32_t, n, &solver->inputs)
    solver->has_value.at[*n] = true;
}

/* The condition last, but it is the one that is most likely to fail. */
static bool is_solution(smt *solver, const uint64_t *values, size_t count) {
  size_t n = solver->query.count;
  return term_all_hold(solver->t, solver->query.at + n - 1, 1, values, count) &&
         term_all_hold(solver->t, solver->query.at, n - 1, values, count);
}

static uint64_t query_hash(const smt *solver) {
  uint64_t h = solver->query.count;
  for (size_t i = 0; i < solver->query.count; i++) {
    h = (h ^ key_of(solver, solver->query.at[i])) *
        UINT64_C(0xff51afd7ed558ccd);
    h ^= h >> 32;
  }
  return h;
}

static void keep_solution(smt *solver) {
  if (solver->solution_values.count + solver->inputs.count >
      MOST_SOLUTION_VALUES) {
    map_free(solver->m, &solver->solved);
    solver->solutions.count = solver->solution_values.count = 0;
  }
  uint32_t n = map_insert(solver->m, &solver->solved, query_hash(solver));
  if (n < solver->solutions.count)
    return;
  vec_push(solver->m, &solver->solutions, solver->solution_values.count);
  vec_each (const uint32_t, i, &solver->inputs)
    vec_push(solver->m, &solver->solution_values, solver->model.at[*i]);
}

/* The same query was asked before. */
static bool was_solved_before(smt *solver) {
  uint32_t n = map_find(&solver->solved, query_hash(solver));
  if (n == MAP_NONE)
    return false;
  size_t end = n + 1 < solver->solutions.count ? solver->solutions.at[n + 1]
                                               : solver->solution_values.count;
  if (end - solver->solutions.at[n] != solver->inputs.count)
    return false;
  solver_begin_model(solver);
  for (size_t i = 0; i < solver->inputs.count; i++)
    solver->model.at[solver->inputs.at[i]] =
        solver->solution_values.at[solver->solutions.at[n] + i];
  return is_solution(solver, solver->model.at, solver->model.count);
}

/* Inputs of another query may solve this one. */
static bool was_solved(smt *solver) {
  if (solver->query.count == 0)
    return false;
  if (was_solved_before(solver))
    return true;
  for (unsigned i = 0; i < RECENT; i++) {
    unsigned at = (solver->newest + RECENT - i) % RECENT;
    size_t count = solver->recent[at].values.count;
    const uint64_t *values = solver->recent[at].values.at;
    if (!count || !is_solution(solver, values, count))
      continue;
    solver_begin_model(solver);
    vec_each (const uint32_t, n, &solver->inputs)
      solver->model.at[*n] =
          *n < count
              ? bits_cut(values[*n],
                         terms_width(solver->t, terms_input_at(solver->t, *n)))
              : 0;
    return true;
  }
  return false;
}

/* False: the model does not satisfy what was asked, so something is wrong. */
static bool take_model(smt *solver) {
  solver_begin_model(solver);
  vec_each (const uint32_t, n, &solver->inputs)
    decider_value(solver->d, terms_input_at(solver->t, *n),
                  &solver->model.at[*n]);
  if (!term_all_hold(solver->t, solver->query.at, solver->query.count,
                     solver->model.at, solver->model.count))
    return false;
  keep_model(solver);
  keep_solution(solver);
  return true;
}

static void take_core(smt *solver) {
  solver->core.count = 0;
  solver->core_is_small = false;
  vec_resize(solver->m, &solver->needed, solver->query.count);
  decider_core(solver->d, solver->needed.at, solver->query.count);
  for (size_t i = 0; i < solver->asked.count; i++)
    if (solver->needed.at[i])
      vec_push(solver->m, &solver->core, solver->asked.at[i]);
}

static void keep_core(smt *solver) {
  if (solver->extra == TERM_NONE)
    return;
  solver->parts.count = 0;
  vec_each (const uint32_t, place, &solver->core)
    vec_push(solver->m, &solver->parts, solver->births.at[*place]);
  cores_add(&solver->refuted, solver->m, key_of(solver, solver->extra),
            solver->parts.at, solver->parts.count);
}

static bool is_on_stack(const void *self, uint64_t part) {
  return place_of_key(self, part) != NOWHERE;
}

static void sort_core(smt_core_set *core_set) {
  for (size_t i = 1; i < core_set->count; i++) {
    uint32_t x = core_set->at[i];
    size_t j = i;
    for (; j > 0 && core_set->at[j - 1] > x; j--)
      core_set->at[j] = core_set->at[j - 1];
    core_set->at[j] = x;
  }
}

static bool was_refuted(smt *solver, term extra) {
  if (extra == TERM_NONE)
    return false;
  const core_link *link =
      cores_find(&solver->refuted, key_of(solver, extra), is_on_stack, solver);
  if (!link)
    return false;
  conclude(solver, SMT_UNSAT);
  for (uint32_t i = 0; i < link->count; i++)
    vec_push(solver->m, &solver->core,
             place_of_key(solver, solver->refuted.parts.at[link->first + i]));
  sort_core(&solver->core);
  return true;
}

static smt_answer counted(smt *solver, smt_answer answer) {
  solver->statistics.sat += answer == SMT_SAT;
  solver->statistics.unsat += answer == SMT_UNSAT;
  solver->statistics.unknown += answer == SMT_UNKNOWN;
  return answer;
}

static smt_answer decide(smt *solver, unsigned milliseconds) {
  double before = progress_clock();
  smt_answer answer = decider_decide(solver->d, solver->query.at,
                                     solver->query.count, milliseconds);
  solver->statistics.seconds += progress_clock() - before;
  if (solver->clock)
    LOG(solver->clock, SMT, "question %" PRIu64 " of %zu conditions: %s",
        (uint64_t)solver->statistics.queries, solver->query.count,
        answer == SMT_SAT     ? "can be met"
        : answer == SMT_UNSAT ? "cannot be met"
                              : "not decided");
  solver->statistics.starved +=
      answer == SMT_UNKNOWN && decider_is_starved(solver->d);
  return answer;
}

static smt_answer solver_ask(smt *solver) {
  solver->core.count = 0;
  solver->answer = SMT_UNKNOWN; /* if it raises */
  smt_answer answer = decide(solver, solver->limits.milliseconds);
  if (answer == SMT_SAT && !take_model(solver))
    return SMT_UNKNOWN;
  if (answer == SMT_UNSAT) {
    take_core(solver);
    keep_core(solver);
  }
  return answer;
}

smt_answer smt_decide(smt *solver, term extra, bool stack_is_sat) {
  assert(extra == TERM_NONE || terms_width(solver->t, extra) == 1);
  solver->statistics.queries++;
  smt_answer answer = trivial(solver, extra, stack_is_sat);
  if (answer == SMT_UNKNOWN && was_refuted(solver, extra))
    answer = SMT_UNSAT;
  if (answer != SMT_UNKNOWN) {
    solver->statistics.trivial++;
    return counted(solver, answer);
  }
  if (solver->clock)
    progress_look(solver->clock);
  collect(solver, extra, stack_is_sat);
  if (was_solved(solver)) {
    solver->statistics.trivial++;
    answer = SMT_SAT;
  } else {
    answer = solver_ask(solver);
  }
  solver->answer = answer;
  return counted(solver, answer);
}

bool smt_satisfies(smt *solver, term extra, const uint64_t *values,
                   size_t count) {
  /* Most often it is 'extra' that they do not satisfy. */
  if (!term_all_hold(solver->t, &extra, 1, values, count))
    return false;
  collect(solver, extra, true);
  if (!term_all_hold(solver->t, solver->query.at, solver->query.count, values,
                     count))
    return false;
  size_t inputs = terms_inputs(solver->t);
  vec_resize(solver->m, &solver->model, inputs);
  vec_resize(solver->m, &solver->has_value, inputs);
  memset(solver->has_value.at, 0, inputs * sizeof *solver->has_value.at);
  vec_each (const uint32_t, n, &solver->inputs) {
    solver->model.at[*n] = *n < count ? values[*n] : 0;
    solver->has_value.at[*n] = true;
  }
  solver->answer = SMT_SAT;
  return true;
}

bool smt_model(const smt *solver, uint32_t input, uint64_t *value) {
  assert(solver->answer == SMT_SAT);
  if (solver->inputs.count == 0 || input >= solver->has_value.count ||
      !solver->has_value.at[input])
    return false;
  *value = solver->model.at[input];
  return true;
}

/* Without the i-th? */
static bool is_needless(smt *solver, size_t i) {
  solver->query.count = solver->asked.count = 0;
  for (size_t j = 0; j < solver->core.count; j++)
    if (j != i) {
      vec_push(solver->m, &solver->asked, solver->core.at[j]);
      vec_push(solver->m, &solver->query, solver->stack.at[solver->core.at[j]]);
    }
  if (solver->extra != TERM_NONE && !term_is_constant(solver->t, solver->extra))
    vec_push(solver->m, &solver->query, solver->extra);
  if (solver->query.count == 0)
    return false;
  return decide(solver, TRY_MILLISECONDS) == SMT_UNSAT;
}

/* One pass, from the newest down: what was needed is not tried again. */
static void make_small(smt *solver) {
  if (solver->core.count && vec_last(&solver->core) >= solver->stack.count)
    return; /* the stack is another one now */
  size_t needed = 0;
  for (int tries = 0; solver->core.count > needed && tries < MOST_TRIES;
       tries++) {
    if (is_needless(solver, solver->core.count - needed - 1))
      take_core(solver);
    else
      needed++;
  }
}

void smt_core(smt *solver, mem *m, smt_core_set *out) {
  assert(solver->answer == SMT_UNSAT);
  if (!solver->core_is_small) {
    make_small(solver);
    solver->core_is_small = true;
    keep_core(solver);
  }
  out->count = 0;
  vec_each (const uint32_t, place, &solver->core)
    vec_push(m, out, *place);
}
