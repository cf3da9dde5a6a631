/* Expressions: made here, so that what evaluating them may do is known. Besides
 * constants only what clang's conversions of truth values leave behind is
 * simplified; all of it is exact. */
#include "front.h"

#include <assert.h>

const cfa_expression *front_at(const front *f, uint32_t expression) {
  return &f->p->expressions.at[expression];
}

bool front_is_constant(const front *f, uint32_t expression, uint64_t *value) {
  const cfa_expression *x = front_at(f, expression);
  if (x->kind != CFA_CONSTANT || x->is_pointer)
    return false;
  *value = x->value;
  return true;
}

static bool is_division(bits_op op) {
  return op == BITS_UDIV || op == BITS_SDIV || op == BITS_UREM ||
         op == BITS_SREM;
}

static bool is_shift(bits_op op) {
  return op == BITS_SHL || op == BITS_LSHR || op == BITS_ASHR;
}

static unsigned own_effects(const front *f, const cfa_expression *x) {
  uint64_t by;
  if (x->kind == CFA_VARIABLE)
    return FRONT_VARIABLES | (f->is_stable.at[x->a] ? 0u : FRONT_READS);
  if (x->kind == CFA_LOAD)
    return FRONT_READS | FRONT_FAULTS | FRONT_VARIABLES;
  if (x->kind == CFA_FUNCTION || x->kind == CFA_ADDRESS || x->kind != CFA_APPLY)
    return 0;
  if (is_division(x->op))
    return front_is_constant(f, x->b, &by) && by != 0 &&
                   by != bits_mask(x->width)
               ? 0
               : FRONT_FAULTS;
  if (is_shift(x->op))
    return front_is_constant(f, x->b, &by) && by < x->width
               ? 0
               : FRONT_FAULTS | FRONT_CHOOSES | FRONT_VARIABLES;
  return 0;
}

static front_facts find_facts(const front *f, uint32_t expression) {
  const cfa_expression *x = front_at(f, expression);
  uint32_t operands[3];
  size_t count = cfa_operands(x, operands);
  unsigned effects = own_effects(f, x), depth = 0;
  for (size_t i = 0; i < count; i++) {
    front_facts a = f->facts.at[operands[i]];
    effects |= a.effects;
    if (a.depth >= depth)
      depth = a.depth < UINT8_MAX ? a.depth + 1u : UINT8_MAX;
  }
  return (front_facts){(uint8_t)effects, (uint8_t)depth};
}

front_facts front_facts_of(front *f, uint32_t expression) {
  while (f->facts.count <= expression) {
    front_facts next = find_facts(f, (uint32_t)f->facts.count);
    vec_push(f->m, &f->facts, next);
  }
  return f->facts.at[expression];
}

uint32_t front_constant(front *f, unsigned width, uint64_t value,
                        bool is_signed) {
  cfa_expression x = {.kind = CFA_CONSTANT,
                      .width = (uint8_t)width,
                      .is_signed = is_signed,
                      .value = bits_cut(value, width)};
  return cfa_express(f->m, f->p, &x);
}

uint32_t front_word(front *f, uint64_t value) {
  return front_constant(f, f->p->pointer_bits, value, true);
}

uint32_t front_pointer(front *f, uint64_t value) {
  unsigned width = f->p->pointer_bits;
  cfa_expression x = {.kind = CFA_CONSTANT,
                      .width = (uint8_t)width,
                      .is_pointer = true,
                      .value = bits_cut(value, width)};
  return cfa_express(f->m, f->p, &x);
}

uint32_t front_read(front *f, uint32_t variable) {
  const cfa_variable *v = &f->p->variables.at[variable];
  cfa_expression x = {.kind = CFA_VARIABLE,
                      .width = v->width,
                      .is_pointer = v->is_pointer,
                      .a = variable};
  assert(v->is_scalar);
  return cfa_express(f->m, f->p, &x);
}

uint32_t front_address(front *f, uint32_t variable, uint64_t offset) {
  cfa_expression x = {.kind = CFA_ADDRESS,
                      .width = f->p->pointer_bits,
                      .is_pointer = true,
                      .a = variable,
                      .value = offset};
  assert(!f->p->variables.at[variable].is_scalar);
  return cfa_express(f->m, f->p, &x);
}

uint32_t front_load(front *f, uint32_t pointer, LLVMTypeRef type) {
  cfa_expression x = {.kind = CFA_LOAD,
                      .width = (uint8_t)front_width(f, type, NULL),
                      .is_pointer = front_is_pointer(type),
                      .is_signed = front_points_to_signed(f, pointer),
                      .a = pointer};
  return cfa_express(f->m, f->p, &x);
}

uint32_t front_signed(front *f, uint32_t a, bool is_signed) {
  cfa_expression x = *front_at(f, a);
  if (x.kind != CFA_CONSTANT || x.is_pointer || x.is_signed == is_signed)
    return a;
  x.is_signed = is_signed;
  return cfa_express(f->m, f->p, &x);
}

/* All operands are constants, and C says what the result is. */
static bool fold(front *f, bits_op op, unsigned width, const uint32_t args[3],
                 uint32_t *out) {
  unsigned count = bits_operands(op), from = width;
  uint64_t value[3] = {0, 0, 0};
  for (unsigned i = 0; i < count; i++)
    if (!front_is_constant(f, args[i], &value[i]))
      return false;
  if (is_division(op) && (value[1] == 0 || value[1] == bits_mask(width)))
    return false;
  if (is_shift(op) && value[1] >= width)
    return false;
  from = front_at(f, args[op == BITS_CONCAT ? 1 : 0])->width;
  *out = front_constant(
      f, width, bits_apply(op, width, from, value[0], value[1], value[2]),
      true);
  return true;
}

