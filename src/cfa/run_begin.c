/* The beginning of a run: globals, and main with its arguments. And its
 * removal. */
#include "cfa/run_inside.h"

#include <assert.h>

const char run_arithmetic[] = "arithmetic on the address of an object";
const char run_too_large[] = "an object of 2 GiB or more";

static run_value constant_value(cfa_run *run, uint32_t expression) {
  run_code code;
  run_code_make(run, &expression, 1, &code);
  run_value value = {0};
  if (run_evaluate(run, &code))
    value = run_root(run, &code, 0);
  run_code_free(run, &code);
  return value;
}

static void begin_object(cfa_run *run, uint32_t variable) {
  assert(variable < run->p->variables.count);
  const cfa_variable *v = &run->p->variables.at[variable];
  if (v->size > RUN_LARGEST) {
    run_stop(run, CFA_END_UNSUPPORTED, run_too_large);
    return;
  }
  uint64_t name = run_object_new(&run->memory, RUN_GLOBAL, v->size, variable);
  run_object *object = run_object_at(&run->memory, name);
  run->global_objects[v->slot] = name;
  object->is_zero = !v->is_extern;
  object->is_constant = v->is_constant;
  run_value at = {.object = name};
  for (; at.bits < v->bytes; at.bits++) {
    run_value byte = {.bits = run->p->data.at[v->data + at.bits]};
    if (byte.bits)
      run_write(&run->memory, at, 1, byte);
  }
}

static void begin_pointers(cfa_run *run, const cfa_variable *variable) {
  for (uint32_t i = 0; i < variable->pointers; i++) {
    const cfa_pointer *pointer =
        &run->p->pointers.at[variable->first_pointer + i];
    run_value at = {.bits = pointer->offset,
                    .object = run->global_objects[variable->slot]};
    run_write(&run->memory, at, run->memory.pointer_bytes,
              constant_value(run, pointer->value));
  }
}

/* Pointers may be to any of them: so all are there before the first is. */
static void begin_globals(cfa_run *run) {
  for (uint32_t i = 0; i < run->p->globals; i++)
    if (!run->p->variables.at[i].is_scalar)
      begin_object(run, i);
  for (uint32_t i = 0; i < run->p->globals && !run->has_ended; i++) {
    const cfa_variable *variable = &run->p->variables.at[i];
    if (!variable->is_scalar)
      begin_pointers(run, variable);
    else if (!variable->is_extern)
      run->globals[variable->slot] =
          (run_scalar){.value = variable->initial == CFA_NONE
                                    ? (run_value){0}
                                    : constant_value(run, variable->initial),
                       .is_set = true};
  }
}

static void begin_main(cfa_run *run) {
  const cfa_function *function = &run->p->functions.at[run->p->main];
  if (!run_push_frame(run, run->p->main, CFA_NONE))
    return;
  for (uint32_t i = 0; i < function->parameters && !run->has_ended; i++) {
    uint32_t variable = function->first_variable + i;
    const cfa_variable *v = &run->p->variables.at[variable];
    run_value value = {0};
    if (!v->is_scalar)
      continue;
    cfa_input like = {
        .kind = CFA_INPUT_ARGUMENT, .name = v->name, .width = v->width};
    if (v->is_pointer)
      value.object = run_object_new(&run->memory, RUN_OPAQUE, 1, variable);
    else if (!run_input(run, &like, &value.bits))
      return;
    run_assign(run, variable, value);
  }
}

cfa_run *cfa_run_begin(mem *m, progress *clock, const cfa *automaton,
                       const cfa_run_options *run_options) {
  cfa_run *run = mem_alloc(m, sizeof *run);
  *run = (cfa_run){
      .m = m, .clock = clock, .p = automaton, .options = *run_options};
  run->edge = CFA_NONE;
  run->end = CFA_END_STEPS;
  run_memory_init(&run->memory, m, automaton->pointer_bits);
  run->globals =
      mem_array(m, (size_t)automaton->global_scalars + 1, sizeof *run->globals);
  run->global_objects = mem_array(m, (size_t)automaton->global_objects + 1,
                                  sizeof *run->global_objects);
  run->functions =
      mem_array(m, automaton->functions.count + 1, sizeof *run->functions);
  run->edges = mem_array(m, automaton->edges.count + 1, sizeof *run->edges);
  begin_globals(run);
  begin_main(run);
  return run;
}

void cfa_run_delete(cfa_run *run) {
  if (!run)
    return;
  mem *m = run->m;
  for (size_t i = 0; i < run->p->edges.count; i++)
    run_code_free(run, &run->edges[i]);
  run_memory_clear(&run->memory);
  mem_free(m, run->globals);
  mem_free(m, run->global_objects);
  mem_free(m, run->functions);
  mem_free(m, run->edges);
  mem_free(m, run->positions);
  mem_free(m, run->stamps);
  vec_free(m, &run->scalars);
  vec_free(m, &run->objects);
  vec_free(m, &run->frames);
  vec_free(m, &run->work);
  vec_free(m, &run->registers);
  vec_free(m, &run->inputs);
  vec_free(m, &run->marks);
  mem_free(m, run);
}
