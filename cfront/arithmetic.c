/* Operators, comparisons, conversions and addresses of parts, of instructions
 * and of constant expressions alike; and the checks before them. */
#include "front.h"

#include <assert.h>

bool front_operator(LLVMOpcode opcode, bits_op *out) {
  static const struct {
    LLVMOpcode opcode;
    bits_op op;
  } table[] = {
      {LLVMAdd, BITS_ADD},   {LLVMSub, BITS_SUB},   {LLVMMul, BITS_MUL},
      {LLVMUDiv, BITS_UDIV}, {LLVMSDiv, BITS_SDIV}, {LLVMURem, BITS_UREM},
      {LLVMSRem, BITS_SREM}, {LLVMAnd, BITS_AND},   {LLVMOr, BITS_OR},
      {LLVMXor, BITS_XOR},   {LLVMShl, BITS_SHL},   {LLVMLShr, BITS_LSHR},
      {LLVMAShr, BITS_ASHR}};
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    if (table[i].opcode == opcode) {
      *out = table[i].op;
      return true;
    }
  return false;
}

static uint32_t order(front *f, bits_op less, bits_op less_or_equal,
                      bool is_greater, bool or_equal, uint32_t a, uint32_t b) {
  bits_op op = or_equal ? less_or_equal : less;
  if (!is_greater)
    return front_apply(f, op, 1, a, b, CFA_NONE);
  /* a > b is b < a, unless both may fault: then a comes first. */
  if (front_effects(f, a) & front_effects(f, b) & FRONT_FAULTS)
    return front_not(
        f, front_apply(f, or_equal ? less : less_or_equal, 1, a, b, CFA_NONE));
  return front_apply(f, op, 1, b, a, CFA_NONE);
}

uint32_t front_compare(front *f, LLVMIntPredicate predicate, uint32_t a,
                       uint32_t b) {
  bool is_unsigned = predicate >= LLVMIntUGT && predicate <= LLVMIntULE;
  bits_op less = is_unsigned ? BITS_ULT : BITS_SLT;
  bits_op less_or_equal = is_unsigned ? BITS_ULE : BITS_SLE;
  if (is_unsigned) {
    a = front_signed(f, a, false);
    b = front_signed(f, b, false);
  }
  switch (predicate) {
  case LLVMIntEQ:
    return front_equal(f, a, b);
  case LLVMIntNE:
    return front_not(f, front_equal(f, a, b));
  case LLVMIntUGT:
  case LLVMIntSGT:
    return order(f, less, less_or_equal, true, false, a, b);
  case LLVMIntUGE:
  case LLVMIntSGE:
    return order(f, less, less_or_equal, true, true, a, b);
  case LLVMIntULT:
  case LLVMIntSLT:
    return order(f, less, less_or_equal, false, false, a, b);
  case LLVMIntULE:
  case LLVMIntSLE:
    break;
  }
  return order(f, less, less_or_equal, false, true, a, b);
}

uint32_t front_cast(front *f, LLVMOpcode opcode, uint32_t a, LLVMTypeRef to) {
  unsigned width = front_width(f, to, NULL);
  bool from_pointer = front_at(f, a)->is_pointer;
  if (!width)
    return CFA_NONE;
  switch (opcode) {
  case LLVMTrunc:
  case LLVMZExt:
    return front_resize(f, a, width, false);
  case LLVMSExt:
    return front_resize(f, a, width, true);
  case LLVMPtrToInt:
    return front_to_integer(f, a, width);
  case LLVMIntToPtr:
    return front_to_pointer(f, a);
  case LLVMBitCast:
    return from_pointer == front_is_pointer(to) &&
                   front_at(f, a)->width == width
               ? a
               : CFA_NONE;
  default:
    return CFA_NONE;
  }
}

static uint32_t scaled(front *f, uint32_t index, uint64_t size) {
  unsigned width = f->p->pointer_bits;
  uint32_t wide = front_resize(f, index, width, true);
  return front_apply(f, BITS_MUL, width, wide, front_word(f, size), CFA_NONE);
}

bool front_step(front *f, LLVMTypeRef *type, bool is_first, uint32_t index,
                uint32_t *pointer, const char **why) {
  uint64_t number;
  LLVMTypeKind kind = LLVMGetTypeKind(*type);
  if (!is_first && kind == LLVMStructTypeKind) {
    if (!front_is_constant(f, index, &number) ||
        number >= LLVMCountStructElementTypes(*type)) {
      *why = "a member that is not known";
      return false;
    }
    *pointer = front_shift_pointer(
        f, *pointer, LLVMOffsetOfElement(f->layout, *type, (unsigned)number));
    *type = LLVMStructGetTypeAtIndex(*type, (unsigned)number);
    return true;
  }
  if (!is_first && kind != LLVMArrayTypeKind) {
    *why = "vectors";
    return false;
  }
  if (!is_first)
    *type = LLVMGetElementType(*type);
  if (!LLVMTypeIsSized(*type)) {
    *why = "arithmetic on pointers to what has no size";
    return false;
  }
  *pointer = front_offset(f, *pointer, scaled(f, index, front_size(f, *type)));
  return true;
}

