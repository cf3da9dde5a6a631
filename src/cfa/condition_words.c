/* Operators on words and pointers, as C types them: integer promotions, the
 * usual arithmetic conversions, steps of pointers. */
#include "cfa/condition.h"

static const cfa_expression *words_at(const condition_parser *c, uint32_t n) {
  return &c->p->expressions.at[n];
}

static uint32_t constant(condition_parser *c, unsigned width, uint64_t value,
                         bool is_signed) {
  cfa_expression x = {.kind = CFA_CONSTANT,
                      .width = (uint8_t)width,
                      .is_signed = is_signed,
                      .value = value};
  return cfa_express(c->m, c->p, &x);
}

static bool is_folded(bits_op op, uint64_t b, unsigned width) {
  bool is_division = op >= BITS_UDIV && op <= BITS_SREM;
  bool is_shift = op >= BITS_SHL && op <= BITS_ASHR;
  return op != BITS_ITE && !is_division && (!is_shift || b < width);
}

uint32_t condition_apply(condition_parser *c, bits_op op, unsigned width,
                         uint32_t a, uint32_t b, uint32_t d) {
  const cfa_expression *x = words_at(c, a),
                       *y = b == CFA_NONE ? x : words_at(c, b);
  if (x->kind == CFA_CONSTANT && y->kind == CFA_CONSTANT && !x->is_pointer &&
      !y->is_pointer && is_folded(op, y->value, width))
    return constant(c, width,
                    bits_apply(op, width,
                               op == BITS_CONCAT ? y->width : x->width,
                               x->value, y->value, 0),
                    x->is_signed);
  return cfa_apply(c->m, c->p, op, width, a, b, d);
}

static uint32_t pointer_constant(condition_parser *c, uint64_t value) {
  cfa_expression x = {.kind = CFA_CONSTANT,
                      .width = c->p->pointer_bits,
                      .is_pointer = true,
                      .value = value};
  return cfa_express(c->m, c->p, &x);
}

/* A word of another width; 'is_signed': of what it was. */
static uint32_t resize(condition_parser *c, uint32_t n, unsigned width,
                       bool is_signed) {
  unsigned from = words_at(c, n)->width;
  if (from == width)
    return n;
  bits_op op = width < from ? BITS_TRUNC : is_signed ? BITS_SEXT : BITS_ZEXT;
  return condition_apply(c, op, width, n, CFA_NONE, CFA_NONE);
}

uint32_t condition_offset(condition_parser *c, uint32_t pointer,
                          uint32_t bytes) {
  cfa_expression x = *words_at(c, pointer);
  const cfa_expression *b = words_at(c, bytes);
  if (b->kind == CFA_CONSTANT && b->value == 0)
    return pointer;
  if (b->kind == CFA_CONSTANT && x.kind == CFA_ADDRESS) {
    x.value += (uint64_t)bits_signed(b->value, b->width);
    return cfa_express(c->m, c->p, &x);
  }
  x = (cfa_expression){.kind = CFA_OFFSET,
                       .width = c->p->pointer_bits,
                       .is_pointer = true,
                       .a = pointer,
                       .b = bytes,
                       .c = CFA_NONE};
  return cfa_express(c->m, c->p, &x);
}

static uint32_t convert_pointer(condition_parser *c, cfa_expression_kind kind,
                                unsigned width, uint32_t a) {
  cfa_expression x = {.kind = kind,
                      .width = (uint8_t)width,
                      .is_pointer = kind == CFA_TO_POINTER,
                      .a = a};
  return cfa_express(c->m, c->p, &x);
}

condition_term condition_value(uint32_t expression, condition_type type,
                               const char *at_text) {
  return (condition_term){IS_VALUE, expression, type, at_text};
}

condition_term condition_zero(condition_parser *c, const char *at_text) {
  return condition_value(constant(c, 32, 0, true), condition_integer(32, true),
                         at_text);
}

condition_term condition_from_truth(uint32_t expression, const char *at_text) {
  return (condition_term){IS_TRUTH, expression, condition_integer(32, true),
                          at_text};
}

