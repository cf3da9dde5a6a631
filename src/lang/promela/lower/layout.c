/* Where everything lies in a state: scalars, records, messages, frames. */
#include "lang/promela/lower/lower.h"

#include "base/mutant.h"

#include "lang/promela/c/c_code.h"

#include <assert.h>

enum {
  MOST_BYTES = 1 << 24, /* of the globals, or of one frame */
  MOST_MESSAGES = 255   /* of a channel: its length is a byte */
};

static pml_scalar scalar_of(pml_type type, uint32_t width, bool is_byte) {
  switch (type) {
  case PML_BIT:
    if (!is_byte)
      return (pml_scalar){.cell = PML_CELL_U1, .bits = 1, .bytes = 1};
    break;
  case PML_SHORT:
    if (MUTANT("promela-short-cell"))
      break;
    return (pml_scalar){.cell = PML_CELL_I16, .bits = 16, .bytes = 2};
  case PML_INT:
    return (pml_scalar){.cell = PML_CELL_I32, .bits = 32, .bytes = 4};
  case PML_UNSIGNED:
    return (pml_scalar){.cell = PML_CELL_UN,
                        .bits = (uint8_t)width,
                        .bytes = width < 8    ? 1
                                 : width < 16 ? 2
                                              : 4};
  default:
    break;
  }
  return (pml_scalar){.cell = PML_CELL_U8, .bits = 8, .bytes = 1};
}

/* Places 'v' at 'offset'; how far it reaches. */
static uint32_t place(pml_lowering *c, uint32_t v, uint32_t offset,
                      const uint32_t *record_bytes) {
  assert(v < c->s->vars.count);
  const pml_var *x = &c->s->vars.at[v];
  pml_lies *l = &c->p->lies.at[v];
  l->offset = offset;
  if (x->type == PML_RECORD) {
    l->stride = record_bytes[x->sub];
  } else {
    l->scalar = scalar_of(x->type, x->width, x->is_array);
    l->stride = l->scalar.bytes;
  }
  uint64_t end = offset + (uint64_t)l->stride * x->count;
  if (end > MOST_BYTES) {
    pml_refuse(c, x->at, "this makes a state larger than %d bytes", MOST_BYTES);
    return offset;
  }
  return (uint32_t)end;
}

static bool layout_queues(pml_lowering *c) {
  vec_each (const pml_channel, x, &c->s->channels) {
    pml_queue q = {.capacity = x->capacity,
                   .fields = x->count,
                   .first_field = (uint32_t)c->p->fields.count};
    for (uint32_t i = 0; i < x->count; i++) {
      const pml_field *f = &c->s->fields.at[x->first + i];
      pml_scalar scalar = scalar_of(f->type, 0, x->count == 1);
      q.message_bytes += scalar.bytes;
      vec_push(c->m, &c->p->fields, scalar);
    }
    /* One that is too large is refused where a variable needs it. */
    uint64_t bytes = 1 + (uint64_t)q.capacity * q.message_bytes;
    if (q.capacity)
      q.bytes = bytes < MOST_BYTES ? (uint32_t)bytes : MOST_BYTES + 1;
    vec_push(c->m, &c->p->queues, q);
  }
  return !c->is_refused;
}

bool pml_layout_types(pml_lowering *c) {
  const pml_syntax *s = c->s;
  /* A frame begins with the number of its process type, a byte. */
  if (s->processes.count > PML_MOST_TYPES)
    return pml_refuse(c, s->processes.at[PML_MOST_TYPES].at,
                      "the model has more than %d process types, init and "
                      "never claims included",
                      PML_MOST_TYPES);
  vec_resize(c->m, &c->p->lies, s->vars.count);
  c->record_bytes = mem_array(c->m, s->records.count + 1, sizeof(uint32_t));
  for (size_t r = 0; r < s->records.count; r++) {
    const pml_record *x = &s->records.at[r];
    uint32_t end = 0;
    for (uint32_t i = 0; i < x->count; i++)
      end = place(c, x->first + i, end, c->record_bytes);
    c->record_bytes[r] = end;
  }
  return layout_queues(c);
}

