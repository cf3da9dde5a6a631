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
static int32_t open_channel(pml_walker *walker, uint32_t shape) {
  if (walker->queue_count >= WALKER_MOST) {
    walker_fault(walker, MODEL_UNDEFINED, true, "more than %d channels",
                 WALKER_MOST);
    return 0;
  }
  if (walker->queue_count == walker->queues.count)
    vec_push(walker->m, &walker->queues, (walker_queue){0});
  walker_queue *queue = &walker->queues.at[walker->queue_count++];
  queue->shape = shape;
  queue->content.count = 0;
  return (int32_t)walker->queue_count;
}

/* The fields of each element wait; the first is the next. */
static void break_up(pml_walker *walker, fresh_list *waiting,
                     const pml_var *var, uint32_t slot) {
  assert(var->sub < walker->s->records.count);
  const pml_record *record = &walker->s->records.at[var->sub];
  for (uint32_t i = var->count; i-- > 0;)
    for (uint32_t f = record->first + record->count; f-- > record->first;)
      vec_push(walker->m, waiting,
               ((fresh){.var = f,
                        .slot = slot + i * walker->record_span[var->sub] +
                                walker->offset[f]}));
}

static void fill(pml_walker *walker, const pml_var *var, uint32_t slot) {
  switch (var->initial) {
  case PML_INITIAL_VALUE:
    if (var->declared_by == PML_NONE) {
      int32_t value = walker_eval(walker, var->init);
      for (uint32_t i = 0; i < var->count && !walker->fatal; i++)
        walker_store(walker, slot + i, var, value);
    }
    break;
  case PML_INITIAL_LIST:
    for (uint32_t i = 0;
         i < var->init_count && i < var->count && !walker->fatal; i++) {
      int32_t value = walker_eval(walker, walker->s->lists.at[var->init + i]);
      walker_store(walker, slot + i, var, value);
    }
    break;
  case PML_INITIAL_CHANNEL:
    for (uint32_t i = 0; i < var->count && !walker->fatal; i++) {
      int32_t number = open_channel(walker, var->channel);
      walker->values.at[slot + i] = number;
    }
    break;
  case PML_INITIAL_NONE:
    break;
  }
}

static void initialise(pml_walker *walker, uint32_t var, uint32_t slot) {
  fresh_list waiting = {0};
  vec_push(walker->m, &waiting, ((fresh){.var = var, .slot = slot}));
  while (waiting.count > 0 && !walker->fatal) {
    fresh x = vec_pop(&waiting);
    const pml_var *v = &walker->s->vars.at[x.var];
    if (v->type == PML_RECORD)
      break_up(walker, &waiting, v, x.slot);
    else
      fill(walker, v, x.slot);
  }
  vec_free(walker->m, &waiting);
}

/* SPIN initialises globals by kinds of types (notes, 12). */
static void initialise_globals(pml_walker *walker) {
  static const pml_type order[] = {PML_UNSIGNED, PML_BIT,   PML_BYTE,
                                   PML_CHAN,     PML_MTYPE, PML_SHORT,
                                   PML_INT,      PML_RECORD};
  for (size_t k = 0; k < sizeof order / sizeof *order; k++)
    for (uint32_t i = 0; i < walker->s->vars.count; i++) {
      const pml_var *var = &walker->s->vars.at[i];
      if (var->type != order[k] || var->process != PML_NONE ||
          var->record != PML_NONE)
        continue;
      walker->place = var->at;
      initialise(walker, i, walker->offset[i]);
    }
}

void walker_begin(pml_walker *walker) {
  walker->processes.count = 0;
  walker->queue_count = 0;
  walker->values.count = 0;
  walker->pid = PML_NONE;
  vec_resize(walker->m, &walker->values, walker->globals);
  initialise_globals(walker);
  walker_c_first_values(walker, PML_NONE);
  for (uint32_t i = 0; i < walker->s->processes.count; i++) {
    const pml_process *process = &walker->s->processes.at[i];
    if (process->kind != PML_PROCTYPE && process->kind != PML_INIT)
      continue;
    for (uint32_t k = 0; k < process->active && !walker->fatal; k++) {
      walker->place = process->at;
      walker_create(walker, i, 0, 0,
                    process->priority ? (int32_t)process->priority : 1);
    }
  }
}

