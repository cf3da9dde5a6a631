/* The steps that SPIN would store, and what a state holds: for whoever compares
 * the walker with the machine. */
#include "base/progress.h"
#include "lang/promela/walker/parts.h"

#include <assert.h>

static uint64_t mover(uint32_t pid) {
  return UINT64_C(1) << (pid < 63 ? pid : 63);
}

/* Processes are known as they were before the step. */
static pml_place next_place_of(const pml_walker *walker, const pml_step *step) {
  return step->kind == PML_STEP_END
             ? walker->s->processes.at[walker->processes.at[step->pid].type]
                   .until
             : walker->s->statements.at[step->statement].at;
}

static bool is_same_way(const pml_walker_whole *a, const pml_walker_whole *b) {
  return a->mark == b->mark && a->movers == b->movers && a->line == b->line &&
         a->column == b->column;
}

/* Keeps a state unless it was reached in the same way before. */
static void keep(pml_walker *walker, const pml_walker_whole *way, bool rests) {
  if (way->mark >= walker->between_of_mark[rests].count)
    vec_resize(walker->m, &walker->between_of_mark[rests],
               2 * (size_t)way->mark + 64);
  uint32_t first = walker->between_of_mark[rests].at[way->mark];
  /* What an earlier call left there is of another mark, or of none. */
  if (first > walker->between.count ||
      (first && (walker->between.at[first - 1].way.mark != way->mark ||
                 walker->between.at[first - 1].rests != rests)))
    first = 0;
  for (uint32_t i = first; i; i = walker->between.at[i - 1].same)
    if (is_same_way(&walker->between.at[i - 1].way, way))
      return;
  vec_push(walker->m, &walker->between,
           ((walker_between){.way = *way, .same = first, .rests = rests}));
  walker->between_of_mark[rests].at[way->mark] =
      (uint32_t)walker->between.count;
}

/* Takes every choice of the present state, to which 'way' has led; the first
 * state rests, the others do not. */
static void take_all(pml_walker *walker, pml_walker_whole way, bool is_first) {
  const walker_states *here =
      is_first ? &walker->store : &walker->between_store;
  size_t floor = walker->taken.count;
  bool timeout = walker->choices_timeout;
  uint32_t from = way.mark;
  uint64_t before = way.movers;
  vec_each (const walker_choice, choice, &walker->choices)
    vec_push(walker->m, &walker->taken, *choice);
  for (size_t i = floor; i < walker->taken.count; i++) {
    walker_choice choice = walker->taken.at[i];
    if (i > floor)
      walker_states_return(walker, here, from);
    if (is_first) {
      pml_place at = next_place_of(walker, &choice.step);
      way.line = at.line;
      way.column = at.column;
    }
    way.movers = before | mover(choice.step.pid);
    if (choice.step.partner != PML_NONE)
      way.movers |= mover(choice.step.partner);
    walker->showing = false;
    walker->occasion++;
    walker_take_choice(walker, &choice, timeout);
    if (walker->stopped)
      continue;
    bool rests = pml_walker_rests(walker);
    way.mark = walker_states_mark(walker, rests ? &walker->store
                                                : &walker->between_store);
    keep(walker, &way, rests);
  }
  walker->taken.count = floor;
}

size_t pml_walker_next(pml_walker *walker, uint32_t mark,
                       pml_walker_wholes *out, uint64_t *movers) {
  assert(pml_walker_rests(walker));
  size_t first, singles;
  out->count = 0;
  walker->between.count = 0;
  walker_states_empty(&walker->between_store);
  *movers = 0;
  pml_walker_check(walker, &first);
  vec_each (const walker_choice, choice, &walker->choices)
    *movers |= mover(choice->step.pid);
  singles = walker->choices.count;
  take_all(walker, (pml_walker_whole){.mark = mark}, true);
  for (size_t i = 0; i < walker->between.count; i++) {
    walker_between between = walker->between.at[i];
    progress_tick_inside(walker->m->budget, i);
    if (between.rests) {
      vec_push(walker->m, out, between.way);
      continue;
    }
    walker_states_return(walker, &walker->between_store, between.way.mark);
    pml_walker_check(walker, &first);
    singles += walker->choices.count;
    take_all(walker, between.way, false);
  }
  return singles;
}

size_t pml_walker_fault_count(const pml_walker *walker) {
  return walker->faults.count;
}

