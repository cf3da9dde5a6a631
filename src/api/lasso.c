/* Runs of finite models, shown state by state. */
#include "problem/c/c_programs.h"
#include "problem/procedures/programs.h"
#include "problem/promela/program_run.h"
#include "problem/promela/walks.h"

#include <string.h>

/* Where the step from state 'i' to state 'n' stands in the model's text. */
static void locate(custos *c, size_t i, size_t n, custos_step *out) {
  const model_run *run = &c->checked.run;
  const model *x = &c->model;
  const uint8_t *from = run->bytes.at + run->at.at[i];
  const uint8_t *to = run->bytes.at + run->at.at[n];
  size_t to_size = run->at.at[n + 1] - run->at.at[n];
  model_steps steps = {.m = &c->job};
  void *scratch = mem_alloc(&c->job, (size_t)x->scratch_bytes + 1);
  x->ops->next(x, scratch, from, (uint32_t)(run->at.at[i + 1] - run->at.at[i]),
               &steps);
  vec_each (const model_step, s, &steps.steps)
    if (s->size == to_size && s->label == run->labels.at[i] &&
        memcmp(steps.bytes.at + s->at, to, to_size) == 0) {
      out->line = s->line;
      out->column = s->column;
      break;
    }
  model_steps_free(&steps);
  mem_free(&c->job, scratch);
}

bool context_run_ends(custos *c, const model_run *run) {
  const model *x = context_searched(c);
  if (run->loop + 1 != run->count || run->labels.at[run->loop] != MODEL_NONE)
    return false;
  model_steps steps = {.m = &c->job};
  void *scratch = mem_alloc(&c->job, (size_t)x->scratch_bytes + 1);
  size_t at = run->at.at[run->loop];
  x->ops->next(x, scratch, run->bytes.at + at,
               (uint32_t)(run->at.at[run->count] - at), &steps);
  bool ends = steps.steps.count == 0;
  model_steps_free(&steps);
  mem_free(&c->job, scratch);
  return ends;
}

bool context_goes_on(const custos *c) {
  if (c->kind == PROBLEM_C)
    return context_is_flow(c);
  if (c->kind == PROBLEM_PROGRAM)
    return c->checked.calls.loop < c->checked.calls.steps.count;
  if (context_is_program(c))
    return c->checked.steps_go_on;
  return c->kind != PROBLEM_MODEL || c->checked.run.loop < c->checked.run.count;
}

bool context_has_lasso(const custos *c) { return c->checked.is_temporal; }

/* ---- Finite models --------------------------------------------------- */

/* The state at a position; behind the last one the loop's first comes again. */
static size_t state_at(const model_run *run, size_t i) {
  return i < run->count ? i : run->loop;
}

static void show_state(custos *c, size_t i, custos_step *out) {
  const model_run *run = &c->checked.run;
  size_t n = state_at(run, i);
  keeper k;
  c->model.ops->show(&c->model, run->bytes.at + run->at.at[n],
                     (uint32_t)(run->at.at[n + 1] - run->at.at[n]),
                     keeper_begin(&k, c, &c->state_text));
  out->text = keeper_end(&k);
  if (i == 0)
    return;
  locate(c, i - 1, n, out);
  if (run->labels.at[i - 1] != MODEL_NONE)
    out->action = names_text(&c->model.labels, run->labels.at[i - 1]);
}

/* ---- Pushdown systems ------------------------------------------------ */

static void walk_rewind(custos *c) {
  const pds_lasso *l = &c->checked.lasso;
  walk *w = &c->walk;
  w->state = l->start;
  w->rule = PDS_NONE;
  w->stack.count = 0;
  for (size_t i = l->stack.count; i-- > 0;)
    vec_push(&c->job, &w->stack, l->stack.at[i]);
}

static void walk_step(custos *c, uint32_t rule) {
  walk *w = &c->walk;
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
  walk *w = &c->walk;
  size_t before = i ? w->stack.count : 0;
  if (i > 0)
    walk_step(c, i <= l->stem.count ? l->stem.at[i - 1]
                                    : l->loop.at[i - 1 - l->stem.count]);
  out->state = w->state;
  out->stack = w->stack.at;
  out->depth = w->stack.count;
  if (c->kind == PROBLEM_C)
    context_show_flow(c, w->rule, before, out);
  if (w->rule == PDS_NONE || w->rule == PDS_STUTTER)
    return;
  const pds_rule *r = &c->pds.rules.at[w->rule];
  context_write_rule(c, r);
  out->rule = w->rule;
  out->rule_text = c->rule_text.at;
  if (c->kind != PROBLEM_C) {
    out->line = r->line;
    out->column = r->column;
  }
  if (r->action != PDS_NONE)
    out->action = names_text(&c->pds.actions, r->action);
}

/* ---- Both ------------------------------------------------------------ */

/* Where the loop begins, the last position that is shown, and whether that is
 * an end. */
typedef struct extent {
  uint64_t loop, last;
  bool ends;
} extent;

static extent extent_of(custos *c) {
  extent e;
  if (c->kind == PROBLEM_MODEL) {
    const model_run *run = &c->checked.run;
    e.loop = run->loop;
    e.ends = run->loop < run->count && context_run_ends(c, run);
    e.last = run->loop == run->count || e.ends ? run->count - 1 : run->count;
  } else {
    const pds_lasso *l = &c->checked.lasso;
    e.loop = l->stem.count;
    e.ends = l->loop.count == 1 && l->loop.at[0] == PDS_STUTTER;
    e.last = l->stem.count + (e.ends ? 0 : l->loop.count);
  }
  return e;
}

void context_lasso_rewind(custos *c) {
  c->position = UINT64_MAX;
  if (c->kind == PROBLEM_C && !context_is_flow(c))
    context_c_rewind(c);
  else if (c->kind == PROBLEM_PROGRAM)
    context_calls_rewind(c);
  else if (context_is_program(c))
    context_program_rewind(c);
  else if (c->kind != PROBLEM_MODEL)
    walk_rewind(c);
}

bool context_lasso_next(custos *c, custos_step *out) {
  if (c->kind == PROBLEM_PROGRAM)
    return context_calls_next(c, out);
  if (c->kind == PROBLEM_C && !context_is_flow(c))
    return context_c_next(c, out);
  if (context_is_program(c))
    return context_program_next(c, out);
  extent e = extent_of(c);
  if (c->position == e.last)
    return false;
  size_t i = (size_t)++c->position;
  *out =
      (custos_step){.number = i,
                    .last = i == e.last,
                    .rule = -1,
                    .rule_text = "",
                    .file = c->source.files.count ? c->source.files.at[0] : "",
                    .loop = i >= e.loop,
                    .stutters = e.ends && i == e.last};
  (c->kind == PROBLEM_MODEL ? show_state : show_configuration)(c, i, out);
  return true;
}
