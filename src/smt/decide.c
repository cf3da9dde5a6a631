#include "smt/decide.h"

#include "smt/aside.h"
#include "smt/integers.h"
#include "smt/one_shot.h"
#include "smt/translate.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum {
  AT_ONCE = 60,       /* milliseconds, before a thread is worth while */
  PATIENCE = 2000,    /* milliseconds for each try but the last, if there is
                         no limit */
  KEEP_ALL = 1 << 14, /* terms, before those of cut ones are looked for */
  SPARE = 4,          /* constraints that may be asserted beyond twice those
                         of the query */
};

/* How an answer is sought. */
typedef enum way {
  BY_LEARNING, /* the solver that is kept */
  BY_BITS,     /* a new one, for finite domains */
  BY_STEPS,    /* a new one: equations solved, then bits */
  BY_INTEGERS, /* the same, in another theory */
  BY_ANOTHER   /* in a thread beside these */
} way;

struct decider {
  mem *m;
  terms *t;
  progress *clock;
  translation terms;
  Z3_context z; /* NULL: not begun */
  Z3_solver solver, fresh;
  Z3_model model; /* of the last answer; NULL: not asked for */
  Z3_params params;
  Z3_symbol timeout;
  unsigned set_timeout; /* what 'solver' has been told */
  map guarded;          /* as translation_key: constraints that are asserted */
  vec(translated) guards;   /* their literals */
  vec(translated) formulas; /* of the query */
  Z3_ast *assumed;          /* their literals: 'count' of 'room' */
  size_t count, room;
  map positions; /* of literals in 'assumed': for cores */
  Z3_lbool answer;
  unsigned milliseconds;  /* for the thread's work; 0: no limit */
  integers integers;      /* open: the query has that form */
  way way;                /* that gave the answer */
  one_shot *beside;       /* NULL: there is no second thread */
  atomic_bool is_refuted; /* by that, */
  atomic_bool is_done;    /* or it may end */
  unsigned jobs;
  bool has_floats;    /* the query speaks of numbers of IEEE 754 */
  bool is_broken;     /* nothing more may be asked */
  bool is_starved;    /* the last query ended for want of memory */
  unsigned megabytes; /* Z3's cap; 0: none */
  size_t keep;
};

/* Contexts that a raise may lose. */

typedef struct held {
  struct held *next;
  const mem_budget *budget;
  Z3_context z;
} held;

static held *all_held;
static pthread_mutex_t held_lock = PTHREAD_MUTEX_INITIALIZER;

static bool hold(const mem_budget *budget, Z3_context z) {
  held *h = malloc(sizeof *h);
  if (!h)
    return false;
  pthread_mutex_lock(&held_lock);
  *h = (held){all_held, budget, z};
  all_held = h;
  pthread_mutex_unlock(&held_lock);
  return true;
}

/* One that is 'z', or of the budget if that is NULL. */
static Z3_context unhold(const mem_budget *budget, Z3_context z) {
  Z3_context found = NULL;
  pthread_mutex_lock(&held_lock);
  for (held **h = &all_held; *h && !found; h = &(*h)->next)
    if (z ? (*h)->z == z : (*h)->budget == budget) {
      held *gone = *h;
      found = gone->z;
      *h = gone->next;
      free(gone);
      if (!*h)
        break;
    }
  pthread_mutex_unlock(&held_lock);
  return found;
}

void decider_release_lost(const mem_budget *budget) {
  Z3_context z;
  while ((z = unhold(budget, NULL)))
    Z3_del_context(z);
}

static bool begin_params(decider *d) {
  d->timeout = Z3_mk_string_symbol(d->z, "timeout");
  d->params = Z3_mk_params(d->z);
  if (!d->params)
    return false;
  Z3_params_inc_ref(d->z, d->params);
  /* Signals are the program's, not Z3's. */
  Z3_params_set_bool(d->z, d->params, Z3_mk_string_symbol(d->z, "ctrl_c"),
                     false);
  return true;
}

