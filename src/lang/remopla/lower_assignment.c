#include "lang/remopla/lower.h"

#include <assert.h>

void rem_begin_effects(rem_lowering *lowering) {
  lowering->effects.count = lowering->written.count = lowering->duties.count =
      0;
  lowering->where = lowering->path = PROG_NONE;
  lowering->dead = 0;
  lowering->is_call = lowering->is_argument = false;
}

void rem_push_effect(rem_lowering *lowering, prog_frame frame,
                     uint32_t variable, uint32_t index, uint32_t value) {
  prog_assignment assignment = {
      .frame = frame, .variable = variable, .index = index, .value = value};
  vec_push(lowering->m, &lowering->effects, assignment);
}

/* Nothing may be assigned twice at once: told if that is certain, a duty if
 * it depends on indices. */
static void note_written(rem_lowering *lowering, const rem_written *written,
                         const rem_spot *spot) {
  for (size_t i = 0; i < lowering->written.count; i++) {
    rem_written old = lowering->written.at[i];
    const prog_variable *variable =
        &lowering->out->variables.at[written->variable];
    if (old.variable != written->variable || old.frame != written->frame)
      continue;
    if (old.constant_index >= 0 && written->constant_index >= 0 &&
        old.constant_index != written->constant_index)
      continue;
    if (old.index == PROG_NONE || written->index == PROG_NONE ||
        (old.constant_index >= 0 && written->constant_index >= 0)) {
      rem_wrong_at(lowering->parser, spot, "'%s' is assigned twice at once",
                   prog_text(lowering->out, variable->name));
      return;
    }
    rem_add_duty(
        lowering,
        rem_binary(lowering, PROG_DIFFERS, 1, old.index, written->index), spot,
        "elements of '%s' that are assigned at once differ",
        prog_text(lowering->out, variable->name));
  }
  vec_push(lowering->m, &lowering->written, *written);
}

static prog_frame frame_of(const rem_lowering *lowering, uint32_t symbol) {
  assert(symbol < lowering->table->symbols.count);
  bool is_local = lowering->table->symbols.at[symbol].procedure != PROG_NONE;
  return lowering->is_call && !lowering->is_argument && is_local
             ? PROG_BELOW_TOP
             : PROG_TOP;
}

static uint32_t next_value(rem_lowering *lowering, prog_frame frame,
                           uint32_t variable, uint32_t width, uint32_t index) {
  return prog_add_expression(lowering->m, lowering->out,
                             frame == PROG_TOP ? PROG_NEXT : PROG_BELOW, width,
                             variable, index, PROG_NONE);
}

/* An enumeration has no values beyond its last. */
static void bound_enum(rem_lowering *lowering, const rem_leaf *leaf,
                       uint32_t index, prog_frame frame) {
  const rem_enum *e = &lowering->table->enums.at[leaf->shape.tag];
  if (e->count == (uint64_t)1 << e->width)
    return;
  bool is_all = leaf->is_array && index == PROG_NONE;
  uint32_t last =
      prog_constant(lowering->m, lowering->out, e->width, e->count - 1);
  for (uint32_t i = 0; i < (is_all ? leaf->count : 1); i++) {
    uint32_t at =
        is_all ? prog_constant(lowering->m, lowering->out, rem_bits_for(i), i)
               : index;
    uint32_t next = next_value(lowering, frame, leaf->variable, e->width, at);
    lowering->where =
        rem_and(lowering, lowering->where,
                rem_binary(lowering, PROG_AT_MOST, 1, next, last));
  }
}

void rem_assign_any(rem_lowering *lowering, uint32_t leaf, uint32_t index,
                    prog_frame frame) {
  assert(leaf < lowering->table->leaves.count);
  rem_leaf x = lowering->table->leaves.at[leaf];
  uint32_t width = x.shape.width ? x.shape.width : 1;
  rem_push_effect(lowering, frame, x.variable, index,
                  prog_add_expression(lowering->m, lowering->out, PROG_ANY,
                                      width, PROG_NONE, PROG_NONE, PROG_NONE));
  if (x.shape.type == REM_ENUM)
    bound_enum(lowering, &x, index, frame);
}

/* Whole arrays and structures. */

bool rem_same_shape(rem_lowering *lowering, const rem_shape *a,
                    const rem_shape *b) {
  if (a->type == REM_WRONG || b->type == REM_WRONG)
    return true;
  if (a->type != b->type || a->width != b->width ||
      a->dimensions != b->dimensions ||
      ((a->type == REM_ENUM || a->type == REM_STRUCT) && a->tag != b->tag))
    return false;
  for (uint32_t i = 0; i < a->dimensions; i++) {
    const rem_dimension *x =
        &lowering->table->dimensions.at[a->first_dimension + i];
    const rem_dimension *y =
        &lowering->table->dimensions.at[b->first_dimension + i];
    if (x->low != y->low || x->length != y->length)
      return false;
  }
  return true;
}

static void assign_whole(rem_lowering *lowering, const rem_place *target,
                         uint32_t e, const rem_spot *spot) {
  assert(e < lowering->syntax->exprs.count);
  rem_place source;
  rem_spot from = lowering->syntax->exprs.at[e].spot;
  if (lowering->syntax->exprs.at[e].op != REM_REFERENCE ||
      rem_is_constant_name(lowering, e)) {
    rem_wrong_at(lowering->parser, &from,
                 "an array or structure should be here");
    return;
  }
  if (!rem_find_place(lowering, e, &source))
    return;
  if (!source.is_whole || source.leaves != target->leaves ||
      !rem_same_shape(lowering, &target->shape, &source.shape)) {
    rem_wrong_at(lowering->parser, spot, "the types of both sides differ");
    return;
  }
  prog_frame frame = frame_of(lowering, target->symbol);
  for (uint32_t i = 0; i < target->leaves; i++) {
    rem_leaf x = lowering->table->leaves.at[target->first_leaf + i];
    rem_leaf y = lowering->table->leaves.at[source.first_leaf + i];
    uint32_t value = prog_add_expression(lowering->m, lowering->out, PROG_NOW,
                                         y.shape.width ? y.shape.width : 1,
                                         y.variable, source.index, PROG_NONE);
    rem_push_effect(lowering, frame, x.variable, target->index, value);
  }
}

