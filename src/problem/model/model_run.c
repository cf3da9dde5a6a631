/* Runs of finite models, state by state. */
#include "problem/model/model_problem.h"

#include <assert.h>
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
  vec_each (const model_step, step, &steps.steps)
    if (step->size == to_size && step->label == run->labels.at[i] &&
        memcmp(steps.bytes.at + step->at, to, to_size) == 0) {
      out->line = step->line;
      out->column = step->column;
      break;
    }
  model_steps_free(&steps);
  mem_free(&c->job, scratch);
}

const model *context_searched(const custos *c) {
  return c->checked.is_reduced ? &c->checked.reduced : &c->model;
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

bool model_goes_on(const custos *c) {
  return c->checked.run.loop < c->checked.run.count;
}

/* The state at a position; behind the last one the loop's first comes again. */
static size_t state_at(const model_run *run, size_t i) {
  return i < run->count ? i : run->loop;
}

static void show_state(custos *c, size_t i, custos_step *out) {
  const model_run *run = &c->checked.run;
  size_t n = state_at(run, i);
  keeper k;
  assert(n < run->at.count);
  assert(n + 1 < run->at.count);
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

static run_extent extent_of(custos *c) {
  const model_run *run = &c->checked.run;
  bool ends = run->loop < run->count && context_run_ends(c, run);
  return (run_extent){.loop = run->loop,
                      .ends = ends,
                      .last = run->loop == run->count || ends ? run->count - 1
                                                              : run->count};
}

/* Its states are all there. */
void model_rewind(custos *c) { (void)c; }

custos_status model_next(custos *c, custos_step *out, int *found) {
  run_extent extent = extent_of(c);
  *found = context_next_position(c, &extent, out);
  if (*found)
    show_state(c, (size_t)c->position, out);
  return CUSTOS_OK;
}
