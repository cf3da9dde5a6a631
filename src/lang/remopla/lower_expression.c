#include "lang/remopla/lower.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

uint32_t rem_bits_for(uint64_t value) {
  uint32_t bits = 1;
  while (bits < 63 && value >> bits)
    bits++;
  return bits;
}

uint32_t rem_binary(rem_lowering *lowering, prog_op op, uint32_t width,
                    uint32_t a, uint32_t b) {
  return prog_add_expression(lowering->m, lowering->out, op, width, a, b,
                             PROG_NONE);
}

uint32_t rem_and(rem_lowering *lowering, uint32_t a, uint32_t b) {
  if (a == PROG_NONE || b == PROG_NONE)
    return a == PROG_NONE ? b : a;
  return rem_binary(lowering, PROG_AND, 1, a, b);
}

uint32_t rem_not(rem_lowering *lowering, uint32_t a) {
  return prog_add_expression(lowering->m, lowering->out, PROG_NOT, 1, a,
                             PROG_NONE, PROG_NONE);
}

rem_value rem_wrong_value(void) { return (rem_value){.type = REM_WRONG}; }

rem_value rem_constant_value(rem_type type, int64_t value) {
  return (rem_value){.type = type, .is_constant = true, .value = value};
}

rem_value rem_computed(rem_type type, uint32_t width, uint32_t expression) {
  return (rem_value){.type = type, .width = width, .expression = expression};
}

void rem_add_duty(rem_lowering *lowering, uint32_t holds, const rem_spot *spot,
                  const char *format, ...) {
  char text[256];
  va_list arguments;
  if (lowering->is_formula || lowering->is_rule || lowering->dead > 0)
    return;
  if (lowering->duties.count == REM_MOST_DUTIES) {
    if (!lowering->too_large)
      rem_wrong_at(lowering->parser, spot, "too many indices in one statement");
    lowering->too_large = true;
    return;
  }
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  rem_duty duty = {.holds = holds,
                   .path = lowering->path,
                   .text = prog_name(lowering->m, lowering->out, text),
                   .spot = *spot};
  vec_push(lowering->m, &lowering->duties, duty);
}

uint32_t rem_as_expression(rem_lowering *lowering, const rem_value *v,
                           const rem_spot *spot) {
  if (!v->is_constant)
    return v->expression;
  int64_t value = v->value;
  if (lowering->dead > 0 && (value < 0 || value > UINT32_MAX))
    value = 0;
  if (value < 0)
    rem_wrong_at(lowering->parser, spot,
                 "%lld is negative: integers have no sign here",
                 (long long)value);
  else if (value > UINT32_MAX)
    rem_wrong_at(lowering->parser, spot, "%lld does not fit 32 bits",
                 (long long)value);
  if (value < 0 || value > UINT32_MAX)
    value = 0;
  return prog_constant(lowering->m, lowering->out,
                       rem_bits_for((uint64_t)value), (uint32_t)value);
}

bool rem_must_be_bool(rem_lowering *lowering, const rem_value *value,
                      const rem_spot *spot) {
  if (value->type == REM_WRONG)
    return false;
  if (value->type == REM_BOOL && !value->is_whole)
    return true;
  return rem_wrong_at(lowering->parser, spot, "%s where a condition should be",
                      value->is_whole ? "an array or structure" : "a number");
}

static rem_value both(rem_lowering *lowering, prog_op op, const rem_value *a,
                      const rem_value *b) {
  rem_spot nowhere = {0};
  if (a->is_constant && b->is_constant) {
    bool x = a->value != 0, y = b->value != 0;
    return rem_constant_value(REM_BOOL, op == PROG_AND  ? x && y
                                        : op == PROG_OR ? x || y
                                                        : x != y);
  }
  if (op != PROG_XOR && (a->is_constant || b->is_constant)) {
    const rem_value *fixed = a->is_constant ? a : b;
    const rem_value *other = a->is_constant ? b : a;
    bool decides = (fixed->value != 0) == (op == PROG_OR);
    return decides ? rem_constant_value(REM_BOOL, fixed->value) : *other;
  }
  return rem_computed(REM_BOOL, 1,
                      rem_binary(lowering, op, 1,
                                 rem_as_expression(lowering, a, &nowhere),
                                 rem_as_expression(lowering, b, &nowhere)));
}

/* What follows matters only where 'value' is 'needed'. */
static void narrow(rem_lowering *lowering, const rem_value *value,
                   bool needed) {
  if (value->is_constant)
    lowering->dead += (value->value != 0) != needed;
  else
    lowering->path = rem_and(lowering, lowering->path,
                             needed ? value->expression
                                    : rem_not(lowering, value->expression));
}

