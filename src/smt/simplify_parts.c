/* Parts of words: extensions, cuts, shifts by constants, and words put
 * together from parts. */
#include "smt/simplify.h"

#include <assert.h>

static term zeros(terms *t, unsigned width) {
  return terms_constant(t, width, 0);
}

/* Bits from 'low' on. */

/* What is looked for: 'width' bits of x from 'low' on. */
typedef struct part {
  term x;
  unsigned low, width;
} part;

/* In the extension of y. TERM_NONE: p now says where to look. */
static term of_extension(terms *t, part *p, const term_node *node) {
  unsigned inner = term_width_of(t, node->a);
  if (p->low + p->width <= inner) {
    p->x = node->a;
    return TERM_NONE;
  }
  if (node->op == BITS_ZEXT && p->low >= inner)
    return zeros(t, p->width);
  unsigned from = p->low < inner ? p->low : inner - 1;
  return simplify_1(t, node->op, p->width,
                    simplify_extract(t, from, inner - from, node->a));
}

static term of_concat(terms *t, part *p, const term_node *node) {
  unsigned below = term_width_of(t, node->b);
  if (p->low >= below) {
    p->x = node->a;
    p->low -= below;
    return TERM_NONE;
  }
  if (p->low + p->width <= below) {
    p->x = node->b;
    return TERM_NONE;
  }
  return simplify_2(t, BITS_CONCAT, p->width,
                    simplify_extract(t, 0, p->low + p->width - below, node->a),
                    simplify_extract(t, p->low, below - p->low, node->b));
}

/* By a constant less than the width: others are gone. */
static term of_shift(terms *t, part *p, const term_node *node) {
  unsigned by = (unsigned)term_constant_value(t, node->b);
  if (node->op == BITS_LSHR) {
    if (p->low + by >= node->width)
      return zeros(t, p->width);
    if (p->low + by + p->width > node->width)
      return simplify_1(
          t, BITS_ZEXT, p->width,
          simplify_extract(t, p->low + by, node->width - p->low - by, node->a));
    p->x = node->a;
    p->low += by;
    return TERM_NONE;
  }
  if (p->low + p->width <= by)
    return zeros(t, p->width);
  if (p->low < by)
    return simplify_2(t, BITS_CONCAT, p->width,
                      simplify_extract(t, 0, p->low + p->width - by, node->a),
                      zeros(t, by - p->low));
  p->x = node->a;
  p->low -= by;
  return TERM_NONE;
}

/* Is its low part of that width to be had without a cut? */
static bool is_narrow(const terms *t, term x, unsigned width) {
  const term_node *node = term_node_of(t, x);
  if (node->kind == TERM_CONSTANT)
    return true;
  return node->kind == TERM_APPLY &&
         (node->op == BITS_ZEXT || node->op == BITS_SEXT) &&
         term_width_of(t, node->a) <= width;
}

/* The low bits of sums and products depend on low bits only: char arithmetic
 * comes back from int. */
static term of_narrow(terms *t, const part *p, const term_node *node) {
  bool suits =
      node->op <= BITS_MUL || (node->op >= BITS_AND && node->op <= BITS_XOR);
  if (!suits || p->low != 0 || !is_narrow(t, node->a, p->width) ||
      !is_narrow(t, node->b, p->width))
    return TERM_NONE;
  return simplify_2(t, node->op, p->width,
                    simplify_extract(t, 0, p->width, node->a),
                    simplify_extract(t, 0, p->width, node->b));
}

static bool shifts_by_less(const terms *t, const term_node *node) {
  return (node->op == BITS_LSHR || node->op == BITS_SHL) &&
         term_is_constant(t, node->b) &&
         term_constant_value(t, node->b) < node->width;
}

/* One step down. TERM_NONE and p unchanged: none is possible. */
static term look_into(terms *t, part *p) {
  const term_node node = *term_node_of(t, p->x);
  if (node.kind == TERM_CONSTANT)
    return terms_constant(t, p->width, node.value >> p->low);
  if (node.kind == TERM_INPUT)
    return TERM_NONE;
  if (node.op == BITS_ZEXT || node.op == BITS_SEXT)
    return of_extension(t, p, &node);
  if (node.op == BITS_CONCAT)
    return of_concat(t, p, &node);
  if (shifts_by_less(t, &node))
    return of_shift(t, p, &node);
  if (node.op == BITS_TRUNC) {
    p->x = node.a;
    return TERM_NONE;
  }
  if (node.op == BITS_ITE && term_is_constant(t, node.b) &&
      term_is_constant(t, node.c))
    return terms_apply(t, BITS_ITE, p->width, node.a,
                       simplify_extract(t, p->low, p->width, node.b),
                       simplify_extract(t, p->low, p->width, node.c));
  if (node.op == BITS_AND && term_is_constant(t, node.b)) {
    uint64_t kept =
        bits_cut(term_constant_value(t, node.b) >> p->low, p->width);
    if (kept == 0)
      return zeros(t, p->width);
    if (kept == bits_mask(p->width))
      p->x = node.a;
    return TERM_NONE;
  }
  return of_narrow(t, p, &node);
}

static term as_it_stands(terms *t, const part *p) {
  unsigned whole = term_width_of(t, p->x);
  term x = p->x;
  if (p->low)
    x = term_intern(t, BITS_LSHR, whole, x, terms_constant(t, whole, p->low),
                    TERM_NONE);
  return term_intern(t, BITS_TRUNC, p->width, x, TERM_NONE, TERM_NONE);
}

