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

static loops_task task_of(const concolic *k) {
  return k->loops ? k->loops->task : LOOPS_UNROLL;
}

static contract *top_contract(const concolic *k) {
  return &k->calls->all[k->frames.at[k->depth - 1].function];
}

static bool is_asked(const clauses *all, const clause *c) {
  for (int i = 0; i < 2; i++)
    if (c->stronger[i] != CFA_NONE && !all->at[c->stronger[i]].is_dropped)
      return false;
  return !c->is_dropped;
}

static void drop(concolic *k, clause *c) {
  c->is_dropped = true;
  k->loops->was_dropped = true;
}

/* The conjunction of the clauses that are true in the present state. */
static term keep_what_is_true(concolic *k, clauses *all,
                              const condition_ghosts *ghosts) {
  term sum = terms_constant(k->terms, 1, 1);
  vec_each (clause, c, all) {
    if (!is_asked(all, c))
      continue;
    term t = condition_term(k, c->condition, ghosts, false);
    if (t == TERM_NONE || !terms_value(k->terms, t))
      drop(k, c);
    else
      sum = terms_and(k->terms, sum, t);
  }
  return sum;
}

/* What the solver cannot decide together, it is asked one by one; what it then
 * does not know to hold is dropped. */
static void keep_one_by_one(concolic *k, clauses *all,
                            const condition_ghosts *ghosts) {
  vec_each (clause, c, all) {
    if (!is_asked(all, c))
      continue;
    term t = condition_term(k, c->condition, ghosts, false);
    if (t == TERM_NONE || concolic_ask(k, terms_not(k->terms, t)) != SMT_UNSAT)
      drop(k, c);
  }
}

/* Those that hold for all inputs of this path. */
static void keep_what_holds(concolic *k, clauses *all,
                            const condition_ghosts *ghosts) {
  for (;;) {
    term sum = keep_what_is_true(k, all, ghosts);
    if (terms_is_constant(k->terms, sum))
      return;
    switch (concolic_ask(k, terms_not(k->terms, sum))) {
    case SMT_UNSAT:
      return;
    case SMT_UNKNOWN:
      keep_one_by_one(k, all, ghosts);
      return;
    case SMT_SAT: /* some are false now, and are dropped next time around */
      concolic_take_model(k);
    }
  }
}

static bool assume_clauses(concolic *k, const clauses *all,
                           const condition_ghosts *ghosts) {
  term sum = terms_constant(k->terms, 1, 1);
  vec_each (const clause, c, all) {
    if (!is_asked(all, c))
      continue;
    term t = condition_term(k, c->condition, ghosts, true);
    if (t == TERM_NONE)
      return concolic_unsupported(k, "a contract about pointers");
    sum = terms_and(k->terms, sum, t);
  }
  return concolic_assume(k, sum);
}

/* All of the first ones, then some. */
static bool is_sample(contract *c) {
  uint32_t n = c->samples++;
  return n < ALL_SAMPLES || (n < MOST_SAMPLES ? n % 16 == 0 : n % 1024 == 0);
}

static void sample_entry(concolic *k, contract *c) {
  calls *x = k->calls;
  if (!is_sample(c) || x->values.count > MOST_VALUES)
    return;
  keep_what_is_true(k, &c->requires, NULL);
  map_insert(x->m, &x->entries, k->frames.at[k->depth - 1].serial);
  vec_push(x->m, &x->first_value, x->values.count);
  vec_each (const uint32_t, v, &c->known)
    vec_push(x->m, &x->values, *concolic_register(k, concolic_scalar(k, *v)));
}

static void sample_return(concolic *k, contract *c, value result) {
  calls *x = k->calls;
  uint32_t n = map_find(&x->entries, k->frames.at[k->depth - 1].serial);
  if (n == MAP_NONE)
    return;
  condition_ghosts g = {result, c->known.at,
                        x->values.at + x->first_value.at[n], c->known.count};
  keep_what_is_true(k, &c->ensures, &g);
}

/* A call, by its contract. */

static void forget_scalar(concolic *k, uint32_t v) {
  value nothing = {0, TERM_NONE, VALUE_UNINITIALISED};
  concolic_put(k, concolic_scalar(k, v), nothing);
}

static void forget_globals(concolic *k) {
  for (uint32_t v = 0; v < k->p->globals; v++) {
    const cfa_variable *x = &k->p->variables.at[v];
    uint32_t id = k->code->first_global_object + x->slot;
    if (!x->is_scalar && !k->objects.at[id].is_constant)
      concolic_havoc(k, id);
  }
}

