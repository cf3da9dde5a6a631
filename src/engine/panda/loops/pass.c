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
static term all_of(concolic *engine, loops *x, loop *l) {
  term all = terms_constant(engine->terms, 1, 1);
  vec_each (candidate, c, &l->candidates) {
    if (c->is_dropped)
      continue;
    term t = condition_term(engine, c->condition, NULL, true);
    if (t == TERM_NONE || !terms_value(engine->terms, t))
      drop(x, c);
    else
      all = terms_and(engine->terms, all, t);
  }
  return all;
}

/* One by one: what the solver does not know is dropped, too. */
static void keep_what_is_known(concolic *engine, loops *x, loop *l) {
  vec_each (candidate, c, &l->candidates) {
    if (c->is_dropped)
      continue;
    term t = condition_term(engine, c->condition, NULL, true);
    bool is_late =
        engine->deadline > 0 && concolic_seconds() > engine->deadline;
    if (t == TERM_NONE || is_late || !terms_value(engine->terms, t)) {
      drop(x, c);
      continue;
    }
    if (terms_is_constant(engine->terms, t))
      continue;
    smt_answer a = concolic_ask(engine, terms_not(engine->terms, t));
    if (a != SMT_UNSAT)
      drop(x, c);
    if (a == SMT_SAT) /* perhaps others are false now, too */
      concolic_take_model(engine);
  }
}

/* All candidates hold here, for all inputs of this path: those that may not,
 * are dropped. */
static void keep_what_holds(concolic *engine, loops *x, loop *l) {
  for (;;) {
    term all = all_of(engine, x, l);
    if (terms_is_constant(engine->terms, all))
      return;
    switch (concolic_ask(engine, terms_not(engine->terms, all))) {
    case SMT_UNSAT:
      return;
    case SMT_UNKNOWN:
      keep_what_is_known(engine, x, l);
      return;
    case SMT_SAT: /* some are false now, and are dropped next time around */
      concolic_take_model(engine);
    }
  }
}

static void forget_scalar(concolic *engine, uint32_t v) {
  concolic_put(engine, concolic_scalar(engine, v),
               (value){0, TERM_NONE, VALUE_UNINITIALISED});
}

static void forget_object(concolic *engine, uint32_t v) {
  assert(v < engine->p->variables.count);
  const cfa_variable *variable = &engine->p->variables.at[v];
  uint32_t id =
      variable->function == CFA_NONE
          ? engine->code->first_global_object + variable->slot
          : engine
                ->frame[engine->p->functions.at[variable->function].scalars +
                        variable->slot]
                .object;
  loops_note_write(engine, id, 0, 0);
  loops_forget_content(engine, id);
}

static void forget(concolic *engine, const loop *l) {
  vec_each (const uint32_t, v, &l->scalars)
    if (!loops_pin(engine, l, *v))
      forget_scalar(engine, *v);
  vec_each (const uint32_t, v, &l->objects)
    forget_object(engine, *v);
  if (l->changes_memory)
    loops_forget_memory(engine, l);
}

/* x == e, with x unknown now, and not in e: x becomes e. The solver need not
 * find that out. */
static void define(concolic *engine, uint32_t x, uint32_t e) {
  assert(x < engine->p->expressions.count);
  const cfa_expression *left = &engine->p->expressions.at[x];
  uint32_t found[LOOPS_MOST_NODES];
  size_t count;
  if (left->kind != CFA_VARIABLE ||
      !loops_scalars_of(engine->p, e, found, &count))
    return;
  for (size_t i = 0; i < count; i++)
    if (found[i] == left->a)
      return;
  uint32_t r = concolic_scalar(engine, left->a);
  if (concolic_register(engine, r)->object != VALUE_UNINITIALISED)
    return;
  term t = condition_term(engine, e, NULL, true);
  if (t != TERM_NONE)
    concolic_put(engine, r, concolic_value(engine, t));
}

static void define_by_equations(concolic *engine, const loop *l) {
  vec_each (const candidate, c, &l->candidates) {
    const cfa_expression *expression = &engine->p->expressions.at[c->condition];
    if (c->is_dropped || expression->kind != CFA_APPLY ||
        expression->op != BITS_EQ)
      continue;
    define(engine, expression->a, expression->b);
    define(engine, expression->b, expression->a);
  }
}

