/* What models ask the machine: the class of an object, and copies of arrays
 * whose types only the call tells. */
#include "lang/java/lowering.h"

#include <stdio.h>

uint32_t java_asked_name(java_classes *p, uint32_t type) {
  char copy[300];
  (void)snprintf(copy, sizeof copy, "%s",
                 java_name_text(p, java_type_at(p, type)->name));
  for (char *c = copy; *c; c++)
    *c = *c == '/' ? '.' : *c;
  return java_name(p, copy);
}

bool java_name_is_asked(const java_classes *p, uint32_t type) {
  uint32_t thrown = java_type_called(p, "java/lang/Throwable");
  return thrown != JAVA_NONE && java_type_at(p, type)->is_made &&
         java_is_subtype(p, type, thrown);
}

/* One branch for each class. */
uint32_t java_class_name(java_lowering *l, uint32_t object) {
  if (!l->emits)
    return 0;
  uint32_t result = java_new_variable(l, 'A', "%name", CFA_TEMPORARY);
  uint32_t after = java_new_location(l);
  uint32_t word = java_load_word(l, 32, false, object);
  for (size_t i = 0; i < l->p->made.count; i++) {
    uint32_t type = l->p->made.at[i];
    if (!java_name_is_asked(l->p, type))
      continue;
    java_position other =
        java_branch(l, java_is_between(l, word, i + 1, i + 1));
    java_assign(l, result, java_literal(l, java_asked_name(l->p, type)));
    java_go(l, after);
    l->at = other;
  }
  java_unsupported(l, "the name of a class");
  l->at = (java_position){after, CFA_NONE};
  return java_read(l, result);
}

static bool has_text(const java_classes *p, uint32_t type) {
  uint32_t found =
      java_select_method(p, type, java_find_name(p, "toString"),
                         java_find_name(p, "()Ljava/lang/String;"));
  return found == JAVA_NONE ||
         java_type_at(p, java_method_at(p, found)->type)->name !=
             p->object_name;
}

/* 0 for null, and for those whose text is Object's. */
uint32_t java_has_text(java_lowering *l, uint32_t object) {
  if (!l->emits)
    return 0;
  uint32_t result = java_new_variable(l, 'I', "%is", CFA_TEMPORARY);
  uint32_t after = java_new_location(l);
  java_assign(l, result, java_word(l, 32, 0));
  java_position other =
      java_branch(l, java_apply(l, BITS_EQ, 1, object, java_null(l)));
  java_go(l, after);
  l->at = other;
  uint32_t word = java_load_word(l, 32, false, object),
           bit = java_word(l, 1, 0);
  size_t count = l->p->made.count;
  for (size_t i = 0; i < count; i++) {
    size_t last = i;
    if (!has_text(l->p, l->p->made.at[i]))
      continue;
    while (last + 1 < count && has_text(l->p, l->p->made.at[last + 1]))
      last++;
    bit = java_apply(l, BITS_OR, 1, bit,
                     java_is_between(l, word, i + 1, last + 1));
    i = last;
  }
  java_assign(l, result, java_truth(l, bit));
  java_go(l, after);
  l->at = (java_position){after, CFA_NONE};
  return java_read(l, result);
}

/* The model that copies elements of this array to that one; NULL: it cannot
 * be told whether all of them may be stored there. */
static const char *copier_of(const java_lowering *l, const java_slot *from,
                             const java_slot *to) {
  static const char *const descriptors[] = {
      "([ZI[ZII)V", "([BI[BII)V", "([CI[CII)V", "([SI[SII)V",
      "([II[III)V", "([JI[JII)V", "([FI[FII)V", "([DI[DII)V"};
  if (from->type == NAMES_NONE || to->type == NAMES_NONE)
    return NULL;
  const char *have = java_name_text(l->p, from->type);
  const char *wanted = java_name_text(l->p, to->type);
  if (*have != '[' || *wanted != '[')
    return NULL;
  if (have[1] != 'L' && have[1] != '[') {
    for (size_t i = 0; i < sizeof descriptors / sizeof *descriptors; i++)
      if (descriptors[i][2] == have[1] && strcmp(have, wanted) == 0)
        return descriptors[i];
    return NULL;
  }
  if (java_is_covariant(l->p, to->type) && !java_is_model(l->p, l->f->type))
    return NULL;
  bool all_fit = from->type == to->type ||
                 (strcmp(wanted, "[Ljava/lang/Object;") == 0 && have[1] == 'L');
  return all_fit ? "([Ljava/lang/Object;I[Ljava/lang/Object;II)V" : NULL;
}

void java_step_array_copy(java_lowering *l) {
  java_slot s[5];
  uint32_t values[5];
  for (size_t i = 5; i-- > 0;)
    s[i] = java_pop(l, i == 0 || i == 2 ? 'A' : 'I');
  if (!l->emits)
    return;
  const char *descriptor = copier_of(l, &s[0], &s[2]);
  uint32_t type = java_type_called(l->p, "custos/Copies");
  uint32_t method =
      descriptor && type != JAVA_NONE
          ? java_find_method(l->p, type, java_find_name(l->p, "copy"),
                             java_find_name(l->p, descriptor))
          : JAVA_NONE;
  if (method == JAVA_NONE) {
    java_unsupported(l, "System.arraycopy of arrays whose types are not the "
                        "same, or not known");
    return;
  }
  java_protect(l, CFA_NONE);
  for (size_t i = 0; i < 5; i++) {
    java_settle(l, &s[i]);
    values[i] = s[i].value;
  }
  (void)java_call(l, method, values, 5);
}
