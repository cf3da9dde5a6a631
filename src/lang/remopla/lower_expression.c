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

uint32_t rem_binary(rem_lowering *l, prog_op op, uint32_t width, uint32_t a,
                    uint32_t b) {
  return prog_add_expression(l->m, l->out, op, width, a, b, PROG_NONE);
}

uint32_t rem_and(rem_lowering *l, uint32_t a, uint32_t b) {
  if (a == PROG_NONE || b == PROG_NONE)
    return a == PROG_NONE ? b : a;
  return rem_binary(l, PROG_AND, 1, a, b);
}

uint32_t rem_not(rem_lowering *l, uint32_t a) {
  return prog_add_expression(l->m, l->out, PROG_NOT, 1, a, PROG_NONE,
                             PROG_NONE);
}

rem_value rem_wrong_value(void) { return (rem_value){.type = REM_WRONG}; }

rem_value rem_constant_value(rem_type type, int64_t value) {
  return (rem_value){.type = type, .is_constant = true, .value = value};
}

rem_value rem_computed(rem_type type, uint32_t width, uint32_t expression) {
  return (rem_value){.type = type, .width = width, .expression = expression};
}

void rem_add_duty(rem_lowering *l, uint32_t holds, const rem_spot *s,
                  const char *format, ...) {
  char text[256];
  va_list arguments;
  if (l->is_formula || l->is_rule || l->dead > 0)
    return;
  if (l->duties.count == REM_MOST_DUTIES) {
    if (!l->too_large)
      rem_wrong_at(l->parser, s, "too many indices in one statement");
    l->too_large = true;
    return;
  }
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  rem_duty d = {.holds = holds,
                .path = l->path,
                .text = prog_name(l->m, l->out, text),
                .spot = *s};
  vec_push(l->m, &l->duties, d);
}

uint32_t rem_as_expression(rem_lowering *l, const rem_value *v,
                           const rem_spot *s) {
  if (!v->is_constant)
    return v->expression;
  int64_t value = v->value;
  if (l->dead > 0 && (value < 0 || value > UINT32_MAX))
    value = 0;
  if (value < 0)
    rem_wrong_at(l->parser, s, "%lld is negative: integers have no sign here",
                 (long long)value);
  else if (value > UINT32_MAX)
    rem_wrong_at(l->parser, s, "%lld does not fit 32 bits", (long long)value);
  if (value < 0 || value > UINT32_MAX)
    value = 0;
  return prog_constant(l->m, l->out, rem_bits_for((uint64_t)value),
                       (uint32_t)value);
}

bool rem_must_be_bool(rem_lowering *l, const rem_value *v, const rem_spot *s) {
  if (v->type == REM_WRONG)
    return false;
  if (v->type == REM_BOOL && !v->is_whole)
    return true;
  return rem_wrong_at(l->parser, s, "%s where a condition should be",
                      v->is_whole ? "an array or structure" : "a number");
}

static rem_value both(rem_lowering *l, prog_op op, const rem_value *a,
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
                      rem_binary(l, op, 1, rem_as_expression(l, a, &nowhere),
                                 rem_as_expression(l, b, &nowhere)));
}

/* What follows matters only where 'v' is 'needed'. */
static void narrow(rem_lowering *l, const rem_value *v, bool needed) {
  if (v->is_constant)
    l->dead += (v->value != 0) != needed;
  else
    l->path =
        rem_and(l, l->path, needed ? v->expression : rem_not(l, v->expression));
}

/* && and ||: the right side is evaluated only if the left does not decide. */
static rem_value lower_shortcut(rem_lowering *l, const rem_expr *x) {
  assert(x->a < l->syntax->exprs.count);
  assert(x->b < l->syntax->exprs.count);
  rem_spot sa = l->syntax->exprs.at[x->a].spot;
  rem_spot sb = l->syntax->exprs.at[x->b].spot;
  uint32_t path = l->path, dead = l->dead;
  rem_value a = rem_lower(l, x->a);
  bool is_good = rem_must_be_bool(l, &a, &sa);
  if (is_good)
    narrow(l, &a, x->op == REM_AND);
  rem_value b = rem_lower(l, x->b);
  is_good &= rem_must_be_bool(l, &b, &sb);
  l->path = path;
  l->dead = dead;
  if (!is_good)
    return rem_wrong_value();
  return both(l, x->op == REM_AND ? PROG_AND : PROG_OR, &a, &b);
}

