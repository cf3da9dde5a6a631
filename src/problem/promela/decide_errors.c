/* All errors of a Promela model, each with its run. */
#include "problem/promela/steps.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

typedef struct collecting {
  custos *c;
  explicit_answer answer;
  const char *why; /* the walker does not agree; NULL: it does */
} collecting;

static const char *describe(custos *c, const model_fault *fault,
                            const char *words, size_t steps) {
  char line[700];
  snprintf(line, sizeof line,
           "%.500s (%.100s:%" PRIu32 ":%" PRIu32 ") after %zu step%s", words,
           context_fault_file(c, fault), fault->line, fault->column, steps,
           steps == 1 ? "" : "s");
  return mem_text(&c->job, line, strlen(line));
}

/* The run is taken apart and replayed at once: what is kept of it is its
 * steps. */
static bool errors_take(void *self, const model_run *run,
                        const model_fault *fault, const char *words) {
  collecting *k = self;
  custos *c = k->c;
  if (run->count == 0) /* nothing has happened yet */
    return true;
  const char *phase = c->clock.phase;
  c->clock.phase = "checking";
  c->checked.run = *run;
  memset(&c->checked.steps, 0, sizeof c->checked.steps);
  k->why = "the run cannot be taken apart";
  if (!context_unfold(c, fault) || !context_replay_fault(c, &k->why))
    return false;
  k->why = NULL;
  checked_run found = {.steps = c->checked.steps};
  found.reason = describe(c, fault, words, found.steps.count);
  vec_push(&c->job, &c->checked.runs, found);
  c->clock.phase = phase;
  return true;
}

static void choose(custos *c, size_t i) {
  assert(i < c->checked.runs.count);
  const checked_run *run = &c->checked.runs.at[i];
  memset(&c->checked.run, 0, sizeof c->checked.run);
  c->checked.steps = run->steps;
  c->checked.steps_loop = run->steps.count;
  c->checked.steps_go_on = false;
}

static void say(custos *c, uint64_t errors) {
  size_t runs = c->checked.runs.count;
  assert(runs > 0);
  const char *first = c->checked.runs.at[0].reason;
  if (errors > runs)
    context_say(c,
                "%" PRIu64 " errors, runs of the first %zu (--max-traces=%zu); "
                "the first: %s",
                errors, runs, runs, first);
  else if (runs > 1)
    context_say(c, "%zu errors; the first: %s", runs, first);
  else
    context_say(c, "%s", first);
}

/* Works aside, and what is found is in the job: when memory is spent, what the
 * search took is given back. */
static void search(void *self) {
  collecting *k = self;
  custos *c = k->c;
  explicit_errors_options o = {.strict = c->options.strict,
                               .most = c->options.max_traces,
                               .found = errors_take,
                               .self = k};
  explicit_errors(&c->aside, &c->clock, &c->model, &o, &k->answer);
}

/* The errors that were found are errors, whatever ended the search. */
static void say_unfinished(custos *c) {
  char words[200];
  snprintf(words, sizeof words,
           "there may be more errors: %s while searching, at %" PRIu64
           " states",
           context_fault_words(c), c->clock.states);
  context_note(c, words);
}

custos_status context_decide_errors(custos *c, custos_result *result) {
  collecting k = {.c = c};
  promela_native_begin(c, &c->model);
  double start = progress_clock();
  bool is_done = context_try(c, search, &k);
  result->search_seconds = progress_clock() - start;
  promela_native_end(c);
  if (is_done && !k.why && !c->checked.runs.count) {
    custos_status status = context_conclude_safety(c, &k.answer, result);
    mem_clear(&c->aside);
    return status;
  }
  context_take_search(&k.answer, result);
  if (is_done)
    context_take_seen(c, &k.answer);
  mem_clear(&c->aside);
  if (!is_done && !c->checked.runs.count)
    mem_raise(&c->budget, c->budget.fault);
  if (is_done && k.why)
    return context_bug(c, k.why);
  if (!is_done) {
    result->states = c->clock.states;
    say_unfinished(c);
  }
  choose(c, 0);
  c->has_run = true;
  result->steps = c->checked.steps.count;
  result->checked = "replay";
  say(c, is_done ? k.answer.faults : c->checked.runs.count);
  return context_conclude(c, result, CUSTOS_VIOLATED);
}

custos_status custos_run_choose(custos *c, size_t i, const char **reason,
                                uint64_t *steps) {
  if (i >= c->checked.runs.count)
    return context_fail(c, CUSTOS_ERR_USAGE, "there is no such run");
  choose(c, i);
  *reason = c->checked.runs.at[i].reason;
  *steps = c->checked.steps.count;
  return CUSTOS_OK;
}
