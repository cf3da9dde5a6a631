/* Words and conditions. The rules are C's promotions and usual arithmetic
 * conversions; arithmetic of signed types is read as wrapping. */
#include "cfa/predicates.h"
#include "cfa/print_piece.h"

#include <assert.h>

static const cfa_expression *expression_at(const cfa *automaton, uint32_t n) {
  return &automaton->expressions.at[n];
}

static unsigned class_of(unsigned width) { return width > 32 ? 64 : 32; }

/* How people would read it. */

static cfa_reading natural_of_apply(const cfa *automaton,
                                    const cfa_expression *expression,
                                    unsigned depth) {
  switch (expression->op) {
  case BITS_UDIV:
  case BITS_UREM:
  case BITS_LSHR:
  case BITS_CONCAT:
    return CFA_UNSIGNED;
  case BITS_SDIV:
  case BITS_SREM:
  case BITS_ASHR:
  case BITS_SEXT:
    return CFA_SIGNED;
  case BITS_ZEXT:
    return CFA_EITHER;
  case BITS_NOT:
  case BITS_SHL:
  case BITS_TRUNC:
    return cfa_natural(automaton, expression->a, depth + 1) == CFA_UNSIGNED
               ? CFA_UNSIGNED
               : CFA_SIGNED;
  case BITS_ITE: {
    cfa_reading r = cfa_natural(automaton, expression->b, depth + 1);
    return r != CFA_EITHER ? r
                           : cfa_natural(automaton, expression->c, depth + 1);
  }
  case BITS_FROM_SIGNED:
  case BITS_TO_SIGNED:
  case BITS_FRESIZE:
    return CFA_SIGNED;
  default:
    return cfa_natural(automaton, expression->a, depth + 1) == CFA_UNSIGNED ||
                   cfa_natural(automaton, expression->b, depth + 1) ==
                       CFA_UNSIGNED
               ? CFA_UNSIGNED
               : CFA_SIGNED;
  }
}

/* Nobody knows the type of a result: it is read as a signed one. */
static bool ghost_is_signed(const cfa *automaton,
                            const cfa_expression *expression) {
  return expression->value == CFA_GHOST_OLD
             ? cfa_variable_is_signed(automaton,
                                      &automaton->variables.at[expression->a])
             : expression->value == CFA_GHOST_RESULT || expression->is_signed;
}

cfa_reading cfa_natural(const cfa *automaton, uint32_t expression,
                        unsigned depth) {
  enum { DEEP = 6 }; /* a guess does from there on: casts follow it */
  const cfa_expression *x = expression_at(automaton, expression);
  if (x->width == 1)
    return CFA_UNSIGNED;
  if (depth > DEEP)
    return CFA_SIGNED;
  switch (x->kind) {
  case CFA_CONSTANT:
    return bits_signed(x->value, x->width) >= 0 ? CFA_EITHER
           : x->is_signed                       ? CFA_SIGNED
                                                : CFA_UNSIGNED;
  case CFA_VARIABLE:
    return cfa_variable_is_signed(automaton, &automaton->variables.at[x->a])
               ? CFA_SIGNED
               : CFA_UNSIGNED;
  case CFA_LOAD:
    return cfa_place_is_signed(automaton, x) ? CFA_SIGNED : CFA_UNSIGNED;
  case CFA_APPLY:
    return natural_of_apply(automaton, x, depth);
  case CFA_GHOST:
    return ghost_is_signed(automaton, x) ? CFA_SIGNED : CFA_UNSIGNED;
  default:
    return CFA_UNSIGNED;
  }
}

/* One reading for both of two operands. */
static cfa_reading common(const cfa *automaton, uint32_t a, uint32_t b) {
  cfa_reading left = cfa_natural(automaton, a, 0),
              right = cfa_natural(automaton, b, 0);
  if (left == CFA_EITHER)
    return right;
  /* A constant is written either way; a variable gets a cast. */
  return right != CFA_EITHER &&
                 expression_at(automaton, a)->kind == CFA_CONSTANT
             ? right
             : left;
}

