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
static uint32_t length_of(java_lowering *lowering, uint32_t array,
                          unsigned shift) {
  if (!lowering->emits)
    return 0;
  cfa_edge edge = java_edge(CFA_SIZE);
  edge.variable = java_new_word(lowering, 64, "%size");
  edge.a = array;
  java_emit(lowering, edge);
  uint32_t size = java_read(lowering, edge.variable);
  if (shift)
    size = java_apply(lowering, BITS_LSHR, 64, size,
                      java_word(lowering, 64, shift));
  return java_apply(lowering, BITS_TRUNC, 32, size, CFA_NONE);
}

uint32_t java_array_length(java_lowering *lowering, uint32_t array,
                           char element) {
  return length_of(lowering, array, java_element_shift(element));
}

/* The type of the elements of an array of this type; '?': not known. */
static char element_of(const java_lowering *lowering, const java_slot *array) {
  if (array->type == NAMES_NONE)
    return '?';
  const char *type = java_name_text(lowering->p, array->type);
  if (*type != '[')
    return '!';
  return type[1] == '[' || type[1] == 'L' ? 'A' : type[1];
}

static bool is_like(char found, char wanted) {
  return found == '?' || found == wanted || (wanted == 'B' && found == 'Z');
}

/* Is the condition a constant, and true? */
static bool is_certain(const java_lowering *lowering, uint32_t bit) {
  return lowering->emits &&
         lowering->out->expressions.at[bit].kind == CFA_CONSTANT &&
         lowering->out->expressions.at[bit].value;
}

/* The place of the element, which is there. */
static uint32_t element_at(java_lowering *lowering, const java_slot *array,
                           uint32_t index, char type) {
  if (!is_like(element_of(lowering, array), type))
    java_refuse(lowering, "an element of another kind of array");
  java_check_null(lowering, array);
  unsigned shift = java_element_shift(type);
  uint32_t length = java_word(lowering, 32, array->length - 1u);
  uint32_t is_inside = java_apply(lowering, BITS_ULT, 1, index, length);
  if (array->length == 0 || !is_certain(lowering, is_inside)) {
    length = length_of(lowering, array->value, shift);
    is_inside = java_apply(lowering, BITS_ULT, 1, index, length);
    java_throw_if(lowering, java_not(lowering, is_inside),
                  "java/lang/ArrayIndexOutOfBoundsException");
  }
  uint32_t bytes = java_apply(lowering, BITS_SEXT, 64, index, CFA_NONE);
  if (shift)
    bytes = java_apply(lowering, BITS_MUL, 64, bytes,
                       java_word(lowering, 64, 1u << shift));
  return java_offset(lowering, array->value, bytes);
}

static uint32_t element_name(java_lowering *lowering, const java_slot *array) {
  if (array->type == NAMES_NONE)
    return NAMES_NONE;
  char copy[300];
  const char *type = java_name_text(lowering->p, array->type) + 1;
  if (strlen(type) >= sizeof copy)
    return lowering->p->object_name;
  (void)snprintf(copy, sizeof copy, "%s", type);
  return java_type_name(lowering, copy);
}

static void step_load(java_lowering *lowering, char type) {
  uint32_t index = java_pop_value(lowering, 'I');
  java_slot array = java_pop(lowering, 'A');
  uint32_t at = element_at(lowering, &array, index, type);
  unsigned width = 8u << java_element_shift(type);
  uint32_t value = java_load_word(lowering, width, type == 'A', at);
  if (width < 32)
    value = java_apply(lowering, type == 'C' ? BITS_ZEXT : BITS_SEXT, 32, value,
                       CFA_NONE);
  if (type == 'A')
    java_push_reference(lowering, element_name(lowering, &array), value, false);
  else
    java_push_value(lowering, java_kind_of((char[]){type, '\0'}), value);
}

/* Models store into arrays that they have made, of the type that they say;
 * those of 'custos' store into the program's. */
static bool is_own_array(const java_lowering *lowering) {
  const java_type *type = java_type_at(lowering->p, lowering->f->type);
  return java_is_model(lowering->p, lowering->f->type) &&
         strncmp(java_name_text(lowering->p, type->name), "java/", 5) == 0;
}

/* An array of A may be one of B, if B extends A; then only B's may be stored.
 * Which it is, is not known, so that only what every array may hold passes. */
