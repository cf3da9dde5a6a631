/* Runs of pushdown systems, step by step: lassos that violate a formula, and
 * runs to a final configuration, which are expanded from their derivation. */
#include "problem/pushdown/pushdown_problem.h"

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

static void lasso_rewind(custos *c) {
  const pds_lasso *l = &c->checked.lasso;
  lasso_position *w = &c->lasso_position;
  w->state = l->start;
  w->rule = PDS_NONE;
  w->stack.count = 0;
  for (size_t i = l->stack.count; i-- > 0;)
    vec_push(&c->job, &w->stack, l->stack.at[i]);
}

static void lasso_step(custos *c, uint32_t rule) {
  lasso_position *w = &c->lasso_position;
  w->rule = rule;
  if (rule == PDS_STUTTER)
    return;
  const pds_rule *r = &c->pds.rules.at[rule];
  uint32_t top = vec_pop(&w->stack);
  w->state = r->to;
  for (uint32_t i = r->length; i-- > 0;)
    vec_push(&c->job, &w->stack, pds_pushed(r, i, top));
}

static void show_configuration(custos *c, size_t i, custos_step *out) {
  const pds_lasso *l = &c->checked.lasso;
  lasso_position *w = &c->lasso_position;
  size_t before = i ? w->stack.count : 0;
  if (i > 0)
    lasso_step(c, i <= l->stem.count ? l->stem.at[i - 1]
                                     : l->loop.at[i - 1 - l->stem.count]);
  out->state = w->state;
  out->stack = w->stack.at;
  out->depth = w->stack.count;
  if (c->ops->pushdown->show)
    c->ops->pushdown->show(c, w->rule, before, out);
  if (w->rule == PDS_NONE || w->rule == PDS_STUTTER)
    return;
  const pds_rule *r = &c->pds.rules.at[w->rule];
  context_write_rule(c, r);
  out->rule = w->rule;
  out->rule_text = c->rule_text.at;
  if (!c->ops->pushdown->show) {
    out->line = r->line;
    out->column = r->column;
  }
  if (r->action != PDS_NONE)
    out->action = names_text(&c->pds.actions, r->action);
}

static run_extent extent_of(const pds_lasso *l) {
  bool ends = l->loop.count == 1 && l->loop.at[0] == PDS_STUTTER;
  return (run_extent){.loop = l->stem.count,
                      .ends = ends,
                      .last = l->stem.count + (ends ? 0 : l->loop.count)};
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

void pushdown_rewind(custos *c) {
  if (c->checked.is_temporal) {
    lasso_rewind(c);
    return;
  }
  if (c->trace_began)
    trace_free(&c->trace);
  c->trace_began = false;
  trace_begin(&c->trace, &c->job, &c->pds, &c->evidence.derivation);
  c->trace_began = true;
  c->trace.number = UINT64_MAX; /* before the initial configuration */
}

static custos_status next_of_trace(custos *c, custos_step *out, int *found) {
  trace *t = &c->trace;
  if (!c->trace_began)
    return context_fail(c, CUSTOS_ERR_USAGE, "call custos_trace_rewind first");
  *found = t->number == UINT64_MAX || !trace_is_over(t);
  if (!*found)
    return CUSTOS_OK;
  if (t->number == UINT64_MAX)
    t->number = 0;
  else if (!trace_step(t))
    return context_fail(c, CUSTOS_ERR_BUG, "the run does not follow the rules");
  fill_step(c, out);
  return CUSTOS_OK;
}

custos_status pushdown_next(custos *c, custos_step *out, int *found) {
  if (!c->checked.is_temporal)
    return next_of_trace(c, out, found);
  run_extent e = extent_of(&c->checked.lasso);
  *found = context_next_position(c, &e, out);
  if (*found)
    show_configuration(c, (size_t)c->position, out);
  return CUSTOS_OK;
}