static cfa_piece expression_begin(const cfa_writer *writer) {
  return (cfa_piece){.start = writer->count,
                     .binds = CFA_BINDS_POSTFIX,
                     .reading = CFA_UNSIGNED,
                     .bits = 32};
}

/* As it is wanted: read so, and, where a sign matters, in a signed type, so
 * that a negative number beside it stays one. */
static void settle(cfa_writer *writer, cfa_piece *piece, unsigned width,
                   cfa_reading wanted) {
  if (wanted == CFA_EITHER)
    return;
  if (piece->reading != CFA_EITHER && piece->reading != wanted)
    cfa_reread(writer, piece, width, wanted);
  else if (wanted == CFA_SIGNED && piece->is_unsigned) {
    cfa_cast(writer, piece, class_of(width), false);
    piece->reading = CFA_EITHER;
  }
}

static cfa_piece operand(cfa_writer *writer, uint32_t n, cfa_reading wanted) {
  return cfa_print_piece(writer, n, wanted);
}

/* In a type that has all bits of the word. */
static void widen(cfa_writer *writer, cfa_piece *piece, unsigned width) {
  if (piece->bits >= class_of(width))
    return;
  cfa_reading before = piece->reading;
  cfa_cast(writer, piece, 64, piece->reading == CFA_UNSIGNED);
  piece->reading = before;
}

/* The type of a sum of two. */
static void convert(cfa_piece *a, const cfa_piece *b) {
  if (a->bits == b->bits)
    a->is_unsigned |= b->is_unsigned;
  else if (b->bits > a->bits)
    a->is_unsigned = b->is_unsigned;
  a->bits = b->bits > a->bits ? b->bits : a->bits;
}

/* What C computed has the right low bits. */
static void take_low_bits(cfa_writer *writer, cfa_piece *piece, unsigned width,
                          cfa_reading natural) {
  if (piece->bits == width)
    piece->reading = piece->is_unsigned ? CFA_UNSIGNED : CFA_SIGNED;
  else
    cfa_reread(writer, piece, width,
               natural == CFA_SIGNED ? CFA_SIGNED : CFA_UNSIGNED);
}

static cfa_piece print_signed_constant(cfa_writer *writer, int64_t v,
                                       unsigned width) {
  cfa_piece piece = expression_begin(writer);
  piece.bits = width > 32 && (v > INT32_MAX || v < INT32_MIN) ? 64 : 32;
  const char *suffix = piece.bits == 64 ? "LL" : "";
  piece.binds = v < 0 ? CFA_BINDS_UNARY : CFA_BINDS_POSTFIX;
  if (v == INT64_MIN || v == INT32_MIN) {
    cfa_put_format(writer, "(%lld%s - 1)", (long long)v + 1, suffix);
    piece.binds = CFA_BINDS_POSTFIX;
  } else {
    cfa_put_format(writer, "%lld%s", (long long)v, suffix);
  }
  piece.reading = v < 0 ? CFA_SIGNED : CFA_EITHER;
  return piece;
}

static cfa_piece print_constant(cfa_writer *writer,
                                const cfa_expression *expression,
                                cfa_reading wanted) {
  cfa_piece piece = expression_begin(writer);
  int64_t v = bits_signed(expression->value, expression->width);
  bool with_sign =
      wanted == CFA_EITHER ? expression->is_signed : wanted == CFA_SIGNED;
  if (v >= 0 && expression->width > 1)
    return print_signed_constant(writer, v, expression->width);
  if (with_sign && v < 0)
    return print_signed_constant(writer, v, expression->width);
  bool is_large = expression->value > INT32_MAX;
  piece.is_unsigned = is_large;
  piece.bits = expression->width > 32 && is_large ? 64 : 32;
  cfa_put_format(writer, "%llu%s", (unsigned long long)expression->value,
                 !is_large          ? ""
                 : piece.bits == 64 ? "ULL"
                                    : "U");
  return piece;
}

