#include "cfa/run_inside.h"

#include <assert.h>

enum { MOST_FRAMES = 100000 };

bool run_stop(cfa_run *run, cfa_end end, const char *why) {
  if (run->is_quiet)
    return false;
  run->has_ended = true;
  run->end = end;
  run->why = why;
  return false;
}

bool run_fault(cfa_run *run, cfa_fault fault) {
  static const unsigned checks[] = {
      [CFA_FAULT_NULL] = CFA_CHECK_NULL,
      [CFA_FAULT_BOUNDS] = CFA_CHECK_BOUNDS,
      [CFA_FAULT_DEAD] = CFA_CHECK_BOUNDS,
      [CFA_FAULT_FREE] = CFA_CHECK_FREE,
      [CFA_FAULT_DOUBLE_FREE] = CFA_CHECK_FREE,
      [CFA_FAULT_CONSTANT] = CFA_CHECK_BOUNDS,
  };
  bool is_error = (run->options.checks & checks[fault]) != 0;
  if (!run->is_quiet)
    run->fault = fault;
  return run_stop(run, is_error ? CFA_END_ERROR : CFA_END_FAULT,
                  cfa_fault_name(fault));
}

void run_assign(cfa_run *run, uint32_t variable, run_value value) {
  if (variable == CFA_NONE)
    return;
  const cfa_variable *v = &run->p->variables.at[variable];
  run_scalar *scalar = run_scalar_of(run, v);
  *scalar = (run_scalar){.value = value, .is_set = true};
  if (v->kind != CFA_TEMPORARY)
    run_changed_scalar(run, variable);
}

/* A frame whose parameters have no values yet. */
bool run_push_frame(cfa_run *run, uint32_t function, uint32_t edge) {
  assert(function < run->p->functions.count);
  const cfa_function *f = &run->p->functions.at[function];
  run_frame frame = {.function = function,
                     .location = f->entry,
                     .edge = edge,
                     .scalars = run->scalars.count,
                     .objects = run->objects.count};
  vec_resize(run->m, &run->scalars, run->scalars.count + f->scalars);
  uint32_t left = f->objects;
  for (uint32_t i = f->first_variable; left; i++) {
    const cfa_variable *variable = &run->p->variables.at[i];
    if (variable->is_scalar)
      continue;
    left--;
    if (variable->size > RUN_LARGEST)
      return run_stop(run, CFA_END_UNSUPPORTED, run_too_large);
    uint64_t object =
        run_object_new(&run->memory, RUN_LOCAL, variable->size, i);
    vec_push(run->m, &run->objects, object);
  }
  vec_push(run->m, &run->frames, frame);
  return true;
}

static void pop_frame(cfa_run *run) {
  run_frame frame = vec_pop(&run->frames);
  while (run->objects.count > frame.objects)
    run_object_kill(&run->memory, vec_pop(&run->objects));
  run->scalars.count = frame.scalars;
}

/* Structs are copied; a value becomes that of a scalar. */
static bool pass(cfa_run *run, uint32_t variable, run_value value) {
  assert(variable < run->p->variables.count);
  const cfa_variable *v = &run->p->variables.at[variable];
  if (v->is_scalar) {
    run_assign(run, variable, value);
    return true;
  }
  if (v->size == 0)
    return true;
  run_value to = {
      .object = run->objects.at[vec_last(&run->frames).objects + v->slot]};
  return run_copy_bytes(run, to, value, (run_value){.bits = v->size});
}

static bool call(cfa_run *run, uint32_t edge, const run_code *code) {
  assert(edge < run->p->edges.count);
  const cfa_edge *e = &run->p->edges.at[edge];
  bool is_indirect = e->function == CFA_NONE;
  uint32_t function = e->function;
  if (is_indirect) {
    run_value to = run_root(run, code, 0);
    const run_object *object =
        to.object ? run_object_at(&run->memory, to.object) : NULL;
    if (!object || object->kind != RUN_FUNCTION || to.bits)
      return run_fault(run, CFA_FAULT_NULL);
    function = object->variable;
  }
  const cfa_function *f = &run->p->functions.at[function];
  if (!cfa_call_fits(run->p, e, f))
    return run_stop(run, CFA_END_UNSUPPORTED,
                    "a call that does not fit the function");
  if (run->frames.count >= MOST_FRAMES)
    return run_stop(run, CFA_END_UNSUPPORTED, "stack overflow");
  if (!run_push_frame(run, function, edge))
    return false;
  run->frames.at[run->frames.count - 2].location = e->to;
  for (uint32_t i = 0; i < f->parameters; i++)
    if (!pass(run, f->first_variable + i, run_root(run, code, is_indirect + i)))
      return false;
  return true;
}

static bool give_back(cfa_run *run, const cfa_edge *edge,
                      const run_code *code) {
  bool has_value = edge->a != CFA_NONE;
  run_value value = has_value ? run_root(run, code, 0) : (run_value){0};
  if (run->frames.count == 1) {
    run->has_result = has_value && !value.object;
    run->result = value.bits;
    return run_stop(run, CFA_END_RETURN, "main returned");
  }
  uint32_t called = vec_last(&run->frames).edge;
  pop_frame(run);
  uint32_t variable = run->p->edges.at[called].variable;
  if (has_value)
    run_assign(run, variable, value);
  else if (variable != CFA_NONE)
    run_scalar_of(run, &run->p->variables.at[variable])->is_set = false;
  return true;
}

