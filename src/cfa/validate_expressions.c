#include "cfa/validate.h"

static const cfa_expression *expressions_at(const cfa *automaton, uint32_t n) {
  return &automaton->expressions.at[n];
}

static bool expressions_is_word(const cfa *automaton, uint32_t n,
                                unsigned width) {
  return !expressions_at(automaton, n)->is_pointer &&
         expressions_at(automaton, n)->width == width;
}

static bool are_alike(const cfa *automaton, uint32_t a, uint32_t b) {
  return expressions_at(automaton, a)->width ==
             expressions_at(automaton, b)->width &&
         expressions_at(automaton, a)->is_pointer ==
             expressions_at(automaton, b)->is_pointer;
}

static const char *conversion_wrong(const cfa *automaton,
                                    const cfa_expression *expression) {
  unsigned from = expressions_at(automaton, expression->a)->width;
  if (expressions_at(automaton, expression->a)->is_pointer)
    return "a pointer is converted as if it were a word";
  if (expression->op == BITS_TRUNC ? from <= expression->width
                                   : from >= expression->width)
    return expression->op == BITS_TRUNC
               ? "its operand is not wider than its result"
               : "its operand is not narrower than its result";
  return NULL;
}

static bool is_float(const cfa *automaton, uint32_t n) {
  return expressions_is_word(automaton, n, 32) ||
         expressions_is_word(automaton, n, 64);
}

/* Of operators on numbers of IEEE 754. */
static const char *float_wrong(const cfa *automaton,
                               const cfa_expression *expression) {
  bool is_pair = bits_operands(expression->op) == 2;
  bool gives_float =
      expression->op != BITS_TO_SIGNED && !bits_compares(expression->op);
  if (expression->op == BITS_FROM_SIGNED
          ? expressions_at(automaton, expression->a)->is_pointer
          : !is_float(automaton, expression->a))
    return "its operand is no word of 32 or 64 bits";
  if (is_pair && !are_alike(automaton, expression->a, expression->b))
    return "its operands are unlike";
  if (gives_float && expression->width != 32 && expression->width != 64)
    return "its result has not 32 or 64 bits";
  if (bits_compares(expression->op))
    return expression->width == 1 ? NULL : "a comparison has one bit";
  bool is_same =
      expressions_at(automaton, expression->a)->width == expression->width;
  if (expression->op == BITS_FRESIZE && is_same)
    return "its operand is as wide as its result";
  return is_pair && !is_same ? "an operand is unlike its result" : NULL;
}

static const char *apply_wrong(const cfa *automaton,
                               const cfa_expression *expression) {
  if (expression->is_pointer && expression->op != BITS_ITE)
    return "of operators only 'ite' gives a pointer";
  switch (expression->op) {
  case BITS_EQ:
  case BITS_ULT:
  case BITS_ULE:
  case BITS_SLT:
  case BITS_SLE:
    return expression->width != 1 ? "a comparison has one bit"
           : are_alike(automaton, expression->a, expression->b)
               ? NULL
               : "unlike things are compared";
  case BITS_FADD:
  case BITS_FSUB:
  case BITS_FMUL:
  case BITS_FDIV:
  case BITS_FREM:
  case BITS_FEQ:
  case BITS_FLT:
  case BITS_FLE:
  case BITS_FROM_SIGNED:
  case BITS_TO_SIGNED:
  case BITS_FRESIZE:
    return float_wrong(automaton, expression);
  case BITS_ITE:
    return !expressions_is_word(automaton, expression->a, 1)
               ? "its condition has not one bit"
           : !are_alike(automaton, expression->b, expression->c)
               ? "its two sides are unlike"
           : expressions_at(automaton, expression->b)->width !=
                       expression->width ||
                   expressions_at(automaton, expression->b)->is_pointer !=
                       expression->is_pointer
               ? "its sides are unlike its result"
               : NULL;
  case BITS_ZEXT:
  case BITS_SEXT:
  case BITS_TRUNC:
    return conversion_wrong(automaton, expression);
  case BITS_CONCAT:
    return expressions_at(automaton, expression->a)->is_pointer ||
                   expressions_at(automaton, expression->b)->is_pointer
               ? "a pointer is joined as if it were a word"
           : expressions_at(automaton, expression->a)->width +
                       expressions_at(automaton, expression->b)->width !=
                   expression->width
               ? "its width is not the sum of its operands'"
               : NULL;
  case BITS_NOT:
    return expressions_is_word(automaton, expression->a, expression->width)
               ? NULL
               : "its operand is unlike its result";
  default:
    return expressions_is_word(automaton, expression->a, expression->width) &&
                   expressions_is_word(automaton, expression->b,
                                       expression->width)
               ? NULL
               : "an operand is unlike its result";
  }
}

