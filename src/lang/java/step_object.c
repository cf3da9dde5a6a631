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
static uint32_t load_typed(java_lowering *lowering, char type,
                           uint32_t pointer) {
  unsigned width = memory_width(type);
  bool is_pointer = type == 'L' || type == '[';
  uint32_t value = java_load_word(lowering, width, is_pointer, pointer);
  if (width >= 32)
    return value;
  return java_apply(lowering,
                    type == 'C' || type == 'Z' ? BITS_ZEXT : BITS_SEXT, 32,
                    value, CFA_NONE);
}

static void store_typed(java_lowering *lowering, char type, uint32_t pointer,
                        uint32_t value) {
  unsigned width = memory_width(type);
  if (width < 32)
    value = java_apply(lowering, BITS_TRUNC, width, value, CFA_NONE);
  java_store(lowering, pointer, value);
}

static void push_typed(java_lowering *lowering, const char *descriptor,
                       uint32_t value) {
  char kind = java_kind_of(descriptor);
  if (kind == 'A')
    java_push_reference(lowering, java_type_name(lowering, descriptor), value,
                        false);
  else
    java_push_value(lowering, kind, value);
}

uint32_t java_literal(java_lowering *lowering, uint32_t name) {
  if (!lowering->emits)
    return 0;
  for (size_t i = 0; i < lowering->literal_names.count; i++)
    if (lowering->literal_names.at[i] == name)
      return cfa_express(
          lowering->m, lowering->out,
          &(cfa_expression){.kind = CFA_ADDRESS,
                            .width = JAVA_POINTER_BITS,
                            .is_pointer = true,
                            .a = lowering->literal_variables.at[i],
                            .b = CFA_NONE,
                            .c = CFA_NONE});
  java_unsupported(lowering,
                   "strings: the models of the library are not there");
  return java_null(lowering);
}

/* Fields */

static void step_static(java_lowering *lowering, uint32_t field,
                        const char *descriptor) {
  bool is_get = lowering->x->opcode == JAVA_GETSTATIC;
  java_use_type(lowering, lowering->p->fields.at[field].type);
  uint32_t variable = lowering->p->fields.at[field].variable;
  assert(!lowering->emits || variable != JAVA_NONE);
  if (is_get) {
    push_typed(lowering, descriptor, java_read(lowering, variable));
    return;
  }
  java_slot slot = java_pop(lowering, java_kind_of(descriptor));
  java_convert(lowering, &slot, descriptor);
  vec_push(lowering->m, &lowering->stack, slot);
  uint32_t value = java_pop_value(lowering, slot.kind);
  java_protect(lowering, variable);
  java_assign(lowering, variable, value);
}

static void step_instance(java_lowering *lowering, uint32_t field,
                          const char *descriptor) {
  char kind = java_kind_of(descriptor);
  uint32_t value = 0;
  bool is_put = lowering->x->opcode == JAVA_PUTFIELD;
  if (is_put) {
    java_slot slot = java_pop(lowering, kind);
    java_convert(lowering, &slot, descriptor);
    vec_push(lowering->m, &lowering->stack, slot);
    value = java_pop_value(lowering, kind);
  }
  java_slot object = java_pop(lowering, 'A');
  java_check_null(lowering, &object);
  uint32_t at = java_offset(lowering, object.value,
                            java_word(lowering, JAVA_POINTER_BITS,
                                      lowering->p->fields.at[field].offset));
  if (is_put) {
    java_protect(lowering, CFA_NONE);
    if (lowering->emits)
      store_typed(lowering, *descriptor, at, value);
  } else {
    push_typed(lowering, descriptor, load_typed(lowering, *descriptor, at));
  }
}

/* javac asks whether assertions are disabled; they are not. */
static bool is_assertion_switch(const java_lowering *lowering, uint32_t field) {
  const java_member *member = lowering->p->fields.at[field].member;
  return lowering->x->opcode == JAVA_GETSTATIC &&
         (member->flags & JAVA_IS_FINAL) &&
         strcmp(java_name_text(lowering->p, member->name),
                "$assertionsDisabled") == 0;
}

static void give_up_field(java_lowering *lowering, const char *descriptor) {
  java_opcode o = lowering->x->opcode;
  char kind = java_kind_of(descriptor);
  if (o == JAVA_PUTFIELD || o == JAVA_PUTSTATIC)
    (void)java_pop(lowering, kind);
  if (o == JAVA_PUTFIELD || o == JAVA_GETFIELD)
    (void)java_pop(lowering, 'A');
  java_unsupported(
      lowering, "field %s.%s, which has no model",
      java_name_text(lowering->p,
                     java_ref_class(lowering->c, lowering->x->index)),
      java_name_text(lowering->p,
                     java_ref_name(lowering->c, lowering->x->index)));
  if (o == JAVA_GETFIELD || o == JAVA_GETSTATIC)
    push_typed(lowering, descriptor, java_zero(lowering, kind));
}

