/* Arithmetic and comparisons, of constants and of what is not known yet. */
#include "lang/remopla/lower.h"

#include "base/mutant.h"

#include <assert.h>

/* Constants are calculated exactly, within these bounds. */
static const int64_t MOST_CONSTANT = INT64_C(1) << 40;

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
      return rem_constant_value(REM_INT, 0);
    rem_wrong_at(l->parser, &x->spot, "this constant is out of bounds");
    return rem_wrong_value();
  }
  return rem_constant_value(REM_INT, out);
}

bool rem_constant(rem_lowering *l, uint32_t e, int64_t *out) {
  assert(e < l->syntax->exprs.count);
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

rem_value rem_lower_arithmetic(rem_lowering *l, const rem_expr *x,
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
  if (divides && a->is_constant && b->is_constant)
    return rem_constant_value(REM_INT, 0);
  uint32_t width = result_width(l, x->op, a, b);
  return rem_computed(REM_INT, width,
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

rem_value rem_lower_comparison(rem_lowering *l, const rem_expr *x,
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
    return rem_constant_value(REM_BOOL, compare(x->op, a->value, b->value));
  uint32_t left = rem_as_expression(l, a, sa),
           right = rem_as_expression(l, b, sb);
  bool turned = x->op == REM_GREATER ||
                (x->op == REM_AT_LEAST && !MUTANT("rem-at-least-turned"));
  prog_op op = x->op == REM_EQUAL                          ? PROG_EQUAL
               : x->op == REM_DIFFERS                      ? PROG_DIFFERS
               : x->op == REM_LESS || x->op == REM_GREATER ? PROG_LESS
                                                           : PROG_AT_MOST;
  return rem_computed(
      REM_BOOL, 1,
      rem_binary(l, op, 1, turned ? right : left, turned ? left : right));
}
