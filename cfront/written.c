/* What a program hands to functions that write it somewhere (puts, printf,
 * fwrite) must be there to be read, though the functions have no bodies. Two
 * models of ours read it before the call: __custos_text a string,
 * __custos_bytes a number of bytes. */
#include "front.h"

#include <string.h>

static const char text_model[] = "__custos_text";
static const char bytes_model[] = "__custos_bytes";

/* Models are linked where something declares them. */
void front_declare_written(LLVMModuleRef module) {
  static const char *const writers[] = {
      "puts",    "fputs",   "perror",       "fwrite",        "printf",
      "fprintf", "dprintf", "__printf_chk", "__fprintf_chk", "syslog"};
  LLVMContextRef context = LLVMGetModuleContext(module);
  LLVMTypeRef nothing = LLVMVoidTypeInContext(context);
  LLVMTypeRef parameters[] = {
      LLVMPointerType(LLVMInt8TypeInContext(context), 0),
      LLVMIntPtrTypeInContext(context, LLVMGetModuleDataLayout(module))};
  for (size_t i = 0; i < sizeof writers / sizeof *writers; i++)
    if (LLVMGetNamedFunction(module, writers[i])) {
      if (!LLVMGetNamedFunction(module, text_model))
        LLVMAddFunction(module, text_model,
                        LLVMFunctionType(nothing, parameters, 1, false));
      if (!LLVMGetNamedFunction(module, bytes_model))
        LLVMAddFunction(module, bytes_model,
                        LLVMFunctionType(nothing, parameters, 2, false));
      return;
    }
}

LLVMValueRef front_written_model(const front *f, unsigned i) {
  static const char *const models[] = {text_model, bytes_model};
  LLVMValueRef model =
      i < 2 ? LLVMGetNamedFunction(f->module, models[i]) : NULL;
  return model && !LLVMIsDeclaration(model) ? model : NULL;
}

static void call_model(front *f, unsigned which, const uint32_t *arguments) {
  LLVMValueRef model = front_written_model(f, which);
  uint32_t number =
      model ? map_find(&f->function_numbers, (uint64_t)(uintptr_t)model)
            : MAP_NONE;
  if (number == MAP_NONE || f->options->control)
    return;
  cfa_edge e = front_edge(f, CFA_CALL);
  e.function = number;
  e.first_argument = (uint32_t)f->p->arguments.count;
  e.arguments = which + 1;
  for (unsigned i = 0; i <= which; i++)
    vec_push(f->m, &f->p->arguments, arguments[i]);
  front_emit(f, &e);
}

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
    call_model(f, 0, &pointer);
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
  call_model(f, 1, (uint32_t[]){c->arguments.at[0], front_hold(f, size)});
}

/* Each %s without a precision is a string; what is not understood ends it. */
static void check_format(front *f, const front_call *c, const char *format,
                         size_t next) {
  while ((format = strchr(format, '%'))) {
    format++;
    format += strspn(format, "-+ #0'I");
    next += *format == '*';
    format += strspn(format, "*0123456789");
    bool is_cut = *format == '.';
    if (is_cut) {
      format++;
      next += *format == '*';
      format += strspn(format, "*0123456789");
    }
    size_t length = strspn(format, "hlLqjzZt");
    format += length;
    if (!*format || *format == '$')
      return;
    if (*format == 's' && !length && !is_cut)
      check_text(f, c, next);
    next += *format != '%' && *format != 'm';
    format++;
  }
}

/* Arguments are evaluated once, in their order, before models look at them. */
static void hold_arguments(front *f, front_call *c) {
  vec_each (uint32_t, x, &c->arguments)
    if (*x != CFA_NONE)
      *x = front_hold(f, *x);
}

void front_check_written(front *f, front_call *c, const char *format,
                         size_t argument) {
  shim_text name = front_name_of(c->callee);
  bool is_bytes = name.length == 6 && memcmp(name.at, "fwrite", 6) == 0;
  bool is_text = (name.length == 4 && memcmp(name.at, "puts", 4) == 0) ||
                 (name.length == 5 && memcmp(name.at, "fputs", 5) == 0);
  if (!format && !is_bytes && !is_text)
    return;
  hold_arguments(f, c);
  if (format)
    check_format(f, c, format, argument + 1);
  else if (is_bytes)
    check_bytes(f, c);
  else
    check_text(f, c, 0);
}