static const run_code *code_of(cfa_run *run, uint32_t edge) {
  run_code *code = &run->edges[edge];
  if (code->at)
    return code;
  const cfa_edge *e = &run->p->edges.at[edge];
  uint32_t own[3], count = 0;
  const uint32_t named[3] = {e->a, e->b, e->c};
  for (size_t i = 0; i < 3; i++)
    if (named[i] != CFA_NONE)
      own[count++] = named[i];
  if (e->kind != CFA_CALL) {
    run_code_make(run, own, count, code);
    return code;
  }
  count = e->function == CFA_NONE;
  uint32_t *all =
      mem_array(run->m, (size_t)count + e->arguments + 1, sizeof *all);
  all[0] = e->a;
  for (uint32_t i = 0; i < e->arguments; i++)
    all[count + i] = run->p->arguments.at[e->first_argument + i];
  run_code_make(run, all, (size_t)count + e->arguments, code);
  mem_free(run->m, all);
  return code;
}

static bool run_take_input(cfa_run *run, const cfa_edge *edge) {
  assert(edge->variable < run->p->variables.count);
  const cfa_variable *variable = &run->p->variables.at[edge->variable];
  cfa_input like = {.kind = edge->input,
                    .name = edge->name,
                    .width = variable->width,
                    .is_pointer = variable->is_pointer};
  uint64_t value;
  if (!run_input(run, &like, &value))
    return false;
  run_assign(run, edge->variable, (run_value){.bits = value});
  return true;
}

static bool forget(cfa_run *run, const cfa_edge *edge) {
  assert(edge->variable < run->p->variables.count);
  const cfa_variable *variable = &run->p->variables.at[edge->variable];
  if (variable->is_scalar)
    run_scalar_of(run, variable)->is_set = false;
  else
    run_object_forget(
        &run->memory,
        variable->function == CFA_NONE
            ? run->global_objects[variable->slot]
            : run->objects.at[vec_last(&run->frames).objects + variable->slot]);
  return true;
}

static bool take_size(cfa_run *run, const cfa_edge *edge, run_value at) {
  at.bits = 0;
  if (!run_may(run, at, 0, false))
    return false;
  uint64_t size = run_object_at(&run->memory, at.object)->size;
  unsigned width = run->p->variables.at[edge->variable].width;
  run_assign(run, edge->variable, (run_value){.bits = bits_cut(size, width)});
  return true;
}

/* What the edge does, once its expressions have values. */
static bool act(cfa_run *run, uint32_t edge, const run_code *code) {
  assert(edge < run->p->edges.count);
  const cfa_edge *e = &run->p->edges.at[edge];
  switch (e->kind) {
  case CFA_SKIP:
    return true;
  case CFA_ASSUME:
    return (run_root(run, code, 0).bits != 0) == e->holds ||
           run_stop(run, CFA_END_BLOCKED, "an assumption");
  case CFA_ASSIGN:
    run_assign(run, e->variable, run_root(run, code, 0));
    return true;
  case CFA_STORE:
    return run_store(run, run_root(run, code, 0),
                     run->p->expressions.at[e->b].width,
                     run_root(run, code, 1));
  case CFA_INPUT:
    return run_take_input(run, e);
  case CFA_HAVOC:
    return forget(run, e);
  case CFA_CALL:
    return call(run, edge, code);
  case CFA_RETURN:
    return give_back(run, e, code);
  case CFA_ALLOCATE:
    return run_allocate(run, e, run_root(run, code, 0));
  case CFA_FREE:
    return run_release(run, run_root(run, code, 0));
  case CFA_SIZE:
    return take_size(run, e, run_root(run, code, 0));
  case CFA_COPY:
    return run_copy_bytes(run, run_root(run, code, 0), run_root(run, code, 1),
                          run_root(run, code, 2));
  case CFA_FILL:
    return run_fill_bytes(run, run_root(run, code, 0), run_root(run, code, 1),
                          run_root(run, code, 2));
  case CFA_FAIL:
    return run_stop(run, CFA_END_ERROR, cfa_text(run->p, e->name));
  case CFA_HALT:
    return run_stop(run, CFA_END_HALT, "the program ended itself");
  case CFA_UNDEFINED:
    return run_stop(run, CFA_END_UNDEFINED, cfa_text(run->p, e->name));
  case CFA_UNSUPPORTED:
    return run_stop(run, CFA_END_UNSUPPORTED, cfa_text(run->p, e->name));
  }
  return false;
}

/* Which of the two edges of a branch; its condition is evaluated once. */
static uint32_t choose_edge(cfa_run *run, const cfa_location *location,
                            const run_code *code) {
  uint32_t first = location->first_edge;
  assert(first < run->p->edges.count);
  const cfa_edge *edge = &run->p->edges.at[first];
  if (location->edges < 2 || edge->kind != CFA_ASSUME)
    return first;
  bool holds = run_root(run, code, 0).bits != 0;
  return holds == edge->holds ? first : first + 1;
}

bool cfa_run_step(cfa_run *run) {
  if (run->has_ended)
    return false;
  if (run->clock)
    progress_tick(run->clock);
  run->marks.count = 0;
  const cfa_location *location =
      &run->p->locations.at[vec_last(&run->frames).location];
  if (location->edges == 0)
    return run_stop(run, CFA_END_BLOCKED, "nothing follows");
  run->edge = location->first_edge;
  run->steps++;
  const run_code *code = code_of(run, run->edge);
  if (!run_evaluate(run, code))
    return false;
  run->edge = choose_edge(run, location, code);
  if (!act(run, run->edge, code))
    return false;
  const cfa_edge *edge = &run->p->edges.at[run->edge];
  if (edge->kind != CFA_CALL && edge->kind != CFA_RETURN)
    vec_last(&run->frames).location = edge->to;
  return true;
}

cfa_end cfa_run_finish(cfa_run *run, uint64_t most_steps) {
  uint64_t last = most_steps ? run->steps + most_steps : UINT64_MAX;
  while (run->steps < last && cfa_run_step(run))
    continue;
  return run->has_ended ? run->end : CFA_END_STEPS;
}
