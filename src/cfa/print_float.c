/* Words that are numbers of IEEE 754, which no type says: for people. */
#include "cfa/print_piece.h"

static const char *float_sign(bits_op op, bool holds) {
  switch (op) {
  case BITS_FADD:
    return " + ";
  case BITS_FSUB:
    return " - ";
  case BITS_FMUL:
    return " * ";
  case BITS_FDIV:
    return " / ";
  case BITS_FREM:
    return " % ";
  case BITS_FEQ:
    return holds ? " == " : " != ";
  case BITS_FLT:
    return " < ";
  default:
    return " <= ";
  }
}

static int float_binds(bits_op op) {
  return op == BITS_FADD || op == BITS_FSUB ? CFA_BINDS_SUM
         : op == BITS_FEQ                   ? CFA_BINDS_EQUAL
         : op == BITS_FLT || op == BITS_FLE ? CFA_BINDS_ORDER
                                            : CFA_BINDS_PRODUCT;
}

static cfa_piece print_float_pair(cfa_writer *w, const cfa_expression *x,
                                  int binds, const char *sign) {
  w->is_c = false;
  cfa_piece a = cfa_print_piece(w, x->a, CFA_EITHER);
  cfa_bind(w, &a, binds);
  cfa_put(w, sign);
  cfa_piece b = cfa_print_piece(w, x->b, CFA_EITHER);
  cfa_bind(w, &b, binds + 1);
  return (cfa_piece){.start = a.start,
                     .binds = binds,
                     .reading = CFA_EITHER,
                     .bits = (uint8_t)(x->width > 32 ? 64 : 32)};
}

static cfa_piece print_float_conversion(cfa_writer *w,
                                        const cfa_expression *x) {
  w->is_c = false;
  cfa_piece a = cfa_print_piece(w, x->a, CFA_EITHER);
  cfa_bind(w, &a, CFA_BINDS_UNARY);
  bool is_float = x->op != BITS_TO_SIGNED;
  cfa_put_before(w, a.start,
                 is_float ? (x->width == 32 ? "(float)" : "(double)")
                          : (x->width == 32 ? "(int)" : "(long)"));
  a.binds = CFA_BINDS_UNARY;
  a.reading = CFA_EITHER;
  a.bits = x->width > 32 ? 64 : 32;
  return a;
}

cfa_piece cfa_print_float(cfa_writer *w, const cfa_expression *x) {
  assert(bits_is_float(x->op) && !bits_compares(x->op));
  return bits_operands(x->op) == 1 ? print_float_conversion(w, x)
                                   : print_float_pair(w, x, float_binds(x->op),
                                                      float_sign(x->op, true));
}

/* An order that does not hold is negated: a number need not be there. */
cfa_piece cfa_print_float_comparison(cfa_writer *w, const cfa_expression *x,
                                     bool holds) {
  bool is_equal = x->op == BITS_FEQ;
  cfa_piece a = print_float_pair(w, x, float_binds(x->op),
                                 float_sign(x->op, holds || !is_equal));
  a.reading = CFA_UNSIGNED;
  a.bits = 32;
  if (holds || is_equal)
    return a;
  cfa_bind(w, &a, CFA_BINDS_UNARY);
  cfa_put_before(w, a.start, "!");
  a.binds = CFA_BINDS_UNARY;
  return a;
}
