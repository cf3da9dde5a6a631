#include "product/program_encode.h"

#include <assert.h>

/* Edges as relations. Work is proportional to what an edge reads and writes,
 * and for calls to the frame of the callee: programs have many edges. */

static const prog_variable *variable_of(const encoder *e,
                                        const prog_assignment *assignment) {
  return &e->p->variables.at[assignment->variable];
}

static int frame_of(const encoder *e, const prog_assignment *assignment) {
  if (variable_of(e, assignment)->procedure == PROG_NONE)
    return FRAME_GLOBAL;
  return assignment->frame == PROG_BELOW_TOP ? FRAME_BELOW : FRAME_TOP;
}

/* The cell keeps its value until something is assigned to it; in a new frame
 * that is 0. */
static bool touch(encoder *e, const prog_variable *variable, int frame,
                  uint32_t cell) {
  uint32_t *mark = &e->touched[frame][cell];
  if (*mark)
    return false;
  target t = {.frame = frame,
              .cell = cell,
              .first_bit = encode_first_bit(e, variable, cell),
              .any = word_constant(variable->width, 0)};
  bool is_new = frame == FRAME_TOP && e->edge->kind == PROG_CALL;
  t.value = is_new ? word_constant(variable->width, 0)
                   : encode_cell(e, PROG_NOW, variable, cell);
  vec_push(e->m, &e->targets, t);
  *mark = (uint32_t)e->targets.count;
  return true;
}

/* All cells that may be written. True: two assignments may meet in one. */
static bool touch_all(encoder *e) {
  bool meet = false;
  for (uint32_t i = 0; i < e->edge->assignments; i++) {
    const prog_assignment *assignment =
        &e->p->assignments.at[e->edge->first_assignment + i];
    const prog_variable *variable = variable_of(e, assignment);
    for (uint32_t k = 0; k < variable->count; k++)
      if (!touch(e, variable, frame_of(e, assignment), variable->cell + k))
        meet = true;
  }
  return meet;
}

static void untouch_all(encoder *e) {
  vec_each (const target, t, &e->targets)
    e->touched[t->frame][t->cell] = 0;
  e->targets.count = 0;
}

/* Where 'condition' holds, the cell gets the value. */
static void write_value(encoder *e, target *t, dd condition, const word *w) {
  for (uint32_t i = 0; i < t->value.width; i++) {
    dd bit = i < w->width ? w->bit[i] : DD_FALSE;
    t->value.bit[i] = dd_if(e->d, condition, bit, t->value.bit[i]);
    t->any.bit[i] = dd_minus(e->d, t->any.bit[i], condition);
  }
}

/* The same with any value of 'width' bits. */
static void write_any(encoder *e, target *t, dd condition, uint32_t width) {
  word zero = {0};
  write_value(e, t, condition, &zero);
  for (uint32_t i = 0; i < t->value.width && i < width; i++)
    t->any.bit[i] = dd_or(e->d, t->any.bit[i], condition);
}

static void write_whole(encoder *e, const prog_assignment *assignment) {
  assert(assignment->value < e->p->expressions.count);
  const prog_variable *variable = variable_of(e, assignment);
  const prog_expression *expression = &e->p->expressions.at[assignment->value];
  uint32_t first = e->touched[frame_of(e, assignment)][variable->cell] - 1;
  for (uint32_t k = 0; k < variable->count; k++) {
    target *t = &e->targets.at[first + k];
    word w;
    if (expression->op == PROG_ANY) {
      write_any(e, t, DD_TRUE, expression->width);
      continue;
    }
    if (expression->op == PROG_NOW) {
      const prog_variable *from = &e->p->variables.at[expression->a];
      w = encode_cell(e, PROG_NOW, from, from->cell + k);
    } else {
      w = word_constant(expression->width, expression->a);
    }
    write_value(e, t, DD_TRUE, &w);
  }
}

static void write_one(encoder *e, const prog_assignment *assignment) {
  assert(assignment->value < e->p->expressions.count);
  const prog_variable *variable = variable_of(e, assignment);
  const prog_expression *expression = &e->p->expressions.at[assignment->value];
  uint32_t first = e->touched[frame_of(e, assignment)][variable->cell] - 1;
  word index = {0}, w = {0};
  if (assignment->index != PROG_NONE)
    index = encode_expression(e, assignment->index);
  if (expression->op != PROG_ANY)
    w = encode_expression(e, assignment->value);
  for (uint32_t k = 0; k < variable->count; k++) {
    dd here =
        assignment->index == PROG_NONE ? DD_TRUE : word_is(e->d, &index, k);
    target *t = &e->targets.at[first + k];
    if (expression->op == PROG_ANY)
      write_any(e, t, here, expression->width);
    else
      write_value(e, t, here, &w);
  }
}

static void write_assignment(encoder *e, const prog_assignment *assignment) {
  if (assignment->index == PROG_NONE && variable_of(e, assignment)->is_array)
    write_whole(e, assignment);
  else
    write_one(e, assignment);
}

static dd behind(encoder *e, const target *t, uint32_t i) {
  uint32_t bit = t->first_bit + i;
  uint32_t v = t->frame == FRAME_GLOBAL ? sym_global(e->s, bit, SYM_NEXT)
               : t->frame == FRAME_TOP  ? sym_local(e->s, bit, SYM_NEXT)
                                        : sym_local(e->s, bit, SYM_BELOW);
  return dd_variable(e->d, v);
}