static void forget(concolic *k, const contract *c) {
  if (MUTANT("panda-contract-globals"))
    return;
  vec_each (const uint32_t, v, &c->scalars)
    forget_scalar(k, *v);
  vec_each (const uint32_t, v, &c->objects)
    concolic_havoc(k,
                   k->code->first_global_object + k->p->variables.at[*v].slot);
  if (c->changes_memory)
    forget_globals(k);
  k->changes++;
}

static void take_known(concolic *k, const contract *c, value *out) {
  for (size_t n = 0; n < c->known.count; n++) {
    const cfa_variable *v = &k->p->variables.at[c->known.at[n]];
    uint32_t r = concolic_scalar(k, c->known.at[n]);
    out[n] = concolic_get(k, r, v->width, v->is_pointer);
  }
}

/* Whatever the function may return. */
static value any_result(concolic *k, const cfa_function *f) {
  cfa_input what = {.kind = CFA_INPUT_UNINITIALISED,
                    .name = f->name,
                    .width = f->result_width,
                    .is_pointer = f->result_is_pointer};
  if (!f->result_width)
    return (value){0, TERM_NONE, VALUE_UNINITIALISED};
  return concolic_input(k, &what);
}

static bool use(concolic *k, contract *c) {
  enum { MOST = 64 };
  value old[MOST];
  uint32_t function = k->frames.at[k->depth - 1].function;
  c->is_used = true;
  if (c->known.count > MOST)
    return concolic_unsupported(k, "too many variables");
  if (!MUTANT("panda-contract-requires"))
    keep_what_holds(k, &c->requires, NULL);
  take_known(k, c, old);
  frame x = concolic_pop_frame(k);
  forget(k, c);
  value result = any_result(k, &k->p->functions.at[function]);
  condition_ghosts g = {result, c->known.at, old, c->known.count};
  if (!assume_clauses(k, &c->ensures, &g))
    return false;
  if (x.result != CODE_NONE)
    concolic_put(k, x.result, result);
  k->at = x.back;
  return true;
}

bool calls_enter(concolic *k) {
  contract *c = top_contract(k);
  if (!c->is_wanted)
    return true;
  if (task_of(k) == LOOPS_SAMPLE)
    sample_entry(k, c);
  return task_of(k) != LOOPS_SUMMARISE || use(k, c);
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

bool calls_begin_body(concolic *k, uint32_t function) {
  calls *x = k->calls;
  contract *c = &x->all[function];
  x->body = function;
  c->is_seen = true;
  for (uint32_t v = 0; v < k->p->globals; v++)
    if (k->p->variables.at[v].is_scalar && x->assigned[v])
      forget_scalar(k, v);
  forget_globals(k);
  vec_resize(x->m, &x->old, c->known.count);
  take_known(k, c, x->old.at);
  return assume_clauses(k, &c->requires, NULL);
}

void calls_leave(concolic *k, value result) {
  calls *x = k->calls;
  contract *c = top_contract(k);
  calls_remember(k, result);
  if (task_of(k) == LOOPS_SAMPLE && c->is_wanted)
    sample_return(k, c, result);
  if (task_of(k) != LOOPS_SUMMARISE || x->body == CFA_NONE || k->depth > 1)
    return;
  if (MUTANT("panda-contract-ensures") && concolic_edge(k) % 2)
    return;
  condition_ghosts g = {result, c->known.at, x->old.at, c->known.count};
  keep_what_holds(k, &c->ensures, &g);
}

static bool follows(concolic *k, condition_opened *o, const clauses *all,
                    const clause *c) {
  term others = terms_constant(k->terms, 1, 1);
  vec_each (const clause, d, all)
    if (d != c && !d->is_dropped)
      others = terms_and(k->terms, others, condition_open(k, o, d->condition));
  term this = condition_open(k, o, c->condition);
  term doubt = terms_and(k->terms, others, terms_not(k->terms, this));
  return smt_decide(k->solver, doubt, false) == SMT_UNSAT;
}

static void tidy(concolic *k, condition_opened *o, clauses *all) {
  for (size_t n = all->count; n-- > 0;) /* the stronger ones come first */
    all->at[n].is_dropped = !is_asked(all, &all->at[n]);
  size_t queries = 0;
  for (size_t n = all->count; n-- > 0;) {
    clause *c = &all->at[n];
    if (!c->is_dropped && queries++ < MOST_QUERIES)
      c->is_dropped = follows(k, o, all, c);
  }
}

void calls_tidy(calls *x, concolic *k) {
  condition_opened o = {.inputs.count = 0};
  smt_pop(k->solver, smt_depth(k->solver));
  for (uint32_t f = 0; f < x->p->functions.count; f++)
    if (x->all[f].is_wanted) {
      tidy(k, &o, &x->all[f].requires);
      tidy(k, &o, &x->all[f].ensures);
    }
  condition_close(k, &o);
}
