/* Rules for conjunctions, which with 'dual' are those for disjunctions. */
#include "logic/rewrite.h"

#include <assert.h>

typedef struct list { /* the members are on w->list from 'base' on */
  rewriter *w;
  bool dual;
  size_t base, count;
  nnf_op and_, finally, globally;
} list;

static uint32_t at(const list *l, size_t i) {
  return l->w->list.at[l->base + i];
}

static nnf_op op_at(const list *l, size_t i) {
  return nnf_op_of(l->w->t, at(l, i));
}

static bool list_implies(const list *l, uint32_t f, uint32_t g) {
  return rewrite_dual_implies(l->w, l->dual, f, g);
}

/* The list with 'fresh' in place of members a and b. */
static uint32_t with(const list *l, uint32_t a, uint32_t b, uint32_t fresh) {
  size_t base = l->w->list.count;
  for (size_t i = 0; i < l->count; i++)
    if (at(l, i) != a && at(l, i) != b)
      rewrite_push(l->w, at(l, i));
  rewrite_push(l->w, fresh);
  return rewrite_list(l->w, l->and_, base);
}

/* Drops what others imply. False: two members exclude each other. */
static bool list_absorb(list *l) {
  for (size_t i = 0; i < l->count; i++)
    for (size_t j = 0; j < l->count; j++) {
      if (i == j || !list_implies(l, at(l, i), at(l, j)))
        continue;
      uint32_t *member = l->w->list.at + l->base;
      memmove(member + j, member + j + 1,
              (l->w->list.count - l->base - j - 1) * sizeof *member);
      l->w->list.count--;
      l->count--;
      i -= j < i;
      j--;
    }
  for (size_t i = 0; i < l->count; i++)
    for (size_t j = 0; j < l->count; j++)
      if (i != j) {
        uint32_t not_j = rewrite_negate(l->w, at(l, j));
        if (list_implies(l, at(l, i), not_j))
          return false;
      }
  return true;
}

/* Members of one kind. */

typedef bool test(const list *l, size_t i);

static bool is_next(const list *l, size_t i) { return op_at(l, i) == NNF_NEXT; }

static bool is_globally(const list *l, size_t i) {
  return op_at(l, i) == l->globally;
}

static bool is_finally_globally(const list *l, size_t i) {
  const nnf *t = l->w->t;
  return op_at(l, i) == l->finally &&
         nnf_op_of(t, nnf_left(t, at(l, i))) == l->globally;
}

/* Xa & Xb = X(a & b), Ga & Gb = G(a & b), FGa & FGb = FG(a & b): 'depth'
 * operators are taken off, and put on again around the list. */
static uint32_t gather(const list *l, test *is, int depth) {
  rewriter *w = l->w;
  size_t base = w->list.count, found = 0, first = 0;
  for (size_t i = l->count; i-- > 0;)
    if (is(l, i)) {
      first = i;
      found++;
    }
  if (found < 2)
    return NNF_NONE;
  for (size_t i = 0; i < l->count; i++)
    if (!is(l, i))
      rewrite_push(w, at(l, i));
  size_t inner = w->list.count;
  for (size_t i = 0; i < l->count; i++)
    if (is(l, i)) {
      uint32_t f = nnf_left(w->t, at(l, i));
      rewrite_push(w, depth == 2 ? nnf_left(w->t, f) : f);
    }
  nnf_op op = op_at(l, first);
  uint32_t f = rewrite_list(w, l->and_, inner);
  if (depth == 2)
    f = rewrite_unary(w, nnf_dual(op), f);
  rewrite_push(w,
               op == NNF_NEXT ? rewrite_next(w, f) : rewrite_unary(w, op, f));
  return rewrite_list(w, l->and_, base);
}

/* Where q is put for the rule below: 1: a G to put it into, 2: q, 0: neither.
 * For or, FGa counts as an F; for and, GFa does not count as a G. */
static int role(const list *l, size_t i) {
  bool both = rewrite_both(l->w, at(l, i));
  if (op_at(l, i) == l->globally && (l->dual || !both))
    return 1;
  return both ? 2 : 0;
}

/* Ga & q = G(a & q). */
static uint32_t put_under(const list *l) {
  rewriter *w = l->w;
  size_t base = w->list.count, found[3] = {0};
  for (size_t i = 0; i < l->count; i++)
    found[role(l, i)]++;
  if (!found[1] || !found[2])
    return NNF_NONE;
  for (size_t i = 0; i < l->count; i++)
    if (role(l, i) == 0)
      rewrite_push(w, at(l, i));
  size_t inner = w->list.count;
  for (size_t i = 0; i < l->count; i++)
    if (role(l, i) != 0)
      rewrite_push(w, role(l, i) == 1 ? nnf_left(w->t, at(l, i)) : at(l, i));
  uint32_t f = rewrite_list(w, l->and_, inner);
  rewrite_push(w, rewrite_unary(w, l->globally, f));
  return rewrite_list(w, l->and_, base);
}

