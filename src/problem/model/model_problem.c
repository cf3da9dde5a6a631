/* Finite models as problems. */
#include "problem/model/model_problem.h"

#include "problem/kinds.h"
#include "problem/language.h"

bool model_take_properties(custos *c, const char *file) {
  vec_each (const model_property, x, &c->model.properties)
    context_take_formula(c, file, &c->model.property_names, x->name,
                         c->model.property_text.at + x->at, x->length, x->line,
                         x->column);
  return true;
}

bool model_own_property(const custos *c, property *out) {
  context_own_property(out, PROPERTY_SAFETY);
  return c->model.may_fault;
}

void model_give_meaning(custos *c, const names *atoms, const char *file,
                        uint32_t line, uint32_t column) {
  model_binding binding;
  c->model.ops->bind(&c->model, &c->job, atoms, file, line, column, &c->report,
                     &binding);
}

const model *context_reduce(custos *c, const property *p) {
  if (c->ops->finite)
    c->ops->finite->reduce(c, p);
  return context_searched(c);
}

void context_begin_search(custos *c, const model *x) {
  if (c->ops->finite)
    c->ops->finite->begin_search(c, x);
}

void context_end_search(custos *c) {
  if (c->ops->finite)
    c->ops->finite->end_search(c);
}

void model_effort(custos *c, search_effort *out) {
  out->what = "states";
  out->done = c->clock.states;
}

void model_take_effort(custos *c, const search_effort *effort,
                       custos_result *result) {
  (void)effort;
  result->states = c->clock.states;
  result->matched = c->clock.matched;
  result->transitions = c->clock.states + c->clock.matched;
  result->depth = c->clock.depth;
}

static bool has_proof(const custos *c) {
  return c->checked.has_states || c->checked.has_proof;
}

const problem_ops problem_model = {
    .title = "a finite model",
    .read = context_read_plain,
    .already = "the problem has a model already",
    .take_properties = model_take_properties,
    .own_property = model_own_property,
    .give_meaning = model_give_meaning,
    .check = context_check,
    .decide = context_decide_model,
    .effort = model_effort,
    .take_effort = model_take_effort,
    .goes_on = model_goes_on,
    .rewind = model_rewind,
    .next = model_next,
    .formats = FORMAT_BIT(CUSTOS_AS_LTS) | FORMAT_BIT(CUSTOS_AS_AUT) |
               FORMAT_BIT(CUSTOS_AS_DOT) | FORMAT_BIT(CUSTOS_AS_HTML),
    .wrong_format = model_wrong_format,
    .write = model_write,
    .write_evidence = model_write_evidence,
    .replay = context_replay,
    .has_proof = has_proof,
    .has_safety = true,
    .replay_property = model_replay_property,
    .write_graph = model_write_graph,
};
