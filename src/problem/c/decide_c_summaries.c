/* C programs by predicates and summaries: predicates turn the program into one
 * over Booleans, whose saturation decides loops and recursion exactly for the
 * predicates at hand; a path that no run takes gives more of them. */
#include "problem/c/c_summaries.h"

#include "base/log.h"
#include "engine/predicates/path.h"
#include "engine/symbolic/symbolic.h"
#include "product/program_sympds.h"

#include <limits.h>
#include <stdio.h>

enum { MOST_ROUNDS = 400, MOST_STEPS = 200000, QUERY_MILLISECONDS = 2000 };

typedef struct summing {
  custos *c;
  c_problem *problem;
  panda_result *out;
  predicates predicates;
  abstract_program program;
  mem *round; /* what one round needs */
  bool refine;
} summing;

static void remember(summing *s, const sympds *system, const sym_run *run,
                     shape_list *edges, shape_list *callees) {
  vec_each (const sym_step, step, &run->steps) {
    uint32_t source =
        step->rule == SYM_NONE ? SYM_NONE : system->rules.at[step->rule].source;
    if (source == SYM_NONE)
      continue;
    uint32_t edge = s->program.edges.at[source];
    if (edge == CFA_NONE)
      continue;
    const prog_edge *e = &s->program.program.edges.at[source];
    uint32_t callee = CFA_NONE;
    if (e->kind == PROG_CALL)
      callee = s->problem->cfa.locations.at[s->program.locations.at[e->entry]]
                   .function;
    vec_push(s->round, edges, edge);
    vec_push(s->round, callees, callee);
  }
}

typedef struct reached {
  const abstract_target *target; /* NULL: none is */
  path_steps path;
  bool has_path;
} reached;

static void find_path(summing *s, const sympds *system, sym_post *post,
                      reached *out) {
  sym_run run = {0};
  shape_list edges = {0}, callees = {0};
  dd heads = sym_post_heads(post, out->target->location);
  if (!sym_post_run(post, out->target->location, heads, MOST_STEPS, &run))
    return;
  remember(s, system, &run, &edges, &callees);
  out->has_path = path_follow(s->round, &s->problem->cfa, edges.at, callees.at,
                              edges.count, &out->path);
}

static bool saturate(summing *s, reached *out) {
  custos *c = s->c;
  prog *program = &s->program.program;
  prog_bits bits;
  sympds system = {0};
  shape_list symbols = {0};
  size_t number = SIZE_MAX;
  statistics effort;
  vec_each (const abstract_target, target, &s->program.targets)
    if (target->end != ABSTRACT_MEMORY)
      vec_push(s->round, &symbols, target->location);
  memset(&bits, 0, sizeof bits);
  prog_bits_init(s->round, program, 0, &bits);
  if (!prog_open_diagrams(s->round, &c->clock, &bits, 0, &c->diagrams))
    return false;
  prog_sympds(s->round, &c->clock, program, &bits, &c->diagrams, &system);
  sym_target stop = {symbols.at, symbols.count};
  sym_post *post = sym_post_star(s->round, &c->clock, &system, &stop, &number);
  /* Errors count more than accesses that may be invalid. */
  for (int memory = 0; memory < 2; memory++)
    vec_each (const abstract_target, target, &s->program.targets)
      if (!out->target && (target->end == ABSTRACT_MEMORY) == memory &&
          sym_post_heads(post, target->location) != DD_FALSE)
        out->target = target;
  if (out->target)
    find_path(s, &system, post, out);
  else
    c_summaries_invariants(c, &s->predicates, &s->program, &bits, &system, post,
                           &s->out->invariants);
  sym_post_statistics(post, &effort);
  s->out->statistics.states += effort.transitions;
  sym_post_free(post);
  dds_close(&c->diagrams);
  return true;
}

typedef struct steering {
  const path_inputs *inputs;
  cfa_run *run;
  size_t next;
} steering;

/* The value that the path wants, if it knows of this input. */
static uint64_t steer(void *self, const cfa_input *input) {
  steering *s = self;
  size_t step = s->run ? (size_t)cfa_run_steps(s->run) : 0;
  for (size_t i = s->next; i < s->inputs->count; i++) {
    const path_input *x = &s->inputs->at[i];
    if (x->step > step)
      break;
    if (x->step < step || x->kind != input->kind)
      continue;
    s->next = i + 1;
    return bits_cut(x->value, input->width);
  }
  return 0;
}

/* Does the interpreter, with these inputs, meet an error? */
static bool confirm(summing *s, const path_inputs *inputs) {
  panda_result *out = s->out;
  steering by = {.inputs = inputs};
  cfa_run_options run_options = {
      .checks = s->problem->given.checks, .choose = steer, .self = &by};
  const char *why;
  by.run = NULL;
  cfa_run *run =
      cfa_run_begin(s->round, &s->c->clock, &s->problem->cfa, &run_options);
  by.run = run;
  cfa_end end = cfa_run_finish(run, MOST_STEPS * 2);
  bool is_error = end == CFA_END_ERROR;
  if (is_error) {
    cfa_run_end(run, &out->fault, &why);
    out->edge = cfa_run_edge(run);
    vec_each (const cfa_input, input, cfa_run_inputs(run))
      vec_push(&s->problem->mem, &out->inputs, *input);
  }
  cfa_run_delete(run);
  return is_error;
}

