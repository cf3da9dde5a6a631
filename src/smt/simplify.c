#include "smt/simplify.h"

#include <assert.h>

static bool is_commutative(bits_op op) {
  switch (op) {
  case BITS_ADD:
  case BITS_MUL:
  case BITS_AND:
  case BITS_OR:
  case BITS_XOR:
  case BITS_EQ:
    return true;
  default:
    return false;
  }
}

/* Constants right, else the older one left. */
static void order(const terms *t, simplify_in *in) {
  bool a_fixed = term_is_constant(t, in->a);
  bool b_fixed = term_is_constant(t, in->b);
  if (a_fixed ? !b_fixed : !b_fixed && in->b < in->a) {
    term a = in->a;
    in->a = in->b;
    in->b = a;
  }
}

/* Words of one bit. */

static term and_not(terms *t, term a, term b) {
  return simplify_2(t, BITS_AND, 1, a, terms_not(t, b));
}
static term or_not(terms *t, term a, term b) {
  return simplify_2(t, BITS_OR, 1, a, terms_not(t, b));
}

/* Sums are differences modulo 2; 1 is -1; division by 0 gives 1, and by 1 the
 * dividend; shifts by 1 leave nothing. */
static term one_bit(terms *t, simplify_in in) {
  switch (in.op) {
  case BITS_ADD:
  case BITS_SUB:
  case BITS_XOR:
    return terms_not(t, simplify_2(t, BITS_EQ, 1, in.a, in.b));
  case BITS_MUL:
    return simplify_2(t, BITS_AND, 1, in.a, in.b);
  case BITS_UDIV:
  case BITS_SDIV:
    return or_not(t, in.a, in.b);
  case BITS_UREM:
  case BITS_SREM:
  case BITS_SHL:
  case BITS_LSHR:
    return and_not(t, in.a, in.b);
  case BITS_ASHR:
    return in.a;
  case BITS_ULT:
    return and_not(t, in.b, in.a);
  case BITS_ULE:
    return or_not(t, in.b, in.a);
  case BITS_SLT:
    return and_not(t, in.a, in.b);
  case BITS_SLE:
    return or_not(t, in.a, in.b);
  default:
    return TERM_NONE;
  }
}

static bool has_constant_right(const terms *t, term x, bits_op op) {
  return term_is(t, x, op) && term_is_constant(t, term_node_of(t, x)->b);
}

/* Constants go outwards: (x + k) + y is (x + y) + k. */
static term simplify_sum(terms *t, simplify_in in) {
  unsigned w = in.width;
  if (term_constant_is(t, in.b, 0))
    return in.a;
  const term_node a = *term_node_of(t, in.a), b = *term_node_of(t, in.b);
  if (has_constant_right(t, in.a, BITS_ADD)) {
    if (term_is_constant(t, in.b))
      return simplify_2(t, BITS_ADD, w, a.a,
                        simplify_2(t, BITS_ADD, w, a.b, in.b));
    return simplify_2(t, BITS_ADD, w, simplify_2(t, BITS_ADD, w, a.a, in.b),
                      a.b);
  }
  if (has_constant_right(t, in.b, BITS_ADD))
    return simplify_2(t, BITS_ADD, w, simplify_2(t, BITS_ADD, w, in.a, b.a),
                      b.b);
  if (term_is(t, in.a, BITS_SUB) && a.b == in.b)
    return a.a;
  if (term_is(t, in.b, BITS_SUB) && b.b == in.a)
    return b.a;
  /* k - x, plus a constant */
  if (term_is(t, in.a, BITS_SUB) && term_is_constant(t, a.a) &&
      term_is_constant(t, in.b))
    return simplify_2(t, BITS_SUB, w, simplify_2(t, BITS_ADD, w, a.a, in.b),
                      a.b);
  return TERM_NONE;
}