/* && and ||: the right side is evaluated only if the left does not decide. */
static rem_value lower_shortcut(rem_lowering *lowering, const rem_expr *expr) {
  assert(expr->a < lowering->syntax->exprs.count);
  assert(expr->b < lowering->syntax->exprs.count);
  rem_spot sa = lowering->syntax->exprs.at[expr->a].spot;
  rem_spot sb = lowering->syntax->exprs.at[expr->b].spot;
  uint32_t path = lowering->path, dead = lowering->dead;
  rem_value a = rem_lower(lowering, expr->a);
  bool is_good = rem_must_be_bool(lowering, &a, &sa);
  if (is_good)
    narrow(lowering, &a, expr->op == REM_AND);
  rem_value b = rem_lower(lowering, expr->b);
  is_good &= rem_must_be_bool(lowering, &b, &sb);
  lowering->path = path;
  lowering->dead = dead;
  if (!is_good)
    return rem_wrong_value();
  return both(lowering, expr->op == REM_AND ? PROG_AND : PROG_OR, &a, &b);
}

/* Joins the values above 'base' in pairs: no deep trees. */
static uint32_t join(rem_lowering *lowering, prog_op op, size_t base) {
  while (lowering->scratch.count > base + 1) {
    size_t to = base;
    for (size_t i = base; i < lowering->scratch.count; i += 2)
      lowering->scratch.at[to++] =
          i + 1 < lowering->scratch.count
              ? rem_binary(lowering, op, 1, lowering->scratch.at[i],
                           lowering->scratch.at[i + 1])
              : lowering->scratch.at[i];
    lowering->scratch.count = to;
  }
  return vec_pop(&lowering->scratch);
}

static bool check_size(rem_lowering *lowering, const rem_spot *spot) {
  if (lowering->out->expressions.count <= REM_MOST_EXPRESSIONS)
    return true;
  if (!lowering->too_large)
    rem_wrong_at(lowering->parser, spot,
                 "the quantifiers unroll to more than %d operators",
                 (int)REM_MOST_EXPRESSIONS);
  lowering->too_large = true;
  return false;
}

static bool lower_instances(rem_lowering *lowering, const rem_expr *expr,
                            int64_t low, int64_t high, rem_value *out) {
  assert(expr->c < lowering->syntax->exprs.count);
  bool is_all = expr->op == REM_FORALL;
  size_t base = lowering->scratch.count;
  rem_spot spot = lowering->syntax->exprs.at[expr->c].spot;
  *out = rem_constant_value(REM_BOOL, is_all);
  for (int64_t i = low; i <= high; i++) {
    progress_tick(lowering->clock);
    vec_last(&lowering->bound).value = i;
    rem_value value = rem_lower(lowering, expr->c);
    if (!rem_must_be_bool(lowering, &value, &spot) ||
        !check_size(lowering, &spot)) {
      lowering->scratch.count = base;
      return false;
    }
    narrow(lowering, &value, is_all);
    if (!value.is_constant)
      vec_push(lowering->m, &lowering->scratch, value.expression);
    else if ((value.value != 0) != is_all)
      *out = rem_constant_value(REM_BOOL, !is_all);
  }
  if (lowering->scratch.count == base)
    return true;
  uint32_t joined = join(lowering, is_all ? PROG_AND : PROG_OR, base);
  if ((out->value != 0) == is_all)
    *out = rem_computed(REM_BOOL, 1, joined);
  return true;
}

static rem_value lower_quantifier(rem_lowering *lowering,
                                  const rem_expr *expr) {
  int64_t low, high;
  rem_value out;
  if (!rem_constant(lowering, expr->a, &low) ||
      !rem_constant(lowering, expr->b, &high))
    return rem_wrong_value();
  if (high - low >= REM_MOST_UNROLLED) {
    rem_wrong_at(lowering->parser, &expr->spot,
                 "a quantifier over more than %d values",
                 (int)REM_MOST_UNROLLED);
    return rem_wrong_value();
  }
  uint32_t path = lowering->path, dead = lowering->dead;
  bool is_empty = high < low;
  rem_bound bound = {.name = expr->name};
  lowering->dead += is_empty; /* it must make sense nevertheless */
  vec_push(lowering->m, &lowering->bound, bound);
  bool is_good =
      lower_instances(lowering, expr, low, is_empty ? low : high, &out);
  lowering->bound.count--;
  lowering->path = path;
  lowering->dead = dead;
  if (!is_good)
    return rem_wrong_value();
  return is_empty ? rem_constant_value(REM_BOOL, expr->op == REM_FORALL) : out;
}