/* Whether the name means this variable and no other. */
static bool is_plain_name(const cfa *automaton, uint32_t n) {
  assert(n < automaton->variables.count);
  const cfa_variable *v = &automaton->variables.at[n];
  const char *s = cfa_text(automaton, v->name);
  if (v->kind == CFA_TEMPORARY || !s[0] || (s[0] >= '0' && s[0] <= '9'))
    return false;
  for (; *s; s++)
    if (!((*s >= 'a' && *s <= 'z') || (*s >= 'A' && *s <= 'Z') ||
          (*s >= '0' && *s <= '9') || *s == '_'))
      return false;
  for (uint32_t i = 0; i < automaton->variables.count; i++) {
    const cfa_variable *u = &automaton->variables.at[i];
    if (i != n && u->name == v->name && u->kind != CFA_TEMPORARY &&
        (v->function == CFA_NONE || u->function == v->function))
      return false;
  }
  return true;
}

/* The same for whoever reads it at a place that is known. */
static bool is_meant_there(const cfa *automaton, const cfa_wording *at,
                           uint32_t variable) {
  assert(variable < automaton->variables.count);
  const cfa_variable *v = &automaton->variables.at[variable];
  return v->kind != CFA_TEMPORARY &&
         cfa_find_variable(automaton, at->function, at->line, v->name) ==
             variable;
}

void cfa_put_variable(cfa_writer *writer, uint32_t variable) {
  const cfa *automaton = writer->p;
  const char *name =
      cfa_text(automaton, automaton->variables.at[variable].name);
  if (!is_plain_name(automaton, variable) &&
      !(writer->wording &&
        is_meant_there(automaton, writer->wording, variable)))
    writer->is_c = false;
  if (name[0])
    cfa_put(writer, name);
  else
    cfa_put_format(writer, "v%u", variable);
}

bool cfa_variable_is_signed(const cfa *automaton,
                            const cfa_variable *variable) {
  const cfa_type *type =
      variable->type == CFA_NONE ? NULL : &automaton->types.at[variable->type];
  return type && type->kind == CFA_TYPE_INTEGER &&
                 type->size * 8 == variable->width
             ? type->is_signed
             : variable->is_signed;
}

static cfa_piece print_variable(cfa_writer *writer,
                                const cfa_expression *expression) {
  assert(expression->a < writer->p->variables.count);
  const cfa_variable *variable = &writer->p->variables.at[expression->a];
  cfa_piece piece = expression_begin(writer);
  bool is_signed =
      cfa_variable_is_signed(writer->p, variable) && expression->width > 1;
  cfa_put_variable(writer, expression->a);
  piece.bits = class_of(expression->width);
  piece.is_unsigned = !is_signed && expression->width >= 32;
  piece.reading = is_signed ? CFA_SIGNED : CFA_UNSIGNED;
  return piece;
}

static cfa_piece print_index(cfa_writer *writer,
                             const cfa_expression *expression) {
  cfa_piece piece = expression_begin(writer);
  cfa_put(writer, writer->wording ? writer->wording->index : "k");
  *(expression->is_signed ? &writer->has_signed_index
                          : &writer->has_unsigned_index) = true;
  piece.bits = class_of(expression->width);
  piece.is_unsigned = !expression->is_signed && expression->width >= 32;
  piece.reading = expression->is_signed ? CFA_SIGNED : CFA_UNSIGNED;
  return piece;
}

static cfa_piece print_result(cfa_writer *writer,
                              const cfa_expression *expression) {
  cfa_piece piece = expression_begin(writer);
  cfa_put(writer, "\\result");
  piece.bits = expression->is_pointer ? 0 : class_of(expression->width);
  piece.reading = CFA_SIGNED;
  return piece;
}

