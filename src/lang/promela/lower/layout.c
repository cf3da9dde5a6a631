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
static uint32_t place(pml_lowering *lowering, uint32_t v, uint32_t offset,
                      const uint32_t *record_bytes) {
  assert(v < lowering->s->vars.count);
  const pml_var *var = &lowering->s->vars.at[v];
  pml_lies *lies = &lowering->p->lies.at[v];
  lies->offset = offset;
  if (var->type == PML_RECORD) {
    lies->stride = record_bytes[var->sub];
  } else {
    lies->scalar = scalar_of(var->type, var->width, var->is_array);
    lies->stride = lies->scalar.bytes;
  }
  uint64_t end = offset + (uint64_t)lies->stride * var->count;
  if (end > MOST_BYTES) {
    pml_refuse(lowering, var->at, "this makes a state larger than %d bytes",
               MOST_BYTES);
    return offset;
  }
  return (uint32_t)end;
}

static bool layout_queues(pml_lowering *lowering) {
  vec_each (const pml_channel, channel, &lowering->s->channels) {
    pml_queue queue = {.capacity = channel->capacity,
                       .fields = channel->count,
                       .first_field = (uint32_t)lowering->p->fields.count};
    for (uint32_t i = 0; i < channel->count; i++) {
      const pml_field *field = &lowering->s->fields.at[channel->first + i];
      pml_scalar scalar = scalar_of(field->type, 0, channel->count == 1);
      queue.message_bytes += scalar.bytes;
      vec_push(lowering->m, &lowering->p->fields, scalar);
    }
    /* One that is too large is refused where a variable needs it. */
    uint64_t bytes = 1 + (uint64_t)queue.capacity * queue.message_bytes;
    if (queue.capacity)
      queue.bytes = bytes < MOST_BYTES ? (uint32_t)bytes : MOST_BYTES + 1;
    vec_push(lowering->m, &lowering->p->queues, queue);
  }
  return !lowering->is_refused;
}

bool pml_layout_types(pml_lowering *lowering) {
  const pml_syntax *syntax = lowering->s;
  /* A frame begins with the number of its process type, a byte. */
  if (syntax->processes.count > PML_MOST_TYPES)
    return pml_refuse(lowering, syntax->processes.at[PML_MOST_TYPES].at,
                      "the model has more than %d process types, init and "
                      "never claims included",
                      PML_MOST_TYPES);
  vec_resize(lowering->m, &lowering->p->lies, syntax->vars.count);
  lowering->record_bytes =
      mem_array(lowering->m, syntax->records.count + 1, sizeof(uint32_t));
  for (size_t r = 0; r < syntax->records.count; r++) {
    const pml_record *record = &syntax->records.at[r];
    uint32_t end = 0;
    for (uint32_t i = 0; i < record->count; i++)
      end = place(lowering, record->first + i, end, lowering->record_bytes);
    lowering->record_bytes[r] = end;
  }
  return layout_queues(lowering);
}

/* The fields of an element at 'offset', so that the first is taken first. */
static void open_record(mem *m, const pml_lowered *lowered, uint32_t record,
                        uint32_t offset, pml_parts *todo) {
  assert(record < lowered->syntax->records.count);
  const pml_record *r = &lowered->syntax->records.at[record];
  for (uint32_t i = r->first + r->count; i-- > r->first;) {
    const pml_lies *lies = &lowered->lies.at[i];
    for (uint32_t k = lowered->syntax->vars.at[i].count; k-- > 0;)
      vec_push(m, todo,
               ((pml_part){i, offset + lies->offset + k * lies->stride}));
  }
}

