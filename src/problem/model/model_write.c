/* Finite models as text and pictures for others. */
#include "problem/model/model_problem.h"

#include "lang/lts/lts.h"
#include "view/dot_model.h"

#include <assert.h>

/* NULL, or why there is nothing. */
static const char *write_aut(custos *c, text *out) {
  if (!aut_write(&c->model, out))
    return ".aut has one initial state, and no control characters in actions: "
           "this system does not fit";
  if (c->model.properties.count)
    context_note(c,
                 ".aut has no place for formulas and propositions: they were "
                 "dropped");
  return NULL;
}

const char *model_wrong_format(const custos *c, custos_format format) {
  bool of_graph = format == CUSTOS_AS_LTS || format == CUSTOS_AS_AUT;
  return of_graph && !lts_is_graph(&c->model) ? "there is no transition system"
                                              : NULL;
}

custos_status model_write(custos *c, custos_format format, text *out) {
  switch (format) {
  case CUSTOS_AS_LTS:
    lts_write(&c->model, out);
    break;
  case CUSTOS_AS_AUT:
    return context_end_text(c, write_aut(c, out));
  default:
    assert(format == CUSTOS_AS_DOT);
    if (!dot_model(&c->job, &c->clock, &c->model, out))
      context_note(c, "the model has more states than a picture can show: the "
                      "first ones are drawn");
  }
  return CUSTOS_OK;
}