static uint32_t is_negative(front *f, uint32_t a, uint32_t b) {
  unsigned width = front_at(f, a)->width;
  uint32_t both = front_apply(f, BITS_AND, width, a, b, CFA_NONE);
  return front_apply(f, BITS_SLT, 1, both, front_constant(f, width, 0, true),
                     CFA_NONE);
}

static uint32_t differ(front *f, uint32_t a, uint32_t b) {
  return front_apply(f, BITS_XOR, front_at(f, a)->width, a, b, CFA_NONE);
}

/* A product is right if dividing by one factor gives the other; 0 and -1, by
 * which one cannot always divide, are looked at apart. */
static uint32_t product_overflows(front *f, bool is_signed, uint32_t a,
                                  uint32_t b, uint32_t r) {
  unsigned width = front_at(f, a)->width;
  uint32_t zero = front_constant(f, width, 0, true);
  uint32_t one = front_constant(f, width, 1, true);
  uint32_t ones = front_constant(f, width, UINT64_MAX, true);
  uint32_t least = front_constant(f, width, UINT64_C(1) << (width - 1), true);
  uint32_t no = front_constant(f, 1, 0, false);
  uint32_t is_zero = front_equal(f, a, zero), is_ones = front_equal(f, a, ones);
  uint32_t divisor = front_apply(f, BITS_ITE, width, is_zero, one, a);
  if (is_signed)
    divisor = front_apply(f, BITS_ITE, width, is_ones, one, divisor);
  uint32_t quotient = front_apply(f, is_signed ? BITS_SDIV : BITS_UDIV, width,
                                  r, divisor, CFA_NONE);
  uint32_t wrong = front_not(f, front_equal(f, quotient, b));
  if (is_signed)
    wrong =
        front_apply(f, BITS_ITE, 1, is_ones, front_equal(f, b, least), wrong);
  return front_apply(f, BITS_ITE, 1, is_zero, no, wrong);
}

static uint32_t wide_overflows(front *f, bits_op op, bool is_signed, uint32_t a,
                               uint32_t b, uint32_t r) {
  if (op == BITS_MUL)
    return product_overflows(f, is_signed, a, b, r);
  if (op == BITS_ADD && is_signed)
    return is_negative(f, differ(f, a, r), differ(f, b, r));
  if (op == BITS_SUB && is_signed)
    return is_negative(f, differ(f, a, b), differ(f, a, r));
  return op == BITS_ADD ? front_apply(f, BITS_ULT, 1, r, a, CFA_NONE)
                        : front_apply(f, BITS_ULT, 1, a, b, CFA_NONE);
}

/* 'a' and 'b' are evaluated several times: the caller holds them. */
void front_overflow(front *f, bits_op op, bool is_signed, uint32_t a,
                    uint32_t b, uint32_t *value, uint32_t *overflows) {
  unsigned width = front_at(f, a)->width;
  assert(op == BITS_ADD || op == BITS_SUB || op == BITS_MUL);
  *value = front_apply(f, op, width, a, b, CFA_NONE);
  if (width > 32) {
    *overflows = wide_overflows(f, op, is_signed, a, b, *value);
    return;
  }
  uint32_t r =
      front_apply(f, op, 2 * width, front_resize(f, a, 2 * width, is_signed),
                  front_resize(f, b, 2 * width, is_signed), CFA_NONE);
  uint32_t cut = front_resize(f, front_resize(f, r, width, is_signed),
                              2 * width, is_signed);
  *overflows = front_not(f, front_equal(f, cut, r));
}

static bool is_division(LLVMOpcode opcode) {
  return opcode == LLVMSDiv || opcode == LLVMSRem || opcode == LLVMUDiv ||
         opcode == LLVMURem;
}

static bool may_overflow(LLVMValueRef i, LLVMOpcode opcode) {
  return (opcode == LLVMAdd || opcode == LLVMSub || opcode == LLVMMul ||
          opcode == LLVMShl) &&
         shim_no_signed_wrap(i);
}

/* A division by a constant other than 0 and -1 is always defined. Of control
 * flow alone, values do not matter. */
