/* Which methods are called and which classes have instances: rapid type
 * analysis. A class has instances if a 'new' of a method that is called names
 * it; a call through a reference runs the methods of such classes alone. */
#include "lang/java/classes.h"

/* What the machine itself makes instances of. */
static const char *const thrown_by_machine[] = {
    "java/lang/NullPointerException",
    "java/lang/ArithmeticException",
    "java/lang/ArrayIndexOutOfBoundsException",
    "java/lang/NegativeArraySizeException",
    "java/lang/ClassCastException",
    "java/lang/ArrayStoreException",
    "java/lang/String"};

static void mark_method(java_classes *p, uint32_t method) {
  java_method *f = java_method_at(p, method);
  if (f->is_reached || !f->member->has_code)
    return;
  f->is_reached = true;
  vec_push(p->m, &p->reached, method);
}

static bool has_default_methods(const java_classes *p, const java_type *t) {
  for (uint32_t i = 0; i < t->methods; i++) {
    const java_member *f = p->methods.at[t->first_method + i].member;
    if (f->has_code && !(f->flags & JAVA_IS_STATIC))
      return true;
  }
  return false;
}

bool java_is_used_along(const java_classes *p, uint32_t type) {
  if (!java_is_interface(p, type))
    return true;
  for (uint32_t t = 0; t < p->types.count; t++)
    if (java_is_interface(p, t) && java_is_subtype(p, type, t) &&
        has_default_methods(p, java_type_at(p, t)))
      return true;
  return false;
}

/* Its initialiser and those of its supertypes may run. */
static void use_type(java_classes *p, uint32_t type) {
  for (uint32_t t = 0; t < p->types.count; t++) {
    const java_type *x = java_type_at(p, t);
    if (x->initialiser != JAVA_NONE && java_is_subtype(p, type, t))
      mark_method(p, x->initialiser);
  }
}

static bool make_type(java_classes *p, uint32_t type) {
  java_type *t = java_type_at(p, type);
  if (t->is_made)
    return false;
  t->is_made = true;
  use_type(p, type);
  if (java_is_box(p, type) && java_boxes_method(p) != JAVA_NONE)
    mark_method(p, java_boxes_method(p));
  return true;
}

void java_find_targets(java_classes *p, uint32_t type, uint32_t name,
                       uint32_t descriptor, java_targets *out) {
  out->count = 0;
  for (uint32_t i = 0; i < p->types.count; i++)
    if (p->types.at[i].is_made && java_is_subtype(p, i, type))
      vec_push(p->m, out,
               ((java_target){i, java_select_method(p, i, name, descriptor)}));
}

/* Those of a model that the front end calls. */
static void mark_all_methods(java_classes *p, const char *model) {
  uint32_t type = java_type_called(p, model);
  for (uint32_t i = 0; type != JAVA_NONE && i < java_type_at(p, type)->methods;
       i++)
    mark_method(p, java_type_at(p, type)->first_method + i);
}

static uint32_t type_of_constant(const java_classes *p, const java_class *c,
                                 uint32_t n) {
  return java_type_named(p, java_constant_at(c, n)->name);
}

static void reach_call(java_classes *p, const java_class *c,
                       const java_instruction *x, java_targets *targets) {
  uint32_t name = java_ref_name(c, x->index);
  uint32_t class_name =
      java_class_of_model(p, java_ref_class(c, x->index), name);
  uint32_t descriptor = java_ref_descriptor(c, x->index);
  uint32_t type = java_type_named(p, class_name);
  java_intrinsic what = java_find_intrinsic(p, class_name, name, descriptor);
  if (what == JAVA_ARRAY_COPY)
    mark_all_methods(p, "custos/Copies");
  if (type == JAVA_NONE || what != JAVA_NO_INTRINSIC)
    return;
  uint32_t method = java_find_method(p, type, name, descriptor);
  if (method == JAVA_NONE)
    return;
  if (x->opcode == JAVA_INVOKESTATIC)
    use_type(p, java_method_at(p, method)->type);
  if (x->opcode == JAVA_INVOKESTATIC || x->opcode == JAVA_INVOKESPECIAL ||
      (java_method_at(p, method)->member->flags & JAVA_IS_PRIVATE)) {
    mark_method(p, method);
    return;
  }
  java_find_targets(p, type, name, descriptor, targets);
  vec_each (const java_target, t, targets)
    if (t->method != JAVA_NONE)
      mark_method(p, t->method);
}

