/* Is a final configuration reachable? */
#include "problem/pushdown/pushdown_problem.h"

#include "base/log.h"
#include "engine/saturation/offers.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static void take_rows(custos *c, const sat *a, evidence *e) {
  mem *m = &c->job;
  vec_reserve(m, &e->targets, a->transitions);
  for (uint32_t i = 0; i < a->rows.count; i++) {
    const sat_row *r = &a->rows.at[i];
    evidence_row row = {r->state, r->symbol, e->targets.count, r->count};
    sat_cursor cursor = sat_row_cursor(a, i);
    for (uint32_t edge; sat_cursor_next(&cursor, &edge);)
      if (r->symbol == SAT_EPSILON)
        vec_push(m, &e->epsilon,
                 ((nfa_edge){r->state, SAT_EPSILON, cursor.to}));
      else
        vec_push(m, &e->targets, cursor.to);
    if (r->count && r->symbol != SAT_EPSILON)
      vec_push(m, &e->rows, row);
  }
}

static void take_bound(custos *c, const sat *a, evidence *e) {
  e->least = true;
  take_rows(c, a, e);
  for (uint32_t i = 0; i < a->rows.count; i++) {
    sat_cursor cursor = sat_row_cursor(a, i);
    for (uint32_t edge; sat_cursor_next(&cursor, &edge);)
      for (uint32_t k = 0; k < c->pds.dimension; k++)
        vec_push(&c->job, &e->weights,
                 ((const int64_t *)sat_value(a, edge))[k]);
  }
}

static void take_heads(custos *c, const reduction *r, evidence *e) {
  mem *m = &c->job;
  e->reduced = true;
  e->heads = r->heads;
  for (uint32_t s = 0; s < pds_state_count(&c->pds); s++)
    if (r->popped[s])
      vec_push(m, &e->popped, s);
  for (uint32_t g = 0; g < pds_symbol_count(&c->pds); g++)
    if (r->below[g])
      vec_push(m, &e->below, g);
}

/* The loop of an unbounded weight can be followed in 64 bits. */
static bool loop_fits(custos *c) {
  int64_t unused[PDS_MOST_DIMENSIONS];
  const derivation *d = &c->answer.derivation;
  return derivation_steps(&c->job, d) < INT64_MAX &&
         derivation_weight(&c->job, &c->pds, d, unused);
}

static void take_weight(custos *c, evidence *e) {
  const solve_answer *answer = &c->answer;
  if (answer->weight_kind == SOLVE_UNBOUNDED)
    e->weight_kind = c->options.trace == TRACE_LONGEST ? EVIDENCE_NO_GREATEST
                                                       : EVIDENCE_NO_LEAST;
  else if (c->pds.dimension && answer->weight_kind != SOLVE_OVERFLOW &&
           derivation_weight(&c->job, &c->pds, &answer->derivation, e->weight))
    e->weight_kind = EVIDENCE_WEIGHT;
}

/* Of a very large automaton only a smaller one makes a certificate that anybody
 * wants to read: that of pre*, which has no state for each push. */
static const solve_answer *smaller_answer(custos *c, solve_answer *other) {
  enum { LARGE = 1 << 25 };
  if (c->answer.reachable || c->answer.closed->transitions < LARGE)
    return &c->answer;
  solve_options o = {.engine = SOLVE_PRE,
                     .reduction = c->options.reduction,
                     .dense_from = c->options.dense_from};
  solve(&c->job, &c->clock, &c->pds, &o, other);
  return other->reachable ? &c->answer : other;
}

void context_make_evidence(custos *c) {
  evidence *e = &c->evidence;
  solve_answer other;
  if (c->has_evidence)
    return;
  const solve_answer *answer = smaller_answer(c, &other);
  memset(e, 0, sizeof *e);
  e->reachable = answer->reachable;
  if (answer->reachable) {
    e->derivation = answer->derivation;
    take_weight(c, e);
    if (answer->bound && e->weight_kind == EVIDENCE_WEIGHT)
      take_bound(c, answer->bound, e);
  } else {
    e->forward = answer->closed->forward;
    take_rows(c, answer->closed, e);
    if (answer->reduction && !e->forward)
      take_heads(c, answer->reduction, e);
  }
  c->has_evidence = true;
}

static void describe_yes(custos *c, custos_result *result, solve_goal goal) {
  static const char *const kinds[] = {"", ", shortest", ", longest", ""};
  char *at = c->reason, *end = at + sizeof c->reason;
  if (c->ring.size) {
    snprintf(at, (size_t)(end - at), "some run, in the semiring");
    return;
  }
  if (result->steps == UINT64_MAX)
    at += snprintf(at, (size_t)(end - at), "more than 2^64 steps");
  else
    at += snprintf(at, (size_t)(end - at), "%" PRIu64 " step%s", result->steps,
                   result->steps == 1 ? "" : "s");
  if (c->options.trace == TRACE_SHORTEST && c->pds.dimension == 0)
    result->shortest = result->steps == UINT64_MAX ? -1 : 1;
  if (result->weight_kind != CUSTOS_WEIGHT_UNBOUNDED && !result->least)
    at += snprintf(at, (size_t)(end - at), "%s", kinds[goal]);
  if (result->weight_kind == CUSTOS_WEIGHT_UNBOUNDED)
    snprintf(at, (size_t)(end - at), ", %s unbounded: the loop is marked",
             c->pds.dimension ? "weight" : "length");
  else if (result->weight_kind == CUSTOS_WEIGHT_OVERFLOW)
    snprintf(at, (size_t)(end - at), ", weight beyond 64 bits");
  else if (result->weight_kind == CUSTOS_WEIGHT_FINITE) {
    at += snprintf(at, (size_t)(end - at), ", weight");
    for (size_t i = 0; i < result->weight_count && end - at > 24; i++)
      at += snprintf(at, (size_t)(end - at), " %" PRId64, result->weight[i]);
    if (result->least)
      snprintf(at, (size_t)(end - at), ", no run weighs less");
  }
}

