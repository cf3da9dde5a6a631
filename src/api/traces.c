/* Runs step by step, and evidence written. */
#include "problem/temporal.h"

#include <string.h>

custos_status custos_trace_rewind(custos *c) {
  if (!c->has_run)
    return context_fail(c, CUSTOS_ERR_USAGE, "there is no run to show");
  ENTER_SHOWING(c, "replaying");
  c->position = UINT64_MAX; /* before the first state */
  c->ops->rewind(c);
  return context_leave(c, CUSTOS_OK);
}

custos_status custos_trace_next(custos *c, custos_step *out, int *found) {
  if (!c->has_run)
    return context_fail(c, CUSTOS_ERR_USAGE, "call custos_trace_rewind first");
  ENTER_SHOWING(c, "replaying");
  custos_status status = c->ops->next(c, out, found);
  return status == CUSTOS_OK ? context_leave(c, status) : status;
}

custos_status custos_write_evidence(custos *c, custos_write_fn *write,
                                    void *self) {
  bool is_translation = c->checked.has_automaton;
  if (is_translation ? !c->checked.has_certificate : !c->solved || c->ring.size)
    return context_fail(c, CUSTOS_ERR_USAGE,
                        "there is no answer to give evidence for");
  ENTER_WRITING(c, "writing");
  text out;
  text_init(&out, write, self);
  if (is_translation)
    context_write_translation(c, &out);
  else
    c->ops->write_evidence(c, &out);
  if (!text_end(&out))
    return context_fail(c, CUSTOS_ERR_SYSTEM, "the evidence was not written");
  return context_leave(c, CUSTOS_OK);
}

const char *custos_graph_formula(const custos *c) {
  return c->checked.graph_formula ? c->checked.graph_formula : "";
}

/* A spent limit takes nothing away from the answer, which stays. */
custos_status custos_write_graph(custos *c, custos_write_fn *graph,
                                 void *graph_self, custos_write_fn *proof,
                                 void *proof_self) {
  custos_status status =
      c->ops->write_graph
          ? c->ops->write_graph(c, graph, graph_self, proof, proof_self)
          : context_refuse_graph(c);
  mem_clear(&c->aside);
  return status;
}
