#include "lang/remopla/lower.h"

#include <assert.h>

void rem_begin_effects(rem_lowering *l) {
  l->effects.count = l->written.count = l->duties.count = 0;
  l->where = l->path = PROG_NONE;
  l->dead = 0;
  l->is_call = l->is_argument = false;
}

void rem_push_effect(rem_lowering *l, prog_frame frame, uint32_t variable,
                     uint32_t index, uint32_t value) {
  prog_assignment a = {
      .frame = frame, .variable = variable, .index = index, .value = value};
  vec_push(l->m, &l->effects, a);
}

/* Nothing may be assigned twice at once: told if that is certain, a duty if
 * it depends on indices. */
static void note_written(rem_lowering *l, const rem_written *w,
                         const rem_spot *s) {
  for (size_t i = 0; i < l->written.count; i++) {
    rem_written old = l->written.at[i];
    const prog_variable *v = &l->out->variables.at[w->variable];
    if (old.variable != w->variable || old.frame != w->frame)
      continue;
    if (old.constant_index >= 0 && w->constant_index >= 0 &&
        old.constant_index != w->constant_index)
      continue;
    if (old.index == PROG_NONE || w->index == PROG_NONE ||
        (old.constant_index >= 0 && w->constant_index >= 0)) {
      rem_wrong_at(l->parser, s, "'%s' is assigned twice at once",
                   prog_text(l->out, v->name));
      return;
    }
    rem_add_duty(l, rem_binary(l, PROG_DIFFERS, 1, old.index, w->index), s,
                 "elements of '%s' that are assigned at once differ",
                 prog_text(l->out, v->name));
  }
  vec_push(l->m, &l->written, *w);
}

static prog_frame frame_of(const rem_lowering *l, uint32_t symbol) {
  assert(symbol < l->table->symbols.count);
  bool is_local = l->table->symbols.at[symbol].procedure != PROG_NONE;
  return l->is_call && !l->is_argument && is_local ? PROG_BELOW_TOP : PROG_TOP;
}

static uint32_t next_value(rem_lowering *l, prog_frame frame, uint32_t variable,
                           uint32_t width, uint32_t index) {
  return prog_add_expression(l->m, l->out,
                             frame == PROG_TOP ? PROG_NEXT : PROG_BELOW, width,
                             variable, index, PROG_NONE);
}

/* An enumeration has no values beyond its last. */
static void bound_enum(rem_lowering *l, const rem_leaf *leaf, uint32_t index,
                       prog_frame frame) {
  const rem_enum *e = &l->table->enums.at[leaf->shape.tag];
  if (e->count == (uint64_t)1 << e->width)
    return;
  bool is_all = leaf->is_array && index == PROG_NONE;
  uint32_t last = prog_constant(l->m, l->out, e->width, e->count - 1);
  for (uint32_t i = 0; i < (is_all ? leaf->count : 1); i++) {
    uint32_t at =
        is_all ? prog_constant(l->m, l->out, rem_bits_for(i), i) : index;
    uint32_t next = next_value(l, frame, leaf->variable, e->width, at);
    l->where = rem_and(l, l->where, rem_binary(l, PROG_AT_MOST, 1, next, last));
  }
}

void rem_assign_any(rem_lowering *l, uint32_t leaf, uint32_t index,
                    prog_frame frame) {
  assert(leaf < l->table->leaves.count);
  rem_leaf x = l->table->leaves.at[leaf];
  uint32_t width = x.shape.width ? x.shape.width : 1;
  rem_push_effect(l, frame, x.variable, index,
                  prog_add_expression(l->m, l->out, PROG_ANY, width, PROG_NONE,
                                      PROG_NONE, PROG_NONE));
  if (x.shape.type == REM_ENUM)
    bound_enum(l, &x, index, frame);
}

/* Whole arrays and structures. */

bool rem_same_shape(rem_lowering *l, const rem_shape *a, const rem_shape *b) {
  if (a->type == REM_WRONG || b->type == REM_WRONG)
    return true;
  if (a->type != b->type || a->width != b->width ||
      a->dimensions != b->dimensions ||
      ((a->type == REM_ENUM || a->type == REM_STRUCT) && a->tag != b->tag))
    return false;
  for (uint32_t i = 0; i < a->dimensions; i++) {
    const rem_dimension *x = &l->table->dimensions.at[a->first_dimension + i];
    const rem_dimension *y = &l->table->dimensions.at[b->first_dimension + i];
    if (x->low != y->low || x->length != y->length)
      return false;
  }
  return true;
}

static void assign_whole(rem_lowering *l, const rem_place *target, uint32_t e,
                         const rem_spot *s) {
  assert(e < l->syntax->exprs.count);
  rem_place source;
  rem_spot from = l->syntax->exprs.at[e].spot;
  if (l->syntax->exprs.at[e].op != REM_REFERENCE ||
      rem_is_constant_name(l, e)) {
    rem_wrong_at(l->parser, &from, "an array or structure should be here");
    return;
  }
  if (!rem_find_place(l, e, &source))
    return;
  if (!source.is_whole || source.leaves != target->leaves ||
      !rem_same_shape(l, &target->shape, &source.shape)) {
    rem_wrong_at(l->parser, s, "the types of both sides differ");
    return;
  }
  prog_frame frame = frame_of(l, target->symbol);
  for (uint32_t i = 0; i < target->leaves; i++) {
    rem_leaf x = l->table->leaves.at[target->first_leaf + i];
    rem_leaf y = l->table->leaves.at[source.first_leaf + i];
    uint32_t value = prog_add_expression(l->m, l->out, PROG_NOW,
                                         y.shape.width ? y.shape.width : 1,
                                         y.variable, source.index, PROG_NONE);
    rem_push_effect(l, frame, x.variable, target->index, value);
  }
}