static cfa_piece print_old(cfa_writer *writer,
                           const cfa_expression *expression) {
  assert(expression->a < writer->p->variables.count);
  const cfa_variable *variable = &writer->p->variables.at[expression->a];
  cfa_expression now = *expression;
  cfa_piece a = expression_begin(writer);
  bool for_tools = writer->wording && writer->wording->for_tools;
  bool is_plain = writer->wording && writer->wording->is_ensured &&
                  !for_tools && variable->function != CFA_NONE;
  now.kind = CFA_VARIABLE;
  cfa_put(writer, for_tools ? "\\at(" : is_plain ? "" : "\\old(");
  cfa_piece b = print_variable(writer, &now);
  cfa_put(writer, for_tools ? ", Pre)" : is_plain ? "" : ")");
  b.start = a.start;
  if (expression->is_pointer)
    b.bits = 0;
  return b;
}

/* As ACSL, and format 2.1 of witnesses, write it. */
static cfa_piece print_ghost(cfa_writer *writer,
                             const cfa_expression *expression) {
  switch ((cfa_ghost)expression->value) {
  case CFA_GHOST_INDEX:
    return print_index(writer, expression);
  case CFA_GHOST_RESULT:
    return print_result(writer, expression);
  case CFA_GHOST_OLD:
    return print_old(writer, expression);
  }
  writer->is_c = false;
  return expression_begin(writer);
}

static cfa_piece print_address_word(cfa_writer *writer,
                                    const cfa_expression *expression) {
  unsigned bits = writer->p->pointer_bits;
  cfa_piece piece = operand(writer, expression->a, CFA_EITHER);
  cfa_cast(writer, &piece, bits, true);
  if (expression->width < bits)
    cfa_reread(writer, &piece, expression->width, CFA_UNSIGNED);
  else if (expression->width > bits)
    piece.reading = CFA_EITHER;
  return piece;
}

typedef struct infix {
  const char *sign;
  int binds;
} infix;

static infix infix_of(bits_op op) {
  switch (op) {
  case BITS_ADD:
    return (infix){" + ", CFA_BINDS_SUM};
  case BITS_SUB:
    return (infix){" - ", CFA_BINDS_SUM};
  case BITS_MUL:
    return (infix){" * ", CFA_BINDS_PRODUCT};
  case BITS_UDIV:
  case BITS_SDIV:
    return (infix){" / ", CFA_BINDS_PRODUCT};
  case BITS_UREM:
  case BITS_SREM:
    return (infix){" % ", CFA_BINDS_PRODUCT};
  case BITS_AND:
    return (infix){" & ", CFA_BINDS_AND};
  case BITS_OR:
    return (infix){" | ", CFA_BINDS_OR};
  case BITS_XOR:
    return (infix){" ^ ", CFA_BINDS_XOR};
  case BITS_SHL:
    return (infix){" << ", CFA_BINDS_SHIFT};
  default:
    return (infix){" >> ", CFA_BINDS_SHIFT};
  }
}

/* Whether its C type will surely have 64 bits. */
static bool is_wide(const cfa *automaton, uint32_t n) {
  const cfa_expression *expression = expression_at(automaton, n);
  bool is_extended =
      expression->kind == CFA_APPLY &&
      (expression->op == BITS_ZEXT || expression->op == BITS_SEXT);
  if (expression->width <= 32 || expression->kind == CFA_CONSTANT ||
      (expression->kind == CFA_APPLY && expression->op == BITS_ITE))
    return false;
  return !is_extended;
}

/* a OP b, both read so (EITHER: any). If it 'must', a's type has all bits, or
 * b's has; a shift's type is that of a. */
static cfa_piece print_infix(cfa_writer *writer,
                             const cfa_expression *expression, cfa_reading left,
                             cfa_reading right, bool must) {
  infix o = infix_of(expression->op);
  bool is_shift = o.binds == CFA_BINDS_SHIFT;
  cfa_piece a = operand(writer, expression->a, left);
  if (must && (is_shift || !is_wide(writer->p, expression->b)))
    widen(writer, &a, expression->width);
  cfa_bind(writer, &a, o.binds);
  cfa_put(writer, o.sign);
  cfa_piece b = operand(writer, expression->b, right);
  cfa_bind(writer, &b, o.binds + 1);
  if (!is_shift)
    convert(&a, &b);
  a.binds = o.binds;
  return a;
}