/* a & XGa = Ga. */
static uint32_t unroll_back(const list *l) {
  const nnf *t = l->w->t;
  for (size_t i = 0; i < l->count; i++) {
    uint32_t g = op_at(l, i) == NNF_NEXT ? nnf_left(t, at(l, i)) : NNF_NONE;
    if (g == NNF_NONE || nnf_op_of(t, g) != l->globally)
      continue;
    for (size_t j = 0; j < l->count; j++)
      if (at(l, j) == nnf_left(t, g))
        return with(l, at(l, i), at(l, j), g);
  }
  return NNF_NONE;
}

/* (a U b) & (c U b) = (a & c) U b, (a R b) & (a R c) = a R (b & c); with W and
 * M among them the result is as strong as the stronger one. */
static uint32_t same_side(const list *l, uint32_t a, uint32_t b) {
  assert(a < l->w->t->nodes.count && b < l->w->t->nodes.count);
  rewriter *w = l->w;
  nnf_op until = rewrite_op(l->dual, NNF_UNTIL),
         weak = rewrite_op(l->dual, NNF_WEAK), release = nnf_dual(until),
         strong = nnf_dual(weak);
  nnf_op x = nnf_op_of(w->t, a), y = nnf_op_of(w->t, b);
  uint32_t left = nnf_left(w->t, a), right = nnf_right(w->t, a);
  uint32_t other_left = nnf_left(w->t, b), other_right = nnf_right(w->t, b);
  if ((x == until || x == weak) && (y == until || y == weak) &&
      right == other_right) {
    uint32_t f = rewrite_two(w, l->and_, left, other_left);
    nnf_op op = x == until || y == until ? until : weak;
    return with(l, a, b, rewrite_binary(w, op, f, right));
  }
  if ((x == release || x == strong) && (y == release || y == strong) &&
      left == other_left) {
    uint32_t f = rewrite_two(w, l->and_, right, other_right);
    nnf_op op = x == strong || y == strong ? strong : release;
    return with(l, a, b, rewrite_binary(w, op, left, f));
  }
  return NNF_NONE;
}

/* Fa & G(!a | u) = a M (!a | u). */
static uint32_t first_time(const list *l, uint32_t a, uint32_t b) {
  rewriter *w = l->w;
  uint32_t inner = nnf_left(w->t, b), rest;
  size_t base = w->list.count;
  if (w->mode < REWRITE_IMPLIED ||
      nnf_op_of(w->t, inner) != nnf_dual(l->and_) ||
      !rewrite_split(w, !l->dual, inner, rewrite_eventual, &rest))
    return NNF_NONE;
  w->list.count = base;
  if (rest != rewrite_negate(w, nnf_left(w->t, a)))
    return NNF_NONE;
  return with(l, a, b,
              rewrite_binary(w, rewrite_op(l->dual, NNF_STRONG),
                             nnf_left(w->t, a), inner));
}

/* Fa beside some b. */
static uint32_t beside_finally(const list *l, uint32_t a, uint32_t b) {
  rewriter *w = l->w;
  nnf_op op = rewrite_op(l->dual, nnf_op_of(w->t, b)); /* as if for and */
  uint32_t inner = nnf_left(w->t, a);
  uint32_t left = nnf_left(w->t, b), right = nnf_right(w->t, b);
  if (op == NNF_GLOBALLY)
    return first_time(l, a, b);
  if (op == NNF_UNTIL && right == inner && !l->dual)
    return with(l, a, b, b);
  if (op == NNF_WEAK && right == inner)
    return with(l, a, b,
                rewrite_binary(w, rewrite_op(l->dual, NNF_UNTIL), left, right));
  if (op == NNF_RELEASE && left == inner)
    return with(
        l, a, b,
        rewrite_binary(w, rewrite_op(l->dual, NNF_STRONG), left, right));
  return NNF_NONE;
}

/* Ga beside some b. */
static uint32_t beside_globally(const list *l, uint32_t a, uint32_t b) {
  rewriter *w = l->w;
  nnf_op op = rewrite_op(l->dual, nnf_op_of(w->t, b));
  uint32_t inner = nnf_left(w->t, a);
  uint32_t left = nnf_left(w->t, b), right = nnf_right(w->t, b);
  if (op == NNF_UNTIL && list_implies(l, inner, left))
    return with(l, b, b, rewrite_unary(w, l->finally, right));
  if (op == NNF_STRONG && list_implies(l, inner, right))
    return with(l, b, b, rewrite_unary(w, l->finally, left));
  if (!l->dual && (op == NNF_WEAK || op == NNF_RELEASE) &&
      list_implies(l, inner, op == NNF_WEAK ? left : right))
    return with(l, b, b, NNF_TRUE);
  return NNF_NONE;
}

