/* Proofs by invariants of loops: rows, guesses, elimination. */
#include "engine/panda/search.h"
#include "base/log.h"
#include "engine/panda/arrays/arrays.h"

#include <stdio.h>

enum {
  SAMPLE_BOUND = 3,
  SUMMARY_BOUND = 10, /* of loops that are not summarised */
  PATIENT_BOUND = 1000,
  ARRAY_BOUND = 40, /* at most, where elements of arrays are spoken of */
  RUNS = 400,       /* by lot */
  USELESS_RUNS = 30,
  ROWS_A_RUN = 40, /* of one loop */
  ROWS_OF_PASS = 100
};

#define SECONDS_OF_RUNS 0.3
/* What the least large constant becomes; two of them, so that what is equal by
 * chance is told from what is equal. */
static const unsigned scales[] = {0, 7, 12};

/* One run, whose inputs are drawn. True: the search is over. */
static bool run_by_lot(search *s, uint32_t n, unsigned scale) {
  concolic *engine = s->concolic;
  sampler_begin(&s->loops->sampler, n, scale);
  loops_new_run(s->loops, ROWS_A_RUN);
  engine->sampler = &s->loops->sampler;
  calls_begin_pass(s->calls);
  concolic_start(engine);
  outcome o = concolic_run(engine);
  engine->sampler = NULL;
  if (scale ||
      (o != RUN_FAILED && (o != RUN_FAULT || !search_counts(s, engine->fault))))
    return false;
  return search_violated(s);
}

static size_t count_rows(const loops *x) {
  size_t count = 0;
  for (uint32_t i = 0; i < x->count; i++)
    count += x->all[i].rows.known.count;
  return count;
}

/* Until nothing new is seen for a while. True: the search is over. */
static bool run_with_scale(search *s, unsigned scale) {
  concolic *engine = s->concolic;
  size_t rows = count_rows(s->loops);
  uint32_t useful = 0;
  for (uint32_t n = 0; n < RUNS && n < useful + USELESS_RUNS; n++) {
    if (run_by_lot(s, n, scale))
      return true;
    if (!engine->inputs.count || concolic_seconds() > engine->deadline)
      break; /* there is one run only, or no time for more */
    size_t now = count_rows(s->loops);
    if (now > rows)
      useful = n;
    rows = now;
  }
  return false;
}

static bool run_by_lots(search *s) {
  concolic *engine = s->concolic;
  double now = concolic_seconds();
  size_t kinds = s->loops->sampler.large.count ? 3 : 1;
  bool over = false;
  s->loops->task = LOOPS_SAMPLE;
  for (size_t kind = 0; kind < kinds && !over; kind++) {
    engine->deadline = now + SECONDS_OF_RUNS * (double)(kind + 1);
    over = run_with_scale(s, scales[kind]);
  }
  return over;
}

/* Real states, also such as chance does not meet. */
static bool run_by_queries(search *s) {
  loops_new_run(s->loops, ROWS_OF_PASS);
  s->loops->task = LOOPS_SAMPLE;
  return search_pass(s, SAMPLE_BOUND);
}

/* An error that is found here is one. True: the search is over. */
static bool take_rows(search *s, double seconds) {
  concolic *engine = s->concolic;
  if (s->has_rows || s->options->no_samples)
    return false;
  s->has_rows = true;
  cover *c = engine->cover; /* different runs to one state are welcome */
  engine->cover = NULL;
  bool over = run_by_lots(s);
  engine->deadline = concolic_seconds() + seconds;
  over = over || run_by_queries(s);
  engine->cover = c;
  return over;
}

/* Passes until one refutes no candidate. True: it has seen all, and no error.
 */
static bool eliminate(search *s, uint32_t bound) {
  loops *x = s->loops;
  cover *c = s->concolic->cover;
  bool is_over = false;
  x->task = LOOPS_SUMMARISE;
  x->wants_writers = false;
  if (s->has_arrays && bound > ARRAY_BOUND && !x->simple_only)
    bound = ARRAY_BOUND;
  /* What a contract says of the past is not part of the states that are
   * compared. */
  if (calls_is_any_wanted(s->calls))
    s->concolic->cover = NULL;
  do {
    x->was_dropped = false;
    is_over = search_pass(s, bound);
  } while (!is_over && x->was_dropped && !x->wants_writers &&
           !s->concolic->is_spent);
  s->concolic->cover = c;
  return !is_over && !s->concolic->was_cut && !x->was_dropped;
}

/* Candidates about arrays, which real states then refute. True: the search is
 * over. */
static bool guess_arrays(search *s, double seconds, bool *is_over) {
  loops *x = s->loops;
  concolic *engine = s->concolic;
  bool is_new = false;
  for (uint32_t i = 0; i < x->count; i++)
    if (x->all[i].is_wanted && !x->all[i].has_array_candidates) {
      arrays_guess(x, &x->all[i]);
      is_new = is_new || x->all[i].array_candidates.count > 0;
    }
  s->has_arrays = s->has_arrays || is_new;
  if (!is_new || s->options->no_samples)
    return false;
  cover *c = engine->cover;
  engine->cover = NULL;
  engine->deadline = concolic_seconds() + seconds;
  *is_over = run_by_queries(s);
  engine->cover = c;
  return *is_over;
}

