/* Passing a loop head: what is refuted is dropped, what is left is assumed. */
#include "engine/panda/conditions.h"
#include "engine/panda/loops.h"

enum { MOST_SAMPLES = 500 };

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
    term t = condition_term(k, c->condition, NULL, false);
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
      term t = condition_term(k, c->condition, NULL, false);
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
  value nothing = {0, TERM_NONE, VALUE_UNINITIALISED};
  tandem_put(k, condition_register(k, v), nothing);
}

static void forget_object(tandem *k, uint32_t v) {
  const cfa_variable *x = &k->p->variables.at[v];
  uint32_t id =
      x->function == CFA_NONE
          ? k->code->first_global_object + x->slot
          : k->frame[k->p->functions.at[x->function].scalars + x->slot].object;
  tandem_havoc(k, id);
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
      tandem_havoc(k, id);
  }
}

static bool assume_candidates(tandem *k, const loop *l) {
  term all = terms_constant(k->terms, 1, 1);
  vec_each (const candidate, c, &l->candidates)
    if (!c->is_dropped) {
      term t = condition_term(k, c->condition, NULL, true);
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
  if (around)
    return tandem_end(k, RUN_COVERED);
  if (l->frees)
    return tandem_unsupported(k, "a loop that frees memory");
  meet(k, x, number);
  forget(k, l);
  k->changes++;
  return assume_candidates(k, l);
}

bool loops_pass(tandem *k, uint32_t number) {
  loops *x = k->loops;
  loop *l = &x->all[number];
  if (x->task == LOOPS_SAMPLE && l->is_wanted)
    sample(k, x, l);
  if (x->task != LOOPS_SUMMARISE)
    return true;
  if (l->is_wanted)
    return summarise(k, x, number);
  meet(k, x, number);
  return true;
}

/* ---- Afterwards ------------------------------------------------------ */

static bool follows(tandem *k, condition_opened *o, const loop *l,
                    const candidate *c) {
  term others = terms_constant(k->terms, 1, 1);
  vec_each (const candidate, d, &l->candidates)
    if (d != c && !d->is_dropped)
      others = terms_and(k->terms, others, condition_open(k, o, d->condition));
  term this = condition_open(k, o, c->condition);
  term doubt = terms_and(k->terms, others, terms_not(k->terms, this));
  return smt_check(k->solver, doubt, false) == SMT_UNSAT;
}

void loops_tidy(loops *x, tandem *k) {
  condition_opened o = {.inputs.count = 0};
  smt_pop(k->solver, smt_depth(k->solver));
  for (uint32_t i = 0; i < x->count; i++)
    for (size_t n = x->all[i].candidates.count; n-- > 0;) {
      candidate *c = &x->all[i].candidates.at[n];
      if (x->all[i].is_wanted && !c->is_dropped &&
          follows(k, &o, &x->all[i], c))
        c->is_dropped = true;
    }
  condition_close(k, &o);
}
