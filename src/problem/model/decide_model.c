/* Properties of finite models. */
#include "problem/model/model_problem.h"

#include "engine/explicit/shape.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

void context_take_search(const explicit_answer *answer, custos_result *result) {
  result->engine = answer->search;
  context_take_statistics(&answer->stats, result);
  result->errors = answer->faults;
}

void context_take_run(custos *c, const explicit_answer *answer,
                      custos_result *result) {
  c->checked.run = answer->run;
  c->has_run = true;
  if (answer->run.count == 0) { /* there is no first state */
    result->steps = c->checked.stored_steps = 0;
    return;
  }
  result->steps = c->checked.stored_steps = answer->run.count - 1;
  result->shortest = answer->is_shortest && c->options.trace == TRACE_SHORTEST;
  if (answer->run.loop == answer->run.count)
    return;
  result->loop = answer->run.loop;
  if (!context_run_ends(c, &answer->run))
    result->steps = c->checked.stored_steps = answer->run.count;
}

static bool same_step(const model_run *run, size_t i, size_t k) {
  assert(i + 1 < run->at.count);
  size_t size = run->at.at[i + 1] - run->at.at[i];
  return run->labels.at[i] == run->labels.at[k] &&
         (run->movers.count == 0 || run->movers.at[i] == run->movers.at[k]) &&
         run->at.at[k + 1] - run->at.at[k] == size &&
         memcmp(run->bytes.at + run->at.at[i], run->bytes.at + run->at.at[k],
                size) == 0;
}

static void cut_to(model_run *run, size_t count) {
  run->count = count;
  run->labels.count = count;
  if (run->automaton.count)
    run->automaton.count = count;
  if (run->movers.count)
    run->movers.count = count;
  run->at.count = count + 1;
  run->bytes.count = run->at.at[count];
}

/* The automaton may look on for a while before it accepts, and go round where
 * the model repeats one step; the run alone may begin to repeat earlier, and
 * sooner. */
static void shorten(model_run *run) {
  size_t same = run->loop + 1;
  while (same < run->count && same_step(run, run->loop, same))
    same++;
  if (same == run->count)
    cut_to(run, run->loop + 1);
  while (run->loop > 0 && same_step(run, run->loop - 1, run->count - 1)) {
    run->loop--;
    cut_to(run, run->count - 1);
  }
}

/* The run is taken again, and judged by the property itself. */
static bool decide_model_replay(custos *c, const property *p,
                                const model_binding *binding,
                                const char **why) {
  const model_run *run = &c->checked.run;
  if (c->ops->finite)
    return c->ops->finite->replay_lasso(c, p, why);
  uint64_t *letters = mem_array(&c->job, run->count + 1, sizeof *letters);
  if (!model_replay(&c->job, &c->model, binding, run, letters, why))
    return false;
  *why = "the run does not violate the property";
  return p->kind == PROPERTY_LTL
             ? !ltl_holds_on(&c->job, &p->table, p->root, letters, run->count,
                             run->loop)
             : omega_accepts(&c->job, &c->checked.automaton, letters,
                             run->count, run->loop);
}

static custos_status model_violated(custos *c, const property *p,
                                    const model_binding *binding,
                                    explicit_answer *answer,
                                    custos_result *result) {
  const model_run *run = &c->checked.run;
  const char *why = NULL;
  shorten(&answer->run);
  context_take_run(c, answer, result);
  c->clock.phase = "checking";
  if (!decide_model_replay(c, p, binding, &why)) {
    if (!c->checked.is_reduced || !c->checked.is_open)
      return context_bug(c, why);
    c->checked.is_reduced = c->checked.is_open = false;
    c->checked.is_whole = true;
    return context_decide_model(c, p, result);
  }
  if (c->options.fair && !model_is_fair(&c->job, &c->model, run))
    return context_bug(c, "the run is not fair");
  result->checked = "replay";
  if (c->ops->finite) {
    const checked *x = &c->checked;
    result->steps = x->steps.count;
    result->loop = x->steps_loop;
    context_say_run(c, x->steps_loop, x->steps.count - x->steps_loop,
                    x->steps_loop == x->steps.count);
  } else {
    context_say_run(c, run->loop, run->count - run->loop,
                    context_run_ends(c, run));
  }
  return context_conclude(c, result, CUSTOS_VIOLATED);
}

