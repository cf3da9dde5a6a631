/* What can be said of expressions without asking: computed once each, operands
 * first, as they are numbered. */
#include "engine/panda/abstraction/inside.h"

/* The greatest value of an operator, from those of its operands. */
static uint64_t most_of(const abstraction *a,
                        const cfa_expression *expression) {
  uint64_t all = bits_mask(expression->width);
  if (expression->is_pointer)
    return all;
  uint64_t b = expression->b == CFA_NONE ? 0 : a->infos.at[expression->b].most;
  uint64_t c = expression->c == CFA_NONE ? 0 : a->infos.at[expression->c].most;
  uint64_t first = a->infos.at[expression->a].most;
  switch (expression->op) {
  case BITS_AND:
    return first < b ? first : b;
  case BITS_ZEXT:
    return first;
  case BITS_TRUNC:
    return first < all ? first : all;
  case BITS_ITE:
    return b > c ? b : c;
  case BITS_UREM: /* by 0 it would be the first operand */
    return a->p->expressions.at[expression->b].kind == CFA_CONSTANT && b
               ? b - 1
               : first;
  default:
    return all;
  }
}

/* May its own evaluation make an input? */
static bool is_unsure(const abstraction *a, const cfa_expression *expression) {
  const cfa_expression *left, *right;
  if (expression->kind != CFA_APPLY || expression->op == BITS_ITE)
    return false;
  switch (expression->op) {
  case BITS_SHL:
  case BITS_LSHR:
  case BITS_ASHR:
    return a->infos.at[expression->b].most >= expression->width;
  case BITS_EQ:
  case BITS_ULT:
  case BITS_ULE:
  case BITS_SLT:
  case BITS_SLE:
    left = &a->p->expressions.at[expression->a];
    right = &a->p->expressions.at[expression->b];
    if (!left->is_pointer)
      return false;
    /* With null there is nothing to doubt. */
    return expression->op != BITS_EQ ||
           (left->kind != CFA_CONSTANT && right->kind != CFA_CONSTANT);
  default:
    return false;
  }
}

static abs_info info_of(const abstraction *a,
                        const cfa_expression *expression) {
  uint32_t operands[3];
  size_t count = cfa_operands(expression, operands);
  abs_info out = {.most = bits_mask(expression->width), .size = 1};
  for (size_t i = 0; i < count; i++) {
    const abs_info *info = &a->infos.at[operands[i]];
    out.mentions |= info->mentions;
    out.has_load |= info->has_load;
    out.makes_input |= info->makes_input;
    if (base_add_overflows(out.size, info->size, &out.size))
      out.size = UINT32_MAX / 4;
  }
  if (expression->kind == CFA_VARIABLE)
    out.mentions = abs_bit(expression->a);
  else if (expression->kind == CFA_CONSTANT)
    out.most = expression->value;
  else if (expression->kind == CFA_LOAD)
    out.has_load = true;
  else if (expression->kind == CFA_APPLY)
    out.most = most_of(a, expression);
  out.makes_input |= is_unsure(a, expression);
  out.is_fixed =
      expression->kind == CFA_ADDRESS ||
      (expression->kind == CFA_OFFSET && a->infos.at[expression->a].is_fixed &&
       a->p->expressions.at[expression->b].kind == CFA_CONSTANT);
  return out;
}

const abs_info *abs_info_of(abstraction *a, uint32_t expression) {
  while (a->infos.count <= expression) {
    abs_info info = info_of(a, &a->p->expressions.at[a->infos.count]);
    vec_push(a->m, &a->infos, info);
  }
  return &a->infos.at[expression];
}
