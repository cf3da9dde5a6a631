#include "logic/rewrite.h"

#include <assert.h>

void rewriter_init(rewriter *w, nnf *t, rewrite_mode mode) {
  *w = (rewriter){.t = t, .mode = mode, .fuel = REWRITE_FUEL};
  if (mode == REWRITE_CONTAINED) {
    w->plain = mem_alloc(t->m, sizeof *w->plain);
    rewriter_init(w->plain, t, REWRITE_IMPLIED);
  }
}

void rewriter_free(rewriter *w) {
  mem *m = w->t->m;
  if (w->plain) {
    rewriter_free(w->plain);
    mem_free(m, w->plain);
  }
  vec_each (tgba, automaton, &w->automata_made)
    if (automaton->states)
      tgba_free(automaton);
  vec_free(m, &w->automata_made);
  map_free(m, &w->automata);
  vec_free(m, &w->list);
  map_free(m, &w->lists);
  vec_free(m, &w->lists_made);
  vec_free(m, &w->negated);
  map_free(m, &w->implied);
  vec_free(m, &w->implied_is);
}

uint32_t rewrite_strip(const rewriter *w, uint32_t f) {
  assert(f < w->t->nodes.count);
  while (nnf_op_of(w->t, f) == NNF_NEXT)
    f = nnf_left(w->t, f);
  return f;
}

uint32_t rewrite_two(rewriter *w, nnf_op op, uint32_t a, uint32_t b) {
  assert(op == NNF_AND || op == NNF_OR);
  assert(a < w->t->nodes.count && b < w->t->nodes.count);
  size_t base = w->list.count;
  rewrite_push(w, a);
  rewrite_push(w, b);
  return rewrite_list(w, op, base);
}

uint32_t rewrite_without(rewriter *w, uint32_t list, uint32_t member) {
  assert(nnf_is_list(w->t, list) && nnf_has(w->t, list, member));
  size_t base = w->list.count;
  for (uint32_t i = 0; i < nnf_count(w->t, list); i++)
    if (nnf_member(w->t, list, i) != member)
      rewrite_push(w, nnf_member(w->t, list, i));
  return rewrite_list(w, nnf_op_of(w->t, list), base);
}

bool rewrite_split(rewriter *w, bool dual, uint32_t list, rewrite_test *is,
                   uint32_t *rest) {
  size_t base = w->list.count;
  uint32_t count = nnf_count(w->t, list), found = 0;
  for (uint32_t i = 0; i < count; i++)
    found += is(w, dual, nnf_member(w->t, list, i));
  if (found == 0)
    return false;
  for (uint32_t i = 0; i < count; i++)
    if (!is(w, dual, nnf_member(w->t, list, i)))
      rewrite_push(w, nnf_member(w->t, list, i));
  *rest = rewrite_list(w, nnf_op_of(w->t, list), base);
  for (uint32_t i = 0; i < count; i++)
    if (is(w, dual, nnf_member(w->t, list, i)))
      rewrite_push(w, nnf_member(w->t, list, i));
  return true;
}

/* Next, finally, globally: said for finally. */

uint32_t rewrite_next(rewriter *w, uint32_t a) {
  assert(a < w->t->nodes.count);
  if (a == NNF_TRUE || a == NNF_FALSE ||
      (w->mode != REWRITE_NOT && rewrite_both(w, a)))
    return a;
  return nnf_make(w->t, NNF_NEXT, a, 0);
}

static bool is_both(const rewriter *w, bool dual, uint32_t f) {
  (void)dual;
  return rewrite_both(w, f);
}

static bool universal_later(const rewriter *w, bool dual, uint32_t f) {
  return rewrite_universal(w, dual, rewrite_strip(w, f));
}

/* FG(a | X..X u) = FGa | Fu. 'a' is FG's G. */
static uint32_t finally_globally(rewriter *w, bool dual, uint32_t a) {
  nnf_op F = rewrite_op(dual, NNF_FINALLY), G = nnf_dual(F);
  nnf_op or_ = rewrite_op(dual, NNF_OR);
  uint32_t list = nnf_left(w->t, a), rest;
  size_t base = w->list.count;
  if (nnf_op_of(w->t, list) != or_ ||
      !rewrite_split(w, dual, list, universal_later, &rest))
    return NNF_NONE;
  for (size_t i = base; i < w->list.count; i++) {
    uint32_t f = rewrite_unary(w, F, rewrite_strip(w, w->list.at[i]));
    w->list.at[i] = f;
  }
  rewrite_push(w, rewrite_unary(w, F, rewrite_unary(w, G, rest)));
  return rewrite_list(w, or_, base);
}

