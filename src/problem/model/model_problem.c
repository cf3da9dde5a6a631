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
  model_binding b;
  c->model.ops->bind(&c->model, &c->job, atoms, file, line, column, &c->report,
                     &b);
}

const problem_ops problem_model = {
    .kind = PROBLEM_MODEL,
    .title = "a finite model",
    .read = context_read_plain,
    .already = "the problem has a model already",
    .take_properties = model_take_properties,
    .own_property = model_own_property,
    .give_meaning = model_give_meaning,
};
