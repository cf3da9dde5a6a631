/* Operators on numbers of IEEE 754 in Z3's theory of them. A word becomes a
 * number where an operator wants one; the bits of a result are taken from the
 * number, with one form for what is none. What a remainder is Z3 defines in
 * another way: there is no translation. */
#include "smt/translate.h"

enum { MOST_KEPT = 24 };

/* What Z3 returns lives until its next call, unless it is referred to: what is
 * made on the way is kept in this list. */
typedef struct maker {
  Z3_context z;
  Z3_ast kept[MOST_KEPT];
  unsigned count;
  bool is_poor; /* Z3 had no memory left */
} maker;

static Z3_ast keep(maker *k, Z3_ast x) {
  if (!x) {
    k->is_poor = true;
    return NULL;
  }
  assert(k->count < MOST_KEPT);
  Z3_inc_ref(k->z, x);
  return k->kept[k->count++] = x;
}

static Z3_ast float_word(maker *k, unsigned width, uint64_t value) {
  Z3_sort sort = Z3_mk_bv_sort(k->z, width);
  return keep(k, sort ? Z3_mk_unsigned_int64(k->z, value, sort) : NULL);
}

static Z3_sort float_sort(Z3_context z, unsigned width) {
  assert(width == 32 || width == 64);
  return width == 32 ? Z3_mk_fpa_sort_32(z) : Z3_mk_fpa_sort_64(z);
}

static Z3_ast number_of_word(maker *k, unsigned width, Z3_ast word) {
  Z3_ast made = NULL;
  Z3_sort sort = word ? float_sort(k->z, width) : NULL;
  if (sort)
    made = Z3_mk_fpa_to_fp_bv(k->z, word, sort);
  return keep(k, made);
}

static Z3_ast number_of(maker *k, const translation *x, term y) {
  const translated *known = translation_known(x, y);
  assert(known);
  return known->number ? known->number
                       : number_of_word(k, term_width_of(x->t, y), known->ast);
}

static Z3_ast float_choice(maker *k, Z3_ast condition, Z3_ast yes, Z3_ast no) {
  return keep(k, condition && yes && no ? Z3_mk_ite(k->z, condition, yes, no)
                                        : NULL);
}

static Z3_ast is_no_number(maker *k, Z3_ast a) {
  return keep(k, a ? Z3_mk_fpa_is_nan(k->z, a) : NULL);
}

/* The bits of a result. */
static Z3_ast bits_of(maker *k, unsigned width, Z3_ast number) {
  Z3_ast bits = keep(k, number ? Z3_mk_fpa_to_ieee_bv(k->z, number) : NULL);
  return float_choice(k, is_no_number(k, number),
                      float_word(k, width, bits_no_number(width)), bits);
}

static Z3_ast arithmetic(maker *k, bits_op op, Z3_ast a, Z3_ast b) {
  Z3_ast nearest = keep(k, Z3_mk_fpa_round_nearest_ties_to_even(k->z));
  if (!nearest || !a || !b)
    return NULL;
  switch (op) {
  case BITS_FADD:
    return keep(k, Z3_mk_fpa_add(k->z, nearest, a, b));
  case BITS_FSUB:
    return keep(k, Z3_mk_fpa_sub(k->z, nearest, a, b));
  case BITS_FMUL:
    return keep(k, Z3_mk_fpa_mul(k->z, nearest, a, b));
  case BITS_FDIV:
    return keep(k, Z3_mk_fpa_div(k->z, nearest, a, b));
  default:
    return NULL;
  }
}

static Z3_ast float_comparison(maker *k, bits_op op, Z3_ast a, Z3_ast b) {
  if (!a || !b)
    return NULL;
  return keep(k, op == BITS_FEQ   ? Z3_mk_fpa_eq(k->z, a, b)
                 : op == BITS_FLT ? Z3_mk_fpa_lt(k->z, a, b)
                                  : Z3_mk_fpa_leq(k->z, a, b));
}

