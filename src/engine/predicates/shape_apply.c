/* Operators, simplified where that is cheap: so that what statements make of a
 * condition is one that is known, or a constant. */
#include "engine/predicates/shape.h"

static const cfa_expression *apply_at(const shapes *s, uint32_t e) {
  return &s->p->expressions.at[e];
}

uint32_t shape_constant(shapes *s, unsigned width, uint64_t value) {
  return cfa_constant(s->m, s->p, width, value);
}

uint32_t shape_truth(shapes *s, bool value) {
  return shape_constant(s, 1, value);
}

bool shape_is_constant(const shapes *s, uint32_t e, uint64_t *value) {
  const cfa_expression *expression = apply_at(s, e);
  *value = expression->value;
  return expression->kind == CFA_CONSTANT && !expression->is_pointer;
}

uint32_t shape_ghost(shapes *s, unsigned kind, uint32_t of, unsigned width,
                     bool is_pointer) {
  return cfa_make_ghost(s->m, s->p, kind, of, width, is_pointer, true);
}

uint32_t shape_variable(shapes *s, uint32_t variable) {
  return cfa_read_scalar(s->m, s->p, variable);
}

static uint32_t plain(shapes *s, bits_op op, unsigned width, uint32_t a,
                      uint32_t b, uint32_t c) {
  return cfa_apply(s->m, s->p, op, width, a, b, c);
}

uint32_t shape_not(shapes *s, uint32_t e) {
  return shape_apply(s, BITS_NOT, 1, e, CFA_NONE, CFA_NONE);
}

static bool fold(shapes *s, bits_op op, unsigned width, const uint32_t *of,
                 uint32_t *out) {
  uint64_t v[3] = {0, 0, 0};
  unsigned count = bits_operands(op);
  for (unsigned i = 0; i < count; i++)
    if (!shape_is_constant(s, of[i], &v[i]))
      return false;
  bool is_division =
      op == BITS_UDIV || op == BITS_SDIV || op == BITS_UREM || op == BITS_SREM;
  if (is_division && v[1] == 0)
    return false;
  unsigned from = apply_at(s, of[op == BITS_CONCAT ? 1 : 0])->width;
  *out =
      shape_constant(s, width, bits_apply(op, width, from, v[0], v[1], v[2]));
  return true;
}

static bool is_commutative(bits_op op) {
  return op == BITS_ADD || op == BITS_MUL || op == BITS_AND || op == BITS_OR ||
         op == BITS_XOR || op == BITS_EQ;
}

static uint32_t add(shapes *s, unsigned width, uint32_t a, uint32_t b) {
  uint64_t k, l;
  if (!shape_is_constant(s, b, &k))
    return plain(s, BITS_ADD, width, a, b, CFA_NONE);
  if (k == 0)
    return a;
  cfa_expression expression = *apply_at(s, a);
  if (expression.kind == CFA_APPLY && expression.op == BITS_ADD &&
      shape_is_constant(s, expression.b, &l))
    return add(s, width, expression.a, shape_constant(s, width, k + l));
  return plain(s, BITS_ADD, width, a, b, CFA_NONE);
}

/* What a is beyond a constant: a = *word + result. */
static uint64_t beyond(const shapes *s, uint32_t a, uint32_t *word) {
  const cfa_expression *expression = apply_at(s, a);
  uint64_t k;
  *word = a;
  if (expression->kind != CFA_APPLY || expression->op != BITS_ADD ||
      !shape_is_constant(s, expression->b, &k))
    return 0;
  *word = expression->a;
  return k;
}

static uint32_t subtract(shapes *s, unsigned width, uint32_t a, uint32_t b) {
  uint64_t k;
  uint32_t x, y;
  if (shape_is_constant(s, b, &k))
    return add(s, width, a, shape_constant(s, width, 0 - k));
  k = beyond(s, a, &x) - beyond(s, b, &y);
  if (x == y)
    return shape_constant(s, width, k);
  return plain(s, BITS_SUB, width, a, b, CFA_NONE);
}

