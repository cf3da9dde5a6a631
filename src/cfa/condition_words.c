/* Operators on words and pointers, as C types them: integer promotions, the
 * usual arithmetic conversions, steps of pointers. */
#include "cfa/condition.h"

static const cfa_expression *words_at(const condition_parser *parser,
                                      uint32_t n) {
  return &parser->p->expressions.at[n];
}

static uint32_t constant(condition_parser *parser, unsigned width,
                         uint64_t value, bool is_signed) {
  cfa_expression expression = {.kind = CFA_CONSTANT,
                               .width = (uint8_t)width,
                               .is_signed = is_signed,
                               .value = value};
  return cfa_express(parser->m, parser->p, &expression);
}

static bool is_folded(bits_op op, uint64_t b, unsigned width) {
  bool is_division = op >= BITS_UDIV && op <= BITS_SREM;
  bool is_shift = op >= BITS_SHL && op <= BITS_ASHR;
  return op != BITS_ITE && !is_division && (!is_shift || b < width);
}

uint32_t condition_apply(condition_parser *parser, bits_op op, unsigned width,
                         uint32_t a, uint32_t b, uint32_t d) {
  const cfa_expression *x = words_at(parser, a),
                       *y = b == CFA_NONE ? x : words_at(parser, b);
  if (x->kind == CFA_CONSTANT && y->kind == CFA_CONSTANT && !x->is_pointer &&
      !y->is_pointer && is_folded(op, y->value, width))
    return constant(parser, width,
                    bits_apply(op, width,
                               op == BITS_CONCAT ? y->width : x->width,
                               x->value, y->value, 0),
                    x->is_signed);
  return cfa_apply(parser->m, parser->p, op, width, a, b, d);
}

static uint32_t pointer_constant(condition_parser *parser, uint64_t value) {
  cfa_expression expression = {.kind = CFA_CONSTANT,
                               .width = parser->p->pointer_bits,
                               .is_pointer = true,
                               .value = value};
  return cfa_express(parser->m, parser->p, &expression);
}

/* A word of another width; 'is_signed': of what it was. */
static uint32_t resize(condition_parser *parser, uint32_t n, unsigned width,
                       bool is_signed) {
  unsigned from = words_at(parser, n)->width;
  if (from == width)
    return n;
  bits_op op = width < from ? BITS_TRUNC : is_signed ? BITS_SEXT : BITS_ZEXT;
  return condition_apply(parser, op, width, n, CFA_NONE, CFA_NONE);
}

uint32_t condition_offset(condition_parser *parser, uint32_t pointer,
                          uint32_t bytes) {
  cfa_expression x = *words_at(parser, pointer);
  const cfa_expression *b = words_at(parser, bytes);
  if (b->kind == CFA_CONSTANT && b->value == 0)
    return pointer;
  if (b->kind == CFA_CONSTANT && x.kind == CFA_ADDRESS) {
    x.value += (uint64_t)bits_signed(b->value, b->width);
    return cfa_express(parser->m, parser->p, &x);
  }
  x = (cfa_expression){.kind = CFA_OFFSET,
                       .width = parser->p->pointer_bits,
                       .is_pointer = true,
                       .a = pointer,
                       .b = bytes,
                       .c = CFA_NONE};
  return cfa_express(parser->m, parser->p, &x);
}

static uint32_t convert_pointer(condition_parser *parser,
                                cfa_expression_kind kind, unsigned width,
                                uint32_t a) {
  cfa_expression expression = {.kind = kind,
                               .width = (uint8_t)width,
                               .is_pointer = kind == CFA_TO_POINTER,
                               .a = a};
  return cfa_express(parser->m, parser->p, &expression);
}

condition_term condition_value(uint32_t expression, condition_type type,
                               const char *at_text) {
  return (condition_term){IS_VALUE, expression, type, at_text};
}

condition_term condition_zero(condition_parser *parser, const char *at_text) {
  return condition_value(constant(parser, 32, 0, true),
                         condition_integer(32, true), at_text);
}

condition_term condition_from_truth(uint32_t expression, const char *at_text) {
  return (condition_term){IS_TRUTH, expression, condition_integer(32, true),
                          at_text};
}

/* Arrays become pointers to their first elements. */
static condition_term load_table(condition_parser *parser,
                                 condition_term term) {
  const cfa_type *type = condition_table(parser->p, &term.type);
  if (type && type->kind == CFA_TYPE_ARRAY) {
    term.kind = IS_VALUE;
    term.type = condition_pointer_to(condition_of_table(parser->p, type->of));
    return term;
  }
  condition_fail(parser, term.at,
                 type && type->kind == CFA_TYPE_RECORD
                     ? "a struct or union has no value of its own "
                       "here; name a field of it"
                     : "the type of this is not known, or no integer "
                       "or pointer");
  return condition_zero(parser, term.at);
}