/* Arrays become pointers to their first elements. */
static condition_term load_table(condition_parser *c, condition_term a) {
  const cfa_type *t = condition_table(c->p, &a.type);
  if (t && t->kind == CFA_TYPE_ARRAY) {
    a.kind = IS_VALUE;
    a.type = condition_pointer_to(condition_of_table(c->p, t->of));
    return a;
  }
  condition_fail(c, a.at,
                 t && t->kind == CFA_TYPE_RECORD
                     ? "a struct or union has no value of its own "
                       "here; name a field of it"
                     : "the type of this is not known, or no integer "
                       "or pointer");
  return condition_zero(c, a.at);
}

condition_term condition_load(condition_parser *c, condition_term a) {
  if (a.kind != IS_PLACE)
    return a;
  if (!condition_is_pointer(&a.type) && !condition_is_integer(&a.type))
    return load_table(c, a);
  bool is_pointer = condition_is_pointer(&a.type);
  cfa_expression x = {.kind = CFA_LOAD,
                      .width = is_pointer ? c->p->pointer_bits : a.type.width,
                      .is_pointer = is_pointer,
                      .is_signed = !is_pointer && a.type.is_signed,
                      .a = a.expression};
  return condition_value(cfa_express(c->m, c->p, &x), a.type, a.at);
}

uint32_t condition_truth(condition_parser *c, condition_term a) {
  a = condition_load(c, a);
  if (a.kind == IS_TRUTH)
    return a.expression;
  uint32_t zero = condition_is_pointer(&a.type)
                      ? pointer_constant(c, 0)
                      : constant(c, words_at(c, a.expression)->width, 0, true);
  uint32_t equal = condition_apply(c, BITS_EQ, 1, a.expression, zero, CFA_NONE);
  return condition_apply(c, BITS_NOT, 1, equal, CFA_NONE, CFA_NONE);
}

/* A word of a type that C computes in: int, or wider. */
static condition_term promote(condition_parser *c, condition_term a) {
  a = condition_load(c, a);
  if (a.kind == IS_TRUTH)
    return condition_value(resize(c, a.expression, 32, false),
                           condition_integer(32, true), a.at);
  if (!condition_is_integer(&a.type)) {
    condition_fail(c, a.at, "an integer should stand here");
    return condition_zero(c, a.at);
  }
  if (a.type.width >= 32)
    return a;
  return condition_value(resize(c, a.expression, 32, a.type.is_signed),
                         condition_integer(32, true), a.at);
}

/* Signs and widths between 32 and 64 come from bit-fields only. */
static condition_type common_type(const condition_type *a,
                                  const condition_type *b) {
  if (a->width == b->width)
    return condition_integer(a->width, a->is_signed && b->is_signed);
  return condition_integer(a->width > b->width ? a->width : b->width,
                           a->width > b->width ? a->is_signed : b->is_signed);
}

static uint32_t converted(condition_parser *c, const condition_term *a,
                          const condition_type *to) {
  uint32_t n = resize(c, a->expression, to->width, a->type.is_signed);
  const cfa_expression *x = words_at(c, n);
  return x->kind == CFA_CONSTANT && !x->is_pointer
             ? constant(c, x->width, x->value, to->is_signed)
             : n;
}

static condition_term cast_pointer(condition_parser *c, condition_term a,
                                   condition_type to) {
  if (condition_is_pointer(&to))
    return condition_value(a.expression, to, a.at);
  uint32_t n =
      convert_pointer(c, CFA_TO_INTEGER, c->p->pointer_bits, a.expression);
  return condition_value(resize(c, n, to.width, false), to, a.at);
}

condition_term condition_cast(condition_parser *c, condition_term a,
                              condition_type to) {
  a = condition_load(c, a);
  if (!condition_is_pointer(&to) && !condition_is_integer(&to)) {
    condition_fail(c, a.at, "only integers and pointers are cast to");
    return condition_zero(c, a.at);
  }
  if (to.is_bool && !condition_is_pointer(&to))
    return condition_value(resize(c, condition_truth(c, a), 8, false), to,
                           a.at);
  if (a.kind != IS_TRUTH && condition_is_pointer(&a.type))
    return cast_pointer(c, a, to);
  if (condition_is_pointer(&to)) {
    a = promote(c, a);
    condition_type word = condition_integer(c->p->pointer_bits, false);
    uint32_t n = converted(c, &a, &word);
    const cfa_expression *x = words_at(c, n);
    n = x->kind == CFA_CONSTANT
            ? pointer_constant(c, x->value)
            : convert_pointer(c, CFA_TO_POINTER, c->p->pointer_bits, n);
    return condition_value(n, to, a.at);
  }
  if (a.kind == IS_TRUTH)
    a = promote(c, a);
  return condition_value(converted(c, &a, &to), to, a.at);
}

