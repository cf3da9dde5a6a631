/* What models ask the machine: the class of an object, and copies of arrays
 * whose types only the call tells. */
#include "lang/java/lowering.h"

#include <stdio.h>

uint32_t java_asked_name(java_classes *classes, uint32_t type) {
  char copy[300];
  (void)snprintf(copy, sizeof copy, "%s",
                 java_name_text(classes, java_type_at(classes, type)->name));
  for (char *c = copy; *c; c++)
    *c = *c == '/' ? '.' : *c;
  return java_name(classes, copy);
}

bool java_name_is_asked(const java_classes *classes, uint32_t type) {
  uint32_t thrown = java_type_called(classes, "java/lang/Throwable");
  return thrown != JAVA_NONE && java_type_at(classes, type)->is_made &&
         java_is_subtype(classes, type, thrown);
}

/* One branch for each class. */
uint32_t java_class_name(java_lowering *lowering, uint32_t object) {
  if (!lowering->emits)
    return 0;
  uint32_t result = java_new_variable(lowering, 'A', "%name", CFA_TEMPORARY);
  uint32_t after = java_new_location(lowering);
  uint32_t word = java_load_word(lowering, 32, false, object);
  for (size_t i = 0; i < lowering->p->made.count; i++) {
    uint32_t type = lowering->p->made.at[i];
    if (!java_name_is_asked(lowering->p, type))
      continue;
    java_position other =
        java_branch(lowering, java_is_between(lowering, word, i + 1, i + 1));
    java_assign(lowering, result,
                java_literal(lowering, java_asked_name(lowering->p, type)));
    java_go(lowering, after);
    lowering->at = other;
  }
  java_unsupported(lowering, "the name of a class");
  lowering->at = (java_position){after, CFA_NONE};
  return java_read(lowering, result);
}

static bool has_text(const java_classes *classes, uint32_t type) {
  uint32_t found =
      java_select_method(classes, type, java_find_name(classes, "toString"),
                         java_find_name(classes, "()Ljava/lang/String;"));
  return found == JAVA_NONE ||
         java_type_at(classes, java_method_at(classes, found)->type)->name !=
             classes->object_name;
}

/* 0 for null, and for those whose text is Object's. */
uint32_t java_has_text(java_lowering *lowering, uint32_t object) {
  if (!lowering->emits)
    return 0;
  uint32_t result = java_new_variable(lowering, 'I', "%is", CFA_TEMPORARY);
  uint32_t after = java_new_location(lowering);
  java_assign(lowering, result, java_word(lowering, 32, 0));
  java_position other = java_branch(
      lowering, java_apply(lowering, BITS_EQ, 1, object, java_null(lowering)));
  java_go(lowering, after);
  lowering->at = other;
  uint32_t word = java_load_word(lowering, 32, false, object),
           bit = java_word(lowering, 1, 0);
  size_t count = lowering->p->made.count;
  for (size_t i = 0; i < count; i++) {
    size_t last = i;
    if (!has_text(lowering->p, lowering->p->made.at[i]))
      continue;
    while (last + 1 < count &&
           has_text(lowering->p, lowering->p->made.at[last + 1]))
      last++;
    bit = java_apply(lowering, BITS_OR, 1, bit,
                     java_is_between(lowering, word, i + 1, last + 1));
    i = last;
  }
  java_assign(lowering, result, java_truth(lowering, bit));
  java_go(lowering, after);
  lowering->at = (java_position){after, CFA_NONE};
  return java_read(lowering, result);
}

/* The model that copies elements of this array to that one; NULL: it cannot
 * be told whether all of them may be stored there. */
static const char *copier_of(const java_lowering *lowering,
                             const java_slot *from, const java_slot *to) {
  static const char *const descriptors[] = {
      "([ZI[ZII)V", "([BI[BII)V", "([CI[CII)V", "([SI[SII)V",
      "([II[III)V", "([JI[JII)V", "([FI[FII)V", "([DI[DII)V"};
  if (from->type == NAMES_NONE || to->type == NAMES_NONE)
    return NULL;
  const char *have = java_name_text(lowering->p, from->type);
  const char *wanted = java_name_text(lowering->p, to->type);
  if (*have != '[' || *wanted != '[')
    return NULL;
  if (have[1] != 'L' && have[1] != '[') {
    for (size_t i = 0; i < sizeof descriptors / sizeof *descriptors; i++)
      if (descriptors[i][2] == have[1] && strcmp(have, wanted) == 0)
        return descriptors[i];
    return NULL;
  }
  if (java_is_covariant(lowering->p, to->type) &&
      !java_is_model(lowering->p, lowering->f->type))
    return NULL;
  bool all_fit = from->type == to->type ||
                 (strcmp(wanted, "[Ljava/lang/Object;") == 0 && have[1] == 'L');
  return all_fit ? "([Ljava/lang/Object;I[Ljava/lang/Object;II)V" : NULL;
}

void java_step_array_copy(java_lowering *lowering) {
  java_slot slot[5];
  uint32_t values[5];
  for (size_t i = 5; i-- > 0;)
    slot[i] = java_pop(lowering, i == 0 || i == 2 ? 'A' : 'I');
  if (!lowering->emits)
    return;
  const char *descriptor = copier_of(lowering, &slot[0], &slot[2]);
  uint32_t type = java_type_called(lowering->p, "custos/Copies");
  uint32_t method =
      descriptor && type != JAVA_NONE
          ? java_find_method(lowering->p, type,
                             java_find_name(lowering->p, "copy"),
                             java_find_name(lowering->p, descriptor))
          : JAVA_NONE;
  if (method == JAVA_NONE) {
    java_unsupported(lowering,
                     "System.arraycopy of arrays whose types are not the "
                     "same, or not known");
    return;
  }
  java_protect(lowering, CFA_NONE);
  for (size_t i = 0; i < 5; i++) {
    java_settle(lowering, &slot[i]);
    values[i] = slot[i].value;
  }
  (void)java_call(lowering, method, values, 5);
}
