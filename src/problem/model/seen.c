/* What a search of all states saw, and what it never did. */
#include "problem/temporal.h"

#include <stdio.h>

void context_take_seen(custos *c, const explicit_answer *answer) {
  const model *x = &c->model;
  bool all = answer->verdict == EXPLICIT_HOLDS || c->options.keep_going ||
             c->options.all_traces;
  vec_each (const explicit_note, note, &answer->notes) {
    if (c->options.strict)
      break; /* they are errors then */
    char *words = mem_alloc(&c->job, 512);
    snprintf(words, 512, "%s:%u:%u: %s", context_fault_file(c, &note->fault),
             note->fault.line, note->fault.column, note->text);
    vec_push(&c->job, &c->notes, words);
  }
  for (uint32_t i = 0; answer->covered && all && i < x->places.count; i++)
    if (!(answer->covered[i >> 3] >> (i & 7) & 1))
      vec_push(&c->job, &c->checked.unreached, i);
}
