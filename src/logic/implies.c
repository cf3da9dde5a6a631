/* Implication, seen from the operators alone; a recursion over both formulas,
 * each pair once (Somenzi and Bloem 2000). */
#include "logic/rewrite.h"

#include <assert.h>

typedef struct question {
  rewriter *w;
  uint32_t f, g;
  nnf_op op_f, op_g;
  uint32_t f1, f2, g1, g2; /* parts */
} question;

static bool does_imply(const question *q, uint32_t f, uint32_t g) {
  return rewrite_implies(q->w, f, g);
}

static bool by_lists(const question *q, bool *all) {
  const nnf *t = q->w->t;
  *all = false;
  if (q->op_f == NNF_OR || q->op_g == NNF_AND) {
    bool first = q->op_f == NNF_OR;
    uint32_t list = first ? q->f : q->g;
    *all = true; /* necessary, too */
    for (uint32_t i = 0; i < nnf_count(t, list); i++)
      if (first ? !does_imply(q, nnf_member(t, list, i), q->g)
                : !does_imply(q, q->f, nnf_member(t, list, i)))
        return false;
    return true;
  }
  if (q->op_f == NNF_AND)
    for (uint32_t i = 0; i < nnf_count(t, q->f); i++)
      if (does_imply(q, nnf_member(t, q->f, i), q->g))
        return true;
  if (q->op_g == NNF_OR)
    for (uint32_t i = 0; i < nnf_count(t, q->g); i++)
      if (does_imply(q, q->f, nnf_member(t, q->g, i)))
        return true;
  return false;
}

static bool by_unary(const question *q) {
  const nnf_node *nodes = q->w->t->nodes.at;
  bool eventual_g = nodes[q->g].eventual, universal_f = nodes[q->f].universal;
  if (q->op_f == NNF_NEXT && q->op_g == NNF_NEXT)
    return does_imply(q, q->f1, q->g1);
  if (q->op_f == NNF_GLOBALLY &&
      (does_imply(q, q->f1, q->g) ||
       (q->op_g == NNF_NEXT && does_imply(q, q->f, q->g1))))
    return true;
  if (q->op_g == NNF_FINALLY &&
      (does_imply(q, q->f, q->g1) ||
       (q->op_f == NNF_NEXT && does_imply(q, q->f1, q->g))))
    return true;
  if (q->op_f == NNF_FINALLY && eventual_g && does_imply(q, q->f1, q->g))
    return true;
  return q->op_g == NNF_GLOBALLY && universal_f && does_imply(q, q->f, q->g1);
}

/* f is until, release, ... */
static bool by_left(const question *q) {
  assert(q->g < q->w->t->nodes.count);
  bool eventual_g = q->w->t->nodes.at[q->g].eventual;
  bool until = q->op_f == NNF_UNTIL, strong = q->op_f == NNF_STRONG;
  if (until && eventual_g && does_imply(q, q->f2, q->g))
    return true;
  if ((until || q->op_f == NNF_WEAK) && does_imply(q, q->f1, q->g) &&
      does_imply(q, q->f2, q->g))
    return true;
  if ((q->op_f == NNF_RELEASE || strong) && does_imply(q, q->f2, q->g))
    return true;
  return strong && eventual_g &&
         does_imply(q, rewrite_two(q->w, NNF_AND, q->f1, q->f2), q->g);
}

/* g is. */
static bool by_right(const question *q) {
  assert(q->f < q->w->t->nodes.count);
  bool universal_f = q->w->t->nodes.at[q->f].universal;
  bool weak = q->op_g == NNF_WEAK, release = q->op_g == NNF_RELEASE;
  if ((q->op_g == NNF_UNTIL || weak) && does_imply(q, q->f, q->g2))
    return true;
  if (weak && universal_f && does_imply(q, q->f, q->g1))
    return true;
  if ((release || q->op_g == NNF_STRONG) && does_imply(q, q->f, q->g1) &&
      does_imply(q, q->f, q->g2))
    return true;
  return release && universal_f && does_imply(q, q->f, q->g2);
}

/* Both are. */
static bool by_both(const question *q) {
  nnf_op f = q->op_f, g = q->op_g;
  if (((f == NNF_UNTIL && (g == NNF_UNTIL || g == NNF_WEAK)) ||
       (f == NNF_WEAK && g == NNF_WEAK)) &&
      does_imply(q, q->f1, q->g1) && does_imply(q, q->f2, q->g))
    return true;
  if (((g == NNF_RELEASE && (f == NNF_RELEASE || f == NNF_STRONG)) ||
       (f == NNF_STRONG && g == NNF_STRONG)) &&
      does_imply(q, q->f1, q->g1) && does_imply(q, q->f2, q->g2))
    return true;
  return ((f == NNF_STRONG && (g == NNF_UNTIL || g == NNF_WEAK)) ||
          (f == NNF_RELEASE && g == NNF_WEAK)) &&
         does_imply(q, q->f2, q->g1) &&
         does_imply(q, rewrite_two(q->w, NNF_AND, q->f1, q->f2), q->g);
}

static bool by_syntax(rewriter *w, uint32_t f, uint32_t g) {
  question q = {.w = w,
                .f = f,
                .g = g,
                .op_f = nnf_op_of(w->t, f),
                .op_g = nnf_op_of(w->t, g),
                .f1 = nnf_left(w->t, f),
                .f2 = nnf_right(w->t, f),
                .g1 = nnf_left(w->t, g),
                .g2 = nnf_right(w->t, g)};
  bool final, result = by_lists(&q, &final);
  if (result || final)
    return result;
  return by_unary(&q) || by_left(&q) || by_right(&q) || by_both(&q);
}

bool rewrite_implies(rewriter *w, uint32_t f, uint32_t g) {
  assert(f < w->t->nodes.count && g < w->t->nodes.count);
  nnf *t = w->t;
  if (f == g || f == NNF_FALSE || g == NNF_TRUE)
    return true;
  if (nnf_op_of(t, f) == NNF_LETTERS && nnf_op_of(t, g) == NNF_LETTERS)
    return letters_within(t->alphabet, nnf_left(t, f), nnf_left(t, g));
  if (w->mode < REWRITE_IMPLIED)
    return false;
  uint32_t n = map_find(&w->implied, map_pair(f, g));
  if (n != MAP_NONE)
    return w->implied_is.at[n];
  if (!rewrite_enter(w))
    return false;
  progress_tick(t->clock);
  /* Until the answer is known it is no. */
  n = map_insert(t->m, &w->implied, map_pair(f, g));
  vec_resize(t->m, &w->implied_is, w->implied.keys.count);
  bool result = by_syntax(w, f, g);
  if (!result && w->mode == REWRITE_CONTAINED)
    result = rewrite_contained(w, f, g);
  w->implied_is.at[n] = result;
  rewrite_leave(w, 0);
  return result;
}
