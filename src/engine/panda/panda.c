/* The search: passes over the tree of decisions, each with a larger bound on
 * how often one branch may decide something on a path. A pass that cut nothing
 * has seen all. */
#include "engine/panda/panda.h"

#include "base/log.h"
#include "engine/panda/calls/calls.h"
#include "engine/panda/cover/cover.h"
#include "engine/panda/native/native.h"
#include "engine/panda/search.h"

#include <stdarg.h>
#include <stdio.h>

enum {
  FIRST_BOUND = 4,
  FIRST_PATIENCE = 700, /* milliseconds for a query, in the first pass */
  PREDICATE_MILLISECONDS = 50,
  MOST_STRAIGHT = 16,       /* edges to the error without a branch */
  MOST_HOPELESS_BOUND = 64, /* when only violations can still be found */
  MANY_PATHS = 200,         /* with summaries of arrays: then loops are cut
                               sooner, */
  FEW_ROUNDS = 3,           /* after so many rounds */
  SHORT_PREFIX = 100000     /* edges that may be run twice */
};

/* Seconds without a decision, before loops are looked at; when that was in
 * vain, so many times as long. */
#define FIRST_STRETCH 0.7
#define LONGER_STRETCH 8
#define FIRST_SECONDS 2 /* of the first pass */

static void say_place(search *s, uint32_t edge) {
  s->out->place = edge == CFA_NONE ? (cfa_place){.file = CFA_NONE}
                                   : s->concolic->p->edges.at[edge].place;
}

base_printf(3, 4) static void incomplete(search *s, uint32_t edge,
                                         const char *format, ...) {
  va_list arguments;
  if (s->is_incomplete)
    return; /* the first reason stands */
  s->is_incomplete = true;
  va_start(arguments, format);
  vsnprintf(s->out->reason, sizeof s->out->reason, format, arguments);
  va_end(arguments);
  say_place(s, edge);
}

bool search_counts(const search *s, cfa_fault f) {
  unsigned checks = s->options->checks;
  switch (f) {
  case CFA_FAULT_NULL:
    return checks & CFA_CHECK_NULL;
  case CFA_FAULT_FREE:
  case CFA_FAULT_DOUBLE_FREE:
    return checks & CFA_CHECK_FREE;
  default:
    return checks & CFA_CHECK_BOUNDS;
  }
}

/* A pointer that is an input can only be null where the run is replayed. */
static bool can_be_replayed(search *s) {
  concolic *engine = s->concolic;
  for (size_t i = 0; i < engine->inputs.count; i++)
    if (engine->inputs.at[i].is_pointer &&
        terms_value(engine->terms, engine->input_terms.at[i]) != 0)
      return false;
  return true;
}

bool search_violated(search *s) {
  concolic *engine = s->concolic;
  if (!can_be_replayed(s)) {
    incomplete(s, engine->end_edge,
               "an error may be reached, if a pointer that is an input is not "
               "null");
    return false;
  }
  s->out->verdict = PANDA_VIOLATED;
  s->out->edge = engine->end_edge;
  s->out->fault = engine->outcome == RUN_FAULT ? engine->fault : CFA_NO_FAULT;
  say_place(s, engine->end_edge);
  s->out->reason[0] = 0;
  for (size_t i = 0; i < engine->inputs.count; i++) {
    cfa_input input = engine->inputs.at[i];
    input.value = terms_value(engine->terms, engine->input_terms.at[i]);
    vec_push(s->m, &s->out->inputs, input);
  }
  return true;
}

/* The inputs of a run that fails, but for those that stand for what was
 * forgotten: perhaps a real run fails with them. */
static void suggest(search *s) {
  concolic *engine = s->concolic;
  engine->guide.count = 0;
  for (size_t i = 0; i < engine->inputs.count; i++)
    if (engine->inputs.at[i].kind != CFA_INPUT_UNINITIALISED)
      vec_push(engine->m, &engine->guide,
               terms_value(engine->terms, engine->input_terms.at[i]));
  s->has_suggestion = true;
}

/* Is there no such run, as CFA_UNDEFINED at its end says? */
static bool is_presumed(const search *s) {
  const concolic *engine = s->concolic;
  return engine->end_edge != CFA_NONE &&
         engine->p->edges.at[engine->end_edge].holds;
}

static const char *outcome_words(outcome o);

