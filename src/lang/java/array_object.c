/* Arrays have no class in memory (lower.h). Where one is used as an Object, it
 * is put into an object of the model custos.ArrayObject, with the number of
 * its type; a cast to an array takes it out. Two such objects of one array are
 * the same (custos.Boxes), as programs see them. */
#include "lang/java/lowering.h"

static uint32_t model(const java_lowering *lowering) {
  return java_type_called(lowering->p, "custos/ArrayObject");
}

static uint32_t field_at(java_lowering *lowering, uint32_t object,
                         const char *name, const char *descriptor) {
  uint32_t field = java_find_field(lowering->p, model(lowering),
                                   java_find_name(lowering->p, name),
                                   java_find_name(lowering->p, descriptor));
  assert(field != JAVA_NONE);
  return java_offset(lowering, object,
                     java_word(lowering, JAVA_POINTER_BITS,
                               lowering->p->fields.at[field].offset));
}

static bool holds_references(const char *type) {
  return type[1] == '[' || type[1] == 'L';
}

static uint32_t type_at(java_lowering *lowering, uint32_t object) {
  return field_at(lowering, object, "type", "I");
}

static uint32_t array_at(java_lowering *lowering, uint32_t object) {
  return field_at(lowering, object, "array", "[Ljava/lang/Object;");
}

void java_wrap_array(java_lowering *lowering, java_slot *slot) {
  uint32_t type = model(lowering);
  lowering->p->wants_array_objects = true;
  if (type == JAVA_NONE || !java_type_at(lowering->p, type)->is_made ||
      java_is_covariant(lowering->p, slot->type)) {
    java_unsupported(lowering, "an array that is used as an Object");
    return;
  }
  bool has = holds_references(java_name_text(lowering->p, slot->type));
  uint32_t result = java_new_variable(lowering, 'A', "%o", CFA_TEMPORARY);
  uint32_t after = java_new_location(lowering);
  if (!slot->is_set) {
    java_position other =
        java_branch(lowering, java_apply(lowering, BITS_EQ, 1, slot->value,
                                         java_null(lowering)));
    java_assign(lowering, result, java_null(lowering));
    java_go(lowering, after);
    lowering->at = other;
  }
  uint32_t object = java_allocate_object(lowering, type);
  java_store(lowering, array_at(lowering, object), slot->value);
  java_store(lowering, type_at(lowering, object),
             java_word(lowering, 32, slot->type));
  java_store(lowering, field_at(lowering, object, "holdsReferences", "Z"),
             java_word(lowering, 8, has));
  java_assign(lowering, result, object);
  java_go(lowering, after);
  lowering->at = (java_position){after, CFA_NONE};
  slot->value = java_read(lowering, result);
  slot->type = java_type_at(lowering->p, type)->name;
  slot->length = 0;
}

uint32_t java_array_test(java_lowering *lowering, uint32_t object,
                         uint32_t wanted) {
  uint32_t type = model(lowering);
  if (type == JAVA_NONE || !java_type_at(lowering->p, type)->is_made)
    return java_word(lowering, 1, 0); /* no array is an Object */
  bool has = holds_references(java_name_text(lowering->p, wanted));
  uint32_t result = java_new_word(lowering, 1, "%is");
  uint32_t after = java_new_location(lowering);
  java_assign(lowering, result, java_word(lowering, 1, 0));
  java_position other =
      java_branch(lowering, java_class_test(lowering, object, type));
  uint32_t is_same =
      java_apply(lowering, BITS_EQ, 1,
                 java_load_word(lowering, 32, false, type_at(lowering, object)),
                 java_word(lowering, 32, wanted));
  java_assign(lowering, result, is_same);
  if (has) {
    uint32_t flag = java_load_word(
        lowering, 8, false, field_at(lowering, object, "holdsReferences", "Z"));
    uint32_t is_open = java_apply(
        lowering, BITS_AND, 1, java_not(lowering, is_same),
        java_apply(lowering, BITS_EQ, 1, flag, java_word(lowering, 8, 1)));
    java_position next = java_branch(lowering, is_open);
    java_unsupported(lowering, "an array that is used as one of a superclass");
    lowering->at = next;
  }
  java_go(lowering, after);
  lowering->at = other;
  java_go(lowering, after);
  lowering->at = (java_position){after, CFA_NONE};
  return java_read(lowering, result);
}

uint32_t java_unwrapped_array(java_lowering *lowering, uint32_t object) {
  return java_load_word(lowering, JAVA_POINTER_BITS, true,
                        array_at(lowering, object));
}