static rem_value lower_name(rem_lowering *lowering, uint32_t e) {
  assert(e < lowering->syntax->exprs.count);
  rem_expr expr = lowering->syntax->exprs.at[e];
  assert(expr.a < lowering->syntax->parts.count);
  rem_part part = lowering->syntax->parts.at[expr.a];
  rem_place place;
  if (!rem_is_constant_name(lowering, e))
    return rem_find_place(lowering, e, &place)
               ? rem_read_place(lowering, &place, &expr.spot)
               : rem_wrong_value();
  if (part.indices > 0 || part.primes > 0) {
    rem_wrong_at(lowering->parser, &part.spot, "'%s' is a constant",
                 rem_word(lowering, part.name));
    return rem_wrong_value();
  }
  const rem_bound *bound = rem_find_bound(lowering, part.name);
  if (bound)
    return rem_constant_value(REM_INT, bound->value);
  const rem_symbol *symbol =
      &lowering->table->symbols.at[rem_find_symbol(lowering, part.name)];
  rem_value value = rem_constant_value(REM_INT, symbol->value);
  if (symbol->kind == REM_S_ENUMERATOR) {
    value.type = REM_ENUM;
    value.tag = symbol->shape.tag;
  }
  return value;
}

static rem_value lower_operator(rem_lowering *lowering, const rem_expr *expr) {
  assert(expr->a < lowering->syntax->exprs.count);
  assert(expr->b < lowering->syntax->exprs.count);
  rem_spot sa = lowering->syntax->exprs.at[expr->a].spot;
  rem_spot sb = lowering->syntax->exprs.at[expr->b].spot;
  rem_value a = rem_lower(lowering, expr->a), b = rem_lower(lowering, expr->b);
  if (a.type == REM_WRONG || b.type == REM_WRONG)
    return rem_wrong_value();
  bool is_bits = expr->op == REM_BIT_AND || expr->op == REM_BIT_OR ||
                 expr->op == REM_BIT_XOR;
  if (expr->op == REM_XOR || (is_bits && a.type == REM_BOOL && !a.is_whole)) {
    if (!rem_must_be_bool(lowering, &a, &sa) ||
        !rem_must_be_bool(lowering, &b, &sb))
      return rem_wrong_value();
    return both(lowering,
                expr->op == REM_BIT_AND  ? PROG_AND
                : expr->op == REM_BIT_OR ? PROG_OR
                                         : PROG_XOR,
                &a, &b);
  }
  if (expr->op >= REM_EQUAL && expr->op <= REM_AT_LEAST)
    return rem_lower_comparison(lowering, expr, &a, &b, &sa, &sb);
  return rem_lower_arithmetic(lowering, expr, &a, &b, &sa, &sb);
}

rem_value rem_lower(rem_lowering *lowering, uint32_t e) {
  assert(e < lowering->syntax->exprs.count);
  rem_expr expr = lowering->syntax->exprs.at[e];
  switch (expr.op) {
  case REM_NUMBER:
    return rem_constant_value(REM_INT, expr.value);
  case REM_TRUE:
  case REM_FALSE:
    return rem_constant_value(REM_BOOL, expr.op == REM_TRUE);
  case REM_UNDEF:
    rem_wrong_at(lowering->parser, &expr.spot,
                 "'undef' can only be all of what is assigned or given");
    return rem_wrong_value();
  case REM_REFERENCE:
    return lower_name(lowering, e);
  case REM_NOT: {
    rem_spot spot = lowering->syntax->exprs.at[expr.a].spot;
    rem_value value = rem_lower(lowering, expr.a);
    if (!rem_must_be_bool(lowering, &value, &spot))
      return rem_wrong_value();
    return value.is_constant
               ? rem_constant_value(REM_BOOL, !value.value)
               : rem_computed(REM_BOOL, 1, rem_not(lowering, value.expression));
  }
  case REM_FORALL:
  case REM_EXISTS:
    return lower_quantifier(lowering, &expr);
  case REM_AND:
  case REM_OR:
    return lower_shortcut(lowering, &expr);
  default:
    return lower_operator(lowering, &expr);
  }
}

uint32_t rem_condition(rem_lowering *lowering, uint32_t e) {
  assert(e < lowering->syntax->exprs.count);
  rem_spot spot = lowering->syntax->exprs.at[e].spot;
  rem_value value = rem_lower(lowering, e);
  if (!rem_must_be_bool(lowering, &value, &spot) ||
      (value.is_constant && value.value != 0))
    return PROG_NONE;
  return rem_as_expression(lowering, &value, &spot);
}
