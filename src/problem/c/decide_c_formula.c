#include "problem/c/decide_c_formula.h"

#include <stdio.h>

enum { FIRST_BOUND = 4, LAST_BOUND = 1024 };
/* Of states and terms; the solver has its own. */
static const uint64_t MOST_BYTES = UINT64_C(1) << 30;
/* The budget ends a call for all engines; this one ends before. */
static const double SHARE = 0.9;

static double seconds_left(const custos *c) {
  double spent = progress_clock() - c->clock.started;
  double left = SHARE * c->clock.limit - spent;
  if (c->clock.limit <= 0)
    return 0;
  return left > 0.1 ? left : 0.1;
}

void context_decide_c_formula(custos *c, const panda_options *o, double seconds,
                              panda_result *out) {
  c_problem *problem = &c->c_problem;
  double left = seconds_left(c);
  uint64_t most = c->options.megabytes * UINT64_C(1 << 19);
  formula_options f_options = {
      .checks = o->checks,
      .presume_memory = o->presume_memory,
      .first_bound = FIRST_BOUND,
      .last_bound = LAST_BOUND,
      .seconds = seconds > 0 && (left <= 0 || seconds < left) ? seconds : left,
      .most_bytes = most && most < MOST_BYTES ? most : MOST_BYTES,
      .query_milliseconds = o->query_milliseconds,
      .solver_megabytes = o->solver_megabytes,
      .jobs = o->jobs};
  formula_result found;
  formula_decide(&problem->mem, &c->clock, &problem->cfa, &f_options,
                 &problem->formula, &found);
  static const panda_verdict verdicts[] = {[FORMULA_HOLDS] = PANDA_HOLDS,
                                           [FORMULA_VIOLATED] = PANDA_VIOLATED,
                                           [FORMULA_UNKNOWN] = PANDA_UNKNOWN};
  *out = (panda_result){.verdict = verdicts[found.verdict],
                        .place = found.place,
                        .edge = found.edge,
                        .fault = found.fault,
                        .needs_no_input = found.needs_no_input,
                        .met_kinds = found.met_kinds,
                        .statistics = found.statistics};
  vec_each (const cfa_input, input, &found.inputs)
    vec_push(&problem->mem, &out->inputs, *input);
  problem->is_by_formula = true;
  memcpy(out->reason, found.reason, sizeof out->reason);
}