static bool decide_begin(decider *d) {
  if (d->z)
    return true;
  Z3_config config = Z3_mk_config();
  if (!config)
    return false;
  Z3_context z = Z3_mk_context_rc(config);
  Z3_del_config(config);
  if (!z)
    return false;
  Z3_set_error_handler(z, NULL);
  Z3_toggle_warning_messages(false);
  if (!hold(d->m->budget, z)) {
    Z3_del_context(z);
    return false;
  }
  d->z = z;
  d->keep = KEEP_ALL;
  return translation_init(&d->terms, d->m, d->t, z) && begin_params(d);
}

static bool begin_solver(decider *d) {
  if (d->solver)
    return true;
  d->solver = Z3_mk_simple_solver(d->z);
  if (!d->solver)
    return false;
  Z3_solver_inc_ref(d->z, d->solver);
  d->set_timeout = UINT32_MAX;
  return true;
}

static void end_fresh(decider *d) {
  if (d->fresh)
    Z3_solver_dec_ref(d->z, d->fresh);
  d->fresh = NULL;
}

static void end_model(decider *d) {
  if (d->model)
    Z3_model_dec_ref(d->z, d->model);
  d->model = NULL;
}

static void end_solver(decider *d) {
  vec_each (const translated, g, &d->guards)
    Z3_dec_ref(d->z, g->ast);
  d->guards.count = 0;
  map_free(d->m, &d->guarded);
  if (d->solver)
    Z3_solver_dec_ref(d->z, d->solver);
  d->solver = NULL;
}

static void begin_integers(decider *d, const term *constraints, size_t count) {
  if (integers_begin(&d->integers, d->m, d->t, constraints, count) &&
      !hold(d->m->budget, d->integers.z))
    integers_end(&d->integers);
}

static void end_integers(decider *d) {
  if (d->integers.z)
    unhold(NULL, d->integers.z);
  integers_end(&d->integers);
}

/* Everything of Z3's goes; the next query begins anew. */
static void end(decider *d) {
  if (!d->z)
    return;
  end_model(d);
  end_fresh(d);
  end_solver(d);
  end_integers(d);
  translation_clear(&d->terms);
  if (d->params)
    Z3_params_dec_ref(d->z, d->params);
  d->params = NULL;
  unhold(NULL, d->z);
  Z3_del_context(d->z);
  d->z = NULL;
}

static void cap_memory(unsigned megabytes) {
  char text[16];
  snprintf(text, sizeof text, "%u", megabytes);
  Z3_global_param_set("memory_max_size", text);
}

/* Z3 does not give back all it had when it runs out of memory, up to three
 * quarters of it. What is gone is granted again, once: without it the smallest
 * question would find no room. */
static void end_for_want_of_memory(decider *d) {
  end(d);
  d->is_starved = true;
  uint64_t kept = Z3_get_estimated_alloc_size() >> 20;
  if (d->megabytes)
    cap_memory(d->megabytes +
               (kept < d->megabytes ? (unsigned)kept : d->megabytes));
}

decider *decider_new(mem *m, terms *t, progress *clock,
                     const smt_limits *limits) {
  decider *d = mem_alloc(m, sizeof *d);
  d->m = m;
  d->t = t;
  d->clock = clock;
  d->megabytes = limits->megabytes;
  d->jobs = limits->jobs;
  if (d->megabytes)
    cap_memory(d->megabytes);
  return d;
}

void decider_delete(decider *d) {
  if (!d)
    return;
  end(d);
  vec_free(d->m, &d->guards);
  mem_free(d->m, d->assumed);
  vec_free(d->m, &d->formulas);
  map_free(d->m, &d->positions);
  mem_free(d->m, d);
}

/* What belongs to terms that were cut goes, if it is most; so does a solver
 * most of whose constraints are not asked about. */
static void decide_tidy(decider *d, size_t count) {
  if (!d->z)
    return;
  if (d->guards.count > 2 * count + SPARE)
    end_solver(d);
  if (d->terms.known.keys.count < d->keep)
    return;
  if (2 * translation_alive(&d->terms) < d->terms.known.keys.count)
    end(d);
  else
    d->keep = 2 * d->terms.known.keys.count;
}

/* The literal that stands for a constraint, asserted now if it was not; of one
 * that the solver is not asked about, a name alone. */