static term simplify_difference(terms *t, simplify_in in) {
  unsigned w = in.width;
  if (in.a == in.b)
    return terms_constant(t, w, 0);
  const term_node a = *term_node_of(t, in.a), b = *term_node_of(t, in.b);
  if (b.kind == TERM_CONSTANT)
    return simplify_2(t, BITS_ADD, w, in.a, terms_constant(t, w, 0 - b.value));
  if (term_is(t, in.a, BITS_ADD) && a.a == in.b)
    return a.b;
  if (term_is(t, in.a, BITS_ADD) && a.b == in.b)
    return a.a;
  if (term_is(t, in.b, BITS_SUB) && term_constant_is(t, in.a, 0))
    return simplify_2(t, BITS_SUB, w, b.b, b.a);
  if (has_constant_right(t, in.b, BITS_ADD))
    return simplify_2(
        t, BITS_SUB, w,
        simplify_2(t, BITS_ADD, w, in.a,
                   terms_constant(t, w, 0 - term_constant_value(t, b.b))),
        b.a);
  if (has_constant_right(t, in.a, BITS_ADD))
    return simplify_2(t, BITS_ADD, w, simplify_2(t, BITS_SUB, w, a.a, in.b),
                      a.b);
  return TERM_NONE;
}

static term simplify_product(terms *t, simplify_in in) {
  if (!term_is_constant(t, in.b))
    return TERM_NONE;
  uint64_t k = term_constant_value(t, in.b);
  if (k == 0)
    return in.b;
  if (k == 1)
    return in.a;
  if (k == bits_mask(in.width))
    return simplify_2(t, BITS_SUB, in.width, terms_constant(t, in.width, 0),
                      in.a);
  const term_node node = *term_node_of(t, in.a);
  if (has_constant_right(t, in.a, BITS_MUL))
    return simplify_2(t, BITS_MUL, in.width, node.a,
                      simplify_2(t, BITS_MUL, in.width, node.b, in.b));
  return TERM_NONE;
}

static term quotient(terms *t, simplify_in in) {
  bool whole = in.op == BITS_UDIV || in.op == BITS_SDIV;
  if (term_constant_is(t, in.b, 1))
    return whole ? in.a : terms_constant(t, in.width, 0);
  if (!term_is_constant(t, in.b))
    return TERM_NONE;
  uint64_t k = term_constant_value(t, in.b);
  if (k == 0 && in.op == BITS_UDIV)
    return terms_constant(t, in.width, UINT64_MAX);
  if (k == 0 && !whole)
    return in.a;
  if (k == 0 || (k & (k - 1)) != 0)
    return TERM_NONE;
  if (in.op == BITS_UDIV)
    return simplify_2(t, BITS_LSHR, in.width, in.a,
                      terms_constant(t, in.width, base_lowest_bit(k)));
  if (in.op == BITS_UREM)
    return simplify_2(t, BITS_AND, in.width, in.a,
                      terms_constant(t, in.width, k - 1));
  return TERM_NONE;
}

term simplify_arithmetic(terms *t, simplify_in in) {
  switch (in.op) {
  case BITS_ADD:
    return simplify_sum(t, in);
  case BITS_SUB:
    return simplify_difference(t, in);
  case BITS_MUL:
    return simplify_product(t, in);
  default:
    return quotient(t, in);
  }
}

term simplify(terms *t, simplify_in in) {
  if (bits_is_float(in.op)) /* hardly a law of numbers holds of these */
    return TERM_NONE;
  if (is_commutative(in.op))
    order(t, &in);
  if (in.op < BITS_EQ ? in.width == 1
                      : in.op <= BITS_SLE && term_width_of(t, in.a) == 1) {
    term simple = one_bit(t, in);
    if (simple != TERM_NONE)
      return simple;
  }
  term simple = TERM_NONE;
  if (in.op <= BITS_SREM)
    simple = simplify_arithmetic(t, in);
  else if (in.op <= BITS_XOR || in.op == BITS_NOT)
    simple = simplify_logic(t, in);
  else if (in.op <= BITS_ASHR)
    simple = simplify_shift(t, in);
  else if (in.op == BITS_EQ)
    simple = simplify_equal(t, in.a, in.b);
  else if (in.op <= BITS_SLE)
    simple = simplify_order(t, in);
  else if (in.op == BITS_ITE)
    simple = simplify_choice(t, in);
  else if (in.op == BITS_ZEXT || in.op == BITS_SEXT)
    simple = simplify_extension(t, in);
  else if (in.op == BITS_TRUNC)
    simple = simplify_extract(t, 0, in.width, in.a);
  else
    simple = simplify_concat(t, in);
  if (simple == TERM_NONE && is_commutative(in.op))
    simple = term_intern(t, in.op, in.width, in.a, in.b, TERM_NONE);
  return simple;
}
