/* Can a finite model go wrong? */
#include "problem/model/model_problem.h"

#include <inttypes.h>
#include <string.h>

const char *context_fault_file(const custos *c, const model_fault *fault) {
  const char *path = fault->file < names_count(&c->model.files)
                         ? names_text(&c->model.files, fault->file)
                     : c->source.files.count ? c->source.files.at[0]
                                             : "";
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

static void say_fault(custos *c, const explicit_answer *answer,
                      uint64_t steps) {
  if (answer->run.count == 0)
    context_say(c, "%s (%s:%" PRIu32 ":%" PRIu32 ") while it begins",
                answer->fault_text, context_fault_file(c, &answer->fault),
                answer->fault.line, answer->fault.column);
  else
    context_say(c, "%s (%s:%" PRIu32 ":%" PRIu32 ") after %" PRIu64 " step%s",
                answer->fault_text, context_fault_file(c, &answer->fault),
                answer->fault.line, answer->fault.column, steps,
                steps == 1 ? "" : "s");
}

/* The run is taken again by code that shares nothing with the search. */
static bool safety_replay(custos *c, const explicit_answer *answer,
                          const char **why) {
  return c->ops->finite
             ? c->ops->finite->replay_fault(c, answer, why)
             : model_replay_fault(&c->job, &c->model, &answer->run, why);
}

static custos_status safety_violated(custos *c, const explicit_answer *answer,
                                     custos_result *result) {
  const char *why = NULL;
  context_take_run(c, answer, result);
  c->clock.phase = "checking";
  if (answer->run.count > 0 || c->ops->finite) {
    if (!safety_replay(c, answer, &why))
      return context_bug(c, why);
    result->checked = "replay";
    if (c->ops->finite)
      result->steps = c->checked.steps.count;
  }
  say_fault(c, answer, result->steps);
  return context_conclude(c, result, CUSTOS_VIOLATED);
}

typedef struct safety_work {
  custos *c;
  bool is_wrong;
  const char *why;
} safety_work;

/* All states, as evidence that can be written; what is wrong with them. */
static void certify(void *self) {
  safety_work *work = self;
  custos *c = work->c;
  c->clock.phase = "certifying";
  explicit_evidence found =
      explicit_states(&c->job, &c->clock, &c->model, c->options.certify_states,
                      false, &c->checked.states);
  work->is_wrong = found == EXPLICIT_CONTRADICTED;
  work->why = "the whole model has an error that the search missed";
  if (found != EXPLICIT_EVIDENT)
    return;
  work->is_wrong = !product_check_states(&c->job, &c->clock, &c->model,
                                         &c->checked.states, &work->why);
  c->checked.has_states = !work->is_wrong;
}

static custos_status safety_holds(custos *c, const explicit_answer *answer,
                                  custos_result *result) {
  const char *why = NULL;
  const finite_ops *second = c->ops->finite;
  safety_work work = {.c = c};
  context_say_count(c,
                    second ? "no error in " : "nothing undefined happens in ",
                    answer->stats.states, "state", "");
  if (second && !second->compare(c, NULL, NULL, result, &why))
    return context_bug(c, why);
  if (second && result->graph_checked)
    result->checked = result->graph_checked;
  if (c->options.certify && !(second && c->options.strict) &&
      !c->checked.is_interrupted) {
    if (!second && !c->options.replay &&
        answer->stats.states <= c->options.certify_states)
      c->checked.has_proof = true;
    else if (!second)
      certify(&work);
    else if (!context_try(c, certify, &work))
      context_note(c, "a limit was spent while evidence was made: there is "
                      "none");
    if (work.is_wrong)
      return context_bug(c, work.why);
    if (!second && c->checked.has_states)
      result->checked = "replay";
  }
  return context_conclude(c, result, CUSTOS_HOLDS);
}

custos_status context_conclude_safety(custos *c, const explicit_answer *answer,
                                      custos_result *result) {
  context_take_search(answer, result);
  context_take_seen(c, answer);
  return (answer->verdict == EXPLICIT_HOLDS ? safety_holds : safety_violated)(
      c, answer, result);
}

custos_status context_decide_safety(custos *c, custos_result *result) {
  if (c->options.search != SEARCH_EXHAUSTIVE)
    return context_decide_lossy(c, result);
  if (c->options.all_traces && c->ops->finite)
    return c->ops->finite->decide_errors(c, result);
  explicit_answer answer = {0};
  explicit_safety_options o = {.shortest = !c->ops->finite ||
                                           c->options.trace == TRACE_SHORTEST,
                               .keep_going = c->options.keep_going,
                               .strict = c->options.strict};
  parallel_options p;
  const char *obstacle =
      c->options.trace == TRACE_SHORTEST
          ? "the shortest run is looked for by one thread, in a plain store"
          : NULL;
  bool parallel = context_is_parallel(c, obstacle, &p);
  const model *x = context_reduce(c, NULL);
  context_begin_search(c, x);
  double start = progress_clock();
  if (parallel)
    parallel_safety(&c->job, &c->clock, x, &o, &p, &answer);
  else
    explicit_safety(&c->job, &c->clock, x, &o, &answer);
  result->search_seconds = progress_clock() - start;
  context_end_search(c);
  return context_conclude_safety(c, &answer, result);
}
