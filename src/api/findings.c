/* What an answer tells beside its verdict, and how much of it there is. */
#include "problem/temporal.h"

size_t custos_run_count(const custos *c) { return c->checked.runs.count; }

size_t custos_unreached_count(const custos *c) {
  return c->checked.unreached.count;
}

custos_status custos_unreached_at(custos *c, size_t i, custos_place *out) {
  if (i >= c->checked.unreached.count)
    return context_fail(c, CUSTOS_ERR_USAGE, "there is no such statement");
  const model *x = &c->model;
  const model_place *place = &x->places.at[c->checked.unreached.at[i]];
  *out =
      (custos_place){.process = names_text(&x->process_names, place->process),
                     .text = x->place_text.at + place->at,
                     .file = names_text(&x->files, place->file),
                     .line = place->line,
                     .column = place->column};
  return CUSTOS_OK;
}

size_t custos_predicate_count(const custos *c) {
  return c->ops->predicate_count ? c->ops->predicate_count(c) : 0;
}

custos_status custos_predicate_at(custos *c, size_t i, custos_predicate *out) {
  return c->ops->predicate_at
             ? c->ops->predicate_at(c, i, out)
             : context_fail(c, CUSTOS_ERR_USAGE, "there is no such predicate");
}

size_t custos_object_count(const custos *c) { return c->session.objects.count; }

size_t custos_command_count(const custos *c) {
  return c->session.last ? c->session.last->commands.count : 0;
}
