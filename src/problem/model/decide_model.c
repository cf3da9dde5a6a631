/* Properties of finite models. */
#include "problem/model/model_problem.h"

#include "engine/explicit/shape.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

void context_take_search(const explicit_answer *a, custos_result *r) {
  r->engine = a->search;
  context_take_statistics(&a->stats, r);
  r->errors = a->faults;
}

void context_take_run(custos *c, const explicit_answer *a, custos_result *r) {
  c->checked.run = a->run;
  c->has_run = true;
  if (a->run.count == 0) { /* there is no first state */
    r->steps = c->checked.stored_steps = 0;
    return;
  }
  r->steps = c->checked.stored_steps = a->run.count - 1;
  r->shortest = a->is_shortest && c->options.trace == TRACE_SHORTEST;
  if (a->run.loop == a->run.count)
    return;
  r->loop = a->run.loop;
  if (!context_run_ends(c, &a->run))
    r->steps = c->checked.stored_steps = a->run.count;
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
                                const model_binding *b, const char **why) {
  const model_run *run = &c->checked.run;
  if (c->ops->finite)
    return c->ops->finite->replay_lasso(c, p, why);
  uint64_t *letters = mem_array(&c->job, run->count + 1, sizeof *letters);
  if (!model_replay(&c->job, &c->model, b, run, letters, why))
    return false;
  *why = "the run does not violate the property";
  return p->kind == PROPERTY_LTL
             ? !ltl_holds_on(&c->job, &p->table, p->root, letters, run->count,
                             run->loop)
             : omega_accepts(&c->job, &c->checked.automaton, letters,
                             run->count, run->loop);
}

static custos_status model_violated(custos *c, const property *p,
                                    const model_binding *b, explicit_answer *a,
                                    custos_result *r) {
  const model_run *run = &c->checked.run;
  const char *why = NULL;
  shorten(&a->run);
  context_take_run(c, a, r);
  c->clock.phase = "checking";
  if (!decide_model_replay(c, p, b, &why)) {
    if (!c->checked.is_reduced || !c->checked.is_open)
      return context_bug(c, why);
    c->checked.is_reduced = c->checked.is_open = false;
    c->checked.is_whole = true;
    return context_decide_model(c, p, r);
  }
  if (c->options.fair && !model_is_fair(&c->job, &c->model, run))
    return context_bug(c, "the run is not fair");
  r->checked = "replay";
  if (c->ops->finite) {
    const checked *x = &c->checked;
    r->steps = x->steps.count;
    r->loop = x->steps_loop;
    context_say_run(c, x->steps_loop, x->steps.count - x->steps_loop,
                    x->steps_loop == x->steps.count);
  } else {
    context_say_run(c, run->loop, run->count - run->loop,
                    context_run_ends(c, run));
  }
  return context_conclude(c, r, CUSTOS_VIOLATED);
}

/* Ranks are for automata with one set of states. */
static const omega *ranked_automaton(custos *c) {
  omega *a = &c->checked.automaton;
  if (a->state_based && a->sets == 1)
    return a;
  omega *one = mem_alloc(&c->job, sizeof *one);
  omega_degeneralise(&c->job, a, one);
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
  rank_work *x = self;
  custos *c = x->c;
  c->clock.phase = "certifying";
  const omega *a = ranked_automaton(c);
  explicit_evidence found =
      explicit_rank(&c->job, &c->clock, &c->model, x->binding, a,
                    c->options.certify_states, &c->checked.ranks);
  c->checked.is_ranked = found == EXPLICIT_EVIDENT;
  x->why =
      "the whole model has a run that violates it, which the search missed";
  x->is_wrong = found == EXPLICIT_CONTRADICTED ||
                (c->checked.is_ranked &&
                 !product_check_ranks(&c->job, &c->clock, &c->model, x->binding,
                                      a, &c->checked.ranks, &x->why));
}

/* Will the kernel find the states by itself? Then nothing is made for it but
 * the automaton. */
static bool is_left_to_kernel(const custos *c, const property *p,
                              const explicit_answer *a) {
  return !c->ops->finite && !c->options.replay && p->kind == PROPERTY_LTL &&
         c->checked.has_certificate &&
         a->stats.states <= c->options.certify_states;
}

