/* Objects: fields, new ones, casts, and the initialisation of classes. */
#include "lang/java/lowering.h"

/* What a field or an element of a type takes in memory. */
static unsigned memory_width(char type) {
  switch (type) {
  case 'Z':
  case 'B':
    return 8;
  case 'C':
  case 'S':
    return 16;
  case 'I':
  case 'F':
    return 32;
  default:
    return 64;
  }
}

/* As the stack has it. */
static uint32_t load_typed(java_lowering *l, char type, uint32_t pointer) {
  unsigned width = memory_width(type);
  bool is_pointer = type == 'L' || type == '[';
  uint32_t value = java_load_word(l, width, is_pointer, pointer);
  if (width >= 32)
    return value;
  return java_apply(l, type == 'C' || type == 'Z' ? BITS_ZEXT : BITS_SEXT, 32,
                    value, CFA_NONE);
}

static void store_typed(java_lowering *l, char type, uint32_t pointer,
                        uint32_t value) {
  unsigned width = memory_width(type);
  if (width < 32)
    value = java_apply(l, BITS_TRUNC, width, value, CFA_NONE);
  java_store(l, pointer, value);
}

static void push_typed(java_lowering *l, const char *descriptor,
                       uint32_t value) {
  char kind = java_kind_of(descriptor);
  if (kind == 'A')
    java_push_reference(l, java_type_name(l, descriptor), value, false);
  else
    java_push_value(l, kind, value);
}

/* Classes */

/* Does a method of this type run only when that class has begun to be
 * initialised? Its own, and a superclass. */
static bool is_certainly_used(const java_lowering *l, uint32_t type) {
  return l->f && !java_is_interface(l->p, type) &&
         java_is_subtype(l->p, l->f->type, type);
}

void java_use_type(java_lowering *l, uint32_t type) {
  const java_type *t = java_type_at(l->p, type);
  if (!l->emits || t->function == JAVA_NONE || is_certainly_used(l, type))
    return;
  java_protect(l, CFA_NONE);
  uint32_t after = java_new_location(l);
  java_position other = java_branch(
      l, java_apply(l, BITS_EQ, 1, java_read(l, t->state), java_word(l, 8, 0)));
  (void)java_emit_call(l, t->function, NULL, 0, 'V');
  java_go(l, after);
  l->at = other;
  java_go(l, after);
  l->at = (java_position){after, CFA_NONE};
}

uint32_t java_literal(java_lowering *l, uint32_t name) {
  if (!l->emits)
    return 0;
  for (size_t i = 0; i < l->literal_names.count; i++)
    if (l->literal_names.at[i] == name)
      return cfa_express(l->m, l->out,
                         &(cfa_expression){.kind = CFA_ADDRESS,
                                           .width = JAVA_POINTER_BITS,
                                           .is_pointer = true,
                                           .a = l->literal_variables.at[i],
                                           .b = CFA_NONE,
                                           .c = CFA_NONE});
  java_unsupported(l, "strings: the models of the library are not there");
  return java_null(l);
}

/* Fields */

static void step_static(java_lowering *l, uint32_t field,
                        const char *descriptor) {
  bool is_get = l->x->opcode == JAVA_GETSTATIC;
  java_use_type(l, l->p->fields.at[field].type);
  uint32_t variable = l->p->fields.at[field].variable;
  assert(!l->emits || variable != JAVA_NONE);
  if (is_get) {
    push_typed(l, descriptor, java_read(l, variable));
    return;
  }
  java_slot s = java_pop(l, java_kind_of(descriptor));
  java_convert(l, &s, descriptor);
  vec_push(l->m, &l->stack, s);
  uint32_t value = java_pop_value(l, s.kind);
  java_protect(l, variable);
  java_assign(l, variable, value);
}

static void step_instance(java_lowering *l, uint32_t field,
                          const char *descriptor) {
  char kind = java_kind_of(descriptor);
  uint32_t value = 0;
  bool is_put = l->x->opcode == JAVA_PUTFIELD;
  if (is_put) {
    java_slot s = java_pop(l, kind);
    java_convert(l, &s, descriptor);
    vec_push(l->m, &l->stack, s);
    value = java_pop_value(l, kind);
  }
  java_slot object = java_pop(l, 'A');
  java_check_null(l, &object);
  uint32_t at = java_offset(
      l, object.value,
      java_word(l, JAVA_POINTER_BITS, l->p->fields.at[field].offset));
  if (is_put) {
    java_protect(l, CFA_NONE);
    if (l->emits)
      store_typed(l, *descriptor, at, value);
  } else {
    push_typed(l, descriptor, load_typed(l, *descriptor, at));
  }
}