/* The fields of an element at 'offset', so that the first is taken first. */
static void open_record(mem *m, const pml_lowered *p, uint32_t record,
                        uint32_t offset, pml_parts *todo) {
  assert(record < p->syntax->records.count);
  const pml_record *r = &p->syntax->records.at[record];
  for (uint32_t i = r->first + r->count; i-- > r->first;) {
    const pml_lies *l = &p->lies.at[i];
    for (uint32_t k = p->syntax->vars.at[i].count; k-- > 0;)
      vec_push(m, todo, ((pml_part){i, offset + l->offset + k * l->stride}));
  }
}

void pml_list_scalars(mem *m, const pml_lowered *p, uint32_t variable,
                      uint32_t offset, pml_parts *out) {
  pml_parts todo = {0};
  vec_push(m, &todo, ((pml_part){variable, offset}));
  while (todo.count) {
    pml_part x = vec_pop(&todo);
    const pml_var *v = &p->syntax->vars.at[x.variable];
    if (v->type == PML_RECORD)
      open_record(m, p, v->sub, x.offset, &todo);
    else if (!out->count || !MUTANT("promela-lost-field"))
      vec_push(m, out, x);
  }
  vec_free(m, &todo);
}

typedef struct instance { /* a variable, or a field of one */
  uint32_t variable;
  uint32_t base; /* of the record it is in */
} instance;

typedef vec(instance) instances;

/* The fields of a record, for all elements, pushed so that the first is popped
 * first. */
static void push_fields(pml_lowering *c, instances *todo, uint32_t v,
                        uint32_t at) {
  assert(v < c->s->vars.count);
  const pml_var *x = &c->s->vars.at[v];
  assert(x->sub < c->s->records.count);
  const pml_record *r = &c->s->records.at[x->sub];
  for (uint32_t element = x->count; element-- > 0;)
    for (uint32_t i = r->count; i-- > 0;)
      vec_push(c->m, todo,
               ((instance){.variable = r->first + i,
                           .base = at + element * c->p->lies.at[v].stride}));
}

/* Does a variable of this record need anything done when it is made? */
static void find_busy_records(pml_lowering *c) {
  c->is_busy = mem_array(c->m, c->s->records.count + 1, sizeof(bool));
  for (size_t r = 0; r < c->s->records.count; r++) {
    const pml_record *x = &c->s->records.at[r];
    for (uint32_t i = 0; i < x->count; i++) {
      const pml_var *f = &c->s->vars.at[x->first + i];
      c->is_busy[r] |= f->initial != PML_INITIAL_NONE ||
                       (f->type == PML_RECORD && c->is_busy[f->sub]);
    }
  }
}

static void store_at(pml_lowering *c, const instance *x, uint32_t element,
                     bool is_local) {
  assert(x->variable < c->p->lies.count);
  const pml_lies *l = &c->p->lies.at[x->variable];
  pml_location to = {.is_local = is_local,
                     .is_plain = true,
                     .offset = x->base + l->offset + element * l->stride,
                     .variable = x->variable};
  pml_emit_store(c, &to);
}

static bool is_zero(const pml_lowering *c, uint32_t e) {
  return c->s->exprs.at[e].op == PML_CONST && c->s->exprs.at[e].value == 0;
}

/* Code that gives one variable its first value. */
static void make_value(pml_lowering *c, const instance *x, bool is_local) {
  assert(x->variable < c->s->vars.count);
  const pml_var *v = &c->s->vars.at[x->variable];
  if (v->initial == PML_INITIAL_NONE)
    return;
  uint32_t count = v->count;
  if (v->initial == PML_INITIAL_LIST && v->init_count < count)
    count = v->init_count;
  for (uint32_t i = 0; i < count; i++) {
    if (v->initial == PML_INITIAL_CHANNEL) {
      pml_emit(c, PML_OP_OWN_CHANNEL, 1, c->made_channels++, 0, 0);
    } else {
      uint32_t e = v->initial == PML_INITIAL_LIST ? c->s->lists.at[v->init + i]
                                                  : v->init;
      if (is_zero(c, e)) /* what is new is zero */
        continue;
      pml_emit_value(c, e);
    }
    store_at(c, x, i, is_local);
  }
}

/* A declaration that is a step of its own leaves zero until then; a list and a
 * channel are there from the start all the same (notes, 13). */