/* Ranks are for automata with one set of states. */
static const omega *ranked_automaton(custos *c) {
  omega *automaton = &c->checked.automaton;
  if (automaton->state_based && automaton->sets == 1)
    return automaton;
  omega *one = mem_alloc(&c->job, sizeof *one);
  omega_degeneralise(&c->job, automaton, one);
  c->checked.automaton = *one;
  return &c->checked.automaton;
}

typedef struct rank_work {
  custos *c;
  const model_binding *binding;
  bool is_wrong;
  const char *why;
} rank_work;

/* Ranks of the product, and their check. */
static void rank(void *self) {
  rank_work *work = self;
  custos *c = work->c;
  c->clock.phase = "certifying";
  const omega *automaton = ranked_automaton(c);
  explicit_evidence found =
      explicit_rank(&c->job, &c->clock, &c->model, work->binding, automaton,
                    c->options.certify_states, &c->checked.ranks);
  c->checked.is_ranked = found == EXPLICIT_EVIDENT;
  work->why =
      "the whole model has a run that violates it, which the search missed";
  work->is_wrong =
      found == EXPLICIT_CONTRADICTED ||
      (c->checked.is_ranked &&
       !product_check_ranks(&c->job, &c->clock, &c->model, work->binding,
                            automaton, &c->checked.ranks, &work->why));
}

/* Will the kernel find the states by itself? Then nothing is made for it but
 * the automaton. */
static bool is_left_to_kernel(const custos *c, const property *p,
                              const explicit_answer *answer) {
  return !c->ops->finite && !c->options.replay && p->kind == PROPERTY_LTL &&
         c->checked.has_certificate &&
         answer->stats.states <= c->options.certify_states;
}

static custos_status model_holds(custos *c, const property *p,
                                 const model_binding *binding,
                                 const explicit_answer *answer,
                                 custos_result *result) {
  const char *why = NULL;
  context_say_count(c, "no run violates it: ", answer->stats.states, "state",
                    " of the product searched");
  const finite_ops *second = c->ops->finite;
  if (second && !second->compare(c, p, binding, result, &why))
    return context_bug(c, why);
  if (!c->options.certify || c->options.fair || c->checked.is_interrupted)
    return context_conclude(c, result, CUSTOS_HOLDS);
  if (is_left_to_kernel(c, p, answer)) {
    ranked_automaton(c);
    c->checked.has_proof = true;
    return context_conclude(c, result, CUSTOS_HOLDS);
  }
  rank_work work = {.c = c, .binding = binding};
  if (!second)
    rank(&work);
  else if (!context_try(c, rank, &work)) {
    c->checked.is_ranked = false;
    context_note(c, "a limit was spent while evidence was made: there is none");
  }
  if (work.is_wrong)
    return context_bug(c, work.why);
  if (c->checked.is_ranked &&
      (p->kind == PROPERTY_AUTOMATON || c->checked.has_certificate)) {
    c->checked.has_proof = true;
    result->checked = !second                 ? "replay"
                      : result->graph_checked ? result->graph_checked
                                              : "none";
  }
  return context_conclude(c, result, CUSTOS_HOLDS);
}

static void automaton_of(custos *c, const property *p) {
  omega one = {0};
  bool is_plain = p->automaton.state_based && p->automaton.sets == 1;
  c->checked.automaton = p->automaton;
  c->checked.translation = "none";
  if (c->options.emptiness == EXPLICIT_NDFS && !is_plain) {
    omega_degeneralise(&c->job, &p->automaton, &one);
    c->checked.automaton = one;
  }
}