static void log_spoilt(const search *s, outcome o) {
  const concolic *engine = s->concolic;
  uint32_t edge = engine->end_edge;
  LOG(engine->clock, PANDA,
      "nothing is proved: a path %s at line %" PRIu32 " (%s)", outcome_words(o),
      edge == CFA_NONE ? 0 : s->p->edges.at[edge].place.line,
      o == RUN_UNSUPPORTED ? engine->why : cfa_fault_name(engine->fault));
}

/* Where loops are summarised or lists are folded, what fails need not be real.
 */
static bool end_of_summary(search *s, outcome o) {
  concolic *engine = s->concolic;
  bool is_wrong = o == RUN_UNDEFINED
                      ? !is_presumed(s)
                      : o == RUN_FAULT && (search_counts(s, engine->fault) ||
                                           !s->options->presume_memory);
  if (o == RUN_FAILED && s->calls->body == CFA_NONE)
    suggest(s);
  if (o == RUN_FAILED || is_wrong || o == RUN_UNSUPPORTED || engine->was_open ||
      engine->has_read_unknown_pointer || engine->is_spent)
    s->is_spoilt = true;
  if (s->is_spoilt)
    log_spoilt(s, o);
  s->out->statistics.undefined += o == RUN_UNDEFINED || o == RUN_FAULT;
  s->finished++;
  return s->is_spoilt || s->wants_more || engine->loops->wants_writers;
}

/* Was it cut where a loop would have gone on? */
static bool wants_loops(const concolic *engine) {
  if (!engine->loops || engine->loops->task == LOOPS_SAMPLE || engine->lists)
    return false;
  if (engine->is_spent && engine->loops->task == LOOPS_SUMMARISE)
    return false;
  return !engine->is_scouting || engine->was_stretched;
}

static const char *outcome_words(outcome o) {
  switch (o) {
  case RUN_FAILED:
    return "fails";
  case RUN_FAULT:
    return "uses memory wrongly";
  case RUN_UNDEFINED:
    return "is undefined";
  case RUN_UNSUPPORTED:
    return "is not supported";
  case RUN_CUT:
    return "is cut";
  case RUN_COVERED:
    return "comes to a known state";
  case RUN_LOOPS:
    return "goes round for ever";
  default:
    return "ends";
  }
}

/* True: the search is over, or this pass of it. */
static bool end_of_path(search *s, outcome o) {
  concolic *engine = s->concolic;
  s->out->statistics.paths += o != RUN_CUT;
  s->ends++;
  LOG_AT_MARKS(engine->clock, PANDA, s->ends - 1, s->ends,
               "path %" PRIu64 " %s, after %zu decisions; %" PRIu64
               " states, %" PRIu64 " sides pruned",
               s->ends, outcome_words(o), engine->decisions.count,
               s->out->statistics.states, s->out->statistics.pruned);
  if (o == RUN_CUT && wants_loops(engine))
    s->wants_more = calls_want_more(engine->calls, engine) ||
                    loops_want_more(engine->loops, engine) || s->wants_more;
  if (engine->lists ||
      (engine->loops && engine->loops->task == LOOPS_SUMMARISE))
    return end_of_summary(s, o);
  switch (o) {
  case RUN_FAILED:
    return search_violated(s);
  case RUN_FAULT:
    if (search_counts(s, engine->fault))
      return search_violated(s);
    if (!s->options->presume_memory)
      incomplete(s, engine->end_edge,
                 "memory is used wrongly (%s), what follows is undefined",
                 cfa_fault_name(engine->fault));
    s->out->statistics.undefined++;
    return false;
  case RUN_UNDEFINED:
    if (!is_presumed(s))
      incomplete(s, engine->end_edge, "%s, what follows is undefined",
                 engine->why);
    s->out->statistics.undefined++;
    return false;
  case RUN_UNSUPPORTED:
    incomplete(s, engine->end_edge, "not supported: %s", engine->why);
    return false;
  case RUN_RETURNED:
  case RUN_HALTED:
  case RUN_LOOPS:
  case RUN_COVERED:
    s->finished++;
    return false;
  default:
    return false;
  }
}

static void tell(search *s) {
  progress *clock = s->concolic->clock;
  clock->states = s->out->statistics.states;
  clock->depth = s->concolic->decisions.count;
  clock->done = s->out->statistics.transitions;
}