/* Bits that are extended alike on both sides are so in the result. */
static cfa_piece print_bitwise(cfa_writer *writer,
                               const cfa_expression *expression) {
  cfa_reading r = common(writer->p, expression->a, expression->b);
  cfa_piece piece = print_infix(writer, expression, r, r, false);
  piece.reading = r;
  return piece;
}

/* "x - 1" for x + -1. */
static bool print_decrement(cfa_writer *writer, const cfa_expression *x,
                            cfa_piece *out) {
  const cfa_expression *c = expression_at(writer->p, x->b);
  int64_t v = bits_signed(c->value, c->width);
  if (x->op != BITS_ADD || c->kind != CFA_CONSTANT || v >= 0 || v < -INT32_MAX)
    return false;
  cfa_piece piece = operand(writer, x->a, CFA_EITHER);
  widen(writer, &piece, x->width);
  cfa_bind(writer, &piece, CFA_BINDS_SUM);
  cfa_put_format(writer, " - %lld", (long long)-v);
  piece.binds = CFA_BINDS_SUM;
  *out = piece;
  return true;
}

static cfa_piece print_modular(cfa_writer *writer,
                               const cfa_expression *expression) {
  cfa_reading natural = natural_of_apply(writer->p, expression, 0);
  cfa_piece piece;
  if (!print_decrement(writer, expression, &piece))
    piece = print_infix(writer, expression, CFA_EITHER,
                        expression->op == BITS_SHL ? CFA_UNSIGNED : CFA_EITHER,
                        true);
  take_low_bits(writer, &piece, expression->width, natural);
  return piece;
}

static cfa_piece print_division(cfa_writer *writer,
                                const cfa_expression *expression) {
  bool is_signed = expression->op == BITS_SDIV || expression->op == BITS_SREM;
  cfa_reading r = is_signed ? CFA_SIGNED : CFA_UNSIGNED;
  cfa_piece piece = print_infix(writer, expression, r, r, is_signed);
  piece.reading = r;
  if (expression->op == BITS_SDIV &&
      piece.bits != expression->width) /* -128 / -1 */
    cfa_reread(writer, &piece, expression->width, CFA_SIGNED);
  return piece;
}

static cfa_piece print_right_shift(cfa_writer *writer,
                                   const cfa_expression *expression) {
  cfa_reading r = expression->op == BITS_ASHR ? CFA_SIGNED : CFA_UNSIGNED;
  cfa_piece piece = print_infix(writer, expression, r, CFA_UNSIGNED, true);
  piece.reading = r;
  return piece;
}

static cfa_piece print_not(cfa_writer *writer,
                           const cfa_expression *expression) {
  cfa_piece piece = operand(writer, expression->a, CFA_EITHER);
  widen(writer, &piece, expression->width);
  cfa_bind(writer, &piece, CFA_BINDS_UNARY);
  cfa_put_before(writer, piece.start, "~");
  piece.binds = CFA_BINDS_UNARY;
  take_low_bits(writer, &piece, expression->width, piece.reading);
  return piece;
}

static cfa_piece print_concat(cfa_writer *writer,
                              const cfa_expression *expression) {
  cfa_piece a = operand(writer, expression->a, CFA_UNSIGNED);
  cfa_cast(writer, &a, class_of(expression->width), true);
  cfa_put_format(writer, " << %u | ",
                 expression_at(writer->p, expression->b)->width);
  cfa_piece b = operand(writer, expression->b, CFA_UNSIGNED);
  cfa_bind(writer, &b, CFA_BINDS_XOR);
  a.binds = CFA_BINDS_OR;
  return a;
}

static cfa_piece print_choice(cfa_writer *writer,
                              const cfa_expression *expression) {
  cfa_reading r = expression->is_pointer
                      ? CFA_EITHER
                      : common(writer->p, expression->b, expression->c);
  cfa_piece a = cfa_print_condition(writer, expression->a, true);
  cfa_bind(writer, &a, CFA_BINDS_OR_ELSE);
  cfa_put(writer, " ? ");
  cfa_piece b = operand(writer, expression->b, r);
  cfa_bind(writer, &b, CFA_BINDS_OR_ELSE);
  cfa_put(writer, " : ");
  cfa_piece c = operand(writer, expression->c, r);
  cfa_bind(writer, &c, CFA_BINDS_CHOICE);
  b.start = a.start;
  b.binds = CFA_BINDS_CHOICE;
  if (expression->is_pointer)
    return b;
  cfa_reading reading = b.reading == c.reading ? b.reading : r;
  convert(&b, &c);
  b.reading = reading;
  return b;
}

