/* Arithmetic and comparisons, of constants and of what is not known yet. */
#include "lang/remopla/lower.h"

#include "base/mutant.h"

#include <assert.h>

/* Constants are calculated exactly, within these bounds. */
static const int64_t MOST_CONSTANT = INT64_C(1) << 40;

static bool must_be_number(rem_lowering *lowering, const rem_value *value,
                           const rem_spot *spot) {
  if (value->type == REM_WRONG)
    return false;
  if ((value->type == REM_INT || value->type == REM_ENUM) && !value->is_whole)
    return true;
  return rem_wrong_at(lowering->parser, spot, "%s where a number should be",
                      value->is_whole ? "an array or structure"
                                      : "a condition");
}

static uint32_t width_of(const rem_value *value) {
  if (!value->is_constant)
    return value->width;
  uint32_t bits = rem_bits_for(value->value < 0 ? 0 : (uint64_t)value->value);
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

static rem_value fold(rem_lowering *lowering, const rem_expr *expr, int64_t a,
                      int64_t b) {
  int64_t out = 0;
  if (!calculate(expr->op, a, b, &out) || out > MOST_CONSTANT ||
      out < -MOST_CONSTANT) {
    if (lowering->dead > 0)
      return rem_constant_value(REM_INT, 0);
    rem_wrong_at(lowering->parser, &expr->spot,
                 "this constant is out of bounds");
    return rem_wrong_value();
  }
  return rem_constant_value(REM_INT, out);
}

bool rem_constant(rem_lowering *lowering, uint32_t e, int64_t *out) {
  assert(e < lowering->syntax->exprs.count);
  size_t duties = lowering->duties.count;
  rem_spot spot = lowering->syntax->exprs.at[e].spot;
  rem_value value = rem_lower(lowering, e);
  if (value.type == REM_WRONG)
    return false;
  bool is_faulty = lowering->duties.count > duties;
  lowering->duties.count = duties;
  if (is_faulty)
    return rem_wrong_at(lowering->parser, &spot, "a constant divided by 0");
  if (value.type == REM_BOOL || !value.is_constant)
    return rem_wrong_at(lowering->parser, &spot,
                        "this must be a constant number");
  *out = value.value;
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

static void check_divisor(rem_lowering *lowering, const rem_value *value,
                          uint32_t expression, const rem_spot *spot) {
  char text[128];
  if (value->is_constant && value->value != 0)
    return;
  uint32_t holds = PROG_NONE;
  if (!value->is_constant)
    holds = rem_binary(lowering, PROG_DIFFERS, 1, expression,
                       prog_constant(lowering->m, lowering->out, 1, 0));
  rem_copy_text(lowering, spot, text, sizeof text);
  rem_add_duty(lowering, holds, spot, "divisor %s is not 0", text);
}

static uint32_t result_width(const rem_lowering *lowering, rem_op op,
                             const rem_value *a, const rem_value *b) {
  uint32_t left = width_of(a), right = width_of(b);
  if (op == REM_SHIFT_LEFT && a->is_constant) {
    uint32_t usual = lowering->table->default_bits;
    return usual > left ? usual : usual ? left : PROG_MOST_BITS;
  }
  if (op == REM_SHIFT_LEFT || op == REM_SHIFT_RIGHT)
    return left;
  return left > right ? left : right;
}

rem_value rem_lower_arithmetic(rem_lowering *lowering, const rem_expr *expr,
                               const rem_value *a, const rem_value *b,
                               const rem_spot *sa, const rem_spot *sb) {
  bool divides = expr->op == REM_OVER || expr->op == REM_MODULO;
  if (!must_be_number(lowering, a, sa) || !must_be_number(lowering, b, sb))
    return rem_wrong_value();
  if (a->is_constant && b->is_constant && !(divides && b->value == 0))
    return fold(lowering, expr, a->value, b->value);
  uint32_t left = rem_as_expression(lowering, a, sa),
           right = rem_as_expression(lowering, b, sb);
  if (divides)
    check_divisor(lowering, b, right, sb);
  if (divides && a->is_constant && b->is_constant)
    return rem_constant_value(REM_INT, 0);
  uint32_t width = result_width(lowering, expr->op, a, b);
  return rem_computed(
      REM_INT, width,
      rem_binary(lowering, arithmetic_op(expr->op), width, left, right));
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

rem_value rem_lower_comparison(rem_lowering *lowering, const rem_expr *expr,
                               const rem_value *a, const rem_value *b,
                               const rem_spot *sa, const rem_spot *sb) {
  bool is_equality = expr->op == REM_EQUAL || expr->op == REM_DIFFERS;
  if (is_equality && a->type == REM_BOOL && !a->is_whole) {
    if (!rem_must_be_bool(lowering, b, sb))
      return rem_wrong_value();
  } else if (!must_be_number(lowering, a, sa) ||
             !must_be_number(lowering, b, sb)) {
    return rem_wrong_value();
  } else if (a->type == REM_ENUM && b->type == REM_ENUM && a->tag != b->tag) {
    rem_wrong_at(lowering->parser, &expr->spot, "values of two enumerations");
    return rem_wrong_value();
  }
  if (a->is_constant && b->is_constant)
    return rem_constant_value(REM_BOOL, compare(expr->op, a->value, b->value));
  uint32_t left = rem_as_expression(lowering, a, sa),
           right = rem_as_expression(lowering, b, sb);
  bool turned = expr->op == REM_GREATER ||
                (expr->op == REM_AT_LEAST && !MUTANT("rem-at-least-turned"));
  prog_op op = expr->op == REM_EQUAL                             ? PROG_EQUAL
               : expr->op == REM_DIFFERS                         ? PROG_DIFFERS
               : expr->op == REM_LESS || expr->op == REM_GREATER ? PROG_LESS
                                                                 : PROG_AT_MOST;
  return rem_computed(REM_BOOL, 1,
                      rem_binary(lowering, op, 1, turned ? right : left,
                                 turned ? left : right));
}
