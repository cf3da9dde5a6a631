/* Reading and writing memory, with what can go wrong. */
#include "cfa/run_inside.h"

static bool is_opaque(const cfa_run *r, run_value at) {
  return at.object && run_object_at(&r->memory, at.object)->kind == RUN_OPAQUE;
}

bool run_may(cfa_run *r, run_value at, uint64_t count, bool is_write) {
  if (is_opaque(r, at))
    return run_stop(r, CFA_END_UNSUPPORTED, "the arguments of main");
  cfa_fault fault = run_access(&r->memory, at, count, is_write);
  return fault == CFA_NO_FAULT || run_fault(r, fault);
}

static cfa_input input_at(const cfa_run *r, run_value at, unsigned width) {
  const run_object *o = run_object_at(&r->memory, at.object);
  return (cfa_input){.kind = CFA_INPUT_UNINITIALISED,
                     .name = o->variable == CFA_NONE
                                 ? CFA_NONE
                                 : r->p->variables.at[o->variable].name,
                     .offset = at.bits,
                     .width = (uint8_t)width};
}

static bool load_unset(cfa_run *r, run_value at, const run_instruction *x,
                       run_value *out) {
  cfa_input like = input_at(r, at, x->width);
  like.is_pointer = x->is_pointer;
  out->object = 0;
  if (!run_input(r, &like, &out->bits))
    return false;
  run_write(&r->memory, at, (x->width + 7u) / 8, *out);
  return true;
}

/* Each byte that was never written becomes an input of its own. */
static bool set_bytes(cfa_run *r, run_value at, unsigned count) {
  for (unsigned i = 0; i < count; i++, at.bits++) {
    if (run_is_set(&r->memory, at))
      continue;
    cfa_input like = input_at(r, at, 8);
    run_value byte = {0};
    if (!run_input(r, &like, &byte.bits))
      return false;
    run_write(&r->memory, at, 1, byte);
  }
  return true;
}

bool run_load(cfa_run *r, run_value at, const run_instruction *x,
              run_value *out) {
  unsigned count = (x->width + 7u) / 8;
  if (!run_may(r, at, count, false))
    return false;
  switch (run_read(&r->memory, at, count, out)) {
  case RUN_FOUND:
    break;
  case RUN_FOUND_NONE:
    return load_unset(r, at, x, out);
  case RUN_FOUND_SOME:
    if (!set_bytes(r, at, count))
      return false;
    run_read(&r->memory, at, count, out);
    break;
  case RUN_FOUND_PART:
    return run_stop(r, CFA_END_UNSUPPORTED, "part of a pointer");
  }
  /* As wide as its bytes, unless bits of a pointer would be cut off. */
  if (out->object && x->width != r->p->pointer_bits)
    return run_stop(r, CFA_END_UNSUPPORTED, "part of a pointer");
  out->bits = bits_cut(out->bits, x->width);
  return true;
}

bool run_store(cfa_run *r, run_value at, unsigned width, run_value value) {
  unsigned count = (width + 7) / 8;
  if (!run_may(r, at, count, true))
    return false;
  run_write(&r->memory, at, count, value);
  run_changed(r, at, width);
  return true;
}

/* One statement on a large block takes as long as many others. */
static void look_at_clock(cfa_run *r, uint64_t bytes) {
  enum { LARGE = 1 << 16 };
  if (r->clock && bytes >= LARGE)
    progress_look(r->clock);
}

bool run_copy_bytes(cfa_run *r, run_value to, run_value from, run_value count) {
  if (count.object)
    return run_stop(r, CFA_END_UNSUPPORTED, run_arithmetic);
  if (count.bits == 0)
    return true;
  if (!run_may(r, from, count.bits, false) || !run_may(r, to, count.bits, true))
    return false;
  look_at_clock(r, count.bits);
  run_copy(&r->memory, to, from, count.bits);
  run_changed(r, to, 8 * count.bits);
  return true;
}

bool run_fill_bytes(cfa_run *r, run_value at, run_value byte, run_value count) {
  if (count.object || byte.object)
    return run_stop(r, CFA_END_UNSUPPORTED, run_arithmetic);
  if (count.bits == 0)
    return true;
  if (!run_may(r, at, count.bits, true))
    return false;
  look_at_clock(r, count.bits);
  run_fill(&r->memory, at, count.bits, (unsigned char)byte.bits);
  run_changed(r, at, 8 * count.bits);
  return true;
}

bool run_allocate(cfa_run *r, const cfa_edge *e, run_value size) {
  if (size.object)
    return run_stop(r, CFA_END_UNSUPPORTED, run_arithmetic);
  if (size.bits > RUN_LARGEST)
    return run_stop(r, CFA_END_UNSUPPORTED, run_too_large);
  look_at_clock(r, size.bits);
  bool is_local = e->allocation == CFA_ALLOCA;
  uint64_t object = run_object_new(&r->memory, is_local ? RUN_LOCAL : RUN_HEAP,
                                   size.bits, CFA_NONE);
  run_object_at(&r->memory, object)->is_zero = e->allocation == CFA_CALLOC;
  if (is_local)
    vec_push(r->m, &r->objects, object);
  run_assign(r, e->variable, (run_value){.object = object});
  return true;
}

bool run_release(cfa_run *r, run_value what) {
  if (is_opaque(r, what))
    return run_stop(r, CFA_END_UNSUPPORTED, "the arguments of main");
  if (what.object == 0)
    return what.bits == 0 || run_fault(r, CFA_FAULT_FREE);
  if (run_object_at(&r->memory, what.object)->kind != RUN_HEAP ||
      what.bits != 0)
    return run_fault(r, CFA_FAULT_FREE);
  if (!run_object_lives(&r->memory, what.object))
    return run_fault(r, CFA_FAULT_DOUBLE_FREE);
  run_object_kill(&r->memory, what.object);
  return true;
}
