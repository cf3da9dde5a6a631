/* Processes and channels come and go; their variables get first values. */
#include "lang/promela/c/c_code.h"
#include "lang/promela/walker/parts.h"

#include <assert.h>

/* A variable, with its slot, that waits for its first value. */
typedef struct fresh {
  uint32_t var;
  uint32_t slot;
} fresh;
typedef vec(fresh) fresh_list;

/* The number of a new channel. */
static int32_t open_channel(pml_walker *w, uint32_t shape) {
  if (w->queue_count >= WALKER_MOST) {
    walker_fault(w, MODEL_UNDEFINED, true, "more than %d channels",
                 WALKER_MOST);
    return 0;
  }
  if (w->queue_count == w->queues.count)
    vec_push(w->m, &w->queues, (walker_queue){0});
  walker_queue *q = &w->queues.at[w->queue_count++];
  q->shape = shape;
  q->content.count = 0;
  return (int32_t)w->queue_count;
}

/* The fields of each element wait; the first is the next. */
static void break_up(pml_walker *w, fresh_list *waiting, const pml_var *v,
                     uint32_t slot) {
  assert(v->sub < w->s->records.count);
  const pml_record *r = &w->s->records.at[v->sub];
  for (uint32_t i = v->count; i-- > 0;)
    for (uint32_t f = r->first + r->count; f-- > r->first;)
      vec_push(
          w->m, waiting,
          ((fresh){.var = f,
                   .slot = slot + i * w->record_span[v->sub] + w->offset[f]}));
}

static void fill(pml_walker *w, const pml_var *v, uint32_t slot) {
  switch (v->initial) {
  case PML_INITIAL_VALUE:
    if (v->declared_by == PML_NONE) {
      int32_t value = walker_eval(w, v->init);
      for (uint32_t i = 0; i < v->count && !w->fatal; i++)
        walker_store(w, slot + i, v, value);
    }
    break;
  case PML_INITIAL_LIST:
    for (uint32_t i = 0; i < v->init_count && i < v->count && !w->fatal; i++) {
      int32_t value = walker_eval(w, w->s->lists.at[v->init + i]);
      walker_store(w, slot + i, v, value);
    }
    break;
  case PML_INITIAL_CHANNEL:
    for (uint32_t i = 0; i < v->count && !w->fatal; i++) {
      int32_t number = open_channel(w, v->channel);
      w->values.at[slot + i] = number;
    }
    break;
  case PML_INITIAL_NONE:
    break;
  }
}

static void initialise(pml_walker *w, uint32_t var, uint32_t slot) {
  fresh_list waiting = {0};
  vec_push(w->m, &waiting, ((fresh){.var = var, .slot = slot}));
  while (waiting.count > 0 && !w->fatal) {
    fresh x = vec_pop(&waiting);
    const pml_var *v = &w->s->vars.at[x.var];
    if (v->type == PML_RECORD)
      break_up(w, &waiting, v, x.slot);
    else
      fill(w, v, x.slot);
  }
  vec_free(w->m, &waiting);
}

/* SPIN initialises globals by kinds of types (notes, 12). */
static void initialise_globals(pml_walker *w) {
  static const pml_type order[] = {PML_UNSIGNED, PML_BIT,   PML_BYTE,
                                   PML_CHAN,     PML_MTYPE, PML_SHORT,
                                   PML_INT,      PML_RECORD};
  for (size_t k = 0; k < sizeof order / sizeof *order; k++)
    for (uint32_t i = 0; i < w->s->vars.count; i++) {
      const pml_var *v = &w->s->vars.at[i];
      if (v->type != order[k] || v->process != PML_NONE ||
          v->record != PML_NONE)
        continue;
      w->place = v->at;
      initialise(w, i, w->offset[i]);
    }
}

void walker_begin(pml_walker *w) {
  w->processes.count = 0;
  w->queue_count = 0;
  w->values.count = 0;
  w->pid = PML_NONE;
  vec_resize(w->m, &w->values, w->globals);
  initialise_globals(w);
  walker_c_first_values(w, PML_NONE);
  for (uint32_t i = 0; i < w->s->processes.count; i++) {
    const pml_process *p = &w->s->processes.at[i];
    if (p->kind != PML_PROCTYPE && p->kind != PML_INIT)
      continue;
    for (uint32_t k = 0; k < p->active && !w->fatal; k++) {
      w->place = p->at;
      walker_create(w, i, 0, 0, p->priority ? (int32_t)p->priority : 1);
    }
  }
}

