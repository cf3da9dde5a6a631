/* Words and conditions. The rules are C's promotions and usual arithmetic
 * conversions; arithmetic of signed types is read as wrapping. */
#include "cfa/predicates.h"
#include "cfa/print_piece.h"

#include <assert.h>

static const cfa_expression *expression_at(const cfa *p, uint32_t n) {
  return &p->expressions.at[n];
}

static unsigned class_of(unsigned width) { return width > 32 ? 64 : 32; }

/* How people would read it. */

static cfa_reading natural_of_apply(const cfa *p, const cfa_expression *x,
                                    unsigned depth) {
  switch (x->op) {
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
    return cfa_natural(p, x->a, depth + 1) == CFA_UNSIGNED ? CFA_UNSIGNED
                                                           : CFA_SIGNED;
  case BITS_ITE: {
    cfa_reading r = cfa_natural(p, x->b, depth + 1);
    return r != CFA_EITHER ? r : cfa_natural(p, x->c, depth + 1);
  }
  case BITS_FROM_SIGNED:
  case BITS_TO_SIGNED:
  case BITS_FRESIZE:
    return CFA_SIGNED;
  default:
    return cfa_natural(p, x->a, depth + 1) == CFA_UNSIGNED ||
                   cfa_natural(p, x->b, depth + 1) == CFA_UNSIGNED
               ? CFA_UNSIGNED
               : CFA_SIGNED;
  }
}

/* Nobody knows the type of a result: it is read as a signed one. */
static bool ghost_is_signed(const cfa *p, const cfa_expression *x) {
  return x->value == CFA_GHOST_OLD
             ? cfa_variable_is_signed(p, &p->variables.at[x->a])
             : x->value == CFA_GHOST_RESULT || x->is_signed;
}

cfa_reading cfa_natural(const cfa *p, uint32_t expression, unsigned depth) {
  enum { DEEP = 6 }; /* a guess does from there on: casts follow it */
  const cfa_expression *x = expression_at(p, expression);
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
    return cfa_variable_is_signed(p, &p->variables.at[x->a]) ? CFA_SIGNED
                                                             : CFA_UNSIGNED;
  case CFA_LOAD:
    return cfa_place_is_signed(p, x) ? CFA_SIGNED : CFA_UNSIGNED;
  case CFA_APPLY:
    return natural_of_apply(p, x, depth);
  case CFA_GHOST:
    return ghost_is_signed(p, x) ? CFA_SIGNED : CFA_UNSIGNED;
  default:
    return CFA_UNSIGNED;
  }
}

/* One reading for both of two operands. */
static cfa_reading common(const cfa *p, uint32_t a, uint32_t b) {
  cfa_reading left = cfa_natural(p, a, 0), right = cfa_natural(p, b, 0);
  if (left == CFA_EITHER)
    return right;
  /* A constant is written either way; a variable gets a cast. */
  return right != CFA_EITHER && expression_at(p, a)->kind == CFA_CONSTANT
             ? right
             : left;
}

static cfa_piece expression_begin(const cfa_writer *w) {
  return (cfa_piece){.start = w->count,
                     .binds = CFA_BINDS_POSTFIX,
                     .reading = CFA_UNSIGNED,
                     .bits = 32};
}

/* As it is wanted: read so, and, where a sign matters, in a signed type, so
 * that a negative number beside it stays one. */
static void settle(cfa_writer *w, cfa_piece *a, unsigned width,
                   cfa_reading wanted) {
  if (wanted == CFA_EITHER)
    return;
  if (a->reading != CFA_EITHER && a->reading != wanted)
    cfa_reread(w, a, width, wanted);
  else if (wanted == CFA_SIGNED && a->is_unsigned) {
    cfa_cast(w, a, class_of(width), false);
    a->reading = CFA_EITHER;
  }
}

static cfa_piece operand(cfa_writer *w, uint32_t n, cfa_reading wanted) {
  return cfa_print_piece(w, n, wanted);
}