term simplify_extract(terms *t, unsigned low, unsigned width, term x) {
  part p = {x, low, width};
  term found = TERM_NONE;
  if (t->depth >= TERM_DEPTH)
    return width == term_width_of(t, x) ? x : as_it_stands(t, &p);
  t->depth++;
  while (found == TERM_NONE) {
    if (p.width == term_width_of(t, p.x)) {
      found = p.x;
      break;
    }
    part before = p;
    found = look_into(t, &p);
    if (found == TERM_NONE && p.x == before.x)
      found = as_it_stands(t, &p);
  }
  t->depth--;
  return found;
}

term simplify_extension(terms *t, simplify_in in) {
  const term_node node = *term_node_of(t, in.a);
  if (node.width == in.width)
    return in.a;
  if (node.kind != TERM_APPLY)
    return TERM_NONE;
  if (node.op == BITS_ZEXT || (node.op == BITS_SEXT && in.op == BITS_SEXT))
    return simplify_1(t, node.op, in.width, node.a);
  if (node.op == BITS_ITE && term_is_constant(t, node.b) &&
      term_is_constant(t, node.c))
    return terms_apply(t, BITS_ITE, in.width, node.a,
                       simplify_1(t, in.op, in.width, node.b),
                       simplify_1(t, in.op, in.width, node.c));
  return TERM_NONE;
}

static term lower_part(terms *t, simplify_in in, unsigned by) {
  return simplify_1(t, BITS_ZEXT, in.width,
                    simplify_extract(t, by, in.width - by, in.a));
}

/* What is left of a shift to the right is a smaller part, if one of these is
 * shifted. */
static bool gets_smaller(const terms *t, term x, unsigned by) {
  const term_node *node = term_node_of(t, x);
  if (node->kind != TERM_APPLY)
    return false;
  if (node->op == BITS_CONCAT)
    return by >= term_width_of(t, node->b);
  return node->op == BITS_ZEXT;
}

term simplify_shift(terms *t, simplify_in in) {
  if (term_constant_is(t, in.a, 0))
    return in.a;
  if (!term_is_constant(t, in.b))
    return TERM_NONE;
  uint64_t by = term_constant_value(t, in.b);
  if (by == 0)
    return in.a;
  if (by >= in.width)
    return in.op == BITS_ASHR
               ? simplify_2(t, BITS_ASHR, in.width, in.a,
                            terms_constant(t, in.width, in.width - 1))
               : zeros(t, in.width);
  const term_node node = *term_node_of(t, in.a);
  if (node.kind == TERM_APPLY && node.op == in.op &&
      term_is_constant(t, node.b)) {
    uint64_t before = term_constant_value(t, node.b);
    if (before < in.width && before + by < in.width)
      return simplify_2(t, in.op, in.width, node.a,
                        terms_constant(t, in.width, before + by));
    if (before < in.width && in.op != BITS_ASHR)
      return zeros(t, in.width);
  }
  if (in.op == BITS_LSHR && gets_smaller(t, in.a, (unsigned)by))
    return lower_part(t, in, (unsigned)by);
  return TERM_NONE;
}

static part part_of(const terms *t, term x) {
  part p = {x, 0, term_width_of(t, x)};
  if (!term_is(t, x, BITS_TRUNC))
    return p;
  p.x = term_node_of(t, x)->a;
  const term_node *node = term_node_of(t, p.x);
  if (node->kind == TERM_APPLY && node->op == BITS_LSHR &&
      term_is_constant(t, node->b) &&
      term_constant_value(t, node->b) < node->width) {
    p.low = (unsigned)term_constant_value(t, node->b);
    p.x = node->a;
  }
  return p;
}

/* One word instead of two neighbours, if it is one. */
static term joined(terms *t, term a, term b) {
  unsigned width = term_width_of(t, a) + term_width_of(t, b);
  if (term_is_constant(t, a) && term_is_constant(t, b))
    return simplify_2(t, BITS_CONCAT, width, a, b);
  part high = part_of(t, a), low = part_of(t, b);
  if (high.x != low.x || high.low != low.low + low.width ||
      high.low + high.width > term_width_of(t, high.x))
    return TERM_NONE;
  return simplify_extract(t, low.low, width, high.x);
}

/* The sign of b, repeated. */
static bool is_sign_of(terms *t, term a, term b) {
  if (!term_is(t, a, BITS_SEXT))
    return false;
  term sign = term_node_of(t, a)->a;
  return term_width_of(t, sign) == 1 &&
         sign == simplify_extract(t, term_width_of(t, b) - 1, 1, b);
}

term simplify_concat(terms *t, simplify_in in) {
  if (term_constant_is(t, in.a, 0))
    return simplify_1(t, BITS_ZEXT, in.width, in.b);
  term one = joined(t, in.a, in.b);
  if (one != TERM_NONE)
    return one;
  if (is_sign_of(t, in.a, in.b))
    return simplify_1(t, BITS_SEXT, in.width, in.b);
  const term_node a = *term_node_of(t, in.a), b = *term_node_of(t, in.b);
  if (term_is(t, in.a, BITS_CONCAT))
    return simplify_2(
        t, BITS_CONCAT, in.width, a.a,
        simplify_2(t, BITS_CONCAT, term_width_of(t, a.b) + b.width, a.b, in.b));
  if (!term_is(t, in.b, BITS_CONCAT))
    return TERM_NONE;
  one = joined(t, in.a, b.a);
  return one == TERM_NONE ? TERM_NONE
                          : simplify_2(t, BITS_CONCAT, in.width, one, b.b);
}
