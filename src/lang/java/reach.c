/* Which methods are called and which classes have instances: rapid type
 * analysis. A class has instances if a 'new' of a method that is called names
 * it; a call through a reference runs the methods of such classes alone. */
#include "lang/java/dynamic.h"

/* What the machine itself makes instances of. */
static const char *const thrown_by_machine[] = {
    "java/lang/NullPointerException",
    "java/lang/ArithmeticException",
    "java/lang/ArrayIndexOutOfBoundsException",
    "java/lang/NegativeArraySizeException",
    "java/lang/ClassCastException",
    "java/lang/ArrayStoreException",
    "java/lang/ExceptionInInitializerError",
    "java/lang/NoClassDefFoundError",
    "java/lang/String"};

static void mark_method(java_classes *classes, uint32_t method) {
  java_method *f = java_method_at(classes, method);
  if (f->is_reached || !f->member->has_code)
    return;
  f->is_reached = true;
  vec_push(classes->m, &classes->reached, method);
}

static bool has_default_methods(const java_classes *classes,
                                const java_type *type) {
  for (uint32_t i = 0; i < type->methods; i++) {
    const java_member *member =
        classes->methods.at[type->first_method + i].member;
    if (member->has_code && !(member->flags & JAVA_IS_STATIC))
      return true;
  }
  return false;
}

bool java_is_used_along(const java_classes *classes, uint32_t type) {
  if (!java_is_interface(classes, type))
    return true;
  for (uint32_t t = 0; t < classes->types.count; t++)
    if (java_is_interface(classes, t) && java_is_subtype(classes, type, t) &&
        has_default_methods(classes, java_type_at(classes, t)))
      return true;
  return false;
}

/* Its initialiser and those of its supertypes may run. */
static void use_type(java_classes *classes, uint32_t type) {
  for (uint32_t t = 0; t < classes->types.count; t++) {
    const java_type *x = java_type_at(classes, t);
    if (x->initialiser != JAVA_NONE && java_is_subtype(classes, type, t))
      mark_method(classes, x->initialiser);
  }
}

static bool make_type(java_classes *classes, uint32_t type) {
  java_type *t = java_type_at(classes, type);
  if (t->is_made)
    return false;
  t->is_made = true;
  use_type(classes, type);
  bool is_compared = java_is_box(classes, type) ||
                     java_type_called(classes, "custos/ArrayObject") == type;
  if (is_compared && java_boxes_method(classes) != JAVA_NONE)
    mark_method(classes, java_boxes_method(classes));
  return true;
}

void java_find_targets(java_classes *classes, uint32_t type, uint32_t name,
                       uint32_t descriptor, java_targets *out) {
  out->count = 0;
  for (uint32_t i = 0; i < classes->types.count; i++)
    if (classes->types.at[i].is_made && java_is_subtype(classes, i, type))
      vec_push(
          classes->m, out,
          ((java_target){i, java_select_method(classes, i, name, descriptor)}));
}

/* Those of a model that the front end calls. */
static void mark_all_methods(java_classes *classes, const char *model) {
  uint32_t type = java_type_called(classes, model);
  for (uint32_t i = 0;
       type != JAVA_NONE && i < java_type_at(classes, type)->methods; i++)
    mark_method(classes, java_type_at(classes, type)->first_method + i);
}

static uint32_t type_of_constant(const java_classes *classes,
                                 const java_class *class, uint32_t n) {
  return java_type_named(classes, java_constant_at(class, n)->name);
}

static void reach_call(java_classes *classes, const java_class *class,
                       const java_instruction *instruction,
                       java_targets *targets) {
  uint32_t name = java_ref_name(class, instruction->index);
  uint32_t class_name = java_class_of_model(
      classes, java_ref_class(class, instruction->index), name);
  uint32_t descriptor = java_ref_descriptor(class, instruction->index);
  uint32_t type = java_type_named(classes, class_name);
  java_intrinsic what =
      java_find_intrinsic(classes, class_name, name, descriptor);
  if (what == JAVA_ARRAY_COPY)
    mark_all_methods(classes, "custos/Copies");
  if (type == JAVA_NONE || what != JAVA_NO_INTRINSIC)
    return;
  uint32_t method = java_find_method(classes, type, name, descriptor);
  if (method == JAVA_NONE)
    return;
  if (instruction->opcode == JAVA_INVOKESTATIC)
    use_type(classes, java_method_at(classes, method)->type);
  if (instruction->opcode == JAVA_INVOKESTATIC ||
      instruction->opcode == JAVA_INVOKESPECIAL ||
      (java_method_at(classes, method)->member->flags & JAVA_IS_PRIVATE)) {
    mark_method(classes, method);
    return;
  }
  java_find_targets(classes, type, name, descriptor, targets);
  vec_each (const java_target, target, targets)
    if (target->method != JAVA_NONE)
      mark_method(classes, target->method);
}

static void reach_dynamic_call(java_classes *classes, const java_class *class,
                               uint32_t call) {
  uint32_t method = java_dynamic_method(classes, class, call);
  if (method == JAVA_NONE)
    mark_all_methods(classes, "custos/Strings");
  else
    mark_method(classes, method);
}

