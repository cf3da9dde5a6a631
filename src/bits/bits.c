#include "bits/bits.h"

#include <assert.h>
#include <string.h>

static const char *const op_names[BITS_OP_COUNT] = {
    [BITS_ADD] = "add",
    [BITS_SUB] = "sub",
    [BITS_MUL] = "mul",
    [BITS_UDIV] = "udiv",
    [BITS_SDIV] = "sdiv",
    [BITS_UREM] = "urem",
    [BITS_SREM] = "srem",
    [BITS_AND] = "and",
    [BITS_OR] = "or",
    [BITS_XOR] = "xor",
    [BITS_SHL] = "shl",
    [BITS_LSHR] = "lshr",
    [BITS_ASHR] = "ashr",
    [BITS_EQ] = "eq",
    [BITS_ULT] = "ult",
    [BITS_ULE] = "ule",
    [BITS_SLT] = "slt",
    [BITS_SLE] = "sle",
    [BITS_ITE] = "ite",
    [BITS_ZEXT] = "zext",
    [BITS_SEXT] = "sext",
    [BITS_TRUNC] = "trunc",
    [BITS_CONCAT] = "concat",
    [BITS_NOT] = "not",
    [BITS_FADD] = "fadd",
    [BITS_FSUB] = "fsub",
    [BITS_FMUL] = "fmul",
    [BITS_FDIV] = "fdiv",
    [BITS_FREM] = "frem",
    [BITS_FEQ] = "feq",
    [BITS_FLT] = "flt",
    [BITS_FLE] = "fle",
    [BITS_FROM_SIGNED] = "fromsigned",
    [BITS_TO_SIGNED] = "tosigned",
    [BITS_FRESIZE] = "fresize"};

const char *bits_name(bits_op op) {
  assert(op < BITS_OP_COUNT);
  return op_names[op];
}

bits_op bits_find(const char *name) {
  int op = 0;
  while (op < BITS_OP_COUNT && strcmp(op_names[op], name) != 0)
    op++;
  return (bits_op)op;
}

unsigned bits_operands(bits_op op) {
  assert(op < BITS_OP_COUNT);
  switch (op) {
  case BITS_ZEXT:
  case BITS_SEXT:
  case BITS_TRUNC:
  case BITS_NOT:
  case BITS_FROM_SIGNED:
  case BITS_TO_SIGNED:
  case BITS_FRESIZE:
    return 1;
  case BITS_ITE:
    return 3;
  default:
    return 2;
  }
}

/* INT64_MIN / -1 overflows in C; as words it is the negation. */
static uint64_t divide(unsigned width, uint64_t a, uint64_t b) {
  int64_t x = bits_signed(a, width), y = bits_signed(b, width);
  if (y == 0)
    return x < 0 ? 1 : UINT64_MAX;
  return y == -1 ? 0 - a : (uint64_t)(x / y);
}

static uint64_t remainder_of(unsigned width, uint64_t a, uint64_t b) {
  int64_t x = bits_signed(a, width), y = bits_signed(b, width);
  if (y == 0)
    return a;
  return y == -1 ? 0 : (uint64_t)(x % y);
}

static uint64_t shift(bits_op op, unsigned width, uint64_t a, uint64_t b) {
  bool negative = bits_signed(a, width) < 0;
  if (b >= width)
    return op == BITS_ASHR && negative ? UINT64_MAX : 0;
  if (op == BITS_SHL)
    return a << b;
  return op == BITS_LSHR ? a >> b : (uint64_t)(bits_signed(a, width) >> b);
}

static uint64_t apply(bits_op op, unsigned width, unsigned from, uint64_t a,
                      uint64_t b, uint64_t c) {
  switch (op) {
  case BITS_ADD:
    return a + b;
  case BITS_SUB:
    return a - b;
  case BITS_MUL:
    return a * b;
  case BITS_UDIV:
    return b ? a / b : UINT64_MAX;
  case BITS_SDIV:
    return divide(width, a, b);
  case BITS_UREM:
    return b ? a % b : a;
  case BITS_SREM:
    return remainder_of(width, a, b);
  case BITS_AND:
    return a & b;
  case BITS_OR:
    return a | b;
  case BITS_XOR:
    return a ^ b;
  case BITS_SHL:
  case BITS_LSHR:
  case BITS_ASHR:
    return shift(op, width, a, b);
  case BITS_EQ:
    return a == b;
  case BITS_ULT:
    return a < b;
  case BITS_ULE:
    return a <= b;
  case BITS_SLT:
    return bits_signed(a, from) < bits_signed(b, from);
  case BITS_SLE:
    return bits_signed(a, from) <= bits_signed(b, from);
  case BITS_ITE:
    return a ? b : c;
  case BITS_ZEXT:
  case BITS_TRUNC:
    return a;
  case BITS_SEXT:
    return (uint64_t)bits_signed(a, from);
  case BITS_CONCAT:
    return a << from | b;
  case BITS_NOT:
    return ~a;
  default:
    assert(bits_is_float(op));
    return bits_apply_float(op, width, from, a, b);
  }
}

uint64_t bits_apply(bits_op op, unsigned width, unsigned from, uint64_t a,
                    uint64_t b, uint64_t c) {
  return bits_cut(apply(op, width, from, a, b, c), width);
}
