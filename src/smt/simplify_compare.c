#include "smt/simplify.h"

#include <assert.h>

static term truth(terms *t, bool value) { return terms_constant(t, 1, value); }

static term equal(terms *t, term a, term b) {
  return simplify_2(t, BITS_EQ, 1, a, b);
}

static term equal_constant(terms *t, unsigned width, term a, uint64_t k) {
  return equal(t, a, terms_constant(t, width, k));
}

static term equal_one_bit(terms *t, term a, term b) {
  if (term_is_constant(t, b))
    return term_constant_value(t, b) ? a : terms_not(t, a);
  if (simplify_opposite(t, a, b))
    return truth(t, false);
  const term_node x = *term_node_of(t, a), y = *term_node_of(t, b);
  if (term_is(t, a, BITS_NOT))
    return terms_not(t, equal(t, x.a, b));
  if (term_is(t, b, BITS_NOT))
    return terms_not(t, equal(t, a, y.a));
  return TERM_NONE;
}

/* An extension equals k exactly if k is the extension of its own low part. */
static term equal_extension(terms *t, const term_node *node, uint64_t k) {
  unsigned inner = term_width_of(t, node->a);
  if (bits_apply(node->op, node->width, inner, bits_cut(k, inner), 0, 0) != k)
    return truth(t, false);
  return equal_constant(t, inner, node->a, k);
}

static term equal_choice(terms *t, const term_node *node, uint64_t k) {
  if (!term_is_constant(t, node->b) || !term_is_constant(t, node->c))
    return TERM_NONE;
  /* the sides differ: else the choice would be gone */
  if (term_constant_value(t, node->b) == k)
    return node->a;
  return term_constant_value(t, node->c) == k ? terms_not(t, node->a)
                                              : truth(t, false);
}

static term equal_to_constant(terms *t, const term_node *node, uint64_t k) {
  unsigned w = node->width;
  switch ((bits_op)node->op) {
  case BITS_ADD:
    return term_is_constant(t, node->b)
               ? equal_constant(t, w, node->a,
                                k - term_constant_value(t, node->b))
               : TERM_NONE;
  case BITS_SUB:
    if (term_is_constant(t, node->a))
      return equal_constant(t, w, node->b, term_constant_value(t, node->a) - k);
    return k == 0 ? equal(t, node->a, node->b) : TERM_NONE;
  case BITS_XOR:
    if (term_is_constant(t, node->b))
      return equal_constant(t, w, node->a, k ^ term_constant_value(t, node->b));
    return k == 0 ? equal(t, node->a, node->b) : TERM_NONE;
  case BITS_NOT:
    return equal_constant(t, w, node->a, ~k);
  case BITS_ZEXT:
  case BITS_SEXT:
    return equal_extension(t, node, k);
  case BITS_ITE:
    return equal_choice(t, node, k);
  case BITS_CONCAT: {
    unsigned below = term_width_of(t, node->b);
    if (!term_is_constant(t, node->a) && !term_is_constant(t, node->b))
      return TERM_NONE;
    return terms_and(t, equal_constant(t, w - below, node->a, k >> below),
                     equal_constant(t, below, node->b, k));
  }
  default:
    return TERM_NONE;
  }
}

/* x + y = x; x + k = y + k; both extended alike. */
static term equal_both(terms *t, term a, term b) {
  const term_node x = *term_node_of(t, a), y = *term_node_of(t, b);
  if (term_is(t, a, BITS_ADD) && (x.a == b || x.b == b))
    return equal_constant(t, x.width, x.a == b ? x.b : x.a, 0);
  if (term_is(t, b, BITS_ADD) && (y.a == a || y.b == a))
    return equal_constant(t, y.width, y.a == a ? y.b : y.a, 0);
  if (x.kind != TERM_APPLY || y.kind != TERM_APPLY || x.op != y.op)
    return TERM_NONE;
  if (x.op == BITS_ADD && x.b == y.b)
    return equal(t, x.a, y.a);
  if (x.op == BITS_ADD && x.a == y.a)
    return equal(t, x.b, y.b);
  if ((x.op == BITS_ZEXT || x.op == BITS_SEXT) &&
      term_width_of(t, x.a) == term_width_of(t, y.a))
    return equal(t, x.a, y.a);
  return TERM_NONE;
}

term simplify_equal(terms *t, term a, term b) {
  if (a == b)
    return truth(t, true);
  if (term_width_of(t, a) == 1)
    return equal_one_bit(t, a, b);
  const term_node node = *term_node_of(t, a);
  if (!term_is_constant(t, b))
    return equal_both(t, a, b);
  return node.kind == TERM_APPLY
             ? equal_to_constant(t, &node, term_constant_value(t, b))
             : TERM_NONE;
}

/* The least and the greatest word of a width, with or without signs. */
typedef struct range {
  uint64_t least, most;
} range;

static range range_of(bool is_signed, unsigned width) {
  uint64_t mask = bits_mask(width);
  return is_signed ? (range){mask / 2 + 1, mask / 2} : (range){0, mask};
}