static Z3_ast guard_of(decider *d, term constraint, Z3_ast formula) {
  uint64_t key = translation_key(d->t, constraint);
  uint32_t at = map_find(&d->guarded, key);
  if (at != MAP_NONE)
    return d->guards.at[at].ast;
  vec_reserve(d->m, &d->guards, 1);
  at = map_insert(d->m, &d->guarded, key);
  assert(at == d->guards.count);
  Z3_ast guard = Z3_mk_fresh_const(d->z, "g", Z3_mk_bool_sort(d->z));
  if (!guard)
    return NULL;
  Z3_inc_ref(d->z, guard);
  vec_push(d->m, &d->guards, ((translated){.ast = guard}));
  if (translation_has_floats(&d->terms, constraint))
    return guard;
  Z3_ast implication = Z3_mk_implies(d->z, guard, formula);
  if (!implication)
    return NULL;
  Z3_solver_assert(d->z, d->solver, implication);
  return Z3_get_error_code(d->z) == Z3_OK ? guard : NULL;
}

static void make_room(decider *d, size_t count) {
  d->count = d->formulas.count = 0;
  vec_reserve(d->m, &d->formulas, count);
  if (count <= d->room)
    return;
  mem_free(d->m, d->assumed);
  d->assumed = NULL;
  d->room = 0;
  d->assumed = mem_array(d->m, 2 * count, sizeof(Z3_ast));
  d->room = 2 * count;
}

static bool assume_all(decider *d, const term *constraints, size_t count) {
  make_room(d, count);
  d->has_floats = false;
  for (size_t i = 0; i < count; i++) {
    Z3_ast formula = translation_of(&d->terms, constraints[i]);
    d->has_floats |= translation_has_floats(&d->terms, constraints[i]);
    Z3_ast guard = formula ? guard_of(d, constraints[i], formula) : NULL;
    if (!guard)
      return false;
    d->assumed[d->count++] = guard;
    vec_push(d->m, &d->formulas, ((translated){.ast = formula}));
  }
  return true;
}

static void limit_time(decider *d, Z3_solver s, unsigned milliseconds) {
  Z3_params_set_uint(d->z, d->params, d->timeout,
                     milliseconds ? milliseconds : UINT32_MAX - 1);
  Z3_solver_set_params(d->z, s, d->params);
}

static Z3_lbool by_learning(decider *d, unsigned milliseconds) {
  if (d->set_timeout != milliseconds)
    limit_time(d, d->solver, milliseconds);
  d->set_timeout = milliseconds;
  return Z3_solver_check_assumptions(d->z, d->solver, (unsigned)d->count,
                                     d->assumed);
}

/* The first one is given up for both. */
static Z3_tactic then(Z3_context z, Z3_tactic first, const char *name) {
  Z3_tactic second = Z3_mk_tactic(z, name), both = NULL;
  if (second)
    Z3_tactic_inc_ref(z, second);
  if (first && second)
    both = Z3_tactic_and_then(z, first, second);
  if (both)
    Z3_tactic_inc_ref(z, both);
  if (second)
    Z3_tactic_dec_ref(z, second);
  if (first)
    Z3_tactic_dec_ref(z, first);
  return both;
}

/* Numbers of IEEE 754 become words in Z3's own order of steps. */
static Z3_solver stepwise(Z3_context z, bool has_floats) {
  static const char *const steps[] = {"propagate-values", "solve-eqs",
                                      "simplify", "bit-blast", "sat"};
  size_t count = has_floats ? 0 : sizeof steps / sizeof *steps;
  Z3_tactic all = Z3_mk_tactic(z, has_floats ? "qffpbv" : "simplify");
  if (all)
    Z3_tactic_inc_ref(z, all);
  for (size_t i = 0; i < count; i++)
    all = then(z, all, steps[i]);
  if (!all)
    return NULL;
  Z3_solver s = Z3_mk_solver_from_tactic(z, all);
  if (s)
    Z3_solver_inc_ref(z, s);
  Z3_tactic_dec_ref(z, all);
  return s;
}

static Z3_solver bitwise(Z3_context z) {
  Z3_solver s = Z3_mk_solver_for_logic(z, Z3_mk_string_symbol(z, "QF_FD"));
  if (s)
    Z3_solver_inc_ref(z, s);
  return s;
}

