#include "lang/remopla/lower.h"

#include <assert.h>

const rem_bound *rem_find_bound(const rem_lowering *lowering, uint32_t name) {
  for (size_t i = lowering->bound.count; i-- > 0;)
    if (lowering->bound.at[i].name == name)
      return &lowering->bound.at[i];
  return NULL;
}

uint32_t rem_find_symbol(const rem_lowering *lowering, uint32_t name) {
  if (name >= lowering->table->global_symbol.count)
    return REM_NONE;
  if (lowering->local_symbol.count > name &&
      lowering->local_symbol.at[name] != REM_NONE)
    return lowering->local_symbol.at[name];
  return lowering->table->global_symbol.at[name];
}

bool rem_is_constant_name(const rem_lowering *lowering, uint32_t e) {
  assert(e < lowering->syntax->exprs.count);
  const rem_expr *expr = &lowering->syntax->exprs.at[e];
  if (expr->op != REM_REFERENCE || expr->b != 1)
    return false;
  uint32_t name = lowering->syntax->parts.at[expr->a].name;
  if (rem_find_bound(lowering, name))
    return true;
  uint32_t symbol = rem_find_symbol(lowering, name);
  return symbol != REM_NONE &&
         lowering->table->symbols.at[symbol].kind != REM_S_VARIABLE &&
         lowering->table->symbols.at[symbol].kind != REM_S_MODULE;
}

/* "module.x" in a formula: the symbol of x. */
static uint32_t find_in_module(rem_lowering *lowering, uint32_t module,
                               const rem_part *part) {
  assert(module < lowering->table->modules.count);
  const rem_module *k = &lowering->table->modules.at[module];
  for (uint32_t i = 0; i < k->symbols; i++)
    if (lowering->table->symbols.at[k->first_symbol + i].name == part->name) {
      if (lowering->local_procedure != PROG_NONE &&
          lowering->local_procedure != k->procedure) {
        rem_wrong_at(lowering->parser, &part->spot,
                     "a condition can name locals of one module only");
        return REM_NONE;
      }
      lowering->local_procedure = k->procedure;
      return k->first_symbol + i;
    }
  rem_wrong_at(lowering->parser, &part->spot,
               "module '%s' has no variable '%s'", rem_word(lowering, k->name),
               rem_word(lowering, part->name));
  return REM_NONE;
}

/* The symbol of a reference; 'at' is left behind it. */
static uint32_t find_first(rem_lowering *lowering, const rem_expr *expr,
                           uint32_t *at) {
  assert(expr->a < lowering->syntax->parts.count);
  const rem_part *part = &lowering->syntax->parts.at[expr->a];
  uint32_t symbol = rem_find_symbol(lowering, part->name);
  *at = 1;
  if (symbol == REM_NONE) {
    rem_undeclared(lowering, part->name, &part->spot);
    return REM_NONE;
  }
  const rem_symbol *s = &lowering->table->symbols.at[symbol];
  if (s->kind == REM_S_MODULE && lowering->is_formula && expr->b > 1) {
    *at = 2;
    return find_in_module(lowering, (uint32_t)s->value, part + 1);
  }
  if (s->kind == REM_S_MODULE) {
    rem_wrong_at(lowering->parser, &part->spot,
                 "'%s' is a module: a call stands alone, or right of '='",
                 rem_word(lowering, part->name));
    return REM_NONE;
  }
  if (s->kind != REM_S_VARIABLE) {
    rem_wrong_at(lowering->parser, &part->spot, "'%s' is a constant",
                 rem_word(lowering, part->name));
    return REM_NONE;
  }
  return symbol;
}

/* The position of an element, while its dimensions are gone through. */
typedef struct position {
  bool is_constant;
  int64_t value;
  uint32_t expression, width;
} position;

static void check_index(rem_lowering *lowering, const rem_value *value,
                        uint32_t expression, const rem_dimension *dimension,
                        const rem_part *part, const rem_spot *spot) {
  int64_t high = dimension->low + dimension->length - 1;
  uint32_t holds = PROG_NONE;
  char text[128];
  if (value->is_constant) {
    if (value->value >= dimension->low && value->value <= high)
      return;
  } else {
    bool above = value->width < 32 && (int64_t)1 << value->width <= high + 1;
    uint32_t low_holds = PROG_NONE, high_holds = PROG_NONE;
    if (dimension->low > 0)
      low_holds =
          rem_binary(lowering, PROG_AT_MOST, 1,
                     prog_constant(lowering->m, lowering->out,
                                   rem_bits_for((uint64_t)dimension->low),
                                   (uint32_t)dimension->low),
                     expression);
    if (!above)
      high_holds = rem_binary(lowering, PROG_AT_MOST, 1, expression,
                              prog_constant(lowering->m, lowering->out,
                                            rem_bits_for((uint64_t)high),
                                            (uint32_t)high));
    holds = rem_and(lowering, low_holds, high_holds);
    if (holds == PROG_NONE)
      return;
  }
  rem_copy_text(lowering, spot, text, sizeof text);
  rem_add_duty(lowering, holds, spot, "index %s of '%s' in %lld..%lld", text,
               rem_word(lowering, part->name), (long long)dimension->low,
               (long long)high);
}

