/* The machine's states as views. */
#include "lang/promela/machine/state.h"

#include "lang/promela/c/c_code.h"

#include <assert.h>

/* Where a scalar lies in the globals or a frame. */
typedef struct seen_scalar {
  uint32_t offset, scalar; /* as pml_load wants it */
  uint32_t variable, element;
} seen_scalar;

struct pml_viewer {
  pml_machine machine; /* only its layout is used */
  vec(seen_scalar) scalars;
  vec(uint32_t) first; /* of a process; then of the globals; one more */
  /* What C adds lies behind the variables: */
  uint32_t *c_offset, *c_bytes;
};

typedef struct piece { /* of a variable: a field, its elements to be placed */
  uint32_t variable, offset;
} piece;

typedef vec(piece) pieces;

/* The fields of each element; the first comes to lie on top. */
static void push_fields(mem *m, const pml_lowered *lowered, piece x,
                        pieces *out) {
  assert(x.variable < lowered->syntax->vars.count);
  const pml_var *var = &lowered->syntax->vars.at[x.variable];
  assert(var->sub < lowered->syntax->records.count);
  const pml_record *record = &lowered->syntax->records.at[var->sub];
  for (uint32_t i = var->count; i-- > 0;)
    for (uint32_t f = record->first + record->count; f-- > record->first;)
      vec_push(m, out,
               ((piece){f, x.offset + i * lowered->lies.at[x.variable].stride +
                               lowered->lies.at[f].offset}));
}

static void add_scalars(mem *m, pml_viewer *viewer, const pml_lowered *lowered,
                        uint32_t variable) {
  assert(variable < lowered->lies.count);
  pieces waiting = {0};
  uint32_t element = 0;
  vec_push(m, &waiting, ((piece){variable, lowered->lies.at[variable].offset}));
  while (waiting.count) {
    piece x = vec_pop(&waiting);
    const pml_var *var = &lowered->syntax->vars.at[x.variable];
    const pml_lies *lies = &lowered->lies.at[x.variable];
    if (var->type == PML_RECORD) {
      push_fields(m, lowered, x, &waiting);
      continue;
    }
    for (uint32_t i = 0; i < var->count; i++)
      vec_push(
          m, &viewer->scalars,
          ((seen_scalar){x.offset + i * lies->stride,
                         pml_scalar_word(&lies->scalar), variable, element++}));
  }
  vec_free(m, &waiting);
}

/* The variables of a process (PML_NONE: the globals), and where they end. */
static void add_scope(mem *m, pml_viewer *viewer, const pml_lowered *lowered,
                      uint32_t process, size_t scope) {
  uint32_t end = process == PML_NONE ? lowered->globals_offset
                                     : lowered->locals_offset,
           begin = end;
  vec_push(m, &viewer->first, (uint32_t)viewer->scalars.count);
  for (uint32_t i = 0; i < lowered->syntax->vars.count; i++) {
    const pml_var *var = &lowered->syntax->vars.at[i];
    if (var->process == process && var->record == PML_NONE)
      add_scalars(m, viewer, lowered, i);
  }
  for (size_t i = viewer->first.at[scope]; i < viewer->scalars.count; i++) {
    const seen_scalar *scalar = &viewer->scalars.at[i];
    if (scalar->offset + pml_bytes_of(scalar->scalar) > end)
      end = scalar->offset + pml_bytes_of(scalar->scalar);
  }
  uint32_t all = lowered->syntax->c ? pml_c_bytes(lowered->syntax, process) : 0;
  viewer->c_offset[scope] = end;
  viewer->c_bytes[scope] = all > end - begin ? all - (end - begin) : 0;
}

pml_viewer *pml_viewer_new(mem *m, const model *x) {
  const pml_machine_model *own = x->self;
  const pml_lowered *lowered = own->p;
  size_t processes = lowered->syntax->processes.count;
  pml_viewer *viewer = mem_alloc(m, sizeof *viewer);
  viewer->machine.x = own;
  viewer->machine.p = lowered;
  viewer->machine.points = lowered->points.at;
  viewer->machine.behaviours = lowered->behaviours.at;
  viewer->c_offset = mem_array(m, processes + 1, sizeof *viewer->c_offset);
  viewer->c_bytes = mem_array(m, processes + 1, sizeof *viewer->c_bytes);
  for (uint32_t i = 0; i < processes; i++)
    add_scope(m, viewer, lowered, i, i);
  add_scope(m, viewer, lowered, PML_NONE, processes);
  vec_push(m, &viewer->first, (uint32_t)viewer->scalars.count);
  return viewer;
}