/* From where the run is now. True: the search is over, or this pass of it. */
static bool explore(search *s) {
  concolic *engine = s->concolic;
  for (uint32_t paths = 1;; paths++) {
    if (end_of_path(s, concolic_run(engine)))
      return true;
    if (paths == MANY_PATHS && s->loops->task == LOOPS_SUMMARISE &&
        s->has_arrays && !s->loops->simple_only)
      engine->bound = FEW_ROUNDS;
    concolic_keep_inputs(engine);
    tell(s);
    progress_tick(engine->clock);
    if (s->options->most_paths && s->ends >= s->options->most_paths)
      mem_raise(s->m->budget, MEM_TIME);
    if (engine->is_spent || !concolic_back(engine))
      return false;
  }
}

/* The bodies of functions that were replaced by contracts. True: the pass is
 * over. */
static bool explore_bodies(search *s) {
  concolic *engine = s->concolic;
  for (;;) {
    uint32_t function = calls_next_body(s->calls);
    if (function == CFA_NONE)
      return false;
    bool was_cut = engine->was_cut;
    concolic_start_in(engine, function);
    bool is_over = calls_begin_body(engine, function)
                       ? explore(s)
                       : end_of_path(s, engine->outcome);
    engine->was_cut = engine->was_cut || was_cut;
    if (is_over || engine->is_spent)
      return is_over;
  }
}

bool search_pass(search *s, uint32_t bound) {
  concolic *engine = s->concolic;
  engine->bound = bound;
  s->loops->pass++;
  LOG(engine->clock, PANDA,
      "pass %" PRIu32 ": %s, loops go around %" PRIu32 " times",
      (uint32_t)s->loops->pass,
      engine->is_scouting                 ? "one run until inputs decide"
      : engine->lists                     ? "lists are folded"
      : s->loops->task == LOOPS_SAMPLE    ? "states of loops are sampled"
      : s->loops->task == LOOPS_SUMMARISE ? "loops are summarised"
                                          : "unrolling",
      bound);
  s->is_spoilt = s->wants_more = false;
  s->is_incomplete = false;
  s->finished = 0;
  calls_begin_pass(s->calls);
  concolic_start(engine);
  if (explore(s) || (!engine->is_spent && explore_bodies(s)))
    return true;
  if (engine->was_open)
    incomplete(s, engine->open_edge,
               smt_statistics_of(engine->solver)->starved
                   ? "the solver ran out of memory for a condition"
                   : "the solver could not decide a condition");
  return false;
}

static void conclude(search *s) {
  if (s->is_incomplete) {
    s->out->verdict = PANDA_UNKNOWN;
    return;
  }
  s->out->verdict = PANDA_HOLDS;
  s->out->needs_no_input = !s->concolic->symbolic;
  if (!s->finished)
    snprintf(s->out->reason, sizeof s->out->reason,
             "no run comes to an end: assumptions exclude all of them");
}

/* What needs no input is over after one run, without any bookkeeping. */
static bool scout(search *s) {
  concolic *engine = s->concolic;
  engine->is_scouting = true;
  if (s->loops->is_reducible && s->loops->count)
    engine->stretch = FIRST_STRETCH;
  engine->loops = s->loops;
  bool over = search_pass(s, 1);
  engine->is_scouting = false;
  if (engine->was_stretched)
    engine->stretch *= LONGER_STRETCH;
  return over || !engine->was_cut;
}

/* After such passes loops are summarised, for so many seconds. */
static double time_for_loops(uint32_t bound) {
  return bound == FIRST_BOUND        ? 3
         : bound == 4 * FIRST_BOUND  ? 12
         : bound == 16 * FIRST_BOUND ? 60
                                     : 0;
}

/* Before any loop is unrolled. True: the search is over. */
static bool summarise_first(search *s, bool *is_spent) {
  bool all = s->options->loops_first || s->options->calls_first;
  if (!s->loops->is_reducible || !(all || s->wants_more))
    return false;
  for (uint32_t i = 0; s->options->loops_first && i < s->loops->count; i++)
    s->loops->all[i].is_wanted = true;
  if (s->options->calls_first)
    calls_want_all(s->calls);
  return search_by_loops(s, all ? 60 : time_for_loops(FIRST_BOUND), is_spent);
}

/* The first pass is brief and asks no long questions, if there are loops: their
 * invariants may make them needless. True: the search is over. */