static const char *
expressions_variable_wrong(const cfa *automaton,
                           const cfa_expression *expression) {
  if (expression->a >= automaton->variables.count)
    return "no such variable";
  const cfa_variable *variable = &automaton->variables.at[expression->a];
  if (expression->kind == CFA_ADDRESS)
    return variable->is_scalar ? "a scalar has no address" : NULL;
  if (!variable->is_scalar)
    return "an object is read through its address only";
  return variable->width == expression->width &&
                 variable->is_pointer == expression->is_pointer
             ? NULL
             : "it is unlike its variable";
}

static bool gives_pointer(const cfa_expression *expression) {
  return expression->kind == CFA_ADDRESS || expression->kind == CFA_FUNCTION ||
         expression->kind == CFA_OFFSET || expression->kind == CFA_TO_POINTER;
}

static const char *operands_wrong(const cfa *automaton,
                                  const cfa_expression *expression) {
  switch (expression->kind) {
  case CFA_CONSTANT:
    return expression->value == bits_cut(expression->value, expression->width)
               ? NULL
               : "its value does not fit into its width";
  case CFA_VARIABLE:
  case CFA_ADDRESS:
    return expressions_variable_wrong(automaton, expression);
  case CFA_FUNCTION:
    return expression->a < automaton->functions.count ? NULL
                                                      : "no such function";
  case CFA_LOAD:
    return expressions_at(automaton, expression->a)->is_pointer
               ? NULL
               : "it reads not through a pointer";
  case CFA_APPLY:
    return apply_wrong(automaton, expression);
  case CFA_OFFSET:
    return !expressions_at(automaton, expression->a)->is_pointer
               ? "it is not based on a pointer"
           : expressions_is_word(automaton, expression->b,
                                 automaton->pointer_bits)
               ? NULL
               : "its second operand is no word as wide as a pointer";
  case CFA_TO_INTEGER:
    return !expressions_at(automaton, expression->a)->is_pointer
               ? "its operand is no pointer"
           : expression->is_pointer ? "its result is no word"
                                    : NULL;
  case CFA_TO_POINTER:
  case CFA_GHOST:
    break;
  }
  return expressions_is_word(automaton, expression->a, automaton->pointer_bits)
             ? NULL
             : "its operand is no word as wide as a pointer";
}

static const char *expressions_expression_wrong(const cfa *automaton,
                                                uint32_t n) {
  const cfa_expression *expression = expressions_at(automaton, n);
  uint32_t operands[3];
  if (expression->kind > CFA_TO_POINTER ||
      (expression->kind == CFA_APPLY && expression->op >= BITS_OP_COUNT))
    return "no such kind or operator";
  if (expression->width == 0 || expression->width > BITS_MOST)
    return "its width is not from 1 to 64";
  if (expression->is_pointer && expression->width != automaton->pointer_bits)
    return "its width is not that of a pointer";
  if (gives_pointer(expression) && !expression->is_pointer)
    return "its value is a pointer";
  size_t count = cfa_operands(expression, operands);
  for (size_t i = 0; i < count; i++)
    if (operands[i] >= n)
      return "an operand does not stand before it";
  return operands_wrong(automaton, expression);
}

/* False: of locals of two functions. */
static bool find_owner(cfa_checker *checker, uint32_t n) {
  const cfa_expression *expression = expressions_at(checker->p, n);
  uint32_t operands[3], owner = CFA_NONE;
  size_t count = cfa_operands(expression, operands);
  if (expression->kind == CFA_VARIABLE || expression->kind == CFA_ADDRESS)
    owner = checker->p->variables.at[expression->a].function;
  for (size_t i = 0; i < count; i++) {
    uint32_t other = checker->owner[operands[i]];
    if (other != CFA_NONE && owner != CFA_NONE && other != owner)
      return false;
    owner = other != CFA_NONE ? other : owner;
  }
  checker->owner[n] = owner;
  return true;
}

static void find_closed(cfa_checker *checker, uint32_t n) {
  const cfa_expression *expression = expressions_at(checker->p, n);
  uint32_t operands[3];
  size_t count = cfa_operands(expression, operands);
  unsigned all = CFA_IS_CLOSED;
  if (expression->kind == CFA_VARIABLE || expression->kind == CFA_LOAD ||
      checker->owner[n] != CFA_NONE)
    all = 0;
  for (size_t i = 0; i < count; i++)
    all &= checker->closed[operands[i]];
  if (all &&
      (expression->kind == CFA_ADDRESS || expression->kind == CFA_FUNCTION ||
       (expression->kind == CFA_OFFSET &&
        (checker->closed[expression->a] & CFA_IS_STATIC_POINTER))))
    all |= CFA_IS_STATIC_POINTER;
  checker->closed[n] = (unsigned char)all;
}

bool cfa_check_expressions(cfa_checker *checker) {
  for (uint32_t i = 0; i < checker->p->expressions.count; i++) {
    const char *wrong = expressions_expression_wrong(checker->p, i);
    if (!wrong && !find_owner(checker, i))
      wrong = "it speaks of variables of two functions";
    if (wrong)
      return cfa_wrong(checker, CFA_PART_EXPRESSIONS, i, wrong);
    find_closed(checker, i);
  }
  return true;
}