condition_term condition_unary(condition_parser *c, uint32_t sign,
                               condition_term a) {
  if (sign == '!') {
    uint32_t n = condition_truth(c, a);
    return condition_from_truth(
        condition_apply(c, BITS_NOT, 1, n, CFA_NONE, CFA_NONE), a.at);
  }
  a = promote(c, a);
  if (sign == '~')
    a.expression = condition_apply(c, BITS_NOT, a.type.width, a.expression,
                                   CFA_NONE, CFA_NONE);
  else if (sign == '-')
    a.expression = condition_apply(
        c, BITS_SUB, a.type.width,
        constant(c, a.type.width, 0, a.type.is_signed), a.expression, CFA_NONE);
  return a;
}

static condition_term arithmetic(condition_parser *c, uint32_t sign,
                                 condition_term a, condition_term b) {
  static const struct {
    char sign;
    bits_op with_sign, without;
  } ops[] = {{'+', BITS_ADD, BITS_ADD},   {'-', BITS_SUB, BITS_SUB},
             {'*', BITS_MUL, BITS_MUL},   {'/', BITS_SDIV, BITS_UDIV},
             {'%', BITS_SREM, BITS_UREM}, {'&', BITS_AND, BITS_AND},
             {'|', BITS_OR, BITS_OR},     {'^', BITS_XOR, BITS_XOR}};
  a = promote(c, a);
  b = promote(c, b);
  condition_type t = common_type(&a.type, &b.type);
  bits_op op = BITS_ADD;
  for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
    if ((unsigned char)ops[i].sign == sign)
      op = t.is_signed ? ops[i].with_sign : ops[i].without;
  uint32_t x = converted(c, &a, &t), y = converted(c, &b, &t);
  return condition_value(condition_apply(c, op, t.width, x, y, CFA_NONE), t,
                         a.at);
}

static condition_term shift(condition_parser *c, bool is_left, condition_term a,
                            condition_term b) {
  a = promote(c, a);
  b = promote(c, b);
  uint32_t by = resize(c, b.expression, a.type.width, b.type.is_signed);
  bits_op op = is_left ? BITS_SHL : a.type.is_signed ? BITS_ASHR : BITS_LSHR;
  a.expression =
      condition_apply(c, op, a.type.width, a.expression, by, CFA_NONE);
  return a;
}

/* The other side of a comparison with a pointer. */
static uint32_t as_pointer(condition_parser *c, condition_term a) {
  condition_type to = {.base = BASE_VOID, .stars = 1, .table = CFA_NONE};
  return condition_cast(c, a, to).expression;
}

static bool is_pointer_term(const condition_term *a) {
  return a->kind != IS_TRUTH && condition_is_pointer(&a->type);
}

static condition_term words_compare(condition_parser *c, uint32_t sign,
                                    condition_term a, condition_term b) {
  bool is_equal = sign == CONDITION_TWO('=', '=');
  bool is_unequal = sign == CONDITION_TWO('!', '=');
  bool swap = sign == '>' || sign == CONDITION_TWO('>', '=');
  bool or_equal =
      sign == CONDITION_TWO('<', '=') || sign == CONDITION_TWO('>', '=');
  bool is_signed = false;
  uint32_t x, y;
  a = condition_load(c, a);
  b = condition_load(c, b);
  if (is_pointer_term(&a) || is_pointer_term(&b)) {
    x = as_pointer(c, a);
    y = as_pointer(c, b);
  } else {
    a = promote(c, a);
    b = promote(c, b);
    condition_type t = common_type(&a.type, &b.type);
    x = converted(c, &a, &t);
    y = converted(c, &b, &t);
    is_signed = t.is_signed;
  }
  bits_op op = is_equal || is_unequal ? BITS_EQ
               : or_equal             ? (is_signed ? BITS_SLE : BITS_ULE)
                                      : (is_signed ? BITS_SLT : BITS_ULT);
  uint32_t n = condition_apply(c, op, 1, swap ? y : x, swap ? x : y, CFA_NONE);
  if (is_unequal)
    n = condition_apply(c, BITS_NOT, 1, n, CFA_NONE, CFA_NONE);
  return condition_from_truth(n, a.at);
}