static void log_candidates(const search *s, uint32_t stage) {
  const progress *clock = s->concolic->clock;
  if (!log_is_on(clock, LOG_PANDA))
    return;
  for (uint32_t i = 0; i < s->loops->count; i++) {
    const loop *l = &s->loops->all[i];
    if (l->is_wanted)
      LOG(clock, PANDA,
          "loop at line %" PRIu32 ", stage %" PRIu32 ": %zu candidates, %zu "
          "about arrays",
          s->p->locations.at[l->location].place.line, stage,
          l->candidates.count, l->array_candidates.count);
  }
}

/* With few templates first, then with all. 'is_over': an error was found. */
static bool prove(search *s, double end, uint32_t bound, bool *is_over) {
  concolic *engine = s->concolic;
  for (uint32_t stage = 1; stage <= LOOPS_STAGES;) {
    if (guess_arrays(s, (end - concolic_seconds()) / 3, is_over))
      return false;
    engine->deadline = end;
    loops_guess(s->loops, stage);
    calls_guess(s->calls);
    log_candidates(s, stage);
    if (eliminate(s, bound))
      return true;
    s->lacks_time =
        s->lacks_time || engine->was_open || concolic_seconds() > end;
    if (concolic_seconds() > end)
      return false;
    if (s->loops->wants_writers) {
      loops_start_again(s->loops);
      stage = 1;
    } else if (!s->wants_more) {
      stage++;
    }
  }
  return false;
}

/* Loops that are not wanted yet are unrolled: first a few times only, before
 * they become so. */
typedef enum way {
  WITH_MORE,
  AS_THEY_WERE, /* the others as often as they go around */
  SIMPLE_ONES,  /* the same */
  WAYS
} way;

/* False: that is nothing new. */
static bool choose_loops(search *s, way w, uint32_t before) {
  loops *x = s->loops;
  bool is_new = w == WITH_MORE;
  x->simple_only = w == SIMPLE_ONES;
  for (uint32_t i = 0; i < x->count; i++) {
    loop *l = &x->all[i];
    bool stays = w == WITH_MORE ||
                 (w == AS_THEY_WERE ? l->wanted_in <= before
                                    : l->is_long && loops_is_simple(s->p, l));
    is_new = is_new || (l->is_wanted && !stays);
    l->is_wanted = l->is_wanted && stays;
    l->stage = 0;
  }
  return is_new;
}

static bool prove_all_ways(search *s, double end, bool *is_over) {
  uint32_t before = s->loops->pass;
  for (way w = WITH_MORE; w < WAYS && concolic_seconds() < end; w++) {
    uint32_t bound = w == WITH_MORE ? SUMMARY_BOUND : PATIENT_BOUND;
    if (choose_loops(s, w, before) && prove(s, end, bound, is_over))
      return true;
    if (*is_over)
      return false;
  }
  return false;
}

/* True: the suggested inputs lead to the error. */
static bool try_suggestion(search *s) {
  concolic *engine = s->concolic;
  cover *c = engine->cover;
  if (!s->has_suggestion)
    return false;
  s->has_suggestion = false;
  engine->cover = NULL;
  engine->is_guided = true;
  engine->guide_next = engine->guided = 0;
  calls_begin_pass(s->calls);
  concolic_start(engine);
  bool fails = concolic_run(engine) == RUN_FAILED && search_violated(s);
  engine->is_guided = false;
  engine->cover = c;
  return fails;
}

static void say_proof(search *s) {
  bool has_loops = false, has_calls = false;
  loops_tidy(s->loops, s->concolic);
  calls_tidy(s->calls, s->concolic);
  for (uint32_t i = 0; i < s->loops->count; i++)
    has_loops = has_loops || s->loops->all[i].is_wanted;
  for (uint32_t f = 0; f < s->concolic->p->functions.count; f++)
    has_calls = has_calls || s->calls->all[f].is_used;
  s->is_by_loops = true;
  s->out->verdict = PANDA_HOLDS;
  snprintf(s->out->reason, sizeof s->out->reason, "by %s%s%s",
           has_calls ? "contracts of its functions" : "",
           has_calls && has_loops ? " and " : "",
           has_loops || !has_calls ? "invariants of its loops" : "");
}

/* The predicates that refinement has found are guesses, too. */
static void learn(search *s, const abstraction *a) {
  loops *x = s->loops;
  x->learned.count = 0;
  for (size_t i = 0; a && i < abstraction_count(a); i++) {
    abstraction_known known = abstraction_at(a, i);
    loops_learned one = {known.location, known.condition};
    vec_push(x->m, &x->learned, one);
  }
}

bool search_by_loops(search *s, double seconds, bool *is_spent) {
  concolic *engine = s->concolic;
  abstraction *a = engine->abstraction;
  double stretch = engine->stretch, end = concolic_seconds() + seconds;
  bool is_proof = false;
  learn(s, a);
  engine->abstraction = NULL; /* it knows nothing of what is forgotten */
  engine->loops = s->loops;
  engine->stretch = seconds / 4;
  s->lacks_time = false;
  unsigned patience = smt_limit_time(engine->solver, (unsigned)(seconds * 400));
  bool over = take_rows(s, seconds / 6);
  if (!over)
    is_proof = prove_all_ways(s, end, &over);
  *is_spent = s->lacks_time;
  engine->deadline = 0;
  engine->stretch = stretch;
  smt_limit_time(engine->solver, patience);
  s->loops->task = LOOPS_UNROLL;
  s->loops->simple_only = false;
  over = over || (!is_proof && try_suggestion(s));
  engine->abstraction = a;
  if (is_proof)
    say_proof(s);
  return over || is_proof;
}
