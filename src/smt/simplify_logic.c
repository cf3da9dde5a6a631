#include "smt/simplify.h"

#include <assert.h>

static bool is_comparison(const terms *t, term x) {
  const term_node *node = term_node_of(t, x);
  return node->kind == TERM_APPLY && node->op >= BITS_ULT &&
         node->op <= BITS_SLE;
}

/* ult and ule, slt and sle are each other's negation, turned round. */
static bits_op turned(bits_op op) {
  switch (op) {
  case BITS_ULT:
    return BITS_ULE;
  case BITS_ULE:
    return BITS_ULT;
  case BITS_SLT:
    return BITS_SLE;
  default:
    return BITS_SLT;
  }
}

static term negated(terms *t, simplify_in in) {
  if (term_is(t, in.a, BITS_NOT))
    return term_node_of(t, in.a)->a;
  if (is_comparison(t, in.a)) {
    const term_node node = *term_node_of(t, in.a);
    return simplify_2(t, turned(node.op), 1, node.b, node.a);
  }
  return TERM_NONE;
}

/* x < k and k - 1 < x; also for signs, where k - 1 does not wrap. */
static bool next_to(const terms *t, const term_node *below,
                    const term_node *above) {
  if (below->op != above->op || below->a != above->b)
    return false;
  const term_node *k = term_node_of(t, below->b);
  const term_node *j = term_node_of(t, above->a);
  if (k->kind != TERM_CONSTANT || j->kind != TERM_CONSTANT)
    return false;
  uint64_t least =
      below->op == BITS_SLT ? UINT64_C(1) << (k->width - 1) : UINT64_C(0);
  return k->value != least && j->value == bits_cut(k->value - 1, k->width);
}

bool simplify_opposite(const terms *t, term a, term b) {
  const term_node *x = term_node_of(t, a), *y = term_node_of(t, b);
  if (x->kind != TERM_APPLY || y->kind != TERM_APPLY)
    return false;
  if ((x->op == BITS_NOT && x->a == b) || (y->op == BITS_NOT && y->a == a))
    return true;
  if (!is_comparison(t, a) || !is_comparison(t, b))
    return false;
  if (turned(x->op) == y->op)
    return x->a == y->b && x->b == y->a;
  if (x->op != BITS_ULT && x->op != BITS_SLT)
    return false;
  return next_to(t, x, y) || next_to(t, y, x);
}

static term with_itself(terms *t, simplify_in in) {
  if (in.a == in.b)
    return in.a;
  uint64_t mask = bits_mask(in.width);
  bool is_and = in.op == BITS_AND;
  if (in.width == 1
          ? simplify_opposite(t, in.a, in.b)
          : (term_is(t, in.a, BITS_NOT) && term_node_of(t, in.a)->a == in.b) ||
                (term_is(t, in.b, BITS_NOT) &&
                 term_node_of(t, in.b)->a == in.a))
    return terms_constant(t, in.width, is_and ? 0 : mask);
  if (!term_is_constant(t, in.b))
    return TERM_NONE;
  uint64_t k = term_constant_value(t, in.b);
  if (k == (is_and ? mask : 0))
    return in.a;
  return k == (is_and ? 0 : mask) ? in.b : TERM_NONE;
}

/* a and (a and x), a and (a or x); also with words of one bit, a and (not a or
 * x). 'y' is the compound operand. */
static term absorbed(terms *t, simplify_in in, term x, term y) {
  const term_node node = *term_node_of(t, y);
  if (node.kind != TERM_APPLY || (node.op != BITS_AND && node.op != BITS_OR))
    return TERM_NONE;
  if (node.a == x || node.b == x)
    return node.op == in.op ? y : x;
  if (in.width != 1)
    return TERM_NONE;
  bool first = simplify_opposite(t, node.a, x);
  if (!first && !simplify_opposite(t, node.b, x))
    return TERM_NONE;
  if (node.op == in.op)
    return terms_constant(t, 1, in.op == BITS_OR);
  return simplify_2(t, in.op, 1, x, first ? node.b : node.a);
}

