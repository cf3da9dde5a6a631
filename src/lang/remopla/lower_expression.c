#include "lang/remopla/lower.h"

#include <stdarg.h>
#include <stdio.h>

/* Constants are calculated exactly, within these bounds. */
static const int64_t MOST_CONSTANT = INT64_C(1) << 40;

/* ---- Helpers --------------------------------------------------------- */

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

static rem_value constant(rem_type type, int64_t value) {
  return (rem_value){.type = type, .is_constant = true, .value = value};
}

static rem_value computed(rem_type type, uint32_t width, uint32_t expression) {
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

static bool must_be_number(rem_lowering *l, const rem_value *v,
                           const rem_spot *s) {
  if (v->type == REM_WRONG)
    return false;
  if ((v->type == REM_INT || v->type == REM_ENUM) && !v->is_whole)
    return true;
  return rem_wrong_at(l->parser, s, "%s where a number should be",
                      v->is_whole ? "an array or structure" : "a condition");
}

static uint32_t width_of(const rem_value *v) {
  if (!v->is_constant)
    return v->width;
  uint32_t bits = rem_bits_for(v->value < 0 ? 0 : (uint64_t)v->value);
  return bits < PROG_MOST_BITS ? bits : PROG_MOST_BITS;
}

/* ---- Constants ------------------------------------------------------- */

static bool calculate(rem_op op, int64_t a, int64_t b, int64_t *out) {
  switch (op) {
  case REM_PLUS:
    *out = a + b;
    return true;
  case REM_MINUS:
    *out = a - b;
    return true;
  case REM_TIMES:
    if (a > INT32_MAX || a < -INT32_MAX || b > INT32_MAX || b < -INT32_MAX)
      return false;
    *out = a * b;
    return true;
  case REM_OVER:
    *out = a / b;
    return true;
  case REM_MODULO:
    *out = a % b;
    return true;
  case REM_SHIFT_LEFT:
    if (a < 0 || b < 0 || b > 32 || a > INT32_MAX)
      return false;
    *out = (int64_t)((uint64_t)a << b);
    return true;
  case REM_SHIFT_RIGHT:
    if (a < 0 || b < 0)
      return false;
    *out = b > 62 ? 0 : a >> b;
    return true;
  case REM_BIT_AND:
    *out = (int64_t)((uint64_t)a & (uint64_t)b);
    return true;
  case REM_BIT_OR:
    *out = (int64_t)((uint64_t)a | (uint64_t)b);
    return true;
  default:
    *out = (int64_t)((uint64_t)a ^ (uint64_t)b);
    return true;
  }
}

static rem_value fold(rem_lowering *l, const rem_expr *x, int64_t a,
                      int64_t b) {
  int64_t out = 0;
  if (!calculate(x->op, a, b, &out) || out > MOST_CONSTANT ||
      out < -MOST_CONSTANT) {
    if (l->dead > 0)
      return constant(REM_INT, 0);
    rem_wrong_at(l->parser, &x->spot, "this constant is out of bounds");
    return rem_wrong_value();
  }
  return constant(REM_INT, out);
}

bool rem_constant(rem_lowering *l, uint32_t e, int64_t *out) {
  size_t duties = l->duties.count;
  rem_spot s = l->syntax->exprs.at[e].spot;
  rem_value v = rem_lower(l, e);
  if (v.type == REM_WRONG)
    return false;
  bool is_faulty = l->duties.count > duties;
  l->duties.count = duties;
  if (is_faulty)
    return rem_wrong_at(l->parser, &s, "a constant divided by 0");
  if (v.type == REM_BOOL || !v.is_constant)
    return rem_wrong_at(l->parser, &s, "this must be a constant number");
  *out = v.value;
  return true;
}

/* ---- Numbers --------------------------------------------------------- */

static prog_op arithmetic_op(rem_op op) {
  switch (op) {
  case REM_PLUS:
    return PROG_PLUS;
  case REM_MINUS:
    return PROG_MINUS;
  case REM_TIMES:
    return PROG_TIMES;
  case REM_OVER:
    return PROG_OVER;
  case REM_MODULO:
    return PROG_MODULO;
  case REM_SHIFT_LEFT:
    return PROG_SHIFT_LEFT;
  case REM_SHIFT_RIGHT:
    return PROG_SHIFT_RIGHT;
  case REM_BIT_AND:
    return PROG_BIT_AND;
  case REM_BIT_OR:
    return PROG_BIT_OR;
  default:
    return PROG_BIT_XOR;
  }
}

static void check_divisor(rem_lowering *l, const rem_value *v,
                          uint32_t expression, const rem_spot *s) {
  char text[128];
  if (v->is_constant && v->value != 0)
    return;
  uint32_t holds = PROG_NONE;
  if (!v->is_constant)
    holds = rem_binary(l, PROG_DIFFERS, 1, expression,
                       prog_constant(l->m, l->out, 1, 0));
  rem_copy_text(l, s, text, sizeof text);
  rem_add_duty(l, holds, s, "divisor %s is not 0", text);
}

static uint32_t result_width(const rem_lowering *l, rem_op op,
                             const rem_value *a, const rem_value *b) {
  uint32_t left = width_of(a), right = width_of(b);
  if (op == REM_SHIFT_LEFT && a->is_constant) {
    uint32_t usual = l->table->default_bits;
    return usual > left ? usual : usual ? left : PROG_MOST_BITS;
  }
  if (op == REM_SHIFT_LEFT || op == REM_SHIFT_RIGHT)
    return left;
  return left > right ? left : right;
}

static rem_value lower_arithmetic(rem_lowering *l, const rem_expr *x,
                                  const rem_value *a, const rem_value *b,
                                  const rem_spot *sa, const rem_spot *sb) {
  bool divides = x->op == REM_OVER || x->op == REM_MODULO;
  if (!must_be_number(l, a, sa) || !must_be_number(l, b, sb))
    return rem_wrong_value();
  if (a->is_constant && b->is_constant && !(divides && b->value == 0))
    return fold(l, x, a->value, b->value);
  uint32_t left = rem_as_expression(l, a, sa),
           right = rem_as_expression(l, b, sb);
  if (divides)
    check_divisor(l, b, right, sb);
  if (divides && b->is_constant && b->value == 0)
    return constant(REM_INT, 0);
  uint32_t width = result_width(l, x->op, a, b);
  return computed(REM_INT, width,
                  rem_binary(l, arithmetic_op(x->op), width, left, right));
}

static bool compare(rem_op op, int64_t a, int64_t b) {
  switch (op) {
  case REM_EQUAL:
    return a == b;
  case REM_DIFFERS:
    return a != b;
  case REM_LESS:
    return a < b;
  case REM_AT_MOST:
    return a <= b;
  case REM_GREATER:
    return a > b;
  default:
    return a >= b;
  }
}

static rem_value lower_comparison(rem_lowering *l, const rem_expr *x,
                                  const rem_value *a, const rem_value *b,
                                  const rem_spot *sa, const rem_spot *sb) {
  bool is_equality = x->op == REM_EQUAL || x->op == REM_DIFFERS;
  if (is_equality && a->type == REM_BOOL && !a->is_whole) {
    if (!rem_must_be_bool(l, b, sb))
      return rem_wrong_value();
  } else if (!must_be_number(l, a, sa) || !must_be_number(l, b, sb)) {
    return rem_wrong_value();
  } else if (a->type == REM_ENUM && b->type == REM_ENUM && a->tag != b->tag) {
    rem_wrong_at(l->parser, &x->spot, "values of two enumerations");
    return rem_wrong_value();
  }
  if (a->is_constant && b->is_constant)
    return constant(REM_BOOL, compare(x->op, a->value, b->value));
  uint32_t left = rem_as_expression(l, a, sa),
           right = rem_as_expression(l, b, sb);
  bool turned = x->op == REM_GREATER || x->op == REM_AT_LEAST;
  prog_op op = x->op == REM_EQUAL                          ? PROG_EQUAL
               : x->op == REM_DIFFERS                      ? PROG_DIFFERS
               : x->op == REM_LESS || x->op == REM_GREATER ? PROG_LESS
                                                           : PROG_AT_MOST;
  return computed(
      REM_BOOL, 1,
      rem_binary(l, op, 1, turned ? right : left, turned ? left : right));
}

/* ---- Booleans -------------------------------------------------------- */

static rem_value both(rem_lowering *l, prog_op op, const rem_value *a,
                      const rem_value *b) {
  rem_spot nowhere = {0};
  if (a->is_constant && b->is_constant) {
    bool x = a->value != 0, y = b->value != 0;
    return constant(REM_BOOL, op == PROG_AND  ? x && y
                              : op == PROG_OR ? x || y
                                              : x != y);
  }
  if (op != PROG_XOR && (a->is_constant || b->is_constant)) {
    const rem_value *fixed = a->is_constant ? a : b;
    const rem_value *other = a->is_constant ? b : a;
    bool decides = (fixed->value != 0) == (op == PROG_OR);
    return decides ? constant(REM_BOOL, fixed->value) : *other;
  }
  return computed(REM_BOOL, 1,
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

/* ---- Quantifiers ----------------------------------------------------- */

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
  bool is_all = x->op == REM_FORALL;
  size_t base = l->scratch.count;
  rem_spot s = l->syntax->exprs.at[x->c].spot;
  *out = constant(REM_BOOL, is_all);
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
      *out = constant(REM_BOOL, !is_all);
  }
  if (l->scratch.count == base)
    return true;
  uint32_t joined = join(l, is_all ? PROG_AND : PROG_OR, base);
  if ((out->value != 0) == is_all)
    *out = computed(REM_BOOL, 1, joined);
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
  return is_empty ? constant(REM_BOOL, x->op == REM_FORALL) : out;
}

/* ---- All ------------------------------------------------------------- */

static rem_value lower_name(rem_lowering *l, uint32_t e) {
  rem_expr x = l->syntax->exprs.at[e];
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
    return constant(REM_INT, b->value);
  const rem_symbol *s = &l->table->symbols.at[rem_find_symbol(l, part.name)];
  rem_value v = constant(REM_INT, s->value);
  if (s->kind == REM_S_ENUMERATOR) {
    v.type = REM_ENUM;
    v.tag = s->shape.tag;
  }
  return v;
}

static rem_value lower_operator(rem_lowering *l, const rem_expr *x) {
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
    return lower_comparison(l, x, &a, &b, &sa, &sb);
  return lower_arithmetic(l, x, &a, &b, &sa, &sb);
}

rem_value rem_lower(rem_lowering *l, uint32_t e) {
  rem_expr x = l->syntax->exprs.at[e];
  switch (x.op) {
  case REM_NUMBER:
    return constant(REM_INT, x.value);
  case REM_TRUE:
  case REM_FALSE:
    return constant(REM_BOOL, x.op == REM_TRUE);
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
    return v.is_constant ? constant(REM_BOOL, !v.value)
                         : computed(REM_BOOL, 1, rem_not(l, v.expression));
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
  rem_spot s = l->syntax->exprs.at[e].spot;
  rem_value v = rem_lower(l, e);
  if (!rem_must_be_bool(l, &v, &s) || (v.is_constant && v.value != 0))
    return PROG_NONE;
  return rem_as_expression(l, &v, &s);
}