void pml_list_scalars(mem *m, const pml_lowered *lowered, uint32_t variable,
                      uint32_t offset, pml_parts *out) {
  pml_parts todo = {0};
  vec_push(m, &todo, ((pml_part){variable, offset}));
  while (todo.count) {
    pml_part part = vec_pop(&todo);
    const pml_var *var = &lowered->syntax->vars.at[part.variable];
    if (var->type == PML_RECORD)
      open_record(m, lowered, var->sub, part.offset, &todo);
    else if (!out->count || !MUTANT("promela-lost-field"))
      vec_push(m, out, part);
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
static void push_fields(pml_lowering *lowering, instances *todo, uint32_t v,
                        uint32_t at) {
  assert(v < lowering->s->vars.count);
  const pml_var *var = &lowering->s->vars.at[v];
  assert(var->sub < lowering->s->records.count);
  const pml_record *record = &lowering->s->records.at[var->sub];
  for (uint32_t element = var->count; element-- > 0;)
    for (uint32_t i = record->count; i-- > 0;)
      vec_push(
          lowering->m, todo,
          ((instance){.variable = record->first + i,
                      .base = at + element * lowering->p->lies.at[v].stride}));
}

/* Does a variable of this record need anything done when it is made? */
static void find_busy_records(pml_lowering *lowering) {
  lowering->is_busy =
      mem_array(lowering->m, lowering->s->records.count + 1, sizeof(bool));
  for (size_t r = 0; r < lowering->s->records.count; r++) {
    const pml_record *record = &lowering->s->records.at[r];
    for (uint32_t i = 0; i < record->count; i++) {
      const pml_var *var = &lowering->s->vars.at[record->first + i];
      lowering->is_busy[r] |=
          var->initial != PML_INITIAL_NONE ||
          (var->type == PML_RECORD && lowering->is_busy[var->sub]);
    }
  }
}

static void store_at(pml_lowering *lowering, const instance *x,
                     uint32_t element, bool is_local) {
  assert(x->variable < lowering->p->lies.count);
  const pml_lies *lies = &lowering->p->lies.at[x->variable];
  pml_location to = {.is_local = is_local,
                     .is_plain = true,
                     .offset = x->base + lies->offset + element * lies->stride,
                     .variable = x->variable};
  pml_emit_store(lowering, &to);
}

static bool is_zero(const pml_lowering *lowering, uint32_t e) {
  return lowering->s->exprs.at[e].op == PML_CONST &&
         lowering->s->exprs.at[e].value == 0;
}

/* Code that gives one variable its first value. */
static void make_value(pml_lowering *lowering, const instance *x,
                       bool is_local) {
  assert(x->variable < lowering->s->vars.count);
  const pml_var *var = &lowering->s->vars.at[x->variable];
  if (var->initial == PML_INITIAL_NONE)
    return;
  uint32_t count = var->count;
  if (var->initial == PML_INITIAL_LIST && var->init_count < count)
    count = var->init_count;
  for (uint32_t i = 0; i < count; i++) {
    if (var->initial == PML_INITIAL_CHANNEL) {
      pml_emit(lowering, PML_OP_OWN_CHANNEL, 1, lowering->made_channels++, 0,
               0);
    } else {
      uint32_t e = var->initial == PML_INITIAL_LIST
                       ? lowering->s->lists.at[var->init + i]
                       : var->init;
      if (is_zero(lowering, e)) /* what is new is zero */
        continue;
      pml_emit_value(lowering, e);
    }
    store_at(lowering, x, i, is_local);
  }
}

/* A declaration that is a step of its own leaves zero until then; a list and a
 * channel are there from the start all the same (notes, 13). */
static bool is_made_at_once(const pml_var *var) {
  return var->declared_by == PML_NONE || var->initial != PML_INITIAL_VALUE;
}

static void make_variable(pml_lowering *lowering, instances *todo, uint32_t v) {
  assert(v < lowering->s->vars.count);
  const pml_var *x = &lowering->s->vars.at[v];
  bool is_local = x->process != PML_NONE;
  vec_push(lowering->m, todo, ((instance){.variable = v}));
  while (todo->count) {
    instance i = vec_pop(todo);
    const pml_var *y = &lowering->s->vars.at[i.variable];
    if (y->type != PML_RECORD)
      make_value(lowering, &i, is_local);
    else if (lowering->is_busy[y->sub])
      push_fields(lowering, todo, i.variable,
                  i.base + lowering->p->lies.at[i.variable].offset);
  }
}

/* SPIN's order for globals: by class of type (notes, 12). */
static int class_of(pml_type type) {
  static const int order[] = {
      [PML_UNSIGNED] = 0, [PML_BIT] = 1,   [PML_BYTE] = 2, [PML_CHAN] = 3,
      [PML_MTYPE] = 4,    [PML_SHORT] = 5, [PML_INT] = 6,  [PML_RECORD] = 7};
  return order[type];
}

uint32_t pml_make(pml_lowering *lowering, uint32_t process) {
  instances todo = {0};
  uint32_t at = pml_begin_code(lowering);
  lowering->made_channels = 0;
  int classes = process == PML_NONE ? 8 : 1;
  for (int k = 0; k < classes; k++)
    for (uint32_t v = 0; v < lowering->s->vars.count; v++) {
      const pml_var *var = &lowering->s->vars.at[v];
      bool is_mine = var->process == process && var->record == PML_NONE &&
                     (classes == 1 || class_of(var->type) == k);
      if (is_mine && !var->is_parameter && is_made_at_once(var))
        make_variable(lowering, &todo, v);
    }
  uint32_t first_values = pml_c_first_values(lowering->s, process);
  if (first_values != PML_NONE)
    pml_emit(lowering, PML_OP_C_DO, 1, first_values, 0, 0);
  pml_end_code(lowering);
  vec_free(lowering->m, &todo);
  return at;
}

/* The channels of one variable, in the order in which pml_make numbers them.
 */
static void own_channels(pml_lowering *lowering, instances *todo, uint32_t v,
                         uint32_t *end) {
  vec_push(lowering->m, todo, ((instance){.variable = v}));
  while (todo->count) {
    instance i = vec_pop(todo);
    const pml_var *var = &lowering->s->vars.at[i.variable];
    if (var->type == PML_RECORD) {
      if (lowering->is_busy[var->sub])
        push_fields(lowering, todo, i.variable, 0);
      continue;
    }
    if (var->initial != PML_INITIAL_CHANNEL)
      continue;
    if (lowering->p->queues.at[var->channel].capacity > MOST_MESSAGES)
      pml_refuse(lowering, var->at, "a channel holds at most %d messages",
                 MOST_MESSAGES);
    for (uint32_t k = 0; k < var->count; k++) {
      uint64_t bytes = lowering->p->queues.at[var->channel].bytes;
      if (*end + bytes > MOST_BYTES) {
        pml_refuse(lowering, var->at, "this makes a state larger than %d bytes",
                   MOST_BYTES);
        return;
      }
      if (lowering->p->own_channels.count == PML_MOST_CHANNELS) {
        pml_refuse(lowering, var->at,
                   "the model declares more than %d channels",
                   PML_MOST_CHANNELS);
        return;
      }
      vec_push(lowering->m, &lowering->p->own_channels,
               ((pml_own_channel){.queue = var->channel, .offset = *end}));
      *end += (uint32_t)bytes;
    }
  }
}

/* What C adds behind the variables, of which there are 'bytes'. */
static uint32_t place_c(pml_lowering *lowering, uint32_t process, uint32_t end,
                        uint32_t bytes) {
  uint64_t all = pml_c_bytes(lowering->s, process);
  if (!lowering->s->c || lowering->is_refused || all < bytes)
    return end;
  if (end + (all - bytes) > MOST_BYTES) {
    pml_refuse(lowering, lowering->s->c_parts.at[0].at,
               "C makes a state larger than %d bytes", MOST_BYTES);
    return end;
  }
  return end + (uint32_t)(all - bytes);
}

/* Variables of a process (PML_NONE: globals), what C adds, its channels. */
static uint32_t layout_of(pml_lowering *lowering, uint32_t process,
                          uint32_t end, uint32_t *first_own, uint32_t *owns) {
  uint32_t start = end;
  for (uint32_t v = 0; v < lowering->s->vars.count; v++) {
    const pml_var *var = &lowering->s->vars.at[v];
    if (var->process == process && var->record == PML_NONE)
      end = place(lowering, v, end, lowering->record_bytes);
  }
  end = place_c(lowering, process, end, end - start);
  instances todo = {0};
  *first_own = (uint32_t)lowering->p->own_channels.count;
  int classes = process == PML_NONE ? 8 : 1;
  for (int k = 0; k < classes && !lowering->is_refused; k++)
    for (uint32_t v = 0; v < lowering->s->vars.count && !lowering->is_refused;
         v++) {
      const pml_var *var = &lowering->s->vars.at[v];
      if (var->process == process && var->record == PML_NONE &&
          !var->is_parameter && (classes == 1 || class_of(var->type) == k))
        own_channels(lowering, &todo, v, &end);
    }
  *owns = (uint32_t)lowering->p->own_channels.count - *first_own;
  vec_free(lowering->m, &todo);
  return end;
}

/* The largest state that can be: every process that is there from the start
 * may end, and any that can be run may take its place. */
static uint64_t most_bytes(const pml_lowering *lowering) {
  uint64_t largest = 0, sum = lowering->p->global_bytes, count = 0;
  vec_each (const pml_expr, expr, &lowering->s->exprs) {
    if (expr->op == PML_RUN &&
        lowering->p->behaviours.at[expr->a].frame_bytes > largest)
      largest = lowering->p->behaviours.at[expr->a].frame_bytes;
  }
  for (size_t i = 0; i < lowering->s->processes.count; i++) {
    const pml_process *process = &lowering->s->processes.at[i];
    uint64_t bytes = lowering->p->behaviours.at[i].frame_bytes;
    sum += process->active * (bytes > largest ? bytes : largest);
    count += process->active;
  }
  return count < PML_MOST_PROCESSES
             ? sum + (PML_MOST_PROCESSES - count) * largest
             : sum;
}

/* What is there at the start must fit: there would be no first state. */
static bool check_start(pml_lowering *lowering) {
  uint64_t processes = 0, channels = lowering->p->owns;
  for (size_t i = 0; i < lowering->s->processes.count; i++) {
    const pml_process *process = &lowering->s->processes.at[i];
    processes += process->active;
    channels += (uint64_t)process->active * lowering->p->behaviours.at[i].owns;
    if (processes > PML_MOST_PROCESSES)
      return pml_refuse(lowering, process->at,
                        "more than %d processes are active",
                        PML_MOST_PROCESSES);
    if (channels > PML_MOST_CHANNELS)
      return pml_refuse(lowering, process->at,
                        "the globals and the active processes have more than "
                        "%d channels",
                        PML_MOST_CHANNELS);
  }
  return true;
}

bool pml_layout_state(pml_lowering *lowering) {
  pml_lowered *lowered = lowering->p;
  uint32_t end = 0;
  find_busy_records(lowering);
  if (lowered->has_last)
    lowered->last_offset = end++;
  if (lowered->watch.process != PML_NONE) {
    lowered->watch_offset = end;
    end += 2;
  }
  if (pml_has_c(lowering->s)) /* where C finds _nr_pr; else zero */
    end++;
  lowered->globals_offset = end;
  lowered->global_bytes =
      layout_of(lowering, PML_NONE, end, &lowered->first_own, &lowered->owns);
  for (uint32_t i = 0; i < lowering->s->processes.count; i++) {
    pml_behaviour *behaviour = &lowered->behaviours.at[i];
    behaviour->point_offset = lowered->has_priority ? 2 : 1;
    end = lowered->locals_offset =
        behaviour->point_offset + (lowered->wide_points ? 2 : 1);
    behaviour->frame_bytes =
        layout_of(lowering, i, end, &behaviour->first_own, &behaviour->owns);
  }
  if (lowering->is_refused || !check_start(lowering))
    return false;
  uint64_t most = most_bytes(lowering);
  if (most > UINT32_MAX)
    return pml_refuse(lowering, (pml_place){.line = 1, .column = 1},
                      "a state of this model could need %llu bytes",
                      (unsigned long long)most);
  lowered->most_bytes = (uint32_t)most;
  return !lowering->is_refused;
}