/* javac asks whether assertions are disabled; they are not. */
static bool is_assertion_switch(const java_lowering *l, uint32_t field) {
  const java_member *f = l->p->fields.at[field].member;
  return l->x->opcode == JAVA_GETSTATIC && (f->flags & JAVA_IS_FINAL) &&
         strcmp(java_name_text(l->p, f->name), "$assertionsDisabled") == 0;
}

static void give_up_field(java_lowering *l, const char *descriptor) {
  java_opcode o = l->x->opcode;
  char kind = java_kind_of(descriptor);
  if (o == JAVA_PUTFIELD || o == JAVA_PUTSTATIC)
    (void)java_pop(l, kind);
  if (o == JAVA_PUTFIELD || o == JAVA_GETFIELD)
    (void)java_pop(l, 'A');
  java_unsupported(l, "field %s.%s, which has no model",
                   java_name_text(l->p, java_ref_class(l->c, l->x->index)),
                   java_name_text(l->p, java_ref_name(l->c, l->x->index)));
  if (o == JAVA_GETFIELD || o == JAVA_GETSTATIC)
    push_typed(l, descriptor, java_zero(l, kind));
}

void java_step_field(java_lowering *l) {
  uint32_t type = java_type_named(l->p, java_ref_class(l->c, l->x->index));
  uint32_t descriptor_name = java_ref_descriptor(l->c, l->x->index);
  uint32_t field =
      type == JAVA_NONE
          ? JAVA_NONE
          : java_find_field(l->p, type, java_ref_name(l->c, l->x->index),
                            descriptor_name);
  const char *descriptor = java_name_text(l->p, descriptor_name);
  char copy[300];
  bool is_static_use =
      l->x->opcode == JAVA_GETSTATIC || l->x->opcode == JAVA_PUTSTATIC;
  if (strlen(descriptor) >= sizeof copy)
    field = JAVA_NONE;
  else
    descriptor = memcpy(copy, descriptor, strlen(descriptor) + 1);
  if (field == JAVA_NONE ||
      is_static_use !=
          ((l->p->fields.at[field].member->flags & JAVA_IS_STATIC) != 0))
    give_up_field(l, descriptor);
  else if (is_assertion_switch(l, field))
    java_push_value(l, 'I', java_word(l, 32, 0));
  else if (is_static_use)
    step_static(l, field, descriptor);
  else
    step_instance(l, field, descriptor);
}

/* new */

/* Behind it, up to athrow, only what makes the error's message, and cannot
 * end otherwise. */
static bool is_thrown_at_once(const java_lowering *l) {
  for (uint32_t i = l->number + 1; i < l->f->code.at.count; i++) {
    const java_instruction *x = &l->f->code.at.at[i];
    java_opcode o = x->opcode;
    if (l->entries[i].is_leader)
      return false;
    if (o == JAVA_ATHROW)
      return true;
    bool is_push = o <= JAVA_LDC2_W || o == JAVA_DUP ||
                   (o >= JAVA_ILOAD && o <= JAVA_ALOAD) ||
                   (o >= JAVA_ILOAD_0 && o <= JAVA_ALOAD_3);
    bool is_constructor =
        o == JAVA_INVOKESPECIAL &&
        strcmp(java_name_text(l->p, java_ref_class(l->c, x->index)),
               "java/lang/AssertionError") == 0;
    if (!is_push && !is_constructor)
      return false;
    if (is_constructor &&
        strcmp(java_name_text(l->p, java_ref_descriptor(l->c, x->index)),
               "(Ljava/lang/Object;)V") == 0)
      return i > 0 && l->f->code.at.at[i - 1].opcode == JAVA_LDC &&
             i + 1 < l->f->code.at.count &&
             l->f->code.at.at[i + 1].opcode == JAVA_ATHROW;
  }
  return false;
}

