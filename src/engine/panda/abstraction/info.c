/* What can be said of expressions without asking: computed once each, operands
 * first, as they are numbered. */
#include "engine/panda/abstraction/inside.h"

/* The greatest value of an operator, from those of its operands. */
static uint64_t most_of(const abstraction *a, const cfa_expression *x) {
  uint64_t all = bits_mask(x->width);
  if (x->is_pointer)
    return all;
  uint64_t b = x->b == CFA_NONE ? 0 : a->infos.at[x->b].most;
  uint64_t c = x->c == CFA_NONE ? 0 : a->infos.at[x->c].most;
  uint64_t first = a->infos.at[x->a].most;
  switch (x->op) {
  case BITS_AND:
    return first < b ? first : b;
  case BITS_ZEXT:
    return first;
  case BITS_TRUNC:
    return first < all ? first : all;
  case BITS_ITE:
    return b > c ? b : c;
  case BITS_UREM: /* by 0 it would be the first operand */
    return a->p->expressions.at[x->b].kind == CFA_CONSTANT && b ? b - 1 : first;
  default:
    return all;
  }
}

/* May its own evaluation make an input? */
static bool is_unsure(const abstraction *a, const cfa_expression *x) {
  const cfa_expression *left, *right;
  if (x->kind != CFA_APPLY || x->op == BITS_ITE)
    return false;
  switch (x->op) {
  case BITS_SHL:
  case BITS_LSHR:
  case BITS_ASHR:
    return a->infos.at[x->b].most >= x->width;
  case BITS_EQ:
  case BITS_ULT:
  case BITS_ULE:
  case BITS_SLT:
  case BITS_SLE:
    left = &a->p->expressions.at[x->a];
    right = &a->p->expressions.at[x->b];
    if (!left->is_pointer)
      return false;
    /* With null there is nothing to doubt. */
    return x->op != BITS_EQ ||
           (left->kind != CFA_CONSTANT && right->kind != CFA_CONSTANT);
  default:
    return false;
  }
}

static abs_info info_of(const abstraction *a, const cfa_expression *x) {
  uint32_t operands[3];
  size_t count = cfa_operands(x, operands);
  abs_info out = {.most = bits_mask(x->width), .size = 1};
  for (size_t i = 0; i < count; i++) {
    const abs_info *o = &a->infos.at[operands[i]];
    out.mentions |= o->mentions;
    out.has_load |= o->has_load;
    out.makes_input |= o->makes_input;
    if (base_add_overflows(out.size, o->size, &out.size))
      out.size = UINT32_MAX / 4;
  }
  if (x->kind == CFA_VARIABLE)
    out.mentions = abs_bit(x->a);
  else if (x->kind == CFA_CONSTANT)
    out.most = x->value;
  else if (x->kind == CFA_LOAD)
    out.has_load = true;
  else if (x->kind == CFA_APPLY)
    out.most = most_of(a, x);
  out.makes_input |= is_unsure(a, x);
  out.is_fixed = x->kind == CFA_ADDRESS ||
                 (x->kind == CFA_OFFSET && a->infos.at[x->a].is_fixed &&
                  a->p->expressions.at[x->b].kind == CFA_CONSTANT);
  return out;
}

const abs_info *abs_info_of(abstraction *a, uint32_t expression) {
  while (a->infos.count <= expression) {
    abs_info info = info_of(a, &a->p->expressions.at[a->infos.count]);
    vec_push(a->m, &a->infos, info);
  }
  return &a->infos.at[expression];
}