condition_term condition_load(condition_parser *parser, condition_term term) {
  if (term.kind != IS_PLACE)
    return term;
  if (!condition_is_pointer(&term.type) && !condition_is_integer(&term.type))
    return load_table(parser, term);
  bool is_pointer = condition_is_pointer(&term.type);
  cfa_expression expression = {.kind = CFA_LOAD,
                               .width = is_pointer ? parser->p->pointer_bits
                                                   : term.type.width,
                               .is_pointer = is_pointer,
                               .is_signed = !is_pointer && term.type.is_signed,
                               .a = term.expression};
  return condition_value(cfa_express(parser->m, parser->p, &expression),
                         term.type, term.at);
}

uint32_t condition_truth(condition_parser *parser, condition_term term) {
  term = condition_load(parser, term);
  if (term.kind == IS_TRUTH)
    return term.expression;
  uint32_t zero =
      condition_is_pointer(&term.type)
          ? pointer_constant(parser, 0)
          : constant(parser, words_at(parser, term.expression)->width, 0, true);
  uint32_t equal =
      condition_apply(parser, BITS_EQ, 1, term.expression, zero, CFA_NONE);
  return condition_apply(parser, BITS_NOT, 1, equal, CFA_NONE, CFA_NONE);
}

/* A word of a type that C computes in: int, or wider. */
static condition_term promote(condition_parser *parser, condition_term term) {
  term = condition_load(parser, term);
  if (term.kind == IS_TRUTH)
    return condition_value(resize(parser, term.expression, 32, false),
                           condition_integer(32, true), term.at);
  if (!condition_is_integer(&term.type)) {
    condition_fail(parser, term.at, "an integer should stand here");
    return condition_zero(parser, term.at);
  }
  if (term.type.width >= 32)
    return term;
  return condition_value(
      resize(parser, term.expression, 32, term.type.is_signed),
      condition_integer(32, true), term.at);
}

/* Signs and widths between 32 and 64 come from bit-fields only. */
static condition_type common_type(const condition_type *a,
                                  const condition_type *b) {
  if (a->width == b->width)
    return condition_integer(a->width, a->is_signed && b->is_signed);
  return condition_integer(a->width > b->width ? a->width : b->width,
                           a->width > b->width ? a->is_signed : b->is_signed);
}

static uint32_t converted(condition_parser *parser, const condition_term *term,
                          const condition_type *to) {
  uint32_t n =
      resize(parser, term->expression, to->width, term->type.is_signed);
  const cfa_expression *expression = words_at(parser, n);
  return expression->kind == CFA_CONSTANT && !expression->is_pointer
             ? constant(parser, expression->width, expression->value,
                        to->is_signed)
             : n;
}

static condition_term cast_pointer(condition_parser *parser,
                                   condition_term term, condition_type to) {
  if (condition_is_pointer(&to))
    return condition_value(term.expression, to, term.at);
  uint32_t n = convert_pointer(parser, CFA_TO_INTEGER, parser->p->pointer_bits,
                               term.expression);
  return condition_value(resize(parser, n, to.width, false), to, term.at);
}

condition_term condition_cast(condition_parser *parser, condition_term term,
                              condition_type to) {
  term = condition_load(parser, term);
  if (!condition_is_pointer(&to) && !condition_is_integer(&to)) {
    condition_fail(parser, term.at, "only integers and pointers are cast to");
    return condition_zero(parser, term.at);
  }
  if (to.is_bool && !condition_is_pointer(&to))
    return condition_value(
        resize(parser, condition_truth(parser, term), 8, false), to, term.at);
  if (term.kind != IS_TRUTH && condition_is_pointer(&term.type))
    return cast_pointer(parser, term, to);
  if (condition_is_pointer(&to)) {
    term = promote(parser, term);
    condition_type word = condition_integer(parser->p->pointer_bits, false);
    uint32_t n = converted(parser, &term, &word);
    const cfa_expression *expression = words_at(parser, n);
    n = expression->kind == CFA_CONSTANT
            ? pointer_constant(parser, expression->value)
            : convert_pointer(parser, CFA_TO_POINTER, parser->p->pointer_bits,
                              n);
    return condition_value(n, to, term.at);
  }
  if (term.kind == IS_TRUTH)
    term = promote(parser, term);
  return condition_value(converted(parser, &term, &to), to, term.at);
}

