#include "cfa/validate.h"

static const cfa_expression *expressions_at(const cfa *p, uint32_t n) {
  return &p->expressions.at[n];
}

static bool expressions_is_word(const cfa *p, uint32_t n, unsigned width) {
  return !expressions_at(p, n)->is_pointer &&
         expressions_at(p, n)->width == width;
}

static bool are_alike(const cfa *p, uint32_t a, uint32_t b) {
  return expressions_at(p, a)->width == expressions_at(p, b)->width &&
         expressions_at(p, a)->is_pointer == expressions_at(p, b)->is_pointer;
}

static const char *conversion_wrong(const cfa *p, const cfa_expression *x) {
  unsigned from = expressions_at(p, x->a)->width;
  if (expressions_at(p, x->a)->is_pointer)
    return "a pointer is converted as if it were a word";
  if (x->op == BITS_TRUNC ? from <= x->width : from >= x->width)
    return x->op == BITS_TRUNC ? "its operand is not wider than its result"
                               : "its operand is not narrower than its result";
  return NULL;
}

static bool is_float(const cfa *p, uint32_t n) {
  return expressions_is_word(p, n, 32) || expressions_is_word(p, n, 64);
}

/* Of operators on numbers of IEEE 754. */
static const char *float_wrong(const cfa *p, const cfa_expression *x) {
  bool is_pair = bits_operands(x->op) == 2;
  bool gives_float = x->op != BITS_TO_SIGNED && !bits_compares(x->op);
  if (x->op == BITS_FROM_SIGNED ? expressions_at(p, x->a)->is_pointer
                                : !is_float(p, x->a))
    return "its operand is no word of 32 or 64 bits";
  if (is_pair && !are_alike(p, x->a, x->b))
    return "its operands are unlike";
  if (gives_float && x->width != 32 && x->width != 64)
    return "its result has not 32 or 64 bits";
  if (bits_compares(x->op))
    return x->width == 1 ? NULL : "a comparison has one bit";
  bool is_same = expressions_at(p, x->a)->width == x->width;
  if (x->op == BITS_FRESIZE && is_same)
    return "its operand is as wide as its result";
  return is_pair && !is_same ? "an operand is unlike its result" : NULL;
}

static const char *apply_wrong(const cfa *p, const cfa_expression *x) {
  if (x->is_pointer && x->op != BITS_ITE)
    return "of operators only 'ite' gives a pointer";
  switch (x->op) {
  case BITS_EQ:
  case BITS_ULT:
  case BITS_ULE:
  case BITS_SLT:
  case BITS_SLE:
    return x->width != 1              ? "a comparison has one bit"
           : are_alike(p, x->a, x->b) ? NULL
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
    return float_wrong(p, x);
  case BITS_ITE:
    return !expressions_is_word(p, x->a, 1) ? "its condition has not one bit"
           : !are_alike(p, x->b, x->c)      ? "its two sides are unlike"
           : expressions_at(p, x->b)->width != x->width ||
                   expressions_at(p, x->b)->is_pointer != x->is_pointer
               ? "its sides are unlike its result"
               : NULL;
  case BITS_ZEXT:
  case BITS_SEXT:
  case BITS_TRUNC:
    return conversion_wrong(p, x);
  case BITS_CONCAT:
    return expressions_at(p, x->a)->is_pointer ||
                   expressions_at(p, x->b)->is_pointer
               ? "a pointer is joined as if it were a word"
           : expressions_at(p, x->a)->width + expressions_at(p, x->b)->width !=
                   x->width
               ? "its width is not the sum of its operands'"
               : NULL;
  case BITS_NOT:
    return expressions_is_word(p, x->a, x->width)
               ? NULL
               : "its operand is unlike its result";
  default:
    return expressions_is_word(p, x->a, x->width) &&
                   expressions_is_word(p, x->b, x->width)
               ? NULL
               : "an operand is unlike its result";
  }
}

static const char *expressions_variable_wrong(const cfa *p,
                                              const cfa_expression *x) {
  if (x->a >= p->variables.count)
    return "no such variable";
  const cfa_variable *v = &p->variables.at[x->a];
  if (x->kind == CFA_ADDRESS)
    return v->is_scalar ? "a scalar has no address" : NULL;
  if (!v->is_scalar)
    return "an object is read through its address only";
  return v->width == x->width && v->is_pointer == x->is_pointer
             ? NULL
             : "it is unlike its variable";
}

