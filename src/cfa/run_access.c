/* Reading and writing memory, with what can go wrong. */
#include "cfa/run_inside.h"

static bool is_opaque(const cfa_run *run, run_value at) {
  return at.object &&
         run_object_at(&run->memory, at.object)->kind == RUN_OPAQUE;
}

bool run_may(cfa_run *run, run_value at, uint64_t count, bool is_write) {
  if (is_opaque(run, at))
    return run_stop(run, CFA_END_UNSUPPORTED, "the arguments of main");
  cfa_fault fault = run_access(&run->memory, at, count, is_write);
  if (fault == CFA_NO_FAULT)
    return true;
  if (!run->is_quiet)
    run->wrong = (run_wrong){at, count, true, is_write, false};
  return run_fault(run, fault);
}

static cfa_input input_at(const cfa_run *run, run_value at, unsigned width) {
  const run_object *object = run_object_at(&run->memory, at.object);
  return (cfa_input){.kind = CFA_INPUT_UNINITIALISED,
                     .name = object->variable == CFA_NONE
                                 ? CFA_NONE
                                 : run->p->variables.at[object->variable].name,
                     .offset = at.bits,
                     .width = (uint8_t)width};
}

static bool load_unset(cfa_run *run, run_value at,
                       const run_instruction *instruction, run_value *out) {
  cfa_input like = input_at(run, at, instruction->width);
  like.is_pointer = instruction->is_pointer;
  out->object = 0;
  if (!run_input(run, &like, &out->bits))
    return false;
  run_write(&run->memory, at, (instruction->width + 7u) / 8, *out);
  return true;
}

/* Each byte that was never written becomes an input of its own. */
static bool set_bytes(cfa_run *run, run_value at, unsigned count) {
  for (unsigned i = 0; i < count; i++, at.bits++) {
    if (run_is_set(&run->memory, at))
      continue;
    cfa_input like = input_at(run, at, 8);
    run_value byte = {0};
    if (!run_input(run, &like, &byte.bits))
      return false;
    run_write(&run->memory, at, 1, byte);
  }
  return true;
}

bool run_load(cfa_run *run, run_value at, const run_instruction *instruction,
              run_value *out) {
  unsigned count = (instruction->width + 7u) / 8;
  if (!run_may(run, at, count, false))
    return false;
  switch (run_read(&run->memory, at, count, out)) {
  case RUN_FOUND:
    break;
  case RUN_FOUND_NONE:
    return load_unset(run, at, instruction, out);
  case RUN_FOUND_SOME:
    if (!set_bytes(run, at, count))
      return false;
    run_read(&run->memory, at, count, out);
    break;
  case RUN_FOUND_PART:
    return run_stop(run, CFA_END_UNSUPPORTED, "part of a pointer");
  }
  /* As wide as its bytes, unless bits of a pointer would be cut off. */
  if (out->object && instruction->width != run->p->pointer_bits)
    return run_stop(run, CFA_END_UNSUPPORTED, "part of a pointer");
  out->bits = bits_cut(out->bits, instruction->width);
  return true;
}

bool run_store(cfa_run *run, run_value at, unsigned width, run_value value) {
  unsigned count = (width + 7) / 8;
  if (!run_may(run, at, count, true))
    return false;
  run_write(&run->memory, at, count, value);
  run_changed(run, at, width);
  return true;
}

/* One statement on a large block takes as long as many others. */
static void look_at_clock(cfa_run *run, uint64_t bytes) {
  enum { LARGE = 1 << 16 };
  if (run->clock && bytes >= LARGE)
    progress_look(run->clock);
}

bool run_copy_bytes(cfa_run *run, run_value to, run_value from,
                    run_value count) {
  if (count.object)
    return run_stop(run, CFA_END_UNSUPPORTED, run_arithmetic);
  if (count.bits == 0)
    return true;
  if (!run_may(run, from, count.bits, false) ||
      !run_may(run, to, count.bits, true))
    return false;
  look_at_clock(run, count.bits);
  run_copy(&run->memory, to, from, count.bits);
  run_changed(run, to, 8 * count.bits);
  return true;
}

bool run_fill_bytes(cfa_run *run, run_value at, run_value byte,
                    run_value count) {
  if (count.object || byte.object)
    return run_stop(run, CFA_END_UNSUPPORTED, run_arithmetic);
  if (count.bits == 0)
    return true;
  if (!run_may(run, at, count.bits, true))
    return false;
  look_at_clock(run, count.bits);
  run_fill(&run->memory, at, count.bits, (unsigned char)byte.bits);
  run_changed(run, at, 8 * count.bits);
  return true;
}

bool run_allocate(cfa_run *run, const cfa_edge *edge, run_value size) {
  if (size.object)
    return run_stop(run, CFA_END_UNSUPPORTED, run_arithmetic);
  if (size.bits > RUN_LARGEST)
    return run_stop(run, CFA_END_UNSUPPORTED, run_too_large);
  look_at_clock(run, size.bits);
  bool is_local = edge->allocation == CFA_ALLOCA;
  uint64_t object = run_object_new(
      &run->memory, is_local ? RUN_LOCAL : RUN_HEAP, size.bits, CFA_NONE);
  run_object_at(&run->memory, object)->is_zero = edge->allocation == CFA_CALLOC;
  run_object_at(&run->memory, object)->made = run->edge;
  if (is_local)
    vec_push(run->m, &run->objects, object);
  run_assign(run, edge->variable, (run_value){.object = object});
  return true;
}

bool run_release(cfa_run *run, run_value what) {
  if (is_opaque(run, what))
    return run_stop(run, CFA_END_UNSUPPORTED, "the arguments of main");
  if (!run->is_quiet)
    run->wrong = (run_wrong){what, 0, true, false, true};
  if (what.object == 0 && what.bits != 0)
    return run_fault(run, CFA_FAULT_FREE);
  if (what.object == 0) {
    run->wrong.is_there = false;
    return true;
  }
  if (run_object_at(&run->memory, what.object)->kind != RUN_HEAP ||
      what.bits != 0)
    return run_fault(run, CFA_FAULT_FREE);
  if (!run_object_lives(&run->memory, what.object))
    return run_fault(run, CFA_FAULT_DOUBLE_FREE);
  run->wrong.is_there = false;
  run_object_at(&run->memory, what.object)->ended = run->edge;
  run_object_kill(&run->memory, what.object);
  return true;
}