/* 2^(bits - 1), or its negation, as a number of 'width' bits. */
static Z3_ast bound(maker *k, unsigned width, unsigned bits, bool is_negative) {
  unsigned fraction = width == 32 ? 23 : 52, bias = width == 32 ? 127 : 1023;
  uint64_t sign = is_negative ? UINT64_C(1) << (width - 1) : 0;
  uint64_t exponent = (uint64_t)(bias + bits - 1) << fraction;
  return number_of_word(k, width, float_word(k, width, sign | exponent));
}

static Z3_ast to_signed(maker *k, unsigned width, unsigned from, Z3_ast a) {
  uint64_t least = UINT64_C(1) << (width - 1);
  Z3_ast zero_ward = keep(k, Z3_mk_fpa_round_toward_zero(k->z));
  Z3_ast high = bound(k, from, width, false), low = bound(k, from, width, true);
  if (!a || !zero_ward || !high || !low)
    return NULL;
  Z3_ast inside = keep(k, Z3_mk_fpa_to_sbv(k->z, zero_ward, a, width));
  Z3_ast is_low = keep(k, Z3_mk_fpa_leq(k->z, a, low));
  Z3_ast is_high = keep(k, Z3_mk_fpa_geq(k->z, a, high));
  Z3_ast made = float_choice(k, is_low, float_word(k, width, least), inside);
  made = float_choice(k, is_high, float_word(k, width, least - 1), made);
  return float_choice(k, is_no_number(k, a), float_word(k, width, 0), made);
}

static Z3_ast from_signed(maker *k, unsigned width, Z3_ast word) {
  Z3_ast nearest = keep(k, Z3_mk_fpa_round_nearest_ties_to_even(k->z));
  Z3_sort sort = float_sort(k->z, width);
  return keep(k, nearest && sort
                     ? Z3_mk_fpa_to_fp_signed(k->z, nearest, word, sort)
                     : NULL);
}

static Z3_ast resized(maker *k, unsigned width, Z3_ast a) {
  Z3_ast nearest = keep(k, Z3_mk_fpa_round_nearest_ties_to_even(k->z));
  Z3_sort sort = float_sort(k->z, width);
  return keep(k, nearest && sort && a
                     ? Z3_mk_fpa_to_fp_float(k->z, nearest, a, sort)
                     : NULL);
}

/* A truth value as a word that has a sign. */
static Z3_ast integer_of(maker *k, const translation *x, term y) {
  Z3_ast word = translation_known(x, y)->ast;
  return term_width_of(x->t, y) > 1
             ? word
             : float_choice(k, word, float_word(k, 2, 3), float_word(k, 2, 0));
}

static Z3_ast translate_number_of(maker *k, const translation *x,
                                  const term_node *node) {
  switch ((bits_op)node->op) {
  case BITS_FROM_SIGNED:
    return from_signed(k, node->width, integer_of(k, x, node->a));
  case BITS_FRESIZE:
    return resized(k, node->width, number_of(k, x, node->a));
  default:
    return arithmetic(k, node->op, number_of(k, x, node->a),
                      number_of(k, x, node->b));
  }
}

static Z3_ast translate_in(maker *k, const translation *x,
                           const term_node *node, Z3_ast *number) {
  if (bits_compares(node->op))
    return float_comparison(k, node->op, number_of(k, x, node->a),
                            number_of(k, x, node->b));
  if (node->op == BITS_TO_SIGNED) {
    Z3_ast made = to_signed(k, node->width, term_width_of(x->t, node->a),
                            number_of(k, x, node->a));
    Z3_ast one = float_word(k, 1, 1);
    return node->width > 1 || !made || !one
               ? made
               : keep(k, Z3_mk_eq(k->z, made, one));
  }
  *number = translate_number_of(k, x, node);
  return bits_of(k, node->width, *number);
}

Z3_ast translate_float(const translation *x, const term_node *node,
                       Z3_ast *number) {
  assert(bits_is_float(node->op));
  maker k = {.z = x->z};
  *number = NULL;
  Z3_ast made =
      node->op == BITS_FREM ? NULL : translate_in(&k, x, node, number);
  if (k.is_poor)
    made = *number = NULL;
  if (made)
    Z3_inc_ref(x->z, made);
  if (*number)
    Z3_inc_ref(x->z, *number);
  while (k.count)
    Z3_dec_ref(x->z, k.kept[--k.count]);
  return made;
}