static void summaries_unknown(summing *s, const char *why, uint32_t edge) {
  panda_result *out = s->out;
  out->verdict = PANDA_UNKNOWN;
  snprintf(out->reason, sizeof out->reason, "%s", why);
  out->place = (cfa_place){.file = CFA_NONE};
  if (edge != CFA_NONE)
    out->place = s->problem->cfa.edges.at[edge].place;
}

/* A run may take the path. */
static void conclude(summing *s, const abstract_target *target,
                     const path_inputs *inputs) {
  char why[200];
  const cfa *automaton = &s->problem->cfa;
  if (target->end != ABSTRACT_MEMORY && confirm(s, inputs))
    s->out->verdict = PANDA_VIOLATED;
  else if (target->end == ABSTRACT_UNDEFINED) {
    snprintf(why, sizeof why, "%.120s, what follows is undefined",
             cfa_text(automaton, automaton->edges.at[target->edge].name));
    summaries_unknown(s, why, target->edge);
  } else if (target->end == ABSTRACT_UNSUPPORTED) {
    snprintf(why, sizeof why, "%.120s is not supported",
             cfa_text(automaton, automaton->edges.at[target->edge].name));
    summaries_unknown(s, why, target->edge);
  } else if (target->end == ABSTRACT_MEMORY)
    summaries_unknown(s, "no predicate shows that this access is valid",
                      target->edge);
  else
    summaries_unknown(s, "a path to the error cannot be followed exactly",
                      target->edge);
}

/* True: there are new predicates. */
static bool refine(summing *s, reached *r) {
  path_inputs inputs = {0};
  shape_list core = {0};
  if (!r->has_path) {
    summaries_unknown(s, "a path of the abstraction is too long",
                      r->target->edge);
    return false;
  }
  path_answer answer =
      path_decide(s->round, &s->predicates, &r->path, &inputs, &core);
  if (answer == PATH_FEASIBLE) {
    conclude(s, r->target, &inputs);
    return false;
  }
  if (answer == PATH_UNKNOWN) {
    summaries_unknown(s,
                      "the solver does not decide whether a path is feasible",
                      r->target->edge);
    return false;
  }
  if (!s->refine) {
    summaries_unknown(s,
                      "the predicates do not exclude a path that no run takes",
                      r->target->edge);
    return false;
  }
  s->out->statistics.refinements++;
  LOG(&s->c->clock, PREDICATES, "the path to the error is none of a run");
  size_t new = path_refine(s->round, &s->predicates, &r->path, &core);
  if (!new)
    new = predicates_spread(&s->predicates);
  if (!new)
    summaries_unknown(s, "refinement found nothing new", r->target->edge);
  return new > 0;
}

static void take_statistics(summing *s) {
  statistics *x = &s->out->statistics;
  const smt_statistics *z = smt_statistics_of(s->predicates.asker.solver);
  x->predicates = s->predicates.all.count;
  x->queries = z->queries;
  x->solver_seconds = z->seconds;
}

/* True: once more. */
static bool one_round(summing *s) {
  reached r = {0};
  const c_problem *problem = s->problem;
  unsigned memory = CFA_CHECK_MEMORY;
  bool doubts = !(problem->given.presumes & C_PRESUME_MEMORY) ||
                (problem->given.checks & memory);
  s->c->clock.phase = "abstracting";
  predicates_abstract(&s->predicates, s->round,
                      &(abstract_options){.doubt_memory = doubts}, &s->program);
  /* A wrong program could prove anything. */
  const char *wrong = prog_validate(s->round, &s->program.program);
  if (*wrong) {
    summaries_unknown(s, wrong, CFA_NONE);
    return false;
  }
  s->c->clock.phase = "saturating";
  take_statistics(s);
  LOG(&s->c->clock, PREDICATES,
      "%" PRIu64 " refinements: %zu predicates, a program of %zu locations",
      s->out->statistics.refinements, s->predicates.all.count,
      s->program.program.locations.count);
  if (!saturate(s, &r)) {
    summaries_unknown(s, "another context works with decision diagrams",
                      CFA_NONE);
    return false;
  }
  LOG(&s->c->clock, PREDICATES, "it reaches %s",
      r.target ? "an error" : "no error");
  if (!r.target) {
    s->out->verdict = PANDA_HOLDS;
    snprintf(s->out->reason, sizeof s->out->reason,
             "by summaries over %zu predicates", s->predicates.all.count);
    return false;
  }
  s->c->clock.phase = "refining";
  return refine(s, &r);
}

void context_decide_c_summaries(custos *c, const panda_options *o,
                                panda_result *out) {
  c_problem *problem = &c->c_problem;
  summing s = {.c = c,
               .problem = problem,
               .out = out,
               .round = &problem->round,
               .refine = o->refine};
  smt_limits limits = {.milliseconds = QUERY_MILLISECONDS,
                       .megabytes = o->solver_megabytes};
  if (o->query_milliseconds && o->query_milliseconds < QUERY_MILLISECONDS)
    limits.milliseconds = o->query_milliseconds;
  out->place.file = CFA_NONE;
  out->met_kinds = UINT_MAX; /* nothing is run */
  predicates_init(&s.predicates, &problem->mem, &c->clock, &problem->cfa,
                  &limits);
  problem->open.solver = s.predicates.asker.solver;
  predicates_seed(&s.predicates, o->predicates);
  bool goes_on = true;
  for (unsigned round = 0; goes_on && round < MOST_ROUNDS; round++) {
    goes_on = one_round(&s);
    take_statistics(&s);
    mem_clear(s.round);
    if (goes_on && round + 1 == MOST_ROUNDS)
      summaries_unknown(&s, "too many refinements", CFA_NONE);
  }
}