/* The lowest bits of a sum need only those of a constant. */
static uint32_t low_bits(shapes *s, unsigned width, uint32_t a, uint64_t mask) {
  uint32_t word;
  uint64_t more = beyond(s, a, &word);
  uint32_t sum = add(s, width, word, shape_constant(s, width, more & mask));
  return plain(s, BITS_AND, width, sum, shape_constant(s, width, mask),
               CFA_NONE);
}

static uint32_t mask(shapes *s, bits_op op, unsigned width, uint32_t a,
                     uint32_t b) {
  uint64_t k;
  if (!shape_is_constant(s, b, &k) || k == 0)
    return plain(s, op, width, a, b, CFA_NONE);
  if (op == BITS_UREM && (k & (k - 1)) == 0)
    return low_bits(s, width, a, k - 1);
  if (op == BITS_AND && (k & (k + 1)) == 0)
    return low_bits(s, width, a, k);
  return plain(s, op, width, a, b, CFA_NONE);
}

static uint32_t connect(shapes *s, bits_op op, uint32_t a, uint32_t b) {
  uint64_t k;
  if (a == b)
    return op == BITS_XOR ? shape_truth(s, false) : a;
  if (shape_is_constant(s, b, &k)) {
    if (op == BITS_XOR)
      return k ? shape_not(s, a) : a;
    return (op == BITS_AND) == (k != 0) ? a : b;
  }
  bool na, nb;
  if (op != BITS_XOR && shape_strip(s, a, &na) == shape_strip(s, b, &nb))
    return shape_truth(s, op == BITS_OR); /* one negates the other */
  return plain(s, op, 1, a, b, CFA_NONE);
}

/* A conditional with two constants, compared with a constant. */
static bool equal_choice(shapes *s, const cfa_expression *expression,
                         uint64_t k, uint32_t *out) {
  uint64_t yes, no;
  if (expression->kind != CFA_APPLY || expression->op != BITS_ITE ||
      !shape_is_constant(s, expression->b, &yes) ||
      !shape_is_constant(s, expression->c, &no))
    return false;
  if ((yes == k) == (no == k))
    *out = shape_truth(s, yes == k);
  else
    *out = yes == k ? expression->a : shape_not(s, expression->a);
  return true;
}

static uint32_t equal_constant(shapes *s, uint32_t a, uint64_t k) {
  cfa_expression expression = *apply_at(s, a);
  uint32_t out, word;
  if (expression.width == 1)
    return k ? a : shape_not(s, a);
  if (equal_choice(s, &expression, k, &out))
    return out;
  uint64_t more = beyond(s, a, &word);
  if (word != a)
    return equal_constant(s, word, bits_cut(k - more, expression.width));
  if (expression.kind == CFA_APPLY &&
      (expression.op == BITS_ZEXT || expression.op == BITS_SEXT)) {
    unsigned from = apply_at(s, expression.a)->width;
    if (bits_apply(expression.op, expression.width, from, bits_cut(k, from), 0,
                   0) != k)
      return shape_truth(s, false);
    return equal_constant(s, expression.a, bits_cut(k, from));
  }
  return plain(s, BITS_EQ, 1, a, shape_constant(s, expression.width, k),
               CFA_NONE);
}

static bool is_address(const cfa_expression *expression) {
  return expression->kind == CFA_ADDRESS || expression->kind == CFA_FUNCTION;
}