static condition_term both(condition_parser *c, bool is_and, condition_term a,
                           condition_term b) {
  uint32_t x = condition_truth(c, a), y = condition_truth(c, b);
  uint32_t fixed = constant(c, 1, !is_and, false);
  return condition_from_truth(condition_apply(c, BITS_ITE, 1, x,
                                              is_and ? y : fixed,
                                              is_and ? fixed : y),
                              a.at);
}

/* In units of what it points to. */
static condition_term step(condition_parser *c, condition_term pointer,
                           condition_term by, bool back) {
  condition_type to = condition_pointee(pointer.type);
  uint64_t size = condition_size(c->p, &to);
  unsigned bits = c->p->pointer_bits;
  by = promote(c, by);
  uint32_t n = resize(c, by.expression, bits, by.type.is_signed);
  if (size != 1)
    n = condition_apply(c, BITS_MUL, bits, n, constant(c, bits, size, true),
                        CFA_NONE);
  if (back)
    n = condition_apply(c, BITS_SUB, bits, constant(c, bits, 0, true), n,
                        CFA_NONE);
  pointer.expression = condition_offset(c, pointer.expression, n);
  return pointer;
}

static condition_term distance(condition_parser *c, condition_term a,
                               condition_term b) {
  condition_type to = condition_pointee(a.type);
  uint64_t size = condition_size(c->p, &to);
  unsigned bits = c->p->pointer_bits;
  uint32_t x = convert_pointer(c, CFA_TO_INTEGER, bits, a.expression);
  uint32_t y = convert_pointer(c, CFA_TO_INTEGER, bits, b.expression);
  uint32_t n = condition_apply(c, BITS_SUB, bits, x, y, CFA_NONE);
  if (size > 1)
    n = condition_apply(c, BITS_SDIV, bits, n, constant(c, bits, size, true),
                        CFA_NONE);
  if (size == 0)
    condition_fail(c, a.at, "what this points to has no size");
  return condition_value(n, condition_integer(bits, true), a.at);
}

static bool pointer_sum(condition_parser *c, uint32_t sign, condition_term a,
                        condition_term b, condition_term *out) {
  if (sign != '+' && sign != '-')
    return false;
  a = condition_load(c, a);
  b = condition_load(c, b);
  if (is_pointer_term(&a) && is_pointer_term(&b) && sign == '-')
    *out = distance(c, a, b);
  else if (is_pointer_term(&a))
    *out = step(c, a, b, sign == '-');
  else if (is_pointer_term(&b) && sign == '+')
    *out = step(c, b, a, false);
  else
    return false;
  return true;
}

condition_term condition_binary(condition_parser *c, uint32_t sign,
                                condition_term a, condition_term b,
                                const char *at_text) {
  condition_term result;
  if (sign == CONDITION_TWO('&', '&') || sign == CONDITION_TWO('|', '|'))
    return both(c, sign == CONDITION_TWO('&', '&'), a, b);
  if (sign == CONDITION_TWO('<', '<') || sign == CONDITION_TWO('>', '>'))
    return shift(c, sign == CONDITION_TWO('<', '<'), a, b);
  if (sign == '<' || sign == '>' || (sign >> 8 & 0xFF) == '=')
    return words_compare(c, sign, a, b);
  if (pointer_sum(c, sign, a, b, &result))
    return result;
  (void)at_text;
  return arithmetic(c, sign, a, b);
}

condition_term condition_choice(condition_parser *c, condition_term a,
                                condition_term b, condition_term d) {
  uint32_t n = condition_truth(c, a), x, y;
  b = condition_load(c, b);
  d = condition_load(c, d);
  condition_type t;
  if (is_pointer_term(&b) || is_pointer_term(&d)) {
    t = is_pointer_term(&b) ? b.type : d.type;
    x = as_pointer(c, b);
    y = as_pointer(c, d);
    n = condition_apply(c, BITS_ITE, c->p->pointer_bits, n, x, y);
    return condition_value(n, t, a.at);
  }
  if (b.kind == IS_TRUTH && d.kind == IS_TRUTH)
    return condition_from_truth(
        condition_apply(c, BITS_ITE, 1, n, b.expression, d.expression), a.at);
  b = promote(c, b);
  d = promote(c, d);
  t = common_type(&b.type, &d.type);
  x = converted(c, &b, &t);
  y = converted(c, &d, &t);
  return condition_value(condition_apply(c, BITS_ITE, t.width, n, x, y), t,
                         a.at);
}
