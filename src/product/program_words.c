#include "product/program_words.h"

#include <assert.h>

word word_constant(uint32_t width, uint32_t value) {
  word out = {.width = width};
  for (uint32_t i = 0; i < width; i++)
    out.bit[i] = value >> i & 1 ? DD_TRUE : DD_FALSE;
  return out;
}

word word_widen(const word *a, uint32_t width) {
  word out = {.width = width}; /* zeroed: DD_FALSE */
  for (uint32_t i = 0; i < width && i < a->width; i++)
    out.bit[i] = a->bit[i];
  return out;
}

static uint32_t wider(const word *a, const word *b) {
  return a->width > b->width ? a->width : b->width;
}

word word_if(dds *d, dd condition, const word *yes, const word *no) {
  word a = word_widen(yes, wider(yes, no)), b = word_widen(no, a.width);
  for (uint32_t i = 0; i < a.width; i++)
    a.bit[i] = dd_if(d, condition, a.bit[i], b.bit[i]);
  return a;
}

dd word_equal(dds *d, const word *a, const word *b) {
  word x = word_widen(a, wider(a, b)), y = word_widen(b, x.width);
  dd same = DD_TRUE;
  for (uint32_t i = x.width; i-- > 0 && same != DD_FALSE;)
    same = dd_and(d, same, dd_iff(d, x.bit[i], y.bit[i]));
  return same;
}

dd word_is(dds *d, const word *a, uint32_t value) {
  if (a->width < PROG_MOST_BITS && value >> a->width)
    return DD_FALSE;
  dd same = DD_TRUE;
  for (uint32_t i = a->width; i-- > 0 && same != DD_FALSE;)
    same = value >> i & 1 ? dd_and(d, same, a->bit[i])
                          : dd_minus(d, same, a->bit[i]);
  return same;
}

/* From the least bit on: the highest bit that differs decides. */
dd word_less(dds *d, const word *a, const word *b) {
  word x = word_widen(a, wider(a, b)), y = word_widen(b, x.width);
  dd less = DD_FALSE;
  for (uint32_t i = 0; i < x.width; i++)
    less = dd_if(d, dd_xor(d, x.bit[i], y.bit[i]), y.bit[i], less);
  return less;
}

/* a + b + carry, all of one width. */
static word sum(dds *d, const word *a, const word *b, dd carry) {
  word out = {.width = a->width};
  for (uint32_t i = 0; i < a->width; i++) {
    dd one = dd_xor(d, a->bit[i], b->bit[i]);
    out.bit[i] = dd_xor(d, one, carry);
    carry = dd_if(d, one, carry, a->bit[i]);
  }
  return out;
}

static word inverted(dds *d, const word *a) {
  word out = {.width = a->width};
  for (uint32_t i = 0; i < a->width; i++)
    out.bit[i] = dd_not(d, a->bit[i]);
  return out;
}

static word difference(dds *d, const word *a, const word *b) {
  word c = inverted(d, b);
  return sum(d, a, &c, DD_TRUE);
}

static word product(dds *d, const word *a, const word *b) {
  word out = word_constant(a->width, 0);
  for (uint32_t i = 0; i < a->width; i++) {
    word line = {.width = a->width};
    for (uint32_t j = i; j < a->width; j++)
      line.bit[j] = dd_and(d, b->bit[i], a->bit[j - i]);
    out = sum(d, &out, &line, DD_FALSE);
  }
  return out;
}

/* Long division, bit by bit; by 0 both are 0. */
static word divided(dds *d, const word *a, const word *b, bool is_modulo) {
  uint32_t width = wider(a, b);
  word quotient = word_constant(width, 0), x = word_widen(a, width);
  word rest = word_constant(width + 1, 0), y = word_widen(b, width + 1);
  for (uint32_t i = width; i-- > 0;) {
    for (uint32_t j = width; j > 0; j--)
      rest.bit[j] = rest.bit[j - 1];
    rest.bit[0] = x.bit[i];
    dd fits = dd_not(d, word_less(d, &rest, &y));
    word less = difference(d, &rest, &y);
    rest = word_if(d, fits, &less, &rest);
    quotient.bit[i] = fits;
  }
  word zero = word_constant(width, 0);
  word out = word_widen(is_modulo ? &rest : &quotient, width);
  return word_if(d, word_is(d, b, 0), &zero, &out);
}

/* Moved by each power of two that is in 'b'. */
static word shifted(dds *d, const word *a, const word *b, bool is_left) {
  word out = *a;
  for (uint32_t k = 0; k < b->width; k++) {
    word moved = {.width = out.width};
    uint32_t by = k < 6 ? 1U << k : PROG_MOST_BITS + 1;
    for (uint32_t i = 0; i < out.width; i++)
      if (is_left && i >= by)
        moved.bit[i] = out.bit[i - by];
      else if (!is_left && by < out.width - i)
        moved.bit[i] = out.bit[i + by];
    out = word_if(d, b->bit[k], &moved, &out);
  }
  return out;
}

static dd of_bits(dds *d, prog_op op, dd a, dd b) {
  switch (op) {
  case PROG_AND:
  case PROG_BIT_AND:
    return dd_and(d, a, b);
  case PROG_OR:
  case PROG_BIT_OR:
    return dd_or(d, a, b);
  case PROG_IMPLIES:
    return dd_if(d, a, b, DD_TRUE);
  default:
    assert(op == PROG_XOR || op == PROG_BIT_XOR);
    return dd_xor(d, a, b);
  }
}

static word bit_by_bit(dds *d, prog_op op, const word *a, const word *b) {
  word out = {.width = a->width};
  for (uint32_t i = 0; i < a->width; i++)
    out.bit[i] = of_bits(d, op, a->bit[i], b->bit[i]);
  return out;
}

static word compared(dds *d, prog_op op, const word *a, const word *b) {
  word out = {.width = 1};
  if (op == PROG_EQUAL)
    out.bit[0] = word_equal(d, a, b);
  else if (op == PROG_DIFFERS)
    out.bit[0] = dd_not(d, word_equal(d, a, b));
  else if (op == PROG_LESS)
    out.bit[0] = word_less(d, a, b);
  else
    out.bit[0] = dd_not(d, word_less(d, b, a));
  return out;
}

word word_operator(dds *d, prog_op op, uint32_t width, const word *a,
                   const word *b) {
  word x = word_widen(a, width), y = word_widen(b, width), out = {0};
  switch (op) {
  case PROG_EQUAL:
  case PROG_DIFFERS:
  case PROG_LESS:
  case PROG_AT_MOST:
    out = compared(d, op, a, b);
    break;
  case PROG_PLUS:
    out = sum(d, &x, &y, DD_FALSE);
    break;
  case PROG_MINUS:
    out = difference(d, &x, &y);
    break;
  case PROG_TIMES:
    out = product(d, &x, &y);
    break;
  case PROG_OVER:
  case PROG_MODULO:
    out = divided(d, a, b, op == PROG_MODULO);
    break;
  case PROG_SHIFT_LEFT:
    out = shifted(d, &x, b, true);
    break;
  case PROG_SHIFT_RIGHT:
    out = shifted(d, a, b, false);
    break;
  default:
    out = bit_by_bit(d, op, &x, &y);
  }
  return word_widen(&out, width);
}
