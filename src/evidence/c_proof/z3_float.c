/* Operators on numbers of IEEE 754, for the checker of proofs: every word is
 * made a number where it is used, and its bits are found by Z3 from what they
 * say of the number. A remainder has no translation. */
#include "evidence/c_proof/z3_maker.h"

static Z3_ast z3_number(maker *k, unsigned width, Z3_ast word) {
  Z3_sort sort =
      width == 32 ? Z3_mk_fpa_sort(k->z, 8, 24) : Z3_mk_fpa_sort(k->z, 11, 53);
  return word && sort ? z3_keep(k, Z3_mk_fpa_to_fp_bv(k->z, word, sort)) : NULL;
}

static Z3_ast z3_bits(maker *k, unsigned width, Z3_ast number) {
  if (!number)
    return NULL;
  Z3_ast bits = z3_keep(k, Z3_mk_fpa_to_ieee_bv(k->z, number));
  Z3_ast is_none = z3_keep(k, Z3_mk_fpa_is_nan(k->z, number));
  Z3_ast none = z3_word(k, width, bits_no_number(width));
  return bits && is_none && none
             ? z3_keep(k, Z3_mk_ite(k->z, is_none, none, bits))
             : NULL;
}

static Z3_ast z3_rounded(maker *k, bits_op op, Z3_ast a, Z3_ast b) {
  Z3_ast mode = z3_keep(k, Z3_mk_fpa_rne(k->z));
  if (!a || !b || !mode)
    return NULL;
  switch (op) {
  case BITS_FADD:
    return z3_keep(k, Z3_mk_fpa_add(k->z, mode, a, b));
  case BITS_FSUB:
    return z3_keep(k, Z3_mk_fpa_sub(k->z, mode, a, b));
  case BITS_FMUL:
    return z3_keep(k, Z3_mk_fpa_mul(k->z, mode, a, b));
  case BITS_FDIV:
    return z3_keep(k, Z3_mk_fpa_div(k->z, mode, a, b));
  default:
    return NULL;
  }
}

Z3_ast z3_float_of_two(maker *k, bits_op op, unsigned width, Z3_ast a,
                       Z3_ast b) {
  Z3_ast x = z3_number(k, width, a), y = z3_number(k, width, b);
  if (!x || !y)
    return NULL;
  switch (op) {
  case BITS_FEQ:
    return z3_keep(k, Z3_mk_fpa_eq(k->z, x, y));
  case BITS_FLT:
    return z3_keep(k, Z3_mk_fpa_gt(k->z, y, x));
  case BITS_FLE:
    return z3_keep(k, Z3_mk_fpa_geq(k->z, y, x));
  default:
    return z3_bits(k, width, z3_rounded(k, op, x, y));
  }
}

/* The number of 'from' bits that the least word of 'width' bits is. */
static Z3_ast z3_least(maker *k, unsigned width, unsigned from) {
  Z3_ast mode = z3_keep(k, Z3_mk_fpa_rne(k->z));
  Z3_ast least = z3_word(k, width, UINT64_C(1) << (width - 1));
  Z3_sort sort =
      from == 32 ? Z3_mk_fpa_sort(k->z, 8, 24) : Z3_mk_fpa_sort(k->z, 11, 53);
  return mode && least && sort
             ? z3_keep(k, Z3_mk_fpa_to_fp_signed(k->z, mode, least, sort))
             : NULL;
}

/* Where it fits: as Z3 says. Beyond that, and for what is no number, the
 * nearest one, and 0. */
static Z3_ast z3_to_signed(maker *k, unsigned width, unsigned from, Z3_ast a) {
  uint64_t least = UINT64_C(1) << (width - 1);
  Z3_ast x = z3_number(k, from, a), low = z3_least(k, width, from);
  Z3_ast mode = z3_keep(k, Z3_mk_fpa_rtz(k->z));
  Z3_ast high = low ? z3_keep(k, Z3_mk_fpa_neg(k->z, low)) : NULL;
  if (!x || !high || !mode)
    return NULL;
  Z3_ast word = z3_keep(k, Z3_mk_fpa_to_sbv(k->z, mode, x, width));
  Z3_ast is_low = z3_keep(k, Z3_mk_fpa_lt(k->z, x, low));
  Z3_ast is_below = z3_keep(k, Z3_mk_fpa_lt(k->z, x, high));
  Z3_ast is_none = z3_keep(k, Z3_mk_fpa_is_nan(k->z, x));
  Z3_ast lowest = z3_word(k, width, least), most = z3_word(k, width, least - 1);
  Z3_ast zero = z3_word(k, width, 0);
  if (!word || !is_low || !is_below || !is_none || !lowest || !most || !zero)
    return NULL;
  Z3_ast made = z3_keep(k, Z3_mk_ite(k->z, is_low, lowest, word));
  made = made ? z3_keep(k, Z3_mk_ite(k->z, is_below, made, most)) : NULL;
  return made ? z3_keep(k, Z3_mk_ite(k->z, is_none, zero, made)) : NULL;
}

Z3_ast z3_float_of_one(maker *k, bits_op op, unsigned width, unsigned from,
                       Z3_ast a) {
  if (op == BITS_TO_SIGNED)
    return z3_to_signed(k, width, from, a);
  Z3_ast mode = z3_keep(k, Z3_mk_fpa_rne(k->z));
  Z3_ast x = op == BITS_FRESIZE ? z3_number(k, from, a) : a;
  Z3_sort sort =
      width == 32 ? Z3_mk_fpa_sort(k->z, 8, 24) : Z3_mk_fpa_sort(k->z, 11, 53);
  if (!mode || !x || !sort)
    return NULL;
  return z3_bits(k, width,
                 z3_keep(k, op == BITS_FRESIZE
                                ? Z3_mk_fpa_to_fp_float(k->z, mode, x, sort)
                                : Z3_mk_fpa_to_fp_signed(k->z, mode, x, sort)));
}
