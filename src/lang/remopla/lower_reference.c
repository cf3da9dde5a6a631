#include "lang/remopla/lower.h"

#include <assert.h>

const rem_bound *rem_find_bound(const rem_lowering *l, uint32_t name) {
  for (size_t i = l->bound.count; i-- > 0;)
    if (l->bound.at[i].name == name)
      return &l->bound.at[i];
  return NULL;
}

uint32_t rem_find_symbol(const rem_lowering *l, uint32_t name) {
  if (name >= l->table->global_symbol.count)
    return REM_NONE;
  if (l->local_symbol.count > name && l->local_symbol.at[name] != REM_NONE)
    return l->local_symbol.at[name];
  return l->table->global_symbol.at[name];
}

bool rem_is_constant_name(const rem_lowering *l, uint32_t e) {
  assert(e < l->syntax->exprs.count);
  const rem_expr *x = &l->syntax->exprs.at[e];
  if (x->op != REM_REFERENCE || x->b != 1)
    return false;
  uint32_t name = l->syntax->parts.at[x->a].name;
  if (rem_find_bound(l, name))
    return true;
  uint32_t symbol = rem_find_symbol(l, name);
  return symbol != REM_NONE &&
         l->table->symbols.at[symbol].kind != REM_S_VARIABLE &&
         l->table->symbols.at[symbol].kind != REM_S_MODULE;
}

/* "module.x" in a formula: the symbol of x. */
static uint32_t find_in_module(rem_lowering *l, uint32_t module,
                               const rem_part *part) {
  assert(module < l->table->modules.count);
  const rem_module *k = &l->table->modules.at[module];
  for (uint32_t i = 0; i < k->symbols; i++)
    if (l->table->symbols.at[k->first_symbol + i].name == part->name) {
      if (l->local_procedure != PROG_NONE &&
          l->local_procedure != k->procedure) {
        rem_wrong_at(l->parser, &part->spot,
                     "a condition can name locals of one module only");
        return REM_NONE;
      }
      l->local_procedure = k->procedure;
      return k->first_symbol + i;
    }
  rem_wrong_at(l->parser, &part->spot, "module '%s' has no variable '%s'",
               rem_word(l, k->name), rem_word(l, part->name));
  return REM_NONE;
}

