/* Programs with procedures as problems. */
#include "problem/kinds.h"
#include "problem/language.h"
#include "problem/procedures/procedures_parts.h"
#include "problem/procedures/program_walk.h"
#include "view/dot_program.h"
#include "view/html_program.h"

#include <assert.h>

static bool take_properties(custos *c, const char *file) {
  context_take_program(c, file);
  return true;
}

static bool own_property(const custos *c, property *out) {
  context_own_property(out, PROPERTY_SAFETY);
  return !c->properties.count;
}

static void give_meaning(custos *c, const names *atoms, const char *file,
                         uint32_t line, uint32_t column) {
  prog_binding binding = {0};
  prog_bind(&c->problem, &c->program, atoms, file, line, column, &c->report,
            &binding);
}

static void effort(custos *c, search_effort *out) {
  dd_statistics of_diagrams = {0};
  if (c->diagrams.is_open)
    dds_statistics(&c->diagrams, &of_diagrams);
  out->nodes = of_diagrams.most_nodes;
  out->what = out->nodes ? "nodes of the diagrams" : "transitions";
  out->done = out->nodes ? out->nodes : c->clock.done;
  out->was_working = c->found.is_working;
}

static void take_effort(custos *c, const search_effort *effort,
                        custos_result *result) {
  (void)result;
  if (!effort->was_working)
    return;
  c->found.fault = c->budget.fault;
  c->found.limit = c->budget.limit;
  c->found.seconds = c->clock.limit;
}

static bool goes_on(const custos *c) {
  return c->checked.calls.loop < c->checked.calls.steps.count;
}

static custos_status next(custos *c, custos_step *out, int *found) {
  *found = context_calls_next(c, out);
  return CUSTOS_OK;
}

static void draw_program(custos *c, text *out) {
  prog_locations all = {0};
  vec_each (const property, p, &c->properties)
    if (p->kind == PROPERTY_TARGET)
      vec_each (const uint32_t, t, &p->locations)
        vec_push(&c->job, &all, *t);
  dot_program(&c->job, &c->program, &all, out);
}

/* The run of the last answer, with the frames of its calls. */
static void write_page(custos *c, text *out) {
  html_run run = {.c = c,
                  .next = context_calls_next,
                  .program = &c->program,
                  .here = &c->checked.here,
                  .frames_kept = &c->checked.calls_kept,
                  .goes_on = goes_on(c)};
  c->position = UINT64_MAX;
  context_calls_rewind(c);
  html_program_page(&c->job, &run, out);
}

static custos_status write(custos *c, custos_format format, text *out) {
  const char *wrong = NULL;
  switch (format) {
  case CUSTOS_AS_DOT:
    draw_program(c, out);
    break;
  case CUSTOS_AS_HTML:
    write_page(c, out);
    break;
  case CUSTOS_AS_SUMMARIES:
    if (!context_write_summaries(c, out))
      wrong = "another context of this process works with decision diagrams";
    break;
  default:
    assert(format == CUSTOS_AS_PDS);
    if (!context_write_expansion(c, out))
      wrong = "the program is too large: its pushdown system would have more "
              "than 2,000,000 rules";
  }
  return context_end_text(c, wrong);
}

static bool has_own_page(const custos *c) {
  (void)c;
  return true;
}

static void write_evidence(custos *c, text *out) {
  context_write_claim(c, out);
  context_write_program(c, out);
  text_put(out, "end\n");
}

static custos_status procedures_problem_write_graph(custos *c,
                                                    custos_write_fn *graph,
                                                    void *graph_self,
                                                    custos_write_fn *proof,
                                                    void *proof_self) {
  const property *p = c->checked.property;
  if (!c->solved || !c->checked.holds || (p && p->kind == PROPERTY_AUTOMATON))
    return context_refuse_graph(c);
  return context_write_program_graph(c, graph, graph_self, proof, proof_self);
}

static void close_diagrams(custos *c) { dds_close(&c->diagrams); }

static void drop_unfinished(custos *c) {
  if (c->found.is_working)
    context_drop_found(c);
}

const problem_ops problem_procedures = {
    .title = "a program",
    .read = context_read_plain,
    .already = "the problem has a program already",
    .take_properties = take_properties,
    .own_property = own_property,
    .give_meaning = give_meaning,
    .check = context_check,
    .decide = context_decide_program,
    .effort = effort,
    .take_effort = take_effort,
    .goes_on = goes_on,
    .rewind = context_calls_rewind,
    .next = next,
    .add_target = program_add_target,
    .find_property = context_find_target,
    .walk = &program_walk_ops,
    .formats = FORMAT_BIT(CUSTOS_AS_PDS) | FORMAT_BIT(CUSTOS_AS_DOT) |
               FORMAT_BIT(CUSTOS_AS_HTML) | FORMAT_BIT(CUSTOS_AS_SUMMARIES),
    .other_formats =
        "a program can be written as a pushdown system (.pds), as a picture "
        "of its procedures, and by what they do (--summaries)",
    .write = write,
    .has_own_page = has_own_page,
    .write_evidence = write_evidence,
    .replay = context_replay,
    .has_safety = true,
    .replay_property = context_replay_program,
    .write_graph = procedures_problem_write_graph,
    .drop_job = close_diagrams,
    .drop = context_drop_found,
    .drop_unfinished = drop_unfinished,
    .drop_unwritten = close_diagrams,
};
