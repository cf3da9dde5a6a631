/* The steps that SPIN would store, and what a state holds: for whoever compares
 * the walker with the machine. */
#include "base/progress.h"
#include "lang/promela/walker/parts.h"

#include <assert.h>

static uint64_t mover(uint32_t pid) {
  return UINT64_C(1) << (pid < 63 ? pid : 63);
}

/* Processes are known as they were before the step. */
static pml_place next_place_of(const pml_walker *w, const pml_step *s) {
  return s->kind == PML_STEP_END
             ? w->s->processes.at[w->processes.at[s->pid].type].until
             : w->s->statements.at[s->statement].at;
}

static bool is_same_way(const pml_walker_whole *a, const pml_walker_whole *b) {
  return a->mark == b->mark && a->movers == b->movers && a->line == b->line &&
         a->column == b->column;
}

/* Keeps a state unless it was reached in the same way before. */
static void keep(pml_walker *w, const pml_walker_whole *way, bool rests) {
  if (way->mark >= w->between_of_mark[rests].count)
    vec_resize(w->m, &w->between_of_mark[rests], 2 * (size_t)way->mark + 64);
  uint32_t first = w->between_of_mark[rests].at[way->mark];
  /* What an earlier call left there is of another mark, or of none. */
  if (first > w->between.count ||
      (first && (w->between.at[first - 1].way.mark != way->mark ||
                 w->between.at[first - 1].rests != rests)))
    first = 0;
  for (uint32_t i = first; i; i = w->between.at[i - 1].same)
    if (is_same_way(&w->between.at[i - 1].way, way))
      return;
  vec_push(w->m, &w->between,
           ((walker_between){.way = *way, .same = first, .rests = rests}));
  w->between_of_mark[rests].at[way->mark] = (uint32_t)w->between.count;
}

/* Takes every choice of the present state, to which 'way' has led; the first
 * state rests, the others do not. */
static void take_all(pml_walker *w, pml_walker_whole way, bool is_first) {
  const walker_states *here = is_first ? &w->store : &w->between_store;
  size_t floor = w->taken.count;
  bool timeout = w->choices_timeout;
  uint32_t from = way.mark;
  uint64_t before = way.movers;
  vec_each (const walker_choice, c, &w->choices)
    vec_push(w->m, &w->taken, *c);
  for (size_t i = floor; i < w->taken.count; i++) {
    walker_choice c = w->taken.at[i];
    if (i > floor)
      walker_states_return(w, here, from);
    if (is_first) {
      pml_place at = next_place_of(w, &c.step);
      way.line = at.line;
      way.column = at.column;
    }
    way.movers = before | mover(c.step.pid);
    if (c.step.partner != PML_NONE)
      way.movers |= mover(c.step.partner);
    w->showing = false;
    w->occasion++;
    walker_take_choice(w, &c, timeout);
    if (w->stopped)
      continue;
    bool rests = pml_walker_rests(w);
    way.mark = walker_states_mark(w, rests ? &w->store : &w->between_store);
    keep(w, &way, rests);
  }
  w->taken.count = floor;
}

size_t pml_walker_next(pml_walker *w, uint32_t mark, pml_walker_wholes *out,
                       uint64_t *movers) {
  assert(pml_walker_rests(w));
  size_t first, singles;
  out->count = 0;
  w->between.count = 0;
  walker_states_empty(&w->between_store);
  *movers = 0;
  pml_walker_check(w, &first);
  vec_each (const walker_choice, c, &w->choices)
    *movers |= mover(c->step.pid);
  singles = w->choices.count;
  take_all(w, (pml_walker_whole){.mark = mark}, true);
  for (size_t i = 0; i < w->between.count; i++) {
    walker_between x = w->between.at[i];
    progress_tick_inside(w->m->budget, i);
    if (x.rests) {
      vec_push(w->m, out, x.way);
      continue;
    }
    walker_states_return(w, &w->between_store, x.way.mark);
    pml_walker_check(w, &first);
    singles += w->choices.count;
    take_all(w, x.way, false);
  }
  return singles;
}

size_t pml_walker_fault_count(const pml_walker *w) { return w->faults.count; }

void pml_walker_forget_faults(pml_walker *w) {
  w->faults.count = w->fault_text.count = 0;
}