condition_term condition_unary(condition_parser *parser, uint32_t sign,
                               condition_term term) {
  if (sign == '!') {
    uint32_t n = condition_truth(parser, term);
    return condition_from_truth(
        condition_apply(parser, BITS_NOT, 1, n, CFA_NONE, CFA_NONE), term.at);
  }
  term = promote(parser, term);
  if (sign == '~')
    term.expression = condition_apply(parser, BITS_NOT, term.type.width,
                                      term.expression, CFA_NONE, CFA_NONE);
  else if (sign == '-')
    term.expression = condition_apply(
        parser, BITS_SUB, term.type.width,
        constant(parser, term.type.width, 0, term.type.is_signed),
        term.expression, CFA_NONE);
  return term;
}

static condition_term arithmetic(condition_parser *parser, uint32_t sign,
                                 condition_term a, condition_term b) {
  static const struct {
    char sign;
    bits_op with_sign, without;
  } ops[] = {{'+', BITS_ADD, BITS_ADD},   {'-', BITS_SUB, BITS_SUB},
             {'*', BITS_MUL, BITS_MUL},   {'/', BITS_SDIV, BITS_UDIV},
             {'%', BITS_SREM, BITS_UREM}, {'&', BITS_AND, BITS_AND},
             {'|', BITS_OR, BITS_OR},     {'^', BITS_XOR, BITS_XOR}};
  a = promote(parser, a);
  b = promote(parser, b);
  condition_type type = common_type(&a.type, &b.type);
  bits_op op = BITS_ADD;
  for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
    if ((unsigned char)ops[i].sign == sign)
      op = type.is_signed ? ops[i].with_sign : ops[i].without;
  uint32_t x = converted(parser, &a, &type), y = converted(parser, &b, &type);
  return condition_value(
      condition_apply(parser, op, type.width, x, y, CFA_NONE), type, a.at);
}

static condition_term shift(condition_parser *parser, bool is_left,
                            condition_term a, condition_term b) {
  a = promote(parser, a);
  b = promote(parser, b);
  uint32_t by = resize(parser, b.expression, a.type.width, b.type.is_signed);
  bits_op op = is_left ? BITS_SHL : a.type.is_signed ? BITS_ASHR : BITS_LSHR;
  a.expression =
      condition_apply(parser, op, a.type.width, a.expression, by, CFA_NONE);
  return a;
}

/* The other side of a comparison with a pointer. */
static uint32_t as_pointer(condition_parser *parser, condition_term term) {
  condition_type to = {.base = BASE_VOID, .stars = 1, .table = CFA_NONE};
  return condition_cast(parser, term, to).expression;
}

static bool is_pointer_term(const condition_term *term) {
  return term->kind != IS_TRUTH && condition_is_pointer(&term->type);
}

static condition_term words_compare(condition_parser *parser, uint32_t sign,
                                    condition_term a, condition_term b) {
  bool is_equal = sign == CONDITION_TWO('=', '=');
  bool is_unequal = sign == CONDITION_TWO('!', '=');
  bool swap = sign == '>' || sign == CONDITION_TWO('>', '=');
  bool or_equal =
      sign == CONDITION_TWO('<', '=') || sign == CONDITION_TWO('>', '=');
  bool is_signed = false;
  uint32_t x, y;
  a = condition_load(parser, a);
  b = condition_load(parser, b);
  if (is_pointer_term(&a) || is_pointer_term(&b)) {
    x = as_pointer(parser, a);
    y = as_pointer(parser, b);
  } else {
    a = promote(parser, a);
    b = promote(parser, b);
    condition_type type = common_type(&a.type, &b.type);
    x = converted(parser, &a, &type);
    y = converted(parser, &b, &type);
    is_signed = type.is_signed;
  }
  bits_op op = is_equal || is_unequal ? BITS_EQ
               : or_equal             ? (is_signed ? BITS_SLE : BITS_ULE)
                                      : (is_signed ? BITS_SLT : BITS_ULT);
  uint32_t n =
      condition_apply(parser, op, 1, swap ? y : x, swap ? x : y, CFA_NONE);
  if (is_unequal)
    n = condition_apply(parser, BITS_NOT, 1, n, CFA_NONE, CFA_NONE);
  return condition_from_truth(n, a.at);
}

