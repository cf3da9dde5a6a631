/* Evidence about C programs: the inputs of a run to an error, or the claim that
 * there is one run and it meets none. */
#include "problem/c/c_parts.h"

#include "evidence/c/replay.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Their bytes, which a trace knows by their hash. False: the error is set. */
static bool add_files(custos *c, c_trace *t) {
  for (size_t i = 0; i < c->source.files.count; i++) {
    char *bytes;
    size_t length;
    if (!context_read_file(c, c->source.files.at[i], &bytes, &length))
      return false;
    c_trace_add_file(&c->job, t, bytes, length);
    mem_free(&c->job, bytes);
  }
  return true;
}

custos_status context_record_c(custos *c) {
  c_problem *problem = &c->c_problem;
  char why[C_REPLAY_WHY] = "";
  memset(&problem->trace, 0, sizeof problem->trace);
  if (!add_files(c, &problem->trace))
    return CUSTOS_ERR_SYSTEM;
  if (!c_replay_record(&c->job, &c->clock, &problem->cfa, problem->given.checks,
                       problem->found.values.at, problem->found.given,
                       &problem->trace, why))
    return context_bug(c, why);
  return CUSTOS_OK;
}

void context_write_c(custos *c, text *out) {
  const c_problem *problem = &c->c_problem;
  context_note_c_source(c, c->checked.holds);
  if (c->checked.holds) {
    source_write(&c->source, "safety", NULL, EVIDENCE_HOLDS, out);
    text_format(out, "steps %" PRIu64 "\nend\n", problem->steps);
  } else {
    c_trace_write(&c->source, "safety", &problem->trace, out);
  }
  memset(&c->source.options, 0, sizeof c->source.options);
}

/* Is a file another one than the trace is about? */
static bool has_changed(custos *c, const c_trace *t) {
  for (size_t i = 0; i < c->source.files.count; i++) {
    char *bytes;
    size_t length;
    if (!context_read_file(c, c->source.files.at[i], &bytes, &length) ||
        !c_trace_is_of(t, i, bytes, length))
      return true;
    mem_free(&c->job, bytes);
  }
  return false;
}

static custos_status reject(custos *c, custos_replayed *out, const char *why) {
  char words[400];
  snprintf(words, sizeof words, "%.300s%s", why,
           has_changed(c, &c->c_problem.trace)
               ? " (the program is not the one that the trace was made for)"
               : "");
  return context_reject_evidence(c, out, words);
}

static custos_status replay_violated(custos *c, custos_replayed *out) {
  c_problem *problem = &c->c_problem;
  c_error error;
  char why[C_REPLAY_WHY] = "", words[768];
  const char *wrong = "";
  if (!c_replay(&c->job, &c->clock, &problem->cfa, &problem->trace, why))
    return reject(c, out, why);
  memset(&problem->found, 0, sizeof problem->found);
  vec_each (const c_trace_input, trace_input, &problem->trace.inputs)
    vec_push(&c->job, &problem->found.values, trace_input->value);
  problem->found.given = problem->found.values.count;
  if (!context_run_c(c, &error, &problem->steps, &wrong))
    return reject(c, out, wrong);
  out->steps = problem->steps;
  out->facts = problem->found.given;
  out->has_run = c->has_run = true;
  context_describe_c_error(c, &error, words, sizeof words);
  context_say(c, "%s", words);
  return context_accept_evidence(c, out);
}

static custos_status replay_holds(custos *c, custos_replayed *out) {
  const char *why = NULL;
  if (!context_run_c_alone(c, HUGE_VAL, &out->facts, &why))
    return context_reject_evidence(
        c, out, why ? why : "there are other runs: this one meets inputs");
  context_say(c, "the one run of %" PRIu64 " steps meets no error", out->facts);
  return context_accept_evidence(c, out);
}

/* How the program was compiled is known before it is. */
static bool read_rest(custos *c, const evidence_top *top, lines *in) {
  c_problem *problem = &c->c_problem;
  uint64_t steps;
  if (top->claim == EVIDENCE_HOLDS)
    return lines_expect(in, "steps") && lines_blank(in) &&
           lines_number(in, UINT64_MAX, &steps) && lines_next(in) &&
           lines_end(in);
  memset(&problem->trace, 0, sizeof problem->trace);
  if (!c_trace_read(in, top, &problem->trace))
    return false;
  problem->given.checks = problem->trace.checks;
  problem->given.has_checks = true;
  problem->given.has_model = true;
  problem->given.data_model =
      problem->trace.pointer_bits == 32 ? DATA_ILP32 : DATA_LP64;
  return true;
}

custos_status context_replay_c(custos *c, const evidence_top *top, lines *in,
                               custos_replayed *out) {
  bool is_safety = top->property && strcmp(top->property, "safety") == 0;
  if (!is_safety ||
      (top->claim != EVIDENCE_HOLDS && top->claim != EVIDENCE_VIOLATED))
    return context_reject_evidence(c, out, "the problem has no such property");
  if (!read_rest(c, top, in))
    return context_reject(c);
  c_trace read = c->c_problem.trace; /* making the program forgets it */
  custos_status status = context_make_c(c);
  if (status != CUSTOS_OK)
    return status;
  c->c_problem.trace = read;
  return top->claim == EVIDENCE_HOLDS ? replay_holds(c, out)
                                      : replay_violated(c, out);
}
