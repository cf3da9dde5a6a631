/* Operators as C. The meaning is that of bits/bits.h and run/operate.c. */
#include "engine/panda/native/write.h"

#include "base/mutant.h"

#include <stdio.h>

/* As wide as C computes. */
static const char *wide(unsigned width) { return width > 32 ? "u64" : "u32"; }

void native_cut(char out[NATIVE_TEXT], unsigned width, const char *expression) {
  if (width == 8 || width == 16 || width == 32 || width == 64)
    snprintf(out, NATIVE_TEXT, "(%s)(%s)", native_type(width), expression);
  else
    snprintf(out, NATIVE_TEXT, "(%s)((%s) & 0x%llxull)", native_type(width),
             expression, (unsigned long long)bits_mask(width));
}

/* As a number with a sign. */
static void with_sign(char out[128], unsigned width, const char *x) {
  if (width == 8 || width == 16 || width == 32 || width == 64)
    snprintf(out, 128, "(i%u)%s", width, x);
  else
    snprintf(out, 128, "((i64)((u64)%s << %u) >> %u)", x, 64 - width,
             64 - width);
}

static void infix(char out[NATIVE_TEXT], unsigned width, const char *a,
                  const char *op, const char *b) {
  snprintf(out, NATIVE_TEXT, "(%s)%s %s (%s)%s", wide(width), a, op,
           wide(width), b);
}

static void signed_infix(char out[NATIVE_TEXT], unsigned width, const char *a,
                         const char *op, const char *b) {
  char x[128], y[128];
  with_sign(x, width, a);
  with_sign(y, width, b);
  snprintf(out, NATIVE_TEXT, "%s %s %s", x, op, y);
}

static void stop_if_partial(native_writer *writer, const instruction *i,
                            const char *a, const char *b) {
  switch (i->op) {
  case BITS_SDIV:
  case BITS_SREM:
    native_write(writer, "if (%s == 0x%llxull && %s == 0x%llxull) STOP;\n", b,
                 (unsigned long long)bits_mask(i->width), a,
                 1ull << (i->width - 1));
    native_write(writer, "if (!%s) STOP;\n", b);
    break;
  case BITS_UDIV:
  case BITS_UREM:
    native_write(writer, "if (!%s) STOP;\n", b);
    break;
  case BITS_SHL:
  case BITS_LSHR:
  case BITS_ASHR:
    native_write(writer, "if (%s >= %uu) STOP;\n", b, i->width);
    break;
  default: /* numbers of IEEE 754 are left to the interpreter */
    if (bits_is_float((bits_op)i->op))
      native_write(writer, "STOP;\n");
  }
}

static const char *symbol_of(unsigned op) {
  static const char *const symbols[BITS_OP_COUNT] = {
      [BITS_ADD] = "+",  [BITS_SUB] = "-",   [BITS_MUL] = "*",
      [BITS_UDIV] = "/", [BITS_SDIV] = "/",  [BITS_UREM] = "%",
      [BITS_SREM] = "%", [BITS_AND] = "&",   [BITS_OR] = "|",
      [BITS_XOR] = "^",  [BITS_EQ] = "==",   [BITS_ULT] = "<",
      [BITS_ULE] = "<=", [BITS_SLT] = "<",   [BITS_SLE] = "<=",
      [BITS_SHL] = "<<", [BITS_LSHR] = ">>", [BITS_ASHR] = ">>"};
  return symbols[op];
}

/* op(a, b, c), of words. */
static void words(char out[NATIVE_TEXT], const instruction *i, const char *a,
                  const char *b, const char *c) {
  char x[NATIVE_TEXT / 2 + 100], y[128];
  unsigned op = i->op;
  if (MUTANT("panda-native-sign") && op == BITS_SLT)
    op = BITS_ULT;
  char whole[NATIVE_TEXT];
  if (bits_is_float((bits_op)op)) { /* nobody comes here: it has stopped */
    snprintf(out, NATIVE_TEXT, "0");
    return;
  }
  switch (op) {
  case BITS_SDIV:
  case BITS_SREM:
    signed_infix(whole, i->width, a, symbol_of(op), b);
    break;
  case BITS_EQ:
  case BITS_ULT:
  case BITS_ULE:
    infix(out, i->from, a, symbol_of(op), b);
    return;
  case BITS_SLT:
  case BITS_SLE:
    signed_infix(out, i->from, a, symbol_of(op), b);
    return;
  case BITS_ITE:
    snprintf(out, NATIVE_TEXT, "%s ? %s : %s", a, b, c);
    return;
  case BITS_ZEXT:
  case BITS_TRUNC:
    native_cut(out, i->width, a);
    return;
  case BITS_SEXT:
    with_sign(y, i->from, a);
    snprintf(whole, sizeof whole, "(u64)(i64)(%s)", y);
    break;
  case BITS_ASHR:
    with_sign(y, i->width, a);
    snprintf(whole, sizeof whole, "%s >> %s", y, b);
    break;
  case BITS_CONCAT:
    snprintf(x, sizeof x, "(u64)%s << %u | %s", a, i->from, b);
    native_cut(out, i->width, x);
    return;
  case BITS_NOT:
    snprintf(whole, sizeof whole, "~(%s)%s", wide(i->width), a);
    break;
  default:
    infix(whole, i->width, a, symbol_of(op), b);
  }
  snprintf(x, sizeof x, "%.299s", whole);
  native_cut(out, i->width, x);
}