static bool gives_pointer(const cfa_expression *x) {
  return x->kind == CFA_ADDRESS || x->kind == CFA_FUNCTION ||
         x->kind == CFA_OFFSET || x->kind == CFA_TO_POINTER;
}

static const char *operands_wrong(const cfa *p, const cfa_expression *x) {
  switch (x->kind) {
  case CFA_CONSTANT:
    return x->value == bits_cut(x->value, x->width)
               ? NULL
               : "its value does not fit into its width";
  case CFA_VARIABLE:
  case CFA_ADDRESS:
    return expressions_variable_wrong(p, x);
  case CFA_FUNCTION:
    return x->a < p->functions.count ? NULL : "no such function";
  case CFA_LOAD:
    return expressions_at(p, x->a)->is_pointer
               ? NULL
               : "it reads not through a pointer";
  case CFA_APPLY:
    return apply_wrong(p, x);
  case CFA_OFFSET:
    return !expressions_at(p, x->a)->is_pointer ? "it is not based on a pointer"
           : expressions_is_word(p, x->b, p->pointer_bits)
               ? NULL
               : "its second operand is no word as wide as a pointer";
  case CFA_TO_INTEGER:
    return !expressions_at(p, x->a)->is_pointer ? "its operand is no pointer"
           : x->is_pointer                      ? "its result is no word"
                                                : NULL;
  case CFA_TO_POINTER:
  case CFA_GHOST:
    break;
  }
  return expressions_is_word(p, x->a, p->pointer_bits)
             ? NULL
             : "its operand is no word as wide as a pointer";
}

static const char *expressions_expression_wrong(const cfa *p, uint32_t n) {
  const cfa_expression *x = expressions_at(p, n);
  uint32_t operands[3];
  if (x->kind > CFA_TO_POINTER ||
      (x->kind == CFA_APPLY && x->op >= BITS_OP_COUNT))
    return "no such kind or operator";
  if (x->width == 0 || x->width > BITS_MOST)
    return "its width is not from 1 to 64";
  if (x->is_pointer && x->width != p->pointer_bits)
    return "its width is not that of a pointer";
  if (gives_pointer(x) && !x->is_pointer)
    return "its value is a pointer";
  size_t count = cfa_operands(x, operands);
  for (size_t i = 0; i < count; i++)
    if (operands[i] >= n)
      return "an operand does not stand before it";
  return operands_wrong(p, x);
}

/* False: of locals of two functions. */
static bool find_owner(cfa_checker *c, uint32_t n) {
  const cfa_expression *x = expressions_at(c->p, n);
  uint32_t operands[3], owner = CFA_NONE;
  size_t count = cfa_operands(x, operands);
  if (x->kind == CFA_VARIABLE || x->kind == CFA_ADDRESS)
    owner = c->p->variables.at[x->a].function;
  for (size_t i = 0; i < count; i++) {
    uint32_t other = c->owner[operands[i]];
    if (other != CFA_NONE && owner != CFA_NONE && other != owner)
      return false;
    owner = other != CFA_NONE ? other : owner;
  }
  c->owner[n] = owner;
  return true;
}

static void find_closed(cfa_checker *c, uint32_t n) {
  const cfa_expression *x = expressions_at(c->p, n);
  uint32_t operands[3];
  size_t count = cfa_operands(x, operands);
  unsigned all = CFA_IS_CLOSED;
  if (x->kind == CFA_VARIABLE || x->kind == CFA_LOAD || c->owner[n] != CFA_NONE)
    all = 0;
  for (size_t i = 0; i < count; i++)
    all &= c->closed[operands[i]];
  if (all &&
      (x->kind == CFA_ADDRESS || x->kind == CFA_FUNCTION ||
       (x->kind == CFA_OFFSET && (c->closed[x->a] & CFA_IS_STATIC_POINTER))))
    all |= CFA_IS_STATIC_POINTER;
  c->closed[n] = (unsigned char)all;
}

bool cfa_check_expressions(cfa_checker *c) {
  for (uint32_t i = 0; i < c->p->expressions.count; i++) {
    const char *wrong = expressions_expression_wrong(c->p, i);
    if (!wrong && !find_owner(c, i))
      wrong = "it speaks of variables of two functions";
    if (wrong)
      return cfa_wrong(c, CFA_PART_EXPRESSIONS, i, wrong);
    find_closed(c, i);
  }
  return true;
}