/* Each scalar of the parameters takes the next argument. */
static void pass_arguments(pml_walker *walker, const pml_process *process,
                           uint32_t base, size_t first, size_t end) {
  fresh_list waiting = {0};
  for (uint32_t v = process->first_parameter + process->parameters;
       v-- > process->first_parameter;)
    vec_push(walker->m, &waiting,
             ((fresh){.var = v, .slot = base + walker->offset[v]}));
  while (waiting.count > 0 && first < end) {
    fresh x = vec_pop(&waiting);
    const pml_var *v = &walker->s->vars.at[x.var];
    if (v->type == PML_RECORD)
      break_up(walker, &waiting, v, x.slot);
    for (uint32_t i = 0; v->type != PML_RECORD && i < v->count && first < end;
         i++)
      walker_store(walker, x.slot + i, v, walker->stack.at[first++]);
  }
  vec_free(walker->m, &waiting);
}

static void fill_frame(pml_walker *walker, uint32_t type, size_t first,
                       uint32_t count) {
  assert(type < walker->s->processes.count);
  uint32_t base = vec_last(&walker->processes).base;
  pass_arguments(walker, &walker->s->processes.at[type], base, first,
                 first + count);
  for (uint32_t i = walker->first_local[type];
       i < walker->first_local[type + 1]; i++) {
    uint32_t var = walker->locals[i];
    if (!walker->s->vars.at[var].is_parameter && !walker->fatal)
      initialise(walker, var, base + walker->offset[var]);
  }
}

int32_t walker_create(pml_walker *walker, uint32_t type, size_t first,
                      uint32_t count, int32_t priority) {
  if (walker->processes.count >= WALKER_MOST) {
    walker_fault(walker, MODEL_UNDEFINED, true, "more than %d processes",
                 WALKER_MOST);
    return 0;
  }
  if (priority < 1 || priority > WALKER_MOST) {
    walker_fault(walker, MODEL_UNDEFINED, true, "priority %d is outside 1..%d",
                 (int)priority, WALKER_MOST);
    return 0;
  }
  uint32_t pid = (uint32_t)walker->processes.count,
           base = (uint32_t)walker->values.count;
  vec_push(walker->m, &walker->processes,
           ((walker_process){.type = type,
                             .at = walker_entry(walker, type),
                             .priority = priority,
                             .base = base,
                             .queues = walker->queue_count}));
  vec_resize(walker->m, &walker->values, base + walker->frame_span[type]);
  uint32_t caller = walker->pid;
  walker->pid = pid; /* first values may speak of parameters and _pid */
  fill_frame(walker, type, first, count);
  if (!walker->fatal)
    walker_c_first_values(walker, type);
  walker->pid = caller;
  return (int32_t)pid;
}

void walker_die(pml_walker *walker) {
  const walker_process *process = &vec_last(&walker->processes);
  walker->values.count = process->base;
  walker->queue_count = process->queues;
  walker->processes.count--;
}

bool walker_is_provided(pml_walker *walker, uint32_t pid) {
  assert(pid < walker->processes.count);
  const pml_process *process =
      &walker->s->processes.at[walker->processes.at[pid].type];
  if (process->provided == PML_NONE)
    return true;
  uint32_t caller = walker->pid;
  pml_place place = walker->place;
  walker->pid = pid;
  walker->place = walker->s->exprs.at[process->provided].at;
  bool holds = walker_eval(walker, process->provided) != 0;
  walker->pid = caller;
  walker->place = place;
  return holds;
}

/* Measured: a process that is not provided for outranks nobody. */
bool walker_is_outranked(pml_walker *walker, uint32_t pid) {
  if (!walker->s->uses_priority)
    return false;
  int32_t own = walker->processes.at[pid].priority;
  for (uint32_t i = 0; i < walker->processes.count; i++)
    if (i != pid && walker->processes.at[i].priority > own &&
        walker_is_provided(walker, i) && walker_is_enabled(walker, i))
      return true;
  return false;
}