static condition_term both(condition_parser *parser, bool is_and,
                           condition_term a, condition_term b) {
  uint32_t x = condition_truth(parser, a), y = condition_truth(parser, b);
  uint32_t fixed = constant(parser, 1, !is_and, false);
  return condition_from_truth(condition_apply(parser, BITS_ITE, 1, x,
                                              is_and ? y : fixed,
                                              is_and ? fixed : y),
                              a.at);
}

/* In units of what it points to. */
static condition_term step(condition_parser *parser, condition_term pointer,
                           condition_term by, bool back) {
  condition_type to = condition_pointee(pointer.type);
  uint64_t size = condition_size(parser->p, &to);
  unsigned bits = parser->p->pointer_bits;
  by = promote(parser, by);
  uint32_t n = resize(parser, by.expression, bits, by.type.is_signed);
  if (size != 1)
    n = condition_apply(parser, BITS_MUL, bits, n,
                        constant(parser, bits, size, true), CFA_NONE);
  if (back)
    n = condition_apply(parser, BITS_SUB, bits, constant(parser, bits, 0, true),
                        n, CFA_NONE);
  pointer.expression = condition_offset(parser, pointer.expression, n);
  return pointer;
}

static condition_term distance(condition_parser *parser, condition_term a,
                               condition_term b) {
  condition_type to = condition_pointee(a.type);
  uint64_t size = condition_size(parser->p, &to);
  unsigned bits = parser->p->pointer_bits;
  uint32_t x = convert_pointer(parser, CFA_TO_INTEGER, bits, a.expression);
  uint32_t y = convert_pointer(parser, CFA_TO_INTEGER, bits, b.expression);
  uint32_t n = condition_apply(parser, BITS_SUB, bits, x, y, CFA_NONE);
  if (size > 1)
    n = condition_apply(parser, BITS_SDIV, bits, n,
                        constant(parser, bits, size, true), CFA_NONE);
  if (size == 0)
    condition_fail(parser, a.at, "what this points to has no size");
  return condition_value(n, condition_integer(bits, true), a.at);
}

static bool pointer_sum(condition_parser *parser, uint32_t sign,
                        condition_term a, condition_term b,
                        condition_term *out) {
  if (sign != '+' && sign != '-')
    return false;
  a = condition_load(parser, a);
  b = condition_load(parser, b);
  if (is_pointer_term(&a) && is_pointer_term(&b) && sign == '-')
    *out = distance(parser, a, b);
  else if (is_pointer_term(&a))
    *out = step(parser, a, b, sign == '-');
  else if (is_pointer_term(&b) && sign == '+')
    *out = step(parser, b, a, false);
  else
    return false;
  return true;
}

condition_term condition_binary(condition_parser *parser, uint32_t sign,
                                condition_term a, condition_term b,
                                const char *at_text) {
  condition_term result;
  if (sign == CONDITION_TWO('&', '&') || sign == CONDITION_TWO('|', '|'))
    return both(parser, sign == CONDITION_TWO('&', '&'), a, b);
  if (sign == CONDITION_TWO('<', '<') || sign == CONDITION_TWO('>', '>'))
    return shift(parser, sign == CONDITION_TWO('<', '<'), a, b);
  if (sign == '<' || sign == '>' || (sign >> 8 & 0xFF) == '=')
    return words_compare(parser, sign, a, b);
  if (pointer_sum(parser, sign, a, b, &result))
    return result;
  (void)at_text;
  return arithmetic(parser, sign, a, b);
}

condition_term condition_choice(condition_parser *parser, condition_term a,
                                condition_term b, condition_term d) {
  uint32_t n = condition_truth(parser, a), x, y;
  b = condition_load(parser, b);
  d = condition_load(parser, d);
  condition_type type;
  if (is_pointer_term(&b) || is_pointer_term(&d)) {
    type = is_pointer_term(&b) ? b.type : d.type;
    x = as_pointer(parser, b);
    y = as_pointer(parser, d);
    n = condition_apply(parser, BITS_ITE, parser->p->pointer_bits, n, x, y);
    return condition_value(n, type, a.at);
  }
  if (b.kind == IS_TRUTH && d.kind == IS_TRUTH)
    return condition_from_truth(
        condition_apply(parser, BITS_ITE, 1, n, b.expression, d.expression),
        a.at);
  b = promote(parser, b);
  d = promote(parser, d);
  type = common_type(&b.type, &d.type);
  x = converted(parser, &b, &type);
  y = converted(parser, &d, &type);
  return condition_value(condition_apply(parser, BITS_ITE, type.width, n, x, y),
                         type, a.at);
}