static bool is_made_at_once(const pml_var *x) {
  return x->declared_by == PML_NONE || x->initial != PML_INITIAL_VALUE;
}

static void make_variable(pml_lowering *c, instances *todo, uint32_t v) {
  assert(v < c->s->vars.count);
  const pml_var *x = &c->s->vars.at[v];
  bool is_local = x->process != PML_NONE;
  vec_push(c->m, todo, ((instance){.variable = v}));
  while (todo->count) {
    instance i = vec_pop(todo);
    const pml_var *y = &c->s->vars.at[i.variable];
    if (y->type != PML_RECORD)
      make_value(c, &i, is_local);
    else if (c->is_busy[y->sub])
      push_fields(c, todo, i.variable,
                  i.base + c->p->lies.at[i.variable].offset);
  }
}

/* SPIN's order for globals: by class of type (notes, 12). */
static int class_of(pml_type type) {
  static const int order[] = {
      [PML_UNSIGNED] = 0, [PML_BIT] = 1,   [PML_BYTE] = 2, [PML_CHAN] = 3,
      [PML_MTYPE] = 4,    [PML_SHORT] = 5, [PML_INT] = 6,  [PML_RECORD] = 7};
  return order[type];
}

uint32_t pml_make(pml_lowering *c, uint32_t process) {
  instances todo = {0};
  uint32_t at = pml_begin_code(c);
  c->made_channels = 0;
  int classes = process == PML_NONE ? 8 : 1;
  for (int k = 0; k < classes; k++)
    for (uint32_t v = 0; v < c->s->vars.count; v++) {
      const pml_var *x = &c->s->vars.at[v];
      bool is_mine = x->process == process && x->record == PML_NONE &&
                     (classes == 1 || class_of(x->type) == k);
      if (is_mine && !x->is_parameter && is_made_at_once(x))
        make_variable(c, &todo, v);
    }
  uint32_t first_values = pml_c_first_values(c->s, process);
  if (first_values != PML_NONE)
    pml_emit(c, PML_OP_C_DO, 1, first_values, 0, 0);
  pml_end_code(c);
  vec_free(c->m, &todo);
  return at;
}

/* The channels of one variable, in the order in which pml_make numbers them.
 */
static void own_channels(pml_lowering *c, instances *todo, uint32_t v,
                         uint32_t *end) {
  vec_push(c->m, todo, ((instance){.variable = v}));
  while (todo->count) {
    instance i = vec_pop(todo);
    const pml_var *x = &c->s->vars.at[i.variable];
    if (x->type == PML_RECORD) {
      if (c->is_busy[x->sub])
        push_fields(c, todo, i.variable, 0);
      continue;
    }
    if (x->initial != PML_INITIAL_CHANNEL)
      continue;
    if (c->p->queues.at[x->channel].capacity > MOST_MESSAGES)
      pml_refuse(c, x->at, "a channel holds at most %d messages",
                 MOST_MESSAGES);
    for (uint32_t k = 0; k < x->count; k++) {
      uint64_t bytes = c->p->queues.at[x->channel].bytes;
      if (*end + bytes > MOST_BYTES) {
        pml_refuse(c, x->at, "this makes a state larger than %d bytes",
                   MOST_BYTES);
        return;
      }
      if (c->p->own_channels.count == PML_MOST_CHANNELS) {
        pml_refuse(c, x->at, "the model declares more than %d channels",
                   PML_MOST_CHANNELS);
        return;
      }
      vec_push(c->m, &c->p->own_channels,
               ((pml_own_channel){.queue = x->channel, .offset = *end}));
      *end += (uint32_t)bytes;
    }
  }
}

/* What C adds behind the variables, of which there are 'bytes'. */
static uint32_t place_c(pml_lowering *c, uint32_t process, uint32_t end,
                        uint32_t bytes) {
  uint64_t all = pml_c_bytes(c->s, process);
  if (!c->s->c || c->is_refused || all < bytes)
    return end;
  if (end + (all - bytes) > MOST_BYTES) {
    pml_refuse(c, c->s->c_parts.at[0].at,
               "C makes a state larger than %d bytes", MOST_BYTES);
    return end;
  }
  return end + (uint32_t)(all - bytes);
}

