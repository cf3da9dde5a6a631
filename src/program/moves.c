#include "program/moves.h"

#include <assert.h>

void prog_move_init(prog_move *move, mem *m, const prog *program) {
  *move = (prog_move){.evaluator = {.m = m, .p = program}};
}

void prog_move_free(prog_move *move) {
  mem *m = move->evaluator.m;
  prog_evaluator_free(&move->evaluator);
  vec_free(m, &move->assignments);
  vec_free(m, &move->behind);
  vec_free(m, &move->writes);
  vec_free(m, &move->writer);
}

static const prog_assignment *assignment_at(const prog_move *move, size_t i) {
  return &move->evaluator.p->assignments.at[move->edge->first_assignment + i];
}

static const prog_variable *variable_at(const prog_move *move, size_t i) {
  return &move->evaluator.p->variables.at[assignment_at(move, i)->variable];
}

static bool is_whole(const prog_move *move, size_t i) {
  return variable_at(move, i)->is_array &&
         assignment_at(move, i)->index == PROG_NONE;
}

/* The cells that nothing is assigned to: the new frame of a call has 0. */
static void lay_out(prog_move *move) {
  const prog *program = move->evaluator.p;
  mem *m = move->evaluator.m;
  const prog_edge *edge = move->edge;
  size_t own = prog_cells_at(program, edge->from);
  move->globals = program->global_cells;
  move->top = edge->kind == PROG_STEP   ? own
              : edge->kind == PROG_CALL ? prog_cells_at(program, edge->entry)
                                        : 0;
  move->below = edge->kind == PROG_CALL ? own : 0;
  move->behind.count = 0;
  vec_reserve(m, &move->behind, 1); /* there, even if it is empty */
  vec_resize(m, &move->behind, move->globals + move->top + move->below);
  for (size_t i = 0; i < move->globals; i++)
    move->behind.at[i] = move->view.globals[i];
  size_t kept = move->globals + (edge->kind == PROG_CALL ? move->top : 0);
  for (size_t i = 0; edge->kind != PROG_RETURN && i < own; i++)
    move->behind.at[kept + i] = move->view.locals[i];
  move->writer.count = 0;
  vec_resize(m, &move->writer, move->behind.count);
  move->writes.count = 0;
}

static prog_choices value_of(prog_move *move, size_t i) {
  const prog_assignment *assignment = assignment_at(move, i);
  assert(assignment->value < move->evaluator.p->expressions.count);
  const prog_expression *expression =
      &move->evaluator.p->expressions.at[assignment->value];
  uint32_t width = variable_at(move, i)->width;
  if (expression->op == PROG_ANY) {
    uint32_t bits = expression->width < width ? expression->width : width;
    return (prog_choices){.is_range = true, .count = UINT64_C(1) << bits};
  }
  if (is_whole(move, i) && expression->op == PROG_NOW) /* see write_whole */
    return (prog_choices){0};
  prog_set set =
      prog_evaluate(&move->evaluator, &move->view, assignment->value);
  set = prog_cut(&move->evaluator, set, width);
  return (prog_choices){.first = set.first, .count = set.count};
}

static void write_cell(prog_move *move, size_t cell, prog_choices choices) {
  prog_write w = {.cell = cell, .choices = choices};
  if (move->writer.at[cell]) { /* the later assignment counts */
    move->writes.at[move->writer.at[cell] - 1] = w;
    return;
  }
  vec_push(move->evaluator.m, &move->writes, w);
  move->writer.at[cell] = (uint32_t)move->writes.count;
}

/* The place of a variable's first cell in 'behind'. */
static size_t place_of(const prog_move *move, size_t i) {
  const prog_variable *variable = variable_at(move, i);
  if (variable->procedure == PROG_NONE)
    return variable->cell;
  return move->globals + variable->cell +
         (assignment_at(move, i)->frame == PROG_BELOW_TOP ? move->top : 0);
}

static void write_whole(prog_move *move, size_t i) {
  const prog *program = move->evaluator.p;
  const prog_variable *to = variable_at(move, i);
  const prog_expression *expression =
      &program->expressions.at[assignment_at(move, i)->value];
  size_t place = place_of(move, i);
  const uint32_t *from = NULL;
  if (expression->op == PROG_NOW) {
    const prog_variable *variable = &program->variables.at[expression->a];
    from = (variable->procedure == PROG_NONE ? move->view.globals
                                             : move->view.locals) +
           variable->cell;
  }
  for (uint32_t k = 0; k < to->count; k++) {
    prog_choices choices = move->assignments.at[i].value;
    if (from) {
      choices = (prog_choices){.first = move->evaluator.pool.count, .count = 1};
      vec_push(move->evaluator.m, &move->evaluator.pool,
               from[k] & prog_mask(to->width));
    }
    write_cell(move, place + k, choices);
  }
}

static void write_all(prog_move *move) {
  for (size_t i = 0; i < move->assignments.count; i++) {
    const prog_evaluated *evaluated = &move->assignments.at[i];
    if (is_whole(move, i)) {
      write_whole(move, i);
      continue;
    }
    uint32_t element = 0;
    if (evaluated->index.count)
      element =
          move->evaluator.pool.at[evaluated->index.first + evaluated->chosen];
    if (element < variable_at(move, i)->count)
      write_cell(move, place_of(move, i) + element, evaluated->value);
  }
}

bool prog_move_begin(prog_move *move, const prog_edge *edge,
                     const uint32_t *globals, const uint32_t *locals) {
  move->edge = edge;
  move->view = (prog_view){.globals = globals, .locals = locals};
  move->evaluator.pool.count = 0;
  if (!prog_passes(&move->evaluator, &move->view, edge->guard))
    return false;
  lay_out(move);
  move->assignments.count = 0;
  for (size_t i = 0; i < edge->assignments; i++) {
    prog_evaluated evaluated = {0};
    if (assignment_at(move, i)->index != PROG_NONE)
      evaluated.index = prog_evaluate(&move->evaluator, &move->view,
                                      assignment_at(move, i)->index);
    evaluated.value = value_of(move, i);
    vec_push(move->evaluator.m, &move->assignments, evaluated);
  }
  write_all(move);
  return true;
}

bool prog_move_next(prog_move *move) {
  size_t i = 0;
  for (; i < move->assignments.count; i++) {
    prog_evaluated *evaluated = &move->assignments.at[i];
    if (evaluated->chosen + 1 < evaluated->index.count) {
      evaluated->chosen++;
      break;
    }
    evaluated->chosen = 0;
  }
  if (i == move->assignments.count)
    return false;
  vec_each (const prog_write, w, &move->writes)
    move->writer.at[w->cell] = 0;
  move->writes.count = 0;
  write_all(move);
  return true;
}

bool prog_move_ends(prog_move *move, const uint32_t *behind) {
  if (move->edge->where == PROG_NONE)
    return true;
  prog_view view = move->view;
  view.next_globals = behind;
  view.next_top =
      move->edge->kind == PROG_RETURN ? NULL : behind + move->globals;
  view.next_below =
      move->edge->kind == PROG_CALL ? behind + move->globals + move->top : NULL;
  return prog_passes(&move->evaluator, &view, move->edge->where);
}