void pml_walker_forget_faults(pml_walker *walker) {
  walker->faults.count = walker->fault_text.count = 0;
}

/* What a state holds. */

static uint32_t span_of(const pml_walker *walker, uint32_t process) {
  return process == PML_NONE ? walker->globals : walker->frame_span[process];
}

static void view_variable(const pml_walker *walker, uint32_t var, uint32_t base,
                          uint32_t pid, pml_view *out) {
  for (uint32_t k = 0; k < walker->span[var]; k++)
    pml_view_add(out, PML_VIEW_VALUE, pid, var, k,
                 walker->values.at[base + walker->offset[var] + k]);
}

/* What C adds lies behind the variables, a word for each byte. */
static void view_c(const pml_walker *walker, uint32_t process, uint32_t base,
                   uint32_t end, uint32_t pid, pml_view *out) {
  for (uint32_t k = end; k < span_of(walker, process); k++)
    pml_view_add(out, PML_VIEW_C_BYTE, pid, 0, k - end,
                 walker->values.at[base + k]);
}

static void view_globals(const pml_walker *walker, pml_view *out) {
  uint32_t end = 0;
  for (uint32_t i = 0; i < walker->s->vars.count; i++) {
    const pml_var *var = &walker->s->vars.at[i];
    if (var->process != PML_NONE || var->record != PML_NONE)
      continue;
    view_variable(walker, i, 0, PML_VIEW_GLOBAL, out);
    end += walker->span[i];
  }
  view_c(walker, PML_NONE, 0, end, PML_VIEW_GLOBAL, out);
}

static void view_process(const pml_walker *walker, uint32_t pid,
                         pml_view *out) {
  assert(pid < walker->processes.count);
  const walker_process *process = &walker->processes.at[pid];
  uint32_t end = 0;
  pml_view_add(out, PML_VIEW_TYPE, pid, 0, 0, (int32_t)process->type);
  if (walker->s->uses_priority)
    pml_view_add(out, PML_VIEW_PRIORITY, pid, 0, 0, process->priority);
  pml_view_add(out, PML_VIEW_POSITION, pid, 0, 0, (int32_t)process->at);
  for (uint32_t i = walker->first_local[process->type];
       i < walker->first_local[process->type + 1]; i++) {
    view_variable(walker, walker->locals[i], process->base, pid, out);
    end += walker->span[walker->locals[i]];
  }
  view_c(walker, process->type, process->base, end, pid, out);
}

static void view_channel(const pml_walker *walker, uint32_t i, pml_view *out) {
  assert(i < walker->queues.count);
  const walker_queue *queue = &walker->queues.at[i];
  pml_view_add(out, PML_VIEW_SHAPE, PML_VIEW_GLOBAL, 0, i + 1,
               (int32_t)queue->shape);
  pml_view_add(out, PML_VIEW_LENGTH, PML_VIEW_GLOBAL, 0, i + 1,
               (int32_t)queue->content.count);
  for (uint32_t k = 0; k < queue->content.count; k++)
    pml_view_add(out, PML_VIEW_CONTENT, PML_VIEW_GLOBAL, k, i + 1,
                 queue->content.at[k]);
}

void pml_walker_view(pml_walker *walker, pml_view *out) {
  out->items.count = 0;
  if (walker->s->uses_last)
    pml_view_add(out, PML_VIEW_LAST, PML_VIEW_GLOBAL, 0, 0,
                 (int32_t)walker->last);
  if (walker->trace != PML_NONE)
    pml_view_add(out, PML_VIEW_TRACE, PML_VIEW_GLOBAL, 0, 0,
                 (int32_t)walker->trace_at);
  view_globals(walker, out);
  pml_view_add(out, PML_VIEW_PROCESSES, PML_VIEW_GLOBAL, 0, 0,
               (int32_t)walker->processes.count);
  for (uint32_t i = 0; i < walker->processes.count; i++)
    view_process(walker, i, out);
  pml_view_add(out, PML_VIEW_CHANNELS, PML_VIEW_GLOBAL, 0, 0,
               (int32_t)walker->queue_count);
  for (uint32_t i = 0; i < walker->queue_count; i++)
    view_channel(walker, i, out);
}

const char *pml_walker_name(pml_walker *walker, uint32_t variable,
                            uint32_t element) {
  walker->scratch.count = 0;
  walker_name_slot(walker, variable, element, &walker->scratch);
  return walker_finish(walker, &walker->scratch);
}