static Z3_lbool by_fresh(decider *d, way how, unsigned milliseconds) {
  end_fresh(d);
  d->fresh = how == BY_BITS ? bitwise(d->z) : stepwise(d->z, d->has_floats);
  if (!d->fresh)
    return Z3_L_UNDEF;
  limit_time(d, d->fresh, milliseconds);
  vec_each (const translated, f, &d->formulas)
    Z3_solver_assert(d->z, d->fresh, f->ast);
  if (Z3_get_error_code(d->z) != Z3_OK)
    return Z3_L_UNDEF;
  return Z3_solver_check(d->z, d->fresh);
}

/* Only a solver that ran out of time may be used again: one that ran out of
 * memory is left in pieces, and asking it again has crashed. */
static bool is_whole(decider *d, Z3_solver s) {
  if (Z3_get_error_code(d->z) != Z3_OK || !s)
    return false;
  const char *reason = Z3_solver_get_reason_unknown(d->z, s);
  return reason &&
         (strcmp(reason, "timeout") == 0 || strcmp(reason, "canceled") == 0);
}

static void try_way(decider *d, way how, unsigned milliseconds) {
  if (d->answer != Z3_L_UNDEF || d->is_broken || d->is_refuted)
    return;
  d->way = how;
  d->answer = how == BY_LEARNING ? by_learning(d, milliseconds)
                                 : by_fresh(d, how, milliseconds);
  d->is_broken = d->answer == Z3_L_UNDEF &&
                 !is_whole(d, how == BY_LEARNING ? d->solver : d->fresh);
}

static void try_integers(decider *d, unsigned milliseconds) {
  if (!d->integers.z || d->is_refuted)
    return;
  d->way = BY_INTEGERS;
  d->answer = integers_decide(&d->integers, milliseconds);
}

static void interrupt(decider *d) {
  Z3_interrupt(d->z);
  if (d->integers.z)
    Z3_interrupt(d->integers.z);
}

/* Only that there is no solution is taken over: one would have to be told. */
static void *run_beside(void *self) {
  static const struct timespec a_little = {.tv_nsec = 2000000};
  decider *d = self;
  one_shot_work(d->beside);
  if (one_shot_answer(d->beside) != SMT_UNSAT)
    return NULL;
  d->is_refuted = true;
  while (!d->is_done) { /* until it hears */
    interrupt(d);
    nanosleep(&a_little, NULL);
  }
  return NULL;
}

/* Z3's solver that learns forgets what numbers of IEEE 754 mean when a query of
 * it is interrupted: such questions are asked afresh. */
static void try_afresh(decider *d) { try_way(d, BY_STEPS, d->milliseconds); }

/* A quarter of the time for the bits alone, one for the solver that learned,
 * the rest for the last way. Which one is quick differs widely from query to
 * query: none of them was best on all kinds of paths. */
static void try_ways(decider *d) {
  unsigned quarter = d->milliseconds ? d->milliseconds / 4 + 1 : PATIENCE;
  if (d->has_floats) {
    try_afresh(d);
    return;
  }
  try_integers(d, quarter);
  try_way(d, BY_BITS, quarter);
  try_way(d, BY_LEARNING, quarter);
  try_way(d, BY_STEPS, d->milliseconds / 2);
}

static void work(void *self) {
  decider *d = self;
  pthread_t thread;
  bool is_beside =
      d->beside && pthread_create(&thread, NULL, run_beside, d) == 0;
  try_ways(d);
  if (!is_beside)
    return;
  d->is_done = true;
  if (d->answer != Z3_L_UNDEF)
    one_shot_stop(d->beside);
  pthread_join(thread, NULL);
  if (d->answer == Z3_L_UNDEF && d->is_refuted) {
    d->answer = Z3_L_FALSE;
    d->way = BY_ANOTHER;
  }
}

static void stop(void *self) {
  decider *d = self;
  interrupt(d);
  if (d->beside)
    one_shot_stop(d->beside);
}

