/* Runs step by step, and evidence written. */
#include "problem/session/ectl.h"

#include <string.h>

static void add_text(custos *c, const char *s) {
  size_t n = strlen(s);
  vec_reserve(&c->job, &c->rule_text, n + 1);
  memcpy(c->rule_text.at + c->rule_text.count, s, n + 1);
  c->rule_text.count += n;
}

static void add_symbol(custos *c, uint32_t symbol) {
  add_text(c, symbol == PDS_ANY ? "*" : names_text(&c->pds.symbols, symbol));
}

void context_write_rule(custos *c, const pds_rule *r) {
  c->rule_text.count = 0;
  add_text(c, names_text(&c->pds.states, r->from));
  add_text(c, " ");
  add_symbol(c, r->top);
  add_text(c, " -> ");
  add_text(c, names_text(&c->pds.states, r->to));
  for (uint32_t i = 0; i < r->length; i++) {
    add_text(c, " ");
    add_symbol(c, r->push[i]);
  }
}

custos_status custos_trace_rewind(custos *c) {
  if (!c->has_run)
    return context_fail(c, CUSTOS_ERR_USAGE, "there is no run to show");
  ENTER_SHOWING(c, "replaying");
  c->position = UINT64_MAX; /* before the first state */
  if (context_has_lasso(c)) {
    context_lasso_rewind(c);
    return context_leave(c, CUSTOS_OK);
  }
  if (c->trace_began)
    trace_free(&c->trace);
  c->trace_began = false;
  trace_begin(&c->trace, &c->job, &c->pds, &c->evidence.derivation);
  c->trace_began = true;
  c->trace.number = UINT64_MAX; /* before the initial configuration */
  return context_leave(c, CUSTOS_OK);
}

static void fill_step(custos *c, custos_step *s) {
  const trace *t = &c->trace;
  const char *file = c->source.files.count ? c->source.files.at[0] : "";
  *s = (custos_step){.number = t->number,
                     .last = trace_is_over(t),
                     .rule = -1,
                     .rule_text = "",
                     .file = file,
                     .state = t->state,
                     .stack = t->stack.at,
                     .depth = t->stack.count};
  if (c->pds.dimension && !t->weight_overflow) {
    s->weight = t->weight;
    s->weight_count = c->pds.dimension;
  }
  if (t->rule == PDS_NONE)
    return;
  const pds_rule *r = &c->pds.rules.at[t->rule];
  context_write_rule(c, r);
  s->rule = t->rule;
  s->rule_text = c->rule_text.at;
  s->line = r->line;
  s->column = r->column;
  s->loop = t->in_loop;
  if (r->action != PDS_NONE)
    s->action = names_text(&c->pds.actions, r->action);
}

custos_status custos_trace_next(custos *c, custos_step *out, int *found) {
  if (c->has_run && context_has_lasso(c)) {
    ENTER_SHOWING(c, "replaying");
    *found = context_lasso_next(c, out);
    return context_leave(c, CUSTOS_OK);
  }
  if (!c->trace_began)
    return context_fail(c, CUSTOS_ERR_USAGE, "call custos_trace_rewind first");
  ENTER_SHOWING(c, "replaying");
  trace *t = &c->trace;
  if (t->number == UINT64_MAX) {
    t->number = 0;
  } else if (trace_is_over(t)) {
    *found = 0;
    return context_leave(c, CUSTOS_OK);
  } else if (!trace_step(t)) {
    return context_fail(c, CUSTOS_ERR_BUG, "the run does not follow the rules");
  }
  fill_step(c, out);
  *found = 1;
  return context_leave(c, CUSTOS_OK);
}

/* ---- Files
 * -------------------------------------------------------------------- */

custos_status custos_write_evidence(custos *c, custos_write_fn *write,
                                    void *self) {
  bool is_translation = c->checked.has_automaton;
  if (is_translation ? !c->checked.has_certificate : !c->solved || c->ring.size)
    return context_fail(c, CUSTOS_ERR_USAGE,
                        "there is no answer to give evidence for");
  ENTER_WRITING(c, "writing");
  text out;
  text_init(&out, write, self);
  if (c->session.current) {
    context_write_session_evidence(c, &out);
  } else if (is_translation || c->checked.is_temporal) {
    context_write_temporal(c, &out);
  } else {
    context_make_evidence(c);
    evidence_write(&c->pds, &c->source, &c->evidence, &out);
  }
  if (!text_end(&out))
    return context_fail(c, CUSTOS_ERR_SYSTEM, "the evidence was not written");
  return context_leave(c, CUSTOS_OK);
}
