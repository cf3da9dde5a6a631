/* C for the walker: its state is copied into what C sees, and back. */
#include "lang/promela/c/c_code.h"
#include "lang/promela/walker/parts.h"

#include <assert.h>

/* Where C sees each scalar. */

typedef struct piece { /* a variable, or a field of one, that is to be placed */
  uint32_t var, slot, at;
} piece;

static uint32_t bytes_of(const pml_var *var) {
  switch (var->type) {
  case PML_SHORT:
    return 2;
  case PML_INT:
    return 4;
  case PML_UNSIGNED:
    return var->width < 8 ? 1 : var->width < 16 ? 2 : 4;
  default:
    return 1;
  }
}

/* All elements of a variable; records come before those that contain them. */
static uint32_t all_bytes(const pml_walker *walker,
                          const uint32_t *record_bytes, uint32_t var) {
  assert(var < walker->s->vars.count);
  const pml_var *v = &walker->s->vars.at[var];
  return v->count *
         (v->type == PML_RECORD ? record_bytes[v->sub] : bytes_of(v));
}

static uint32_t *measure_records(pml_walker *walker) {
  uint32_t *bytes =
      mem_array(walker->m, walker->s->records.count + 1, sizeof *bytes);
  for (size_t r = 0; r < walker->s->records.count; r++) {
    const pml_record *record = &walker->s->records.at[r];
    for (uint32_t i = 0; i < record->count; i++)
      bytes[r] += all_bytes(walker, bytes, record->first + i);
  }
  return bytes;
}

static void place_scalars(pml_walker *walker, const uint32_t *record_bytes,
                          piece whole) {
  vec(piece) todo = {0};
  vec_push(walker->m, &todo, whole);
  while (todo.count) {
    piece p = vec_pop(&todo);
    const pml_var *var = &walker->s->vars.at[p.var];
    uint32_t step = walker->span[p.var] / (var->count ? var->count : 1);
    for (uint32_t i = 0; i < var->count; i++, p.slot += step) {
      if (var->type != PML_RECORD) {
        uint32_t bytes = bytes_of(var);
        vec_push(walker->m, &walker->c_scalars,
                 ((walker_c_scalar){.slot = p.slot,
                                    .at = p.at,
                                    .bytes = bytes,
                                    .is_signed = var->type == PML_SHORT}));
        p.at += bytes;
        continue;
      }
      const pml_record *record = &walker->s->records.at[var->sub];
      for (uint32_t k = record->first; k < record->first + record->count; k++) {
        vec_push(walker->m, &todo,
                 ((piece){.var = k,
                          .slot = p.slot + walker->offset[k],
                          .at = p.at}));
        p.at += all_bytes(walker, record_bytes, k);
      }
    }
  }
  vec_free(walker->m, &todo);
}

/* The scalars of a process (PML_NONE: the globals), then each byte that C
 * adds, as a word. */
static void place_scope(pml_walker *walker, const uint32_t *record_bytes,
                        uint32_t process, uint32_t *span) {
  uint32_t at = 0, all = pml_c_bytes(walker->s, process);
  vec_push(walker->m, &walker->first_c_scalar,
           (uint32_t)walker->c_scalars.count);
  for (uint32_t i = 0; i < walker->s->vars.count; i++) {
    const pml_var *var = &walker->s->vars.at[i];
    if (var->process != process || var->record != PML_NONE)
      continue;
    place_scalars(walker, record_bytes,
                  (piece){.var = i, .slot = walker->offset[i], .at = at});
    at += all_bytes(walker, record_bytes, i);
  }
  for (; at < all; at++)
    vec_push(walker->m, &walker->c_scalars,
             ((walker_c_scalar){.slot = (*span)++, .at = at, .bytes = 1}));
}

void walker_lay_out_c(pml_walker *walker) {
  if (!walker->s->c)
    return;
  uint32_t *record_bytes = measure_records(walker);
  uint32_t most = 0;
  for (uint32_t i = 0; i < walker->s->processes.count; i++) {
    place_scope(walker, record_bytes, i, &walker->frame_span[i]);
    if (pml_c_bytes(walker->s, i) > most)
      most = pml_c_bytes(walker->s, i);
  }
  place_scope(walker, record_bytes, PML_NONE, &walker->globals);
  vec_push(walker->m, &walker->first_c_scalar,
           (uint32_t)walker->c_scalars.count);
  mem_free(walker->m, record_bytes);
  vec_resize(walker->m, &walker->c_globals,
             pml_c_bytes(walker->s, PML_NONE) + 1);
  vec_resize(walker->m, &walker->c_frame, most + 1);
}

static void give(const pml_walker *walker, uint32_t scope, size_t base,
                 uint8_t *to) {
  assert(scope < walker->first_c_scalar.count);
  for (uint32_t i = walker->first_c_scalar.at[scope];
       i < walker->first_c_scalar.at[scope + 1]; i++) {
    const walker_c_scalar *c_scalar = &walker->c_scalars.at[i];
    uint32_t value = (uint32_t)walker->values.at[base + c_scalar->slot];
    for (uint32_t k = 0; k < c_scalar->bytes; k++)
      to[c_scalar->at + k] = (uint8_t)(value >> 8 * k);
  }
}

static void take(pml_walker *walker, uint32_t scope, size_t base,
                 const uint8_t *from) {
  assert(scope < walker->first_c_scalar.count);
  for (uint32_t i = walker->first_c_scalar.at[scope];
       i < walker->first_c_scalar.at[scope + 1]; i++) {
    const walker_c_scalar *c_scalar = &walker->c_scalars.at[i];
    uint32_t value = 0;
    for (uint32_t k = 0; k < c_scalar->bytes; k++)
      value |= (uint32_t)from[c_scalar->at + k] << 8 * k;
    walker->values.at[base + c_scalar->slot] =
        c_scalar->is_signed ? (int16_t)(uint16_t)value : (int32_t)value;
  }
}

int32_t walker_c(pml_walker *walker, uint32_t entry, bool does) {
  pml_c_call call;
  uint32_t globals = (uint32_t)walker->s->processes.count, type = PML_NONE;
  size_t base = 0;
  if (!walker->s->c)
    return 0;
  call.globals = walker->c_globals.at;
  call.frame = NULL;
  call.does = does;
  call.globals[0] = (uint8_t)walker->processes.count;
  give(walker, globals, 0, call.globals + 1);
  if (walker->pid != PML_NONE && walker->pid < walker->processes.count) {
    type = walker->processes.at[walker->pid].type;
    base = walker->processes.at[walker->pid].base;
    call.frame = walker->c_frame.at;
    call.frame[0] = (uint8_t)walker->pid;
    give(walker, type, base, call.frame + 1);
  }
  int32_t value = pml_c_run(walker->s, entry, &call);
  if (does) {
    take(walker, globals, 0, call.globals + 1);
    if (call.frame)
      take(walker, type, base, call.frame + 1);
  }
  for (unsigned i = 0; i < call.fault_bytes;
       i += (unsigned)strlen(call.faults + i) + 1)
    walker_fault(walker, MODEL_ERROR, false, "%.400s", call.faults + i);
  if (does && walker->going)
    walker_say(walker, &walker->output, "%.*s", (int)call.output_bytes,
               call.output);
  return value;
}

void walker_c_first_values(pml_walker *walker, uint32_t process) {
  uint32_t entry = pml_c_first_values(walker->s, process);
  if (walker->s->c && entry != PML_NONE)
    walker_c(walker, entry, true);
}