static bool unroll(search *s, uint32_t bound, bool *has_seen_all) {
  concolic *engine = s->concolic;
  bool is_brief =
      bound == FIRST_BOUND && s->loops->count > 0 && engine->stretch > 0;
  unsigned patience = smt_limit_time(engine->solver, FIRST_PATIENCE);
  if (!is_brief || (patience && patience < FIRST_PATIENCE))
    smt_limit_time(engine->solver, patience);
  engine->symbolic = 0;
  engine->deadline = is_brief ? concolic_seconds() + FIRST_SECONDS : 0;
  bool over = search_pass(s, bound);
  engine->deadline = 0;
  smt_limit_time(engine->solver, patience);
  *has_seen_all = !engine->was_cut && !(is_brief && engine->was_open);
  return over;
}

/* Where states are covered, paths end by themselves. */
static uint32_t next_bound(const search *s, uint32_t bound) {
  const cover *c = s->concolic->cover;
  bool ends = c && c->asked && c->found * 2 > c->asked;
  return bound * (ends ? 16 : 2);
}

static void search_tree(search *s, abstraction *a) {
  concolic *engine = s->concolic;
  bool may_summarise = s->loops->is_reducible, is_spent = true;
  if (!scout(s)) {
    bool is_short = s->out->statistics.transitions < SHORT_PREFIX;
    engine->abstraction = is_short ? a : NULL;
    if ((s->options->lists_first &&
         search_by_lists(s, time_for_loops(FIRST_BOUND))) ||
        summarise_first(s, &is_spent))
      return;
    if (!is_spent)
      engine->stretch = 0;
    for (uint32_t bound = FIRST_BOUND;; bound = next_bound(s, bound)) {
      bool has_seen_all;
      if (unroll(s, bound, &has_seen_all))
        return;
      if (has_seen_all || (s->is_incomplete && bound >= MOST_HOPELESS_BOUND))
        break;
      if (s->options->most_bound && bound >= s->options->most_bound) {
        incomplete(s, CFA_NONE, "the bound is reached");
        break;
      }
      if (engine->was_stretched)
        engine->stretch *= LONGER_STRETCH;
      double seconds = time_for_loops(bound);
      if (seconds > 0 && search_by_lists(s, seconds / 3))
        return;
      if (may_summarise && is_spent && seconds > 0 && s->wants_more &&
          search_by_loops(s, seconds, &is_spent))
        return;
      if (!is_spent) /* no time helps with the loops */
        engine->stretch = 0;
    }
  }
  if (s->out->verdict != PANDA_VIOLATED)
    conclude(s);
}

/* From which locations does everything lead straight to the error? */
static void find_fails(const cfa *automaton, bool *fails) {
  for (uint32_t l = 0; l < automaton->locations.count; l++) {
    uint32_t at = l;
    for (int n = 0; n < MOST_STRAIGHT; n++) {
      const cfa_location *location = &automaton->locations.at[at];
      if (location->edges != 1)
        break;
      const cfa_edge *edge = &automaton->edges.at[location->first_edge];
      if (edge->kind == CFA_FAIL)
        fails[l] = true;
      if (edge->to == CFA_NONE || edge->kind == CFA_ASSUME)
        break;
      at = edge->to;
    }
  }
}

static void add_given(abstraction *a, const cfa *automaton,
                      const cfa_predicates *given) {
  vec_each (const cfa_predicate, predicate, given)
    for (uint32_t l = 0; l < automaton->locations.count; l++) {
      const cfa_location *at = &automaton->locations.at[l];
      if (predicate->function != CFA_NONE &&
          predicate->function != at->function)
        continue;
      if (predicate->line && (at->place.line != predicate->line ||
                              at->place.file != predicate->file))
        continue;
      abstraction_add(a, l, predicate->condition);
    }
}

/* Behind states that were covered, predicates about what is never read again
 * have not been looked at. */
static void take_predicates(search *s, const abstraction *a) {
  const cover *c = s->concolic->cover;
  bool saw_all = !c || !c->found;
  for (size_t i = 0; i < abstraction_count(a); i++) {
    abstraction_known known = abstraction_at(a, i);
    panda_predicate predicate = {known.location, known.condition,
                                 saw_all && known.was_visited &&
                                     known.is_always_true};
    if (known.was_visited)
      vec_push(s->m, &s->out->predicates, predicate);
  }
}

