/* The property of a C program: no run reaches an error. */
#include "problem/c/c_parts.h"

#include "cfa/print.h"
#include "evidence/c/builds.h"
#include "problem/language.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char *c_base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

void context_c_place(const custos *c, cfa_place at, char *out, size_t size) {
  const cfa *automaton = &c->c_problem.cfa;
  out[0] = '\0';
  if (at.file != CFA_NONE && at.file < automaton->files.count)
    snprintf(out, size, "%.180s:%u",
             c_base_name(cfa_text(automaton, automaton->files.at[at.file])),
             (unsigned)at.line);
}

static const char *error_words(const cfa *automaton, const c_error *error) {
  if (error->fault != CFA_NO_FAULT)
    return cfa_fault_name(error->fault);
  switch (automaton->edges.at[error->edge].error) {
  case CFA_ERROR_ASSERTION:
    return "the assertion fails";
  case CFA_ERROR_CALL:
    return "is called";
  case CFA_ERROR_OVERFLOW:
    return "signed overflow";
  case CFA_ERROR_DIVISION:
    return "division by zero";
  case CFA_ERROR_SHIFT:
    return "undefined shift (by too much, or into the sign)";
  case CFA_ERROR_INDEX:
    return "index out of an array";
  case CFA_ERROR_UNDEFINED:
    return "undefined";
  case CFA_ERROR_EXCEPTION:
    return "is not caught";
  }
  return "an error";
}

/* " in strcpy at prog.c:12: writes 1 byte at offset 3 of b, which has 3 bytes",
 * as far as that is known. */
static void describe_place(custos *c, const c_error *error, char *out,
                           size_t size) {
  const cfa *automaton = &c->c_problem.cfa;
  char at[200];
  const char *function =
      error->model == CFA_NONE
          ? ""
          : cfa_text(automaton, automaton->functions.at[error->model].name);
  context_c_place(c, automaton->edges.at[error->known].place, at, sizeof at);
  snprintf(out, size, "%s%.100s%s%s%s%s", *function ? " in " : "", function,
           *at ? " at " : "", at, *error->access ? ": " : "", error->access);
}

void context_describe_c_error(custos *c, const c_error *error, char *out,
                              size_t size) {
  const cfa *automaton = &c->c_problem.cfa;
  assert(error->edge < automaton->edges.count);
  const cfa_edge *edge = &automaton->edges.at[error->edge];
  const char *name = cfa_text(automaton, edge->name);
  char place[600];
  describe_place(c, error, place, sizeof place);
  const char *at = "";
  bool is_told = edge->error == CFA_ERROR_INDEX ||
                 edge->error == CFA_ERROR_UNDEFINED; /* by its name */
  if (error->fault == CFA_NO_FAULT && is_told && *name)
    snprintf(out, size, "%.200s%s%s", name, at, place);
  else if (error->fault != CFA_NO_FAULT || edge->error == CFA_ERROR_DIVISION ||
           edge->error == CFA_ERROR_OVERFLOW || edge->error == CFA_ERROR_SHIFT)
    snprintf(out, size, "%s%s%s", error_words(automaton, error), at, place);
  else if (edge->error == CFA_ERROR_ASSERTION && *name)
    snprintf(out, size, "assertion %.200s fails%s%s", name, at, place);
  else if (edge->error == CFA_ERROR_ASSERTION)
    snprintf(out, size, "assertion fails%s%s", at, place);
  else
    snprintf(out, size, "%.100s %s%s%s", *name ? name : "the error",
             error_words(automaton, error), at, place);
}

void context_take_c_error(const cfa_run *run, c_error *out) {
  uint32_t ignored;
  const char *why;
  cfa_run_end(run, &out->fault, &why);
  out->edge = cfa_run_edge(run);
  out->known = cfa_run_known_edge(run, &ignored);
  out->model = ignored;
  cfa_run_describe_access(run, out->access, sizeof out->access);
}

bool context_run_c(custos *c, c_error *out, uint64_t *shown, const char **why) {
  c_problem *problem = &c->c_problem;
  c_history *history = &problem->found;
  const char *words = NULL;
  c_history_begin(c, history);
  *shown = 0;
  while (cfa_run_step(history->run))
    *shown += context_c_is_shown(c, cfa_run_edge(history->run));
  ++*shown; /* the last one is shown, whatever it is */
  cfa_end end = cfa_run_end(history->run, &out->fault, &words);
  context_take_c_error(history->run, out);
  *why = history->met > history->given
             ? "the run needs more inputs than are there"
             : "the run does not end with an error";
  return end == CFA_END_ERROR && history->met <= history->given;
}

static void take_inputs(custos *c) {
  c_problem *problem = &c->c_problem;
  c_history *history = &problem->found;
  memset(history, 0, sizeof *history);
  vec_each (const cfa_input, input, &problem->result.inputs)
    vec_push(&c->job, &history->values, input->value);
  history->given = history->values.count;
}