static void view_scope(const pml_viewer *viewer, const uint8_t *bytes,
                       size_t scope, uint32_t pid, pml_view *out) {
  assert(scope < viewer->first.count);
  for (uint32_t i = viewer->first.at[scope]; i < viewer->first.at[scope + 1];
       i++) {
    const seen_scalar *scalar = &viewer->scalars.at[i];
    pml_view_add(out, PML_VIEW_VALUE, pid, scalar->variable, scalar->element,
                 pml_load(bytes + scalar->offset, scalar->scalar));
  }
  for (uint32_t i = 0; i < viewer->c_bytes[scope]; i++)
    pml_view_add(out, PML_VIEW_C_BYTE, pid, 0, i,
                 bytes[viewer->c_offset[scope] + i]);
}

static void view_process(const pml_viewer *viewer, const uint8_t *bytes,
                         uint32_t pid, pml_view *out) {
  const pml_machine *machine = &viewer->machine;
  uint32_t type = machine->layout.type[pid];
  const pml_point *point = pml_point_of(machine, bytes, pid);
  const uint8_t *frame = bytes + machine->layout.frame[pid];
  pml_view_add(out, PML_VIEW_TYPE, pid, 0, 0, (int32_t)type);
  if (machine->p->syntax->uses_priority)
    pml_view_add(out, PML_VIEW_PRIORITY, pid, 0, 0,
                 machine->p->has_priority ? frame[1] : 0);
  pml_view_add(out, PML_VIEW_POSITION, pid, 0, 0,
               (int32_t)pml_view_position(point->statement, point->is_join));
  view_scope(viewer, frame, type, pid, out);
}

static void view_channel(const pml_viewer *viewer, const uint8_t *bytes,
                         uint32_t number, pml_view *out) {
  const pml_machine *machine = &viewer->machine;
  const pml_queue *queue =
      &machine->p->queues.at[machine->layout.queue[number]];
  const pml_scalar *fields = machine->p->fields.at + queue->first_field;
  const uint8_t *at = bytes + machine->layout.contents[number];
  uint32_t messages = queue->capacity ? *at++ : 0, count = 0;
  pml_view_add(out, PML_VIEW_SHAPE, PML_VIEW_GLOBAL, 0, number,
               (int32_t)machine->layout.queue[number]);
  pml_view_add(out, PML_VIEW_LENGTH, PML_VIEW_GLOBAL, 0, number,
               (int32_t)(messages * queue->fields));
  for (uint32_t i = 0; i < messages; i++)
    for (uint32_t k = 0; k < queue->fields; k++) {
      pml_view_add(out, PML_VIEW_CONTENT, PML_VIEW_GLOBAL, count++, number,
                   pml_load(at, pml_scalar_word(&fields[k])));
      at += fields[k].bytes;
    }
}

void pml_view_bytes(pml_viewer *viewer, const uint8_t *bytes, uint32_t size,
                    pml_view *out) {
  pml_machine *machine = &viewer->machine;
  const pml_lowered *lowered = machine->p;
  out->items.count = 0;
  pml_decode(machine, bytes, size);
  if (lowered->syntax->uses_last)
    pml_view_add(out, PML_VIEW_LAST, PML_VIEW_GLOBAL, 0, 0,
                 lowered->has_last ? bytes[lowered->last_offset] : 0);
  if (lowered->watch.process != PML_NONE) {
    const uint8_t *at = bytes + lowered->watch_offset;
    const pml_point *point =
        &lowered->points
             .at[lowered->behaviours.at[lowered->watch.process].first_point +
                 (uint32_t)(at[0] | at[1] << 8)];
    pml_view_add(out, PML_VIEW_TRACE, PML_VIEW_GLOBAL, 0, 0,
                 (int32_t)pml_view_position(point->statement, point->is_join));
  }
  view_scope(viewer, bytes, lowered->syntax->processes.count, PML_VIEW_GLOBAL,
             out);
  pml_view_add(out, PML_VIEW_PROCESSES, PML_VIEW_GLOBAL, 0, 0,
               (int32_t)machine->layout.processes);
  for (uint32_t i = 0; i < machine->layout.processes; i++)
    view_process(viewer, bytes, i, out);
  pml_view_add(out, PML_VIEW_CHANNELS, PML_VIEW_GLOBAL, 0, 0,
               (int32_t)machine->layout.channels);
  for (uint32_t i = 1; i <= machine->layout.channels; i++)
    view_channel(viewer, bytes, i, out);
}
