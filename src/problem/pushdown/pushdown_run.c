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

void context_write_rule(custos *c, const pds_rule *rule) {
  c->rule_text.count = 0;
  add_text(c, names_text(&c->pds.states, rule->from));
  add_text(c, " ");
  add_symbol(c, rule->top);
  add_text(c, " -> ");
  add_text(c, names_text(&c->pds.states, rule->to));
  for (uint32_t i = 0; i < rule->length; i++) {
    add_text(c, " ");
    add_symbol(c, rule->push[i]);
  }
}

static void lasso_rewind(custos *c) {
  const pds_lasso *lasso = &c->checked.lasso;
  lasso_position *position = &c->lasso_position;
  position->state = lasso->start;
  position->rule = PDS_NONE;
  position->stack.count = 0;
  for (size_t i = lasso->stack.count; i-- > 0;)
    vec_push(&c->job, &position->stack, lasso->stack.at[i]);
}

static void lasso_step(custos *c, uint32_t rule) {
  lasso_position *position = &c->lasso_position;
  position->rule = rule;
  if (rule == PDS_STUTTER)
    return;
  const pds_rule *r = &c->pds.rules.at[rule];
  uint32_t top = vec_pop(&position->stack);
  position->state = r->to;
  for (uint32_t i = r->length; i-- > 0;)
    vec_push(&c->job, &position->stack, pds_pushed(r, i, top));
}

static void show_configuration(custos *c, size_t i, custos_step *out) {
  const pds_lasso *lasso = &c->checked.lasso;
  lasso_position *position = &c->lasso_position;
  size_t before = i ? position->stack.count : 0;
  if (i > 0)
    lasso_step(c, i <= lasso->stem.count
                      ? lasso->stem.at[i - 1]
                      : lasso->loop.at[i - 1 - lasso->stem.count]);
  out->state = position->state;
  out->stack = position->stack.at;
  out->depth = position->stack.count;
  if (c->ops->pushdown->show)
    c->ops->pushdown->show(c, position->rule, before, out);
  if (position->rule == PDS_NONE || position->rule == PDS_STUTTER)
    return;
  const pds_rule *rule = &c->pds.rules.at[position->rule];
  context_write_rule(c, rule);
  out->rule = position->rule;
  out->rule_text = c->rule_text.at;
  if (!c->ops->pushdown->show) {
    out->line = rule->line;
    out->column = rule->column;
  }
  if (rule->action != PDS_NONE)
    out->action = names_text(&c->pds.actions, rule->action);
}

static run_extent extent_of(const pds_lasso *lasso) {
  bool ends = lasso->loop.count == 1 && lasso->loop.at[0] == PDS_STUTTER;
  return (run_extent){.loop = lasso->stem.count,
                      .ends = ends,
                      .last =
                          lasso->stem.count + (ends ? 0 : lasso->loop.count)};
}

static void fill_step(custos *c, custos_step *step) {
  const trace *t = &c->trace;
  const char *file = c->source.files.count ? c->source.files.at[0] : "";
  *step = (custos_step){.number = t->number,
                        .last = trace_is_over(t),
                        .rule = -1,
                        .rule_text = "",
                        .file = file,
                        .state = t->state,
                        .stack = t->stack.at,
                        .depth = t->stack.count};
  if (c->pds.dimension && !t->weight_overflow) {
    step->weight = t->weight;
    step->weight_count = c->pds.dimension;
  }
  if (t->rule == PDS_NONE)
    return;
  const pds_rule *rule = &c->pds.rules.at[t->rule];
  context_write_rule(c, rule);
  step->rule = t->rule;
  step->rule_text = c->rule_text.at;
  step->line = rule->line;
  step->column = rule->column;
  step->loop = t->in_loop;
  if (rule->action != PDS_NONE)
    step->action = names_text(&c->pds.actions, rule->action);
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
  run_extent extent = extent_of(&c->checked.lasso);
  *found = context_next_position(c, &extent, out);
  if (*found)
    show_configuration(c, (size_t)c->position, out);
  return CUSTOS_OK;
}