static bool fits_enum(rem_lowering *lowering, const rem_place *target,
                      const rem_value *value, const rem_spot *spot) {
  const rem_enum *e = &lowering->table->enums.at[target->shape.tag];
  if (value->type == REM_ENUM && value->tag == target->shape.tag)
    return true;
  if (value->type == REM_INT && value->is_constant && value->value >= 0 &&
      value->value < e->count)
    return true;
  if (value->type == REM_INT && value->is_constant)
    return rem_wrong_at(lowering->parser, spot,
                        "the enumeration has values 0 to %u", e->count - 1);
  return rem_wrong_at(lowering->parser, spot,
                      "a value of the enumeration should be here");
}

/* May the value be assigned? */
static bool fits(rem_lowering *lowering, const rem_place *target,
                 const rem_value *value, const rem_spot *spot) {
  if (value->type == REM_WRONG)
    return false;
  if (value->is_whole)
    return rem_wrong_at(lowering->parser, spot,
                        "an array or structure is no value");
  if (target->shape.type == REM_BOOL)
    return rem_must_be_bool(lowering, value, spot);
  if (value->type == REM_BOOL)
    return rem_wrong_at(lowering->parser, spot,
                        "a condition where a number should be");
  if (target->shape.type == REM_ENUM)
    return fits_enum(lowering, target, value, spot);
  if (value->is_constant && lowering->dead == 0 && value->value >= 0 &&
      (uint64_t)value->value >> target->shape.width)
    return rem_wrong_at(lowering->parser, spot, "%lld does not fit %u bit%s",
                        (long long)value->value, target->shape.width,
                        target->shape.width == 1 ? "" : "s");
  return true;
}

static void assign_value(rem_lowering *lowering, const rem_place *target,
                         uint32_t e, bool differs) {
  assert(e < lowering->syntax->exprs.count);
  rem_spot spot = lowering->syntax->exprs.at[e].spot;
  rem_value v = rem_lower(lowering, e);
  if (!fits(lowering, target, &v, &spot))
    return;
  uint32_t value = rem_as_expression(lowering, &v, &spot);
  uint32_t variable = lowering->table->leaves.at[target->first_leaf].variable;
  prog_frame frame = frame_of(lowering, target->symbol);
  if (!differs) {
    rem_push_effect(lowering, frame, variable, target->index, value);
    return;
  }
  rem_assign_any(lowering, target->first_leaf, target->index, frame);
  uint32_t next =
      next_value(lowering, frame, variable, target->shape.width, target->index);
  lowering->where = rem_and(lowering, lowering->where,
                            rem_binary(lowering, PROG_DIFFERS, 1, next, value));
}

void rem_assign_place(rem_lowering *lowering, const rem_place *target,
                      uint32_t e, bool differs, const rem_spot *spot) {
  prog_frame frame = frame_of(lowering, target->symbol);
  for (uint32_t i = 0; i < target->leaves; i++) {
    rem_written written = {
        .frame = frame,
        .variable = lowering->table->leaves.at[target->first_leaf + i].variable,
        .index = target->index,
        .constant_index = target->constant_index};
    note_written(lowering, &written, spot);
  }
  if (differs && target->is_whole)
    rem_wrong_at(lowering->parser, spot,
                 "'!=' assigns to numbers and Booleans only");
  else if (lowering->syntax->exprs.at[e].op == REM_UNDEF && !differs)
    for (uint32_t i = 0; i < target->leaves; i++)
      rem_assign_any(lowering, target->first_leaf + i, target->index, frame);
  else if (target->is_whole)
    assign_whole(lowering, target, e, spot);
  else
    assign_value(lowering, target, e, differs);
}

static void assign_instances(rem_lowering *lowering, const rem_assign *assign) {
  int64_t low, high;
  size_t before = lowering->parser->in.report->count;
  if (!rem_constant(lowering, assign->low, &low) ||
      !rem_constant(lowering, assign->high, &high))
    return;
  if (high - low >= REM_MOST_UNROLLED) {
    rem_wrong_at(lowering->parser, &assign->spot,
                 "a quantifier over more than %d values",
                 (int)REM_MOST_UNROLLED);
    return;
  }
  rem_bound bound = {.name = assign->name};
  vec_push(lowering->m, &lowering->bound, bound);
  for (int64_t i = low;
       i <= high && lowering->parser->in.report->count == before; i++) {
    progress_tick(lowering->clock);
    lowering->bound.at[lowering->bound.count - 1].value = i;
    rem_lower_assign(lowering, assign->inner);
  }
  lowering->bound.count--;
}

void rem_lower_assign(rem_lowering *lowering, uint32_t assign) {
  assert(assign < lowering->syntax->assigns.count);
  rem_assign x = lowering->syntax->assigns.at[assign];
  rem_place target;
  if (x.inner != REM_NONE)
    assign_instances(lowering, &x);
  else if (rem_find_place(lowering, x.target, &target))
    rem_assign_place(lowering, &target, x.value, x.differs, &x.spot);
}
