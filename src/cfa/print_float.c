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

static cfa_piece print_float_pair(cfa_writer *writer,
                                  const cfa_expression *expression, int binds,
                                  const char *sign) {
  writer->is_c = false;
  cfa_piece a = cfa_print_piece(writer, expression->a, CFA_EITHER);
  cfa_bind(writer, &a, binds);
  cfa_put(writer, sign);
  cfa_piece b = cfa_print_piece(writer, expression->b, CFA_EITHER);
  cfa_bind(writer, &b, binds + 1);
  return (cfa_piece){.start = a.start,
                     .binds = binds,
                     .reading = CFA_EITHER,
                     .bits = (uint8_t)(expression->width > 32 ? 64 : 32)};
}

static cfa_piece print_float_conversion(cfa_writer *writer,
                                        const cfa_expression *expression) {
  writer->is_c = false;
  cfa_piece piece = cfa_print_piece(writer, expression->a, CFA_EITHER);
  cfa_bind(writer, &piece, CFA_BINDS_UNARY);
  bool is_float = expression->op != BITS_TO_SIGNED;
  cfa_put_before(writer, piece.start,
                 is_float ? (expression->width == 32 ? "(float)" : "(double)")
                          : (expression->width == 32 ? "(int)" : "(long)"));
  piece.binds = CFA_BINDS_UNARY;
  piece.reading = CFA_EITHER;
  piece.bits = expression->width > 32 ? 64 : 32;
  return piece;
}

cfa_piece cfa_print_float(cfa_writer *writer,
                          const cfa_expression *expression) {
  assert(bits_is_float(expression->op) && !bits_compares(expression->op));
  return bits_operands(expression->op) == 1
             ? print_float_conversion(writer, expression)
             : print_float_pair(writer, expression, float_binds(expression->op),
                                float_sign(expression->op, true));
}

/* An order that does not hold is negated: a number need not be there. */
cfa_piece cfa_print_float_comparison(cfa_writer *writer,
                                     const cfa_expression *expression,
                                     bool holds) {
  bool is_equal = expression->op == BITS_FEQ;
  cfa_piece piece =
      print_float_pair(writer, expression, float_binds(expression->op),
                       float_sign(expression->op, holds || !is_equal));
  piece.reading = CFA_UNSIGNED;
  piece.bits = 32;
  if (holds || is_equal)
    return piece;
  cfa_bind(writer, &piece, CFA_BINDS_UNARY);
  cfa_put_before(writer, piece.start, "!");
  piece.binds = CFA_BINDS_UNARY;
  return piece;
}
