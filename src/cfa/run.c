#include "cfa/run_inside.h"

#include <assert.h>

enum { MOST_FRAMES = 100000 };

bool run_stop(cfa_run *r, cfa_end end, const char *why) {
  if (r->is_quiet)
    return false;
  r->has_ended = true;
  r->end = end;
  r->why = why;
  return false;
}

bool run_fault(cfa_run *r, cfa_fault fault) {
  static const unsigned checks[] = {
      [CFA_FAULT_NULL] = CFA_CHECK_NULL,
      [CFA_FAULT_BOUNDS] = CFA_CHECK_BOUNDS,
      [CFA_FAULT_DEAD] = CFA_CHECK_BOUNDS,
      [CFA_FAULT_FREE] = CFA_CHECK_FREE,
      [CFA_FAULT_DOUBLE_FREE] = CFA_CHECK_FREE,
      [CFA_FAULT_CONSTANT] = CFA_CHECK_BOUNDS,
  };
  bool is_error = (r->options.checks & checks[fault]) != 0;
  if (!r->is_quiet)
    r->fault = fault;
  return run_stop(r, is_error ? CFA_END_ERROR : CFA_END_FAULT,
                  cfa_fault_name(fault));
}

void run_assign(cfa_run *r, uint32_t variable, run_value value) {
  if (variable == CFA_NONE)
    return;
  const cfa_variable *v = &r->p->variables.at[variable];
  run_scalar *s = run_scalar_of(r, v);
  *s = (run_scalar){.value = value, .is_set = true};
  if (v->kind != CFA_TEMPORARY)
    run_changed_scalar(r, variable);
}

/* A frame whose parameters have no values yet. */
bool run_push_frame(cfa_run *r, uint32_t function, uint32_t edge) {
  assert(function < r->p->functions.count);
  const cfa_function *f = &r->p->functions.at[function];
  run_frame frame = {.function = function,
                     .location = f->entry,
                     .edge = edge,
                     .scalars = r->scalars.count,
                     .objects = r->objects.count};
  vec_resize(r->m, &r->scalars, r->scalars.count + f->scalars);
  uint32_t left = f->objects;
  for (uint32_t i = f->first_variable; left; i++) {
    const cfa_variable *v = &r->p->variables.at[i];
    if (v->is_scalar)
      continue;
    left--;
    if (v->size > RUN_LARGEST)
      return run_stop(r, CFA_END_UNSUPPORTED, run_too_large);
    uint64_t object = run_object_new(&r->memory, RUN_LOCAL, v->size, i);
    vec_push(r->m, &r->objects, object);
  }
  vec_push(r->m, &r->frames, frame);
  return true;
}

static void pop_frame(cfa_run *r) {
  run_frame frame = vec_pop(&r->frames);
  while (r->objects.count > frame.objects)
    run_object_kill(&r->memory, vec_pop(&r->objects));
  r->scalars.count = frame.scalars;
}

/* Structs are copied; a value becomes that of a scalar. */
static bool pass(cfa_run *r, uint32_t variable, run_value value) {
  assert(variable < r->p->variables.count);
  const cfa_variable *v = &r->p->variables.at[variable];
  if (v->is_scalar) {
    run_assign(r, variable, value);
    return true;
  }
  if (v->size == 0)
    return true;
  run_value to = {.object =
                      r->objects.at[vec_last(&r->frames).objects + v->slot]};
  return run_copy_bytes(r, to, value, (run_value){.bits = v->size});
}

static bool call(cfa_run *r, uint32_t edge, const run_code *c) {
  assert(edge < r->p->edges.count);
  const cfa_edge *e = &r->p->edges.at[edge];
  bool is_indirect = e->function == CFA_NONE;
  uint32_t function = e->function;
  if (is_indirect) {
    run_value to = run_root(r, c, 0);
    const run_object *o =
        to.object ? run_object_at(&r->memory, to.object) : NULL;
    if (!o || o->kind != RUN_FUNCTION || to.bits)
      return run_fault(r, CFA_FAULT_NULL);
    function = o->variable;
  }
  const cfa_function *f = &r->p->functions.at[function];
  if (!cfa_call_fits(r->p, e, f))
    return run_stop(r, CFA_END_UNSUPPORTED,
                    "a call that does not fit the function");
  if (r->frames.count >= MOST_FRAMES)
    return run_stop(r, CFA_END_UNSUPPORTED, "stack overflow");
  if (!run_push_frame(r, function, edge))
    return false;
  r->frames.at[r->frames.count - 2].location = e->to;
  for (uint32_t i = 0; i < f->parameters; i++)
    if (!pass(r, f->first_variable + i, run_root(r, c, is_indirect + i)))
      return false;
  return true;
}

static bool give_back(cfa_run *r, const cfa_edge *e, const run_code *c) {
  bool has_value = e->a != CFA_NONE;
  run_value value = has_value ? run_root(r, c, 0) : (run_value){0};
  if (r->frames.count == 1) {
    r->has_result = has_value && !value.object;
    r->result = value.bits;
    return run_stop(r, CFA_END_RETURN, "main returned");
  }
  uint32_t called = vec_last(&r->frames).edge;
  pop_frame(r);
  uint32_t variable = r->p->edges.at[called].variable;
  if (has_value)
    run_assign(r, variable, value);
  else if (variable != CFA_NONE)
    run_scalar_of(r, &r->p->variables.at[variable])->is_set = false;
  return true;
}

