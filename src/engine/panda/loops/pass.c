/* Passing a loop head: what is refuted is dropped, what is left is assumed. */
#include "engine/panda/arrays/arrays.h"
#include "engine/panda/loops/conditions.h"
#include "engine/panda/loops/sampler.h"

#include "base/mutant.h"

#include <assert.h>

static void drop(loops *x, candidate *c) {
  c->is_dropped = true;
  x->was_dropped = true;
}

/* What is false now, is dropped; the rest as one term. */
static term all_of(concolic *k, loops *x, loop *l) {
  term all = terms_constant(k->terms, 1, 1);
  vec_each (candidate, c, &l->candidates) {
    if (c->is_dropped)
      continue;
    term t = condition_term(k, c->condition, NULL, true);
    if (t == TERM_NONE || !terms_value(k->terms, t))
      drop(x, c);
    else
      all = terms_and(k->terms, all, t);
  }
  return all;
}

/* One by one: what the solver does not know is dropped, too. */
static void keep_what_is_known(concolic *k, loops *x, loop *l) {
  vec_each (candidate, c, &l->candidates) {
    if (c->is_dropped)
      continue;
    term t = condition_term(k, c->condition, NULL, true);
    bool is_late = k->deadline > 0 && concolic_seconds() > k->deadline;
    if (t == TERM_NONE || is_late || !terms_value(k->terms, t)) {
      drop(x, c);
      continue;
    }
    if (terms_is_constant(k->terms, t))
      continue;
    smt_answer a = concolic_ask(k, terms_not(k->terms, t));
    if (a != SMT_UNSAT)
      drop(x, c);
    if (a == SMT_SAT) /* perhaps others are false now, too */
      concolic_take_model(k);
  }
}

/* All candidates hold here, for all inputs of this path: those that may not,
 * are dropped. */
static void keep_what_holds(concolic *k, loops *x, loop *l) {
  for (;;) {
    term all = all_of(k, x, l);
    if (terms_is_constant(k->terms, all))
      return;
    switch (concolic_ask(k, terms_not(k->terms, all))) {
    case SMT_UNSAT:
      return;
    case SMT_UNKNOWN:
      keep_what_is_known(k, x, l);
      return;
    case SMT_SAT: /* some are false now, and are dropped next time around */
      concolic_take_model(k);
    }
  }
}

static void forget_scalar(concolic *k, uint32_t v) {
  concolic_put(k, concolic_scalar(k, v),
               (value){0, TERM_NONE, VALUE_UNINITIALISED});
}

static void forget_content(concolic *k, uint32_t id) {
  if (arrays_wants(k, &k->objects.at[id]))
    arrays_become(k, id, ARRAYS_UNKNOWN, 0);
  else
    concolic_havoc(k, id);
}

static void forget_object(concolic *k, uint32_t v) {
  assert(v < k->p->variables.count);
  const cfa_variable *x = &k->p->variables.at[v];
  uint32_t id =
      x->function == CFA_NONE
          ? k->code->first_global_object + x->slot
          : k->frame[k->p->functions.at[x->function].scalars + x->slot].object;
  forget_content(k, id);
}

static void forget(concolic *k, const loop *l) {
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

/* x == e, with x unknown now, and not in e: x becomes e. The solver need not
 * find that out. */
static void define(concolic *k, uint32_t x, uint32_t e) {
  assert(x < k->p->expressions.count);
  const cfa_expression *left = &k->p->expressions.at[x];
  uint32_t found[LOOPS_MOST_NODES];
  size_t count;
  if (left->kind != CFA_VARIABLE || !loops_scalars_of(k->p, e, found, &count))
    return;
  for (size_t i = 0; i < count; i++)
    if (found[i] == left->a)
      return;
  uint32_t r = concolic_scalar(k, left->a);
  if (concolic_register(k, r)->object != VALUE_UNINITIALISED)
    return;
  term t = condition_term(k, e, NULL, true);
  if (t != TERM_NONE)
    concolic_put(k, r, concolic_value(k, t));
}

static void define_by_equations(concolic *k, const loop *l) {
  vec_each (const candidate, c, &l->candidates) {
    const cfa_expression *e = &k->p->expressions.at[c->condition];
    if (c->is_dropped || e->kind != CFA_APPLY || e->op != BITS_EQ)
      continue;
    define(k, e->a, e->b);
    define(k, e->b, e->a);
  }
}

static bool assume_candidates(concolic *k, const loop *l) {
  term all = terms_constant(k->terms, 1, 1);
  vec_each (const candidate, c, &l->candidates)
    if (!c->is_dropped) {
      term t = condition_term(k, c->condition, NULL, true);
      if (t == TERM_NONE)
        return concolic_unsupported(k, "a loop that changes pointers");
      all = terms_and(k->terms, all, t);
    }
  return concolic_assume(k, all);
}

/* Does this path come around to it, or is it entered (again, if a loop around
 * it has come around since)? */
static bool comes_around(const concolic *k, const loops *x, uint32_t number) {
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

static void meet(concolic *k, loops *x, uint32_t number) {
  loop_met now = {number, k->frames.at[k->depth - 1].serial};
  const loop_met *last = x->met.count ? &vec_last(&x->met) : NULL;
  if (!last || last->loop != now.loop || last->frame != now.frame)
    vec_push(x->m, &x->met, now);
}

static bool summarise(concolic *k, loops *x, uint32_t number) {
  loop *l = &x->all[number];
  bool around = comes_around(k, x, number);
  if (!around || !MUTANT("panda-keep-candidates"))
    keep_what_holds(k, x, l);
  if (!(around && MUTANT("panda-array-around")) &&
      !arrays_keep_what_holds(k, x, l))
    return false;
  if (around)
    return concolic_end(k, RUN_COVERED);
  if (l->frees)
    return concolic_unsupported(k, "a loop that frees memory");
  meet(k, x, number);
  forget(k, l);
  k->changes++;
  define_by_equations(k, l);
  return assume_candidates(k, l) && arrays_assume(k, x, number);
}

bool loops_pass(concolic *k, uint32_t number) {
  loops *x = k->loops;
  loop *l = &x->all[number];
  if (x->task == LOOPS_SAMPLE) {
    bool is_real = !k->sampler || !k->sampler->scale;
    if (l->is_wanted && is_real)
      arrays_sample(k, x, l);
    return loops_note_row(x, l, k);
  }
  if (x->task != LOOPS_SUMMARISE)
    return true;
  if (l->stage) /* it has candidates, or could have had some */
    return summarise(k, x, number);
  meet(k, x, number);
  return true;
}

static bool follows(concolic *k, condition_opened *o, const loop *l,
                    const candidate *c) {
  term others = terms_constant(k->terms, 1, 1);
  vec_each (const candidate, d, &l->candidates)
    if (d != c && !d->is_dropped)
      others = terms_and(k->terms, others, condition_open(k, o, d->condition));
  term this = condition_open(k, o, c->condition);
  term doubt = terms_and(k->terms, others, terms_not(k->terms, this));
  return smt_decide(k->solver, doubt, false) == SMT_UNSAT;
}

void loops_tidy(loops *x, concolic *k) {
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