static const char *object_of(const operand *x) {
  return x->object[0] ? x->object : "0u";
}

/* The object of the result, "" if it has none; may stop. */
static void result_object(native_writer *writer, const instruction *i,
                          const operand *x, char out[NATIVE_TEXT]) {
  const char *a = object_of(&x[0]), *b = object_of(&x[1]);
  const char *c = object_of(&x[2]);
  out[0] = 0;
  switch (i->op) {
  case BITS_EQ:
    native_write(writer, "if (%s != %s && %s && %s) STOP;\n", a, b, a, b);
    return;
  case BITS_ULT:
  case BITS_ULE:
  case BITS_SLT:
  case BITS_SLE:
    native_write(writer, "if (%s != %s) STOP;\n", a, b);
    return;
  case BITS_ADD:
  case CODE_OFFSET:
    if (x[0].object[0] && x[1].object[0])
      native_write(writer, "if (%s && %s) STOP;\n", a, b);
    snprintf(out, NATIVE_TEXT, "%s | %s", a, b);
    return;
  case BITS_SUB:
    native_write(writer, "if (%s && %s != %s) STOP;\n", b, a, b);
    snprintf(out, NATIVE_TEXT, "%s == %s ? 0u : %s", a, b, a);
    return;
  case BITS_ITE:
    snprintf(out, NATIVE_TEXT, "%s ? %s : %s", x[0].bits, b, c);
    return;
  case CODE_TO_INTEGER:
  case CODE_TO_POINTER:
    if (i->width == i->from)
      snprintf(out, NATIVE_TEXT, "%s", a);
    else
      native_write(writer, "if (%s) STOP;\n", a);
    return;
  case CODE_MOVE:
    snprintf(out, NATIVE_TEXT, "%s", a);
    return;
  default:
    native_write(writer, "if (%s | %s | %s) STOP;\n", a, b, c);
  }
}

/* Comparisons of pointers: of addresses in one object, whose offsets may be
 * negative; no number is an address. */
static void compare(char out[NATIVE_TEXT], const instruction *i,
                    const operand *x) {
  char plain[NATIVE_TEXT], within[NATIVE_TEXT];
  instruction as = *i;
  words(plain, i, x[0].bits, x[1].bits, "");
  if (i->op == BITS_EQ) {
    snprintf(out, NATIVE_TEXT, "%s == %s && %.200s", object_of(&x[0]),
             object_of(&x[1]), plain);
    return;
  }
  as.op = i->op == BITS_ULT ? BITS_SLT : i->op == BITS_ULE ? BITS_SLE : i->op;
  words(within, &as, x[0].bits, x[1].bits, "");
  snprintf(out, NATIVE_TEXT, "%s ? %.180s : %.180s", object_of(&x[0]), within,
           plain);
}

static unsigned operands_of(const instruction *i) {
  return i->op < BITS_OP_COUNT  ? bits_operands((bits_op)i->op)
         : i->op == CODE_OFFSET ? 2
                                : 1;
}

static bool is_comparison(const instruction *i) {
  return i->op >= BITS_EQ && i->op <= BITS_SLE;
}

static void bits_of(const native_writer *writer, const instruction *i,
                    const operand *x, bool has_objects, char out[NATIVE_TEXT]) {
  instruction sum = {.op = BITS_ADD, .width = writer->c->cfa->pointer_bits};
  switch (i->op) {
  case CODE_MOVE:
    snprintf(out, NATIVE_TEXT, "%s", x[0].bits);
    break;
  case CODE_TO_INTEGER:
  case CODE_TO_POINTER:
    native_cut(out, i->width, x[0].bits);
    break;
  case CODE_OFFSET:
    words(out, &sum, x[0].bits, x[1].bits, "");
    break;
  default:
    if (has_objects && is_comparison(i))
      compare(out, i, x);
    else
      words(out, i, x[0].bits, x[1].bits, x[2].bits);
  }
}

void native_write_operator(native_writer *writer, const instruction *i) {
  operand x[3] = {{.bits = "0"}, {.bits = "0"}, {.bits = "0"}};
  const uint32_t registers[3] = {i->a, i->b, i->c};
  char bits[NATIVE_TEXT], into[NATIVE_TEXT] = "";
  bool has_objects = false;
  for (unsigned n = 0; n < operands_of(i); n++) {
    x[n] = native_read(writer, registers[n]);
    has_objects = has_objects || x[n].object[0];
  }
  if (i->op < BITS_OP_COUNT)
    stop_if_partial(writer, i, x[0].bits, x[1].bits);
  if (has_objects)
    result_object(writer, i, x, into);
  bits_of(writer, i, x, has_objects, bits);
  native_count how = i->op == CODE_MOVE       ? NATIVE_IF_CHANGED
                     : i->op >= BITS_OP_COUNT ? NATIVE_ALWAYS
                     : has_objects            ? NATIVE_BY_OBJECTS
                                              : NATIVE_IF_CHANGED;
  if (how == NATIVE_BY_OBJECTS && (i->flags & CODE_VARIABLE))
    native_write(writer, "any = %s | %s | %s;\n", object_of(&x[0]),
                 object_of(&x[1]), object_of(&x[2]));
  native_put(writer, i, bits, into, x[0].object[0] ? x[0].root : x[1].root,
             how);
}
