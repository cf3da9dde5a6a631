/* Runs of programs with procedures, as people read them: steps that only give
 * variables their first values belong to the step before. */
#include "problem/procedures/procedures_parts.h"

#include <assert.h>

static bool is_shown(const custos *c, size_t i) {
  assert(i < c->checked.calls.steps.count);
  uint32_t edge = c->checked.calls.steps.at[i].edge;
  return edge != PROG_STUTTER && !c->program.edges.at[edge].is_hidden;
}

/* Does the run end in a place that it then repeats? */
static bool run_ends(const prog_run *run) {
  return run->loop < run->steps.count &&
         run->steps.at[run->loop].edge == PROG_STUTTER;
}

uint64_t context_calls_shown(const custos *c, uint64_t *loop, bool *ends) {
  const prog_run *run = &c->checked.calls;
  uint64_t shown = 0;
  *loop = UINT64_MAX;
  *ends = run_ends(run);
  for (size_t i = 0; i < run->steps.count; i++) {
    if (i == run->loop)
      *loop = shown;
    shown += is_shown(c, i);
  }
  return shown;
}

/* One after the other. */

void context_calls_rewind(custos *c) {
  checked *x = &c->checked;
  if (x->has_here)
    prog_configuration_free(&x->here);
  prog_configuration_start(&x->here, &c->job, &c->program);
  x->has_here = true;
  x->calls_taken = 0;
  context_calls_shown(c, &x->calls_loop, &x->calls_end);
}

/* The step itself, as it stands in the text. */
static void describe_edge(custos *c, uint32_t edge, custos_step *out) {
  const prog *program = &c->program;
  const prog_edge *e = &program->edges.at[edge];
  assert(e->from < program->locations.count);
  uint32_t procedure = program->locations.at[e->from].procedure;
  out->statement = prog_text(program, e->text);
  assert(procedure < program->procedures.count);
  out->procedure = prog_text(program, program->procedures.at[procedure].name);
  out->line = e->line;
  out->column = e->column;
  out->is_call = e->kind == PROG_CALL;
  out->is_return = e->kind == PROG_RETURN;
}

static void describe_values(custos *c, custos_step *out) {
  const prog_configuration *x = &c->checked.here;
  keeper k;
  uint32_t procedure = c->program.locations.at[prog_here(x)].procedure;
  prog_show_values(&c->program, procedure, x->globals, prog_locals(x),
                   keeper_begin(&k, c, &c->state_text));
  out->text = keeper_end(&k);
}

static bool is_over(const custos *c) {
  const checked *x = &c->checked;
  size_t n = x->calls_taken;
  return n >= x->calls.steps.count || x->calls.steps.at[n].edge == PROG_STUTTER;
}

/* What is wrong where the run ends. */
static const char *fault_of(custos *c) {
  const property *p = c->checked.property;
  keeper k;
  if (!p || p->kind != PROPERTY_TARGET || p->claim == PROG_TARGET)
    return "";
  if (p->claim == PROG_ASSERTION)
    return "the assertion fails";
  text *to = keeper_begin(&k, c, &c->rule_text);
  text_put(to, "does not hold: ");
  text_put(to, p->text);
  return keeper_end(&k);
}

/* False: the run does not follow the program, which has been checked. */
static bool take(custos *c) {
  checked *x = &c->checked;
  const char *why;
  size_t below = x->here.frames.count - 1;
  if (below < x->calls_kept)
    x->calls_kept = below;
  return prog_take(&x->here, &x->calls, x->calls_taken++, &why);
}

bool context_calls_next(custos *c, custos_step *out) {
  checked *x = &c->checked;
  bool begins = c->position == UINT64_MAX;
  if (!begins && is_over(c))
    return false;
  *out =
      (custos_step){.number = ++c->position,
                    .rule = -1,
                    .rule_text = "",
                    .procedure = "",
                    .fault = "",
                    .file = c->source.files.count ? c->source.files.at[0] : ""};
  x->calls_kept = SIZE_MAX;
  if (!begins) {
    size_t frames = x->here.frames.count;
    out->calls = frames > 2 ? (uint32_t)frames - 2 : 0;
    describe_edge(c, x->calls.steps.at[x->calls_taken].edge, out);
    if (!take(c))
      return false;
  }
  while (!is_over(c) && !is_shown(c, x->calls_taken))
    if (!take(c))
      return false;
  describe_values(c, out);
  out->last = is_over(c);
  out->loop = out->number >= x->calls_loop;
  out->stutters = out->last && x->calls_end;
  if (out->last)
    out->fault = fault_of(c);
  return true;
}