static uint32_t two_members(const list *l) {
  for (size_t i = 0; i < l->count; i++)
    for (size_t j = 0; j < l->count; j++) {
      uint32_t f = NNF_NONE, a = at(l, i), b = at(l, j);
      if (i == j)
        continue;
      if (nnf_is_binary(l->w->t, a) && nnf_is_binary(l->w->t, b))
        f = same_side(l, a, b);
      else if (op_at(l, i) == l->finally)
        f = beside_finally(l, a, b);
      else if (op_at(l, i) == l->globally)
        f = beside_globally(l, a, b);
      if (f != NNF_NONE)
        return f;
    }
  return NNF_NONE;
}

static uint32_t list_rules(list *l) {
  rewriter *w = l->w;
  uint32_t f;
  if (l->count <= REWRITE_PAIRS && w->mode >= REWRITE_IMPLIED &&
      !list_absorb(l))
    return l->dual ? NNF_TRUE : NNF_FALSE;
  if (l->count == 1)
    return at(l, 0);
  if ((f = gather(l, is_next, 1)) != NNF_NONE ||
      (f = gather(l, is_globally, 1)) != NNF_NONE ||
      (f = gather(l, is_finally_globally, 2)) != NNF_NONE ||
      (f = put_under(l)) != NNF_NONE)
    return f;
  if (l->count <= REWRITE_PAIRS &&
      ((f = unroll_back(l)) != NNF_NONE || (f = two_members(l)) != NNF_NONE))
    return f;
  return nnf_list(w->t, l->and_, w->list.at + l->base, l->count);
}

/* Flat: lists of the same kind are taken apart, Boolean members put together,
 * the rest sorted. Returns a constant or a single member, or NNF_NONE. */
static uint32_t flatten(rewriter *w, nnf_op op, size_t base) {
  nnf *t = w->t;
  uint32_t unit = op == NNF_AND ? LETTERS_ALL : LETTERS_NONE, set = unit;
  size_t end = w->list.count, from = base;
  for (size_t i = base; i < end; i++) {
    uint32_t f = w->list.at[i];
    if (nnf_op_of(t, f) == op)
      for (uint32_t j = 0; j < nnf_count(t, f); j++)
        rewrite_push(w, nnf_member(t, f, j));
    else
      rewrite_push(w, f);
  }
  for (size_t i = end; i < w->list.count; i++) {
    uint32_t f = w->list.at[i];
    if (nnf_op_of(t, f) != NNF_LETTERS)
      w->list.at[from++] = f;
    else if (op == NNF_AND)
      set = letters_and(t->alphabet, set, nnf_left(t, f));
    else
      set = letters_or(t->alphabet, set, nnf_left(t, f));
  }
  w->list.count = from;
  if (set == (op == NNF_AND ? LETTERS_NONE : LETTERS_ALL))
    return nnf_letters(t, set);
  if (set != unit)
    rewrite_push(w, nnf_letters(t, set));
  if (w->list.count == base)
    return nnf_letters(t, unit);
  w->list.count =
      base + sequences_sort(w->list.at + base, w->list.count - base);
  return w->list.count == base + 1 ? w->list.at[base] : NNF_NONE;
}

uint32_t rewrite_list(rewriter *w, nnf_op op, size_t base) {
  nnf *t = w->t;
  uint32_t f = flatten(w, op, base);
  size_t count = w->list.count - base;
  if (f != NNF_NONE) {
    w->list.count = base;
    return f;
  }
  f = nnf_list(t, op, w->list.at + base, count);
  uint32_t known = map_find(&w->lists, f);
  if (known != MAP_NONE) {
    w->list.count = base;
    return w->lists_made.at[known];
  }
  if (rewrite_enter(w)) {
    list l = {.w = w,
              .dual = op == NNF_OR,
              .base = base,
              .count = count,
              .and_ = op,
              .finally = op == NNF_AND ? NNF_FINALLY : NNF_GLOBALLY,
              .globally = op == NNF_AND ? NNF_GLOBALLY : NNF_FINALLY};
    uint32_t result = rewrite_leave(w, list_rules(&l));
    known = map_insert(t->m, &w->lists, f);
    vec_resize(t->m, &w->lists_made, w->lists.keys.count);
    w->lists_made.at[known] = result;
    f = result;
  }
  w->list.count = base;
  return f;
}