static void check_element(java_lowering *lowering, const java_slot *array,
                          const java_slot *slot) {
  uint32_t name = element_name(lowering, array);
  if (!lowering->emits || slot->type == NAMES_NONE || name == NAMES_NONE ||
      is_own_array(lowering))
    return;
  const char *wanted = java_name_text(lowering->p, name);
  bool is_covariant = java_is_covariant(lowering->p, array->type);
  if (!is_covariant &&
      (name == lowering->p->object_name || name == slot->type) &&
      *wanted != '[')
    return;
  uint32_t type = java_type_named(lowering->p, name);
  if (!is_covariant && *wanted == '[' && name == slot->type)
    return;
  uint32_t have = java_type_named(lowering->p, slot->type);
  if (!is_covariant && type != JAVA_NONE && have != JAVA_NONE &&
      !java_is_interface(lowering->p, have) &&
      java_is_subtype(lowering->p, have, type))
    return;
  uint32_t after = java_new_location(lowering);
  java_position other =
      java_branch(lowering, java_apply(lowering, BITS_EQ, 1, slot->value,
                                       java_null(lowering)));
  java_go(lowering, after);
  lowering->at = other;
  if (is_covariant || type == JAVA_NONE ||
      *java_name_text(lowering->p, slot->type) == '[')
    java_unsupported(lowering, "an array that is used as one of a superclass");
  else
    java_throw_if(
        lowering,
        java_not(lowering, java_class_test(lowering, slot->value, type)),
        "java/lang/ArrayStoreException");
  java_go(lowering, after);
  lowering->at = (java_position){after, CFA_NONE};
}

/* The value to be stored, which is on the stack, as an array wants it that is
 * below the index. */
static java_slot take_element(java_lowering *lowering, char kind) {
  java_slot slot = java_pop(lowering, kind);
  size_t count = lowering->stack.count;
  char wanted[300] = "Ljava/lang/Object;";
  if (kind != 'A' || count < 2)
    return slot;
  uint32_t type = lowering->stack.at[count - 2].type;
  if (type != NAMES_NONE && *java_name_text(lowering->p, type) == '[' &&
      strlen(java_name_text(lowering->p, type)) < sizeof wanted)
    (void)snprintf(wanted, sizeof wanted, "%s",
                   java_name_text(lowering->p, type) + 1);
  java_convert(lowering, &slot, wanted);
  return slot;
}

static void step_store(java_lowering *lowering, char type) {
  char kind = type == 'A' ? 'A' : java_kind_of((char[]){type, '\0'});
  java_slot slot = take_element(lowering, kind);
  vec_push(lowering->m, &lowering->stack, slot);
  uint32_t value = java_pop_value(lowering, kind);
  uint32_t index = java_pop_value(lowering, 'I');
  java_slot array = java_pop(lowering, 'A');
  uint32_t at = element_at(lowering, &array, index, type);
  unsigned width = 8u << java_element_shift(type);
  if (type == 'A')
    check_element(lowering, &array, &slot);
  java_protect(lowering, CFA_NONE);
  if (width < 32)
    value = java_apply(lowering, BITS_TRUNC, width, value, CFA_NONE);
  java_store(lowering, at, value);
}

/* New ones */

static uint32_t allocate_array(java_lowering *lowering, uint32_t length,
                               unsigned shift) {
  uint32_t bytes = java_apply(lowering, BITS_SEXT, 64, length, CFA_NONE);
  if (shift)
    bytes = java_apply(lowering, BITS_MUL, 64, bytes,
                       java_word(lowering, 64, 1u << shift));
  return java_allocate(lowering, bytes);
}

static uint32_t known_length(const java_lowering *lowering, uint32_t length) {
  if (!lowering->emits)
    return 0;
  const cfa_expression *x = &lowering->out->expressions.at[length];
  return x->kind == CFA_CONSTANT && x->value < INT32_MAX
             ? (uint32_t)x->value + 1
             : 0;
}

static void check_length(java_lowering *lowering, uint32_t length) {
  if (known_length(lowering, length))
    return;
  java_throw_if(
      lowering,
      java_apply(lowering, BITS_SLT, 1, length, java_word(lowering, 32, 0)),
      "java/lang/NegativeArraySizeException");
}