void java_step_field(java_lowering *lowering) {
  uint32_t type = java_type_named(
      lowering->p, java_ref_class(lowering->c, lowering->x->index));
  uint32_t descriptor_name =
      java_ref_descriptor(lowering->c, lowering->x->index);
  uint32_t field =
      type == JAVA_NONE
          ? JAVA_NONE
          : java_find_field(lowering->p, type,
                            java_ref_name(lowering->c, lowering->x->index),
                            descriptor_name);
  const char *descriptor = java_name_text(lowering->p, descriptor_name);
  char copy[300];
  bool is_static_use = lowering->x->opcode == JAVA_GETSTATIC ||
                       lowering->x->opcode == JAVA_PUTSTATIC;
  if (strlen(descriptor) >= sizeof copy)
    field = JAVA_NONE;
  else
    descriptor = memcpy(copy, descriptor, strlen(descriptor) + 1);
  if (field == JAVA_NONE ||
      is_static_use !=
          ((lowering->p->fields.at[field].member->flags & JAVA_IS_STATIC) != 0))
    give_up_field(lowering, descriptor);
  else if (is_assertion_switch(lowering, field))
    java_push_value(lowering, 'I', java_word(lowering, 32, 0));
  else if (is_static_use)
    step_static(lowering, field, descriptor);
  else
    step_instance(lowering, field, descriptor);
}

/* new */

/* Behind it, up to athrow, only what makes the error's message, and cannot
 * end otherwise. */
static bool is_thrown_at_once(const java_lowering *lowering) {
  for (uint32_t i = lowering->number + 1; i < lowering->f->code.at.count; i++) {
    const java_instruction *instruction = &lowering->f->code.at.at[i];
    java_opcode o = instruction->opcode;
    if (lowering->entries[i].is_leader)
      return false;
    if (o == JAVA_ATHROW)
      return true;
    bool is_push = o <= JAVA_LDC2_W || o == JAVA_DUP ||
                   (o >= JAVA_ILOAD && o <= JAVA_ALOAD) ||
                   (o >= JAVA_ILOAD_0 && o <= JAVA_ALOAD_3);
    bool is_constructor =
        o == JAVA_INVOKESPECIAL &&
        strcmp(java_name_text(lowering->p,
                              java_ref_class(lowering->c, instruction->index)),
               "java/lang/AssertionError") == 0;
    if (!is_push && !is_constructor)
      return false;
    if (is_constructor &&
        strcmp(java_name_text(
                   lowering->p,
                   java_ref_descriptor(lowering->c, instruction->index)),
               "(Ljava/lang/Object;)V") == 0)
      return i > 0 && lowering->f->code.at.at[i - 1].opcode == JAVA_LDC &&
             i + 1 < lowering->f->code.at.count &&
             lowering->f->code.at.at[i + 1].opcode == JAVA_ATHROW;
  }
  return false;
}

void java_step_new(java_lowering *lowering) {
  uint32_t name = java_constant_at(lowering->c, lowering->x->index)->name;
  uint32_t type = java_type_named(lowering->p, name);
  uint32_t object = 0;
  if (lowering->emits && !lowering->p->catches_assertions &&
      strcmp(java_name_text(lowering->p, name), "java/lang/AssertionError") ==
          0 &&
      is_thrown_at_once(lowering)) {
    cfa_edge edge = java_edge(CFA_FAIL);
    edge.error = CFA_ERROR_ASSERTION;
    edge.name = cfa_name(lowering->m, lowering->out, "assert");
    java_emit(lowering, edge);
  }
  const java_type *t =
      type == JAVA_NONE ? NULL : java_type_at(lowering->p, type);
  if (!t)
    java_unsupported(lowering, "class %s, which has no model",
                     java_name_text(lowering->p, name));
  else if (t->missing != NAMES_NONE)
    java_unsupported(lowering, "class %s, which has no model",
                     java_name_text(lowering->p, t->missing));
  else if (t->file->flags & (JAVA_IS_ABSTRACT | JAVA_IS_INTERFACE))
    java_unsupported(lowering, "an instance of abstract class %s",
                     java_name_text(lowering->p, name));
  else {
    java_use_type(lowering, type);
    java_protect(lowering, CFA_NONE);
    object = java_allocate_object(lowering, type);
  }
  if (!object && lowering->emits)
    object = java_null(lowering);
  java_push_reference(lowering, name, object, true);
}