/* What only one thread can do; NULL: nothing of it is asked for. */
static const char *obstacle(const custos *c) {
  if (c->options.fair)
    return "fair runs are looked for by one thread, in a plain store";
  if (c->options.trace == TRACE_SHORTEST)
    return "the shortest run is looked for by one thread, in a plain store";
  if (c->options.emptiness == EXPLICIT_SCC)
    return "components are looked for by one thread, in a plain store";
  return NULL;
}

/* Where the automaton is not weak, CNDFS sees many pairs twice, and so few
 * threads do not make up for it. */
enum { ENOUGH_JOBS = 4 };

static const char *waste(custos *c) {
  shape s;
  shape_of(&s, &c->job, &c->clock, &c->checked.automaton);
  bool weak = s.weak;
  shape_free(&c->job, &s);
  return weak || c->options.tree_store || context_jobs(c) >= ENOUGH_JOBS
             ? NULL
             : "for this formula one thread is faster than so few";
}

static void search(custos *c, const model *x, const model_binding *binding,
                   explicit_answer *answer) {
  parallel_options p;
  const char *reason = obstacle(c);
  if (!reason && context_jobs(c) > 1)
    reason = waste(c);
  explicit_options o = {.emptiness = (explicit_emptiness)c->options.emptiness,
                        .shortest = c->options.trace == TRACE_SHORTEST,
                        .fair = c->options.fair};
  if (context_is_parallel(c, reason, &p)) {
    const omega *one = ranked_automaton(c);
    parallel_decide(&c->job, &c->clock, x, binding, one, &p, answer);
  } else {
    explicit_decide(&c->job, &c->clock, x, binding, &c->checked.automaton, &o,
                    answer);
  }
}

static custos_status unknown(custos *c, const explicit_answer *answer,
                             custos_result *result) {
  if (answer->verdict == EXPLICIT_UNSUPPORTED)
    context_say(c, "there are more processes than the search for fair runs "
                   "can tell apart");
  else
    context_say(c,
                "the model does something undefined: %s (%s:%" PRIu32
                ":%" PRIu32 "); see the property safety",
                answer->fault_text, context_fault_file(c, &answer->fault),
                answer->fault.line, answer->fault.column);
  return context_conclude(c, result, CUSTOS_UNKNOWN);
}

custos_status context_decide_model(custos *c, const property *p,
                                   custos_result *result) {
  if (p->kind == PROPERTY_SAFETY)
    return context_decide_safety(c, result);
  if (c->options.search != SEARCH_EXHAUSTIVE)
    return context_refuse_lossy(c, result);
  model_binding binding = {0};
  const names *atoms = &p->table.atoms;
  if (p->kind == PROPERTY_AUTOMATON) {
    automaton_of(c, p);
    atoms = &p->automaton.atoms;
  } else if (!context_translate(c, &p->table, p->root, p->negated)) {
    return context_reject_keeping(c);
  }
  if (!c->model.ops->bind(&c->model, &c->job, atoms, p->file, p->line,
                          p->column, &c->report, &binding))
    return context_reject_keeping(c);
  const model *x = context_reduce(c, p);
  model_binding searched = binding;
  if (x != &c->model && !x->ops->bind(x, &c->job, atoms, p->file, p->line,
                                      p->column, &c->report, &searched))
    return context_reject_keeping(c);
  explicit_answer answer = {0};
  context_begin_search(c, x);
  double start = progress_clock();
  search(c, x, &searched, &answer);
  result->search_seconds = progress_clock() - start;
  context_end_search(c);
  context_take_search(&answer, result);
  result->automaton = c->checked.automaton.states;
  result->translation = c->checked.translation;
  switch (answer.verdict) {
  case EXPLICIT_VIOLATED:
    return model_violated(c, p, &binding, &answer, result);
  case EXPLICIT_HOLDS:
    return model_holds(c, p, &binding, &answer, result);
  default:
    return unknown(c, &answer, result);
  }
}
