#include "program/run.h"

#include "program/moves.h"

#include <assert.h>

/* Sets the cells of the next combination of values: an odometer. False: that
 * was the last. */
static bool next_values(prog_move *v, uint64_t *digit) {
  for (size_t i = 0; i < v->writes.count; i++) {
    const prog_write *w = &v->writes.at[i];
    bool more = ++digit[i] < w->choices.count;
    if (!more)
      digit[i] = 0;
    v->behind.at[w->cell] = prog_choice(v, &w->choices, digit[i]);
    if (more)
      return true;
  }
  return false;
}

static bool each_value(prog_move *v, progress *clock, uint32_t edge,
                       uint64_t *digit, prog_each_step *each, void *self) {
  for (size_t i = 0; i < v->writes.count; i++) {
    const prog_write *w = &v->writes.at[i];
    digit[i] = 0;
    v->behind.at[w->cell] = prog_choice(v, &w->choices, 0);
  }
  const uint32_t *globals = v->behind.at, *top = globals + v->globals;
  const uint32_t *below = v->edge->kind == PROG_CALL ? top + v->top : NULL;
  if (v->edge->kind == PROG_RETURN)
    top = NULL;
  do {
    if (clock)
      progress_tick(clock);
    if (prog_move_ends(v, globals) && !each(self, edge, globals, top, below))
      return false;
  } while (next_values(v, digit));
  return true;
}

static bool each_of_edge(prog_move *v, progress *clock, uint32_t edge,
                         prog_each_step *each, void *self) {
  mem *m = v->evaluator.m;
  size_t count = v->behind.count;
  uint32_t *before = mem_array(m, count + 1, sizeof *before);
  uint64_t *digit = mem_array(m, count + 1, sizeof *digit);
  for (size_t i = 0; i < count; i++)
    before[i] = v->behind.at[i];
  bool goes = true;
  do {
    for (size_t i = 0; i < count; i++)
      v->behind.at[i] = before[i];
    goes = each_value(v, clock, edge, digit, each, self);
  } while (goes && prog_move_next(v));
  mem_free(m, digit);
  mem_free(m, before);
  return goes;
}

bool prog_steps_from(mem *m, progress *clock, const prog *p, uint32_t location,
                     const uint32_t *globals, const uint32_t *locals,
                     prog_each_step *each, void *self) {
  assert(location < p->locations.count);
  const prog_location *l = &p->locations.at[location];
  prog_move v;
  prog_move_init(&v, m, p);
  bool goes = true;
  for (uint32_t i = 0; goes && i < l->edges; i++) {
    uint32_t edge = l->first_edge + i;
    if (prog_move_begin(&v, &p->edges.at[edge], globals, locals))
      goes = each_of_edge(&v, clock, edge, each, self);
  }
  prog_move_free(&v);
  return goes;
}

bool prog_can_hold(mem *m, const prog *p, uint32_t condition,
                   const uint32_t *globals, const uint32_t *locals) {
  prog_evaluator e = {.m = m, .p = p};
  prog_view v = {.globals = globals, .locals = locals};
  bool holds = prog_passes(&e, &v, condition);
  prog_evaluator_free(&e);
  return holds;
}