/* Casts */

/* Is 'slot', which is not null, of this class, or an array of this type? One
 * bit; *is_known: it cannot be told. */
static uint32_t test_class(java_lowering *lowering, const java_slot *slot,
                           uint32_t name, bool *is_known) {
  const char *wanted = java_name_text(lowering->p, name);
  const char *have = slot->type == NAMES_NONE
                         ? "java/lang/Object"
                         : java_name_text(lowering->p, slot->type);
  uint32_t type = java_type_named(lowering->p, name);
  *is_known = true;
  if (name == lowering->p->object_name)
    return java_word(lowering, 1, 1);
  if (*have == '[' && slot->type == name)
    return java_word(lowering, 1, 1);
  if (*have == '[') {
    /* Of another array, whose class it does not tell. */
    *is_known = *wanted != '[' && type != JAVA_NONE &&
                !java_is_interface(lowering->p, type);
    return java_word(lowering, 1, 0);
  }
  if (*wanted == '[')
    return java_array_test(lowering, slot->value, name);
  if (type == JAVA_NONE)
    return java_word(lowering, 1, 0); /* of a class that is not there */
  return java_class_test(lowering, slot->value, type);
}

static void step_cast(java_lowering *lowering, uint32_t name) {
  java_slot slot = java_pop(lowering, 'A');
  bool is_known;
  bool is_unwrapped = slot.type != NAMES_NONE &&
                      *java_name_text(lowering->p, slot.type) != '[' &&
                      *java_name_text(lowering->p, name) == '[';
  if (lowering->emits && slot.type != NAMES_NONE && slot.type != name) {
    uint32_t result = java_new_variable(lowering, 'A', "%a", CFA_TEMPORARY);
    if (is_unwrapped)
      java_assign(lowering, result, java_null(lowering));
    uint32_t after = java_new_location(lowering);
    java_position other =
        java_branch(lowering, java_apply(lowering, BITS_EQ, 1, slot.value,
                                         java_null(lowering)));
    java_go(lowering, after);
    lowering->at = other;
    uint32_t bit = test_class(lowering, &slot, name, &is_known);
    if (!is_known)
      java_unsupported(lowering, "a cast of an array");
    java_throw_if(lowering, java_not(lowering, bit),
                  "java/lang/ClassCastException");
    if (is_unwrapped)
      java_assign(lowering, result, java_unwrapped_array(lowering, slot.value));
    java_go(lowering, after);
    lowering->at = (java_position){after, CFA_NONE};
    if (is_unwrapped)
      slot.value = java_read(lowering, result);
  }
  /* An array stays one where an Object is wanted. */
  bool is_array = slot.type != NAMES_NONE &&
                  *java_name_text(lowering->p, slot.type) == '[' &&
                  *java_name_text(lowering->p, name) != '[';
  java_push_reference(lowering,
                      slot.type == NAMES_NONE || is_array ? slot.type : name,
                      slot.value, slot.is_set);
}

static void step_instanceof(java_lowering *lowering, uint32_t name) {
  java_slot slot = java_pop(lowering, 'A');
  if (!lowering->emits || slot.type == NAMES_NONE) {
    java_push_value(lowering, 'I', java_word(lowering, 32, 0));
    return;
  }
  bool is_known;
  uint32_t result = java_new_variable(lowering, 'I', "%is", CFA_TEMPORARY);
  uint32_t after = java_new_location(lowering);
  java_position other =
      java_branch(lowering, java_apply(lowering, BITS_EQ, 1, slot.value,
                                       java_null(lowering)));
  java_assign(lowering, result, java_word(lowering, 32, 0));
  java_go(lowering, after);
  lowering->at = other;
  uint32_t bit = test_class(lowering, &slot, name, &is_known);
  if (!is_known)
    java_unsupported(lowering, "instanceof of an array");
  java_assign(lowering, result, java_truth(lowering, bit));
  java_go(lowering, after);
  lowering->at = (java_position){after, CFA_NONE};
  java_push_value(lowering, 'I', java_read(lowering, result));
}

void java_step_cast(java_lowering *lowering) {
  uint32_t name = java_constant_at(lowering->c, lowering->x->index)->name;
  if (lowering->x->opcode == JAVA_CHECKCAST)
    step_cast(lowering, name);
  else
    step_instanceof(lowering, name);
}