/* The interpreter fails, the compiled program does not: nobody knows. */
static custos_status doubt(custos *c, custos_result *result,
                           const char *words) {
  const c_reproduction *reproduction = &c->c_problem.reproduction;
  const char *runner = c->c_problem.language->runner;
  if (reproduction->state == C_NOT_CONFINED) {
    context_say(c,
                "%.400s, but %s was not run: %.60s "
                "(--run=unconfined runs it with your rights, --no-run believes "
                "the interpreter)",
                words, runner, reproduction->why);
    return context_conclude(c, result, CUSTOS_UNKNOWN);
  }
  if (reproduction->state == C_REPRODUCED) {
    context_say(c,
                "%.400s, but the compiled program fails only with ours in "
                "place of the library's %s",
                words, reproduction->own);
    return context_conclude(c, result, CUSTOS_UNKNOWN);
  }
  context_say(c, "%.400s, but %s %s: %.100s", words, runner,
              reproduction->state == C_UNREPRODUCIBLE
                  ? "cannot be made to show it"
                  : "does not fail",
              reproduction->why);
  return context_conclude(c, result, CUSTOS_UNKNOWN);
}

/* Of a run with functions of ours that stand for those of a library: that they
 * may return this is our word alone, but for those that may return anything,
 * and where a property file says that what has no body does. */
static bool is_believed(const c_problem *problem) {
  return problem->reproduction.replaced != C_STUBS_REPLACE_OTHERS ||
         problem->given.specification;
}

static void say_violated(custos *c, const char *words, bool is_run) {
  const c_problem *problem = &c->c_problem;
  const c_reproduction *reproduction = &problem->reproduction;
  bool is_refused = is_run && reproduction->state == C_NOT_RUN;
  bool is_usual =
      is_run && (!reproduction->build[0] ||
                 strcmp(reproduction->build, c_build_at(0)->name) == 0);
  if (is_refused)
    context_say(c, "%s; the interpreter's word alone: %s", words,
                reproduction->why);
  else if (is_run)
    context_say(c, "%s; %s fails too%s%s%s%s%s", words,
                problem->language->runner, is_usual ? "" : " (",
                is_usual ? "" : reproduction->build, is_usual ? "" : ")",
                reproduction->own[0] ? ", with ours in place of " : "",
                reproduction->own);
  else
    context_say(c, "%s; the interpreter's word alone: %s was not run", words,
                problem->language->runner);
}

/* Which allocation fails in the run, the last one if there are several. */
static void add_failure(const c_problem *problem, char *words, size_t size) {
  const c_trace_input *last = NULL;
  size_t n = strlen(words), count = 0;
  vec_each (const c_trace_input, trace_input, &problem->trace.inputs)
    if (trace_input->kind == CFA_INPUT_FAILURE && trace_input->value) {
      last = trace_input;
      count++;
    }
  if (!last)
    return;
  bool is_model = strcmp(last->place.file, CFA_MODEL_FILE) == 0;
  n += (size_t)snprintf(words + n, size - n, "; %.40s fails", last->name);
  if (!is_model && n < size)
    n += (size_t)snprintf(words + n, size - n, " at %.60s:%u",
                          c_base_name(last->place.file),
                          (unsigned)last->place.line);
  if (count > 1 && n < size)
    snprintf(words + n, size - n, " (and %zu more)", count - 1);
}

static custos_status violated(custos *c, custos_result *result) {
  c_problem *problem = &c->c_problem;
  c_error error;
  const char *why = "";
  char words[768];
  c->clock.phase = "replaying";
  take_inputs(c);
  if (!context_run_c(c, &error, &problem->steps, &why))
    return context_bug(c, why);
  if (error.edge != problem->result.edge ||
      error.fault != problem->result.fault)
    return context_bug(c, "the run ends with another error");
  custos_status status = context_record_c(c);
  bool is_run = c->options.run != RUN_NOT && problem->language->reproduce;
  if (status == CUSTOS_OK && is_run)
    status = problem->language->reproduce(c);
  if (status != CUSTOS_OK)
    return status;
  context_describe_c_error(c, &error, words, sizeof words);
  add_failure(problem, words, sizeof words);
  bool is_refused = is_run && problem->reproduction.state == C_NOT_RUN;
  if (is_run && !is_refused &&
      (problem->reproduction.state != C_REPRODUCED || !is_believed(problem)))
    return doubt(c, result, words);
  c->has_run = true;
  result->checked = "replay";
  result->reachable = 1;
  result->steps = problem->steps;
  say_violated(c, words, is_run);
  return context_conclude(c, result, CUSTOS_VIOLATED);
}

typedef struct single_run {
  cfa_end end;
  uint64_t steps, inputs;
  bool is_presumed; /* CFA_UNDEFINED, of which it is said that no run is */
} single_run;

static uint64_t choose_zero(void *self, const cfa_input *input) {
  (void)self, (void)input;
  return 0;
}

