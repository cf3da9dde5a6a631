/* Smaller terms with the same value under every assignment. Each function takes
 * one operator's operands (constants folded before) and gives the term to take
 * instead, or TERM_NONE: as it stands. What they make is simplified in turn,
 * to a limited depth.
 *
 * Normal forms: constants are right operands where that is possible; x - k is
 * x + -k; comparisons with constants are strict; a comparison is negated by
 * turning it round; bits from 'low' on are TRUNC(LSHR(x, low)); words of one
 * bit know only and, or, not, eq, ite. */
#ifndef SMT_SIMPLIFY_H
#define SMT_SIMPLIFY_H

#include "smt/term_data.h"

/* Operands, and the width of the result. */
typedef struct simplify_in {
  bits_op op;
  unsigned width;
  term a, b, c;
} simplify_in;

term simplify(terms *t, simplify_in in);

term simplify_arithmetic(terms *t, simplify_in in); /* add .. srem */
term simplify_logic(terms *t, simplify_in in);      /* and, or, xor, not */
term simplify_shift(terms *t, simplify_in in);
term simplify_equal(terms *t, term a, term b);
term simplify_order(terms *t, simplify_in in); /* ult, ule, slt, sle */
term simplify_choice(terms *t, simplify_in in);
term simplify_extension(terms *t, simplify_in in); /* zext, sext */
term simplify_concat(terms *t, simplify_in in);
/* Never TERM_NONE. */
term simplify_extract(terms *t, unsigned low, unsigned width, term x);

/* Of one bit: is one certainly the negation of the other? */
bool simplify_opposite(const terms *t, term a, term b);

static inline term simplify_2(terms *t, bits_op op, unsigned width, term a,
                              term b) {
  return terms_apply(t, op, width, a, b, TERM_NONE);
}
static inline term simplify_1(terms *t, bits_op op, unsigned width, term a) {
  return terms_apply(t, op, width, a, TERM_NONE, TERM_NONE);
}

#endif