static bool fits_enum(rem_lowering *l, const rem_place *target,
                      const rem_value *v, const rem_spot *s) {
  const rem_enum *e = &l->table->enums.at[target->shape.tag];
  if (v->type == REM_ENUM && v->tag == target->shape.tag)
    return true;
  if (v->type == REM_INT && v->is_constant && v->value >= 0 &&
      v->value < e->count)
    return true;
  if (v->type == REM_INT && v->is_constant)
    return rem_wrong_at(l->parser, s, "the enumeration has values 0 to %u",
                        e->count - 1);
  return rem_wrong_at(l->parser, s,
                      "a value of the enumeration should be here");
}

/* May the value be assigned? */
static bool fits(rem_lowering *l, const rem_place *target, const rem_value *v,
                 const rem_spot *s) {
  if (v->type == REM_WRONG)
    return false;
  if (v->is_whole)
    return rem_wrong_at(l->parser, s, "an array or structure is no value");
  if (target->shape.type == REM_BOOL)
    return rem_must_be_bool(l, v, s);
  if (v->type == REM_BOOL)
    return rem_wrong_at(l->parser, s, "a condition where a number should be");
  if (target->shape.type == REM_ENUM)
    return fits_enum(l, target, v, s);
  if (v->is_constant && l->dead == 0 && v->value >= 0 &&
      (uint64_t)v->value >> target->shape.width)
    return rem_wrong_at(l->parser, s, "%lld does not fit %u bit%s",
                        (long long)v->value, target->shape.width,
                        target->shape.width == 1 ? "" : "s");
  return true;
}

static void assign_value(rem_lowering *l, const rem_place *target, uint32_t e,
                         bool differs) {
  assert(e < l->syntax->exprs.count);
  rem_spot s = l->syntax->exprs.at[e].spot;
  rem_value v = rem_lower(l, e);
  if (!fits(l, target, &v, &s))
    return;
  uint32_t value = rem_as_expression(l, &v, &s);
  uint32_t variable = l->table->leaves.at[target->first_leaf].variable;
  prog_frame frame = frame_of(l, target->symbol);
  if (!differs) {
    rem_push_effect(l, frame, variable, target->index, value);
    return;
  }
  rem_assign_any(l, target->first_leaf, target->index, frame);
  uint32_t next =
      next_value(l, frame, variable, target->shape.width, target->index);
  l->where = rem_and(l, l->where, rem_binary(l, PROG_DIFFERS, 1, next, value));
}

void rem_assign_place(rem_lowering *l, const rem_place *target, uint32_t e,
                      bool differs, const rem_spot *s) {
  prog_frame frame = frame_of(l, target->symbol);
  for (uint32_t i = 0; i < target->leaves; i++) {
    rem_written w = {.frame = frame,
                     .variable =
                         l->table->leaves.at[target->first_leaf + i].variable,
                     .index = target->index,
                     .constant_index = target->constant_index};
    note_written(l, &w, s);
  }
  if (differs && target->is_whole)
    rem_wrong_at(l->parser, s, "'!=' assigns to numbers and Booleans only");
  else if (l->syntax->exprs.at[e].op == REM_UNDEF && !differs)
    for (uint32_t i = 0; i < target->leaves; i++)
      rem_assign_any(l, target->first_leaf + i, target->index, frame);
  else if (target->is_whole)
    assign_whole(l, target, e, s);
  else
    assign_value(l, target, e, differs);
}

static void assign_instances(rem_lowering *l, const rem_assign *x) {
  int64_t low, high;
  size_t before = l->parser->in.report->count;
  if (!rem_constant(l, x->low, &low) || !rem_constant(l, x->high, &high))
    return;
  if (high - low >= REM_MOST_UNROLLED) {
    rem_wrong_at(l->parser, &x->spot, "a quantifier over more than %d values",
                 (int)REM_MOST_UNROLLED);
    return;
  }
  rem_bound b = {.name = x->name};
  vec_push(l->m, &l->bound, b);
  for (int64_t i = low; i <= high && l->parser->in.report->count == before;
       i++) {
    progress_tick(l->clock);
    l->bound.at[l->bound.count - 1].value = i;
    rem_lower_assign(l, x->inner);
  }
  l->bound.count--;
}

void rem_lower_assign(rem_lowering *l, uint32_t assign) {
  assert(assign < l->syntax->assigns.count);
  rem_assign x = l->syntax->assigns.at[assign];
  rem_place target;
  if (x.inner != REM_NONE)
    assign_instances(l, &x);
  else if (rem_find_place(l, x.target, &target))
    rem_assign_place(l, &target, x.value, x.differs, &x.spot);
}