void java_step_new(java_lowering *l) {
  uint32_t name = java_constant_at(l->c, l->x->index)->name;
  uint32_t type = java_type_named(l->p, name);
  uint32_t object = 0;
  if (l->emits && !l->p->catches_assertions &&
      strcmp(java_name_text(l->p, name), "java/lang/AssertionError") == 0 &&
      is_thrown_at_once(l)) {
    cfa_edge e = java_edge(CFA_FAIL);
    e.error = CFA_ERROR_ASSERTION;
    e.name = cfa_name(l->m, l->out, "assert");
    java_emit(l, e);
  }
  const java_type *t = type == JAVA_NONE ? NULL : java_type_at(l->p, type);
  if (!t)
    java_unsupported(l, "class %s, which has no model",
                     java_name_text(l->p, name));
  else if (t->missing != NAMES_NONE)
    java_unsupported(l, "class %s, which has no model",
                     java_name_text(l->p, t->missing));
  else if (t->file->flags & (JAVA_IS_ABSTRACT | JAVA_IS_INTERFACE))
    java_unsupported(l, "an instance of abstract class %s",
                     java_name_text(l->p, name));
  else {
    java_use_type(l, type);
    java_protect(l, CFA_NONE);
    object = java_allocate_object(l, type);
  }
  if (!object && l->emits)
    object = java_null(l);
  java_push_reference(l, name, object, true);
}

/* Casts */

/* Is 's', which is not null, of this class, or an array of this type? One
 * bit; *is_known: it cannot be told. */
static uint32_t test_class(java_lowering *l, const java_slot *s, uint32_t name,
                           bool *is_known) {
  const char *wanted = java_name_text(l->p, name);
  const char *have = s->type == NAMES_NONE ? "java/lang/Object"
                                           : java_name_text(l->p, s->type);
  uint32_t type = java_type_named(l->p, name);
  *is_known = true;
  if (name == l->p->object_name)
    return java_word(l, 1, 1);
  if (*have == '[' && s->type == name)
    return java_word(l, 1, 1);
  if (*have == '[') {
    /* Of another array, whose class it does not tell. */
    *is_known =
        *wanted != '[' && type != JAVA_NONE && !java_is_interface(l->p, type);
    return java_word(l, 1, 0);
  }
  if (*wanted == '[' || type == JAVA_NONE)
    return java_word(l, 1, 0); /* it is no array, nor of a class that is not
                                  there */
  return java_class_test(l, s->value, type);
}

static void step_cast(java_lowering *l, uint32_t name) {
  java_slot s = java_pop(l, 'A');
  bool is_known;
  if (l->emits && s.type != NAMES_NONE && s.type != name) {
    uint32_t after = java_new_location(l);
    java_position other =
        java_branch(l, java_apply(l, BITS_EQ, 1, s.value, java_null(l)));
    java_go(l, after);
    l->at = other;
    uint32_t bit = test_class(l, &s, name, &is_known);
    if (!is_known)
      java_unsupported(l, "a cast of an array");
    java_throw_if(l, java_not(l, bit), "java/lang/ClassCastException");
    java_go(l, after);
    l->at = (java_position){after, CFA_NONE};
  }
  /* An array stays one where an Object is wanted. */
  bool is_array = s.type != NAMES_NONE &&
                  *java_name_text(l->p, s.type) == '[' &&
                  *java_name_text(l->p, name) != '[';
  java_push_reference(l, s.type == NAMES_NONE || is_array ? s.type : name,
                      s.value, s.is_set);
}

static void step_instanceof(java_lowering *l, uint32_t name) {
  java_slot s = java_pop(l, 'A');
  if (!l->emits || s.type == NAMES_NONE) {
    java_push_value(l, 'I', java_word(l, 32, 0));
    return;
  }
  bool is_known;
  uint32_t result = java_new_variable(l, 'I', "%is", CFA_TEMPORARY);
  uint32_t after = java_new_location(l);
  java_position other =
      java_branch(l, java_apply(l, BITS_EQ, 1, s.value, java_null(l)));
  java_assign(l, result, java_word(l, 32, 0));
  java_go(l, after);
  l->at = other;
  uint32_t bit = test_class(l, &s, name, &is_known);
  if (!is_known)
    java_unsupported(l, "instanceof of an array");
  java_assign(l, result, java_truth(l, bit));
  java_go(l, after);
  l->at = (java_position){after, CFA_NONE};
  java_push_value(l, 'I', java_read(l, result));
}

void java_step_cast(java_lowering *l) {
  uint32_t name = java_constant_at(l->c, l->x->index)->name;
  if (l->x->opcode == JAVA_CHECKCAST)
    step_cast(l, name);
  else
    step_instanceof(l, name);
}