static void decide_ask(decider *d, const term *constraints, size_t count,
                       unsigned milliseconds) {
  unsigned at_once =
      milliseconds && milliseconds < AT_ONCE ? milliseconds : AT_ONCE;
  d->answer = Z3_L_UNDEF;
  d->is_broken = false;
  if (d->has_floats)
    at_once = 0;
  else
    try_way(d, BY_LEARNING, at_once);
  if (d->answer != Z3_L_UNDEF || (at_once && at_once == milliseconds))
    return;
  d->milliseconds = milliseconds ? milliseconds - at_once : 0;
  if (!d->has_floats)
    begin_integers(d, constraints, count);
  d->is_refuted = d->is_done = false;
  d->beside =
      d->jobs > 1 && !d->has_floats
          ? one_shot_begin(d->m, d->t, constraints, count, d->milliseconds)
          : NULL;
  aside a = {work, stop, d};
  bool is_in_time = aside_run(&a, d->clock);
  if (d->beside)
    one_shot_end(d->beside);
  d->beside = NULL;
  if (!is_in_time)
    progress_raise(d->clock);
}

smt_answer decider_decide(decider *d, const term *constraints, size_t count,
                          unsigned milliseconds) {
  end_model(d);
  end_integers(d);
  d->is_starved = false;
  decide_tidy(d, count);
  if (!decide_begin(d) || !begin_solver(d) ||
      !assume_all(d, constraints, count)) {
    end_for_want_of_memory(d);
    return SMT_UNKNOWN;
  }
  decide_ask(d, constraints, count, milliseconds);
  if (d->answer == Z3_L_TRUE)
    return SMT_SAT;
  if (d->answer == Z3_L_FALSE)
    return SMT_UNSAT;
  if (d->is_broken)
    end_for_want_of_memory(d);
  else
    end(d);
  return SMT_UNKNOWN;
}

bool decider_is_starved(const decider *d) { return d->is_starved; }

static bool word_of(Z3_context z, Z3_ast value, uint64_t *out) {
  Z3_lbool truth = Z3_get_bool_value(z, value);
  *out = truth == Z3_L_TRUE;
  if (truth != Z3_L_UNDEF)
    return true;
  return Z3_get_ast_kind(z, value) == Z3_NUMERAL_AST &&
         Z3_get_numeral_uint64(z, value, out);
}

static bool decide_begin_model(decider *d) {
  if (!d->model)
    d->model =
        Z3_solver_get_model(d->z, d->way == BY_LEARNING ? d->solver : d->fresh);
  if (!d->model)
    return false;
  Z3_model_inc_ref(d->z, d->model);
  return true;
}

bool decider_value(decider *d, term input, uint64_t *value) {
  if (d->way == BY_INTEGERS)
    return integers_value(&d->integers, term_node_of(d->t, input), value);
  if (!d->model && !decide_begin_model(d))
    return false;
  Z3_ast variable = translation_of(&d->terms, input), found = NULL;
  if (variable)
    found = Z3_model_get_const_interp(
        d->z, d->model, Z3_get_app_decl(d->z, Z3_to_app(d->z, variable)));
  return found && word_of(d->z, found, value);
}

/* False: not told. */
static bool mark_core(decider *d, bool *needed) {
  Z3_ast_vector core = Z3_solver_get_unsat_core(d->z, d->solver);
  if (!core)
    return false;
  Z3_ast_vector_inc_ref(d->z, core);
  bool all_found = true;
  for (unsigned i = 0; i < Z3_ast_vector_size(d->z, core); i++) {
    Z3_ast guard = Z3_ast_vector_get(d->z, core, i);
    uint32_t at = map_find(&d->positions, (uintptr_t)guard);
    if (at == MAP_NONE)
      all_found = false;
    else
      needed[at] = true;
  }
  Z3_ast_vector_dec_ref(d->z, core);
  return all_found;
}

void decider_core(decider *d, bool *needed, size_t count) {
  assert(count == d->count);
  memset(needed, false, count * sizeof *needed);
  map_free(d->m, &d->positions);
  for (size_t i = 0; i < count; i++)
    map_insert(d->m, &d->positions, (uintptr_t)d->assumed[i]);
  assert(d->positions.keys.count == count);
  if (d->way != BY_LEARNING || !mark_core(d, needed))
    memset(needed, true, count * sizeof *needed);
}
