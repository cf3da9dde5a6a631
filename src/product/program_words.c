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

word word_if(dds *diagrams, dd condition, const word *yes, const word *no) {
  word a = word_widen(yes, wider(yes, no)), b = word_widen(no, a.width);
  for (uint32_t i = 0; i < a.width; i++)
    a.bit[i] = dd_if(diagrams, condition, a.bit[i], b.bit[i]);
  return a;
}

dd word_equal(dds *diagrams, const word *a, const word *b) {
  word x = word_widen(a, wider(a, b)), y = word_widen(b, x.width);
  dd same = DD_TRUE;
  for (uint32_t i = x.width; i-- > 0 && same != DD_FALSE;)
    same = dd_and(diagrams, same, dd_iff(diagrams, x.bit[i], y.bit[i]));
  return same;
}

dd word_is(dds *diagrams, const word *a, uint32_t value) {
  if (a->width < PROG_MOST_BITS && value >> a->width)
    return DD_FALSE;
  dd same = DD_TRUE;
  for (uint32_t i = a->width; i-- > 0 && same != DD_FALSE;)
    same = value >> i & 1 ? dd_and(diagrams, same, a->bit[i])
                          : dd_minus(diagrams, same, a->bit[i]);
  return same;
}

/* From the least bit on: the highest bit that differs decides. */
dd word_less(dds *diagrams, const word *a, const word *b) {
  word x = word_widen(a, wider(a, b)), y = word_widen(b, x.width);
  dd less = DD_FALSE;
  for (uint32_t i = 0; i < x.width; i++)
    less =
        dd_if(diagrams, dd_xor(diagrams, x.bit[i], y.bit[i]), y.bit[i], less);
  return less;
}

/* a + b + carry, all of one width. */
static word sum(dds *diagrams, const word *a, const word *b, dd carry) {
  word out = {.width = a->width};
  for (uint32_t i = 0; i < a->width; i++) {
    dd one = dd_xor(diagrams, a->bit[i], b->bit[i]);
    out.bit[i] = dd_xor(diagrams, one, carry);
    carry = dd_if(diagrams, one, carry, a->bit[i]);
  }
  return out;
}

static word inverted(dds *diagrams, const word *a) {
  word out = {.width = a->width};
  for (uint32_t i = 0; i < a->width; i++)
    out.bit[i] = dd_not(diagrams, a->bit[i]);
  return out;
}

static word difference(dds *diagrams, const word *a, const word *b) {
  word c = inverted(diagrams, b);
  return sum(diagrams, a, &c, DD_TRUE);
}

static word product(dds *diagrams, const word *a, const word *b) {
  word out = word_constant(a->width, 0);
  for (uint32_t i = 0; i < a->width; i++) {
    word line = {.width = a->width};
    for (uint32_t j = i; j < a->width; j++)
      line.bit[j] = dd_and(diagrams, b->bit[i], a->bit[j - i]);
    out = sum(diagrams, &out, &line, DD_FALSE);
  }
  return out;
}

/* Long division, bit by bit; by 0 both are 0. */
static word divided(dds *diagrams, const word *a, const word *b,
                    bool is_modulo) {
  uint32_t width = wider(a, b);
  word quotient = word_constant(width, 0), x = word_widen(a, width);
  word rest = word_constant(width + 1, 0), y = word_widen(b, width + 1);
  for (uint32_t i = width; i-- > 0;) {
    for (uint32_t j = width; j > 0; j--)
      rest.bit[j] = rest.bit[j - 1];
    rest.bit[0] = x.bit[i];
    dd fits = dd_not(diagrams, word_less(diagrams, &rest, &y));
    word less = difference(diagrams, &rest, &y);
    rest = word_if(diagrams, fits, &less, &rest);
    quotient.bit[i] = fits;
  }
  word zero = word_constant(width, 0);
  word out = word_widen(is_modulo ? &rest : &quotient, width);
  return word_if(diagrams, word_is(diagrams, b, 0), &zero, &out);
}

/* Moved by each power of two that is in 'b'. */
static word shifted(dds *diagrams, const word *a, const word *b, bool is_left) {
  word out = *a;
  for (uint32_t k = 0; k < b->width; k++) {
    word moved = {.width = out.width};
    uint32_t by = k < 6 ? 1U << k : PROG_MOST_BITS + 1;
    for (uint32_t i = 0; i < out.width; i++)
      if (is_left && i >= by)
        moved.bit[i] = out.bit[i - by];
      else if (!is_left && by < out.width - i)
        moved.bit[i] = out.bit[i + by];
    out = word_if(diagrams, b->bit[k], &moved, &out);
  }
  return out;
}

static dd of_bits(dds *diagrams, prog_op op, dd a, dd b) {
  switch (op) {
  case PROG_AND:
  case PROG_BIT_AND:
    return dd_and(diagrams, a, b);
  case PROG_OR:
  case PROG_BIT_OR:
    return dd_or(diagrams, a, b);
  case PROG_IMPLIES:
    return dd_if(diagrams, a, b, DD_TRUE);
  default:
    assert(op == PROG_XOR || op == PROG_BIT_XOR);
    return dd_xor(diagrams, a, b);
  }
}

static word bit_by_bit(dds *diagrams, prog_op op, const word *a,
                       const word *b) {
  word out = {.width = a->width};
  for (uint32_t i = 0; i < a->width; i++)
    out.bit[i] = of_bits(diagrams, op, a->bit[i], b->bit[i]);
  return out;
}

static word compared(dds *diagrams, prog_op op, const word *a, const word *b) {
  word out = {.width = 1};
  if (op == PROG_EQUAL)
    out.bit[0] = word_equal(diagrams, a, b);
  else if (op == PROG_DIFFERS)
    out.bit[0] = dd_not(diagrams, word_equal(diagrams, a, b));
  else if (op == PROG_LESS)
    out.bit[0] = word_less(diagrams, a, b);
  else
    out.bit[0] = dd_not(diagrams, word_less(diagrams, b, a));
  return out;
}

word word_operator(dds *diagrams, prog_op op, uint32_t width, const word *a,
                   const word *b) {
  word x = word_widen(a, width), y = word_widen(b, width), out = {0};
  switch (op) {
  case PROG_EQUAL:
  case PROG_DIFFERS:
  case PROG_LESS:
  case PROG_AT_MOST:
    out = compared(diagrams, op, a, b);
    break;
  case PROG_PLUS:
    out = sum(diagrams, &x, &y, DD_FALSE);
    break;
  case PROG_MINUS:
    out = difference(diagrams, &x, &y);
    break;
  case PROG_TIMES:
    out = product(diagrams, &x, &y);
    break;
  case PROG_OVER:
  case PROG_MODULO:
    out = divided(diagrams, a, b, op == PROG_MODULO);
    break;
  case PROG_SHIFT_LEFT:
    out = shifted(diagrams, &x, b, true);
    break;
  case PROG_SHIFT_RIGHT:
    out = shifted(diagrams, a, b, false);
    break;
  default:
    out = bit_by_bit(diagrams, op, &x, &y);
  }
  return word_widen(&out, width);
}