/* Each scalar of the parameters takes the next argument. */
static void pass_arguments(pml_walker *w, const pml_process *p, uint32_t base,
                           size_t first, size_t end) {
  fresh_list waiting = {0};
  for (uint32_t v = p->first_parameter + p->parameters;
       v-- > p->first_parameter;)
    vec_push(w->m, &waiting, ((fresh){.var = v, .slot = base + w->offset[v]}));
  while (waiting.count > 0 && first < end) {
    fresh x = vec_pop(&waiting);
    const pml_var *v = &w->s->vars.at[x.var];
    if (v->type == PML_RECORD)
      break_up(w, &waiting, v, x.slot);
    for (uint32_t i = 0; v->type != PML_RECORD && i < v->count && first < end;
         i++)
      walker_store(w, x.slot + i, v, w->stack.at[first++]);
  }
  vec_free(w->m, &waiting);
}

static void fill_frame(pml_walker *w, uint32_t type, size_t first,
                       uint32_t count) {
  assert(type < w->s->processes.count);
  uint32_t base = vec_last(&w->processes).base;
  pass_arguments(w, &w->s->processes.at[type], base, first, first + count);
  for (uint32_t i = w->first_local[type]; i < w->first_local[type + 1]; i++) {
    uint32_t var = w->locals[i];
    if (!w->s->vars.at[var].is_parameter && !w->fatal)
      initialise(w, var, base + w->offset[var]);
  }
}

int32_t walker_create(pml_walker *w, uint32_t type, size_t first,
                      uint32_t count, int32_t priority) {
  if (w->processes.count >= WALKER_MOST) {
    walker_fault(w, MODEL_UNDEFINED, true, "more than %d processes",
                 WALKER_MOST);
    return 0;
  }
  if (priority < 1 || priority > WALKER_MOST) {
    walker_fault(w, MODEL_UNDEFINED, true, "priority %d is outside 1..%d",
                 (int)priority, WALKER_MOST);
    return 0;
  }
  uint32_t pid = (uint32_t)w->processes.count, base = (uint32_t)w->values.count;
  vec_push(w->m, &w->processes,
           ((walker_process){.type = type,
                             .at = walker_entry(w, type),
                             .priority = priority,
                             .base = base,
                             .queues = w->queue_count}));
  vec_resize(w->m, &w->values, base + w->frame_span[type]);
  uint32_t caller = w->pid;
  w->pid = pid; /* first values may speak of parameters and _pid */
  fill_frame(w, type, first, count);
  if (!w->fatal)
    walker_c_first_values(w, type);
  w->pid = caller;
  return (int32_t)pid;
}

void walker_die(pml_walker *w) {
  const walker_process *p = &vec_last(&w->processes);
  w->values.count = p->base;
  w->queue_count = p->queues;
  w->processes.count--;
}

bool walker_is_provided(pml_walker *w, uint32_t pid) {
  assert(pid < w->processes.count);
  const pml_process *p = &w->s->processes.at[w->processes.at[pid].type];
  if (p->provided == PML_NONE)
    return true;
  uint32_t caller = w->pid;
  pml_place place = w->place;
  w->pid = pid;
  w->place = w->s->exprs.at[p->provided].at;
  bool holds = walker_eval(w, p->provided) != 0;
  w->pid = caller;
  w->place = place;
  return holds;
}

/* Measured: a process that is not provided for outranks nobody. */
bool walker_is_outranked(pml_walker *w, uint32_t pid) {
  if (!w->s->uses_priority)
    return false;
  int32_t own = w->processes.at[pid].priority;
  for (uint32_t i = 0; i < w->processes.count; i++)
    if (i != pid && w->processes.at[i].priority > own &&
        walker_is_provided(w, i) && walker_is_enabled(w, i))
      return true;
  return false;
}