/* The symbol of a reference; 'at' is left behind it. */
static uint32_t find_first(rem_lowering *l, const rem_expr *x, uint32_t *at) {
  assert(x->a < l->syntax->parts.count);
  const rem_part *part = &l->syntax->parts.at[x->a];
  uint32_t symbol = rem_find_symbol(l, part->name);
  *at = 1;
  if (symbol == REM_NONE) {
    rem_undeclared(l, part->name, &part->spot);
    return REM_NONE;
  }
  const rem_symbol *s = &l->table->symbols.at[symbol];
  if (s->kind == REM_S_MODULE && l->is_formula && x->b > 1) {
    *at = 2;
    return find_in_module(l, (uint32_t)s->value, part + 1);
  }
  if (s->kind == REM_S_MODULE) {
    rem_wrong_at(l->parser, &part->spot,
                 "'%s' is a module: a call stands alone, or right of '='",
                 rem_word(l, part->name));
    return REM_NONE;
  }
  if (s->kind != REM_S_VARIABLE) {
    rem_wrong_at(l->parser, &part->spot, "'%s' is a constant",
                 rem_word(l, part->name));
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

static void check_index(rem_lowering *l, const rem_value *v,
                        uint32_t expression, const rem_dimension *d,
                        const rem_part *part, const rem_spot *s) {
  int64_t high = d->low + d->length - 1;
  uint32_t holds = PROG_NONE;
  char text[128];
  if (v->is_constant) {
    if (v->value >= d->low && v->value <= high)
      return;
  } else {
    bool above = v->width < 32 && (int64_t)1 << v->width <= high + 1;
    uint32_t low_holds = PROG_NONE, high_holds = PROG_NONE;
    if (d->low > 0)
      low_holds =
          rem_binary(l, PROG_AT_MOST, 1,
                     prog_constant(l->m, l->out, rem_bits_for((uint64_t)d->low),
                                   (uint32_t)d->low),
                     expression);
    if (!above)
      high_holds =
          rem_binary(l, PROG_AT_MOST, 1, expression,
                     prog_constant(l->m, l->out, rem_bits_for((uint64_t)high),
                                   (uint32_t)high));
    holds = rem_and(l, low_holds, high_holds);
    if (holds == PROG_NONE)
      return;
  }
  rem_copy_text(l, s, text, sizeof text);
  rem_add_duty(l, holds, s, "index %s of '%s' in %lld..%lld", text,
               rem_word(l, part->name), (long long)d->low, (long long)high);
}

/* One more index: position = position * length + (index - low). */
static void add_index(rem_lowering *l, position *p, const rem_value *v,
                      uint32_t expression, const rem_dimension *d,
                      uint32_t width) {
  if (p->is_constant && v->is_constant) {
    p->value = p->value * d->length + (v->value - d->low);
    if (p->value < 0 || p->value > UINT32_MAX)
      p->value = UINT32_MAX; /* beyond every end */
    return;
  }
  if (d->low > 0)
    expression =
        rem_binary(l, PROG_MINUS, width, expression,
                   prog_constant(l->m, l->out, rem_bits_for((uint64_t)d->low),
                                 (uint32_t)d->low));
  if (p->is_constant && p->value == 0) {
    p->expression = expression;
  } else {
    uint32_t before =
        p->is_constant
            ? prog_constant(l->m, l->out, rem_bits_for((uint64_t)p->value),
                            (uint32_t)p->value)
            : p->expression;
    uint32_t length =
        prog_constant(l->m, l->out, rem_bits_for(d->length), d->length);
    p->expression = rem_binary(l, PROG_PLUS, width,
                               rem_binary(l, PROG_TIMES, width, before, length),
                               expression);
  }
  p->is_constant = false;
}

/* The indices of one part, for the dimensions of a shape. False: told. */
static bool lower_indices(rem_lowering *l, const rem_part *part,
                          const rem_shape *shape, uint32_t width, position *p) {
  if (part->indices != shape->dimensions)
    return rem_wrong_at(l->parser, &part->spot, "'%s' has %u dimension%s%s",
                        rem_word(l, part->name), shape->dimensions,
                        shape->dimensions == 1 ? "" : "s",
                        shape->dimensions == 0 ? ": it is no array" : "");
  rem_part copy = *part;
  for (uint32_t i = 0; i < copy.indices; i++) {
    uint32_t e = l->syntax->lists.at[copy.first_index + i];
    rem_dimension d = l->table->dimensions.at[shape->first_dimension + i];
    rem_spot s = l->syntax->exprs.at[e].spot;
    rem_value v = rem_lower(l, e);
    if (v.type == REM_WRONG)
      return false;
    if (v.type == REM_BOOL || v.is_whole)
      return rem_wrong_at(l->parser, &s, "an index is an integer");
    uint32_t expression = PROG_NONE;
    bool is_far = v.is_constant && (v.value < 0 || v.value > UINT32_MAX);
    rem_value used = v;
    if (is_far)
      used.value = UINT32_MAX;
    expression = rem_as_expression(l, &used, &s);
    check_index(l, &v, expression, &d, &copy, &s);
    add_index(l, p, &used, expression, &d, width);
  }
  return true;
}

static bool find_field(rem_lowering *l, const rem_part *part, rem_place *out) {
  for (uint32_t i = 0; i < out->leaves; i++)
    if (l->table->leaves.at[out->first_leaf + i].field == part->name) {
      out->first_leaf += i;
      out->leaves = 1;
      return true;
    }
  return rem_wrong_at(l->parser, &part->spot, "there is no field '%s'",
                      rem_word(l, part->name));
}

rem_place rem_whole(const rem_lowering *l, uint32_t symbol) {
  assert(symbol < l->table->symbols.count);
  const rem_symbol *s = &l->table->symbols.at[symbol];
  return (rem_place){.symbol = symbol,
                     .first_leaf = s->first_leaf,
                     .leaves = s->leaves,
                     .shape = s->shape,
                     .is_whole =
                         s->shape.dimensions > 0 || s->shape.type == REM_STRUCT,
                     .index = PROG_NONE,
                     .constant_index = -1};
}

static void set_index(rem_lowering *l, rem_place *out, const position *p) {
  if (p->is_constant) {
    out->constant_index = p->value;
    out->index = prog_constant(l->m, l->out, rem_bits_for((uint64_t)p->value),
                               (uint32_t)p->value);
  } else {
    out->index = p->expression;
  }
}

/* A structure, or an element of an array of them: all fields at once. */
static bool find_structure(rem_lowering *l, const rem_part *part,
                           rem_place *out) {
  if (part->indices == 0)
    return true;
  position p = {.is_constant = true};
  for (uint32_t i = 0; i < out->leaves; i++)
    if (l->table->leaves.at[out->first_leaf + i].shape.dimensions > 0)
      return rem_wrong_at(l->parser, &part->spot,
                          "this structure has arrays: only its fields can be "
                          "used one by one");
  rem_shape shape = out->shape;
  uint32_t count = l->table->leaves.at[out->first_leaf].count;
  if (!lower_indices(l, part, &shape, rem_bits_for(count), &p))
    return false;
  out->shape.dimensions = 0;
  set_index(l, out, &p);
  return true;
}

/* One variable of the program, its own indices and those of its structure. */
static bool find_element(rem_lowering *l, const rem_part *part,
                         const rem_part *field, rem_place *out) {
  assert(out->first_leaf < l->table->leaves.count);
  rem_leaf leaf = l->table->leaves.at[out->first_leaf];
  rem_shape outer = out->shape, inner = leaf.shape;
  uint32_t given = part->indices + (field ? field->indices : 0);
  position p = {.is_constant = true};
  if (given == 0 && leaf.is_array) {
    out->is_whole = true;
    out->shape = field ? inner : outer;
    if (field && outer.dimensions > 0 && inner.dimensions > 0)
      return rem_wrong_at(l->parser, &part->spot, "indices are missing");
    if (field && outer.dimensions > 0) {
      out->shape = inner;
      out->shape.first_dimension = outer.first_dimension;
      out->shape.dimensions = outer.dimensions;
    }
    return true;
  }
  if (!lower_indices(l, part, &outer, rem_bits_for(leaf.count), &p) ||
      (field && !lower_indices(l, field, &inner, rem_bits_for(leaf.count), &p)))
    return false;
  out->is_whole = false;
  out->shape = inner;
  out->shape.dimensions = 0;
  if (leaf.is_array)
    set_index(l, out, &p);
  return true;
}

bool rem_find_place(rem_lowering *l, uint32_t e, rem_place *out) {
  assert(e < l->syntax->exprs.count);
  rem_expr x = l->syntax->exprs.at[e];
  uint32_t at;
  uint32_t symbol = find_first(l, &x, &at);
  if (symbol == REM_NONE)
    return false;
  rem_part part = l->syntax->parts.at[x.a + at - 1], field = {0};
  *out = rem_whole(l, symbol);
  if (out->shape.type == REM_WRONG)
    return false;
  out->primes = part.primes;
  bool has_field = x.b > at;
  if (has_field) {
    field = l->syntax->parts.at[x.a + at];
    if (x.b > at + 1 || out->shape.type != REM_STRUCT)
      return rem_wrong_at(l->parser, &field.spot, "'%s' is no structure",
                          rem_word(l, x.b > at + 1 ? field.name : part.name));
    if (!find_field(l, &field, out))
      return false;
    out->primes += field.primes;
  }
  if (l->table->leaves.at[out->first_leaf].shape.type == REM_WRONG)
    return false;
  if (out->primes > 0 && !l->is_rule)
    return rem_wrong_at(l->parser, &part.spot,
                        "primes are for the conditions of rules");
  if (out->primes > 1)
    return rem_wrong_at(l->parser, &part.spot,
                        "two primes are for locals of the frame below, and "
                        "symbols of rules have no locals");
  l->saw_prime |= out->primes > 0;
  if (!has_field && out->shape.type == REM_STRUCT)
    return find_structure(l, &part, out);
  return find_element(l, &part, has_field ? &field : NULL, out);
}

rem_value rem_read_place(rem_lowering *l, const rem_place *p,
                         const rem_spot *s) {
  rem_value v = {.type = p->shape.type,
                 .tag = p->shape.tag,
                 .width = p->shape.width,
                 .is_whole = p->is_whole};
  (void)s;
  if (!p->is_whole) {
    uint32_t variable = l->table->leaves.at[p->first_leaf].variable;
    v.expression =
        prog_add_expression(l->m, l->out, p->primes ? PROG_NEXT : PROG_NOW,
                            v.width, variable, p->index, PROG_NONE);
  }
  return v;
}
