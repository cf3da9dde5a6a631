/* Calls in passes that sample or summarise: what is refuted is dropped, what is
 * left is assumed. */
#include "engine/panda/calls/calls.h"

#include "base/mutant.h"

enum {
  MOST_SAMPLES = 4000,
  ALL_SAMPLES = 250,
  MOST_VALUES = 1 << 20,
  MOST_QUERIES = 200 /* to say less of what was found */
};

static loops_task task_of(const concolic *engine) {
  return engine->loops ? engine->loops->task : LOOPS_UNROLL;
}

static contract *top_contract(const concolic *engine) {
  return &engine->calls->all[engine->frames.at[engine->depth - 1].function];
}

static bool is_asked(const clauses *all, const clause *c) {
  for (int i = 0; i < 2; i++)
    if (c->stronger[i] != CFA_NONE && !all->at[c->stronger[i]].is_dropped)
      return false;
  return !c->is_dropped;
}

static void drop(concolic *engine, clause *c) {
  c->is_dropped = true;
  engine->loops->was_dropped = true;
}

/* The conjunction of the clauses that are true in the present state. */
static term keep_what_is_true(concolic *engine, clauses *all,
                              const condition_ghosts *ghosts) {
  term sum = terms_constant(engine->terms, 1, 1);
  vec_each (clause, c, all) {
    if (!is_asked(all, c))
      continue;
    term t = condition_term(engine, c->condition, ghosts, false);
    if (t == TERM_NONE || !terms_value(engine->terms, t))
      drop(engine, c);
    else
      sum = terms_and(engine->terms, sum, t);
  }
  return sum;
}

/* What the solver cannot decide together, it is asked one by one; what it then
 * does not know to hold is dropped. */
static void keep_one_by_one(concolic *engine, clauses *all,
                            const condition_ghosts *ghosts) {
  vec_each (clause, c, all) {
    if (!is_asked(all, c))
      continue;
    term t = condition_term(engine, c->condition, ghosts, false);
    if (t == TERM_NONE ||
        concolic_ask(engine, terms_not(engine->terms, t)) != SMT_UNSAT)
      drop(engine, c);
  }
}

/* Those that hold for all inputs of this path. */
static void keep_what_holds(concolic *engine, clauses *all,
                            const condition_ghosts *ghosts) {
  for (;;) {
    term sum = keep_what_is_true(engine, all, ghosts);
    if (terms_is_constant(engine->terms, sum))
      return;
    switch (concolic_ask(engine, terms_not(engine->terms, sum))) {
    case SMT_UNSAT:
      return;
    case SMT_UNKNOWN:
      keep_one_by_one(engine, all, ghosts);
      return;
    case SMT_SAT: /* some are false now, and are dropped next time around */
      concolic_take_model(engine);
    }
  }
}

static bool assume_clauses(concolic *engine, const clauses *all,
                           const condition_ghosts *ghosts) {
  term sum = terms_constant(engine->terms, 1, 1);
  vec_each (const clause, c, all) {
    if (!is_asked(all, c))
      continue;
    term t = condition_term(engine, c->condition, ghosts, true);
    if (t == TERM_NONE)
      return concolic_unsupported(engine, "a contract about pointers");
    sum = terms_and(engine->terms, sum, t);
  }
  return concolic_assume(engine, sum);
}

/* All of the first ones, then some. */
static bool is_sample(contract *c) {
  uint32_t n = c->samples++;
  return n < ALL_SAMPLES || (n < MOST_SAMPLES ? n % 16 == 0 : n % 1024 == 0);
}

static void sample_entry(concolic *engine, contract *c) {
  calls *x = engine->calls;
  if (!is_sample(c) || x->values.count > MOST_VALUES)
    return;
  keep_what_is_true(engine, &c->requires, NULL);
  map_insert(x->m, &x->entries, engine->frames.at[engine->depth - 1].serial);
  vec_push(x->m, &x->first_value, x->values.count);
  vec_each (const uint32_t, v, &c->known)
    vec_push(x->m, &x->values,
             *concolic_register(engine, concolic_scalar(engine, *v)));
}

static void sample_return(concolic *engine, contract *c, value result) {
  calls *x = engine->calls;
  uint32_t n =
      map_find(&x->entries, engine->frames.at[engine->depth - 1].serial);
  if (n == MAP_NONE)
    return;
  condition_ghosts ghosts = {
      result, c->known.at, x->values.at + x->first_value.at[n], c->known.count};
  keep_what_is_true(engine, &c->ensures, &ghosts);
}

/* A call, by its contract. */

static void forget_scalar(concolic *engine, uint32_t v) {
  value nothing = {0, TERM_NONE, VALUE_UNINITIALISED};
  concolic_put(engine, concolic_scalar(engine, v), nothing);
}

/* Loops around the call have it changed. */
static void forget_object(concolic *engine, uint32_t id) {
  loops_note_write(engine, id, 0, 0);
  concolic_havoc(engine, id);
}

static void forget_globals(concolic *engine) {
  for (uint32_t v = 0; v < engine->p->globals; v++) {
    const cfa_variable *variable = &engine->p->variables.at[v];
    uint32_t id = engine->code->first_global_object + variable->slot;
    if (!variable->is_scalar && !engine->objects.at[id].is_constant)
      forget_object(engine, id);
  }
}

