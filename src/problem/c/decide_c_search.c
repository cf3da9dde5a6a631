/* Which engine searches a C program, and for how long. */
#include "base/log.h"
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

static void set_options(const custos *c, const cfa_predicates *given,
                        panda_options *o) {
  const c_problem *problem = &c->c_problem;
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
}

/* The automaton and the user's predicates. */
static custos_status prepare(custos *c, cfa_predicates *given,
                             panda_options *o) {
  c_problem *problem = &c->c_problem;
  if (problem->is_used)
    context_drop_c(c);
  memset(&problem->result, 0, sizeof problem->result);
  problem->is_by_formula = false;
  custos_status status = context_make_c(c);
  if (status == CUSTOS_OK)
    status = context_c_predicates(c, given);
  if (status != CUSTOS_OK)
    return status;
  set_options(c, given, o);
  c->clock.phase = "searching";
  problem->is_used = true;
  return CUSTOS_OK;
}

typedef enum way { BY_PANDA, BY_SUMMARIES, BY_FORMULA } way;

/* 'most_paths' is PANDA's; 0: no limit. */
static custos_status search_by(custos *c, way which, uint64_t most_paths) {
  c_problem *problem = &c->c_problem;
  cfa_predicates given = {0};
  panda_options o;
  custos_status status = prepare(c, &given, &o);
  if (status != CUSTOS_OK)
    return status;
  o.most_paths = most_paths;
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

/* PANDA, until so many seconds are spent. False: they are, and what it was at
 * is gone. */
static bool panda_within(custos *c, double limit, uint64_t most_paths,
                         custos_status *status) {
  jmp_buf *outer = c->budget.handler, own;
  double whole = c->clock.limit;
  c->clock.limit = limit;
  c->budget.handler = &own;
  bool is_over = setjmp(own) != 0;
  if (!is_over)
    *status = search_by(c, BY_PANDA, most_paths);
  c->budget.handler = outer;
  c->clock.limit = whole;
  if (is_over && c->budget.fault != MEM_TIME)
    mem_raise(&c->budget, c->budget.fault);
  return !is_over;
}

static bool is_answer(const custos *c, custos_status status) {
  return status != CUSTOS_OK || c->c_problem.result.verdict != PANDA_UNKNOWN;
}

/* One, then the other. */

/* So much of the time is the first one's; without a limit, all that it
 * wants. */
static const double FIRST_SHARE = 0.4;

static custos_status by_both(custos *c, const char **engine) {
  custos_status status = CUSTOS_OK;
  bool is_done = panda_within(c, FIRST_SHARE * c->clock.limit, 0, &status);
  if (is_done && is_answer(c, status))
    return status;
  context_drop_c(c);
  *engine = "summaries";
  return search_by(c, BY_SUMMARIES, 0);
}

/* What is cheap goes first: PANDA with few paths, then one formula for all of
 * them, each for a small share of the time; then PANDA as long as it takes. */
enum { FEW_PATHS = 300 };
static const double SMALL_SHARE = 0.1, FORMULA_SHARE = 0.4;
static const double SMALL_SECONDS = 5, FORMULA_SECONDS = 60; /* without limit */

static double share(const custos *c, double part, double seconds) {
  return c->clock.limit > 0 ? part * c->clock.limit : seconds;
}

/* On the automaton that PANDA has worked on: it has only added to it. */
static void try_formula(custos *c, double seconds) {
  c_problem *problem = &c->c_problem;
  const cfa_predicates none = {0};
  panda_options o;
  panda_close(&problem->open);
  set_options(c, &none, &o);
  LOG(&c->clock, FORMULA, "PANDA has met %" PRIu64 " paths and has no answer",
      problem->result.statistics.paths);
  context_decide_c_formula(c, &o, seconds, &problem->result);
}

static custos_status by_portfolio(custos *c, const char **engine) {
  c_problem *problem = &c->c_problem;
  if (problem->is_used)
    context_drop_c(c);
  /* Whole, before a share of the time can be spent: the formula needs it. */
  custos_status status = context_make_c(c);
  if (status != CUSTOS_OK)
    return status;
  double spent = progress_clock() - c->clock.started;
  bool gave_up = panda_within(c, spent + share(c, SMALL_SHARE, SMALL_SECONDS),
                              FEW_PATHS, &status);
  if (gave_up && is_answer(c, status))
    return status;
  panda_result first = problem->result;
  try_formula(c, gave_up ? share(c, FORMULA_SHARE, FORMULA_SECONDS)
                         : share(c, SMALL_SHARE, SMALL_SECONDS));
  *engine = "formula";
  if (is_answer(c, CUSTOS_OK))
    return CUSTOS_OK;
  *engine = "panda";
  problem->is_by_formula = false;
  if (gave_up) {
    problem->result = first;
    return status;
  }
  LOG(&c->clock, FORMULA, "PANDA goes on");
  context_drop_c(c);
  return search_by(c, BY_PANDA, 0);
}

custos_status context_search_c(custos *c, const char **engine) {
  switch (c->options.strategy) {
  case STRATEGY_SUMMARIES:
    *engine = "summaries";
    return search_by(c, BY_SUMMARIES, 0);
  case STRATEGY_FORMULA:
    *engine = "formula";
    return search_by(c, BY_FORMULA, 0);
  case STRATEGY_AUTO:
    return by_both(c, engine);
  case STRATEGY_PORTFOLIO:
    return by_portfolio(c, engine);
  default:
    return search_by(c, BY_PANDA, 0);
  }
}