/* Joins the values above 'base' in pairs: no deep trees. */
static uint32_t join(rem_lowering *l, prog_op op, size_t base) {
  while (l->scratch.count > base + 1) {
    size_t to = base;
    for (size_t i = base; i < l->scratch.count; i += 2)
      l->scratch.at[to++] =
          i + 1 < l->scratch.count
              ? rem_binary(l, op, 1, l->scratch.at[i], l->scratch.at[i + 1])
              : l->scratch.at[i];
    l->scratch.count = to;
  }
  return vec_pop(&l->scratch);
}

static bool check_size(rem_lowering *l, const rem_spot *s) {
  if (l->out->expressions.count <= REM_MOST_EXPRESSIONS)
    return true;
  if (!l->too_large)
    rem_wrong_at(l->parser, s,
                 "the quantifiers unroll to more than %d operators",
                 (int)REM_MOST_EXPRESSIONS);
  l->too_large = true;
  return false;
}

static bool lower_instances(rem_lowering *l, const rem_expr *x, int64_t low,
                            int64_t high, rem_value *out) {
  assert(x->c < l->syntax->exprs.count);
  bool is_all = x->op == REM_FORALL;
  size_t base = l->scratch.count;
  rem_spot s = l->syntax->exprs.at[x->c].spot;
  *out = rem_constant_value(REM_BOOL, is_all);
  for (int64_t i = low; i <= high; i++) {
    progress_tick(l->clock);
    vec_last(&l->bound).value = i;
    rem_value v = rem_lower(l, x->c);
    if (!rem_must_be_bool(l, &v, &s) || !check_size(l, &s)) {
      l->scratch.count = base;
      return false;
    }
    narrow(l, &v, is_all);
    if (!v.is_constant)
      vec_push(l->m, &l->scratch, v.expression);
    else if ((v.value != 0) != is_all)
      *out = rem_constant_value(REM_BOOL, !is_all);
  }
  if (l->scratch.count == base)
    return true;
  uint32_t joined = join(l, is_all ? PROG_AND : PROG_OR, base);
  if ((out->value != 0) == is_all)
    *out = rem_computed(REM_BOOL, 1, joined);
  return true;
}

static rem_value lower_quantifier(rem_lowering *l, const rem_expr *x) {
  int64_t low, high;
  rem_value out;
  if (!rem_constant(l, x->a, &low) || !rem_constant(l, x->b, &high))
    return rem_wrong_value();
  if (high - low >= REM_MOST_UNROLLED) {
    rem_wrong_at(l->parser, &x->spot, "a quantifier over more than %d values",
                 (int)REM_MOST_UNROLLED);
    return rem_wrong_value();
  }
  uint32_t path = l->path, dead = l->dead;
  bool is_empty = high < low;
  rem_bound b = {.name = x->name};
  l->dead += is_empty; /* it must make sense nevertheless */
  vec_push(l->m, &l->bound, b);
  bool is_good = lower_instances(l, x, low, is_empty ? low : high, &out);
  l->bound.count--;
  l->path = path;
  l->dead = dead;
  if (!is_good)
    return rem_wrong_value();
  return is_empty ? rem_constant_value(REM_BOOL, x->op == REM_FORALL) : out;
}