static bool is_number(const front *f, uint32_t a, uint64_t value) {
  uint64_t x;
  return front_is_constant(f, a, &x) && x == value;
}

static bool is_applied(const front *f, uint32_t a, bits_op op) {
  const cfa_expression *x = front_at(f, a);
  return x->kind == CFA_APPLY && x->op == op;
}

/* Truth values that went through integers, and neutral numbers. */
static bool simplify(front *f, bits_op op, unsigned width, uint32_t a,
                     uint32_t b, uint32_t *out) {
  if ((op == BITS_ADD && is_number(f, b, 0)) ||
      (op == BITS_MUL && is_number(f, b, 1)))
    return *out = a, true;
  if (op == BITS_XOR && width == 1 && is_number(f, b, 1))
    return *out = front_not(f, a), true;
  if (op == BITS_NOT && is_applied(f, a, BITS_NOT))
    return *out = front_at(f, a)->a, true;
  if (op == BITS_EQ && is_applied(f, a, BITS_ZEXT) && is_number(f, b, 0) &&
      front_at(f, front_at(f, a)->a)->width == 1)
    return *out = front_not(f, front_at(f, a)->a), true;
  if (op == BITS_TRUNC &&
      (is_applied(f, a, BITS_ZEXT) || is_applied(f, a, BITS_SEXT)) &&
      front_at(f, front_at(f, a)->a)->width == width)
    return *out = front_at(f, a)->a, true;
  return false;
}

uint32_t front_apply(front *f, bits_op op, unsigned width, uint32_t a,
                     uint32_t b, uint32_t c) {
  uint32_t out, args[3] = {a, b, c};
  if (fold(f, op, width, args, &out) || simplify(f, op, width, a, b, &out))
    return out;
  return cfa_apply(f->m, f->p, op, width, a, b, c);
}

uint32_t front_not(front *f, uint32_t a) {
  return front_apply(f, BITS_NOT, front_at(f, a)->width, a, CFA_NONE, CFA_NONE);
}

uint32_t front_equal(front *f, uint32_t a, uint32_t b) {
  return front_apply(f, BITS_EQ, 1, a, b, CFA_NONE);
}

uint32_t front_resize(front *f, uint32_t a, unsigned width, bool is_signed) {
  unsigned from = front_at(f, a)->width;
  if (from == width)
    return a;
  bits_op op = from > width ? BITS_TRUNC : is_signed ? BITS_SEXT : BITS_ZEXT;
  return front_apply(f, op, width, a, CFA_NONE, CFA_NONE);
}

uint32_t front_shift_pointer(front *f, uint32_t pointer, uint64_t bytes) {
  const cfa_expression x = *front_at(f, pointer);
  uint64_t before;
  if (bytes == 0)
    return pointer;
  if (x.kind == CFA_ADDRESS) {
    int64_t sum = bits_signed(bits_cut(x.value + bytes, f->p->pointer_bits),
                              f->p->pointer_bits);
    return front_address(f, x.a, (uint64_t)sum);
  }
  if (x.kind == CFA_OFFSET && front_is_constant(f, x.b, &before))
    return front_shift_pointer(f, x.a, before + bytes);
  cfa_expression y = {.kind = CFA_OFFSET,
                      .width = f->p->pointer_bits,
                      .is_pointer = true,
                      .a = pointer,
                      .b = front_word(f, bytes)};
  return cfa_express(f->m, f->p, &y);
}

uint32_t front_offset(front *f, uint32_t pointer, uint32_t bytes) {
  uint64_t number;
  if (front_is_constant(f, bytes, &number))
    return front_shift_pointer(
        f, pointer, (uint64_t)bits_signed(number, f->p->pointer_bits));
  cfa_expression x = {.kind = CFA_OFFSET,
                      .width = f->p->pointer_bits,
                      .is_pointer = true,
                      .a = pointer,
                      .b = bytes};
  return cfa_express(f->m, f->p, &x);
}

uint32_t front_to_integer(front *f, uint32_t pointer, unsigned width) {
  const cfa_expression from = *front_at(f, pointer);
  uint32_t word;
  if (from.kind == CFA_CONSTANT) {
    word = front_word(f, from.value);
  } else if (from.kind == CFA_TO_POINTER) {
    word = from.a;
  } else {
    cfa_expression x = {
        .kind = CFA_TO_INTEGER, .width = f->p->pointer_bits, .a = pointer};
    word = cfa_express(f->m, f->p, &x);
  }
  return front_resize(f, word, width, false);
}

uint32_t front_to_pointer(front *f, uint32_t word) {
  uint64_t number;
  uint32_t a = front_resize(f, word, f->p->pointer_bits, false);
  if (front_is_constant(f, a, &number))
    return front_pointer(f, number);
  cfa_expression x = {.kind = CFA_TO_POINTER,
                      .width = f->p->pointer_bits,
                      .is_pointer = true,
                      .a = a};
  return cfa_express(f->m, f->p, &x);
}

uint32_t front_convert(front *f, uint32_t a, LLVMTypeRef to) {
  bool from_pointer = front_at(f, a)->is_pointer;
  bool to_pointer = front_is_pointer(to);
  if (from_pointer && to_pointer)
    return a;
  if (from_pointer)
    return front_to_integer(f, a, front_width(f, to, NULL));
  return to_pointer ? front_to_pointer(f, a)
                    : front_resize(f, a, front_width(f, to, NULL), false);
}