/* Variables of a process (PML_NONE: globals), what C adds, its channels. */
static uint32_t layout_of(pml_lowering *c, uint32_t process, uint32_t end,
                          uint32_t *first_own, uint32_t *owns) {
  uint32_t start = end;
  for (uint32_t v = 0; v < c->s->vars.count; v++) {
    const pml_var *x = &c->s->vars.at[v];
    if (x->process == process && x->record == PML_NONE)
      end = place(c, v, end, c->record_bytes);
  }
  end = place_c(c, process, end, end - start);
  instances todo = {0};
  *first_own = (uint32_t)c->p->own_channels.count;
  int classes = process == PML_NONE ? 8 : 1;
  for (int k = 0; k < classes && !c->is_refused; k++)
    for (uint32_t v = 0; v < c->s->vars.count && !c->is_refused; v++) {
      const pml_var *x = &c->s->vars.at[v];
      if (x->process == process && x->record == PML_NONE && !x->is_parameter &&
          (classes == 1 || class_of(x->type) == k))
        own_channels(c, &todo, v, &end);
    }
  *owns = (uint32_t)c->p->own_channels.count - *first_own;
  vec_free(c->m, &todo);
  return end;
}

/* The largest state that can be: every process that is there from the start
 * may end, and any that can be run may take its place. */
static uint64_t most_bytes(const pml_lowering *c) {
  uint64_t largest = 0, sum = c->p->global_bytes, count = 0;
  vec_each (const pml_expr, e, &c->s->exprs) {
    if (e->op == PML_RUN && c->p->behaviours.at[e->a].frame_bytes > largest)
      largest = c->p->behaviours.at[e->a].frame_bytes;
  }
  for (size_t i = 0; i < c->s->processes.count; i++) {
    const pml_process *x = &c->s->processes.at[i];
    uint64_t bytes = c->p->behaviours.at[i].frame_bytes;
    sum += x->active * (bytes > largest ? bytes : largest);
    count += x->active;
  }
  return count < PML_MOST_PROCESSES
             ? sum + (PML_MOST_PROCESSES - count) * largest
             : sum;
}

/* What is there at the start must fit: there would be no first state. */
static bool check_start(pml_lowering *c) {
  uint64_t processes = 0, channels = c->p->owns;
  for (size_t i = 0; i < c->s->processes.count; i++) {
    const pml_process *x = &c->s->processes.at[i];
    processes += x->active;
    channels += (uint64_t)x->active * c->p->behaviours.at[i].owns;
    if (processes > PML_MOST_PROCESSES)
      return pml_refuse(c, x->at, "more than %d processes are active",
                        PML_MOST_PROCESSES);
    if (channels > PML_MOST_CHANNELS)
      return pml_refuse(c, x->at,
                        "the globals and the active processes have more than "
                        "%d channels",
                        PML_MOST_CHANNELS);
  }
  return true;
}

bool pml_layout_state(pml_lowering *c) {
  pml_lowered *p = c->p;
  uint32_t end = 0;
  find_busy_records(c);
  if (p->has_last)
    p->last_offset = end++;
  if (p->watch.process != PML_NONE) {
    p->watch_offset = end;
    end += 2;
  }
  if (pml_has_c(c->s)) /* where C finds _nr_pr; else zero */
    end++;
  p->globals_offset = end;
  p->global_bytes = layout_of(c, PML_NONE, end, &p->first_own, &p->owns);
  for (uint32_t i = 0; i < c->s->processes.count; i++) {
    pml_behaviour *b = &p->behaviours.at[i];
    b->point_offset = p->has_priority ? 2 : 1;
    end = p->locals_offset = b->point_offset + (p->wide_points ? 2 : 1);
    b->frame_bytes = layout_of(c, i, end, &b->first_own, &b->owns);
  }
  if (c->is_refused || !check_start(c))
    return false;
  uint64_t most = most_bytes(c);
  if (most > UINT32_MAX)
    return pml_refuse(c, (pml_place){.line = 1, .column = 1},
                      "a state of this model could need %llu bytes",
                      (unsigned long long)most);
  p->most_bytes = (uint32_t)most;
  return !c->is_refused;
}