/* F(b | G(a | X..X u)) = F(b | Ga | u). 'a' is the list. */
static uint32_t finally_or_globally(rewriter *w, bool dual, uint32_t a) {
  nnf_op F = rewrite_op(dual, NNF_FINALLY), G = nnf_dual(F);
  nnf_op or_ = rewrite_op(dual, NNF_OR);
  for (uint32_t i = 0; i < nnf_count(w->t, a); i++) {
    uint32_t x = nnf_member(w->t, a, i), rest;
    size_t base = w->list.count;
    if (nnf_op_of(w->t, x) != G || nnf_op_of(w->t, nnf_left(w->t, x)) != or_ ||
        !rewrite_split(w, dual, nnf_left(w->t, x), universal_later, &rest))
      continue;
    for (size_t j = base; j < w->list.count; j++)
      w->list.at[j] = rewrite_strip(w, w->list.at[j]);
    rewrite_push(w, rewrite_unary(w, G, rest));
    rewrite_push(w, rewrite_without(w, a, x));
    return rewrite_unary(w, F, rewrite_list(w, or_, base));
  }
  return NNF_NONE;
}

enum { LATER, SAME, UNTIL };

/* F(x | ..) = F(peel(x) | ..); x itself if there is nothing to peel. */
static uint32_t peel(rewriter *w, bool dual, int what, uint32_t x) {
  nnf_op op = nnf_op_of(w->t, x);
  if (what == LATER && op == NNF_NEXT && universal_later(w, dual, x))
    return rewrite_strip(w, x);
  if (what == SAME && op == rewrite_op(dual, NNF_FINALLY))
    return nnf_left(w->t, x);
  if (what == UNTIL && op == rewrite_op(dual, NNF_UNTIL))
    return nnf_right(w->t, x);
  if (what == UNTIL && op == rewrite_op(dual, NNF_STRONG))
    return rewrite_two(w, rewrite_op(dual, NNF_AND), nnf_left(w->t, x),
                       nnf_right(w->t, x));
  return x;
}

static uint32_t finally_peeled(rewriter *w, bool dual, int what, uint32_t a) {
  size_t base = w->list.count;
  bool changed = false;
  for (uint32_t i = 0; i < nnf_count(w->t, a); i++) {
    uint32_t x = nnf_member(w->t, a, i), y = peel(w, dual, what, x);
    rewrite_push(w, y);
    changed |= x != y;
  }
  if (!changed) {
    w->list.count = base;
    return NNF_NONE;
  }
  return rewrite_unary(w, rewrite_op(dual, NNF_FINALLY),
                       rewrite_list(w, rewrite_op(dual, NNF_OR), base));
}

static uint32_t finally_or(rewriter *w, bool dual, uint32_t a) {
  uint32_t f = finally_peeled(w, dual, LATER, a);
  if (f == NNF_NONE)
    f = finally_or_globally(w, dual, a);
  if (f == NNF_NONE)
    f = finally_peeled(w, dual, SAME, a);
  if (f == NNF_NONE)
    f = finally_peeled(w, dual, UNTIL, a);
  return f;
}

/* F(a & q) = Fa & q. */
static uint32_t finally_and(rewriter *w, bool dual, uint32_t a) {
  size_t base = w->list.count;
  uint32_t rest;
  if (!rewrite_split(w, dual, a, is_both, &rest))
    return NNF_NONE;
  rewrite_push(w, rewrite_unary(w, rewrite_op(dual, NNF_FINALLY), rest));
  return rewrite_list(w, rewrite_op(dual, NNF_AND), base);
}

static uint32_t finally_rules(rewriter *w, bool dual, uint32_t a) {
  nnf_op F = rewrite_op(dual, NNF_FINALLY), op = nnf_op_of(w->t, a);
  uint32_t f = NNF_NONE;
  if (rewrite_eventual(w, dual, a))
    return a;
  if (op == NNF_NEXT)
    return rewrite_next(w, rewrite_unary(w, F, nnf_left(w->t, a)));
  if (op == nnf_dual(F))
    f = finally_globally(w, dual, a);
  else if (op == rewrite_op(dual, NNF_OR))
    f = finally_or(w, dual, a);
  else if (op == rewrite_op(dual, NNF_UNTIL) ||
           op == rewrite_op(dual, NNF_STRONG))
    f = rewrite_unary(w, F, peel(w, dual, UNTIL, a));
  else if (op == rewrite_op(dual, NNF_AND))
    f = finally_and(w, dual, a);
  return f != NNF_NONE ? f : nnf_make(w->t, F, a, 0);
}