static custos_status model_holds(custos *c, const property *p,
                                 const model_binding *b,
                                 const explicit_answer *a, custos_result *r) {
  const char *why = NULL;
  context_say_count(c, "no run violates it: ", a->stats.states, "state",
                    " of the product searched");
  const finite_ops *second = c->ops->finite;
  if (second && !second->compare(c, p, b, r, &why))
    return context_bug(c, why);
  if (!c->options.certify || c->options.fair || c->checked.is_interrupted)
    return context_conclude(c, r, CUSTOS_HOLDS);
  if (is_left_to_kernel(c, p, a)) {
    ranked_automaton(c);
    c->checked.has_proof = true;
    return context_conclude(c, r, CUSTOS_HOLDS);
  }
  rank_work x = {.c = c, .binding = b};
  if (!second)
    rank(&x);
  else if (!context_try(c, rank, &x)) {
    c->checked.is_ranked = false;
    context_note(c, "a limit was spent while evidence was made: there is none");
  }
  if (x.is_wrong)
    return context_bug(c, x.why);
  if (c->checked.is_ranked &&
      (p->kind == PROPERTY_AUTOMATON || c->checked.has_certificate)) {
    c->checked.has_proof = true;
    r->checked = !second            ? "replay"
                 : r->graph_checked ? r->graph_checked
                                    : "none";
  }
  return context_conclude(c, r, CUSTOS_HOLDS);
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

static void search(custos *c, const model *x, const model_binding *b,
                   explicit_answer *a) {
  parallel_options p;
  const char *reason = obstacle(c);
  if (!reason && context_jobs(c) > 1)
    reason = waste(c);
  explicit_options o = {.emptiness = (explicit_emptiness)c->options.emptiness,
                        .shortest = c->options.trace == TRACE_SHORTEST,
                        .fair = c->options.fair};
  if (context_is_parallel(c, reason, &p)) {
    const omega *one = ranked_automaton(c);
    parallel_decide(&c->job, &c->clock, x, b, one, &p, a);
  } else {
    explicit_decide(&c->job, &c->clock, x, b, &c->checked.automaton, &o, a);
  }
}

static custos_status unknown(custos *c, const explicit_answer *a,
                             custos_result *r) {
  if (a->verdict == EXPLICIT_UNSUPPORTED)
    context_say(c, "there are more processes than the search for fair runs "
                   "can tell apart");
  else
    context_say(c,
                "the model does something undefined: %s (%s:%" PRIu32
                ":%" PRIu32 "); see the property safety",
                a->fault_text, context_fault_file(c, &a->fault), a->fault.line,
                a->fault.column);
  return context_conclude(c, r, CUSTOS_UNKNOWN);
}

custos_status context_decide_model(custos *c, const property *p,
                                   custos_result *r) {
  if (p->kind == PROPERTY_SAFETY)
    return context_decide_safety(c, r);
  if (c->options.search != SEARCH_EXHAUSTIVE)
    return context_refuse_lossy(c, r);
  model_binding b = {0};
  const names *atoms = &p->table.atoms;
  if (p->kind == PROPERTY_AUTOMATON) {
    automaton_of(c, p);
    atoms = &p->automaton.atoms;
  } else if (!context_translate(c, &p->table, p->root, p->negated)) {
    return context_reject_keeping(c);
  }
  if (!c->model.ops->bind(&c->model, &c->job, atoms, p->file, p->line,
                          p->column, &c->report, &b))
    return context_reject_keeping(c);
  const model *x = context_reduce(c, p);
  model_binding searched = b;
  if (x != &c->model && !x->ops->bind(x, &c->job, atoms, p->file, p->line,
                                      p->column, &c->report, &searched))
    return context_reject_keeping(c);
  explicit_answer a = {0};
  context_begin_search(c, x);
  double start = progress_clock();
  search(c, x, &searched, &a);
  r->search_seconds = progress_clock() - start;
  context_end_search(c);
  context_take_search(&a, r);
  r->automaton = c->checked.automaton.states;
  r->translation = c->checked.translation;
  switch (a.verdict) {
  case EXPLICIT_VIOLATED:
    return model_violated(c, p, &b, &a, r);
  case EXPLICIT_HOLDS:
    return model_holds(c, p, &b, &a, r);
  default:
    return unknown(c, &a, r);
  }
}
