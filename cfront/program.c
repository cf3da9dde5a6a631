/* A program from its modules: linked by LLVM, then translated. */
#include "front.h"

#include <stdio.h>
#include <stdlib.h>

void front_reject(front *f, const cfa_place *at, const char *format, ...) {
  va_list arguments;
  const char *file =
      at->file == CFA_NONE ? "" : cfa_text(f->p, f->p->files.at[at->file]);
  va_start(arguments, format);
  report_add_list(f->report, file, at->line, at->column, format, arguments);
  va_end(arguments);
  longjmp(f->rejected, 1);
}

static bool complain(report *r, const char *file, char *message) {
  report_add(r, file, 0, 0, "%s", message ? message : "it cannot be read");
  if (message)
    LLVMDisposeMessage(message);
  return false;
}

static LLVMModuleRef read_one(LLVMContextRef context, const char *file,
                              report *r) {
  char *message = NULL;
  LLVMModuleRef m = shim_read(context, file, &message);
  if (!m) {
    complain(r, file, message);
    return NULL;
  }
  if (shim_verify(m, &message))
    return m;
  complain(r, file, message);
  LLVMDisposeModule(m);
  return NULL;
}

static size_t undefined_functions(LLVMModuleRef m) {
  size_t count = 0;
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
    count += LLVMIsDeclaration(f) != 0;
  return count;
}

/* What the library itself lacks shows only when its functions are there: again
 * until nothing changes. */
static bool link_library(LLVMContextRef context, LLVMModuleRef all,
                         const char *library, report *r) {
  size_t before = SIZE_MAX, defined = 0;
  for (unsigned round = 0; round < 16; round++) {
    char *message = NULL;
    LLVMModuleRef m = read_one(context, library, r);
    if (!m)
      return false;
    if (!shim_link(all, m, true, &message))
      return complain(r, library, message);
    defined = undefined_functions(all);
    if (defined == before)
      break;
    before = defined;
  }
  return true;
}

LLVMModuleRef front_modules(LLVMContextRef context, const char *const *files,
                            size_t count, const char *library, report *r) {
  LLVMModuleRef all = NULL;
  for (size_t i = 0; i < count; i++) {
    char *message = NULL;
    LLVMModuleRef m = read_one(context, files[i], r);
    if (!m)
      return NULL;
    if (!all)
      all = m;
    else if (!shim_link(all, m, false, &message))
      return complain(r, files[i], message), NULL;
  }
  if (all && library)
    front_declare_models(all);
  if (all && library && !link_library(context, all, library, r))
    return NULL;
  return all;
}

/* A misspelt name would leave a function what it is, in silence. */
static void look_at_inputs(front *f) {
  cfa_place nowhere = {.file = CFA_NONE};
  for (size_t i = 0; i < f->options->input_count; i++) {
    const char *name = f->options->inputs[i];
    LLVMValueRef function = LLVMGetNamedFunction(f->module, name);
    if (!function)
      front_reject(f, &nowhere,
                   "'%.80s' cannot be an input: the program calls no function "
                   "of that name",
                   name);
    if (!LLVMIsDeclaration(function))
      front_reject(f, &nowhere,
                   "'%.80s' cannot be an input: it has a body, or a model of "
                   "the library",
                   name);
  }
}

void front_program(front *f) {
  cfa_place nowhere = {.file = CFA_NONE};
  LLVMValueRef main = LLVMGetNamedFunction(f->module, "main");
  f->layout = LLVMGetModuleDataLayout(f->module);
  f->p->pointer_bits = (uint8_t)(8 * LLVMPointerSize(f->layout));
  f->body.here = CFA_NONE;
  if (f->p->pointer_bits != 32 && f->p->pointer_bits != 64)
    front_reject(f, &nowhere, "pointers have neither 32 nor 64 bits");
  if (LLVMByteOrder(f->layout) != LLVMLittleEndian)
    front_reject(f, &nowhere, "the target is not little endian");
  if (!main || LLVMIsDeclaration(main))
    front_reject(f, &nowhere, "the program has no function 'main'");
  front_refuse(f);
  look_at_inputs(f);
  front_reach(f, main);
  front_globals(f);
  front_functions(f);
  front_types(f);
  f->p->main = map_find(&f->function_numbers, (uint64_t)(uintptr_t)main);
  cfa_finish(f->m, f->p);
}