static rem_value lower_name(rem_lowering *l, uint32_t e) {
  assert(e < l->syntax->exprs.count);
  rem_expr x = l->syntax->exprs.at[e];
  assert(x.a < l->syntax->parts.count);
  rem_part part = l->syntax->parts.at[x.a];
  rem_place place;
  if (!rem_is_constant_name(l, e))
    return rem_find_place(l, e, &place) ? rem_read_place(l, &place, &x.spot)
                                        : rem_wrong_value();
  if (part.indices > 0 || part.primes > 0) {
    rem_wrong_at(l->parser, &part.spot, "'%s' is a constant",
                 rem_word(l, part.name));
    return rem_wrong_value();
  }
  const rem_bound *b = rem_find_bound(l, part.name);
  if (b)
    return rem_constant_value(REM_INT, b->value);
  const rem_symbol *s = &l->table->symbols.at[rem_find_symbol(l, part.name)];
  rem_value v = rem_constant_value(REM_INT, s->value);
  if (s->kind == REM_S_ENUMERATOR) {
    v.type = REM_ENUM;
    v.tag = s->shape.tag;
  }
  return v;
}

static rem_value lower_operator(rem_lowering *l, const rem_expr *x) {
  assert(x->a < l->syntax->exprs.count);
  assert(x->b < l->syntax->exprs.count);
  rem_spot sa = l->syntax->exprs.at[x->a].spot;
  rem_spot sb = l->syntax->exprs.at[x->b].spot;
  rem_value a = rem_lower(l, x->a), b = rem_lower(l, x->b);
  if (a.type == REM_WRONG || b.type == REM_WRONG)
    return rem_wrong_value();
  bool is_bits =
      x->op == REM_BIT_AND || x->op == REM_BIT_OR || x->op == REM_BIT_XOR;
  if (x->op == REM_XOR || (is_bits && a.type == REM_BOOL && !a.is_whole)) {
    if (!rem_must_be_bool(l, &a, &sa) || !rem_must_be_bool(l, &b, &sb))
      return rem_wrong_value();
    return both(l,
                x->op == REM_BIT_AND  ? PROG_AND
                : x->op == REM_BIT_OR ? PROG_OR
                                      : PROG_XOR,
                &a, &b);
  }
  if (x->op >= REM_EQUAL && x->op <= REM_AT_LEAST)
    return rem_lower_comparison(l, x, &a, &b, &sa, &sb);
  return rem_lower_arithmetic(l, x, &a, &b, &sa, &sb);
}

rem_value rem_lower(rem_lowering *l, uint32_t e) {
  assert(e < l->syntax->exprs.count);
  rem_expr x = l->syntax->exprs.at[e];
  switch (x.op) {
  case REM_NUMBER:
    return rem_constant_value(REM_INT, x.value);
  case REM_TRUE:
  case REM_FALSE:
    return rem_constant_value(REM_BOOL, x.op == REM_TRUE);
  case REM_UNDEF:
    rem_wrong_at(l->parser, &x.spot,
                 "'undef' can only be all of what is assigned or given");
    return rem_wrong_value();
  case REM_REFERENCE:
    return lower_name(l, e);
  case REM_NOT: {
    rem_spot s = l->syntax->exprs.at[x.a].spot;
    rem_value v = rem_lower(l, x.a);
    if (!rem_must_be_bool(l, &v, &s))
      return rem_wrong_value();
    return v.is_constant ? rem_constant_value(REM_BOOL, !v.value)
                         : rem_computed(REM_BOOL, 1, rem_not(l, v.expression));
  }
  case REM_FORALL:
  case REM_EXISTS:
    return lower_quantifier(l, &x);
  case REM_AND:
  case REM_OR:
    return lower_shortcut(l, &x);
  default:
    return lower_operator(l, &x);
  }
}

uint32_t rem_condition(rem_lowering *l, uint32_t e) {
  assert(e < l->syntax->exprs.count);
  rem_spot s = l->syntax->exprs.at[e].spot;
  rem_value v = rem_lower(l, e);
  if (!rem_must_be_bool(l, &v, &s) || (v.is_constant && v.value != 0))
    return PROG_NONE;
  return rem_as_expression(l, &v, &s);
}