static void fill_weight(custos *c, custos_result *result) {
  const solve_answer *answer = &c->answer;
  if (c->ring.size ||
      (c->pds.dimension == 0 && answer->weight_kind != SOLVE_UNBOUNDED))
    return;
  result->weight_kind = (custos_weight_kind)answer->weight_kind;
  if (answer->weight_kind == SOLVE_NO_WEIGHT) /* any run: what it weighs */
    result->weight_kind =
        derivation_weight(&c->job, &c->pds, &answer->derivation, c->weight)
            ? CUSTOS_WEIGHT_FINITE
            : CUSTOS_WEIGHT_OVERFLOW;
  else
    memcpy(c->weight, answer->weight, sizeof c->weight);
  if (result->weight_kind == CUSTOS_WEIGHT_FINITE) {
    result->weight = c->weight;
    result->weight_count = c->pds.dimension;
  }
}

static solve_goal goal_of(const custos *c) {
  if (c->ring.size)
    return SOLVE_SEMIRING;
  switch (c->options.trace) {
  case TRACE_ANY:
    return SOLVE_ANY;
  case TRACE_SHORTEST:
    return SOLVE_SHORTEST;
  case TRACE_LONGEST:
    return SOLVE_LONGEST;
  default:
    return c->pds.dimension ? SOLVE_SHORTEST : SOLVE_ANY;
  }
}

/* Nobody has to believe the engines: the evidence is checked apart. */
static bool check(custos *c, custos_result *result) {
  evidence_verdict verdict;
  c->clock.phase = "checking";
  context_make_evidence(c);
  evidence_check(&c->job, &c->clock, &c->pds, &c->evidence, &verdict);
  result->checked = verdict.accepted ? "replay" : "none";
  LOG(&c->clock, EVIDENCE, "%s of the %s: %s",
      c->answer.reachable ? "the derivation" : "the closed automaton",
      c->answer.reachable ? "run" : "answer no",
      verdict.accepted ? "accepted" : verdict.why);
  if (!verdict.accepted)
    snprintf(c->reason, sizeof c->reason, "%s", verdict.why);
  return verdict.accepted;
}

static custos_status conclude(custos *c, custos_result *result,
                              solve_goal goal) {
  const solve_answer *answer = &c->answer;
  result->verdict = answer->reachable ? CUSTOS_VIOLATED : CUSTOS_HOLDS;
  result->reachable = answer->reachable;
  result->engine = solve_engine_names[answer->engine];
  context_take_statistics(&answer->statistics, result);
  if (answer->reachable && !c->ring.size) {
    result->steps = derivation_steps(&c->job, &answer->derivation);
    result->derivation = answer->derivation.facts.count;
    c->has_run = true;
  }
  if (answer->weight_kind == SOLVE_UNBOUNDED && !loop_fits(c))
    c->answer.weight_kind = SOLVE_OVERFLOW;
  if (answer->reachable)
    fill_weight(c, result);
  if (!c->ring.size && (answer->reachable || c->options.certify) &&
      !check(c, result))
    return context_fail(c, CUSTOS_ERR_BUG,
                        "the answer did not survive its check: %s", c->reason);
  result->least = c->evidence.least;
  if (answer->reachable)
    describe_yes(c, result, goal);
  else if (answer->engine == SOLVE_REDUCTION)
    snprintf(c->reason, sizeof c->reason,
             "no stack that can arise is in the final set");
  else
    snprintf(c->reason, sizeof c->reason,
             "unreachable by %" PRIu64 " transitions of %s*",
             answer->statistics.transitions,
             answer->engine == SOLVE_DUAL ? "dual"
                                          : solve_engine_names[answer->engine]);
  c->solved = true;
  result->has_evidence = 1;
  return context_leave(c, CUSTOS_OK);
}

static const char *wrong_with_problem(const custos *c) {
  if (!c->pds.has_system)
    return "there is no pushdown system";
  if (!c->pds.has_set[PDS_INITIAL])
    return "there is no initial set: give one with --initial or a file";
  if (!c->pds.has_set[PDS_FINAL])
    return "there is no final set: give one with --final or a file";
  return NULL;
}

custos_status pushdown_solve(custos *c, custos_result *out) {
  jmp_buf handler;
  context_enter(c, "saturating", &handler);
  context_no_result(c, out);
  context_drop_job(c);
  const char *wrong = wrong_with_problem(c);
  if (wrong)
    return context_fail(c, CUSTOS_ERR_USAGE, "%s", wrong);
  if (setjmp(handler) != 0)
    return context_give_up(c, out);
  progress_look(&c->clock);
  solve_options o = {.engine = (solve_engine)c->options.engine,
                     .goal = goal_of(c),
                     .reduction = c->options.reduction,
                     .least = c->options.least,
                     .dense_from = c->options.dense_from,
                     .ring = c->ring.size ? &c->ring : NULL,
                     .ring_rules = c->ring_rules.at};
  solve(&c->job, &c->clock, &c->pds, &o, &c->answer);
  custos_status status = conclude(c, out, o.goal);
  context_take_time(c, out);
  return status;
}