uint32_t rewrite_unary(rewriter *w, nnf_op op, uint32_t a) {
  assert(op == NNF_NEXT || op == NNF_FINALLY || op == NNF_GLOBALLY);
  assert(a < w->t->nodes.count);
  if (a == NNF_TRUE || a == NNF_FALSE || nnf_op_of(w->t, a) == op)
    return a;
  if (!rewrite_enter(w))
    return nnf_make(w->t, op, a, 0);
  return rewrite_leave(w, finally_rules(w, op == NNF_GLOBALLY, a));
}

/* Whole formulas: bottom up, with a stack of their own. */

/* The node made again from what its parts became. */
static uint32_t make_again(rewriter *w, uint32_t f, bool negate,
                           const uint32_t *became) {
  nnf_op op = rewrite_op(negate, nnf_op_of(w->t, f));
  uint32_t left = nnf_left(w->t, f), right = nnf_right(w->t, f);
  size_t base = w->list.count;
  switch (op) {
  case NNF_LETTERS:
    return negate ? nnf_letters(w->t, letters_not(w->t->alphabet, left)) : f;
  case NNF_AND:
  case NNF_OR:
    for (uint32_t i = 0; i < nnf_count(w->t, f); i++)
      rewrite_push(w, became[nnf_member(w->t, f, i)] - 1);
    return rewrite_list(w, op, base);
  case NNF_NEXT:
    return rewrite_next(w, became[left] - 1);
  case NNF_FINALLY:
  case NNF_GLOBALLY:
    return rewrite_unary(w, op, became[left] - 1);
  default:
    return rewrite_binary(w, op, became[left] - 1, became[right] - 1);
  }
}

uint32_t rewrite_negate(rewriter *w, uint32_t f) {
  assert(f < w->t->nodes.count);
  mem *m = w->t->m;
  vec(uint32_t) todo = {0};
  if (f < w->negated.count && w->negated.at[f])
    return w->negated.at[f] - 1;
  vec_push(m, &todo, f);
  while (todo.count > 0) {
    uint32_t g = vec_last(&todo), part;
    size_t before = todo.count;
    vec_resize(m, &w->negated,
               g < w->negated.count ? w->negated.count : (size_t)g + 1);
    for (uint32_t i = 0; (part = nnf_part(w->t, g, i)) != NNF_NONE; i++)
      if (!w->negated.at[part])
        vec_push(m, &todo, part);
    if (todo.count > before)
      continue;
    todo.count--;
    if (!w->negated.at[g]) {
      /* The rules may ask for other negations and so move the table, but not
       * before it has been read. */
      uint32_t result = make_again(w, g, true, w->negated.at);
      w->negated.at[g] = result + 1;
    }
  }
  vec_free(m, &todo);
  return w->negated.at[f] - 1;
}

static uint32_t made_again(rewriter *w, uint32_t f) {
  mem *m = w->t->m;
  vec(uint32_t) todo = {0};
  uint32_t *became = mem_array(m, (size_t)f + 1, sizeof *became);
  vec_push(m, &todo, f);
  while (todo.count > 0) {
    uint32_t g = vec_last(&todo), part;
    size_t before = todo.count;
    for (uint32_t i = 0; (part = nnf_part(w->t, g, i)) != NNF_NONE; i++)
      if (!became[part])
        vec_push(m, &todo, part);
    if (todo.count > before)
      continue;
    todo.count--;
    if (!became[g]) {
      uint32_t result = make_again(w, g, false, became);
      became[g] = result + 1;
    }
  }
  uint32_t result = became[f] - 1;
  vec_free(m, &todo);
  mem_free(m, became);
  return result;
}

uint32_t rewrite_again(rewriter *w, uint32_t f) {
  assert(f < w->t->nodes.count);
  for (int i = 0; i < 5; i++) {
    uint32_t g = made_again(w, f);
    if (g == f)
      break;
    f = g;
  }
  return f;
}