static cfa_piece print_truncated(cfa_writer *writer,
                                 const cfa_expression *expression,
                                 cfa_reading wanted) {
  cfa_piece piece = operand(writer, expression->a, CFA_EITHER);
  cfa_reading r = wanted != CFA_EITHER            ? wanted
                  : piece.reading == CFA_UNSIGNED ? CFA_UNSIGNED
                                                  : CFA_SIGNED;
  cfa_reread(writer, &piece, expression->width,
             expression->width == 1 ? CFA_UNSIGNED : r);
  return piece;
}

static cfa_piece print_extended(cfa_writer *writer,
                                const cfa_expression *expression) {
  bool is_signed = expression->op == BITS_SEXT;
  cfa_piece piece =
      operand(writer, expression->a, is_signed ? CFA_SIGNED : CFA_UNSIGNED);
  if (!is_signed)
    piece.reading = CFA_EITHER;
  return piece;
}

static cfa_piece print_apply(cfa_writer *writer,
                             const cfa_expression *expression,
                             cfa_reading wanted) {
  switch (expression->op) {
  case BITS_ADD:
  case BITS_SUB:
  case BITS_MUL:
  case BITS_SHL:
    return print_modular(writer, expression);
  case BITS_AND:
  case BITS_OR:
  case BITS_XOR:
    return print_bitwise(writer, expression);
  case BITS_UDIV:
  case BITS_SDIV:
  case BITS_UREM:
  case BITS_SREM:
    return print_division(writer, expression);
  case BITS_LSHR:
  case BITS_ASHR:
    return print_right_shift(writer, expression);
  case BITS_ITE:
    return print_choice(writer, expression);
  case BITS_ZEXT:
  case BITS_SEXT:
    return print_extended(writer, expression);
  case BITS_TRUNC:
    return print_truncated(writer, expression, wanted);
  case BITS_CONCAT:
    return print_concat(writer, expression);
  default:
    return bits_is_float(expression->op) ? cfa_print_float(writer, expression)
                                         : print_not(writer, expression);
  }
}

/* holds: a < b; else: a >= b. */
static const char *order_sign(bool or_equal, bool holds, bool swapped) {
  static const char *const signs[] = {" < ", " <= ", " > ", " >= "};
  bool greater = holds == swapped;
  bool equal = holds == or_equal;
  return signs[2 * greater + equal];
}

static cfa_piece print_comparison(cfa_writer *writer,
                                  const cfa_expression *expression,
                                  bool holds) {
  bool is_equal = expression->op == BITS_EQ;
  bool is_signed = expression->op == BITS_SLT || expression->op == BITS_SLE;
  bool or_equal = expression->op == BITS_ULE || expression->op == BITS_SLE;
  bool swapped =
      expression_at(writer->p, expression->a)->kind == CFA_CONSTANT &&
      expression_at(writer->p, expression->b)->kind != CFA_CONSTANT;
  uint32_t left = swapped ? expression->b : expression->a,
           right = swapped ? expression->a : expression->b;
  bool are_pointers = expression_at(writer->p, left)->is_pointer;
  cfa_reading r = are_pointers ? CFA_EITHER
                  : is_equal   ? common(writer->p, left, right)
                  : is_signed  ? CFA_SIGNED
                               : CFA_UNSIGNED;
  int binds = is_equal ? CFA_BINDS_EQUAL : CFA_BINDS_ORDER;
  if (are_pointers && is_signed)
    writer->is_c = false; /* C orders addresses without a sign */
  cfa_piece a = operand(writer, left, r);
  cfa_bind(writer, &a, binds + 1);
  cfa_put(writer, is_equal ? (holds ? " == " : " != ")
                           : order_sign(or_equal, holds, swapped));
  cfa_piece b = operand(writer, right, r);
  cfa_bind(writer, &b, binds + 1);
  return (cfa_piece){
      .start = a.start, .binds = binds, .reading = CFA_UNSIGNED, .bits = 32};
}