static bool may_trap(const front *f, LLVMValueRef i, LLVMOpcode opcode) {
  if (!is_division(opcode) || f->options->control)
    return false;
  LLVMValueRef by = LLVMGetOperand(i, 1);
  if (!LLVMIsAConstantInt(by))
    return true;
  bool is_signed = opcode == LLVMSDiv || opcode == LLVMSRem;
  return LLVMConstIntGetZExtValue(by) == 0 ||
         (is_signed && LLVMConstIntGetSExtValue(by) == -1);
}

bool front_is_checked(const front *f, LLVMValueRef i) {
  LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
  return may_trap(f, i, opcode) ||
         (f->options->overflow && may_overflow(i, opcode));
}

bool front_wraps(const front *f, LLVMValueRef i) {
  return !f->options->overflow && may_overflow(i, LLVMGetInstructionOpcode(i));
}

/* With a constant the question is one of a bound, which engines know from other
 * conditions. CFA_NONE: it is no such sum or difference. */
static uint32_t passes_bound(front *f, bits_op op, uint32_t a, uint32_t b) {
  unsigned width = front_at(f, a)->width;
  uint64_t by = 0, least = UINT64_C(1) << (width - 1);
  if ((op != BITS_ADD && op != BITS_SUB) || !front_is_constant(f, b, &by))
    return CFA_NONE;
  bool is_up = (op == BITS_ADD) == !(by >> (width - 1) & 1);
  uint64_t bound = (is_up ? least - 1 : least) - (op == BITS_ADD ? by : 0 - by);
  uint32_t x = front_constant(f, width, bound, true);
  return front_apply(f, BITS_SLT, 1, is_up ? x : a, is_up ? a : x, CFA_NONE);
}

static void check_overflow(front *f, LLVMOpcode opcode, uint32_t a,
                           uint32_t b) {
  unsigned width = front_at(f, a)->width;
  uint32_t value, wrong;
  bits_op op = BITS_ADD;
  front_operator(opcode, &op);
  if (opcode == LLVMShl) {
    value = front_hold(f, front_apply(f, BITS_SHL, width, a, b, CFA_NONE));
    value = front_apply(f, BITS_ASHR, width, value, b, CFA_NONE);
    wrong = front_not(f, front_equal(f, value, a));
  } else {
    wrong = passes_bound(f, op, a, b);
    if (wrong == CFA_NONE)
      front_overflow(f, op, true, a, b, &value, &wrong);
  }
  front_guard(f, wrong, CFA_ERROR_OVERFLOW,
              op == BITS_ADD   ? "overflow in addition"
              : op == BITS_SUB ? "overflow in subtraction"
              : op == BITS_MUL ? "overflow in multiplication"
                               : "overflow in shift");
}

/* Division by zero, and INT_MIN / -1: errors if they are asked for, else what
 * follows is undefined. */
static void check_division(front *f, LLVMOpcode opcode, uint32_t a,
                           uint32_t b) {
  unsigned width = front_at(f, b)->width;
  uint32_t zero = front_constant(f, width, 0, true);
  uint32_t least = front_constant(f, width, UINT64_C(1) << (width - 1), true);
  uint32_t minus = front_constant(f, width, UINT64_MAX, true);
  const front_options *o = f->options;
  if (o->division)
    front_guard(f, front_equal(f, b, zero), CFA_ERROR_DIVISION,
                "division by zero");
  else
    front_guard_undefined(f, front_equal(f, b, zero), "division by zero");
  if (opcode != LLVMSDiv && opcode != LLVMSRem)
    return;
  uint32_t wrong = front_apply(f, BITS_AND, 1, front_equal(f, a, least),
                               front_equal(f, b, minus), CFA_NONE);
  if (o->division || o->overflow)
    front_guard(f, wrong, CFA_ERROR_OVERFLOW, "overflow in division");
  else
    front_guard_undefined(f, wrong, "overflow in division");
}

/* What may be evaluated again behind the guard: reading a variable, or a part
 * of one, gives the same value each time, and leaves statements as engines and
 * people know them. */
static uint32_t hold_operand(front *f, uint32_t a) {
  const cfa_expression *x = front_at(f, a);
  bool is_part = x->kind == CFA_LOAD && front_at(f, x->a)->kind == CFA_ADDRESS;
  return x->kind == CFA_VARIABLE || is_part ? a : front_hold(f, a);
}

void front_check_binary(front *f, LLVMValueRef i, LLVMOpcode opcode,
                        uint32_t *a, uint32_t *b) {
  *a = hold_operand(f, *a);
  *b = hold_operand(f, *b);
  if (may_trap(f, i, opcode))
    check_division(f, opcode, *a, *b);
  if (f->options->overflow && may_overflow(i, opcode))
    check_overflow(f, opcode, *a, *b);
}