static bool assume_candidates(concolic *engine, const loop *l) {
  term all = terms_constant(engine->terms, 1, 1);
  vec_each (const candidate, c, &l->candidates)
    if (!c->is_dropped) {
      term t = condition_term(engine, c->condition, NULL, true);
      if (t == TERM_NONE)
        return concolic_unsupported(engine, "a loop that changes pointers");
      all = terms_and(engine->terms, all, t);
    }
  return concolic_assume(engine, all);
}

/* Does this path come around to it, or is it entered (again, if a loop around
 * it has come around since)? */
static const loop_met *comes_around(const concolic *engine, const loops *x,
                                    uint32_t number) {
  uint64_t serial = engine->frames.at[engine->depth - 1].serial;
  for (size_t i = x->met.count; i-- > 0;) {
    const loop_met *met = &x->met.at[i];
    if (met->frame != serial)
      continue;
    if (met->loop == number)
      return met;
    if (loops_contains(&x->all[met->loop], x->all[number].location))
      return NULL;
  }
  return NULL;
}

static void meet(concolic *engine, loops *x, uint32_t number) {
  const loop_met *last = x->met.count ? &vec_last(&x->met) : NULL;
  x->pins.count = last ? last->first_pin + last->pins : 0;
  loop_met now = {.loop = number,
                  .frame = engine->frames.at[engine->depth - 1].serial,
                  .first_pin = x->pins.count};
  if (!last || last->loop != now.loop || last->frame != now.frame)
    vec_push(x->m, &x->met, now);
}

static bool summarise(concolic *engine, loops *x, uint32_t number) {
  loop *l = &x->all[number];
  const loop_met *around = comes_around(engine, x, number);
  if (!around || !MUTANT("panda-keep-candidates"))
    keep_what_holds(engine, x, l);
  if (!(around && MUTANT("panda-array-around")) &&
      !arrays_keep_what_holds(engine, x, l))
    return false;
  if (around) {
    loops_test_pins(engine, l, around);
    return concolic_end(engine, RUN_COVERED);
  }
  if (l->frees)
    return concolic_unsupported(engine, "a loop that frees memory");
  meet(engine, x, number);
  forget(engine, l);
  engine->changes++;
  define_by_equations(engine, l);
  return assume_candidates(engine, l) && arrays_assume(engine, x, number);
}

bool loops_pass(concolic *engine, uint32_t number) {
  loops *x = engine->loops;
  loop *l = &x->all[number];
  if (x->task == LOOPS_SAMPLE) {
    bool is_real = !engine->sampler || !engine->sampler->scale;
    if (l->is_wanted && is_real)
      arrays_sample(engine, x, l);
    return loops_note_row(x, l, engine);
  }
  if (x->task != LOOPS_SUMMARISE)
    return true;
  if (l->stage) /* it has candidates, or could have had some */
    return summarise(engine, x, number);
  meet(engine, x, number);
  return true;
}

static bool follows(concolic *engine, condition_opened *opened, const loop *l,
                    const candidate *c) {
  term others = terms_constant(engine->terms, 1, 1);
  vec_each (const candidate, d, &l->candidates)
    if (d != c && !d->is_dropped)
      others = terms_and(engine->terms, others,
                         condition_open(engine, opened, d->condition));
  term this = condition_open(engine, opened, c->condition);
  term doubt = terms_and(engine->terms, others, terms_not(engine->terms, this));
  return smt_decide(engine->solver, doubt, false) == SMT_UNSAT;
}

void loops_tidy(loops *x, concolic *engine) {
  condition_opened opened = {.inputs.count = 0};
  smt_pop(engine->solver, smt_depth(engine->solver));
  for (uint32_t i = 0; i < x->count; i++)
    for (size_t n = x->all[i].candidates.count; n-- > 0;) {
      candidate *c = &x->all[i].candidates.at[n];
      if (x->all[i].is_wanted && !c->is_dropped &&
          follows(engine, &opened, &x->all[i], c))
        c->is_dropped = true;
    }
  condition_close(engine, &opened);
}
