/* Types of references, for people who read a trace: "list.head.value". Nothing
 * else looks at them. */
#include "lang/java/lowering.h"

#include <stdio.h>

static uint32_t add_type(java_lowering *lowering, cfa_type type) {
  vec_push(lowering->m, &lowering->out->types, type);
  return (uint32_t)lowering->out->types.count - 1;
}

static uint32_t primitive(java_lowering *lowering, char letter) {
  static const struct {
    const char *name;
    char letter;
    uint8_t size;
  } all[] = {{"boolean", 'Z', 1}, {"byte", 'B', 1},  {"char", 'C', 2},
             {"short", 'S', 2},   {"int", 'I', 4},   {"long", 'J', 8},
             {"float", 'F', 4},   {"double", 'D', 8}};
  size_t i = 0;
  while (all[i].letter != letter)
    i++;
  bool is_float = letter == 'F' || letter == 'D';
  return add_type(
      lowering,
      (cfa_type){.kind = is_float ? CFA_TYPE_OTHER : CFA_TYPE_INTEGER,
                 .name = cfa_name(lowering->m, lowering->out, all[i].name),
                 .size = all[i].size,
                 .is_signed = letter != 'Z' && letter != 'C',
                 .of = CFA_NONE});
}

static uint32_t pointer_to(java_lowering *lowering, uint32_t type) {
  return add_type(lowering, (cfa_type){.kind = CFA_TYPE_POINTER,
                                       .name = CFA_NONE,
                                       .size = JAVA_POINTER_BITS / 8,
                                       .of = type});
}

/* A record for the class, whose fields come later. */
static uint32_t record_of(java_lowering *lowering, const char *descriptor) {
  uint32_t type =
      java_type_named(lowering->p, java_type_name(lowering, descriptor));
  if (type == JAVA_NONE || java_is_interface(lowering->p, type))
    return CFA_NONE;
  java_type *t = java_type_at(lowering->p, type);
  if (t->record == CFA_NONE) {
    t->record = add_type(
        lowering,
        (cfa_type){.kind = CFA_TYPE_RECORD,
                   .name = cfa_name(lowering->m, lowering->out,
                                    java_name_text(lowering->p, t->name)),
                   .size = t->size,
                   .of = CFA_NONE});
    vec_push(lowering->m, &lowering->records, type);
  }
  return t->record;
}

uint32_t java_people_type(java_lowering *lowering, const char *descriptor) {
  char copy[300];
  size_t dimensions = strspn(descriptor, "[");
  if (strlen(descriptor) >= sizeof copy)
    return CFA_NONE;
  (void)snprintf(copy, sizeof copy, "%s", descriptor + dimensions);
  bool is_class = *copy == 'L';
  uint32_t type =
      is_class ? record_of(lowering, copy) : primitive(lowering, *copy);
  if (is_class && type != CFA_NONE)
    type = pointer_to(lowering, type);
  for (size_t i = 0; i < dimensions && type != CFA_NONE; i++)
    type = pointer_to(lowering, type);
  return type;
}

static void add_fields(java_lowering *lowering, uint32_t type) {
  java_classes *p = lowering->p;
  vec(cfa_field) fields = {0};
  for (uint32_t t = type; t != JAVA_NONE; t = java_type_at(p, t)->super)
    for (uint32_t i = 0; i < java_type_at(p, t)->fields; i++) {
      const java_field *field =
          &p->fields.at[java_type_at(p, t)->first_field + i];
      if (field->member->flags & JAVA_IS_STATIC)
        continue;
      const char *text = java_name_text(p, field->member->name);
      cfa_field one = {.name = cfa_name(lowering->m, lowering->out, text),
                       .bit_offset = 8 * (uint64_t)field->offset};
      one.type = java_people_type(lowering,
                                  java_name_text(p, field->member->descriptor));
      if (one.type == CFA_NONE)
        continue;
      one.bit_width = 8 * lowering->out->types.at[one.type].size;
      vec_push(lowering->m, &fields, one);
    }
  cfa_type *record = &lowering->out->types.at[java_type_at(p, type)->record];
  record->first_field = (uint32_t)lowering->out->fields.count;
  record->fields = (uint32_t)fields.count;
  vec_each (const cfa_field, field, &fields)
    vec_push(lowering->m, &lowering->out->fields, *field);
  vec_free(lowering->m, &fields);
}

void java_finish_types(java_lowering *lowering) {
  for (size_t i = 0; i < lowering->records.count; i++)
    add_fields(lowering, lowering->records.at[i]);
  lowering->records.count = 0;
}
