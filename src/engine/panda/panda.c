/* The search: passes over the tree of decisions, each with a larger bound on
 * how often one branch may decide something on a path. A pass that cut nothing
 * has seen all. */
#include "engine/panda/panda.h"

#include "engine/panda/cover.h"
#include "engine/panda/loops.h"

#include <stdarg.h>
#include <stdio.h>

enum {
  FIRST_BOUND = 4,
  PREDICATE_MILLISECONDS = 50,
  SAMPLE_BOUND = 3,
  SUMMARY_BOUND = 1000,
  ARRAY_BOUND = 40,         /* the same, where elements of arrays are read */
  MOST_STRAIGHT = 16,       /* edges to the error without a branch */
  MOST_HOPELESS_BOUND = 64, /* when only violations can still be found */
  MANY_PATHS = 200,         /* with summaries: then loops are cut sooner */
  SHORT_PREFIX = 100000     /* edges that may be run twice */
};

typedef struct search {
  mem *m;
  tandem *tandem;
  const panda_options *options;
  panda_result *out;
  loops *loops;
  bool is_spoilt;     /* a pass that summarises loops proves nothing */
  bool wants_more;    /* loops to summarise */
  bool is_by_loops;   /* the answer rests on their invariants */
  bool is_incomplete; /* 'reason' and 'place' of the result say why */
  uint64_t finished;  /* paths that came to an end of the program */
} search;

/* ---- What went wrong ------------------------------------------------- */

