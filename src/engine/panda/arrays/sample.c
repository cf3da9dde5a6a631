/* Candidates that read memory, in states of a run: what is refuted there need
 * not be asked about. */
#include "engine/panda/arrays/arrays.h"

#include "engine/panda/run/small_set.h"

#include <assert.h>

enum { MOST_DEPTH = 40, FIRST_INDICES = 6 };

/* Now and then: the first times around, and ever more seldom. */
static bool is_time(uint32_t n) {
  return n < 12 || (n & (n - 1)) == 0 || n % 10007 == 0;
}

static bool read_memory(concolic *k, value p, unsigned width, value *out) {
  unsigned bytes = (width + 7) / 8;
  if (!p.object)
    return false;
  const object *o = &k->objects.at[p.object];
  if (!o->is_alive || o->kind == OBJECT_FUNCTION ||
      o->kind == OBJECT_ARGUMENT || o->size < bytes ||
      p.bits > o->size - bytes ||
      !concolic_is_wordy(k, p.object, p.bits, bytes))
    return false;
  if (!concolic_read(k, p.object, p.bits, width, false, out))
    return false;
  *out = value_word(concolic_bits(k, *out));
  return true;
}

static bool variable(concolic *k, const cfa_expression *e, value *out) {
  arrays_scope now = {.fact = NULL};
  bool is_there = e->kind == CFA_VARIABLE ? arrays_scalar(k, &now, e->a, out)
                                          : arrays_address(k, &now, e->a, out);
  if (!is_there)
    return false;
  out->bits = concolic_bits(k, *out);
  out->term = TERM_NONE;
  if (e->kind == CFA_ADDRESS)
    out->bits = (out->bits + e->value) & bits_mask(k->p->pointer_bits);
  return true;
}

static bool evaluate(concolic *k, uint32_t x, uint64_t index, int depth,
                     value *out);

/* One that is true is enough, whatever has no value in the other. */
static bool either(concolic *k, const cfa_expression *e, uint64_t index,
                   int depth, value *out) {
  value a, b;
  if (depth > MOST_DEPTH)
    return false;
  bool has_a = evaluate(k, e->a, index, depth + 1, &a);
  *out = value_word(1);
  if (has_a && !a.object && a.bits)
    return true;
  bool has_b = evaluate(k, e->b, index, depth + 1, &b);
  if (has_b && !b.object && b.bits)
    return true;
  *out = value_word(0);
  return has_a && has_b;
}

/* The value under the present inputs; false: there is none. */
static bool evaluate(concolic *k, uint32_t x, uint64_t index, int depth,
                     value *out) {
  assert(x < k->p->expressions.count);
  const cfa_expression *e = &k->p->expressions.at[x];
  uint32_t operands[3];
  value v[3] = {{0}, {0}, {0}};
  switch (e->kind) {
  case CFA_CONSTANT:
    *out = value_word(e->value);
    return true;
  case CFA_VARIABLE:
  case CFA_ADDRESS:
    return variable(k, e, out);
  case CFA_GHOST:
    *out = value_word(index);
    return true;
  case CFA_LOAD:
  case CFA_OFFSET:
  case CFA_APPLY:
    break;
  default:
    return false;
  }
  if (e->kind == CFA_APPLY && e->op == BITS_OR && e->width == 1)
    return either(k, e, index, depth, out);
  size_t n = depth > MOST_DEPTH ? 0 : cfa_operands(e, operands);
  for (size_t i = 0; i < n; i++)
    if (!evaluate(k, operands[i], index, depth + 1, &v[i]))
      return false;
  if (e->kind == CFA_LOAD)
    return read_memory(k, v[0], e->width, out);
  if (!n || v[1].object || v[2].object || (v[0].object && e->kind == CFA_APPLY))
    return false;
  if (e->kind == CFA_OFFSET) {
    *out = v[0];
    out->bits = (v[0].bits + v[1].bits) & bits_mask(e->width);
    return true;
  }
  unsigned from = k->p->expressions.at[operands[0]].width;
  if (e->op == BITS_CONCAT)
    from = k->p->expressions.at[operands[1]].width;
  if (e->op >= BITS_UDIV && e->op <= BITS_SREM && !v[1].bits)
    return false;
  *out = value_word(
      bits_apply(e->op, e->width, from, v[0].bits, v[1].bits, v[2].bits));
  return true;
}

/* Indices to try: the first ones, and those around the values of variables and
 * constants of the bound. */
static void find_indices(concolic *k, uint32_t x, unsigned width, int depth,
                         small_set *out) {
  assert(x < k->p->expressions.count);
  const cfa_expression *e = &k->p->expressions.at[x];
  uint32_t operands[3];
  value v;
  if ((e->kind == CFA_CONSTANT ||
       (e->kind == CFA_VARIABLE && variable(k, e, &v) && !v.object)) &&
      e->width == width) {
    uint64_t middle = e->kind == CFA_CONSTANT ? e->value : v.bits;
    for (uint64_t i = 0; i < 4; i++)
      small_set_add(out, SMALL_SET_MOST, bits_cut(middle + i - 2, width));
  }
  size_t n = depth > MOST_DEPTH ? 0 : cfa_operands(e, operands);
  for (size_t i = 0; i < n; i++)
    find_indices(k, operands[i], width, depth + 1, out);
}

static bool holds(concolic *k, const array_candidate *c) {
  small_set all = {.count = 0};
  if (c->index) {
    find_indices(k, c->condition, c->index, 0, &all);
    for (uint64_t i = 0; i < FIRST_INDICES; i++)
      small_set_add(&all, SMALL_SET_MOST, i);
  } else {
    all.count = 1;
  }
  for (size_t i = 0; i < all.count; i++) {
    value bound = value_word(1), body;
    if (c->bound != CFA_NONE && !evaluate(k, c->bound, all.at[i], 0, &bound))
      return false;
    if (bound.bits && (!evaluate(k, c->body, all.at[i], 0, &body) ||
                       body.object || !body.bits))
      return false;
  }
  return true;
}

void arrays_sample(concolic *k, loops *x, loop *l) {
  if (!is_time(l->array_samples++))
    return;
  outcome before = k->outcome;
  vec_each (array_candidate, c, &l->array_candidates)
    if (!c->is_dropped && !holds(k, c)) {
      c->is_dropped = true;
      x->was_dropped = true;
    }
  k->outcome = before;
}
