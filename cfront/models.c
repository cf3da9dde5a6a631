/* Models of ours that no program calls by name: calls of printf, snprintf or
 * scanf become calls of them (written.c, formats.c). */
#include "front.h"

#include <string.h>

/* In the order of front_model. */
static const char *const names_of_models[] = {"__custos_text",
                                              "__custos_bytes",
                                              "__custos_stream",
                                              "__custos_put_bytes",
                                              "__custos_put_text",
                                              "__custos_put_character",
                                              "__custos_put_signed",
                                              "__custos_put_unsigned",
                                              "__custos_put_end",
                                              "__custos_scan_begin",
                                              "__custos_scan_space",
                                              "__custos_scan_byte",
                                              "__custos_scan_characters",
                                              "__custos_scan_word",
                                              "__custos_scan_number",
                                              "__custos_scan_end"};

enum { MODELS = sizeof names_of_models / sizeof *names_of_models };

/* The models of a kind of calls: from the first to before the last. */
static void range_of(front_special what, unsigned *first, unsigned *last) {
  *first = what == FRONT_SCAN     ? FRONT_MODEL_SCAN_BEGIN
           : what == FRONT_FORMAT ? FRONT_MODEL_PUT_BYTES
                                  : FRONT_MODEL_TEXT;
  *last = what == FRONT_SCAN                         ? MODELS
          : what == FRONT_FORMAT                     ? FRONT_MODEL_SCAN_BEGIN
          : what == FRONT_PRINT || what == FRONT_PUT ? FRONT_MODEL_PUT_BYTES
                                                     : FRONT_MODEL_TEXT;
}

/* Which type it is declared with does not matter: the linker takes the
 * model's. */
static void declare(LLVMModuleRef module, unsigned first, unsigned last) {
  LLVMTypeRef nothing = LLVMVoidTypeInContext(LLVMGetModuleContext(module));
  for (unsigned i = first; i < last; i++)
    if (!LLVMGetNamedFunction(module, names_of_models[i]))
      LLVMAddFunction(module, names_of_models[i],
                      LLVMFunctionType(nothing, NULL, 0, false));
}

void front_declare_models(LLVMModuleRef module) {
  for (LLVMValueRef x = LLVMGetFirstFunction(module); x;
       x = LLVMGetNextFunction(x)) {
    unsigned first, last;
    front_special what =
        LLVMIsDeclaration(x) ? front_special_of(front_name_of(x)) : FRONT_BODY;
    range_of(what, &first, &last);
    declare(module, first, last);
    if (what == FRONT_SCAN) /* fscanf has a stream */
      declare(module, FRONT_MODEL_STREAM, FRONT_MODEL_STREAM + 1);
  }
}

static LLVMValueRef find_model(const front *f, unsigned i) {
  LLVMValueRef model = LLVMGetNamedFunction(f->module, names_of_models[i]);
  return model && !LLVMIsDeclaration(model) ? model : NULL;
}

bool front_has_models(const front *f, front_special what) {
  unsigned first, last;
  range_of(what, &first, &last);
  for (unsigned i = first; i < last; i++)
    if (!find_model(f, i))
      return false;
  return true;
}

static void reach_model(front *f, unsigned i) {
  LLVMValueRef model = find_model(f, i);
  if (!model)
    return;
  uint32_t n =
      map_insert(f->m, &f->function_numbers, (uint64_t)(uintptr_t)model);
  if (n == f->functions.count)
    vec_push(f->m, &f->functions, (front_function){.value = model});
  map_insert(f->m, &f->reached, (uint64_t)(uintptr_t)model);
}

void front_reach_models(front *f, front_special what) {
  unsigned first, last;
  if (f->options->control)
    return;
  range_of(what, &first, &last);
  for (unsigned i = first; i < last; i++)
    reach_model(f, i);
  if (what == FRONT_SCAN)
    reach_model(f, FRONT_MODEL_STREAM);
}

uint32_t front_call_model(front *f, front_model model,
                          const uint32_t *arguments, unsigned count) {
  LLVMValueRef function = find_model(f, model);
  uint32_t number =
      function ? map_find(&f->function_numbers, (uint64_t)(uintptr_t)function)
               : MAP_NONE;
  if (number == MAP_NONE || f->options->control || front_is_dead(f))
    return CFA_NONE;
  LLVMTypeRef result = LLVMGetReturnType(LLVMGlobalGetValueType(function));
  front_expressions passed = {0};
  for (unsigned i = 0; i < count; i++) {
    LLVMTypeRef type = LLVMTypeOf(LLVMGetParam(function, i));
    vec_push(f->m, &passed, front_convert(f, arguments[i], type));
  }
  cfa_edge e = front_edge(f, CFA_CALL);
  e.function = number;
  if (LLVMGetTypeKind(result) != LLVMVoidTypeKind)
    e.variable = front_temporary(f, front_width(f, result, NULL), false);
  e.first_argument = (uint32_t)f->p->arguments.count;
  e.arguments = count;
  vec_each (const uint32_t, x, &passed)
    vec_push(f->m, &f->p->arguments, *x);
  vec_free(f->m, &passed);
  front_emit(f, &e);
  return e.variable == CFA_NONE ? CFA_NONE : front_read(f, e.variable);
}
