/* The relation of an edge: its guard, what each changed bit becomes as a
 * function of what was before, and the condition on both. Unchanged bits do not
 * occur; a bit that may become anything is its own function. */
#include "evidence/symbolic/checker.h"

#include <assert.h>

static size_t slot(const checker *c, change_place place, uint32_t bit) {
  return place == CHANGE_GLOBAL ? bit
         : place == CHANGE_TOP  ? (size_t)c->globals + bit
                                : (size_t)c->globals + c->locals + bit;
}

static uint32_t variable_behind(const checker *c, change_place place,
                                uint32_t bit) {
  return place == CHANGE_GLOBAL ? checker_global(c, bit, SYM_NEXT)
         : place == CHANGE_TOP  ? checker_local(c, bit, SYM_NEXT)
                                : checker_local(c, bit, SYM_BELOW);
}

void checker_add_change(checker *c, change_place place, uint32_t bit,
                        dd value) {
  size_t s = slot(c, place, bit);
  if (!c->is_changed[s])
    vec_push(c->m, &c->changes, ((change){.bit = bit, .place = place}));
  c->is_changed[s] = true;
  c->next_value[s] = value;
}

/* What it is behind the step as far as is known. */
static dd value_so_far(checker *c, change_place place, uint32_t bit) {
  size_t s = slot(c, place, bit);
  if (c->is_changed[s])
    return c->next_value[s];
  return dd_variable(&c->d, place == CHANGE_GLOBAL
                                ? checker_global(c, bit, SYM_NOW)
                                : checker_local(c, bit, SYM_NOW));
}

typedef struct target {
  change_place place;
  uint32_t first, width, count; /* bits of the first element; elements */
} target;

static void set_element(checker *c, const target *t, uint32_t k,
                        const sym_number *value) {
  for (uint32_t i = 0; i < t->width; i++)
    checker_add_change(c, t->place, t->first + k * t->width + i, value->bit[i]);
}

/* The lowest bits become anything, the others 0. */
static void free_element(checker *c, const target *t, uint32_t k,
                         uint32_t bits) {
  for (uint32_t i = 0; i < t->width; i++) {
    uint32_t bit = t->first + k * t->width + i;
    dd x = i < bits ? dd_variable(&c->d, variable_behind(c, t->place, bit))
                    : DD_FALSE;
    checker_add_change(c, t->place, bit, x);
  }
}

static void set_chosen(checker *c, const target *t, const sym_number *index,
                       const sym_number *value) {
  for (uint32_t k = 0; k < t->count; k++) {
    dd here = number_is(&c->d, index, k);
    for (uint32_t i = 0; here != DD_FALSE && i < t->width; i++) {
      uint32_t bit = t->first + k * t->width + i;
      dd old = value_so_far(c, t->place, bit);
      checker_add_change(c, t->place, bit,
                         dd_if(&c->d, here, value->bit[i], old));
    }
  }
}

static void set_array(checker *c, const target *t,
                      const prog_expression *expression) {
  for (uint32_t k = 0; k < t->count; k++) {
    sym_number number = number_constant(expression->width, expression->a);
    if (expression->op == PROG_NOW) {
      const prog_variable *from = &c->p->variables.at[expression->a];
      uint32_t first = c->first_bit[expression->a] + k * from->width;
      number.width = from->width;
      for (uint32_t i = 0; i < from->width; i++)
        number.bit[i] =
            dd_variable(&c->d, from->procedure == PROG_NONE
                                   ? checker_global(c, first + i, SYM_NOW)
                                   : checker_local(c, first + i, SYM_NOW));
    }
    number = number_widened(&number, t->width);
    if (expression->op == PROG_ANY)
      free_element(c, t, k, expression->width);
    else
      set_element(c, t, k, &number);
  }
}

static void assign(checker *c, const prog_assignment *assignment) {
  assert(assignment->variable < c->p->variables.count);
  assert(assignment->value < c->p->expressions.count);
  const prog_variable *variable = &c->p->variables.at[assignment->variable];
  const prog_expression *expression = &c->p->expressions.at[assignment->value];
  target t = {.first = c->first_bit[assignment->variable],
              .width = variable->width,
              .count = variable->count,
              .place = variable->procedure == PROG_NONE ? CHANGE_GLOBAL
                       : assignment->frame == PROG_TOP  ? CHANGE_TOP
                                                        : CHANGE_BELOW};
  if (assignment->index == PROG_NONE && variable->is_array) {
    set_array(c, &t, expression);
  } else if (assignment->index == PROG_NONE && expression->op == PROG_ANY) {
    free_element(c, &t, 0, expression->width);
  } else {
    sym_number number = checker_evaluate(c, assignment->value);
    number = number_widened(&number, variable->width);
    if (assignment->index == PROG_NONE) {
      set_element(c, &t, 0, &number);
    } else {
      sym_number index = checker_evaluate(c, assignment->index);
      set_chosen(c, &t, &index, &number);
    }
  }
}