static void say_place(search *s, uint32_t edge) {
  s->out->place = edge == CFA_NONE ? (cfa_place){.file = CFA_NONE}
                                   : s->tandem->p->edges.at[edge].place;
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

static bool is_checked(const search *s, cfa_fault f) {
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
  tandem *k = s->tandem;
  for (size_t i = 0; i < k->inputs.count; i++)
    if (k->inputs.at[i].is_pointer &&
        terms_value(k->terms, k->input_terms.at[i]) != 0)
      return false;
  return true;
}

/* False: the run needs an input that cannot be given. */
static bool violated(search *s) {
  tandem *k = s->tandem;
  if (!can_be_replayed(s)) {
    incomplete(s, k->end_edge,
               "an error may be reached, if a pointer that is an input is not "
               "null");
    return false;
  }
  s->out->verdict = PANDA_VIOLATED;
  s->out->edge = k->end_edge;
  s->out->fault = k->outcome == RUN_FAULT ? k->fault : CFA_NO_FAULT;
  say_place(s, k->end_edge);
  s->out->reason[0] = 0;
  for (size_t i = 0; i < k->inputs.count; i++) {
    cfa_input x = k->inputs.at[i];
    x.value = terms_value(k->terms, k->input_terms.at[i]);
    vec_push(s->m, &s->out->inputs, x);
  }
  return true;
}

/* Where loops are summarised, what fails need not be real. */
static bool end_of_summary(search *s, outcome o) {
  tandem *k = s->tandem;
  bool is_wrong = o == RUN_FAULT &&
                  (is_checked(s, k->fault) || !s->options->presume_memory);
  if (o == RUN_FAILED || is_wrong || o == RUN_UNSUPPORTED || k->was_open ||
      k->is_muddled || k->is_spent)
    s->is_spoilt = true;
  s->finished++;
  return s->is_spoilt || s->wants_more || k->loops->wants_writers;
}

/* True: the search is over, or this pass of it. */
static bool end_of_path(search *s, outcome o) {
  tandem *k = s->tandem;
  s->out->statistics.paths += o != RUN_CUT;
  if (o == RUN_CUT && k->loops && !k->is_spent && !k->is_scouting)
    s->wants_more = loops_want_more(k->loops, k) || s->wants_more;
  if (k->loops && k->loops->task == LOOPS_SUMMARISE)
    return end_of_summary(s, o);
  switch (o) {
  case RUN_FAILED:
    return violated(s);
  case RUN_FAULT:
    if (is_checked(s, k->fault))
      return violated(s);
    if (!s->options->presume_memory)
      incomplete(s, k->end_edge,
                 "memory is used wrongly (%s), what follows is undefined",
                 cfa_fault_name(k->fault));
    return false;
  case RUN_UNSUPPORTED:
    incomplete(s, k->end_edge, "not supported: %s", k->why);
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

/* ---- Passes ---------------------------------------------------------- */

static void tell(search *s) {
  progress *clock = s->tandem->clock;
  clock->states = s->out->statistics.states;
  clock->depth = s->tandem->decisions.count;
  clock->done = s->out->statistics.steps;
}

/* True: the search is over. */
static bool pass(search *s, uint32_t bound) {
  tandem *k = s->tandem;
  k->bound = bound;
  s->loops->pass++;
  s->is_spoilt = s->wants_more = false;
  s->is_incomplete = false;
  s->finished = 0;
  tandem_start(k);
  for (uint32_t paths = 1;; paths++) {
    if (end_of_path(s, tandem_run(k)))
      return true;
    if (paths == MANY_PATHS && s->loops->task == LOOPS_SUMMARISE)
      k->bound = SAMPLE_BOUND;
    tandem_keep_inputs(k);
    tell(s);
    progress_tick(k->clock);
    if (k->is_spent || !tandem_back(k))
      break;
  }
  if (k->was_open)
    incomplete(s, k->open_edge, "the solver could not decide a condition");
  return false;
}

static void conclude(search *s) {
  if (s->is_incomplete) {
    s->out->verdict = PANDA_UNKNOWN;
    return;
  }
  s->out->verdict = PANDA_HOLDS;
  s->out->needs_no_input = !s->tandem->symbolic;
  if (!s->finished)
    snprintf(s->out->reason, sizeof s->out->reason,
             "no run comes to an end: assumptions exclude all of them");
}

/* What needs no input is over after one run, without any bookkeeping. */
static bool scout(search *s) {
  tandem *k = s->tandem;
  k->is_scouting = true;
  bool over = pass(s, 1);
  k->is_scouting = false;
  return over || !k->was_cut;
}

/* ---- Loops ----------------------------------------------------------- */

/* Objects that loops may change: arrays may become open. */
static bool has_memory(const cfa *p) {
  vec_each (const cfa_variable, v, &p->variables)
    if (!v->is_scalar && !v->is_constant)
      return true;
  vec_each (const cfa_edge, e, &p->edges)
    if (e->kind == CFA_ALLOCATE)
      return true;
  return false;
}

/* Passes until one refutes no candidate. True: it has seen all, and no error.
 */
static bool eliminate(search *s) {
  loops *x = s->loops;
  tandem *k = s->tandem;
  cover *c = k->cover;
  bool over = false;
  uint32_t bound = SUMMARY_BOUND;
  if (has_memory(k->p)) {
    k->cover = NULL; /* its keys do not have what open arrays hold */
    bound = ARRAY_BOUND;
  }
  x->task = LOOPS_SUMMARISE;
  x->wants_writers = false;
  do {
    x->was_dropped = false;
    over = pass(s, bound);
  } while (!over && x->was_dropped && !x->wants_writers && !s->wants_more);
  k->cover = c;
  return !over && !x->was_dropped && !k->was_cut;
}

/* Concrete states refute most of what was guessed. An error that is found here
 * is one. True: the search is over. */
static bool sample(search *s) {
  s->loops->task = LOOPS_SAMPLE;
  cover *c = s->tandem->cover; /* different runs to one state are welcome */
  s->tandem->cover = NULL;
  bool over = pass(s, SAMPLE_BOUND);
  s->tandem->cover = c;
  return over;
}

/* True: the search is over. 'is_spent' says whether more time may help. */
static bool summarise(search *s, double seconds, bool *is_spent) {
  tandem *k = s->tandem;
  abstraction *a = k->abstraction;
  bool over = false, is_proof = false;
  k->abstraction = NULL; /* it knows nothing of what is forgotten */
  k->loops = s->loops;
  do {
    double now = tandem_seconds(); /* each time that more loops are wanted */
    loops_guess(s->loops);
    k->deadline = now + seconds / 3; /* few samples are better than none */
    over = sample(s);
    k->deadline = now + seconds;
    if (over)
      break;
    is_proof = eliminate(s);
    if (s->loops->wants_writers)
      loops_start_again(s->loops);
  } while (!is_proof &&
           (s->loops->wants_writers || (!s->is_spoilt && s->wants_more)));
  *is_spent = tandem_seconds() > k->deadline;
  k->deadline = 0;
  s->loops->task = LOOPS_UNROLL;
  k->abstraction = a;
  if (is_proof) {
    loops_tidy(s->loops, k);
    s->is_by_loops = true;
    s->out->verdict = PANDA_HOLDS;
    snprintf(s->out->reason, sizeof s->out->reason,
             "by invariants of its loops");
  }
  return over || is_proof;
}

static bool summarise_first(search *s, bool *is_spent) {
  for (uint32_t i = 0; i < s->loops->count; i++)
    s->loops->all[i].is_wanted = true;
  return summarise(s, 60, is_spent);
}

/* ---- The order of things --------------------------------------------- */

/* After such passes loops are summarised, for so many seconds. */
static double time_for_loops(uint32_t bound) {
  return bound == FIRST_BOUND        ? 3
         : bound == 4 * FIRST_BOUND  ? 12
         : bound == 16 * FIRST_BOUND ? 60
                                     : 0;
}

/* Where states are covered, paths end by themselves. */
static uint32_t next_bound(const search *s, uint32_t bound) {
  const cover *c = s->tandem->cover;
  bool ends = c && c->asked && c->found * 2 > c->asked;
  return bound * (ends ? 16 : 2);
}

static void search_tree(search *s, abstraction *a) {
  tandem *k = s->tandem;
  bool may_summarise = s->loops->is_reducible, is_spent = true;
  if (!scout(s)) {
    bool is_short = s->out->statistics.steps < SHORT_PREFIX;
    k->abstraction = is_short ? a : NULL;
    if (s->options->loops_first && may_summarise &&
        summarise_first(s, &is_spent))
      return;
    for (uint32_t bound = FIRST_BOUND;; bound = next_bound(s, bound)) {
      k->symbolic = 0;
      k->loops = s->loops;
      if (pass(s, bound))
        return;
      if (!k->was_cut || (s->is_incomplete && bound >= MOST_HOPELESS_BOUND))
        break;
      double seconds = time_for_loops(bound);
      if (may_summarise && is_spent && seconds > 0 && s->wants_more &&
          summarise(s, seconds, &is_spent))
        return;
    }
  }
  if (s->out->verdict != PANDA_VIOLATED)
    conclude(s);
}

/* ---- Before and afterwards ------------------------------------------- */

/* From which locations does everything lead straight to the error? */
static void find_fails(const cfa *p, bool *fails) {
  for (uint32_t l = 0; l < p->locations.count; l++) {
    uint32_t at = l;
    for (int n = 0; n < MOST_STRAIGHT; n++) {
      const cfa_location *x = &p->locations.at[at];
      if (x->edges != 1)
        break;
      const cfa_edge *e = &p->edges.at[x->first_edge];
      if (e->kind == CFA_FAIL)
        fails[l] = true;
      if (e->to == CFA_NONE || e->kind == CFA_ASSUME)
        break;
      at = e->to;
    }
  }
}

static void add_given(abstraction *a, const cfa *p,
                      const cfa_predicates *given) {
  vec_each (const cfa_predicate, x, given)
    for (uint32_t l = 0; l < p->locations.count; l++) {
      const cfa_location *at = &p->locations.at[l];
      if (x->function != CFA_NONE && x->function != at->function)
        continue;
      if (x->line && (at->place.line != x->line || at->place.file != x->file))
        continue;
      abstraction_add(a, l, x->condition);
    }
}

/* Behind states that were covered, predicates about what is never read again
 * have not been looked at. */
static void take_predicates(search *s, const abstraction *a) {
  const cover *c = s->tandem->cover;
  bool saw_all = !c || !c->found;
  for (size_t i = 0; i < abstraction_count(a); i++) {
    abstraction_known x = abstraction_at(a, i);
    panda_predicate p = {x.location, x.condition,
                         saw_all && x.was_visited && x.is_always_true};
    if (x.was_visited)
      vec_push(s->m, &s->out->predicates, p);
  }
}

static void take_invariants(search *s) {
  for (uint32_t i = 0; i < s->loops->count; i++) {
    const loop *l = &s->loops->all[i];
    vec_each (const candidate, c, &l->candidates)
      if (l->is_wanted && !c->is_dropped) {
        panda_predicate p = {l->location, c->condition, true};
        cfa_invariant known = {CFA_AT_LOCATION, l->location, c->condition, 0};
        vec_push(s->m, &s->out->predicates, p);
        vec_push(s->m, &s->out->invariants, known);
      }
    vec_each (const array_candidate, c, &l->array_candidates)
      if (l->is_wanted && !c->is_dropped) {
        cfa_invariant known = {CFA_AT_LOCATION, l->location, c->condition,
                               c->index};
        vec_push(s->m, &s->out->invariants, known);
      }
  }
}

static void count_up(search *s, const abstraction *a) {
  s->out->statistics.queries += abstraction_queries(a);
  s->out->statistics.predicates = abstraction_most_at_a_location(a);
}

void panda_check(mem *m, progress *clock, cfa *p, const panda_options *o,
                 panda_open *open, panda_result *out) {
  *out = (panda_result){.verdict = PANDA_UNKNOWN, .edge = CFA_NONE};
  out->place.file = CFA_NONE;
  clock->phase = "exploring";
  code c;
  code_make(m, p, &c);
  tandem k = {.m = m,
              .clock = clock,
              .p = p,
              .code = &c,
              .options = o,
              .statistics = &out->statistics};
  smt_limits limits = {o->query_milliseconds, o->solver_megabytes};
  tandem_init(&k);
  k.solver = open->solver = smt_new(m, k.terms, clock, &limits);
  k.fails = mem_array(m, p->locations.count, sizeof *k.fails);
  find_fails(p, k.fails);
  abstraction *a = NULL;
  if (o->refine || o->predicates) {
    /* Predicates only save queries: none of theirs is worth a long wait. */
    smt_limits brief = {PREDICATE_MILLISECONDS, o->solver_megabytes};
    a = open->abstraction =
        abstraction_new(m, clock, p, &brief, tandem_resolve, &k);
    if (o->predicates)
      add_given(a, p, o->predicates);
  }
  search s = {.m = m, .tandem = &k, .options = o, .out = out};
  s.loops = loops_new(m, p, &c);
  if (!o->no_covering)
    k.cover = cover_new(m, &c, k.terms);
  search_tree(&s, a);
  if (s.is_by_loops)
    take_invariants(&s);
  else if (a)
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
  *open = (panda_open){NULL, NULL};
}
