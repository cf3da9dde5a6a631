/* Instructions that compute: words wrap around, shifts use the low bits of
 * their distance, division by zero throws and MIN / -1 is MIN. */
#include "lang/java/lowering.h"

static void push_binary(java_lowering *lowering, bits_op op, char kind) {
  uint32_t b = java_pop_value(lowering, kind),
           a = java_pop_value(lowering, kind);
  java_push_value(lowering, kind,
                  java_apply(lowering, op, java_kind_width(kind), a, b));
}

static void push_shift(java_lowering *lowering, bits_op op, char kind) {
  unsigned width = java_kind_width(kind);
  uint32_t distance = java_pop_value(lowering, 'I');
  uint32_t a = java_pop_value(lowering, kind);
  distance = java_apply(lowering, BITS_AND, 32, distance,
                        java_word(lowering, 32, width - 1));
  if (width == 64)
    distance = java_apply(lowering, BITS_ZEXT, 64, distance, CFA_NONE);
  java_push_value(lowering, kind, java_apply(lowering, op, width, a, distance));
}

static bool is_word(const java_lowering *lowering, uint32_t n,
                    uint64_t *value) {
  if (!lowering->emits)
    return false;
  const cfa_expression *expression = &lowering->out->expressions.at[n];
  *value = expression->value;
  return expression->kind == CFA_CONSTANT;
}

/* By -1 it is done apart: an automaton's division has no MIN / -1. */
static uint32_t divided(java_lowering *lowering, bits_op op, char kind,
                        uint32_t a, uint32_t b) {
  unsigned width = java_kind_width(kind);
  uint64_t divisor;
  bool is_known = is_word(lowering, b, &divisor);
  uint32_t zero = java_word(lowering, width, 0);
  uint32_t by_minus_one =
      op == BITS_SREM ? zero : java_apply(lowering, BITS_SUB, width, zero, a);
  if (is_known && divisor == bits_mask(width))
    return by_minus_one;
  if (is_known || !lowering->emits)
    return java_apply(lowering, op, width, a, b);
  uint32_t result = java_new_variable(lowering, kind, "%q", CFA_TEMPORARY);
  uint32_t after = java_new_location(lowering);
  java_position other =
      java_branch(lowering, java_apply(lowering, BITS_EQ, 1, b,
                                       java_word(lowering, width, UINT64_MAX)));
  java_assign(lowering, result, by_minus_one);
  java_go(lowering, after);
  lowering->at = other;
  java_assign(lowering, result, java_apply(lowering, op, width, a, b));
  java_go(lowering, after);
  lowering->at = (java_position){after, CFA_NONE};
  return java_read(lowering, result);
}

static void push_division(java_lowering *lowering, bits_op op, char kind) {
  uint32_t b = java_pop_value(lowering, kind),
           a = java_pop_value(lowering, kind);
  uint64_t divisor;
  bool is_known = is_word(lowering, b, &divisor);
  if (!is_known || divisor == 0)
    java_throw_if(
        lowering,
        java_apply(lowering, BITS_EQ, 1, b, java_zero(lowering, kind)),
        "java/lang/ArithmeticException");
  java_push_value(lowering, kind,
                  is_known && divisor == 0 ? java_zero(lowering, kind)
                                           : divided(lowering, op, kind, a, b));
}

static void push_negation(java_lowering *lowering, char kind) {
  uint32_t a = java_pop_value(lowering, kind);
  unsigned width = java_kind_width(kind);
  uint64_t sign = UINT64_C(1) << (width - 1);
  bool is_float = kind == 'F' || kind == 'D';
  java_push_value(lowering, kind,
                  is_float ? java_apply(lowering, BITS_XOR, width, a,
                                        java_word(lowering, width, sign))
                           : java_apply(lowering, BITS_SUB, width,
                                        java_word(lowering, width, 0), a));
}

/* Cut to fewer bits, and widened again. */
static void push_narrow(java_lowering *lowering, unsigned width,
                        bits_op widen) {
  uint32_t a = java_pop_value(lowering, 'I');
  a = java_apply(lowering, BITS_TRUNC, width, a, CFA_NONE);
  java_push_value(lowering, 'I', java_apply(lowering, widen, 32, a, CFA_NONE));
}

/* Of two longs (J), or of floats or doubles, see java_slot. */
static void push_comparison(java_lowering *lowering, char kind, char order) {
  java_slot b = java_pop(lowering, kind), a = java_pop(lowering, kind);
  java_push(lowering, (java_slot){.kind = 'I',
                                  .type = NAMES_NONE,
                                  .value = a.value,
                                  .other = lowering->emits ? b.value : CFA_NONE,
                                  .order = order});
}