static void forget(concolic *engine, const contract *c) {
  if (MUTANT("panda-contract-globals"))
    return;
  vec_each (const uint32_t, v, &c->scalars)
    forget_scalar(engine, *v);
  vec_each (const uint32_t, v, &c->objects)
    forget_object(engine, engine->code->first_global_object +
                              engine->p->variables.at[*v].slot);
  if (c->changes_memory)
    forget_globals(engine);
  engine->changes++;
}

static void take_known(concolic *engine, const contract *c, value *out) {
  for (size_t n = 0; n < c->known.count; n++) {
    const cfa_variable *variable = &engine->p->variables.at[c->known.at[n]];
    uint32_t r = concolic_scalar(engine, c->known.at[n]);
    out[n] = concolic_get(engine, r, variable->width, variable->is_pointer);
  }
}

/* Whatever the function may return. */
static value any_result(concolic *engine, const cfa_function *function) {
  cfa_input what = {.kind = CFA_INPUT_UNINITIALISED,
                    .name = function->name,
                    .width = function->result_width,
                    .is_pointer = function->result_is_pointer};
  if (!function->result_width)
    return (value){0, TERM_NONE, VALUE_UNINITIALISED};
  return concolic_input(engine, &what);
}

static bool use(concolic *engine, contract *c) {
  enum { MOST = 64 };
  value old[MOST];
  uint32_t function = engine->frames.at[engine->depth - 1].function;
  c->is_used = true;
  if (c->known.count > MOST)
    return concolic_unsupported(engine, "too many variables");
  if (!MUTANT("panda-contract-requires"))
    keep_what_holds(engine, &c->requires, NULL);
  take_known(engine, c, old);
  frame x = concolic_pop_frame(engine);
  forget(engine, c);
  value result = any_result(engine, &engine->p->functions.at[function]);
  condition_ghosts ghosts = {result, c->known.at, old, c->known.count};
  if (!assume_clauses(engine, &c->ensures, &ghosts))
    return false;
  if (x.result != CODE_NONE)
    concolic_put(engine, x.result, result);
  engine->at = x.back;
  return true;
}

bool calls_enter(concolic *engine) {
  contract *c = top_contract(engine);
  if (!c->is_wanted)
    return true;
  if (task_of(engine) == LOOPS_SAMPLE)
    sample_entry(engine, c);
  return task_of(engine) != LOOPS_SUMMARISE || use(engine, c);
}

void calls_begin_pass(calls *x) {
  x->body = CFA_NONE;
  x->pending.count = 0;
  for (uint32_t f = 0; f < x->p->functions.count; f++)
    x->all[f].is_used = x->all[f].is_seen = false;
}

uint32_t calls_next_body(calls *x) {
  for (uint32_t f = 0; f < x->p->functions.count; f++)
    if (x->all[f].is_used && !x->all[f].is_seen)
      return f;
  return CFA_NONE;
}

bool calls_begin_body(concolic *engine, uint32_t function) {
  calls *x = engine->calls;
  contract *c = &x->all[function];
  x->body = function;
  c->is_seen = true;
  for (uint32_t v = 0; v < engine->p->globals; v++)
    if (engine->p->variables.at[v].is_scalar && x->assigned[v])
      forget_scalar(engine, v);
  forget_globals(engine);
  vec_resize(x->m, &x->old, c->known.count);
  take_known(engine, c, x->old.at);
  return assume_clauses(engine, &c->requires, NULL);
}

void calls_leave(concolic *engine, value result) {
  calls *x = engine->calls;
  contract *c = top_contract(engine);
  calls_remember(engine, result);
  if (task_of(engine) == LOOPS_SAMPLE && c->is_wanted)
    sample_return(engine, c, result);
  if (task_of(engine) != LOOPS_SUMMARISE || x->body == CFA_NONE ||
      engine->depth > 1)
    return;
  if (MUTANT("panda-contract-ensures") && concolic_edge(engine) % 2)
    return;
  condition_ghosts ghosts = {result, c->known.at, x->old.at, c->known.count};
  keep_what_holds(engine, &c->ensures, &ghosts);
}

static bool follows(concolic *engine, condition_opened *opened,
                    const clauses *all, const clause *c) {
  term others = terms_constant(engine->terms, 1, 1);
  vec_each (const clause, d, all)
    if (d != c && !d->is_dropped)
      others = terms_and(engine->terms, others,
                         condition_open(engine, opened, d->condition));
  term this = condition_open(engine, opened, c->condition);
  term doubt = terms_and(engine->terms, others, terms_not(engine->terms, this));
  return smt_decide(engine->solver, doubt, false) == SMT_UNSAT;
}

static void tidy(concolic *engine, condition_opened *opened, clauses *all) {
  for (size_t n = all->count; n-- > 0;) /* the stronger ones come first */
    all->at[n].is_dropped = !is_asked(all, &all->at[n]);
  size_t queries = 0;
  for (size_t n = all->count; n-- > 0;) {
    clause *c = &all->at[n];
    if (!c->is_dropped && queries++ < MOST_QUERIES)
      c->is_dropped = follows(engine, opened, all, c);
  }
}

void calls_tidy(calls *x, concolic *engine) {
  condition_opened opened = {.inputs.count = 0};
  smt_pop(engine->solver, smt_depth(engine->solver));
  for (uint32_t f = 0; f < x->p->functions.count; f++)
    if (x->all[f].is_wanted) {
      tidy(engine, &opened, &x->all[f].requires);
      tidy(engine, &opened, &x->all[f].ensures);
    }
  condition_close(engine, &opened);
}