static bool is_constant(const cfa *automaton, uint32_t n, uint64_t value) {
  return expression_at(automaton, n)->kind == CFA_CONSTANT &&
         expression_at(automaton, n)->value == value;
}

static cfa_piece print_both(cfa_writer *writer, uint32_t left, bool left_holds,
                            uint32_t right, bool right_holds, bool is_and) {
  int binds = is_and ? CFA_BINDS_AND_THEN : CFA_BINDS_OR_ELSE;
  cfa_piece a = cfa_print_condition(writer, left, left_holds);
  cfa_bind(writer, &a, binds);
  cfa_put(writer, is_and ? " && " : " || ");
  cfa_piece b = cfa_print_condition(writer, right, right_holds);
  cfa_bind(writer, &b, binds + 1);
  return (cfa_piece){
      .start = a.start, .binds = binds, .reading = CFA_UNSIGNED, .bits = 32};
}

/* a & b, a | b of two conditions. */
static bool is_bitwise(const cfa_expression *expression) {
  return expression->kind == CFA_APPLY && expression->width == 1 &&
         (expression->op == BITS_AND || expression->op == BITS_OR);
}

/* a ? b : 0 is a && b, and so on. */
static bool print_junction(cfa_writer *writer, const cfa_expression *expression,
                           bool holds, cfa_piece *out) {
  for (uint64_t value = 0; value < 2; value++) {
    if (is_constant(writer->p, expression->c, value)) {
      /* value 0: a && b; 1: !a || b */
      *out = print_both(writer, expression->a, (value == 0) == holds,
                        expression->b, holds, (value == 0) == holds);
      return true;
    }
    if (is_constant(writer->p, expression->b, value)) {
      /* value 0: !a && c; 1: a || c */
      *out = print_both(writer, expression->a, (value == 1) == holds,
                        expression->c, holds, (value == 0) == holds);
      return true;
    }
  }
  return false;
}

static cfa_piece print_plain_condition(cfa_writer *writer, uint32_t n,
                                       bool holds) {
  cfa_piece piece = cfa_print_piece(writer, n, CFA_UNSIGNED);
  if (holds)
    return piece;
  cfa_bind(writer, &piece, CFA_BINDS_UNARY);
  cfa_put_before(writer, piece.start, "!");
  piece.binds = CFA_BINDS_UNARY;
  piece.is_unsigned = false;
  piece.bits = 32;
  return piece;
}

/* Through negations, and comparisons of a truth value with 0. */
static uint32_t peel(const cfa *automaton, uint32_t n, bool *holds) {
  for (;;) {
    const cfa_expression *expression = expression_at(automaton, n);
    if (expression->kind != CFA_APPLY)
      return n;
    if (expression->op == BITS_NOT) {
      n = expression->a;
    } else if (expression->op == BITS_EQ &&
               is_constant(automaton, expression->b, 0) &&
               expression_at(automaton, expression->a)->kind == CFA_APPLY &&
               expression_at(automaton, expression->a)->op == BITS_ZEXT &&
               expression_at(automaton,
                             expression_at(automaton, expression->a)->a)
                       ->width == 1) {
      n = expression_at(automaton, expression->a)->a;
    } else {
      return n;
    }
    *holds = !*holds;
  }
}