static void push_conversion(java_lowering *lowering, bits_op op, char from,
                            char to) {
  uint32_t a = java_pop_value(lowering, from);
  java_push_value(lowering, to,
                  java_apply(lowering, op, java_kind_width(to), a, CFA_NONE));
}

static void push_increment(java_lowering *lowering) {
  uint32_t variable, slot = lowering->x->index;
  if (lowering->locals[slot].kind != 'I')
    java_refuse(lowering, "iinc of a local that is no int");
  if (!lowering->emits)
    return;
  variable = java_local_variable(lowering, slot, 'I');
  java_protect(lowering, variable);
  java_assign(lowering, variable,
              java_apply(lowering, BITS_ADD, 32, java_read(lowering, variable),
                         java_word(lowering, 32,
                                   (uint64_t)(int64_t)lowering->x->value)));
}

static bool step_integers(java_lowering *lowering) {
  static const bits_op simple[] = {BITS_ADD, BITS_SUB, BITS_MUL};
  static const bits_op floats[] = {BITS_FADD, BITS_FSUB, BITS_FMUL, BITS_FDIV,
                                   BITS_FREM};
  java_opcode o = lowering->x->opcode;
  if (o >= JAVA_IADD && o <= JAVA_DREM) {
    unsigned row = (o - JAVA_IADD) / 4, column = (o - JAVA_IADD) % 4;
    char of = "IJFD"[column];
    if (column >= 2)
      push_binary(lowering, floats[row], of);
    else if (row < 3)
      push_binary(lowering, simple[row], of);
    else
      push_division(lowering, row == 3 ? BITS_SDIV : BITS_SREM, of);
    return true;
  }
  if (o >= JAVA_INEG && o <= JAVA_DNEG) {
    push_negation(lowering, "IJFD"[o - JAVA_INEG]);
    return true;
  }
  char kind = (o - JAVA_ISHL) % 2 ? 'J' : 'I';
  static const bits_op shifts[] = {BITS_SHL, BITS_ASHR, BITS_LSHR};
  static const bits_op logic[] = {BITS_AND, BITS_OR, BITS_XOR};
  if (o >= JAVA_ISHL && o <= JAVA_LUSHR)
    push_shift(lowering, shifts[(o - JAVA_ISHL) / 2], kind);
  else if (o >= JAVA_IAND && o <= JAVA_LXOR)
    push_binary(lowering, logic[(o - JAVA_IAND) / 2], kind);
  else
    return false;
  return true;
}

static void step_conversion(java_lowering *lowering) {
  static const char from[] = "IIIJJJFFFDDD", to[] = "JFDIFDIJDIJF";
  unsigned n = lowering->x->opcode - JAVA_I2L;
  assert(n < sizeof from - 1);
  bool is_from_float = from[n] == 'F' || from[n] == 'D';
  bool is_to_float = to[n] == 'F' || to[n] == 'D';
  if (lowering->x->opcode == JAVA_I2L)
    push_conversion(lowering, BITS_SEXT, 'I', 'J');
  else if (lowering->x->opcode == JAVA_L2I)
    push_conversion(lowering, BITS_TRUNC, 'J', 'I');
  else
    push_conversion(lowering,
                    is_from_float && is_to_float ? BITS_FRESIZE
                    : is_from_float              ? BITS_TO_SIGNED
                                                 : BITS_FROM_SIGNED,
                    from[n], to[n]);
}

void java_step_arithmetic(java_lowering *lowering) {
  if (step_integers(lowering))
    return;
  switch (lowering->x->opcode) {
  case JAVA_IINC:
    push_increment(lowering);
    break;
  case JAVA_I2B:
    push_narrow(lowering, 8, BITS_SEXT);
    break;
  case JAVA_I2C:
    push_narrow(lowering, 16, BITS_ZEXT);
    break;
  case JAVA_I2S:
    push_narrow(lowering, 16, BITS_SEXT);
    break;
  case JAVA_LCMP:
    push_comparison(lowering, 'J', 'J');
    break;
  case JAVA_FCMPL:
  case JAVA_FCMPG:
    push_comparison(lowering, 'F',
                    lowering->x->opcode == JAVA_FCMPL ? 'L' : 'G');
    break;
  case JAVA_DCMPL:
  case JAVA_DCMPG:
    push_comparison(lowering, 'D',
                    lowering->x->opcode == JAVA_DCMPL ? 'L' : 'G');
    break;
  default:
    step_conversion(lowering);
  }
}
