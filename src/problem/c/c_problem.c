/* C programs as problems. */
#include "problem/c/c_checks.h"
#include "problem/c/c_parts.h"
#include "problem/c/c_task.h"
#include "problem/kinds.h"
#include "problem/pushdown/pushdown_problem.h"

#include <string.h>

static bool own_property(const custos *c, property *out) {
  context_own_property(out, PROPERTY_SAFETY);
  return !c->properties.count;
}

static void show_progress(const custos *c, custos_progress *out) {
  const statistics *s = &c->c_problem.result.statistics;
  out->states = s->states;
  out->pruned = s->pruned;
  out->refinements = s->refinements;
  out->queries = s->queries;
  out->paths = s->paths;
}

static custos_status decide(custos *c, const property *p,
                            custos_result *result) {
  if (p->kind == PROPERTY_SAFETY)
    return context_decide_c(c, result);
  custos_status status = context_make_flow(c);
  if (status != CUSTOS_OK)
    return status;
  if (!context_read_properties(c))
    return context_reject_keeping(c);
  return context_decide_pushdown(c, p, result);
}

static void effort(custos *c, search_effort *out) {
  dd_statistics of_diagrams = {0};
  if (c->diagrams.is_open)
    dds_statistics(&c->diagrams, &of_diagrams);
  out->nodes = of_diagrams.most_nodes;
  out->what = "states";
  out->done = c->c_problem.result.statistics.states;
}

static void take_effort(custos *c, const search_effort *effort,
                        custos_result *result) {
  (void)effort;
  context_take_statistics(&c->c_problem.result.statistics, result);
  static const char *const engines[] = {[STRATEGY_PANDA] = "panda",
                                        [STRATEGY_FORMULA] = "formula",
                                        [STRATEGY_SUMMARIES] = "summaries",
                                        [STRATEGY_AUTO] = "summaries",
                                        [STRATEGY_PORTFOLIO] = "panda"};
  result->engine = engines[c->options.strategy];
}

static void rewind_run(custos *c) {
  (context_is_flow(c) ? pushdown_rewind : context_c_rewind)(c);
}

static custos_status next(custos *c, custos_step *out, int *found) {
  if (context_is_flow(c))
    return pushdown_next(c, out, found);
  *found = context_c_next(c, out);
  return CUSTOS_OK;
}

static bool has_own_page(const custos *c) { return !context_is_flow(c); }

static void write_evidence(custos *c, text *out) {
  if (!c->checked.property) {
    context_write_c(c, out);
    return;
  }
  context_note_c_source(c, true);
  pushdown_write_claim(c, out);
  memset(&c->source.options, 0, sizeof c->source.options);
}

static custos_status replay(custos *c, const evidence_top *top, lines *in,
                            custos_replayed *out) {
  context_begin_replay(c, top, out);
  if (top->claim == EVIDENCE_TRANSLATION)
    return context_replay(c, top, in, out);
  if (!top->formula)
    return context_replay_c(c, top, in, out);
  custos_status made = context_make_flow(c);
  return made == CUSTOS_OK ? context_replay(c, top, in, out) : made;
}

static void *read_witness(custos *c, const char *path, const char *bytes,
                          size_t length) {
  c_witness_proof *w = mem_alloc(&c->job, sizeof *w);
  bool good = c_witness_read(&c->job, path, bytes, length, &c->report, w) &&
              c_task_take(c, path, w);
  return good ? w : NULL;
}

static custos_status replay_witness(custos *c, const char *path, void *witness,
                                    custos_replayed *out) {
  return context_replay_c_witness(c, path, witness, out);
}

/* Of a formula, on the control flow. */
static custos_status problem_write_graph(custos *c, custos_write_fn *graph,
                                         void *graph_self,
                                         custos_write_fn *proof,
                                         void *proof_self) {
  const property *p = c->checked.property;
  if (!context_is_flow(c) || !c->solved || p->kind != PROPERTY_LTL)
    return context_refuse_graph(c);
  return context_write_flow_graph(c, graph, graph_self, proof, proof_self);
}

static void drop_job(custos *c) {
  dds_close(&c->diagrams);
  context_end_c(c);
  mem_clear(&c->c_problem.round);
}

static void close_diagrams(custos *c) { dds_close(&c->diagrams); }

const problem_ops problem_c = {
    .title = "a program",
    .read = c_read,
    .already = "the problem has a C program already",
    .may_grow = true,
    .add_option = c_add_option,
    .option_values = c_option_values,
    .change = c_change,
    .own_property = own_property,
    .binds_late = true,
    .give_meaning = pushdown_give_meaning,
    .check = context_check,
    .decide = decide,
    .effort = effort,
    .take_effort = take_effort,
    .goes_on = context_is_flow,
    .rewind = rewind_run,
    .next = next,
    .pushdown = &c_flow,
    .formats =
        FORMAT_BIT(CUSTOS_AS_DOT) | FORMAT_BIT(CUSTOS_AS_CFA) |
        FORMAT_BIT(CUSTOS_AS_BP) | FORMAT_BIT(CUSTOS_AS_PDS) |
        FORMAT_BIT(CUSTOS_AS_ECTL) | FORMAT_BIT(CUSTOS_AS_ECTL_EXPLICIT) |
        FORMAT_BIT(CUSTOS_AS_DOT_VIOLATING) | FORMAT_BIT(CUSTOS_AS_WITNESS) |
        FORMAT_BIT(CUSTOS_AS_HTML) | FORMAT_BIT(CUSTOS_AS_REPRODUCER),
    .other_formats =
        "a C program can be written as its control-flow automaton, as text "
        "(.cfa) or as a picture, as a Boolean program (.bp), and its "
        "control flow as a pushdown system (.pds) or a session (.ectl)",
    .wrong_format = c_wrong_format,
    .write = c_write,
    .has_own_page = has_own_page,
    .write_evidence = write_evidence,
    .replay = replay,
    .replay_property = pushdown_replay_property,
    .presumes = c_presumes,
    .predicate_count = c_predicate_count,
    .predicate_at = c_predicate_at,
    .read_witness = read_witness,
    .replay_witness = replay_witness,
    .write_graph = problem_write_graph,
    .show_progress = show_progress,
    .walk = &c_walk_ops,
    .drop_job = drop_job,
    .drop = context_forget_c,
    .drop_unfinished = context_drop_c,
    .drop_unwritten = close_diagrams,
};