static bool below(bool is_signed, unsigned width, uint64_t a, uint64_t b) {
  return is_signed ? bits_signed(a, width) < bits_signed(b, width) : a < b;
}

static term less(terms *t, bool is_signed, term a, term b) {
  return simplify_2(t, is_signed ? BITS_SLT : BITS_ULT, 1, a, b);
}

/* The values of an extension, as words of its own width. An extension with
 * signs has no range without them. */
static bool extension_range(const terms *t, const term_node *node,
                            bool is_signed, range *out) {
  if (node->kind != TERM_APPLY ||
      !(node->op == BITS_ZEXT || (node->op == BITS_SEXT && is_signed)))
    return false;
  unsigned inner = term_width_of(t, node->a);
  *out = range_of(node->op == BITS_SEXT, inner);
  if (node->op == BITS_SEXT)
    out->least =
        bits_cut((uint64_t)bits_signed(out->least, inner), node->width);
  return true;
}

/* x < k if 'k_right', else k < x; x is an extension. */
static term less_extension(terms *t, bool is_signed, const term_node *node,
                           uint64_t k, bool k_right) {
  range r;
  if (!extension_range(t, node, is_signed, &r))
    return TERM_NONE;
  unsigned inner = term_width_of(t, node->a);
  if (below(is_signed, node->width, k, r.least))
    return truth(t, !k_right);
  if (below(is_signed, node->width, r.most, k))
    return truth(t, k_right);
  term small = terms_constant(t, inner, k);
  bool inner_signed = node->op == BITS_SEXT;
  return k_right ? less(t, inner_signed, node->a, small)
                 : less(t, inner_signed, small, node->a);
}

/* Constant right. */
static term less_than(terms *t, bool is_signed, term a, uint64_t k) {
  const term_node node = *term_node_of(t, a);
  range r = range_of(is_signed, node.width);
  if (k == r.least)
    return truth(t, false);
  if (k == bits_cut(r.least + 1, node.width))
    return equal_constant(t, node.width, a, r.least);
  if (k == r.most)
    return terms_not(t, equal_constant(t, node.width, a, k));
  return less_extension(t, is_signed, &node, k, true);
}

/* Constant left. */
static term greater_than(terms *t, bool is_signed, uint64_t k, term b) {
  const term_node node = *term_node_of(t, b);
  range r = range_of(is_signed, node.width);
  if (k == r.most)
    return truth(t, false);
  if (k == bits_cut(r.most - 1, node.width))
    return equal_constant(t, node.width, b, r.most);
  if (k == r.least)
    return terms_not(t, equal_constant(t, node.width, b, k));
  return less_extension(t, is_signed, &node, k, false);
}

/* Both extended in the same way, from one width or two. Extension with signs
 * keeps the order without them, too. */
static term both_extended(terms *t, bits_op op, term a, term b) {
  const term_node x = *term_node_of(t, a), y = *term_node_of(t, b);
  if (x.kind != TERM_APPLY || y.kind != TERM_APPLY || x.op != y.op ||
      (x.op != BITS_ZEXT && x.op != BITS_SEXT))
    return TERM_NONE;
  unsigned i = term_width_of(t, x.a), j = term_width_of(t, y.a);
  unsigned wider = i > j ? i : j;
  if (x.op == BITS_ZEXT)
    op = op == BITS_SLT ? BITS_ULT : op == BITS_SLE ? BITS_ULE : op;
  return simplify_2(t, op, 1, simplify_1(t, x.op, wider, x.a),
                    simplify_1(t, x.op, wider, y.a));
}

/* Not strict, with a constant: strict, with its neighbour. */
static term strict(terms *t, bool is_signed, simplify_in in) {
  unsigned w = term_width_of(t, in.a);
  range r = range_of(is_signed, w);
  if (term_is_constant(t, in.b)) {
    uint64_t k = term_constant_value(t, in.b);
    return k == r.most ? truth(t, true)
                       : less(t, is_signed, in.a, terms_constant(t, w, k + 1));
  }
  uint64_t k = term_constant_value(t, in.a);
  return k == r.least ? truth(t, true)
                      : less(t, is_signed, terms_constant(t, w, k - 1), in.b);
}

term simplify_order(terms *t, simplify_in in) {
  bool is_signed = in.op == BITS_SLT || in.op == BITS_SLE;
  bool is_strict = in.op == BITS_ULT || in.op == BITS_SLT;
  if (in.a == in.b)
    return truth(t, !is_strict);
  bool left = term_is_constant(t, in.a), right = term_is_constant(t, in.b);
  if (!left && !right)
    return both_extended(t, in.op, in.a, in.b);
  if (!is_strict)
    return strict(t, is_signed, in);
  return right ? less_than(t, is_signed, in.a, term_constant_value(t, in.b))
               : greater_than(t, is_signed, term_constant_value(t, in.a), in.b);
}