/* In a type that has all bits of the word. */
static void widen(cfa_writer *w, cfa_piece *a, unsigned width) {
  if (a->bits >= class_of(width))
    return;
  cfa_reading before = a->reading;
  cfa_cast(w, a, 64, a->reading == CFA_UNSIGNED);
  a->reading = before;
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
static void take_low_bits(cfa_writer *w, cfa_piece *a, unsigned width,
                          cfa_reading natural) {
  if (a->bits == width)
    a->reading = a->is_unsigned ? CFA_UNSIGNED : CFA_SIGNED;
  else
    cfa_reread(w, a, width, natural == CFA_SIGNED ? CFA_SIGNED : CFA_UNSIGNED);
}

static cfa_piece print_signed_constant(cfa_writer *w, int64_t v,
                                       unsigned width) {
  cfa_piece a = expression_begin(w);
  a.bits = width > 32 && (v > INT32_MAX || v < INT32_MIN) ? 64 : 32;
  const char *suffix = a.bits == 64 ? "LL" : "";
  a.binds = v < 0 ? CFA_BINDS_UNARY : CFA_BINDS_POSTFIX;
  if (v == INT64_MIN || v == INT32_MIN) {
    cfa_put_format(w, "(%lld%s - 1)", (long long)v + 1, suffix);
    a.binds = CFA_BINDS_POSTFIX;
  } else {
    cfa_put_format(w, "%lld%s", (long long)v, suffix);
  }
  a.reading = v < 0 ? CFA_SIGNED : CFA_EITHER;
  return a;
}

static cfa_piece print_constant(cfa_writer *w, const cfa_expression *x,
                                cfa_reading wanted) {
  cfa_piece a = expression_begin(w);
  int64_t v = bits_signed(x->value, x->width);
  bool with_sign = wanted == CFA_EITHER ? x->is_signed : wanted == CFA_SIGNED;
  if (v >= 0 && x->width > 1)
    return print_signed_constant(w, v, x->width);
  if (with_sign && v < 0)
    return print_signed_constant(w, v, x->width);
  bool is_large = x->value > INT32_MAX;
  a.is_unsigned = is_large;
  a.bits = x->width > 32 && is_large ? 64 : 32;
  cfa_put_format(w, "%llu%s", (unsigned long long)x->value,
                 !is_large      ? ""
                 : a.bits == 64 ? "ULL"
                                : "U");
  return a;
}

/* Whether the name means this variable and no other. */
static bool is_plain_name(const cfa *p, uint32_t n) {
  assert(n < p->variables.count);
  const cfa_variable *v = &p->variables.at[n];
  const char *s = cfa_text(p, v->name);
  if (v->kind == CFA_TEMPORARY || !s[0] || (s[0] >= '0' && s[0] <= '9'))
    return false;
  for (; *s; s++)
    if (!((*s >= 'a' && *s <= 'z') || (*s >= 'A' && *s <= 'Z') ||
          (*s >= '0' && *s <= '9') || *s == '_'))
      return false;
  for (uint32_t i = 0; i < p->variables.count; i++) {
    const cfa_variable *u = &p->variables.at[i];
    if (i != n && u->name == v->name && u->kind != CFA_TEMPORARY &&
        (v->function == CFA_NONE || u->function == v->function))
      return false;
  }
  return true;
}

/* The same for whoever reads it at a place that is known. */
static bool is_meant_there(const cfa *p, const cfa_wording *at,
                           uint32_t variable) {
  assert(variable < p->variables.count);
  const cfa_variable *v = &p->variables.at[variable];
  return v->kind != CFA_TEMPORARY &&
         cfa_find_variable(p, at->function, at->line, v->name) == variable;
}

void cfa_put_variable(cfa_writer *w, uint32_t variable) {
  const cfa *p = w->p;
  const char *name = cfa_text(p, p->variables.at[variable].name);
  if (!is_plain_name(p, variable) &&
      !(w->wording && is_meant_there(p, w->wording, variable)))
    w->is_c = false;
  if (name[0])
    cfa_put(w, name);
  else
    cfa_put_format(w, "v%u", variable);
}

bool cfa_variable_is_signed(const cfa *p, const cfa_variable *v) {
  const cfa_type *t = v->type == CFA_NONE ? NULL : &p->types.at[v->type];
  return t && t->kind == CFA_TYPE_INTEGER && t->size * 8 == v->width
             ? t->is_signed
             : v->is_signed;
}

static cfa_piece print_variable(cfa_writer *w, const cfa_expression *x) {
  assert(x->a < w->p->variables.count);
  const cfa_variable *v = &w->p->variables.at[x->a];
  cfa_piece a = expression_begin(w);
  bool is_signed = cfa_variable_is_signed(w->p, v) && x->width > 1;
  cfa_put_variable(w, x->a);
  a.bits = class_of(x->width);
  a.is_unsigned = !is_signed && x->width >= 32;
  a.reading = is_signed ? CFA_SIGNED : CFA_UNSIGNED;
  return a;
}

static cfa_piece print_index(cfa_writer *w, const cfa_expression *x) {
  cfa_piece a = expression_begin(w);
  cfa_put(w, w->wording ? w->wording->index : "k");
  *(x->is_signed ? &w->has_signed_index : &w->has_unsigned_index) = true;
  a.bits = class_of(x->width);
  a.is_unsigned = !x->is_signed && x->width >= 32;
  a.reading = x->is_signed ? CFA_SIGNED : CFA_UNSIGNED;
  return a;
}

static cfa_piece print_result(cfa_writer *w, const cfa_expression *x) {
  cfa_piece a = expression_begin(w);
  cfa_put(w, "\\result");
  a.bits = x->is_pointer ? 0 : class_of(x->width);
  a.reading = CFA_SIGNED;
  return a;
}

static cfa_piece print_old(cfa_writer *w, const cfa_expression *x) {
  assert(x->a < w->p->variables.count);
  const cfa_variable *v = &w->p->variables.at[x->a];
  cfa_expression now = *x;
  cfa_piece a = expression_begin(w);
  bool for_tools = w->wording && w->wording->for_tools;
  bool is_plain = w->wording && w->wording->is_ensured && !for_tools &&
                  v->function != CFA_NONE;
  now.kind = CFA_VARIABLE;
  cfa_put(w, for_tools ? "\\at(" : is_plain ? "" : "\\old(");
  cfa_piece b = print_variable(w, &now);
  cfa_put(w, for_tools ? ", Pre)" : is_plain ? "" : ")");
  b.start = a.start;
  if (x->is_pointer)
    b.bits = 0;
  return b;
}

/* As ACSL, and format 2.1 of witnesses, write it. */
static cfa_piece print_ghost(cfa_writer *w, const cfa_expression *x) {
  switch ((cfa_ghost)x->value) {
  case CFA_GHOST_INDEX:
    return print_index(w, x);
  case CFA_GHOST_RESULT:
    return print_result(w, x);
  case CFA_GHOST_OLD:
    return print_old(w, x);
  }
  w->is_c = false;
  return expression_begin(w);
}

static cfa_piece print_address_word(cfa_writer *w, const cfa_expression *x) {
  unsigned bits = w->p->pointer_bits;
  cfa_piece a = operand(w, x->a, CFA_EITHER);
  cfa_cast(w, &a, bits, true);
  if (x->width < bits)
    cfa_reread(w, &a, x->width, CFA_UNSIGNED);
  else if (x->width > bits)
    a.reading = CFA_EITHER;
  return a;
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
static bool is_wide(const cfa *p, uint32_t n) {
  const cfa_expression *x = expression_at(p, n);
  bool is_extended =
      x->kind == CFA_APPLY && (x->op == BITS_ZEXT || x->op == BITS_SEXT);
  if (x->width <= 32 || x->kind == CFA_CONSTANT ||
      (x->kind == CFA_APPLY && x->op == BITS_ITE))
    return false;
  return !is_extended;
}

/* a OP b, both read so (EITHER: any). If it 'must', a's type has all bits, or
 * b's has; a shift's type is that of a. */
static cfa_piece print_infix(cfa_writer *w, const cfa_expression *x,
                             cfa_reading left, cfa_reading right, bool must) {
  infix o = infix_of(x->op);
  bool is_shift = o.binds == CFA_BINDS_SHIFT;
  cfa_piece a = operand(w, x->a, left);
  if (must && (is_shift || !is_wide(w->p, x->b)))
    widen(w, &a, x->width);
  cfa_bind(w, &a, o.binds);
  cfa_put(w, o.sign);
  cfa_piece b = operand(w, x->b, right);
  cfa_bind(w, &b, o.binds + 1);
  if (!is_shift)
    convert(&a, &b);
  a.binds = o.binds;
  return a;
}

/* Bits that are extended alike on both sides are so in the result. */
static cfa_piece print_bitwise(cfa_writer *w, const cfa_expression *x) {
  cfa_reading r = common(w->p, x->a, x->b);
  cfa_piece a = print_infix(w, x, r, r, false);
  a.reading = r;
  return a;
}

/* "x - 1" for x + -1. */
static bool print_decrement(cfa_writer *w, const cfa_expression *x,
                            cfa_piece *out) {
  const cfa_expression *c = expression_at(w->p, x->b);
  int64_t v = bits_signed(c->value, c->width);
  if (x->op != BITS_ADD || c->kind != CFA_CONSTANT || v >= 0 || v < -INT32_MAX)
    return false;
  cfa_piece a = operand(w, x->a, CFA_EITHER);
  widen(w, &a, x->width);
  cfa_bind(w, &a, CFA_BINDS_SUM);
  cfa_put_format(w, " - %lld", (long long)-v);
  a.binds = CFA_BINDS_SUM;
  *out = a;
  return true;
}

static cfa_piece print_modular(cfa_writer *w, const cfa_expression *x) {
  cfa_reading natural = natural_of_apply(w->p, x, 0);
  cfa_piece a;
  if (!print_decrement(w, x, &a))
    a = print_infix(w, x, CFA_EITHER,
                    x->op == BITS_SHL ? CFA_UNSIGNED : CFA_EITHER, true);
  take_low_bits(w, &a, x->width, natural);
  return a;
}

static cfa_piece print_division(cfa_writer *w, const cfa_expression *x) {
  bool is_signed = x->op == BITS_SDIV || x->op == BITS_SREM;
  cfa_reading r = is_signed ? CFA_SIGNED : CFA_UNSIGNED;
  cfa_piece a = print_infix(w, x, r, r, is_signed);
  a.reading = r;
  if (x->op == BITS_SDIV && a.bits != x->width) /* -128 / -1 */
    cfa_reread(w, &a, x->width, CFA_SIGNED);
  return a;
}

static cfa_piece print_right_shift(cfa_writer *w, const cfa_expression *x) {
  cfa_reading r = x->op == BITS_ASHR ? CFA_SIGNED : CFA_UNSIGNED;
  cfa_piece a = print_infix(w, x, r, CFA_UNSIGNED, true);
  a.reading = r;
  return a;
}

static cfa_piece print_not(cfa_writer *w, const cfa_expression *x) {
  cfa_piece a = operand(w, x->a, CFA_EITHER);
  widen(w, &a, x->width);
  cfa_bind(w, &a, CFA_BINDS_UNARY);
  cfa_put_before(w, a.start, "~");
  a.binds = CFA_BINDS_UNARY;
  take_low_bits(w, &a, x->width, a.reading);
  return a;
}

static cfa_piece print_concat(cfa_writer *w, const cfa_expression *x) {
  cfa_piece a = operand(w, x->a, CFA_UNSIGNED);
  cfa_cast(w, &a, class_of(x->width), true);
  cfa_put_format(w, " << %u | ", expression_at(w->p, x->b)->width);
  cfa_piece b = operand(w, x->b, CFA_UNSIGNED);
  cfa_bind(w, &b, CFA_BINDS_XOR);
  a.binds = CFA_BINDS_OR;
  return a;
}

static cfa_piece print_choice(cfa_writer *w, const cfa_expression *x) {
  cfa_reading r = x->is_pointer ? CFA_EITHER : common(w->p, x->b, x->c);
  cfa_piece a = cfa_print_condition(w, x->a, true);
  cfa_bind(w, &a, CFA_BINDS_OR_ELSE);
  cfa_put(w, " ? ");
  cfa_piece b = operand(w, x->b, r);
  cfa_bind(w, &b, CFA_BINDS_OR_ELSE);
  cfa_put(w, " : ");
  cfa_piece c = operand(w, x->c, r);
  cfa_bind(w, &c, CFA_BINDS_CHOICE);
  b.start = a.start;
  b.binds = CFA_BINDS_CHOICE;
  if (x->is_pointer)
    return b;
  cfa_reading reading = b.reading == c.reading ? b.reading : r;
  convert(&b, &c);
  b.reading = reading;
  return b;
}

static cfa_piece print_truncated(cfa_writer *w, const cfa_expression *x,
                                 cfa_reading wanted) {
  cfa_piece a = operand(w, x->a, CFA_EITHER);
  cfa_reading r = wanted != CFA_EITHER        ? wanted
                  : a.reading == CFA_UNSIGNED ? CFA_UNSIGNED
                                              : CFA_SIGNED;
  cfa_reread(w, &a, x->width, x->width == 1 ? CFA_UNSIGNED : r);
  return a;
}

static cfa_piece print_extended(cfa_writer *w, const cfa_expression *x) {
  bool is_signed = x->op == BITS_SEXT;
  cfa_piece a = operand(w, x->a, is_signed ? CFA_SIGNED : CFA_UNSIGNED);
  if (!is_signed)
    a.reading = CFA_EITHER;
  return a;
}

static cfa_piece print_apply(cfa_writer *w, const cfa_expression *x,
                             cfa_reading wanted) {
  switch (x->op) {
  case BITS_ADD:
  case BITS_SUB:
  case BITS_MUL:
  case BITS_SHL:
    return print_modular(w, x);
  case BITS_AND:
  case BITS_OR:
  case BITS_XOR:
    return print_bitwise(w, x);
  case BITS_UDIV:
  case BITS_SDIV:
  case BITS_UREM:
  case BITS_SREM:
    return print_division(w, x);
  case BITS_LSHR:
  case BITS_ASHR:
    return print_right_shift(w, x);
  case BITS_ITE:
    return print_choice(w, x);
  case BITS_ZEXT:
  case BITS_SEXT:
    return print_extended(w, x);
  case BITS_TRUNC:
    return print_truncated(w, x, wanted);
  case BITS_CONCAT:
    return print_concat(w, x);
  default:
    return bits_is_float(x->op) ? cfa_print_float(w, x) : print_not(w, x);
  }
}

/* holds: a < b; else: a >= b. */
static const char *order_sign(bool or_equal, bool holds, bool swapped) {
  static const char *const signs[] = {" < ", " <= ", " > ", " >= "};
  bool greater = holds == swapped;
  bool equal = holds == or_equal;
  return signs[2 * greater + equal];
}

static cfa_piece print_comparison(cfa_writer *w, const cfa_expression *x,
                                  bool holds) {
  bool is_equal = x->op == BITS_EQ;
  bool is_signed = x->op == BITS_SLT || x->op == BITS_SLE;
  bool or_equal = x->op == BITS_ULE || x->op == BITS_SLE;
  bool swapped = expression_at(w->p, x->a)->kind == CFA_CONSTANT &&
                 expression_at(w->p, x->b)->kind != CFA_CONSTANT;
  uint32_t left = swapped ? x->b : x->a, right = swapped ? x->a : x->b;
  bool are_pointers = expression_at(w->p, left)->is_pointer;
  cfa_reading r = are_pointers ? CFA_EITHER
                  : is_equal   ? common(w->p, left, right)
                  : is_signed  ? CFA_SIGNED
                               : CFA_UNSIGNED;
  int binds = is_equal ? CFA_BINDS_EQUAL : CFA_BINDS_ORDER;
  if (are_pointers && is_signed)
    w->is_c = false; /* C orders addresses without a sign */
  cfa_piece a = operand(w, left, r);
  cfa_bind(w, &a, binds + 1);
  cfa_put(w, is_equal ? (holds ? " == " : " != ")
                      : order_sign(or_equal, holds, swapped));
  cfa_piece b = operand(w, right, r);
  cfa_bind(w, &b, binds + 1);
  return (cfa_piece){
      .start = a.start, .binds = binds, .reading = CFA_UNSIGNED, .bits = 32};
}

static bool is_constant(const cfa *p, uint32_t n, uint64_t value) {
  return expression_at(p, n)->kind == CFA_CONSTANT &&
         expression_at(p, n)->value == value;
}

static cfa_piece print_both(cfa_writer *w, uint32_t left, bool left_holds,
                            uint32_t right, bool right_holds, bool is_and) {
  int binds = is_and ? CFA_BINDS_AND_THEN : CFA_BINDS_OR_ELSE;
  cfa_piece a = cfa_print_condition(w, left, left_holds);
  cfa_bind(w, &a, binds);
  cfa_put(w, is_and ? " && " : " || ");
  cfa_piece b = cfa_print_condition(w, right, right_holds);
  cfa_bind(w, &b, binds + 1);
  return (cfa_piece){
      .start = a.start, .binds = binds, .reading = CFA_UNSIGNED, .bits = 32};
}

/* a & b, a | b of two conditions. */
static bool is_bitwise(const cfa_expression *x) {
  return x->kind == CFA_APPLY && x->width == 1 &&
         (x->op == BITS_AND || x->op == BITS_OR);
}

/* a ? b : 0 is a && b, and so on. */
static bool print_junction(cfa_writer *w, const cfa_expression *x, bool holds,
                           cfa_piece *out) {
  for (uint64_t value = 0; value < 2; value++) {
    if (is_constant(w->p, x->c, value)) {
      /* value 0: a && b; 1: !a || b */
      *out = print_both(w, x->a, (value == 0) == holds, x->b, holds,
                        (value == 0) == holds);
      return true;
    }
    if (is_constant(w->p, x->b, value)) {
      /* value 0: !a && c; 1: a || c */
      *out = print_both(w, x->a, (value == 1) == holds, x->c, holds,
                        (value == 0) == holds);
      return true;
    }
  }
  return false;
}

static cfa_piece print_plain_condition(cfa_writer *w, uint32_t n, bool holds) {
  cfa_piece a = cfa_print_piece(w, n, CFA_UNSIGNED);
  if (holds)
    return a;
  cfa_bind(w, &a, CFA_BINDS_UNARY);
  cfa_put_before(w, a.start, "!");
  a.binds = CFA_BINDS_UNARY;
  a.is_unsigned = false;
  a.bits = 32;
  return a;
}

/* Through negations, and comparisons of a truth value with 0. */
static uint32_t peel(const cfa *p, uint32_t n, bool *holds) {
  for (;;) {
    const cfa_expression *x = expression_at(p, n);
    if (x->kind != CFA_APPLY)
      return n;
    if (x->op == BITS_NOT) {
      n = x->a;
    } else if (x->op == BITS_EQ && is_constant(p, x->b, 0) &&
               expression_at(p, x->a)->kind == CFA_APPLY &&
               expression_at(p, x->a)->op == BITS_ZEXT &&
               expression_at(p, expression_at(p, x->a)->a)->width == 1) {
      n = expression_at(p, x->a)->a;
    } else {
      return n;
    }
    *holds = !*holds;
  }
}

cfa_piece cfa_print_condition(cfa_writer *w, uint32_t expression, bool holds) {
  cfa_piece a;
  uint32_t n = peel(w->p, expression, &holds);
  const cfa_expression *x = expression_at(w->p, n);
  if (w->depth >= CFA_PIECE_DEPTH)
    w->is_full = true;
  if (w->is_full)
    return expression_begin(w);
  w->depth++;
  if (x->kind == CFA_APPLY && x->op >= BITS_EQ && x->op <= BITS_SLE)
    a = print_comparison(w, x, holds);
  else if (x->kind == CFA_APPLY && bits_compares(x->op))
    a = cfa_print_float_comparison(w, x, holds);
  else if (is_bitwise(x))
    a = print_both(w, x->a, holds, x->b, holds, (x->op == BITS_AND) == holds);
  else if (x->kind != CFA_APPLY || x->op != BITS_ITE ||
           !print_junction(w, x, holds, &a))
    a = print_plain_condition(w, n, holds);
  w->depth--;
  return a;
}

static bool is_condition(const cfa *p, uint32_t n) {
  const cfa_expression *x = expression_at(p, n);
  return x->width == 1 && x->kind == CFA_APPLY &&
         (x->op == BITS_NOT || bits_compares(x->op) || is_bitwise(x) ||
          (x->op == BITS_ITE &&
           (expression_at(p, x->b)->kind == CFA_CONSTANT ||
            expression_at(p, x->c)->kind == CFA_CONSTANT)));
}

static cfa_piece print_pointer(cfa_writer *w, uint32_t n) {
  const cfa_expression *x = expression_at(w->p, n);
  cfa_piece a = expression_begin(w);
  a.bits = 0;
  switch (x->kind) {
  case CFA_CONSTANT:
    cfa_put_format(w, x->value ? "(void *)%llu%s" : "%llu",
                   (unsigned long long)x->value,
                   x->value > INT32_MAX ? "ULL" : "");
    a.binds = x->value ? CFA_BINDS_UNARY : CFA_BINDS_POSTFIX;
    return a;
  case CFA_VARIABLE:
    cfa_put_variable(w, x->a);
    return a;
  case CFA_LOAD:
    return cfa_print_place(w, x->a, x->width, true, false);
  case CFA_APPLY:
    return print_choice(w, x);
  case CFA_GHOST:
    return print_ghost(w, x);
  case CFA_TO_POINTER:
    a = operand(w, x->a, CFA_UNSIGNED);
    cfa_bind(w, &a, CFA_BINDS_UNARY);
    cfa_put_before(w, a.start, "(void *)");
    a.binds = CFA_BINDS_UNARY;
    a.bits = 0;
    return a;
  default:
    return cfa_print_address(w, n);
  }
}

static cfa_piece print_word(cfa_writer *w, uint32_t n, cfa_reading wanted) {
  const cfa_expression *x = expression_at(w->p, n);
  switch (x->kind) {
  case CFA_CONSTANT:
    return print_constant(w, x, wanted);
  case CFA_VARIABLE:
    return print_variable(w, x);
  case CFA_LOAD:
    return cfa_print_place(w, x->a, x->width, false, x->is_signed);
  case CFA_TO_INTEGER:
    return print_address_word(w, x);
  case CFA_GHOST:
    return print_ghost(w, x);
  default:
    return print_apply(w, x, wanted);
  }
}

cfa_piece cfa_print_piece(cfa_writer *w, uint32_t expression,
                          cfa_reading wanted) {
  const cfa_expression *x = expression_at(w->p, expression);
  if (w->depth >= CFA_PIECE_DEPTH)
    w->is_full = true;
  if (w->is_full)
    return expression_begin(w);
  if (x->is_pointer) {
    w->depth++;
    cfa_piece a = print_pointer(w, expression);
    w->depth--;
    return a;
  }
  w->depth++;
  cfa_piece a = is_condition(w->p, expression)
                    ? cfa_print_condition(w, expression, true)
                    : print_word(w, expression, wanted);
  settle(w, &a, x->width, wanted);
  w->depth--;
  return a;
}
