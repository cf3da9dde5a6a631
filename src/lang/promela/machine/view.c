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
static void push_fields(mem *m, const pml_lowered *p, piece x, pieces *out) {
  assert(x.variable < p->syntax->vars.count);
  const pml_var *v = &p->syntax->vars.at[x.variable];
  assert(v->sub < p->syntax->records.count);
  const pml_record *r = &p->syntax->records.at[v->sub];
  for (uint32_t i = v->count; i-- > 0;)
    for (uint32_t f = r->first + r->count; f-- > r->first;)
      vec_push(m, out,
               ((piece){f, x.offset + i * p->lies.at[x.variable].stride +
                               p->lies.at[f].offset}));
}

static void add_scalars(mem *m, pml_viewer *v, const pml_lowered *p,
                        uint32_t variable) {
  assert(variable < p->lies.count);
  pieces waiting = {0};
  uint32_t element = 0;
  vec_push(m, &waiting, ((piece){variable, p->lies.at[variable].offset}));
  while (waiting.count) {
    piece x = vec_pop(&waiting);
    const pml_var *var = &p->syntax->vars.at[x.variable];
    const pml_lies *l = &p->lies.at[x.variable];
    if (var->type == PML_RECORD) {
      push_fields(m, p, x, &waiting);
      continue;
    }
    for (uint32_t i = 0; i < var->count; i++)
      vec_push(
          m, &v->scalars,
          ((seen_scalar){x.offset + i * l->stride, pml_scalar_word(&l->scalar),
                         variable, element++}));
  }
  vec_free(m, &waiting);
}

/* The variables of a process (PML_NONE: the globals), and where they end. */
static void add_scope(mem *m, pml_viewer *v, const pml_lowered *p,
                      uint32_t process, size_t scope) {
  uint32_t end = process == PML_NONE ? p->globals_offset : p->locals_offset,
           begin = end;
  vec_push(m, &v->first, (uint32_t)v->scalars.count);
  for (uint32_t i = 0; i < p->syntax->vars.count; i++) {
    const pml_var *x = &p->syntax->vars.at[i];
    if (x->process == process && x->record == PML_NONE)
      add_scalars(m, v, p, i);
  }
  for (size_t i = v->first.at[scope]; i < v->scalars.count; i++) {
    const seen_scalar *s = &v->scalars.at[i];
    if (s->offset + pml_bytes_of(s->scalar) > end)
      end = s->offset + pml_bytes_of(s->scalar);
  }
  uint32_t all = p->syntax->c ? pml_c_bytes(p->syntax, process) : 0;
  v->c_offset[scope] = end;
  v->c_bytes[scope] = all > end - begin ? all - (end - begin) : 0;
}

pml_viewer *pml_viewer_new(mem *m, const model *x) {
  const pml_machine_model *own = x->self;
  const pml_lowered *p = own->p;
  size_t processes = p->syntax->processes.count;
  pml_viewer *v = mem_alloc(m, sizeof *v);
  v->machine.x = own;
  v->machine.p = p;
  v->machine.points = p->points.at;
  v->machine.behaviours = p->behaviours.at;
  v->c_offset = mem_array(m, processes + 1, sizeof *v->c_offset);
  v->c_bytes = mem_array(m, processes + 1, sizeof *v->c_bytes);
  for (uint32_t i = 0; i < processes; i++)
    add_scope(m, v, p, i, i);
  add_scope(m, v, p, PML_NONE, processes);
  vec_push(m, &v->first, (uint32_t)v->scalars.count);
  return v;
}

static void view_scope(const pml_viewer *v, const uint8_t *bytes, size_t scope,
                       uint32_t pid, pml_view *out) {
  assert(scope < v->first.count);
  for (uint32_t i = v->first.at[scope]; i < v->first.at[scope + 1]; i++) {
    const seen_scalar *s = &v->scalars.at[i];
    pml_view_add(out, PML_VIEW_VALUE, pid, s->variable, s->element,
                 pml_load(bytes + s->offset, s->scalar));
  }
  for (uint32_t i = 0; i < v->c_bytes[scope]; i++)
    pml_view_add(out, PML_VIEW_C_BYTE, pid, 0, i,
                 bytes[v->c_offset[scope] + i]);
}

