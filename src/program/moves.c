#include "program/moves.h"

#include <assert.h>

void prog_move_init(prog_move *v, mem *m, const prog *p) {
  *v = (prog_move){.evaluator = {.m = m, .p = p}};
}

void prog_move_free(prog_move *v) {
  mem *m = v->evaluator.m;
  prog_evaluator_free(&v->evaluator);
  vec_free(m, &v->assignments);
  vec_free(m, &v->behind);
  vec_free(m, &v->writes);
  vec_free(m, &v->writer);
}

static const prog_assignment *assignment_at(const prog_move *v, size_t i) {
  return &v->evaluator.p->assignments.at[v->edge->first_assignment + i];
}

static const prog_variable *variable_at(const prog_move *v, size_t i) {
  return &v->evaluator.p->variables.at[assignment_at(v, i)->variable];
}

static bool is_whole(const prog_move *v, size_t i) {
  return variable_at(v, i)->is_array && assignment_at(v, i)->index == PROG_NONE;
}

/* The cells that nothing is assigned to: the new frame of a call has 0. */
static void lay_out(prog_move *v) {
  const prog *p = v->evaluator.p;
  mem *m = v->evaluator.m;
  const prog_edge *e = v->edge;
  size_t own = prog_cells_at(p, e->from);
  v->globals = p->global_cells;
  v->top = e->kind == PROG_STEP   ? own
           : e->kind == PROG_CALL ? prog_cells_at(p, e->entry)
                                  : 0;
  v->below = e->kind == PROG_CALL ? own : 0;
  v->behind.count = 0;
  vec_reserve(m, &v->behind, 1); /* there, even if it is empty */
  vec_resize(m, &v->behind, v->globals + v->top + v->below);
  for (size_t i = 0; i < v->globals; i++)
    v->behind.at[i] = v->view.globals[i];
  size_t kept = v->globals + (e->kind == PROG_CALL ? v->top : 0);
  for (size_t i = 0; e->kind != PROG_RETURN && i < own; i++)
    v->behind.at[kept + i] = v->view.locals[i];
  v->writer.count = 0;
  vec_resize(m, &v->writer, v->behind.count);
  v->writes.count = 0;
}

static prog_choices value_of(prog_move *v, size_t i) {
  const prog_assignment *a = assignment_at(v, i);
  assert(a->value < v->evaluator.p->expressions.count);
  const prog_expression *x = &v->evaluator.p->expressions.at[a->value];
  uint32_t width = variable_at(v, i)->width;
  if (x->op == PROG_ANY) {
    uint32_t bits = x->width < width ? x->width : width;
    return (prog_choices){.is_range = true, .count = UINT64_C(1) << bits};
  }
  if (is_whole(v, i) && x->op == PROG_NOW) /* see write_whole */
    return (prog_choices){0};
  prog_set s = prog_evaluate(&v->evaluator, &v->view, a->value);
  s = prog_cut(&v->evaluator, s, width);
  return (prog_choices){.first = s.first, .count = s.count};
}

static void write_cell(prog_move *v, size_t cell, prog_choices choices) {
  prog_write w = {.cell = cell, .choices = choices};
  if (v->writer.at[cell]) { /* the later assignment counts */
    v->writes.at[v->writer.at[cell] - 1] = w;
    return;
  }
  vec_push(v->evaluator.m, &v->writes, w);
  v->writer.at[cell] = (uint32_t)v->writes.count;
}

/* The place of a variable's first cell in 'behind'. */
static size_t place_of(const prog_move *v, size_t i) {
  const prog_variable *x = variable_at(v, i);
  if (x->procedure == PROG_NONE)
    return x->cell;
  return v->globals + x->cell +
         (assignment_at(v, i)->frame == PROG_BELOW_TOP ? v->top : 0);
}

static void write_whole(prog_move *v, size_t i) {
  const prog *p = v->evaluator.p;
  const prog_variable *to = variable_at(v, i);
  const prog_expression *x = &p->expressions.at[assignment_at(v, i)->value];
  size_t place = place_of(v, i);
  const uint32_t *from = NULL;
  if (x->op == PROG_NOW) {
    const prog_variable *y = &p->variables.at[x->a];
    from = (y->procedure == PROG_NONE ? v->view.globals : v->view.locals) +
           y->cell;
  }
  for (uint32_t k = 0; k < to->count; k++) {
    prog_choices c = v->assignments.at[i].value;
    if (from) {
      c = (prog_choices){.first = v->evaluator.pool.count, .count = 1};
      vec_push(v->evaluator.m, &v->evaluator.pool,
               from[k] & prog_mask(to->width));
    }
    write_cell(v, place + k, c);
  }
}

static void write_all(prog_move *v) {
  for (size_t i = 0; i < v->assignments.count; i++) {
    const prog_evaluated *a = &v->assignments.at[i];
    if (is_whole(v, i)) {
      write_whole(v, i);
      continue;
    }
    uint32_t element = 0;
    if (a->index.count)
      element = v->evaluator.pool.at[a->index.first + a->chosen];
    if (element < variable_at(v, i)->count)
      write_cell(v, place_of(v, i) + element, a->value);
  }
}

bool prog_move_begin(prog_move *v, const prog_edge *e, const uint32_t *globals,
                     const uint32_t *locals) {
  v->edge = e;
  v->view = (prog_view){.globals = globals, .locals = locals};
  v->evaluator.pool.count = 0;
  if (!prog_passes(&v->evaluator, &v->view, e->guard))
    return false;
  lay_out(v);
  v->assignments.count = 0;
  for (size_t i = 0; i < e->assignments; i++) {
    prog_evaluated a = {0};
    if (assignment_at(v, i)->index != PROG_NONE)
      a.index =
          prog_evaluate(&v->evaluator, &v->view, assignment_at(v, i)->index);
    a.value = value_of(v, i);
    vec_push(v->evaluator.m, &v->assignments, a);
  }
  write_all(v);
  return true;
}

bool prog_move_next(prog_move *v) {
  size_t i = 0;
  for (; i < v->assignments.count; i++) {
    prog_evaluated *a = &v->assignments.at[i];
    if (a->chosen + 1 < a->index.count) {
      a->chosen++;
      break;
    }
    a->chosen = 0;
  }
  if (i == v->assignments.count)
    return false;
  vec_each (const prog_write, w, &v->writes)
    v->writer.at[w->cell] = 0;
  v->writes.count = 0;
  write_all(v);
  return true;
}

bool prog_move_ends(prog_move *v, const uint32_t *behind) {
  if (v->edge->where == PROG_NONE)
    return true;
  prog_view view = v->view;
  view.next_globals = behind;
  view.next_top = v->edge->kind == PROG_RETURN ? NULL : behind + v->globals;
  view.next_below =
      v->edge->kind == PROG_CALL ? behind + v->globals + v->top : NULL;
  return prog_passes(&v->evaluator, &view, v->edge->where);
}
