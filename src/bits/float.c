/* Numbers of IEEE 754, by the machine's own arithmetic. */
#include "bits/bits.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Each operation is rounded to its own format. */
static_assert(FLT_EVAL_METHOD == 0, "arithmetic has more bits than its type");
static_assert(sizeof(float) == 4 && sizeof(double) == 8 && FLT_RADIX == 2,
              "float and double are not those of IEEE 754");

static float float_of(uint64_t bits) {
  uint32_t word = (uint32_t)bits;
  float x;
  memcpy(&x, &word, sizeof x);
  return x;
}

static double double_of(uint64_t bits) {
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

static uint64_t bits_of_float(float x) {
  uint32_t word;
  memcpy(&word, &x, sizeof word);
  return isnan(x) ? bits_no_number(32) : word;
}

static uint64_t bits_of_double(double x) {
  uint64_t word;
  memcpy(&word, &x, sizeof word);
  return isnan(x) ? bits_no_number(64) : word;
}

/* Every number of 32 bits is one of 64. */
static double value_of(unsigned width, uint64_t bits) {
  assert(width == 32 || width == 64);
  return width == 32 ? (double)float_of(bits) : double_of(bits);
}

static uint64_t with_32_bits(bits_op op, float a, float b) {
  switch (op) {
  case BITS_FADD:
    return bits_of_float(a + b);
  case BITS_FSUB:
    return bits_of_float(a - b);
  case BITS_FMUL:
    return bits_of_float(a * b);
  case BITS_FDIV:
    return bits_of_float(a / b);
  default:
    assert(op == BITS_FREM);
    return bits_of_float(fmodf(a, b));
  }
}

static uint64_t with_64_bits(bits_op op, double a, double b) {
  switch (op) {
  case BITS_FADD:
    return bits_of_double(a + b);
  case BITS_FSUB:
    return bits_of_double(a - b);
  case BITS_FMUL:
    return bits_of_double(a * b);
  case BITS_FDIV:
    return bits_of_double(a / b);
  default:
    assert(op == BITS_FREM);
    return bits_of_double(fmod(a, b));
  }
}

static uint64_t saturated(unsigned width, double x) {
  uint64_t least = UINT64_C(1) << (width - 1);
  double bound = (double)least;
  if (isnan(x))
    return 0;
  if (x >= bound)
    return least - 1;
  return x < -bound ? least : (uint64_t)(int64_t)x;
}

static bool comparison(bits_op op, double a, double b) {
  return op == BITS_FEQ ? a == b : op == BITS_FLT ? a < b : a <= b;
}

uint64_t bits_apply_float(bits_op op, unsigned width, unsigned from, uint64_t a,
                          uint64_t b) {
  assert(bits_is_float(op));
  switch (op) {
  case BITS_FEQ:
  case BITS_FLT:
  case BITS_FLE:
    return comparison(op, value_of(from, a), value_of(from, b));
  case BITS_TO_SIGNED:
    return saturated(width, value_of(from, a));
  case BITS_FROM_SIGNED:
    return width == 32 ? bits_of_float((float)bits_signed(a, from))
                       : bits_of_double((double)bits_signed(a, from));
  case BITS_FRESIZE:
    return width == 32 ? bits_of_float((float)value_of(from, a))
                       : bits_of_double(value_of(from, a));
  default:
    return width == 32 ? with_32_bits(op, float_of(a), float_of(b))
                       : with_64_bits(op, double_of(a), double_of(b));
  }
}
