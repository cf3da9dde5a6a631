/* Arithmetic on numbers whose bits are diagrams: additions ripple, products are
 * sums of shifted operands, quotients come from long division. */
#include "evidence/symbolic/checker.h"

sym_number number_constant(uint32_t width, uint32_t value) {
  sym_number number = {.width = width};
  for (uint32_t i = 0; i < width; i++)
    number.bit[i] = value >> i & 1 ? DD_TRUE : DD_FALSE;
  return number;
}

sym_number number_widened(const sym_number *x, uint32_t width) {
  sym_number n = {.width = width};
  for (uint32_t i = 0; i < width; i++)
    n.bit[i] = i < x->width ? x->bit[i] : DD_FALSE;
  return n;
}

dd number_is(dds *diagrams, const sym_number *number, uint64_t value) {
  dd all = value >> number->width ? DD_FALSE : DD_TRUE;
  for (uint32_t i = number->width; i-- > 0 && all != DD_FALSE;)
    all = dd_and(diagrams, all,
                 value >> i & 1 ? number->bit[i]
                                : dd_not(diagrams, number->bit[i]));
  return all;
}

sym_number number_choice(dds *diagrams, dd condition, const sym_number *yes,
                         const sym_number *no) {
  sym_number number = {.width = yes->width};
  for (uint32_t i = 0; i < number.width; i++)
    number.bit[i] = dd_if(diagrams, condition, yes->bit[i], no->bit[i]);
  return number;
}

static uint32_t wider(const sym_number *x, const sym_number *y) {
  return x->width > y->width ? x->width : y->width;
}

/* x + y + carry; of the same width, which the result has. */
static sym_number sum(dds *diagrams, const sym_number *x, const sym_number *y,
                      dd carry) {
  sym_number n = {.width = x->width};
  for (uint32_t i = 0; i < n.width; i++) {
    dd half = dd_xor(diagrams, x->bit[i], y->bit[i]);
    n.bit[i] = dd_xor(diagrams, half, carry);
    carry = dd_if(diagrams, half, carry, x->bit[i]);
  }
  return n;
}

static sym_number complement(dds *diagrams, const sym_number *x) {
  sym_number n = {.width = x->width};
  for (uint32_t i = 0; i < n.width; i++)
    n.bit[i] = dd_not(diagrams, x->bit[i]);
  return n;
}

static sym_number difference(dds *diagrams, const sym_number *x,
                             const sym_number *y) {
  sym_number minus = complement(diagrams, y);
  return sum(diagrams, x, &minus, DD_TRUE);
}

static sym_number product(dds *diagrams, const sym_number *x,
                          const sym_number *y) {
  sym_number n = number_constant(x->width, 0);
  for (uint32_t i = 0; i < x->width; i++) {
    sym_number part = number_constant(x->width, 0);
    if (y->bit[i] == DD_FALSE)
      continue;
    for (uint32_t j = i; j < x->width; j++)
      part.bit[j] = dd_and(diagrams, x->bit[j - i], y->bit[i]);
    n = sum(diagrams, &n, &part, DD_FALSE);
  }
  return n;
}

/* Is x < y (or equal, if 'equal' is DD_TRUE)? Of the same width. */
static dd less(dds *diagrams, const sym_number *x, const sym_number *y,
               dd equal) {
  dd is_less = equal;
  for (uint32_t i = 0; i < x->width; i++)
    is_less = dd_if(diagrams, dd_xor(diagrams, x->bit[i], y->bit[i]), y->bit[i],
                    is_less);
  return is_less;
}

static dd equal(dds *diagrams, const sym_number *x, const sym_number *y) {
  dd all = DD_TRUE;
  for (uint32_t i = x->width; i-- > 0;)
    all = dd_and(diagrams, all, dd_iff(diagrams, x->bit[i], y->bit[i]));
  return all;
}

