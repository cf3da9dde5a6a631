/* Arrays: a block that holds the elements, whose size tells how many. */
#include "lang/java/lowering.h"

#include <stdio.h>

/* Types of elements, in the order of iaload, ...; baload reads booleans, too.
 */
static const char element_types[] = "IJFDABCS";

unsigned java_element_shift(char type) {
  switch (type) {
  case 'B':
  case 'Z':
    return 0;
  case 'C':
  case 'S':
    return 1;
  case 'I':
  case 'F':
    return 2;
  default:
    return 3;
  }
}

/* As an int. The reference is not null. */
static uint32_t length_of(java_lowering *l, uint32_t array, unsigned shift) {
  if (!l->emits)
    return 0;
  cfa_edge e = java_edge(CFA_SIZE);
  e.variable = java_new_word(l, 64, "%size");
  e.a = array;
  java_emit(l, e);
  uint32_t size = java_read(l, e.variable);
  if (shift)
    size = java_apply(l, BITS_LSHR, 64, size, java_word(l, 64, shift));
  return java_apply(l, BITS_TRUNC, 32, size, CFA_NONE);
}

uint32_t java_array_length(java_lowering *l, uint32_t array, char element) {
  return length_of(l, array, java_element_shift(element));
}

/* The type of the elements of an array of this type; '?': not known. */
static char element_of(const java_lowering *l, const java_slot *array) {
  if (array->type == NAMES_NONE)
    return '?';
  const char *type = java_name_text(l->p, array->type);
  if (*type != '[')
    return '!';
  return type[1] == '[' || type[1] == 'L' ? 'A' : type[1];
}

static bool is_like(char found, char wanted) {
  return found == '?' || found == wanted || (wanted == 'B' && found == 'Z');
}

/* The place of the element, which is there. */
static uint32_t element_at(java_lowering *l, const java_slot *array,
                           uint32_t index, char type) {
  if (!is_like(element_of(l, array), type))
    java_refuse(l, "an element of another kind of array");
  java_check_null(l, array);
  unsigned shift = java_element_shift(type);
  uint32_t length = length_of(l, array->value, shift);
  java_throw_if(l, java_not(l, java_apply(l, BITS_ULT, 1, index, length)),
                "java/lang/ArrayIndexOutOfBoundsException");
  uint32_t bytes = java_apply(l, BITS_SEXT, 64, index, CFA_NONE);
  if (shift)
    bytes = java_apply(l, BITS_MUL, 64, bytes, java_word(l, 64, 1u << shift));
  return java_offset(l, array->value, bytes);
}

static uint32_t element_name(java_lowering *l, const java_slot *array) {
  if (array->type == NAMES_NONE)
    return NAMES_NONE;
  char copy[300];
  const char *type = java_name_text(l->p, array->type) + 1;
  if (strlen(type) >= sizeof copy)
    return l->p->object_name;
  (void)snprintf(copy, sizeof copy, "%s", type);
  return java_type_name(l, copy);
}

static void step_load(java_lowering *l, char type) {
  uint32_t index = java_pop_value(l, 'I');
  java_slot array = java_pop(l, 'A');
  uint32_t at = element_at(l, &array, index, type);
  unsigned width = 8u << java_element_shift(type);
  uint32_t value = java_load_word(l, width, type == 'A', at);
  if (width < 32)
    value =
        java_apply(l, type == 'C' ? BITS_ZEXT : BITS_SEXT, 32, value, CFA_NONE);
  if (type == 'A')
    java_push_reference(l, element_name(l, &array), value, false);
  else
    java_push_value(l, java_kind_of((char[]){type, '\0'}), value);
}

/* Models store into arrays that they have made, of the type that they say;
 * those of 'custos' store into the program's. */
static bool is_own_array(const java_lowering *l) {
  const java_type *t = java_type_at(l->p, l->f->type);
  return java_is_model(l->p, l->f->type) &&
         strncmp(java_name_text(l->p, t->name), "java/", 5) == 0;
}

/* An array of A may be one of B, if B extends A; then only B's may be stored.
 * Which it is, is not known, so that only what every array may hold passes. */
static void check_element(java_lowering *l, const java_slot *array,
                          const java_slot *s) {
  uint32_t name = element_name(l, array);
  if (!l->emits || s->type == NAMES_NONE || name == NAMES_NONE ||
      is_own_array(l))
    return;
  const char *wanted = java_name_text(l->p, name);
  bool is_covariant = java_is_covariant(l->p, array->type);
  if (!is_covariant && (name == l->p->object_name || name == s->type) &&
      *wanted != '[')
    return;
  uint32_t type = java_type_named(l->p, name);
  if (!is_covariant && *wanted == '[' && name == s->type)
    return;
  uint32_t after = java_new_location(l);
  java_position other =
      java_branch(l, java_apply(l, BITS_EQ, 1, s->value, java_null(l)));
  java_go(l, after);
  l->at = other;
  if (is_covariant || type == JAVA_NONE ||
      *java_name_text(l->p, s->type) == '[')
    java_unsupported(l, "an array that is used as one of a superclass");
  else
    java_throw_if(l, java_not(l, java_class_test(l, s->value, type)),
                  "java/lang/ArrayStoreException");
  java_go(l, after);
  l->at = (java_position){after, CFA_NONE};
}

