#include "program/run.h"

#include "program/moves.h"

#include <assert.h>

/* Sets the cells of the next combination of values: an odometer. False: that
 * was the last. */
static bool next_values(prog_move *move, uint64_t *digit) {
  for (size_t i = 0; i < move->writes.count; i++) {
    const prog_write *w = &move->writes.at[i];
    bool more = ++digit[i] < w->choices.count;
    if (!more)
      digit[i] = 0;
    move->behind.at[w->cell] = prog_choice(move, &w->choices, digit[i]);
    if (more)
      return true;
  }
  return false;
}

static bool each_value(prog_move *move, progress *clock, uint32_t edge,
                       uint64_t *digit, prog_each_step *each, void *self) {
  for (size_t i = 0; i < move->writes.count; i++) {
    const prog_write *w = &move->writes.at[i];
    digit[i] = 0;
    move->behind.at[w->cell] = prog_choice(move, &w->choices, 0);
  }
  const uint32_t *globals = move->behind.at, *top = globals + move->globals;
  const uint32_t *below =
      move->edge->kind == PROG_CALL ? top + move->top : NULL;
  if (move->edge->kind == PROG_RETURN)
    top = NULL;
  do {
    if (clock)
      progress_tick(clock);
    if (prog_move_ends(move, globals) && !each(self, edge, globals, top, below))
      return false;
  } while (next_values(move, digit));
  return true;
}

static bool each_of_edge(prog_move *move, progress *clock, uint32_t edge,
                         prog_each_step *each, void *self) {
  mem *m = move->evaluator.m;
  size_t count = move->behind.count;
  uint32_t *before = mem_array(m, count + 1, sizeof *before);
  uint64_t *digit = mem_array(m, count + 1, sizeof *digit);
  for (size_t i = 0; i < count; i++)
    before[i] = move->behind.at[i];
  bool goes = true;
  do {
    for (size_t i = 0; i < count; i++)
      move->behind.at[i] = before[i];
    goes = each_value(move, clock, edge, digit, each, self);
  } while (goes && prog_move_next(move));
  mem_free(m, digit);
  mem_free(m, before);
  return goes;
}

bool prog_steps_from(mem *m, progress *clock, const prog *program,
                     uint32_t location, const uint32_t *globals,
                     const uint32_t *locals, prog_each_step *each, void *self) {
  assert(location < program->locations.count);
  const prog_location *l = &program->locations.at[location];
  prog_move move;
  prog_move_init(&move, m, program);
  bool goes = true;
  for (uint32_t i = 0; goes && i < l->edges; i++) {
    uint32_t edge = l->first_edge + i;
    if (prog_move_begin(&move, &program->edges.at[edge], globals, locals))
      goes = each_of_edge(&move, clock, edge, each, self);
  }
  prog_move_free(&move);
  return goes;
}

bool prog_can_hold(mem *m, const prog *program, uint32_t condition,
                   const uint32_t *globals, const uint32_t *locals) {
  prog_evaluator evaluator = {.m = m, .p = program};
  prog_view view = {.globals = globals, .locals = locals};
  bool holds = prog_passes(&evaluator, &view, condition);
  prog_evaluator_free(&evaluator);
  return holds;
}