/* Both of the same width. By 0: both results are 0. */
static sym_number quotient(dds *diagrams, const sym_number *x,
                           const sym_number *y, bool wants_rest) {
  sym_number rest = number_constant(x->width, 0);
  sym_number n = rest, zero = rest;
  for (uint32_t i = x->width; i-- > 0;) {
    /* What is shifted out at the top makes it larger than any y. */
    dd out = rest.bit[x->width - 1];
    for (uint32_t j = x->width - 1; j > 0; j--)
      rest.bit[j] = rest.bit[j - 1];
    rest.bit[0] = x->bit[i];
    n.bit[i] = dd_or(diagrams, out, less(diagrams, y, &rest, DD_TRUE));
    sym_number taken = difference(diagrams, &rest, y);
    rest = number_choice(diagrams, n.bit[i], &taken, &rest);
  }
  return number_choice(diagrams, number_is(diagrams, y, 0), &zero,
                       wants_rest ? &rest : &n);
}

/* x << y or x >> y, within x's width; by PROG_MOST_BITS and more: 0. */
static sym_number shifted(dds *diagrams, const sym_number *x,
                          const sym_number *y, bool left) {
  sym_number n = *x;
  for (uint32_t k = 0; k < y->width; k++) {
    sym_number moved = number_constant(x->width, 0);
    uint64_t by = UINT64_C(1) << k;
    for (uint32_t i = 0; i < x->width && by < x->width; i++)
      if (left ? i >= by : i + by < x->width)
        moved.bit[i] = n.bit[left ? i - by : i + by];
    n = number_choice(diagrams, y->bit[k], &moved, &n);
  }
  return n;
}

static sym_number bitwise(dds *diagrams, prog_op op, const sym_number *x,
                          const sym_number *y) {
  sym_number n = {.width = x->width};
  for (uint32_t i = 0; i < n.width; i++)
    n.bit[i] = op == PROG_BIT_AND  ? dd_and(diagrams, x->bit[i], y->bit[i])
               : op == PROG_BIT_OR ? dd_or(diagrams, x->bit[i], y->bit[i])
                                   : dd_xor(diagrams, x->bit[i], y->bit[i]);
  return n;
}

static sym_number truth(dd x) { return (sym_number){.width = 1, .bit = {x}}; }

static sym_number comparison(dds *diagrams, prog_op op, const sym_number *x,
                             const sym_number *y) {
  switch (op) {
  case PROG_EQUAL:
    return truth(equal(diagrams, x, y));
  case PROG_DIFFERS:
    return truth(dd_not(diagrams, equal(diagrams, x, y)));
  case PROG_LESS:
    return truth(less(diagrams, x, y, DD_FALSE));
  default:
    return truth(less(diagrams, x, y, DD_TRUE));
  }
}

static sym_number logical(dds *diagrams, prog_op op, dd x, dd y) {
  switch (op) {
  case PROG_AND:
    return truth(dd_and(diagrams, x, y));
  case PROG_OR:
    return truth(dd_or(diagrams, x, y));
  case PROG_XOR:
    return truth(dd_xor(diagrams, x, y));
  default:
    return truth(dd_or(diagrams, dd_not(diagrams, x), y));
  }
}

sym_number number_operation(dds *diagrams, prog_op op, uint32_t width,
                            const sym_number *x, const sym_number *y) {
  /* Sums and products need the lowest bits only, others all of them. */
  uint32_t all = wider(x, y);
  sym_number a = number_widened(x, all), b = number_widened(y, all);
  sym_number low = number_widened(x, width), of = number_widened(y, width);
  sym_number n;
  switch (op) {
  case PROG_AND:
  case PROG_OR:
  case PROG_XOR:
  case PROG_IMPLIES:
    n = logical(diagrams, op, x->bit[0], y->bit[0]);
    break;
  case PROG_PLUS:
    return sum(diagrams, &low, &of, DD_FALSE);
  case PROG_MINUS:
    return difference(diagrams, &low, &of);
  case PROG_TIMES:
    return product(diagrams, &low, &of);
  case PROG_OVER:
  case PROG_MODULO:
    n = quotient(diagrams, &a, &b, op == PROG_MODULO);
    break;
  case PROG_SHIFT_LEFT:
    return shifted(diagrams, &low, y, true);
  case PROG_SHIFT_RIGHT:
    n = shifted(diagrams, x, y, false);
    break;
  case PROG_BIT_AND:
  case PROG_BIT_OR:
  case PROG_BIT_XOR:
    return bitwise(diagrams, op, &low, &of);
  default:
    n = comparison(diagrams, op, &a, &b);
  }
  return number_widened(&n, width);
}
