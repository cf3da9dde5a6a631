/* The beginning of a run: globals, and main with its arguments. And its
 * removal. */
#include "cfa/run_inside.h"

#include <assert.h>

const char run_arithmetic[] = "arithmetic on the address of an object";
const char run_too_large[] = "an object of 2 GiB or more";

static run_value constant_value(cfa_run *r, uint32_t expression) {
  run_code c;
  run_code_make(r, &expression, 1, &c);
  run_value value = {0};
  if (run_evaluate(r, &c))
    value = run_root(r, &c, 0);
  run_code_free(r, &c);
  return value;
}

static void begin_object(cfa_run *r, uint32_t variable) {
  assert(variable < r->p->variables.count);
  const cfa_variable *v = &r->p->variables.at[variable];
  if (v->size > RUN_LARGEST) {
    run_stop(r, CFA_END_UNSUPPORTED, run_too_large);
    return;
  }
  uint64_t name = run_object_new(&r->memory, RUN_GLOBAL, v->size, variable);
  run_object *o = run_object_at(&r->memory, name);
  r->global_objects[v->slot] = name;
  o->is_zero = !v->is_extern;
  o->is_constant = v->is_constant;
  run_value at = {.object = name};
  for (; at.bits < v->bytes; at.bits++) {
    run_value byte = {.bits = r->p->data.at[v->data + at.bits]};
    if (byte.bits)
      run_write(&r->memory, at, 1, byte);
  }
}

static void begin_pointers(cfa_run *r, const cfa_variable *v) {
  for (uint32_t i = 0; i < v->pointers; i++) {
    const cfa_pointer *q = &r->p->pointers.at[v->first_pointer + i];
    run_value at = {.bits = q->offset, .object = r->global_objects[v->slot]};
    run_write(&r->memory, at, r->memory.pointer_bytes,
              constant_value(r, q->value));
  }
}

/* Pointers may be to any of them: so all are there before the first is. */
static void begin_globals(cfa_run *r) {
  for (uint32_t i = 0; i < r->p->globals; i++)
    if (!r->p->variables.at[i].is_scalar)
      begin_object(r, i);
  for (uint32_t i = 0; i < r->p->globals && !r->has_ended; i++) {
    const cfa_variable *v = &r->p->variables.at[i];
    if (!v->is_scalar)
      begin_pointers(r, v);
    else if (!v->is_extern)
      r->globals[v->slot] = (run_scalar){
          .value = v->initial == CFA_NONE ? (run_value){0}
                                          : constant_value(r, v->initial),
          .is_set = true};
  }
}

static void begin_main(cfa_run *r) {
  const cfa_function *f = &r->p->functions.at[r->p->main];
  if (!run_push_frame(r, r->p->main, CFA_NONE))
    return;
  for (uint32_t i = 0; i < f->parameters && !r->has_ended; i++) {
    uint32_t variable = f->first_variable + i;
    const cfa_variable *v = &r->p->variables.at[variable];
    run_value value = {0};
    if (!v->is_scalar)
      continue;
    cfa_input like = {
        .kind = CFA_INPUT_ARGUMENT, .name = v->name, .width = v->width};
    if (v->is_pointer)
      value.object = run_object_new(&r->memory, RUN_OPAQUE, 1, variable);
    else if (!run_input(r, &like, &value.bits))
      return;
    run_assign(r, variable, value);
  }
}

cfa_run *cfa_run_begin(mem *m, progress *clock, const cfa *p,
                       const cfa_run_options *o) {
  cfa_run *r = mem_alloc(m, sizeof *r);
  *r = (cfa_run){.m = m, .clock = clock, .p = p, .options = *o};
  r->edge = CFA_NONE;
  r->end = CFA_END_STEPS;
  run_memory_init(&r->memory, m, p->pointer_bits);
  r->globals = mem_array(m, (size_t)p->global_scalars + 1, sizeof *r->globals);
  r->global_objects =
      mem_array(m, (size_t)p->global_objects + 1, sizeof *r->global_objects);
  r->functions = mem_array(m, p->functions.count + 1, sizeof *r->functions);
  r->edges = mem_array(m, p->edges.count + 1, sizeof *r->edges);
  begin_globals(r);
  begin_main(r);
  return r;
}

void cfa_run_delete(cfa_run *r) {
  if (!r)
    return;
  mem *m = r->m;
  for (size_t i = 0; i < r->p->edges.count; i++)
    run_code_free(r, &r->edges[i]);
  run_memory_clear(&r->memory);
  mem_free(m, r->globals);
  mem_free(m, r->global_objects);
  mem_free(m, r->functions);
  mem_free(m, r->edges);
  mem_free(m, r->positions);
  mem_free(m, r->stamps);
  vec_free(m, &r->scalars);
  vec_free(m, &r->objects);
  vec_free(m, &r->frames);
  vec_free(m, &r->work);
  vec_free(m, &r->registers);
  vec_free(m, &r->inputs);
  vec_free(m, &r->marks);
  mem_free(m, r);
}
