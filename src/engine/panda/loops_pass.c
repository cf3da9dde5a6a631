/* Passing a loop head: what is refuted is dropped, what is left is assumed. */
#include "engine/panda/arrays.h"

#include "base/mutant.h"

enum { MOST_DEPTH = 40, MOST_SAMPLES = 500 };

/* ---- A condition in the present state -------------------------------- */

/* The word of a scalar; TERM_NONE: it is none, or nothing is stored there. */
static term scalar_term(tandem *k, uint32_t v, bool may_make_input) {
  const cfa_variable *x = &k->p->variables.at[v];
  uint32_t r = x->function == CFA_NONE
                   ? (k->code->constants + x->slot) | CODE_GLOBAL
                   : x->slot;
  value y = *tandem_register(k, r);
  if (y.object == VALUE_UNINITIALISED && may_make_input)
    y = tandem_first_read(k, r, x->width, x->is_pointer);
  return y.object ? TERM_NONE : tandem_term(k, y, x->width);
}

/* Conditions are small: see loops_guess.c. */
static term evaluate(tandem *k, uint32_t x, bool may_make_input, int depth) {
  const cfa_expression *e = &k->p->expressions.at[x];
  uint32_t operands[3];
  term t[3] = {TERM_NONE, TERM_NONE, TERM_NONE};
  if (depth > MOST_DEPTH)
    return TERM_NONE;
  if (e->kind == CFA_CONSTANT)
    return terms_constant(k->terms, e->width, e->value);
  if (e->kind == CFA_VARIABLE)
    return scalar_term(k, e->a, may_make_input);
  size_t n = cfa_operands(e, operands);
  for (size_t i = 0; i < n; i++) {
    t[i] = evaluate(k, operands[i], may_make_input, depth + 1);
    if (t[i] == TERM_NONE)
      return TERM_NONE;
  }
  e = &k->p->expressions.at[x];
  return terms_apply(k->terms, e->op, e->width, t[0], t[1], t[2]);
}

static void drop(loops *x, candidate *c) {
  c->is_dropped = true;
  x->was_dropped = true;
}

/* ---- What is refuted ------------------------------------------------- */

static void sample(tandem *k, loops *x, loop *l) {
  if (l->samples++ >= MOST_SAMPLES)
    return;
  vec_each (candidate, c, &l->candidates) {
    if (c->is_dropped)
      continue;
    term t = evaluate(k, c->condition, false, 0);
    if (t == TERM_NONE || !terms_value(k->terms, t))
      drop(x, c);
  }
}

/* All candidates hold here, for all inputs of this path: those that may not,
 * are dropped. False: the solver does not know. */
static bool keep_what_holds(tandem *k, loops *x, loop *l) {
  for (;;) {
    term all = terms_constant(k->terms, 1, 1);
    vec_each (candidate, c, &l->candidates) {
      if (c->is_dropped)
        continue;
      term t = evaluate(k, c->condition, false, 0);
      if (t == TERM_NONE || !terms_value(k->terms, t))
        drop(x, c);
      else
        all = terms_and(k->terms, all, t);
    }
    if (terms_is_constant(k->terms, all))
      return true;
    switch (tandem_ask(k, terms_not(k->terms, all))) {
    case SMT_UNSAT:
      return true;
    case SMT_UNKNOWN:
      return false;
    case SMT_SAT: /* some are false now, and are dropped next time around */
      tandem_take_model(k);
    }
  }
}

/* ---- What is unknown ------------------------------------------------- */

static void forget_scalar(tandem *k, uint32_t v) {
  const cfa_variable *x = &k->p->variables.at[v];
  uint32_t r = x->function == CFA_NONE
                   ? (k->code->constants + x->slot) | CODE_GLOBAL
                   : x->slot;
  tandem_put(k, r, (value){0, TERM_NONE, VALUE_UNINITIALISED});
}

static void forget_content(tandem *k, uint32_t id) {
  if (arrays_wants(k, &k->objects.at[id]))
    arrays_become(k, id, ARRAYS_UNKNOWN, 0);
  else
    tandem_havoc(k, id);
}

static void forget_object(tandem *k, uint32_t v) {
  const cfa_variable *x = &k->p->variables.at[v];
  uint32_t id =
      x->function == CFA_NONE
          ? k->code->first_global_object + x->slot
          : k->frame[k->p->functions.at[x->function].scalars + x->slot].object;
  forget_content(k, id);
}

static void forget(tandem *k, const loop *l) {
  vec_each (const uint32_t, v, &l->scalars)
    forget_scalar(k, *v);
  vec_each (const uint32_t, v, &l->objects)
    forget_object(k, *v);
  for (uint32_t id = 1; l->changes_memory && id < k->objects.count; id++) {
    const object *o = &k->objects.at[id];
    if (o->is_alive && !o->is_constant && o->kind != OBJECT_FUNCTION &&
        o->kind != OBJECT_ARGUMENT)
      forget_content(k, id);
  }
}

