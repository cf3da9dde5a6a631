/* One property decided: what is said of the answer, and what a spent limit
 * means. */
#include "problem/temporal.h"

#include "base/log.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *const solve_engine_names[] = {"auto", "pre", "post", "dual",
                                          "reduction"};

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
  LOG(&c->clock, EVIDENCE, "%s, checked by: %s",
      v == CUSTOS_HOLDS      ? "it holds"
      : v == CUSTOS_VIOLATED ? "it is violated"
                             : "it is not known",
      r->checked ? r->checked : "none");
  if (v == CUSTOS_VIOLATED && c->options.trace == TRACE_SHORTEST)
    qualify_shortest(c, r);
  c->checked.holds = v == CUSTOS_HOLDS;
  c->checked.is_temporal = true;
  /* Proofs of C programs are written as witnesses, not as evidence. */
  c->solved = v != CUSTOS_UNKNOWN && strcmp(r->checked, "none") != 0 &&
              strcmp(r->checked, "solver") != 0;
  if (v == CUSTOS_HOLDS && c->ops->has_proof)
    c->solved = c->ops->has_proof(c);
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

void context_no_result(custos *c, custos_result *out) {
  memset(out, 0, sizeof *out);
  out->reachable = -1;
  out->verdict = CUSTOS_UNKNOWN;
  out->reason = c->reason;
  out->checked = out->engine = out->translation = "none";
  out->presumes = "";
  out->loop = UINT64_MAX;
}

/* What an engine has counted; members that it leaves at 0 stay. */
void context_take_statistics(const statistics *s, custos_result *r) {
#define TAKE(unit, member, key, label, of, meaning)                            \
  if (s->member > 0)                                                           \
    r->member = s->member;
  CUSTOS_STATISTICS(TAKE)
#undef TAKE
}

void context_take_time(const custos *c, custos_result *r) {
  r->seconds = progress_clock() - c->clock.started;
  /* Of a search that a limit has ended, nobody knows when it began. */
  r->rest_seconds = r->search_seconds > 0 ? r->seconds - r->search_seconds : 0;
  r->allowed = c->clock.limit;
  r->memory = c->budget.peak;
}

/* Of several properties each has a part of the time. */
static void describe_time(custos *c, uint64_t done, const char *what) {
  const progress *p = &c->clock;
  double whole = c->options.whole_seconds;
  if (whole > p->limit)
    snprintf(c->reason, sizeof c->reason,
             "%.3g s, this property's part of --time=%g, spent while %s, at "
             "%" PRIu64 " %s; try --time=%g",
             p->limit, whole, p->phase, done, what, whole * 10);
  else
    snprintf(c->reason, sizeof c->reason,
             "--time=%g spent while %s, at %" PRIu64 " %s; try --time=%g",
             p->limit, p->phase, done, what, p->limit * 10);
}

static void describe_fault(custos *c, uint64_t done, const char *what) {
  char *at = c->reason;
  size_t n = sizeof c->reason;
  const progress *p = &c->clock;
  switch (c->budget.fault) {
  case MEM_TIME:
    describe_time(c, done, what);
    break;
  case MEM_LIMIT:
    snprintf(at, n,
             "--memory=%" PRIu64 " reached while %s, at %" PRIu64
             " %s; try --memory=%" PRIu64,
             c->options.megabytes, p->phase, done, what,
             c->options.megabytes * 4);
    break;
  case MEM_STOPPED:
    snprintf(at, n, "interrupted while %s, at %" PRIu64 " %s", p->phase, done,
             what);
    break;
  case MEM_ENDLESS:
    snprintf(at, n,
             "an atomic sequence, d_step or handshake of the model seems to "
             "have no end; "
             "at %" PRIu64 " %s",
             done, what);
    break;
  default:
    snprintf(at, n, "the machine is out of memory at %" PRIu64 " %s", done,
             what);
  }
}

/* A spent limit is no error here: what is known so far is the answer. */
custos_status context_give_up(custos *c, custos_result *r) {
  search_effort effort = {.what = "transitions", .done = c->clock.done};
  if (c->ops->effort)
    c->ops->effort(c, &effort);
  describe_fault(c, effort.done, effort.what);
  size_t peak = c->budget.peak;
  context_drop_unfinished(c);
  memset(r, 0, sizeof *r);
  r->verdict = CUSTOS_UNKNOWN;
  r->reachable = -1;
  r->reason = c->reason;
  r->engine = solve_engine_names[c->options.engine];
  r->checked = r->translation = "none";
  r->presumes = "";
  r->loop = UINT64_MAX;
  r->nodes = effort.nodes;
  r->transitions = c->clock.done;
  if (c->ops->take_effort)
    c->ops->take_effort(c, &effort, r);
  context_take_time(c, r);
  r->memory = peak;
  return context_leave(c, CUSTOS_OK);
}

static const char *wrong_with(const custos *c, const property *p) {
  if (!p)
    return "there is no such property";
  return c->ops->obstacle ? c->ops->obstacle(c) : NULL;
}

custos_status context_check(custos *c, size_t i, custos_result *out) {
  property own;
  custos_status status = context_begin_check(c);
  if (status != CUSTOS_OK)
    return status;
  const property *p = context_property(c, i, &own);
  if (p && p->kind == PROPERTY_UNREACHABLE)
    return c->ops->solve(c, out);
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
  status = c->ops->decide(c, p, out);
  context_take_time(c, out);
  out->presumes = context_presumes(c, p);
  return status;
}

const char *context_presumes(custos *c, const property *p) {
  return c->ops->presumes ? c->ops->presumes(c, p) : "";
}

bool context_try(custos *c, void (*work)(void *self), void *self) {
  jmp_buf handler;
  jmp_buf *const outer = c->budget.handler;
  c->budget.handler = &handler;
  bool is_done = setjmp(handler) == 0;
  if (is_done)
    work(self);
  c->budget.handler = outer;
  return is_done;
}

const char *context_fault_words(const custos *c) {
  switch (c->budget.fault) {
  case MEM_TIME:
    return "--time was spent";
  case MEM_LIMIT:
    return "--memory was reached";
  case MEM_STOPPED:
    return "it was interrupted";
  case MEM_ENDLESS:
    return "an atomic sequence seems to have no end";
  default:
    return "the machine is out of memory";
  }
}

void context_note(custos *c, const char *words) {
  vec_push(&c->job, &c->notes, mem_text(&c->job, words, strlen(words)));
}

bool context_next_position(custos *c, const run_extent *extent,
                           custos_step *out) {
  if (c->position == extent->last)
    return false;
  uint64_t i = ++c->position;
  *out =
      (custos_step){.number = i,
                    .last = i == extent->last,
                    .rule = -1,
                    .rule_text = "",
                    .file = c->source.files.count ? c->source.files.at[0] : "",
                    .loop = i >= extent->loop,
                    .stutters = extent->ends && i == extent->last};
  return true;
}

custos_status context_end_text(custos *c, const char *wrong) {
  return wrong ? context_fail(c, CUSTOS_ERR_USAGE, "%s", wrong) : CUSTOS_OK;
}
