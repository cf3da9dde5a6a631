#include "lang/java/dynamic.h"

#include <stdio.h>

/* The type of a class in a descriptor that is all of it. */
static bool is_bootstrap(const java_dynamic_call *call, const char *owner,
                         const char *name) {
  const java_constant *handle =
      java_constant_at(call->class, call->bootstrap->method);
  return java_constant_at(call->class, handle->b)->tag == JAVA_METHOD_REF &&
         strcmp(java_text(call->class, java_ref_class(call->class, handle->b)),
                owner) == 0 &&
         strcmp(java_text(call->class, java_ref_name(call->class, handle->b)),
                name) == 0;
}

static bool assemble(const java_classes *classes, const java_dynamic_call *call,
                     const char *name, java_assembler *out) {
  static const char lambdas[] = "java/lang/invoke/LambdaMetafactory";
  java_assemble_begin(out, name);
  if (is_bootstrap(call, lambdas, "metafactory"))
    return java_assemble_lambda(call, name, false, out);
  if (is_bootstrap(call, lambdas, "altMetafactory"))
    return java_assemble_lambda(call, name, true, out);
  return is_bootstrap(call, "java/lang/runtime/ObjectMethods", "bootstrap") &&
         java_assemble_record_method(classes, call, out);
}

static bool add_class_of(java_classes *classes, const java_class *class,
                         uint32_t number) {
  const java_constant *constant = java_constant_at(class, number);
  java_dynamic_call call = {
      .class = class,
      .call = number,
      .bootstrap = &vec_at(&class->bootstraps, constant->a),
      .name = java_text(class, java_ref_name(class, number)),
      .descriptor = java_text(class, java_ref_descriptor(class, number))};
  java_assembler assembler = {.m = classes->m};
  char name[300];
  size_t length;
  const char *owner =
      java_text(class, java_constant_at(class, class->this_class)->name);
  if (strlen(owner) > sizeof name - 40)
    return true;
  (void)snprintf(name, sizeof name, "%s$$Lambda$%u", owner, number);
  if (java_type_called(classes, name) != JAVA_NONE ||
      !assemble(classes, &call, name, &assembler))
    return true;
  unsigned char *bytes = java_assemble(&assembler, &length);
  uint32_t type = (uint32_t)classes->types.count;
  if (!java_classes_add(classes, class->file, bytes, length))
    return false;
  vec_push(classes->m, &classes->dynamic,
           ((java_dynamic){class, number, type}));
  return true;
}

bool java_add_dynamic_classes(java_classes *classes) {
  size_t types = classes->types.count;
  for (size_t i = 0; i < types; i++) {
    const java_class *class = classes->types.at[i].file;
    for (uint32_t n = 1; n < class->constants.count; n++)
      if (java_constant_at(class, n)->tag == JAVA_INVOKE_DYNAMIC &&
          !add_class_of(classes, class, n))
        return false;
  }
  return true;
}

uint32_t java_dynamic_method(const java_classes *classes,
                             const java_class *class, uint32_t call) {
  vec_each (const java_dynamic, dynamic, &classes->dynamic)
    if (dynamic->class == class && dynamic->call == call)
      return java_find_method(classes, dynamic->type,
                              java_find_name(classes, "make"),
                              java_ref_descriptor(class, call));
  return JAVA_NONE;
}
