/* Properties of programs with procedures: locations that must not be reached.
 * Formulas are in program_ltl.c. */
#include "problem/procedures/procedures_parts.h"

#include <inttypes.h>
#include <string.h>

/* "assertion x = 0", or what else it is. */
static const char *verb(const property *p, bool violated) {
  bool fails = p && p->claim != PROG_TARGET;
  if (!p)
    return "nothing can fail: there is no assertion and no --target";
  if (violated)
    return fails ? "fails" : "is reached";
  return fails ? "cannot fail" : "cannot be reached";
}

bool context_calls_reach(custos *c, const property *p, const char **why) {
  const prog *program = &c->program;
  const prog_run *run = &c->checked.calls;
  prog_locations at = context_targets(p);
  prog_configuration end;
  bool good = run->loop == SIZE_MAX;
  *why = "the run has a loop";
  if (!good || !prog_replay(&c->job, &c->clock, program, run, why))
    return false;
  prog_configuration_start(&end, &c->job, program);
  for (size_t i = 0; i < run->steps.count && good; i++)
    good = prog_take(&end, run, i, why);
  bool there = false;
  if (good) {
    vec_each (const uint32_t, t, &at)
      there = there || prog_here(&end) == *t;
    *why = "the run ends elsewhere";
  }
  prog_configuration_free(&end);
  return there;
}

static custos_status program_violated(custos *c, const property *p,
                                      const program_answer *answer,
                                      custos_result *result) {
  const char *why = "";
  bool ends;
  if (!answer->has_run) {
    context_say(c, "%s, but by a run of more than %d steps", verb(p, true),
                PROGRAM_MOST_STEPS);
    result->steps = UINT64_MAX;
    return context_conclude(c, result, CUSTOS_VIOLATED);
  }
  c->checked.calls = answer->run;
  c->clock.phase = "checking";
  if (!context_calls_reach(c, p, &why))
    return context_bug(c, why);
  c->has_run = true;
  result->checked = "replay";
  result->steps = context_calls_shown(c, &result->loop, &ends);
  result->loop = UINT64_MAX;
  context_say(c, "%s after %" PRIu64 " step%s", verb(p, true), result->steps,
              result->steps == 1 ? "" : "s");
  return context_conclude(c, result, CUSTOS_VIOLATED);
}

static custos_status program_holds(custos *c, const property *p,
                                   const program_answer *answer,
                                   custos_result *result) {
  const char *why = "";
  if (p)
    context_say(c, "%s: no run gets there", verb(p, false));
  else
    context_say(c, "%s", verb(p, false));
  if (!answer->proof)
    return context_conclude(c, result, CUSTOS_HOLDS);
  c->clock.phase = "checking";
  if (!context_check_proof(c, answer->proof, &why))
    return context_bug(c, why);
  c->checked.proof = answer->proof->table;
  result->checked = "replay";
  return context_conclude(c, result, CUSTOS_HOLDS);
}

custos_status context_decide_program(custos *c, const property *p,
                                     custos_result *result) {
  if (c->options.engine == SOLVE_DUAL)
    return context_fail(c, CUSTOS_ERR_USAGE,
                        "programs are searched forward or backward: say "
                        "--engine=post or --engine=pre");
  if (p->kind == PROPERTY_LTL || p->kind == PROPERTY_AUTOMATON)
    return context_decide_program_ltl(c, p, result);
  if (p->kind == PROPERTY_SAFETY)
    p = NULL;
  result->engine = c->options.engine == SOLVE_PRE ? "pre" : "post";
  const program_answer *answer = context_explore(c, p);
  if (!answer)
    return context_diagrams_in_use(c);
  context_take_statistics(&c->found.statistics, result);
  result->reachable = answer->is_reached;
  return answer->is_reached ? program_violated(c, p, answer, result)
                            : program_holds(c, p, answer, result);
}
