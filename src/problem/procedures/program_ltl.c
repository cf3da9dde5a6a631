/* Formulas and automata on programs with procedures. */
#include "problem/procedures/procedures_parts.h"

#include "evidence/program/lasso.h"
#include "evidence/symbolic/symbolic.h"
#include "product/program_letters.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

/* The letters of a run that has been replayed. */
static bool accepted(custos *c, const prog_binding *binding, const char **why) {
  const prog_run *run = &c->checked.calls;
  size_t count = run->steps.count;
  uint64_t *letters = mem_array(&c->job, count + 1, sizeof *letters);
  prog_configuration here;
  bool good = true;
  prog_configuration_start(&here, &c->job, &c->program);
  for (size_t i = 0; i < count && good; i++) {
    letters[i] =
        prog_letter(&c->program, binding, &here, run->steps.at[i].edge);
    good = prog_take(&here, run, i, why);
  }
  prog_configuration_free(&here);
  if (!good)
    return false;
  *why = "the automaton does not accept the run";
  good =
      omega_accepts(&c->job, &c->checked.automaton, letters, count, run->loop);
  mem_free(&c->job, letters);
  return good;
}

static bool bind(custos *c, const property *p, prog_binding *out) {
  const names *atoms =
      p->kind == PROPERTY_LTL ? &p->table.atoms : &p->automaton.atoms;
  return prog_bind(&c->problem, &c->program, atoms, p->file, p->line, p->column,
                   &c->report, out);
}

static bool violates(custos *c, const property *p, const prog_binding *binding,
                     const char **why) {
  const prog_run *run = &c->checked.calls;
  if (p->kind == PROPERTY_LTL)
    return prog_lasso_check(&c->job, &c->clock, &c->program, binding, &p->table,
                            p->root, run, why);
  *why = "the run does not go on for ever";
  return run->loop < run->steps.count &&
         prog_replay(&c->job, &c->clock, &c->program, run, why) &&
         accepted(c, binding, why);
}

bool context_calls_violate(custos *c, const property *p, const char **why) {
  prog_binding binding = {0};
  return bind(c, p, &binding) && violates(c, p, &binding, why);
}

/* A run that has ended is shown only once at its end. */
static void shorten(prog_run *run) {
  assert(run->loop < run->steps.count);
  if (run->steps.at[run->loop].edge != PROG_STUTTER)
    return;
  while (run->loop && run->steps.at[run->loop - 1].edge == PROG_STUTTER)
    run->loop--;
  run->steps.count = run->loop + 1;
}

static custos_status ltl_violated(custos *c, const property *p,
                                  const prog_binding *binding, bool has_run,
                                  custos_result *result) {
  const char *why = "";
  bool ends;
  uint64_t loop;
  if (!has_run) {
    context_say(c,
                "a run violates it, but one that takes more than %d steps to "
                "begin to repeat",
                PROGRAM_MOST_STEPS);
    result->steps = UINT64_MAX;
    return context_conclude(c, result, CUSTOS_VIOLATED);
  }
  shorten(&c->checked.calls);
  c->clock.phase = "checking";
  if (!violates(c, p, binding, &why))
    return context_bug(c, why);
  c->has_run = true;
  result->checked = "replay";
  result->steps = context_calls_shown(c, &loop, &ends);
  result->loop = loop;
  context_say_run(c, (size_t)loop, (size_t)(result->steps - loop), ends);
  return context_conclude(c, result, CUSTOS_VIOLATED);
}

static custos_status ltl_holds(custos *c, const property *p,
                               const prog_binding *binding,
                               const sym_repeat_answer *a,
                               custos_result *result) {
  const char *why = "";
  context_say_count(c, "no run violates it: ", a->heads, "head",
                    " of the product, none repeats");
  if (!c->options.certify)
    return context_conclude(c, result, CUSTOS_HOLDS);
  c->checked.proof = a->proof;
  c->clock.phase = "checking";
  if (!symbolic_check(&c->job, &c->clock, &c->program, NULL, binding,
                      &c->checked.automaton, &c->checked.proof, &why))
    return context_bug(c, why);
  c->checked.is_ranked = true;
  if (p->kind == PROPERTY_AUTOMATON || c->checked.has_certificate)
    result->checked = "replay";
  return context_conclude(c, result, CUSTOS_HOLDS);
}

/* False: some other context has the diagrams. */
static bool search(custos *c, const prog_binding *binding,
                   sym_repeat_answer *out, custos_result *result) {
  prog_bits bits = {0};
  sympds system = {0};
  sym_letters letters = {0};
  const omega *automaton = &c->checked.automaton;
  prog_bits_init(&c->job, &c->program, sym_repeat_bits(automaton), &bits);
  if (!context_open_program(c, &c->job, &bits))
    return false;
  prog_sympds(&c->job, &c->clock, &c->program, &bits, &c->diagrams, &system);
  prog_letters(&c->job, &c->clock, &c->program, &bits, &system, binding,
               &letters);
  c->clock.phase = "searching";
  sym_repeat(&c->job, &c->clock, &system, &letters, automaton,
             PROGRAM_MOST_STEPS, out);
  if (out->violated && out->has_run)
    program_decode(&c->job, &c->program, &bits, &system, &out->run,
                   &c->checked.calls);
  result->rules = system.rules.count;
  dds_close(&c->diagrams);
  return true;
}

custos_status context_decide_program_ltl(custos *c, const property *p,
                                         custos_result *result) {
  prog_binding binding = {0};
  sym_repeat_answer a = {0};
  if (!context_make_automaton(c, p) || !bind(c, p, &binding))
    return context_reject_keeping(c);
  if (!search(c, &binding, &a, result))
    return context_diagrams_in_use(c);
  result->engine = "symbolic repeating heads";
  result->states = a.heads;
  context_take_statistics(&a.statistics, result);
  result->automaton = c->checked.automaton.states;
  result->translation = c->checked.translation;
  return a.violated ? ltl_violated(c, p, &binding, a.has_run, result)
                    : ltl_holds(c, p, &binding, &a, result);
}
