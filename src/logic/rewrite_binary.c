/* Rules for until and weak until, which with 'dual' are those for release and
 * strong release. */
#include "logic/rewrite.h"

#include <assert.h>

typedef struct pair { /* the operator's two sides, and the words of its half */
  rewriter *w;
  bool dual;
  uint32_t a, b;
  nnf_op op_a, op_b;
  nnf_op until, weak, strong, release, and_, or_;
} pair;

static pair pair_of(rewriter *w, bool dual, uint32_t a, uint32_t b) {
  return (pair){.w = w,
                .dual = dual,
                .a = a,
                .b = b,
                .op_a = nnf_op_of(w->t, a),
                .op_b = nnf_op_of(w->t, b),
                .until = rewrite_op(dual, NNF_UNTIL),
                .weak = rewrite_op(dual, NNF_WEAK),
                .strong = rewrite_op(dual, NNF_STRONG),
                .release = rewrite_op(dual, NNF_RELEASE),
                .and_ = rewrite_op(dual, NNF_AND),
                .or_ = rewrite_op(dual, NNF_OR)};
}

static bool binary_implies(const pair *p, uint32_t f, uint32_t g) {
  return rewrite_dual_implies(p->w, p->dual, f, g);
}

static uint32_t left(const pair *p, uint32_t f) { return nnf_left(p->w->t, f); }

static uint32_t right(const pair *p, uint32_t f) {
  return nnf_right(p->w->t, f);
}

/* (x | y) op b = y op b if x => b. */
static uint32_t drop_implied(const pair *p, nnf_op op) {
  if (p->op_a != p->or_)
    return NNF_NONE;
  for (uint32_t i = 0; i < nnf_count(p->w->t, p->a); i++) {
    uint32_t x = nnf_member(p->w->t, p->a, i);
    if (binary_implies(p, x, p->b))
      return rewrite_binary(p->w, op, rewrite_without(p->w, p->a, x), p->b);
  }
  return NNF_NONE;
}

/* a op (b | e) = (a op b) | e. */
static uint32_t take_out_eventual(const pair *p, nnf_op op) {
  size_t base = p->w->list.count;
  uint32_t rest;
  if (p->op_b != p->or_ ||
      !rewrite_split(p->w, p->dual, p->b, rewrite_eventual, &rest))
    return NNF_NONE;
  rewrite_push(p->w, rewrite_binary(p->w, op, p->a, rest));
  return rewrite_list(p->w, p->or_, base);
}

/* a U (b | Ga) = a W b; not for the dual. */
static uint32_t until_globally(const pair *p) {
  if (p->dual || p->op_b != NNF_OR)
    return NNF_NONE;
  for (uint32_t i = 0; i < nnf_count(p->w->t, p->b); i++) {
    uint32_t x = nnf_member(p->w->t, p->b, i);
    if (nnf_op_of(p->w->t, x) == NNF_GLOBALLY && left(p, x) == p->a)
      return rewrite_binary(p->w, NNF_WEAK, p->a,
                            rewrite_without(p->w, p->b, x));
  }
  return NNF_NONE;
}

/* a op (a & b) = b other a. */
static uint32_t repeated(const pair *p, nnf_op other) {
  if (p->op_b != p->and_ || !nnf_has(p->w->t, p->b, p->a))
    return NNF_NONE;
  return rewrite_binary(p->w, other, rewrite_without(p->w, p->b, p->a), p->a);
}

/* Untils inside of untils. */
static uint32_t nested_until(const pair *p) {
  rewriter *w = p->w;
  uint32_t a = p->a, b = p->b;
  bool b_is = p->op_b == p->until || p->op_b == p->weak;
  bool a_is = p->op_a == p->until || p->op_a == p->weak;
  if (b_is && binary_implies(p, a, left(p, b)))
    return b;
  if (p->op_b == p->until && binary_implies(p, left(p, b), a))
    return rewrite_binary(w, p->until, a, right(p, b));
  if (a_is && binary_implies(p, left(p, a), b))
    return rewrite_binary(w, p->until, right(p, a), b);
  if (!p->dual && p->op_a == NNF_UNTIL && binary_implies(p, right(p, a), b))
    return rewrite_two(w, NNF_OR, a, b);
  if (p->dual && a_is && binary_implies(p, b, right(p, a)))
    return rewrite_binary(w, p->until,
                          rewrite_two(w, p->or_, left(p, a), right(p, a)), b);
  return NNF_NONE;
}

