/* One property decided: which engine, and what a spent limit means. */
#include "lang/promela/c/c_code.h"
#include "lang/promela/promela.h"
#include "problem/c/c_programs.h"
#include "problem/procedures/programs.h"
#include "problem/promela/program_run.h"
#include "problem/session/ectl.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void context_say(custos *c, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(c->reason, sizeof c->reason, format, arguments);
  va_end(arguments);
}

void context_say_run(custos *c, size_t stem, size_t loop, bool ends) {
  size_t steps = ends ? stem : stem + loop;
  const char *plural = steps == 1 ? "" : "s";
  if (ends)
    context_say(c, "a run of %zu step%s that then stays where it is", steps,
                plural);
  else if (stem == 0)
    context_say(c, "a run of %zu step%s that repeat%s for ever", steps, plural,
                loop == 1 ? "s" : "");
  else if (loop == 1)
    context_say(c, "a run of %zu step%s, the last of which repeats for ever",
                steps, plural);
  else
    context_say(c, "a run of %zu steps, the last %zu of which repeat for ever",
                steps, loop);
}

void context_say_count(custos *c, const char *before, uint64_t n,
                       const char *what, const char *behind) {
  context_say(c, "%s%" PRIu64 " %s%s%s", before, n, what, n == 1 ? "" : "s",
              behind);
}

custos_status context_bug(custos *c, const char *why) {
  return context_fail(c, CUSTOS_ERR_BUG,
                      "the answer did not survive its check: %s", why);
}

/* Of a run that was to be shortest: says whether it is. */
static void qualify_shortest(custos *c, custos_result *r) {
  size_t n = strlen(c->reason);
  char *at = c->reason + n;
  uint64_t stored = c->checked.stored_steps;
  if (!r->shortest)
    snprintf(at, sizeof c->reason - n, "; not known to be a shortest");
  else if (stored == r->steps)
    snprintf(at, sizeof c->reason - n, "; none is shorter");
  else
    snprintf(at, sizeof c->reason - n,
             "; none has fewer than its %" PRIu64 " between stored states",
             stored);
  if (!r->shortest)
    r->shortest = -1;
}

custos_status context_conclude(custos *c, custos_result *r, custos_verdict v) {
  r->verdict = v;
  if (v == CUSTOS_VIOLATED && c->options.trace == TRACE_SHORTEST)
    qualify_shortest(c, r);
  c->checked.holds = v == CUSTOS_HOLDS;
  c->checked.is_temporal = true;
  /* Proofs of C programs are written as witnesses, not as evidence. */
  c->solved = v != CUSTOS_UNKNOWN && strcmp(r->checked, "none") != 0 &&
              strcmp(r->checked, "solver") != 0;
  /* Of a Promela model that holds, 'checked' is about something else. */
  if (v == CUSTOS_HOLDS && context_is_program(c))
    c->solved = c->checked.has_states || c->checked.has_proof;
  r->has_evidence = c->solved;
  return context_leave(c, CUSTOS_OK);
}

custos_status context_begin_check(custos *c) {
  ENTER_SHOWING(c, "reading");
  context_drop_job(c);
  /* What atoms of a C program mean is known when it has been compiled. */
  if (!c->ops->binds_late && !context_read_properties(c))
    return context_reject(c);
  context_drop_job(c);
  return context_leave(c, CUSTOS_OK);
}

static const char *wrong_with(const custos *c, const property *p) {
  if (!p)
    return "there is no such property";
  if (c->kind == PROBLEM_MODEL || c->kind == PROBLEM_PROGRAM ||
      c->kind == PROBLEM_C || p->kind == PROPERTY_UNREACHABLE)
    return NULL;
  if (c->ring.size)
    return "a problem with a semiring has no other properties";
  if (!c->pds.has_system)
    return "there is no model";
  if (!c->pds.has_set[PDS_INITIAL])
    return "there is no initial set: give one with --initial or a file";
  return NULL;
}

static custos_status check_c(custos *c, const property *p, custos_result *r) {
  if (p->kind == PROPERTY_SAFETY)
    return context_check_c(c, r);
  custos_status status = context_make_flow(c);
  if (status != CUSTOS_OK)
    return status;
  if (!context_read_properties(c))
    return context_reject_keeping(c);
  return context_check_pushdown(c, p, r);
}

/* C of the user's may remember what the state does not tell. */
static bool keeps_secrets(const custos *c) {
  return context_is_program(c) && pml_has_c(&promela_of(&c->model)->syntax);
}

custos_status custos_check(custos *c, size_t i, custos_result *out) {
  property own;
  if (c->kind == PROBLEM_SESSION)
    return context_check_session(c, i, out);
  custos_status status = context_begin_check(c);
  if (status != CUSTOS_OK)
    return status;
  const property *p = context_property(c, i, &own);
  if (p && p->kind == PROPERTY_UNREACHABLE)
    return custos_solve(c, out);
  jmp_buf handler;
  context_enter(c, "searching", &handler);
  context_no_result(c, out);
  const char *wrong = wrong_with(c, p);
  if (wrong)
    return context_fail(c, CUSTOS_ERR_USAGE, "%s", wrong);
  if (setjmp(handler) != 0)
    return context_give_up(c, out);
  progress_look(&c->clock);
  c->checked.property = p == &own ? NULL : p;
  status = c->kind == PROBLEM_MODEL     ? context_check_model(c, p, out)
           : c->kind == PROBLEM_PROGRAM ? context_check_program(c, p, out)
           : c->kind == PROBLEM_C       ? check_c(c, p, out)
                                        : context_check_pushdown(c, p, out);
  if (status == CUSTOS_ERR_BUG && keeps_secrets(c)) {
    context_say(c, "the model's C does not do the same again: does it keep "
                   "something that is not in the state (see c_track)?");
    out->checked = "none";
    status = context_conclude(c, out, CUSTOS_UNKNOWN);
  }
  out->seconds = progress_clock() - c->clock.started;
  out->allowed = c->clock.limit;
  out->memory = c->budget.peak;
  out->presumes = context_presumes(c, p);
  return status;
}