static uint32_t equal(shapes *s, uint32_t a, uint32_t b) {
  uint64_t k;
  uint32_t x, y;
  unsigned width = apply_at(s, a)->width;
  if (a == b && !shape_look(s, a)->is_opaque)
    return shape_truth(s, true);
  if (apply_at(s, a)->is_pointer) { /* an object's address is not null */
    if ((is_address(apply_at(s, a)) && apply_at(s, b)->kind == CFA_CONSTANT) ||
        (is_address(apply_at(s, b)) && apply_at(s, a)->kind == CFA_CONSTANT))
      return shape_truth(s, false);
    return plain(s, BITS_EQ, 1, a, b, CFA_NONE);
  }
  if (shape_is_constant(s, b, &k))
    return equal_constant(s, a, k);
  uint64_t more = beyond(s, b, &y) - beyond(s, a, &x);
  if (x == y)
    return shape_truth(s, bits_cut(more, width) == 0);
  if (x > y) { /* one direction */
    uint32_t z = x;
    x = y;
    y = z;
    more = 0 - more;
  }
  return plain(s, BITS_EQ, 1, x,
               add(s, width, y, shape_constant(s, width, more)), CFA_NONE);
}

static bool order_choice(shapes *s, bits_op op, uint32_t a, uint32_t b,
                         uint32_t *out) {
  const cfa_expression *expression = apply_at(s, a);
  uint64_t k, l;
  if (expression->kind != CFA_APPLY || expression->op != BITS_ZEXT ||
      apply_at(s, expression->a)->width != 1 || !shape_is_constant(s, b, &k))
    return false;
  uint32_t bit = expression->a;
  unsigned width = expression->width;
  l = bits_apply(op, 1, width, 0, k, 0);
  k = bits_apply(op, 1, width, 1, k, 0);
  *out = k == l ? shape_truth(s, k) : k ? bit : shape_not(s, bit);
  return true;
}

static uint32_t less(shapes *s, bits_op op, uint32_t a, uint32_t b) {
  uint32_t out;
  if (a == b && !shape_look(s, a)->is_opaque)
    return shape_truth(s, false);
  if (apply_at(s, a)->is_pointer)
    return plain(s, op, 1, a, b, CFA_NONE);
  if (order_choice(s, op, a, b, &out))
    return out;
  uint32_t atom = plain(s, op, 1, a, b, CFA_NONE);
  shape_range range = shape_range_of(s, atom, false);
  if (range.is_empty)
    return shape_truth(s, false);
  if (range.word != atom && range.beyond == 0)
    return equal_constant(s, range.word, range.first);
  shape_range other = shape_range_not(range);
  if (range.word != atom && other.beyond == 0)
    return shape_not(s, equal_constant(s, range.word, other.first));
  return atom;
}

uint32_t shape_apply(shapes *s, bits_op op, unsigned width, uint32_t a,
                     uint32_t b, uint32_t c) {
  uint32_t of[3] = {a, b, c}, out;
  uint64_t k;
  if (fold(s, op, width, of, &out))
    return out;
  if (is_commutative(op) && apply_at(s, a)->kind == CFA_CONSTANT) {
    uint32_t swap = a;
    a = b;
    b = swap;
  }
  switch (op) {
  case BITS_NOT:
    if (width == 1 && apply_at(s, a)->kind == CFA_APPLY &&
        apply_at(s, a)->op == BITS_NOT)
      return apply_at(s, a)->a;
    break;
  case BITS_ADD:
    return add(s, width, a, b);
  case BITS_SUB:
    return subtract(s, width, a, b);
  case BITS_AND:
  case BITS_OR:
  case BITS_XOR:
    if (width == 1)
      return connect(s, op, a, b);
    return op == BITS_AND ? mask(s, op, width, a, b)
                          : plain(s, op, width, a, b, CFA_NONE);
  case BITS_UREM:
    return mask(s, op, width, a, b);
  case BITS_EQ:
    return equal(s, a, b);
  case BITS_SLT:
  case BITS_ULT:
    return less(s, op, a, b);
  case BITS_SLE: /* not b < a */
    return shape_not(s, less(s, BITS_SLT, b, a));
  case BITS_ULE:
    return shape_not(s, less(s, BITS_ULT, b, a));
  case BITS_ITE:
    if (shape_is_constant(s, a, &k))
      return k ? b : c;
    if (b == c)
      return b;
    break;
  default:
    break;
  }
  return plain(s, op, width, a, b, c);
}
