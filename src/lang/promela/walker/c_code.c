/* C for the walker: its state is copied into what C sees, and back. */
#include "lang/promela/c/c_code.h"
#include "lang/promela/walker/parts.h"

#include <assert.h>

/* Where C sees each scalar. */

typedef struct piece { /* a variable, or a field of one, that is to be placed */
  uint32_t var, slot, at;
} piece;

static uint32_t bytes_of(const pml_var *v) {
  switch (v->type) {
  case PML_SHORT:
    return 2;
  case PML_INT:
    return 4;
  case PML_UNSIGNED:
    return v->width < 8 ? 1 : v->width < 16 ? 2 : 4;
  default:
    return 1;
  }
}

/* All elements of a variable; records come before those that contain them. */
static uint32_t all_bytes(const pml_walker *w, const uint32_t *record_bytes,
                          uint32_t var) {
  assert(var < w->s->vars.count);
  const pml_var *v = &w->s->vars.at[var];
  return v->count *
         (v->type == PML_RECORD ? record_bytes[v->sub] : bytes_of(v));
}

static uint32_t *measure_records(pml_walker *w) {
  uint32_t *bytes = mem_array(w->m, w->s->records.count + 1, sizeof *bytes);
  for (size_t r = 0; r < w->s->records.count; r++) {
    const pml_record *record = &w->s->records.at[r];
    for (uint32_t i = 0; i < record->count; i++)
      bytes[r] += all_bytes(w, bytes, record->first + i);
  }
  return bytes;
}

static void place_scalars(pml_walker *w, const uint32_t *record_bytes,
                          piece whole) {
  vec(piece) todo = {0};
  vec_push(w->m, &todo, whole);
  while (todo.count) {
    piece p = vec_pop(&todo);
    const pml_var *v = &w->s->vars.at[p.var];
    uint32_t step = w->span[p.var] / (v->count ? v->count : 1);
    for (uint32_t i = 0; i < v->count; i++, p.slot += step) {
      if (v->type != PML_RECORD) {
        uint32_t bytes = bytes_of(v);
        vec_push(w->m, &w->c_scalars,
                 ((walker_c_scalar){.slot = p.slot,
                                    .at = p.at,
                                    .bytes = bytes,
                                    .is_signed = v->type == PML_SHORT}));
        p.at += bytes;
        continue;
      }
      const pml_record *r = &w->s->records.at[v->sub];
      for (uint32_t k = r->first; k < r->first + r->count; k++) {
        vec_push(
            w->m, &todo,
            ((piece){.var = k, .slot = p.slot + w->offset[k], .at = p.at}));
        p.at += all_bytes(w, record_bytes, k);
      }
    }
  }
  vec_free(w->m, &todo);
}

/* The scalars of a process (PML_NONE: the globals), then each byte that C
 * adds, as a word. */
static void place_scope(pml_walker *w, const uint32_t *record_bytes,
                        uint32_t process, uint32_t *span) {
  uint32_t at = 0, all = pml_c_bytes(w->s, process);
  vec_push(w->m, &w->first_c_scalar, (uint32_t)w->c_scalars.count);
  for (uint32_t i = 0; i < w->s->vars.count; i++) {
    const pml_var *v = &w->s->vars.at[i];
    if (v->process != process || v->record != PML_NONE)
      continue;
    place_scalars(w, record_bytes,
                  (piece){.var = i, .slot = w->offset[i], .at = at});
    at += all_bytes(w, record_bytes, i);
  }
  for (; at < all; at++)
    vec_push(w->m, &w->c_scalars,
             ((walker_c_scalar){.slot = (*span)++, .at = at, .bytes = 1}));
}

void walker_lay_out_c(pml_walker *w) {
  if (!w->s->c)
    return;
  uint32_t *record_bytes = measure_records(w);
  uint32_t most = 0;
  for (uint32_t i = 0; i < w->s->processes.count; i++) {
    place_scope(w, record_bytes, i, &w->frame_span[i]);
    if (pml_c_bytes(w->s, i) > most)
      most = pml_c_bytes(w->s, i);
  }
  place_scope(w, record_bytes, PML_NONE, &w->globals);
  vec_push(w->m, &w->first_c_scalar, (uint32_t)w->c_scalars.count);
  mem_free(w->m, record_bytes);
  vec_resize(w->m, &w->c_globals, pml_c_bytes(w->s, PML_NONE) + 1);
  vec_resize(w->m, &w->c_frame, most + 1);
}

static void give(const pml_walker *w, uint32_t scope, size_t base,
                 uint8_t *to) {
  assert(scope < w->first_c_scalar.count);
  for (uint32_t i = w->first_c_scalar.at[scope];
       i < w->first_c_scalar.at[scope + 1]; i++) {
    const walker_c_scalar *x = &w->c_scalars.at[i];
    uint32_t value = (uint32_t)w->values.at[base + x->slot];
    for (uint32_t k = 0; k < x->bytes; k++)
      to[x->at + k] = (uint8_t)(value >> 8 * k);
  }
}

static void take(pml_walker *w, uint32_t scope, size_t base,
                 const uint8_t *from) {
  assert(scope < w->first_c_scalar.count);
  for (uint32_t i = w->first_c_scalar.at[scope];
       i < w->first_c_scalar.at[scope + 1]; i++) {
    const walker_c_scalar *x = &w->c_scalars.at[i];
    uint32_t value = 0;
    for (uint32_t k = 0; k < x->bytes; k++)
      value |= (uint32_t)from[x->at + k] << 8 * k;
    w->values.at[base + x->slot] =
        x->is_signed ? (int16_t)(uint16_t)value : (int32_t)value;
  }
}

int32_t walker_c(pml_walker *w, uint32_t entry, bool does) {
  pml_c_call call;
  uint32_t globals = (uint32_t)w->s->processes.count, type = PML_NONE;
  size_t base = 0;
  if (!w->s->c)
    return 0;
  call.globals = w->c_globals.at;
  call.frame = NULL;
  call.does = does;
  call.globals[0] = (uint8_t)w->processes.count;
  give(w, globals, 0, call.globals + 1);
  if (w->pid != PML_NONE && w->pid < w->processes.count) {
    type = w->processes.at[w->pid].type;
    base = w->processes.at[w->pid].base;
    call.frame = w->c_frame.at;
    call.frame[0] = (uint8_t)w->pid;
    give(w, type, base, call.frame + 1);
  }
  int32_t value = pml_c_run(w->s, entry, &call);
  if (does) {
    take(w, globals, 0, call.globals + 1);
    if (call.frame)
      take(w, type, base, call.frame + 1);
  }
  for (unsigned i = 0; i < call.fault_bytes;
       i += (unsigned)strlen(call.faults + i) + 1)
    walker_fault(w, MODEL_ERROR, false, "%.400s", call.faults + i);
  if (does && w->going)
    walker_say(w, &w->output, "%.*s", (int)call.output_bytes, call.output);
  return value;
}

void walker_c_first_values(pml_walker *w, uint32_t process) {
  uint32_t entry = pml_c_first_values(w->s, process);
  if (w->s->c && entry != PML_NONE)
    walker_c(w, entry, true);
}
