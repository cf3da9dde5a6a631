/* What a search of all states saw, and what it never did. */
#include "problem/temporal.h"

#include <stdio.h>

void context_take_seen(custos *c, const explicit_answer *a) {
  const model *x = &c->model;
  bool all = a->verdict == EXPLICIT_HOLDS || c->options.keep_going ||
             c->options.all_traces;
  vec_each (const explicit_note, n, &a->notes) {
    if (c->options.strict)
      break; /* they are errors then */
    char *words = mem_alloc(&c->job, 512);
    snprintf(words, 512, "%s:%u:%u: %s", context_fault_file(c, &n->fault),
             n->fault.line, n->fault.column, n->text);
    vec_push(&c->job, &c->notes, words);
  }
  for (uint32_t i = 0; a->covered && all && i < x->places.count; i++)
    if (!(a->covered[i >> 3] >> (i & 7) & 1))
      vec_push(&c->job, &c->checked.unreached, i);
}

size_t custos_unreached_count(const custos *c) {
  return c->checked.unreached.count;
}

custos_status custos_unreached_at(custos *c, size_t i, custos_place *out) {
  if (i >= c->checked.unreached.count)
    return context_fail(c, CUSTOS_ERR_USAGE, "there is no such statement");
  const model *x = &c->model;
  const model_place *p = &x->places.at[c->checked.unreached.at[i]];
  *out = (custos_place){.process = names_text(&x->process_names, p->process),
                        .text = x->place_text.at + p->at,
                        .file = names_text(&x->files, p->file),
                        .line = p->line,
                        .column = p->column};
  return CUSTOS_OK;
}