static const run_code *code_of(cfa_run *r, uint32_t edge) {
  run_code *c = &r->edges[edge];
  if (c->at)
    return c;
  const cfa_edge *e = &r->p->edges.at[edge];
  uint32_t own[3], count = 0;
  const uint32_t named[3] = {e->a, e->b, e->c};
  for (size_t i = 0; i < 3; i++)
    if (named[i] != CFA_NONE)
      own[count++] = named[i];
  if (e->kind != CFA_CALL) {
    run_code_make(r, own, count, c);
    return c;
  }
  count = e->function == CFA_NONE;
  uint32_t *all =
      mem_array(r->m, (size_t)count + e->arguments + 1, sizeof *all);
  all[0] = e->a;
  for (uint32_t i = 0; i < e->arguments; i++)
    all[count + i] = r->p->arguments.at[e->first_argument + i];
  run_code_make(r, all, (size_t)count + e->arguments, c);
  mem_free(r->m, all);
  return c;
}

static bool run_take_input(cfa_run *r, const cfa_edge *e) {
  assert(e->variable < r->p->variables.count);
  const cfa_variable *v = &r->p->variables.at[e->variable];
  cfa_input like = {.kind = e->input,
                    .name = e->name,
                    .width = v->width,
                    .is_pointer = v->is_pointer};
  uint64_t value;
  if (!run_input(r, &like, &value))
    return false;
  run_assign(r, e->variable, (run_value){.bits = value});
  return true;
}

static bool forget(cfa_run *r, const cfa_edge *e) {
  assert(e->variable < r->p->variables.count);
  const cfa_variable *v = &r->p->variables.at[e->variable];
  if (v->is_scalar)
    run_scalar_of(r, v)->is_set = false;
  else
    run_object_forget(
        &r->memory,
        v->function == CFA_NONE
            ? r->global_objects[v->slot]
            : r->objects.at[vec_last(&r->frames).objects + v->slot]);
  return true;
}

static bool take_size(cfa_run *r, const cfa_edge *e, run_value at) {
  at.bits = 0;
  if (!run_may(r, at, 0, false))
    return false;
  uint64_t size = run_object_at(&r->memory, at.object)->size;
  unsigned width = r->p->variables.at[e->variable].width;
  run_assign(r, e->variable, (run_value){.bits = bits_cut(size, width)});
  return true;
}

/* What the edge does, once its expressions have values. */
static bool act(cfa_run *r, uint32_t edge, const run_code *c) {
  assert(edge < r->p->edges.count);
  const cfa_edge *e = &r->p->edges.at[edge];
  switch (e->kind) {
  case CFA_SKIP:
    return true;
  case CFA_ASSUME:
    return (run_root(r, c, 0).bits != 0) == e->holds ||
           run_stop(r, CFA_END_BLOCKED, "an assumption");
  case CFA_ASSIGN:
    run_assign(r, e->variable, run_root(r, c, 0));
    return true;
  case CFA_STORE:
    return run_store(r, run_root(r, c, 0), r->p->expressions.at[e->b].width,
                     run_root(r, c, 1));
  case CFA_INPUT:
    return run_take_input(r, e);
  case CFA_HAVOC:
    return forget(r, e);
  case CFA_CALL:
    return call(r, edge, c);
  case CFA_RETURN:
    return give_back(r, e, c);
  case CFA_ALLOCATE:
    return run_allocate(r, e, run_root(r, c, 0));
  case CFA_FREE:
    return run_release(r, run_root(r, c, 0));
  case CFA_SIZE:
    return take_size(r, e, run_root(r, c, 0));
  case CFA_COPY:
    return run_copy_bytes(r, run_root(r, c, 0), run_root(r, c, 1),
                          run_root(r, c, 2));
  case CFA_FILL:
    return run_fill_bytes(r, run_root(r, c, 0), run_root(r, c, 1),
                          run_root(r, c, 2));
  case CFA_FAIL:
    return run_stop(r, CFA_END_ERROR, cfa_text(r->p, e->name));
  case CFA_HALT:
    return run_stop(r, CFA_END_HALT, "the program ended itself");
  case CFA_UNDEFINED:
    return run_stop(r, CFA_END_UNDEFINED, cfa_text(r->p, e->name));
  case CFA_UNSUPPORTED:
    return run_stop(r, CFA_END_UNSUPPORTED, cfa_text(r->p, e->name));
  }
  return false;
}

/* Which of the two edges of a branch; its condition is evaluated once. */
static uint32_t choose_edge(cfa_run *r, const cfa_location *l,
                            const run_code *c) {
  uint32_t first = l->first_edge;
  assert(first < r->p->edges.count);
  const cfa_edge *e = &r->p->edges.at[first];
  if (l->edges < 2 || e->kind != CFA_ASSUME)
    return first;
  bool holds = run_root(r, c, 0).bits != 0;
  return holds == e->holds ? first : first + 1;
}

bool cfa_run_step(cfa_run *r) {
  if (r->has_ended)
    return false;
  if (r->clock)
    progress_tick(r->clock);
  r->marks.count = 0;
  const cfa_location *l = &r->p->locations.at[vec_last(&r->frames).location];
  if (l->edges == 0)
    return run_stop(r, CFA_END_BLOCKED, "nothing follows");
  r->edge = l->first_edge;
  r->steps++;
  const run_code *c = code_of(r, r->edge);
  if (!run_evaluate(r, c))
    return false;
  r->edge = choose_edge(r, l, c);
  if (!act(r, r->edge, c))
    return false;
  const cfa_edge *e = &r->p->edges.at[r->edge];
  if (e->kind != CFA_CALL && e->kind != CFA_RETURN)
    vec_last(&r->frames).location = e->to;
  return true;
}

cfa_end cfa_run_finish(cfa_run *r, uint64_t most_steps) {
  uint64_t last = most_steps ? r->steps + most_steps : UINT64_MAX;
  while (r->steps < last && cfa_run_step(r))
    continue;
  return r->has_ended ? r->end : CFA_END_STEPS;
}
