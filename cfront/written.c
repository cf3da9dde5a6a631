/* What a program hands to functions that write it somewhere (puts, printf,
 * fwrite) must be there to be read, and the stream must be open, though the
 * functions have no bodies. Models of ours look before the call. */
#include "front.h"

#include <string.h>

typedef struct writer {
  const char *name;
  int text, stream; /* arguments; -1: none */
  bool takes_null;  /* instead of the text or the stream */
} writer;

static const writer writers[] = {
    {"puts", 0, -1, false},          {"fputs", 0, 1, false},
    {"perror", 0, -1, true},         {"fwrite", -1, 3, false},
    {"putc", -1, 1, false},          {"fputc", -1, 1, false},
    {"fflush", -1, 0, true},         {"fprintf", -1, 0, false},
    {"__fprintf_chk", -1, 0, false},
};

/* A literal needs no look. */
static bool has_end(const front *f, uint32_t pointer) {
  const cfa_expression *x = front_at(f, pointer);
  if (x->kind != CFA_ADDRESS)
    return false;
  const cfa_variable *v = &f->p->variables.at[x->a];
  if (!v->is_constant || v->is_extern || v->pointers || x->value >= v->size)
    return false;
  return x->value >= v->bytes || v->bytes < v->size ||
         memchr(f->p->data.at + v->data + x->value, 0,
                (size_t)(v->bytes - x->value)) != NULL;
}

static void check_text(front *f, const front_call *c, size_t n) {
  if (n >= c->arguments.count || c->arguments.at[n] == CFA_NONE)
    return;
  uint32_t pointer = c->arguments.at[n];
  if (front_at(f, pointer)->is_pointer && !has_end(f, pointer))
    front_call_model(f, FRONT_MODEL_TEXT, &pointer, 1);
}

/* A size that does not fit a word is larger than any object. */
static void check_bytes(front *f, const front_call *c) {
  for (size_t i = 0; i < 3; i++)
    if (i >= c->arguments.count || c->arguments.at[i] == CFA_NONE ||
        front_at(f, c->arguments.at[i])->is_pointer != (i == 0) ||
        front_at(f, c->arguments.at[i])->width != f->p->pointer_bits)
      return;
  unsigned width = f->p->pointer_bits;
  uint32_t product, overflows;
  front_overflow(f, BITS_MUL, false, c->arguments.at[1], c->arguments.at[2],
                 &product, &overflows);
  uint32_t size =
      front_apply(f, BITS_ITE, width, overflows,
                  front_constant(f, width, UINT64_MAX, false), product);
  front_call_model(f, FRONT_MODEL_BYTES,
                   (uint32_t[]){c->arguments.at[0], front_hold(f, size)}, 2);
}

/* Each %s without a precision is a string; what is not understood ends it. */
static void check_format(front *f, const front_call *c, const char *format,
                         size_t next) {
  front_directive d;
  while (*format &&
         front_directive_read(&format, false, f->p->pointer_bits, &d)) {
    next += d.width == FRONT_STAR;
    next += d.precision == FRONT_STAR;
    if (d.conversion == 's' && !d.has_length && d.precision == FRONT_NO_NUMBER)
      check_text(f, c, next);
    next += d.conversion && d.conversion != '%' && d.conversion != 'm';
  }
}

static bool is_named(shim_text t, const char *name) {
  return t.length == strlen(name) && memcmp(t.at, name, t.length) == 0;
}

/* stdout and its like, as our library has them, are open. */
static bool is_standard(const front_call *c, size_t n) {
  LLVMValueRef x = c->instruction && n < LLVMGetNumArgOperands(c->instruction)
                       ? LLVMGetOperand(c->instruction, (unsigned)n)
                       : NULL;
  if (!x || !LLVMIsALoadInst(x))
    return false;
  x = LLVMGetOperand(x, 0);
  while (LLVMIsAConstantExpr(x)) /* casts */
    x = LLVMGetOperand(x, 0);
  if (!LLVMIsAGlobalVariable(x) || !LLVMIsGlobalConstant(x))
    return false;
  x = LLVMGetInitializer(x);
  while (x && LLVMIsAConstantExpr(x)) /* the first operand is where it leads */
    x = LLVMGetOperand(x, 0);
  return x && LLVMIsAGlobalVariable(x) &&
         is_named(front_name_of(x), "__custos_standard");
}

void front_check_stream(front *f, const front_call *c, size_t n) {
  if (n >= c->arguments.count || c->arguments.at[n] == CFA_NONE ||
      !front_at(f, c->arguments.at[n])->is_pointer || is_standard(c, n))
    return;
  front_call_model(f, FRONT_MODEL_STREAM, &c->arguments.at[n], 1);
}

/* Arguments are evaluated once, in their order, before models look at them. */
static void hold_arguments(front *f, front_call *c) {
  vec_each (uint32_t, x, &c->arguments)
    if (*x != CFA_NONE)
      *x = front_hold(f, *x);
}

static bool is_null(const front *f, const front_call *c, int n) {
  if (n < 0 || (size_t)n >= c->arguments.count ||
      c->arguments.at[n] == CFA_NONE)
    return false;
  const cfa_expression *x = front_at(f, c->arguments.at[n]);
  return x->kind == CFA_CONSTANT && x->value == 0;
}

static const writer *find_writer(shim_text name) {
  for (size_t i = 0; i < sizeof writers / sizeof *writers; i++)
    if (is_named(name, writers[i].name))
      return &writers[i];
  return NULL;
}

void front_check_written(front *f, front_call *c, const char *format,
                         size_t argument) {
  static const writer none = {"", -1, -1, false};
  shim_text name = front_name_of(c->callee);
  const writer *w = find_writer(name);
  if (!format && !w)
    return;
  w = w ? w : &none;
  hold_arguments(f, c);
  if (w->takes_null && (is_null(f, c, w->text) || is_null(f, c, w->stream)))
    return;
  if (w->stream >= 0)
    front_check_stream(f, c, (size_t)w->stream);
  if (format)
    check_format(f, c, format, argument + 1);
  else if (is_named(name, "fwrite"))
    check_bytes(f, c);
  else if (w->text >= 0)
    check_text(f, c, (size_t)w->text);
}