static void step_store(java_lowering *l, char type) {
  char kind = type == 'A' ? 'A' : java_kind_of((char[]){type, '\0'});
  java_slot s = java_pop(l, kind);
  vec_push(l->m, &l->stack, s);
  uint32_t value = java_pop_value(l, kind);
  uint32_t index = java_pop_value(l, 'I');
  java_slot array = java_pop(l, 'A');
  uint32_t at = element_at(l, &array, index, type);
  unsigned width = 8u << java_element_shift(type);
  if (type == 'A') {
    char wanted[300] = "Ljava/lang/Object;";
    if (array.type != NAMES_NONE &&
        strlen(java_name_text(l->p, array.type)) < sizeof wanted)
      (void)snprintf(wanted, sizeof wanted, "%s",
                     java_name_text(l->p, array.type) + 1);
    java_convert(l, &s, wanted);
    check_element(l, &array, &s);
  }
  java_protect(l, CFA_NONE);
  if (width < 32)
    value = java_apply(l, BITS_TRUNC, width, value, CFA_NONE);
  java_store(l, at, value);
}

/* New ones */

static uint32_t allocate_array(java_lowering *l, uint32_t length,
                               unsigned shift) {
  uint32_t bytes = java_apply(l, BITS_SEXT, 64, length, CFA_NONE);
  if (shift)
    bytes = java_apply(l, BITS_MUL, 64, bytes, java_word(l, 64, 1u << shift));
  return java_allocate(l, bytes);
}

static void check_length(java_lowering *l, uint32_t length) {
  java_throw_if(l, java_apply(l, BITS_SLT, 1, length, java_word(l, 32, 0)),
                "java/lang/NegativeArraySizeException");
}

static void step_new_array(java_lowering *l) {
  static const char letters[] = "ZCFDBSIJ";
  char name[300];
  uint32_t length = java_pop_value(l, 'I');
  unsigned shift = 3;
  if (l->x->opcode == JAVA_NEWARRAY) {
    char letter = letters[l->x->value - 4];
    shift = java_element_shift(letter);
    (void)snprintf(name, sizeof name, "[%c", letter);
  } else {
    const char *of =
        java_name_text(l->p, java_constant_at(l->c, l->x->index)->name);
    bool is_array = *of == '[';
    (void)snprintf(name, sizeof name, is_array ? "[%.290s" : "[L%.290s;", of);
  }
  check_length(l, length);
  uint32_t type = java_name(l->p, name);
  java_protect(l, CFA_NONE);
  java_push_reference(l, type, allocate_array(l, length, shift), true);
}

static void step_length(java_lowering *l) {
  java_slot array = java_pop(l, 'A');
  char type = element_of(l, &array);
  if (type == '!')
    java_refuse(l, "arraylength of what is no array");
  java_check_null(l, &array);
  java_push_value(
      l, 'I',
      length_of(l, array.value, java_element_shift(type == '?' ? 'I' : type)));
}

/* Several dimensions: rows are made in a loop, of two dimensions only. */
static void make_rows(java_lowering *l, uint32_t outer, uint32_t rows,
                      uint32_t columns, unsigned shift) {
  uint32_t index = java_new_variable(l, 'I', "%row", CFA_TEMPORARY);
  uint32_t head = java_new_location(l), after = java_new_location(l);
  java_assign(l, index, java_word(l, 32, 0));
  java_go(l, head);
  l->at = (java_position){head, CFA_NONE};
  uint32_t i = java_read(l, index);
  java_position other = java_branch(l, java_apply(l, BITS_SLT, 1, i, rows));
  uint32_t row = allocate_array(l, columns, shift);
  uint32_t bytes =
      java_apply(l, BITS_MUL, 64, java_apply(l, BITS_SEXT, 64, i, CFA_NONE),
                 java_word(l, 64, 8));
  java_store(l, java_offset(l, outer, bytes), row);
  java_assign(l, index, java_apply(l, BITS_ADD, 32, i, java_word(l, 32, 1)));
  java_go(l, head);
  l->at = other;
  java_go(l, after);
  l->at = (java_position){after, CFA_NONE};
}

static void step_rows(java_lowering *l) {
  uint32_t name = java_constant_at(l->c, l->x->index)->name;
  const char *type = java_name_text(l->p, name);
  java_slot lengths[2] = {{0}};
  for (int i = l->x->value; i-- > 0;) {
    java_slot s = java_pop(l, 'I');
    java_settle(l, &s);
    if (i < 2)
      lengths[i] = s;
  }
  uint32_t outer = java_null(l);
  char element = type[2] == '[' || type[2] == 'L' ? 'A' : type[2];
  if (l->x->value > 2) {
    java_unsupported(l, "a new array of more than two dimensions");
  } else if (l->emits) {
    for (int i = 0; i < l->x->value; i++)
      check_length(l, lengths[i].value);
    java_protect(l, CFA_NONE);
    outer = allocate_array(l, lengths[0].value, 3);
    if (l->x->value == 2)
      make_rows(l, outer, lengths[0].value, lengths[1].value,
                java_element_shift(element));
  }
  java_push_reference(l, name, outer, true);
}

void java_step_array(java_lowering *l) {
  java_opcode o = l->x->opcode;
  if (o == JAVA_MULTIANEWARRAY)
    step_rows(l);
  else if (o == JAVA_ARRAYLENGTH)
    step_length(l);
  else if (o == JAVA_NEWARRAY || o == JAVA_ANEWARRAY)
    step_new_array(l);
  else if (o >= JAVA_IASTORE)
    step_store(l, element_types[o - JAVA_IASTORE]);
  else
    step_load(l, element_types[o - JAVA_IALOAD]);
}