static uint32_t until_rules(rewriter *w, bool dual, uint32_t a, uint32_t b) {
  pair p = pair_of(w, dual, a, b);
  uint32_t f;
  if (rewrite_eventual(w, dual, b) || binary_implies(&p, a, b))
    return b;
  if (binary_implies(&p, rewrite_negate(w, a), b) ||
      (rewrite_eventual(w, dual, a) && binary_implies(&p, b, a)))
    return rewrite_unary(w, rewrite_op(dual, NNF_FINALLY), b);
  if ((f = nested_until(&p)) != NNF_NONE ||
      (f = drop_implied(&p, p.until)) != NNF_NONE)
    return f;
  if (!dual && p.op_a == NNF_LETTERS && p.op_b == NNF_LETTERS)
    a = nnf_letters(w->t,
                    letters_minus(w->t->alphabet, left(&p, a), left(&p, b)));
  if ((f = take_out_eventual(&p, p.until)) != NNF_NONE ||
      (f = until_globally(&p)) != NNF_NONE ||
      (f = repeated(&p, p.strong)) != NNF_NONE)
    return f;
  return nnf_make(w->t, p.until, a, b);
}

static uint32_t nested_weak(const pair *p) {
  rewriter *w = p->w;
  uint32_t a = p->a, b = p->b;
  bool b_is = p->op_b == p->until || p->op_b == p->weak;
  bool a_is = p->op_a == p->until || p->op_a == p->weak;
  if (p->op_b == p->weak && binary_implies(p, a, left(p, b)))
    return b;
  if (b_is && binary_implies(p, left(p, b), a))
    return rewrite_binary(w, p->weak, a, right(p, b));
  if (a_is && binary_implies(p, left(p, a), b))
    return rewrite_binary(w, p->weak, right(p, a), b);
  if (!p->dual && a_is && binary_implies(p, right(p, a), b))
    return rewrite_two(w, NNF_OR, a, b);
  if (p->dual && p->op_a == p->weak && binary_implies(p, b, right(p, a)))
    return rewrite_binary(w, p->weak,
                          rewrite_two(w, p->or_, left(p, a), right(p, a)), b);
  return NNF_NONE;
}

static uint32_t weak_rules(rewriter *w, bool dual, uint32_t a, uint32_t b) {
  pair p = pair_of(w, dual, a, b);
  uint32_t f;
  if (rewrite_universal(w, dual, a))
    return rewrite_two(w, p.or_, a, b);
  if (dual && w->t->nodes.at[b].universal)
    return rewrite_two(w, NNF_AND, rewrite_unary(w, NNF_FINALLY, a), b);
  if (binary_implies(&p, rewrite_negate(w, a), b))
    return dual ? NNF_FALSE : NNF_TRUE;
  if (binary_implies(&p, a, b))
    return b;
  if ((f = nested_weak(&p)) != NNF_NONE ||
      (f = drop_implied(&p, p.weak)) != NNF_NONE)
    return f;
  if (!dual && p.op_b == NNF_GLOBALLY && binary_implies(&p, left(&p, b), a) &&
      binary_implies(&p, a, left(&p, b)))
    return rewrite_unary(w, NNF_GLOBALLY, a);
  if ((f = take_out_eventual(&p, p.weak)) != NNF_NONE ||
      (f = repeated(&p, p.release)) != NNF_NONE)
    return f;
  return nnf_make(w->t, p.weak, a, b);
}

/* Constants: the operators are defined by these. NNF_NONE: none. */
static uint32_t with_constant(rewriter *w, nnf_op op, uint32_t a, uint32_t b) {
  bool dual = op == NNF_RELEASE || op == NNF_STRONG;
  uint32_t yes = dual ? NNF_FALSE : NNF_TRUE, no = dual ? NNF_TRUE : NNF_FALSE;
  if (op == NNF_UNTIL || op == NNF_RELEASE) {
    if (b == yes || b == no || a == no)
      return b;
    if (a == yes)
      return rewrite_unary(w, rewrite_op(dual, NNF_FINALLY), b);
  } else {
    if (b == yes || a == yes)
      return yes;
    if (b == no)
      return rewrite_unary(w, rewrite_op(dual, NNF_GLOBALLY), a);
    if (a == no)
      return b;
  }
  return NNF_NONE;
}

uint32_t rewrite_binary(rewriter *w, nnf_op op, uint32_t a, uint32_t b) {
  assert(op >= NNF_UNTIL && a < w->t->nodes.count && b < w->t->nodes.count);
  uint32_t f = a == b ? a : with_constant(w, op, a, b);
  if (f != NNF_NONE)
    return f;
  if (!rewrite_enter(w))
    return nnf_make(w->t, op, a, b);
  bool dual = op == NNF_RELEASE || op == NNF_STRONG;
  if (nnf_op_of(w->t, a) == NNF_NEXT && nnf_op_of(w->t, b) == NNF_NEXT) {
    f = rewrite_binary(w, op, nnf_left(w->t, a), nnf_left(w->t, b));
    f = rewrite_next(w, f);
  } else if (op == NNF_UNTIL || op == NNF_RELEASE) {
    f = until_rules(w, dual, a, b);
  } else {
    f = weak_rules(w, dual, a, b);
  }
  return rewrite_leave(w, f);
}