/* One more index: position = position * length + (index - low). */
static void add_index(rem_lowering *lowering, position *p,
                      const rem_value *value, uint32_t expression,
                      const rem_dimension *dimension, uint32_t width) {
  if (p->is_constant && value->is_constant) {
    p->value = p->value * dimension->length + (value->value - dimension->low);
    if (p->value < 0 || p->value > UINT32_MAX)
      p->value = UINT32_MAX; /* beyond every end */
    return;
  }
  if (dimension->low > 0)
    expression =
        rem_binary(lowering, PROG_MINUS, width, expression,
                   prog_constant(lowering->m, lowering->out,
                                 rem_bits_for((uint64_t)dimension->low),
                                 (uint32_t)dimension->low));
  if (p->is_constant && p->value == 0) {
    p->expression = expression;
  } else {
    uint32_t before = p->is_constant
                          ? prog_constant(lowering->m, lowering->out,
                                          rem_bits_for((uint64_t)p->value),
                                          (uint32_t)p->value)
                          : p->expression;
    uint32_t length =
        prog_constant(lowering->m, lowering->out,
                      rem_bits_for(dimension->length), dimension->length);
    p->expression = rem_binary(
        lowering, PROG_PLUS, width,
        rem_binary(lowering, PROG_TIMES, width, before, length), expression);
  }
  p->is_constant = false;
}

/* The indices of one part, for the dimensions of a shape. False: told. */
static bool lower_indices(rem_lowering *lowering, const rem_part *part,
                          const rem_shape *shape, uint32_t width, position *p) {
  if (part->indices != shape->dimensions)
    return rem_wrong_at(lowering->parser, &part->spot,
                        "'%s' has %u dimension%s%s",
                        rem_word(lowering, part->name), shape->dimensions,
                        shape->dimensions == 1 ? "" : "s",
                        shape->dimensions == 0 ? ": it is no array" : "");
  rem_part copy = *part;
  for (uint32_t i = 0; i < copy.indices; i++) {
    uint32_t e = lowering->syntax->lists.at[copy.first_index + i];
    rem_dimension dimension =
        lowering->table->dimensions.at[shape->first_dimension + i];
    rem_spot spot = lowering->syntax->exprs.at[e].spot;
    rem_value value = rem_lower(lowering, e);
    if (value.type == REM_WRONG)
      return false;
    if (value.type == REM_BOOL || value.is_whole)
      return rem_wrong_at(lowering->parser, &spot, "an index is an integer");
    uint32_t expression = PROG_NONE;
    bool is_far =
        value.is_constant && (value.value < 0 || value.value > UINT32_MAX);
    rem_value used = value;
    if (is_far)
      used.value = UINT32_MAX;
    expression = rem_as_expression(lowering, &used, &spot);
    check_index(lowering, &value, expression, &dimension, &copy, &spot);
    add_index(lowering, p, &used, expression, &dimension, width);
  }
  return true;
}

static bool find_field(rem_lowering *lowering, const rem_part *part,
                       rem_place *out) {
  for (uint32_t i = 0; i < out->leaves; i++)
    if (lowering->table->leaves.at[out->first_leaf + i].field == part->name) {
      out->first_leaf += i;
      out->leaves = 1;
      return true;
    }
  return rem_wrong_at(lowering->parser, &part->spot, "there is no field '%s'",
                      rem_word(lowering, part->name));
}

rem_place rem_whole(const rem_lowering *lowering, uint32_t symbol) {
  assert(symbol < lowering->table->symbols.count);
  const rem_symbol *s = &lowering->table->symbols.at[symbol];
  return (rem_place){.symbol = symbol,
                     .first_leaf = s->first_leaf,
                     .leaves = s->leaves,
                     .shape = s->shape,
                     .is_whole =
                         s->shape.dimensions > 0 || s->shape.type == REM_STRUCT,
                     .index = PROG_NONE,
                     .constant_index = -1};
}

static void set_index(rem_lowering *lowering, rem_place *out,
                      const position *p) {
  if (p->is_constant) {
    out->constant_index = p->value;
    out->index =
        prog_constant(lowering->m, lowering->out,
                      rem_bits_for((uint64_t)p->value), (uint32_t)p->value);
  } else {
    out->index = p->expression;
  }
}