/* Targets from 'first' on have their values: what that says. */
static dd relation_of(encoder *e, size_t first, size_t count) {
  dd all = DD_TRUE;
  for (size_t k = first + count; k-- > first;) {
    const target *t = &e->targets.at[k];
    for (uint32_t i = t->value.width; i-- > 0;) {
      if (t->any.bit[i] == DD_TRUE)
        continue;
      dd same = dd_iff(e->d, behind(e, t, i), t->value.bit[i]);
      all = dd_and(e->d, all, dd_or(e->d, same, t->any.bit[i]));
    }
  }
  return encode_without_choices(e, all);
}

/* Choices go as early as they can: with their assignment, unless it meets
 * others. */
static dd encode_assignments(encoder *e) {
  size_t mark = dd_mark(e->d);
  bool meet = touch_all(e);
  const prog_assignment *assignment =
      e->p->assignments.at + e->edge->first_assignment;
  dd all = DD_TRUE;
  for (uint32_t i = 0; i < e->edge->assignments; i++) {
    const prog_variable *variable = variable_of(e, &assignment[i]);
    write_assignment(e, &assignment[i]);
    if (meet)
      continue;
    size_t first = e->touched[frame_of(e, &assignment[i])][variable->cell] - 1;
    all = dd_and(e->d, all, relation_of(e, first, variable->count));
  }
  if (meet)
    all = relation_of(e, 0, e->targets.count);
  return dd_only(e->d, mark, all);
}

static dd zeros(encoder *e, uint32_t first, uint32_t count) {
  uint32_t *bits = mem_array(e->m, count + 1, sizeof *bits);
  bool *values = mem_array(e->m, count + 1, sizeof *values);
  for (uint32_t i = 0; i < count; i++)
    bits[i] = sym_local(e->s, first + i, SYM_NEXT);
  dd x = dd_point(e->d, bits, values, count);
  mem_free(e->m, bits);
  mem_free(e->m, values);
  return x;
}

/* Behind the callee's frame all is 0: the same for all frames of that size. */
static dd zeros_from(encoder *e, uint32_t bit) {
  if (e->zero_from[bit] == DD_FALSE)
    dd_keep(e->d, &e->zero_from[bit], zeros(e, bit, e->b->locals - bit));
  return e->zero_from[bit];
}

static dd encode_rest_of_frame(encoder *e) {
  uint32_t number = e->p->locations.at[e->edge->entry].procedure;
  assert(number < e->p->procedures.count);
  const prog_procedure *procedure = &e->p->procedures.at[number];
  uint32_t end = 0;
  dd all = DD_TRUE;
  size_t mark = dd_mark(e->d);
  for (uint32_t i = 0; i < procedure->variables; i++) {
    const prog_variable *variable =
        &e->p->variables.at[procedure->first_variable + i];
    uint32_t first = encode_first_bit(e, variable, variable->cell);
    end = first + variable->width * variable->count;
    if (!e->touched[FRAME_TOP][variable->cell])
      all =
          dd_and(e->d, all, zeros(e, first, variable->width * variable->count));
  }
  return dd_only(e->d, mark, dd_and(e->d, all, zeros_from(e, end)));
}

static void list_changes(encoder *e) {
  for (int f = 0; f < FRAMES; f++)
    e->bits[f].count = 0;
  vec_each (const target, t, &e->targets)
    for (uint32_t i = 0; i < t->value.width; i++)
      vec_push(e->m, &e->bits[t->frame], t->first_bit + i);
}

void encode_edge(encoder *e, uint32_t edge) {
  assert(edge < e->p->edges.count);
  const prog_edge *x = &e->p->edges.at[edge];
  e->edge = x;
  size_t mark = dd_mark(e->d);
  dd relation = encode_condition(e, x->guard);
  if (relation != DD_FALSE)
    relation = dd_and(e->d, relation, encode_assignments(e));
  if (relation != DD_FALSE && x->kind == PROG_CALL)
    relation = dd_and(e->d, relation, encode_rest_of_frame(e));
  if (relation != DD_FALSE)
    relation = dd_and(e->d, relation, encode_condition(e, x->where));
  list_changes(e);
  bool is_step = x->kind == PROG_STEP;
  sym_rule rule = {.kind = is_step                ? SYM_SWAP
                           : x->kind == PROG_CALL ? SYM_PUSH
                                                  : SYM_POP,
                   .from = x->from,
                   .to = is_step                ? x->to
                         : x->kind == PROG_CALL ? x->entry
                                                : SYM_NONE,
                   .below = x->kind == PROG_CALL ? x->to : SYM_NONE,
                   .source = edge,
                   .relation = relation,
                   .changes_globals = (uint32_t)e->bits[FRAME_GLOBAL].count,
                   .changes_below = (uint32_t)e->bits[FRAME_BELOW].count};
  if (is_step)
    rule.changes_locals = (uint32_t)e->bits[FRAME_TOP].count;
  sympds_add_rule(e->s, &rule, e->bits[FRAME_GLOBAL].at, e->bits[FRAME_TOP].at,
                  e->bits[FRAME_BELOW].at);
  untouch_all(e);
  dd_release(e->d, mark);
}