/* The lowest bits alone are what is left of a cut. */
static term masked(terms *t, simplify_in in) {
  uint64_t k = term_constant_value(t, in.b);
  const term_node node = *term_node_of(t, in.a);
  if (node.kind == TERM_APPLY && node.op == in.op &&
      term_is_constant(t, node.b))
    return simplify_2(t, in.op, in.width, node.a,
                      simplify_2(t, in.op, in.width, node.b, in.b));
  if (in.op != BITS_AND)
    return TERM_NONE;
  if ((k & (k + 1)) == 0)
    return simplify_1(t, BITS_ZEXT, in.width,
                      simplify_extract(t, 0, base_highest_bit(k) + 1, in.a));
  if (node.kind != TERM_APPLY || node.op != BITS_ZEXT)
    return TERM_NONE;
  unsigned inner = term_width_of(t, node.a);
  return simplify_1(
      t, BITS_ZEXT, in.width,
      simplify_2(t, BITS_AND, inner, node.a, terms_constant(t, inner, k)));
}

static term and_or(terms *t, simplify_in in) {
  term simple = with_itself(t, in);
  if (simple == TERM_NONE)
    simple = absorbed(t, in, in.a, in.b);
  if (simple == TERM_NONE)
    simple = absorbed(t, in, in.b, in.a);
  if (simple == TERM_NONE && term_is_constant(t, in.b))
    simple = masked(t, in);
  return simple;
}

static term exclusive(terms *t, simplify_in in) {
  if (in.a == in.b)
    return terms_constant(t, in.width, 0);
  if (!term_is_constant(t, in.b))
    return TERM_NONE;
  uint64_t k = term_constant_value(t, in.b);
  if (k == 0)
    return in.a;
  if (k == bits_mask(in.width))
    return simplify_1(t, BITS_NOT, in.width, in.a);
  const term_node node = *term_node_of(t, in.a);
  if (node.kind == TERM_APPLY && node.op == BITS_XOR &&
      term_is_constant(t, node.b))
    return simplify_2(t, BITS_XOR, in.width, node.a,
                      simplify_2(t, BITS_XOR, in.width, node.b, in.b));
  return TERM_NONE;
}

term simplify_logic(terms *t, simplify_in in) {
  if (in.op == BITS_NOT)
    return negated(t, in);
  return in.op == BITS_XOR ? exclusive(t, in) : and_or(t, in);
}

/* Of one bit, with a constant side. */
static term one_bit_choice(terms *t, simplify_in in) {
  if (term_is_constant(t, in.b))
    return term_constant_value(t, in.b)
               ? simplify_2(t, BITS_OR, 1, in.a, in.c)
               : simplify_2(t, BITS_AND, 1, terms_not(t, in.a), in.c);
  if (term_is_constant(t, in.c))
    return term_constant_value(t, in.c)
               ? simplify_2(t, BITS_OR, 1, terms_not(t, in.a), in.b)
               : simplify_2(t, BITS_AND, 1, in.a, in.b);
  if (in.a == in.b)
    return simplify_2(t, BITS_OR, 1, in.a, in.c);
  return in.a == in.c ? simplify_2(t, BITS_AND, 1, in.a, in.b) : TERM_NONE;
}

static term choice(terms *t, unsigned width, term a, term b, term c) {
  return terms_apply(t, BITS_ITE, width, a, b, c);
}

term simplify_choice(terms *t, simplify_in in) {
  if (term_is_constant(t, in.a))
    return term_constant_value(t, in.a) ? in.b : in.c;
  if (in.b == in.c)
    return in.b;
  if (term_is(t, in.a, BITS_NOT))
    return choice(t, in.width, term_node_of(t, in.a)->a, in.c, in.b);
  const term_node a = *term_node_of(t, in.a), b = *term_node_of(t, in.b),
                  c = *term_node_of(t, in.c);
  if (term_is(t, in.b, BITS_ITE) && b.a == in.a)
    return choice(t, in.width, in.a, b.b, in.c);
  if (term_is(t, in.c, BITS_ITE) && c.a == in.a)
    return choice(t, in.width, in.a, in.b, c.c);
  if (term_is(t, in.a, BITS_EQ) &&
      ((a.a == in.b && a.b == in.c) || (a.a == in.c && a.b == in.b)))
    return in.c;
  return in.width == 1 ? one_bit_choice(t, in) : TERM_NONE;
}