static bool assume_candidates(tandem *k, const loop *l) {
  term all = terms_constant(k->terms, 1, 1);
  vec_each (const candidate, c, &l->candidates)
    if (!c->is_dropped) {
      term t = evaluate(k, c->condition, true, 0);
      if (t == TERM_NONE)
        return tandem_unsupported(k, "a loop that changes pointers");
      all = terms_and(k->terms, all, t);
    }
  return tandem_assume(k, all);
}

/* ---- Passing --------------------------------------------------------- */

/* Does this path come around to it, or is it entered (again, if a loop around
 * it has come around since)? */
static bool comes_around(const tandem *k, const loops *x, uint32_t number) {
  uint64_t serial = k->frames.at[k->depth - 1].serial;
  for (size_t i = x->met.count; i-- > 0;) {
    const loop_met *y = &x->met.at[i];
    if (y->frame != serial)
      continue;
    if (y->loop == number)
      return true;
    if (loops_contains(&x->all[y->loop], x->all[number].location))
      return false;
  }
  return false;
}

static void meet(tandem *k, loops *x, uint32_t number) {
  loop_met now = {number, k->frames.at[k->depth - 1].serial};
  const loop_met *last = x->met.count ? &vec_last(&x->met) : NULL;
  if (!last || last->loop != now.loop || last->frame != now.frame)
    vec_push(x->m, &x->met, now);
}

static bool summarise(tandem *k, loops *x, uint32_t number) {
  loop *l = &x->all[number];
  bool around = comes_around(k, x, number);
  if (!keep_what_holds(k, x, l))
    return tandem_unsupported(k, "the solver could not decide an invariant");
  if (!(around && MUTANT("panda-array-around")) &&
      !arrays_keep_what_holds(k, x, l))
    return false;
  if (around)
    return tandem_end(k, RUN_COVERED);
  if (l->frees)
    return tandem_unsupported(k, "a loop that frees memory");
  meet(k, x, number);
  forget(k, l);
  k->changes++;
  return assume_candidates(k, l) && arrays_assume(k, x, number);
}

bool loops_pass(tandem *k, uint32_t number) {
  loops *x = k->loops;
  loop *l = &x->all[number];
  if (x->task == LOOPS_SAMPLE && l->is_wanted) {
    sample(k, x, l);
    arrays_sample(k, x, l);
  }
  if (x->task != LOOPS_SUMMARISE)
    return true;
  /* One that became so in this pass has no candidates yet. */
  if (l->is_wanted && l->wanted_in != x->pass)
    return summarise(k, x, number);
  meet(k, x, number);
  return true;
}

/* ---- Afterwards ------------------------------------------------------ */

/* The condition with each scalar as an input of its own. */
typedef struct opened {
  map variables;
  vec(term) inputs;
} opened;

static term open_condition(tandem *k, opened *o, uint32_t x, int depth) {
  const cfa_expression *e = &k->p->expressions.at[x];
  uint32_t operands[3];
  term t[3] = {TERM_NONE, TERM_NONE, TERM_NONE};
  if (e->kind == CFA_CONSTANT)
    return terms_constant(k->terms, e->width, e->value);
  if (e->kind == CFA_VARIABLE) {
    uint32_t n = map_insert(k->m, &o->variables, e->a);
    if (n == o->inputs.count)
      vec_push(k->m, &o->inputs, terms_input(k->terms, e->width, 0));
    return o->inputs.at[n];
  }
  size_t n = depth > MOST_DEPTH ? 0 : cfa_operands(e, operands);
  for (size_t i = 0; i < n; i++)
    t[i] = open_condition(k, o, operands[i], depth + 1);
  return terms_apply(k->terms, e->op, e->width, t[0], t[1], t[2]);
}

static bool follows(tandem *k, opened *o, const loop *l, const candidate *c) {
  term others = terms_constant(k->terms, 1, 1);
  vec_each (const candidate, d, &l->candidates)
    if (d != c && !d->is_dropped)
      others =
          terms_and(k->terms, others, open_condition(k, o, d->condition, 0));
  term this = open_condition(k, o, c->condition, 0);
  term doubt = terms_and(k->terms, others, terms_not(k->terms, this));
  return smt_check(k->solver, doubt, false) == SMT_UNSAT;
}

void loops_tidy(loops *x, tandem *k) {
  opened o = {.inputs.count = 0};
  smt_pop(k->solver, smt_depth(k->solver));
  for (uint32_t i = 0; i < x->count; i++)
    for (size_t n = x->all[i].candidates.count; n-- > 0;) {
      candidate *c = &x->all[i].candidates.at[n];
      if (x->all[i].is_wanted && !c->is_dropped &&
          follows(k, &o, &x->all[i], c))
        c->is_dropped = true;
    }
  map_free(k->m, &o.variables);
  vec_free(k->m, &o.inputs);
}
