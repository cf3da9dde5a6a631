/* Operators on words of 1 to 64 bits, and what they mean.
 *
 * A word is kept in a uint64_t whose bits beyond its width are 0: that is the
 * one invariant. A width of 1 is also a truth value. Control-flow automata and
 * the solver's terms are made of the same operators; their meaning stands here
 * once, and the tests compare it with compiled programs and with Z3. */
#ifndef BITS_BITS_H
#define BITS_BITS_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

enum { BITS_MOST = 64 };

/* 'a', 'b', 'c' are the operands. Unless said otherwise the operands have the
 * width of the result. */
typedef enum bits_op {
  BITS_ADD,
  BITS_SUB,
  BITS_MUL,
  BITS_UDIV, /* by 0: all ones, as in SMT-LIB; callers that mean C must not ask
              */
  BITS_SDIV, /* by 0: 1 if a < 0, else all ones; INT_MIN / -1 is INT_MIN */
  BITS_UREM, /* by 0: a */
  BITS_SREM, /* by 0: a; the sign is that of a */
  BITS_AND,
  BITS_OR,
  BITS_XOR,
  BITS_SHL,  /* by the width or more: 0 */
  BITS_LSHR, /* by the width or more: 0 */
  BITS_ASHR, /* by the width or more: 0 or all ones */
  /* result: one bit; operands of one common width */
  BITS_EQ,
  BITS_ULT,
  BITS_ULE,
  BITS_SLT,
  BITS_SLE,
  /* b or c, as a (one bit) says */
  BITS_ITE,
  /* one operand of another width */
  BITS_ZEXT,
  BITS_SEXT,
  BITS_TRUNC,
  /* the width of the result is that of a plus that of b; a is the high part */
  BITS_CONCAT,
  BITS_NOT, /* each bit */
  /* Words of 32 or 64 bits as numbers of IEEE 754 (binary32, binary64), rounded
   * to the nearest, ties to even. What is no number has one form as a result:
   * its sign clear, of its fraction the first bit set. */
  BITS_FADD,
  BITS_FSUB,
  BITS_FMUL,
  BITS_FDIV,
  BITS_FREM, /* what is left of a, with the sign of a, when the quotient is
                rounded towards zero */
  /* result: one bit; false if one is no number; 0 and -0 are equal */
  BITS_FEQ,
  BITS_FLT,
  BITS_FLE,
  /* one operand, of another width perhaps */
  BITS_FROM_SIGNED, /* of a word of any width: a number with a sign */
  BITS_TO_SIGNED,   /* rounded towards zero; the nearest that there is, where it
                       does not fit; what is no number: 0 */
  BITS_FRESIZE,     /* from 32 to 64 bits or back */
  BITS_OP_COUNT
} bits_op;

/* "add", "sub", ...: for texts that people and programs read. */
const char *bits_name(bits_op op);
/* BITS_OP_COUNT: there is none of that name. */
bits_op bits_find(const char *name);
/* Is an operand or the result a number of IEEE 754? */
static inline bool bits_is_float(bits_op op) {
  return op >= BITS_FADD && op < BITS_OP_COUNT;
}
/* Does it compare, with a result of one bit? */
static inline bool bits_compares(bits_op op) {
  return (op >= BITS_EQ && op <= BITS_SLE) ||
         (op >= BITS_FEQ && op <= BITS_FLE);
}
/* What is no number, as a result of 32 or 64 bits. */
static inline uint64_t bits_no_number(unsigned width) {
  assert(width == 32 || width == 64);
  return width == 32 ? UINT64_C(0x7fc00000) : UINT64_C(0x7ff8) << 48;
}
/* 1, 2 or 3. */
unsigned bits_operands(bits_op op);

static inline uint64_t bits_mask(unsigned width) {
  return width >= 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
}
static inline uint64_t bits_cut(uint64_t x, unsigned width) {
  return x & bits_mask(width);
}
/* As a number with a sign. */
static inline int64_t bits_signed(uint64_t x, unsigned width) {
  assert(width >= 1 && width <= BITS_MOST);
  unsigned spare = 64 - width;
  return (int64_t)(x << spare) >> spare;
}

/* Of those that bits_is_float; as bits_apply. */
uint64_t bits_apply_float(bits_op op, unsigned width, unsigned from, uint64_t a,
                          uint64_t b);
/* 'width' is that of the result, 'from' that of operand a (for CONCAT: of b;
 * for comparisons: of both operands; else ignored). */
uint64_t bits_apply(bits_op op, unsigned width, unsigned from, uint64_t a,
                    uint64_t b, uint64_t c);

#endif