void checker_begin_edge(checker *c, uint32_t edge) {
  assert(edge < c->p->edges.count);
  const prog_edge *e = &c->p->edges.at[edge];
  dds *diagrams = &c->d;
  c->edge = edge;
  c->helpers_used = 0;
  if (e->kind == PROG_CALL) {
    uint32_t bits = c->frame_bits[checker_procedure(c, e->entry)];
    for (uint32_t i = 0; i < bits; i++)
      checker_add_change(c, CHANGE_TOP, i, DD_FALSE);
  }
  c->guard = checker_condition(c, e->guard);
  for (uint32_t i = 0; i < e->assignments; i++)
    assign(c, &c->p->assignments.at[e->first_assignment + i]);
  c->relation = c->guard;
  for (size_t i = c->changes.count; i-- > 0;) {
    change x = c->changes.at[i];
    dd next = dd_variable(diagrams, variable_behind(c, x.place, x.bit));
    dd value = c->next_value[slot(c, x.place, x.bit)];
    if (value != next)
      c->relation =
          dd_and(diagrams, c->relation, dd_iff(diagrams, next, value));
  }
  if (e->where != PROG_NONE)
    c->relation = dd_and(diagrams, c->relation, checker_condition(c, e->where));
}

void checker_begin_stutter(checker *c, dd stuck) {
  c->edge = PROG_STUTTER;
  c->helpers_used = 0;
  c->guard = c->relation = stuck;
}

void checker_end_edge(checker *c) {
  vec_each (const change, x, &c->changes)
    c->is_changed[slot(c, x->place, x->bit)] = false;
  c->changes.count = 0;
  c->edge = PROG_STUTTER;
}

void checker_rename_global(checker *c, uint32_t bit, sym_copy from,
                           sym_copy to) {
  vec_push(c->m, &c->from, checker_global(c, bit, from));
  vec_push(c->m, &c->to, checker_global(c, bit, to));
}

void checker_rename_local(checker *c, uint32_t bit, sym_copy from,
                          sym_copy to) {
  vec_push(c->m, &c->from, checker_local(c, bit, from));
  vec_push(c->m, &c->to, checker_local(c, bit, to));
}

/* Those with the same pairs are the same one: the pairs, behind each other, are
 * its name. */
dd_renaming *checker_renaming(checker *c) {
  size_t count = c->from.count;
  if (count == 0)
    return NULL;
  vec_reserve(c->m, &c->from, count);
  memcpy(c->from.at + count, c->to.at, count * sizeof *c->to.at);
  uint32_t n = names_insert(c->m, &c->renaming_keys, (const char *)c->from.at,
                            2 * count * sizeof *c->from.at);
  if (n == c->renamings.count)
    vec_push(c->m, &c->renamings,
             ((kept_renaming){
                 dd_renaming_make(&c->d, c->from.at, c->to.at, count)}));
  c->from.count = c->to.count = 0;
  return c->renamings.at[n].of;
}

dd_renaming *checker_behind(checker *c) {
  vec_each (const change, x, &c->changes) {
    if (x->place == CHANGE_GLOBAL)
      checker_rename_global(c, x->bit, SYM_NOW, SYM_NEXT);
    else if (x->place == CHANGE_TOP)
      checker_rename_local(c, x->bit, SYM_NOW, SYM_NEXT);
  }
  return checker_renaming(c);
}

dd_renaming *checker_changed_globals(checker *c, sym_copy from, sym_copy to) {
  vec_each (const change, x, &c->changes)
    if (x->place == CHANGE_GLOBAL)
      checker_rename_global(c, x->bit, from, to);
  return checker_renaming(c);
}

dd_renaming *checker_below(checker *c) {
  for (uint32_t bit = 0; bit < c->globals; bit++)
    checker_rename_global(c, bit, SYM_NOW, SYM_OTHER);
  vec_each (const change, x, &c->changes)
    if (x->place == CHANGE_BELOW)
      checker_rename_local(c, x->bit, SYM_NOW, SYM_BELOW);
  return checker_renaming(c);
}

dd checker_kept_globals(checker *c) {
  dds *diagrams = &c->d;
  dd all = DD_TRUE;
  /* From the last to the first, so that each takes few nodes. */
  for (uint32_t i = c->globals + c->locals; i-- > 0;) {
    uint32_t bit = c->at_position[i];
    if (bit >= c->globals || c->is_changed[bit])
      continue;
    dd now = dd_variable(diagrams, checker_global(c, bit, SYM_NOW));
    dd below = dd_variable(diagrams, checker_global(c, bit, SYM_BELOW));
    all = dd_and(diagrams, all, dd_iff(diagrams, now, below));
  }
  return all;
}