static bool reach_instruction(java_classes *classes, const java_class *class,
                              const java_instruction *instruction,
                              java_targets *targets) {
  uint32_t type = JAVA_NONE;
  switch (instruction->opcode) {
  case JAVA_NEW:
    type = type_of_constant(classes, class, instruction->index);
    return type != JAVA_NONE && make_type(classes, type);
  case JAVA_GETSTATIC:
  case JAVA_PUTSTATIC:
    type = java_type_named(classes, java_ref_class(class, instruction->index));
    if (type != JAVA_NONE)
      type = java_find_field(classes, type,
                             java_ref_name(class, instruction->index),
                             java_ref_descriptor(class, instruction->index));
    if (type != JAVA_NONE) {
      classes->fields.at[type].is_used = true;
      use_type(classes, classes->fields.at[type].type);
    }
    return false;
  case JAVA_INVOKEVIRTUAL:
  case JAVA_INVOKESPECIAL:
  case JAVA_INVOKESTATIC:
  case JAVA_INVOKEINTERFACE:
    reach_call(classes, class, instruction, targets);
    return false;
  case JAVA_INVOKEDYNAMIC:
    reach_dynamic_call(classes, class, instruction->index);
    return false;
  default:
    return false;
  }
}

/* True: a class has instances now that had none. */
static bool reach_method(java_classes *classes, uint32_t method,
                         java_targets *targets) {
  java_method *f = java_method_at(classes, method);
  bool changed = false;
  if (!f->is_decoded) {
    f->is_decoded = true;
    if (!java_decode(classes->m, java_type_at(classes, f->type)->file,
                     f->member, classes->r, &f->code))
      return false;
  }
  const java_class *class = java_type_at(classes, f->type)->file;
  vec_each (const java_instruction, instruction, &f->code.at)
    changed |= reach_instruction(classes, class, instruction, targets);
  return changed;
}

/* Numbers in the order of a walk through the tree of classes, so that the
 * subclasses of a class are neighbours. */
static void number_types(java_classes *classes) {
  vec(uint32_t) waiting = {0};
  for (uint32_t i = 0; i < classes->types.count; i++)
    if (classes->types.at[i].super == JAVA_NONE)
      vec_push(classes->m, &waiting, i);
  while (waiting.count) {
    uint32_t type = vec_pop(&waiting);
    java_type *t = java_type_at(classes, type);
    if (t->is_made) {
      vec_push(classes->m, &classes->made, type);
      t->number = (uint32_t)classes->made.count;
    }
    for (uint32_t i = 0; i < classes->types.count; i++)
      if (classes->types.at[i].super == type)
        vec_push(classes->m, &waiting, i);
  }
  vec_free(classes->m, &waiting);
}

static bool may_catch_assertions(const java_classes *classes,
                                 const java_class *class,
                                 const java_handler *handler) {
  if (handler->type == 0)
    return true;
  uint32_t type = type_of_constant(classes, class, handler->type);
  uint32_t error = java_type_called(classes, "java/lang/AssertionError");
  return type == JAVA_NONE || error == JAVA_NONE ||
         java_is_subtype(classes, error, type) ||
         java_is_subtype(classes, type, error);
}

static void look_at_handlers(java_classes *classes) {
  vec_each (const uint32_t, n, &classes->reached) {
    const java_method *method = java_method_at(classes, *n);
    const java_class *class = java_type_at(classes, method->type)->file;
    vec_each (const java_handler, handler, &method->member->code.handlers)
      classes->catches_assertions |=
          may_catch_assertions(classes, class, handler);
  }
}

static bool reach_all(java_classes *classes) {
  java_targets targets = {0};
  size_t before = classes->r->count;
  for (bool changed = true; changed && classes->r->count == before;) {
    changed = false;
    size_t count = classes->reached.count;
    for (size_t i = 0;
         i < classes->reached.count && classes->r->count == before; i++)
      changed |= reach_method(classes, classes->reached.at[i], &targets);
    changed |= classes->reached.count != count;
  }
  vec_free(classes->m, &targets);
  classes->made.count = 0;
  number_types(classes);
  look_at_handlers(classes);
  return classes->r->count == before;
}

bool java_reach(java_classes *classes, uint32_t start) {
  classes->start = start;
  mark_method(classes, start);
  use_type(classes, java_method_at(classes, start)->type);
  for (size_t i = 0; i < sizeof thrown_by_machine / sizeof *thrown_by_machine;
       i++) {
    uint32_t type = java_type_called(classes, thrown_by_machine[i]);
    if (type != JAVA_NONE)
      make_type(classes, type);
  }
  mark_all_methods(classes, "java/lang/ExceptionInInitializerError");
  return reach_all(classes);
}

bool java_reach_array_objects(java_classes *classes, bool *is_new) {
  uint32_t type = java_type_called(classes, "custos/ArrayObject");
  *is_new = classes->wants_array_objects && type != JAVA_NONE &&
            make_type(classes, type);
  return !*is_new || reach_all(classes);
}

/* ldc X; invokevirtual desiredAssertionStatus; ifne; iconst_1; goto; iconst_0;
 * putstatic $assertionsDisabled; return: nobody reads that field. */
bool java_initialiser_is_trivial(const java_classes *classes, uint32_t type) {
  static const java_opcode idiom[] = {
      JAVA_LDC,  JAVA_INVOKEVIRTUAL, JAVA_IFNE,      JAVA_ICONST_1,
      JAVA_GOTO, JAVA_ICONST_0,      JAVA_PUTSTATIC, JAVA_RETURN};
  const java_type *t = java_type_at(classes, type);
  const java_method *method = java_method_at(classes, t->initialiser);
  if (method->code.at.count != sizeof idiom / sizeof *idiom)
    return false;
  for (size_t i = 0; i < method->code.at.count; i++)
    if (method->code.at.at[i].opcode != idiom[i])
      return false;
  uint32_t field = method->code.at.at[6].index,
           call = method->code.at.at[1].index;
  return strcmp(java_text(t->file, java_ref_name(t->file, field)),
                "$assertionsDisabled") == 0 &&
         strcmp(java_text(t->file, java_ref_name(t->file, call)),
                "desiredAssertionStatus") == 0;
}
