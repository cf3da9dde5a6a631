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

static bool read_memory(concolic *engine, value p, const cfa_expression *load,
                        value *out) {
  unsigned width = load->width, bytes = (width + 7) / 8;
  if (!p.object)
    return false;
  const object *o = &engine->objects.at[p.object];
  if (!o->is_alive || o->kind == OBJECT_FUNCTION ||
      o->kind == OBJECT_ARGUMENT || o->size < bytes || p.bits > o->size - bytes)
    return false;
  if (load->is_pointer)
    return concolic_is_pointer(engine, p.object, p.bits) &&
           concolic_read(engine, p.object, p.bits, width, true, out);
  if (!concolic_is_wordy(engine, p.object, p.bits, bytes))
    return false;
  if (!concolic_read(engine, p.object, p.bits, width, false, out))
    return false;
  *out = value_word(concolic_bits(engine, *out));
  return true;
}

static bool variable(concolic *engine, const cfa_expression *expression,
                     value *out) {
  arrays_scope now = {.fact = NULL};
  bool is_there = expression->kind == CFA_VARIABLE
                      ? arrays_scalar(engine, &now, expression->a, out)
                      : arrays_address(engine, &now, expression->a, out);
  if (!is_there)
    return false;
  out->bits = concolic_bits(engine, *out);
  out->term = TERM_NONE;
  if (expression->kind == CFA_ADDRESS)
    out->bits =
        (out->bits + expression->value) & bits_mask(engine->p->pointer_bits);
  return true;
}

static bool evaluate(concolic *engine, uint32_t x, uint64_t index, int depth,
                     value *out);

/* One that is true is enough, whatever has no value in the other. */
static bool either(concolic *engine, const cfa_expression *expression,
                   uint64_t index, int depth, value *out) {
  value a, b;
  if (depth > MOST_DEPTH)
    return false;
  bool has_a = evaluate(engine, expression->a, index, depth + 1, &a);
  *out = value_word(1);
  if (has_a && !a.object && a.bits)
    return true;
  bool has_b = evaluate(engine, expression->b, index, depth + 1, &b);
  if (has_b && !b.object && b.bits)
    return true;
  *out = value_word(0);
  return has_a && has_b;
}

/* The value under the present inputs; false: there is none. */
static bool evaluate(concolic *engine, uint32_t x, uint64_t index, int depth,
                     value *out) {
  assert(x < engine->p->expressions.count);
  const cfa_expression *expression = &engine->p->expressions.at[x];
  uint32_t operands[3];
  value v[3] = {{0}, {0}, {0}};
  switch (expression->kind) {
  case CFA_CONSTANT:
    *out = value_word(expression->value);
    return true;
  case CFA_VARIABLE:
  case CFA_ADDRESS:
    return variable(engine, expression, out);
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
  if (expression->kind == CFA_APPLY && expression->op == BITS_OR &&
      expression->width == 1)
    return either(engine, expression, index, depth, out);
  size_t n = depth > MOST_DEPTH ? 0 : cfa_operands(expression, operands);
  for (size_t i = 0; i < n; i++)
    if (!evaluate(engine, operands[i], index, depth + 1, &v[i]))
      return false;
  if (expression->kind == CFA_LOAD)
    return read_memory(engine, v[0], expression, out);
  if (!n || v[1].object || v[2].object ||
      (v[0].object && expression->kind == CFA_APPLY))
    return false;
  if (expression->kind == CFA_OFFSET) {
    *out = v[0];
    out->bits = (v[0].bits + v[1].bits) & bits_mask(expression->width);
    return true;
  }
  unsigned from = engine->p->expressions.at[operands[0]].width;
  if (expression->op == BITS_CONCAT)
    from = engine->p->expressions.at[operands[1]].width;
  if (expression->op >= BITS_UDIV && expression->op <= BITS_SREM && !v[1].bits)
    return false;
  *out = value_word(bits_apply(expression->op, expression->width, from,
                               v[0].bits, v[1].bits, v[2].bits));
  return true;
}

/* Indices to try: the first ones, and those around the values of variables and
 * constants of the bound. */
static void find_indices(concolic *engine, uint32_t x, unsigned width,
                         int depth, small_set *out) {
  assert(x < engine->p->expressions.count);
  const cfa_expression *expression = &engine->p->expressions.at[x];
  uint32_t operands[3];
  value v;
  if ((expression->kind == CFA_CONSTANT ||
       (expression->kind == CFA_VARIABLE && variable(engine, expression, &v) &&
        !v.object)) &&
      expression->width == width) {
    uint64_t middle =
        expression->kind == CFA_CONSTANT ? expression->value : v.bits;
    for (uint64_t i = 0; i < 4; i++)
      small_set_add(out, SMALL_SET_MOST, bits_cut(middle + i - 2, width));
  }
  size_t n = depth > MOST_DEPTH ? 0 : cfa_operands(expression, operands);
  for (size_t i = 0; i < n; i++)
    find_indices(engine, operands[i], width, depth + 1, out);
}

static bool holds(concolic *engine, const array_candidate *c) {
  small_set all = {.count = 0};
  if (c->index) {
    find_indices(engine, c->condition, c->index, 0, &all);
    for (uint64_t i = 0; i < FIRST_INDICES; i++)
      small_set_add(&all, SMALL_SET_MOST, i);
  } else {
    all.count = 1;
  }
  for (size_t i = 0; i < all.count; i++) {
    value bound = value_word(1), body;
    if (c->bound != CFA_NONE &&
        !evaluate(engine, c->bound, all.at[i], 0, &bound))
      return false;
    if (bound.bits && (!evaluate(engine, c->body, all.at[i], 0, &body) ||
                       body.object || !body.bits))
      return false;
  }
  return true;
}

void arrays_sample(concolic *engine, loops *x, loop *l) {
  if (!is_time(l->array_samples++))
    return;
  outcome before = engine->outcome;
  vec_each (array_candidate, c, &l->array_candidates)
    if (!c->is_dropped && !holds(engine, c)) {
      c->is_dropped = true;
      x->was_dropped = true;
    }
  engine->outcome = before;
}