/* What a state holds. */

static uint32_t span_of(const pml_walker *w, uint32_t process) {
  return process == PML_NONE ? w->globals : w->frame_span[process];
}

static void view_variable(const pml_walker *w, uint32_t var, uint32_t base,
                          uint32_t pid, pml_view *out) {
  for (uint32_t k = 0; k < w->span[var]; k++)
    pml_view_add(out, PML_VIEW_VALUE, pid, var, k,
                 w->values.at[base + w->offset[var] + k]);
}

/* What C adds lies behind the variables, a word for each byte. */
static void view_c(const pml_walker *w, uint32_t process, uint32_t base,
                   uint32_t end, uint32_t pid, pml_view *out) {
  for (uint32_t k = end; k < span_of(w, process); k++)
    pml_view_add(out, PML_VIEW_C_BYTE, pid, 0, k - end, w->values.at[base + k]);
}

static void view_globals(const pml_walker *w, pml_view *out) {
  uint32_t end = 0;
  for (uint32_t i = 0; i < w->s->vars.count; i++) {
    const pml_var *v = &w->s->vars.at[i];
    if (v->process != PML_NONE || v->record != PML_NONE)
      continue;
    view_variable(w, i, 0, PML_VIEW_GLOBAL, out);
    end += w->span[i];
  }
  view_c(w, PML_NONE, 0, end, PML_VIEW_GLOBAL, out);
}

static void view_process(const pml_walker *w, uint32_t pid, pml_view *out) {
  assert(pid < w->processes.count);
  const walker_process *p = &w->processes.at[pid];
  uint32_t end = 0;
  pml_view_add(out, PML_VIEW_TYPE, pid, 0, 0, (int32_t)p->type);
  if (w->s->uses_priority)
    pml_view_add(out, PML_VIEW_PRIORITY, pid, 0, 0, p->priority);
  pml_view_add(out, PML_VIEW_POSITION, pid, 0, 0, (int32_t)p->at);
  for (uint32_t i = w->first_local[p->type]; i < w->first_local[p->type + 1];
       i++) {
    view_variable(w, w->locals[i], p->base, pid, out);
    end += w->span[w->locals[i]];
  }
  view_c(w, p->type, p->base, end, pid, out);
}

static void view_channel(const pml_walker *w, uint32_t i, pml_view *out) {
  assert(i < w->queues.count);
  const walker_queue *q = &w->queues.at[i];
  pml_view_add(out, PML_VIEW_SHAPE, PML_VIEW_GLOBAL, 0, i + 1,
               (int32_t)q->shape);
  pml_view_add(out, PML_VIEW_LENGTH, PML_VIEW_GLOBAL, 0, i + 1,
               (int32_t)q->content.count);
  for (uint32_t k = 0; k < q->content.count; k++)
    pml_view_add(out, PML_VIEW_CONTENT, PML_VIEW_GLOBAL, k, i + 1,
                 q->content.at[k]);
}

void pml_walker_view(pml_walker *w, pml_view *out) {
  out->items.count = 0;
  if (w->s->uses_last)
    pml_view_add(out, PML_VIEW_LAST, PML_VIEW_GLOBAL, 0, 0, (int32_t)w->last);
  if (w->trace != PML_NONE)
    pml_view_add(out, PML_VIEW_TRACE, PML_VIEW_GLOBAL, 0, 0,
                 (int32_t)w->trace_at);
  view_globals(w, out);
  pml_view_add(out, PML_VIEW_PROCESSES, PML_VIEW_GLOBAL, 0, 0,
               (int32_t)w->processes.count);
  for (uint32_t i = 0; i < w->processes.count; i++)
    view_process(w, i, out);
  pml_view_add(out, PML_VIEW_CHANNELS, PML_VIEW_GLOBAL, 0, 0,
               (int32_t)w->queue_count);
  for (uint32_t i = 0; i < w->queue_count; i++)
    view_channel(w, i, out);
}

const char *pml_walker_name(pml_walker *w, uint32_t variable,
                            uint32_t element) {
  w->scratch.count = 0;
  walker_name_slot(w, variable, element, &w->scratch);
  return walker_finish(w, &w->scratch);
}