cfa_piece cfa_print_condition(cfa_writer *writer, uint32_t expression,
                              bool holds) {
  cfa_piece piece;
  uint32_t n = peel(writer->p, expression, &holds);
  const cfa_expression *x = expression_at(writer->p, n);
  if (writer->depth >= CFA_PIECE_DEPTH)
    writer->is_full = true;
  if (writer->is_full)
    return expression_begin(writer);
  writer->depth++;
  if (x->kind == CFA_APPLY && x->op >= BITS_EQ && x->op <= BITS_SLE)
    piece = print_comparison(writer, x, holds);
  else if (x->kind == CFA_APPLY && bits_compares(x->op))
    piece = cfa_print_float_comparison(writer, x, holds);
  else if (is_bitwise(x))
    piece = print_both(writer, x->a, holds, x->b, holds,
                       (x->op == BITS_AND) == holds);
  else if (x->kind != CFA_APPLY || x->op != BITS_ITE ||
           !print_junction(writer, x, holds, &piece))
    piece = print_plain_condition(writer, n, holds);
  writer->depth--;
  return piece;
}

static bool is_condition(const cfa *automaton, uint32_t n) {
  const cfa_expression *expression = expression_at(automaton, n);
  return expression->width == 1 && expression->kind == CFA_APPLY &&
         (expression->op == BITS_NOT || bits_compares(expression->op) ||
          is_bitwise(expression) ||
          (expression->op == BITS_ITE &&
           (expression_at(automaton, expression->b)->kind == CFA_CONSTANT ||
            expression_at(automaton, expression->c)->kind == CFA_CONSTANT)));
}

static cfa_piece print_pointer(cfa_writer *writer, uint32_t n) {
  const cfa_expression *expression = expression_at(writer->p, n);
  cfa_piece piece = expression_begin(writer);
  piece.bits = 0;
  switch (expression->kind) {
  case CFA_CONSTANT:
    cfa_put_format(writer, expression->value ? "(void *)%llu%s" : "%llu",
                   (unsigned long long)expression->value,
                   expression->value > INT32_MAX ? "ULL" : "");
    piece.binds = expression->value ? CFA_BINDS_UNARY : CFA_BINDS_POSTFIX;
    return piece;
  case CFA_VARIABLE:
    cfa_put_variable(writer, expression->a);
    return piece;
  case CFA_LOAD:
    return cfa_print_place(writer, expression->a, expression->width, true,
                           false);
  case CFA_APPLY:
    return print_choice(writer, expression);
  case CFA_GHOST:
    return print_ghost(writer, expression);
  case CFA_TO_POINTER:
    piece = operand(writer, expression->a, CFA_UNSIGNED);
    cfa_bind(writer, &piece, CFA_BINDS_UNARY);
    cfa_put_before(writer, piece.start, "(void *)");
    piece.binds = CFA_BINDS_UNARY;
    piece.bits = 0;
    return piece;
  default:
    return cfa_print_address(writer, n);
  }
}

static cfa_piece print_word(cfa_writer *writer, uint32_t n,
                            cfa_reading wanted) {
  const cfa_expression *expression = expression_at(writer->p, n);
  switch (expression->kind) {
  case CFA_CONSTANT:
    return print_constant(writer, expression, wanted);
  case CFA_VARIABLE:
    return print_variable(writer, expression);
  case CFA_LOAD:
    return cfa_print_place(writer, expression->a, expression->width, false,
                           expression->is_signed);
  case CFA_TO_INTEGER:
    return print_address_word(writer, expression);
  case CFA_GHOST:
    return print_ghost(writer, expression);
  default:
    return print_apply(writer, expression, wanted);
  }
}

cfa_piece cfa_print_piece(cfa_writer *writer, uint32_t expression,
                          cfa_reading wanted) {
  const cfa_expression *x = expression_at(writer->p, expression);
  if (writer->depth >= CFA_PIECE_DEPTH)
    writer->is_full = true;
  if (writer->is_full)
    return expression_begin(writer);
  if (x->is_pointer) {
    writer->depth++;
    cfa_piece piece = print_pointer(writer, expression);
    writer->depth--;
    return piece;
  }
  writer->depth++;
  cfa_piece piece = is_condition(writer->p, expression)
                        ? cfa_print_condition(writer, expression, true)
                        : print_word(writer, expression, wanted);
  settle(writer, &piece, x->width, wanted);
  writer->depth--;
  return piece;
}