static void view_process(const pml_viewer *v, const uint8_t *bytes,
                         uint32_t pid, pml_view *out) {
  const pml_machine *x = &v->machine;
  uint32_t type = x->layout.type[pid];
  const pml_point *point = pml_point_of(x, bytes, pid);
  const uint8_t *frame = bytes + x->layout.frame[pid];
  pml_view_add(out, PML_VIEW_TYPE, pid, 0, 0, (int32_t)type);
  if (x->p->syntax->uses_priority)
    pml_view_add(out, PML_VIEW_PRIORITY, pid, 0, 0,
                 x->p->has_priority ? frame[1] : 0);
  pml_view_add(out, PML_VIEW_POSITION, pid, 0, 0,
               (int32_t)pml_view_position(point->statement, point->is_join));
  view_scope(v, frame, type, pid, out);
}

static void view_channel(const pml_viewer *v, const uint8_t *bytes,
                         uint32_t number, pml_view *out) {
  const pml_machine *x = &v->machine;
  const pml_queue *q = &x->p->queues.at[x->layout.queue[number]];
  const pml_scalar *fields = x->p->fields.at + q->first_field;
  const uint8_t *at = bytes + x->layout.contents[number];
  uint32_t messages = q->capacity ? *at++ : 0, count = 0;
  pml_view_add(out, PML_VIEW_SHAPE, PML_VIEW_GLOBAL, 0, number,
               (int32_t)x->layout.queue[number]);
  pml_view_add(out, PML_VIEW_LENGTH, PML_VIEW_GLOBAL, 0, number,
               (int32_t)(messages * q->fields));
  for (uint32_t i = 0; i < messages; i++)
    for (uint32_t k = 0; k < q->fields; k++) {
      pml_view_add(out, PML_VIEW_CONTENT, PML_VIEW_GLOBAL, count++, number,
                   pml_load(at, pml_scalar_word(&fields[k])));
      at += fields[k].bytes;
    }
}

void pml_view_bytes(pml_viewer *v, const uint8_t *bytes, uint32_t size,
                    pml_view *out) {
  pml_machine *x = &v->machine;
  const pml_lowered *p = x->p;
  out->items.count = 0;
  pml_decode(x, bytes, size);
  if (p->syntax->uses_last)
    pml_view_add(out, PML_VIEW_LAST, PML_VIEW_GLOBAL, 0, 0,
                 p->has_last ? bytes[p->last_offset] : 0);
  if (p->watch.process != PML_NONE) {
    const uint8_t *at = bytes + p->watch_offset;
    const pml_point *point =
        &p->points.at[p->behaviours.at[p->watch.process].first_point +
                      (uint32_t)(at[0] | at[1] << 8)];
    pml_view_add(out, PML_VIEW_TRACE, PML_VIEW_GLOBAL, 0, 0,
                 (int32_t)pml_view_position(point->statement, point->is_join));
  }
  view_scope(v, bytes, p->syntax->processes.count, PML_VIEW_GLOBAL, out);
  pml_view_add(out, PML_VIEW_PROCESSES, PML_VIEW_GLOBAL, 0, 0,
               (int32_t)x->layout.processes);
  for (uint32_t i = 0; i < x->layout.processes; i++)
    view_process(v, bytes, i, out);
  pml_view_add(out, PML_VIEW_CHANNELS, PML_VIEW_GLOBAL, 0, 0,
               (int32_t)x->layout.channels);
  for (uint32_t i = 1; i <= x->layout.channels; i++)
    view_channel(v, bytes, i, out);
}
