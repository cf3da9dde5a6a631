/* Which engine searches a C program, and for how long. */
#include "problem/c/c_parts.h"
#include "problem/c/c_summaries.h"
#include "problem/c/decide_c_formula.h"

custos_status context_c_predicates(custos *c, cfa_predicates *out) {
  c_problem *problem = &c->c_problem;
  for (size_t i = 0; i < problem->given.predicates.count; i++) {
    const char *path = problem->given.predicates.at[i];
    char *bytes;
    size_t length;
    custos_status status = context_read_text(c, path, &bytes, &length);
    if (status == CUSTOS_ERR_SYSTEM)
      return status;
    if (status != CUSTOS_OK ||
        !cfa_read_predicates(&problem->mem, &problem->cfa, path, bytes, length,
                             &c->report, out))
      return context_reject_keeping(c);
  }
  return CUSTOS_OK;
}

enum { SOLVER_MEGABYTES = 2048 }; /* if nobody says how much there is */

/* The automaton and the user's predicates. */
static custos_status prepare(custos *c, cfa_predicates *given,
                             panda_options *o) {
  c_problem *problem = &c->c_problem;
  if (problem->is_used)
    context_drop_c(c);
  memset(&problem->result, 0, sizeof problem->result);
  custos_status status = context_make_c(c);
  if (status == CUSTOS_OK)
    status = context_c_predicates(c, given);
  if (status != CUSTOS_OK)
    return status;
  uint64_t megabytes =
      c->options.megabytes ? c->options.megabytes : SOLVER_MEGABYTES;
  *o = (panda_options){
      .checks = problem->given.checks,
      .presume_memory = problem->given.presumes & C_PRESUME_MEMORY,
      .predicates = given->count ? given : NULL,
      .refine = c->options.refine,
      .native = (panda_native)c->options.native,
      .query_milliseconds = (unsigned)c->options.query_milliseconds,
      .jobs = context_jobs(c),
      .solver_megabytes =
          megabytes < UINT32_MAX / 2 ? (unsigned)megabytes : UINT32_MAX / 2};
  c->clock.phase = "searching";
  problem->is_used = true;
  return CUSTOS_OK;
}

typedef enum way { BY_PANDA, BY_SUMMARIES, BY_FORMULA } way;

static custos_status search_by(custos *c, way which) {
  c_problem *problem = &c->c_problem;
  cfa_predicates given = {0};
  panda_options o;
  custos_status status = prepare(c, &given, &o);
  if (status != CUSTOS_OK)
    return status;
  if (which == BY_FORMULA)
    context_decide_c_formula(c, &o, 0, &problem->result);
  else if (which == BY_SUMMARIES)
    context_decide_c_summaries(c, &o, &problem->result);
  else
    panda_decide(&problem->mem, &c->clock, &problem->cfa, &o, &problem->open,
                 &problem->result);
  panda_close(&problem->open);
  return CUSTOS_OK;
}

/* One, then the other. */

/* So much of the time is the first one's; without a limit, all that it
 * wants. */
static const double FIRST_SHARE = 0.4;

/* False: its share is spent; what it was at is gone. */
static bool first(custos *c, custos_status *status) {
  jmp_buf *outer = c->budget.handler, own;
  double limit = c->clock.limit;
  c->clock.limit = limit * FIRST_SHARE;
  c->budget.handler = &own;
  bool is_over = setjmp(own) != 0;
  if (!is_over)
    *status = search_by(c, BY_PANDA);
  c->budget.handler = outer;
  c->clock.limit = limit;
  if (is_over && c->budget.fault != MEM_TIME)
    mem_raise(&c->budget, c->budget.fault);
  return !is_over;
}

static custos_status by_both(custos *c, const char **engine) {
  custos_status status = CUSTOS_OK;
  bool is_done = first(c, &status);
  if (is_done &&
      (status != CUSTOS_OK || c->c_problem.result.verdict != PANDA_UNKNOWN))
    return status;
  context_drop_c(c);
  *engine = "summaries";
  return search_by(c, BY_SUMMARIES);
}

custos_status context_search_c(custos *c, const char **engine) {
  switch (c->options.strategy) {
  case STRATEGY_SUMMARIES:
    *engine = "summaries";
    return search_by(c, BY_SUMMARIES);
  case STRATEGY_FORMULA:
    *engine = "formula";
    return search_by(c, BY_FORMULA);
  case STRATEGY_AUTO:
    return by_both(c, engine);
  default:
    return search_by(c, BY_PANDA);
  }
}