static bool reach_instruction(java_classes *p, const java_class *c,
                              const java_instruction *x,
                              java_targets *targets) {
  uint32_t type = JAVA_NONE;
  switch (x->opcode) {
  case JAVA_NEW:
    type = type_of_constant(p, c, x->index);
    return type != JAVA_NONE && make_type(p, type);
  case JAVA_GETSTATIC:
  case JAVA_PUTSTATIC:
    type = java_type_named(p, java_ref_class(c, x->index));
    if (type != JAVA_NONE)
      type = java_find_field(p, type, java_ref_name(c, x->index),
                             java_ref_descriptor(c, x->index));
    if (type != JAVA_NONE) {
      p->fields.at[type].is_used = true;
      use_type(p, p->fields.at[type].type);
    }
    return false;
  case JAVA_INVOKEVIRTUAL:
  case JAVA_INVOKESPECIAL:
  case JAVA_INVOKESTATIC:
  case JAVA_INVOKEINTERFACE:
    reach_call(p, c, x, targets);
    return false;
  case JAVA_INVOKEDYNAMIC:
    mark_all_methods(p, "custos/Strings");
    return false;
  default:
    return false;
  }
}

/* True: a class has instances now that had none. */
static bool reach_method(java_classes *p, uint32_t method,
                         java_targets *targets) {
  java_method *f = java_method_at(p, method);
  bool changed = false;
  if (!f->is_decoded) {
    f->is_decoded = true;
    if (!java_decode(p->m, java_type_at(p, f->type)->file, f->member, p->r,
                     &f->code))
      return false;
  }
  const java_class *c = java_type_at(p, f->type)->file;
  vec_each (const java_instruction, x, &f->code.at)
    changed |= reach_instruction(p, c, x, targets);
  return changed;
}

/* Numbers in the order of a walk through the tree of classes, so that the
 * subclasses of a class are neighbours. */
static void number_types(java_classes *p) {
  vec(uint32_t) waiting = {0};
  for (uint32_t i = 0; i < p->types.count; i++)
    if (p->types.at[i].super == JAVA_NONE)
      vec_push(p->m, &waiting, i);
  while (waiting.count) {
    uint32_t type = vec_pop(&waiting);
    java_type *t = java_type_at(p, type);
    if (t->is_made) {
      vec_push(p->m, &p->made, type);
      t->number = (uint32_t)p->made.count;
    }
    for (uint32_t i = 0; i < p->types.count; i++)
      if (p->types.at[i].super == type)
        vec_push(p->m, &waiting, i);
  }
  vec_free(p->m, &waiting);
}

static bool may_catch_assertions(const java_classes *p, const java_class *c,
                                 const java_handler *h) {
  if (h->type == 0)
    return true;
  uint32_t type = type_of_constant(p, c, h->type);
  uint32_t error = java_type_called(p, "java/lang/AssertionError");
  return type == JAVA_NONE || error == JAVA_NONE ||
         java_is_subtype(p, error, type) || java_is_subtype(p, type, error);
}

static void look_at_handlers(java_classes *p) {
  vec_each (const uint32_t, n, &p->reached) {
    const java_method *f = java_method_at(p, *n);
    const java_class *c = java_type_at(p, f->type)->file;
    vec_each (const java_handler, h, &f->member->code.handlers)
      p->catches_assertions |= may_catch_assertions(p, c, h);
  }
}

bool java_reach(java_classes *p, uint32_t start) {
  java_targets targets = {0};
  size_t before = p->r->count;
  p->start = start;
  mark_method(p, start);
  use_type(p, java_method_at(p, start)->type);
  for (size_t i = 0; i < sizeof thrown_by_machine / sizeof *thrown_by_machine;
       i++) {
    uint32_t type = java_type_called(p, thrown_by_machine[i]);
    if (type != JAVA_NONE)
      make_type(p, type);
  }
  for (bool changed = true; changed && p->r->count == before;) {
    changed = false;
    size_t count = p->reached.count;
    for (size_t i = 0; i < p->reached.count && p->r->count == before; i++)
      changed |= reach_method(p, p->reached.at[i], &targets);
    changed |= p->reached.count != count;
  }
  vec_free(p->m, &targets);
  number_types(p);
  look_at_handlers(p);
  return p->r->count == before;
}

/* ldc X; invokevirtual desiredAssertionStatus; ifne; iconst_1; goto; iconst_0;
 * putstatic $assertionsDisabled; return: nobody reads that field. */
bool java_initialiser_is_trivial(const java_classes *p, uint32_t type) {
  static const java_opcode idiom[] = {
      JAVA_LDC,  JAVA_INVOKEVIRTUAL, JAVA_IFNE,      JAVA_ICONST_1,
      JAVA_GOTO, JAVA_ICONST_0,      JAVA_PUTSTATIC, JAVA_RETURN};
  const java_type *t = java_type_at(p, type);
  const java_method *f = java_method_at(p, t->initialiser);
  if (f->code.at.count != sizeof idiom / sizeof *idiom)
    return false;
  for (size_t i = 0; i < f->code.at.count; i++)
    if (f->code.at.at[i].opcode != idiom[i])
      return false;
  uint32_t field = f->code.at.at[6].index, call = f->code.at.at[1].index;
  return strcmp(java_text(t->file, java_ref_name(t->file, field)),
                "$assertionsDisabled") == 0 &&
         strcmp(java_text(t->file, java_ref_name(t->file, call)),
                "desiredAssertionStatus") == 0;
}