static single_run run_once(custos *c, double until) {
  c_problem *problem = &c->c_problem;
  cfa_run_options run_options = {.checks = problem->given.checks,
                                 .choose = choose_zero};
  cfa_run *run = cfa_run_begin(&c->job, &c->clock, &problem->cfa, &run_options);
  single_run out;
  do
    out.end = cfa_run_finish(run, C_REPLAYED_AT_ONCE);
  while (out.end == CFA_END_STEPS && !cfa_run_inputs(run)->count &&
         progress_clock() < until);
  out.steps = cfa_run_steps(run);
  out.inputs = cfa_run_inputs(run)->count;
  uint32_t edge = cfa_run_edge(run);
  out.is_presumed = out.end == CFA_END_UNDEFINED && edge != CFA_NONE &&
                    problem->cfa.edges.at[edge].holds;
  cfa_run_delete(run);
  return out;
}

static bool ends_well(cfa_end end) {
  return end == CFA_END_RETURN || end == CFA_END_HALT || end == CFA_END_BLOCKED;
}

/* A run without inputs is the only one; with inputs, the interpreter cannot
 * tell whether they decide anything. */
bool context_run_c_alone(custos *c, double until, uint64_t *steps,
                         const char **why) {
  single_run run = run_once(c, until);
  *steps = run.steps;
  *why = run.end == CFA_END_ERROR   ? "the interpreter's run meets an error"
         : run.end == CFA_END_STEPS ? NULL
                                    : "the interpreter's run is undefined";
  bool is_presumed = (run.end == CFA_END_FAULT &&
                      (c->c_problem.given.presumes & C_PRESUME_MEMORY)) ||
                     run.is_presumed;
  if (!ends_well(run.end) && !is_presumed)
    return false;
  *why = NULL;
  return run.inputs == 0 && !is_presumed;
}

static void say_holds(custos *c, const char *note) {
  const panda_result *found = &c->c_problem.result;
  const statistics *s = &found->statistics;
  const char *remark = found->reason[0] ? "; " : "";
  if (found->needs_no_input)
    context_say(c,
                "no error in the one run, of %" PRIu64
                " steps: no input decides anything%s%.120s%s",
                s->transitions, remark, found->reason, note);
  else if (s->paths == 0) /* nothing was run */
    context_say(c, "no error%s%.120s%s", remark, found->reason, note);
  else
    context_say(
        c, "no error in %" PRIu64 " state%s and %" PRIu64 " path%s%s%.120s%s",
        s->states, s->states == 1 ? "" : "s", s->paths,
        s->paths == 1 ? "" : "s", remark, found->reason, note);
}

/* Native code, which may have found it, is so much faster than the interpreter;
 * what is not confirmed by then, the checker of proofs has to see to. */
static double end_of_replay(const custos *c) {
  double now = progress_clock(), spent = now - c->clock.started;
  double most = 10 + 20 * spent, left = 0.8 * (c->clock.limit - spent);
  return now + (c->clock.limit > 0 && left < most ? left : most);
}

static custos_status holds(custos *c, custos_result *result) {
  char note[260] = "";
  result->reachable = 0;
  c->c_problem.proven = c->c_problem.result.invariants;
  if (c->c_problem.result.needs_no_input && c->options.certify) {
    const char *why = NULL;
    c->clock.phase = "replaying";
    if (context_run_c_alone(c, end_of_replay(c), &c->c_problem.steps, &why))
      result->checked = "replay";
    else if (why)
      return context_bug(c, why);
  }
  bool is_checked = result->checked && strcmp(result->checked, "none") != 0;
  if (c->options.certify && !is_checked &&
      context_is_c_doubted(c, result, note, sizeof note)) {
    result->reachable = -1;
    return context_conclude(c, result, CUSTOS_UNKNOWN);
  }
  say_holds(c, note);
  return context_conclude(c, result, CUSTOS_HOLDS);
}

static custos_status c_unknown(custos *c, custos_result *result) {
  const panda_result *found = &c->c_problem.result;
  char place[200];
  context_c_place(c, found->place, place, sizeof place);
  context_say(c, "%s%s%s", found->reason, place[0] ? " at " : "", place);
  return context_conclude(c, result, CUSTOS_UNKNOWN);
}

custos_status context_decide_c(custos *c, custos_result *result) {
  c_problem *problem = &c->c_problem;
  const char *engine = "panda";
  custos_status status = context_search_c(c, &engine);
  if (status != CUSTOS_OK)
    return status;
  problem->is_checked = true;
  context_take_statistics(&problem->result.statistics, result);
  result->engine = engine;
  switch (problem->result.verdict) {
  case PANDA_VIOLATED:
    return violated(c, result);
  case PANDA_HOLDS:
    return holds(c, result);
  case PANDA_UNKNOWN:
    break;
  }
  return c_unknown(c, result);
}
