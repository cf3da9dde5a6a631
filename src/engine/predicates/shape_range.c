/* Comparisons with constants are ranges of one word: what one says of another
 * is decided without a solver. */
#include "engine/predicates/shape.h"

#include <assert.h>

static shape_range range(uint32_t word, unsigned width, uint64_t first,
                         uint64_t last) {
  return (shape_range){.word = word,
                       .width = (uint8_t)width,
                       .first = bits_cut(first, width),
                       .beyond = bits_cut(last - first, width)};
}

shape_range shape_range_not(shape_range r) {
  if (r.is_empty || r.is_full) {
    r.is_empty = !r.is_empty;
    r.is_full = !r.is_full;
    return r;
  }
  if (r.beyond == bits_mask(r.width)) {
    r.is_empty = true;
    return r;
  }
  uint64_t last = r.first + r.beyond;
  return range(r.word, r.width, last + 1, r.first - 1);
}

/* word < c, or word > c, from 'least' on. */
static shape_range order(const shapes *s, const cfa_expression *expression,
                         uint64_t least) {
  assert(expression->a < s->p->expressions.count);
  uint64_t c;
  unsigned width = s->p->expressions.at[expression->a].width;
  uint64_t most = bits_cut(least - 1, width);
  if (shape_is_constant(s, expression->b, &c)) {
    shape_range r = range(expression->a, width, least, c - 1);
    r.is_empty = c == least;
    return r;
  }
  shape_is_constant(s, expression->a, &c);
  shape_range r = range(expression->b, width, c + 1, most);
  r.is_empty = c == most;
  return r;
}

static shape_range positive(shapes *s, uint32_t atom) {
  assert(atom < s->p->expressions.count);
  const cfa_expression *x = &s->p->expressions.at[atom];
  uint64_t c = 0;
  shape_range whole = range(atom, 1, 1, 1);
  if (x->kind != CFA_APPLY || shape_is_opaque_leaf(s, atom))
    return whole;
  const cfa_expression *a = &s->p->expressions.at[x->a];
  if (a->is_pointer)
    return whole;
  if (x->op == BITS_EQ && shape_is_constant(s, x->b, &c))
    return range(x->a, a->width, c, c);
  bool has_constant =
      (x->op == BITS_SLT || x->op == BITS_ULT) &&
      (shape_is_constant(s, x->a, &c) || shape_is_constant(s, x->b, &c));
  if (!has_constant)
    return whole;
  return order(s, x, x->op == BITS_ULT ? 0 : UINT64_C(1) << (a->width - 1));
}

shape_range shape_range_of(shapes *s, uint32_t atom, bool is_negated) {
  shape_range range = positive(s, atom);
  return is_negated ? shape_range_not(range) : range;
}

static bool contains(const shape_range *range, uint64_t value) {
  return !range->is_empty &&
         (range->is_full ||
          bits_cut(value - range->first, range->width) <= range->beyond);
}

/* What ranges have in common begins where one of them does, unless all are
 * full. */
bool shape_ranges_exclude(const shape_range *range, size_t count) {
  bool all_full = true;
  for (size_t i = 0; i < count; i++) {
    if (range[i].is_empty)
      return true;
    if (range[i].is_full)
      continue;
    all_full = false;
    size_t in = 0;
    while (in < count && contains(&range[in], range[i].first))
      in++;
    if (in == count)
      return false;
  }
  return !all_full;
}