static void take_invariants(search *s) {
  for (uint32_t i = 0; i < s->loops->count; i++) {
    const loop *l = &s->loops->all[i];
    bool has_some = false;
    vec_each (const candidate, c, &l->candidates)
      if (l->is_wanted && !c->is_dropped) {
        has_some = true;
        panda_predicate predicate = {l->location, c->condition, true};
        cfa_invariant known = {CFA_AT_LOCATION, l->location, c->condition, 0};
        vec_push(s->m, &s->out->predicates, predicate);
        vec_push(s->m, &s->out->invariants, known);
      }
    /* That it was not unrolled must be told, too. */
    if (l->is_wanted && !has_some) {
      uint32_t yes = cfa_constant(s->m, s->p, 1, 1);
      cfa_invariant none = {CFA_AT_LOCATION, l->location, yes, 0};
      vec_push(s->m, &s->out->invariants, none);
    }
    vec_each (const array_candidate, c, &l->array_candidates)
      if (l->is_wanted && !c->is_dropped) {
        cfa_invariant known = {CFA_AT_LOCATION, l->location, c->condition,
                               c->index};
        vec_push(s->m, &s->out->invariants, known);
      }
  }
}

static void take_contract(search *s, uint32_t function) {
  const contract *c = &s->calls->all[function];
  vec_each (const clause, x, &c->requires) {
    cfa_invariant known = {CFA_REQUIRES, function, x->condition, 0};
    if (!x->is_dropped)
      vec_push(s->m, &s->out->invariants, known);
  }
  vec_each (const clause, x, &c->ensures) {
    cfa_invariant known = {CFA_ENSURES, function, x->condition, 0};
    if (!x->is_dropped)
      vec_push(s->m, &s->out->invariants, known);
  }
}

static void take_contracts(search *s) {
  for (uint32_t f = 0; f < s->concolic->p->functions.count; f++)
    if (s->calls->all[f].is_used)
      take_contract(s, f);
}

static void count_up(search *s, const abstraction *a) {
  s->out->statistics.queries += abstraction_queries(a);
  s->out->statistics.predicates = abstraction_most_at_a_location(a);
}

void panda_decide(mem *m, progress *clock, cfa *automaton,
                  const panda_options *options, panda_open *open,
                  panda_result *out) {
  *out = (panda_result){.verdict = PANDA_UNKNOWN, .edge = CFA_NONE};
  out->place.file = CFA_NONE;
  clock->phase = "exploring";
  code c;
  code_make(m, automaton, &c);
  concolic engine = {.m = m,
                     .clock = clock,
                     .p = automaton,
                     .code = &c,
                     .options = options,
                     .statistics = &out->statistics};
  smt_limits limits = {options->query_milliseconds, options->solver_megabytes,
                       options->jobs};
  concolic_init(&engine);
  engine.solver = open->solver = smt_new(m, engine.terms, clock, &limits);
  engine.fails = mem_array(m, automaton->locations.count, sizeof *engine.fails);
  find_fails(automaton, engine.fails);
  abstraction *a = NULL;
  if (options->refine || options->predicates) {
    /* Predicates only save queries: none of theirs is worth a long wait. */
    smt_limits brief = {PREDICATE_MILLISECONDS, options->solver_megabytes, 1};
    a = open->abstraction =
        abstraction_new(m, clock, automaton, &brief, concolic_resolve, &engine);
    if (options->predicates)
      add_given(a, automaton, options->predicates);
  }
  search s = {.m = m,
              .p = automaton,
              .concolic = &engine,
              .options = options,
              .out = out};
  s.loops = loops_new(m, automaton, &c);
  s.calls = engine.calls = calls_new(m, automaton, s.loops);
  s.loops->given = options->predicates;
  if (!options->no_covering)
    engine.cover = cover_new(m, &c, engine.terms);
  if (options->native != PANDA_NATIVE_NEVER)
    engine.native = open->native = native_new(&engine);
  if (options->native == PANDA_NATIVE_ALWAYS)
    native_force(engine.native);
  search_tree(&s, a);
  out->met_kinds = engine.met_kinds;
  LOG(clock, PANDA,
      "it ends: %" PRIu64 " paths, %" PRIu64 " states, %" PRIu64
      " refinements, %s",
      out->statistics.paths, out->statistics.states,
      out->statistics.refinements,
      out->verdict == PANDA_HOLDS      ? "no error"
      : out->verdict == PANDA_VIOLATED ? "an error"
                                       : "undecided");
  if (s.is_by_loops) {
    take_invariants(&s);
    take_contracts(&s);
  } else if (a && !out->is_by_lists)
    take_predicates(&s, a);
  if (a)
    count_up(&s, a);
  panda_close(open);
}

void panda_close(panda_open *open) {
  if (open->abstraction)
    abstraction_delete(open->abstraction);
  if (open->solver)
    smt_delete(open->solver);
  native_delete(open->native);
  *open = (panda_open){NULL, NULL, NULL};
}
