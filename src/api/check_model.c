/* Properties of finite models. */
#include "api/temporal.h"

#include <inttypes.h>
#include <string.h>

static void take_statistics(const explicit_answer *a, custos_result *r) {
  r->engine = a->search;
  r->states = a->stats.states;
  r->transitions = a->stats.transitions;
  r->depth = a->stats.depth;
}

static void take_run(custos *c, const explicit_answer *a, custos_result *r) {
  c->checked.run = a->run;
  c->has_run = true;
  r->steps = a->run.count - 1;
  if (a->run.loop == a->run.count)
    return;
  r->loop = a->run.loop;
  if (!context_run_ends(c, &a->run))
    r->steps = a->run.count;
}

/* ---- Safety ---------------------------------------------------------- */

static const char *fault_file(const custos *c) {
  const char *path = c->source.files.count ? c->source.files.at[0] : "";
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

static custos_status check_safety(custos *c, custos_result *r) {
  explicit_answer a = {0};
  const char *why = NULL;
  explicit_safety(&c->job, &c->clock, &c->model, &a);
  take_statistics(&a, r);
  if (a.verdict == EXPLICIT_HOLDS) {
    context_say_count(c, "nothing undefined happens in ", a.stats.states,
                      "state", "");
    if (c->options.certify &&
        explicit_states(&c->job, &c->clock, &c->model,
                        c->options.certify_states, &c->checked.states)) {
      if (!product_check_states(&c->job, &c->clock, &c->model,
                                &c->checked.states, &why))
        return context_bug(c, why);
      r->checked = "replay";
    }
    return context_conclude(c, r, CUSTOS_HOLDS);
  }
  if (!model_replay_fault(&c->job, &c->model, &a.run, &why))
    return context_bug(c, why);
  take_run(c, &a, r);
  r->checked = "replay";
  context_say(c, "%s (%s:%" PRIu32 ":%" PRIu32 ") after %" PRIu64 " step%s",
              a.fault, fault_file(c), a.fault_line, a.fault_column, r->steps,
              r->steps == 1 ? "" : "s");
  return context_conclude(c, r, CUSTOS_VIOLATED);
}

/* ---- Formulas and automata ------------------------------------------- */

static bool same_step(const model_run *run, size_t i, size_t k) {
  size_t size = run->at.at[i + 1] - run->at.at[i];
  return run->labels.at[i] == run->labels.at[k] &&
         run->at.at[k + 1] - run->at.at[k] == size &&
         memcmp(run->bytes.at + run->at.at[i], run->bytes.at + run->at.at[k],
                size) == 0;
}

/* The automaton may look on for a while before it accepts; the run alone may
 * begin to repeat earlier. */
static void shorten(model_run *run) {
  while (run->loop > 0 && same_step(run, run->loop - 1, run->count - 1)) {
    run->loop--;
    run->count--;
    run->labels.count = run->automaton.count = run->count;
    run->at.count = run->count + 1;
    run->bytes.count = run->at.at[run->count];
  }
}

static custos_status violated(custos *c, const property *p,
                              const model_binding *b, explicit_answer *a,
                              custos_result *r) {
  const model_run *run = &a->run;
  const char *why = NULL;
  shorten(&a->run);
  uint64_t *letters = mem_array(&c->job, run->count + 1, sizeof *letters);
  c->clock.phase = "checking";
  if (!model_replay(&c->job, &c->model, b, run, letters, &why))
    return context_bug(c, why);
  if (p->kind == PROPERTY_LTL ? ltl_holds_on(&c->job, &p->table, p->root,
                                             letters, run->count, run->loop)
                              : !omega_accepts(&c->job, &c->checked.automaton,
                                               letters, run->count, run->loop))
    return context_bug(c, "the run does not violate the property");
  take_run(c, a, r);
  r->checked = "replay";
  context_say_run(c, run->loop, run->count - run->loop,
                  context_run_ends(c, run));
  return context_conclude(c, r, CUSTOS_VIOLATED);
}

/* Ranks are for automata with one set of states. */
static const omega *ranked_automaton(custos *c) {
  omega *a = &c->checked.automaton;
  if (a->state_based && a->sets == 1)
    return a;
  omega *one = mem_alloc(&c->job, sizeof *one);
  omega_degeneralise(&c->job, a, one);
  c->checked.automaton = *one;
  return &c->checked.automaton;
}

static custos_status holds(custos *c, const property *p, const model_binding *b,
                           const explicit_answer *a, custos_result *r) {
  const char *why = NULL;
  context_say_count(c, "no run violates it: ", a->stats.states, "state",
                    " of the product searched");
  if (!c->options.certify)
    return context_conclude(c, r, CUSTOS_HOLDS);
  c->clock.phase = "certifying";
  const omega *x = ranked_automaton(c);
  c->checked.is_ranked =
      explicit_rank(&c->job, &c->clock, &c->model, b, x,
                    c->options.certify_states, &c->checked.ranks);
  if (c->checked.is_ranked) {
    if (!product_check_ranks(&c->job, &c->clock, &c->model, b, x,
                             &c->checked.ranks, &why))
      return context_bug(c, why);
    if (p->kind == PROPERTY_AUTOMATON || c->checked.has_certificate)
      r->checked = "replay";
  }
  return context_conclude(c, r, CUSTOS_HOLDS);
}

static void automaton_of(custos *c, const property *p) {
  omega one = {0};
  bool is_plain = p->automaton.state_based && p->automaton.sets == 1;
  c->checked.automaton = p->automaton;
  c->checked.translation = "none";
  if (c->options.emptiness == EXPLICIT_NDFS && !is_plain) {
    omega_degeneralise(&c->job, &p->automaton, &one);
    c->checked.automaton = one;
  }
}

custos_status context_check_model(custos *c, const property *p,
                                  custos_result *r) {
  if (p->kind == PROPERTY_SAFETY)
    return check_safety(c, r);
  model_binding b = {0};
  const names *atoms = &p->table.atoms;
  if (p->kind == PROPERTY_AUTOMATON) {
    automaton_of(c, p);
    atoms = &p->automaton.atoms;
  } else if (!context_translate(c, &p->table, p->root, p->negated)) {
    return context_reject_keeping(c);
  }
  if (!c->model.ops->bind(&c->model, &c->job, atoms, p->file, p->line,
                          p->column, &c->report, &b))
    return context_reject_keeping(c);
  explicit_answer a = {0};
  explicit_options o = {.emptiness = c->options.emptiness,
                        .shortest = c->options.trace == TRACE_SHORTEST};
  explicit_check(&c->job, &c->clock, &c->model, &b, &c->checked.automaton, &o,
                 &a);
  take_statistics(&a, r);
  r->automaton = c->checked.automaton.states;
  r->translation = c->checked.translation;
  if (a.verdict == EXPLICIT_VIOLATED)
    return violated(c, p, &b, &a, r);
  if (a.verdict == EXPLICIT_HOLDS)
    return holds(c, p, &b, &a, r);
  context_say(c,
              "the model does something undefined: %s (%s:%" PRIu32 ":%" PRIu32
              "); see the property safety",
              a.fault, fault_file(c), a.fault_line, a.fault_column);
  return context_conclude(c, r, CUSTOS_UNKNOWN);
}