static void step_new_array(java_lowering *lowering) {
  static const char letters[] = "ZCFDBSIJ";
  char name[300];
  uint32_t length = java_pop_value(lowering, 'I');
  unsigned shift = 3;
  if (lowering->x->opcode == JAVA_NEWARRAY) {
    char letter = letters[lowering->x->value - 4];
    shift = java_element_shift(letter);
    (void)snprintf(name, sizeof name, "[%c", letter);
  } else {
    const char *of = java_name_text(
        lowering->p, java_constant_at(lowering->c, lowering->x->index)->name);
    bool is_array = *of == '[';
    (void)snprintf(name, sizeof name, is_array ? "[%.290s" : "[L%.290s;", of);
  }
  check_length(lowering, length);
  uint32_t type = java_name(lowering->p, name);
  java_protect(lowering, CFA_NONE);
  java_push(lowering,
            (java_slot){.kind = 'A',
                        .is_set = true,
                        .length = known_length(lowering, length),
                        .type = type,
                        .value = allocate_array(lowering, length, shift),
                        .other = CFA_NONE});
}

static void step_length(java_lowering *lowering) {
  java_slot array = java_pop(lowering, 'A');
  char type = element_of(lowering, &array);
  if (type == '!')
    java_refuse(lowering, "arraylength of what is no array");
  java_check_null(lowering, &array);
  java_push_value(lowering, 'I',
                  length_of(lowering, array.value,
                            java_element_shift(type == '?' ? 'I' : type)));
}

/* Several dimensions: rows are made in a loop, of two dimensions only. */
static void make_rows(java_lowering *lowering, uint32_t outer, uint32_t rows,
                      uint32_t columns, unsigned shift) {
  uint32_t index = java_new_variable(lowering, 'I', "%row", CFA_TEMPORARY);
  uint32_t head = java_new_location(lowering),
           after = java_new_location(lowering);
  java_assign(lowering, index, java_word(lowering, 32, 0));
  java_go(lowering, head);
  lowering->at = (java_position){head, CFA_NONE};
  uint32_t i = java_read(lowering, index);
  java_position other =
      java_branch(lowering, java_apply(lowering, BITS_SLT, 1, i, rows));
  uint32_t row = allocate_array(lowering, columns, shift);
  uint32_t bytes = java_apply(lowering, BITS_MUL, 64,
                              java_apply(lowering, BITS_SEXT, 64, i, CFA_NONE),
                              java_word(lowering, 64, 8));
  java_store(lowering, java_offset(lowering, outer, bytes), row);
  java_assign(
      lowering, index,
      java_apply(lowering, BITS_ADD, 32, i, java_word(lowering, 32, 1)));
  java_go(lowering, head);
  lowering->at = other;
  java_go(lowering, after);
  lowering->at = (java_position){after, CFA_NONE};
}

static void step_rows(java_lowering *lowering) {
  uint32_t name = java_constant_at(lowering->c, lowering->x->index)->name;
  const char *type = java_name_text(lowering->p, name);
  java_slot lengths[2] = {{0}};
  for (int i = lowering->x->value; i-- > 0;) {
    java_slot slot = java_pop(lowering, 'I');
    java_settle(lowering, &slot);
    if (i < 2)
      lengths[i] = slot;
  }
  uint32_t outer = java_null(lowering);
  char element = type[2] == '[' || type[2] == 'L' ? 'A' : type[2];
  if (lowering->x->value > 2) {
    java_unsupported(lowering, "a new array of more than two dimensions");
  } else if (lowering->emits) {
    for (int i = 0; i < lowering->x->value; i++)
      check_length(lowering, lengths[i].value);
    java_protect(lowering, CFA_NONE);
    outer = allocate_array(lowering, lengths[0].value, 3);
    if (lowering->x->value == 2)
      make_rows(lowering, outer, lengths[0].value, lengths[1].value,
                java_element_shift(element));
  }
  java_push_reference(lowering, name, outer, true);
}

void java_step_array(java_lowering *lowering) {
  java_opcode o = lowering->x->opcode;
  if (o == JAVA_MULTIANEWARRAY)
    step_rows(lowering);
  else if (o == JAVA_ARRAYLENGTH)
    step_length(lowering);
  else if (o == JAVA_NEWARRAY || o == JAVA_ANEWARRAY)
    step_new_array(lowering);
  else if (o >= JAVA_IASTORE)
    step_store(lowering, element_types[o - JAVA_IASTORE]);
  else
    step_load(lowering, element_types[o - JAVA_IALOAD]);
}