/* A structure, or an element of an array of them: all fields at once. */
static bool find_structure(rem_lowering *lowering, const rem_part *part,
                           rem_place *out) {
  if (part->indices == 0)
    return true;
  position p = {.is_constant = true};
  for (uint32_t i = 0; i < out->leaves; i++)
    if (lowering->table->leaves.at[out->first_leaf + i].shape.dimensions > 0)
      return rem_wrong_at(lowering->parser, &part->spot,
                          "this structure has arrays: only its fields can be "
                          "used one by one");
  rem_shape shape = out->shape;
  uint32_t count = lowering->table->leaves.at[out->first_leaf].count;
  if (!lower_indices(lowering, part, &shape, rem_bits_for(count), &p))
    return false;
  out->shape.dimensions = 0;
  set_index(lowering, out, &p);
  return true;
}

/* One variable of the program, its own indices and those of its structure. */
static bool find_element(rem_lowering *lowering, const rem_part *part,
                         const rem_part *field, rem_place *out) {
  assert(out->first_leaf < lowering->table->leaves.count);
  rem_leaf leaf = lowering->table->leaves.at[out->first_leaf];
  rem_shape outer = out->shape, inner = leaf.shape;
  uint32_t given = part->indices + (field ? field->indices : 0);
  position p = {.is_constant = true};
  if (given == 0 && leaf.is_array) {
    out->is_whole = true;
    out->shape = field ? inner : outer;
    if (field && outer.dimensions > 0 && inner.dimensions > 0)
      return rem_wrong_at(lowering->parser, &part->spot, "indices are missing");
    if (field && outer.dimensions > 0) {
      out->shape = inner;
      out->shape.first_dimension = outer.first_dimension;
      out->shape.dimensions = outer.dimensions;
    }
    return true;
  }
  if (!lower_indices(lowering, part, &outer, rem_bits_for(leaf.count), &p) ||
      (field &&
       !lower_indices(lowering, field, &inner, rem_bits_for(leaf.count), &p)))
    return false;
  out->is_whole = false;
  out->shape = inner;
  out->shape.dimensions = 0;
  if (leaf.is_array)
    set_index(lowering, out, &p);
  return true;
}

bool rem_find_place(rem_lowering *lowering, uint32_t e, rem_place *out) {
  assert(e < lowering->syntax->exprs.count);
  rem_expr expr = lowering->syntax->exprs.at[e];
  uint32_t at;
  uint32_t symbol = find_first(lowering, &expr, &at);
  if (symbol == REM_NONE)
    return false;
  rem_part part = lowering->syntax->parts.at[expr.a + at - 1], field = {0};
  *out = rem_whole(lowering, symbol);
  if (out->shape.type == REM_WRONG)
    return false;
  out->primes = part.primes;
  bool has_field = expr.b > at;
  if (has_field) {
    field = lowering->syntax->parts.at[expr.a + at];
    if (expr.b > at + 1 || out->shape.type != REM_STRUCT)
      return rem_wrong_at(
          lowering->parser, &field.spot, "'%s' is no structure",
          rem_word(lowering, expr.b > at + 1 ? field.name : part.name));
    if (!find_field(lowering, &field, out))
      return false;
    out->primes += field.primes;
  }
  if (lowering->table->leaves.at[out->first_leaf].shape.type == REM_WRONG)
    return false;
  if (out->primes > 0 && !lowering->is_rule)
    return rem_wrong_at(lowering->parser, &part.spot,
                        "primes are for the conditions of rules");
  if (out->primes > 1)
    return rem_wrong_at(lowering->parser, &part.spot,
                        "two primes are for locals of the frame below, and "
                        "symbols of rules have no locals");
  lowering->saw_prime |= out->primes > 0;
  if (!has_field && out->shape.type == REM_STRUCT)
    return find_structure(lowering, &part, out);
  return find_element(lowering, &part, has_field ? &field : NULL, out);
}

rem_value rem_read_place(rem_lowering *lowering, const rem_place *place,
                         const rem_spot *spot) {
  rem_value value = {.type = place->shape.type,
                     .tag = place->shape.tag,
                     .width = place->shape.width,
                     .is_whole = place->is_whole};
  (void)spot;
  if (!place->is_whole) {
    uint32_t variable = lowering->table->leaves.at[place->first_leaf].variable;
    value.expression = prog_add_expression(
        lowering->m, lowering->out, place->primes ? PROG_NEXT : PROG_NOW,
        value.width, variable, place->index, PROG_NONE);
  }
  return value;
}
