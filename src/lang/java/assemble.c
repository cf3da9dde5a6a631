#include "lang/java/assemble.h"

#include <string.h>

static void add_number(mem *m, java_piece *piece, uint32_t n, unsigned bytes) {
  while (bytes-- > 0)
    vec_push(m, piece, (unsigned char)(n >> 8 * bytes));
}

static void add_bytes(mem *m, java_piece *piece, const void *bytes,
                      size_t length) {
  for (size_t i = 0; i < length; i++)
    vec_push(m, piece, ((const unsigned char *)bytes)[i]);
}

/* Constants */

static uint32_t put_constant(java_assembler *assembler, java_tag tag,
                             uint32_t a, uint32_t b) {
  bool has_two = tag != JAVA_CLASS && tag != JAVA_STRING;
  add_number(assembler->m, &assembler->constants, tag, 1);
  add_number(assembler->m, &assembler->constants, a, 2);
  if (has_two)
    add_number(assembler->m, &assembler->constants, b, 2);
  return assembler->constant_count++;
}

uint32_t java_assemble_text(java_assembler *assembler, const char *text) {
  size_t length = strlen(text);
  assert(length <= UINT16_MAX);
  add_number(assembler->m, &assembler->constants, JAVA_UTF8, 1);
  add_number(assembler->m, &assembler->constants, (uint32_t)length, 2);
  add_bytes(assembler->m, &assembler->constants, text, length);
  return assembler->constant_count++;
}

uint32_t java_assemble_class(java_assembler *assembler, const char *name) {
  return put_constant(assembler, JAVA_CLASS,
                      java_assemble_text(assembler, name), 0);
}

uint32_t java_assemble_string(java_assembler *assembler, const char *text) {
  return put_constant(assembler, JAVA_STRING,
                      java_assemble_text(assembler, text), 0);
}

uint32_t java_assemble_reference(java_assembler *assembler, java_tag tag,
                                 const char *owner, const char *name,
                                 const char *descriptor) {
  uint32_t class = java_assemble_class(assembler, owner);
  uint32_t a = java_assemble_text(assembler, name);
  uint32_t b = java_assemble_text(assembler, descriptor);
  uint32_t pair = put_constant(assembler, JAVA_NAME_AND_TYPE, a, b);
  return put_constant(assembler, tag, class, pair);
}

void java_assemble_begin(java_assembler *assembler, const char *name) {
  assembler->constant_count = 1;
  assembler->this_class = java_assemble_class(assembler, name);
}

void java_assemble_field(java_assembler *assembler, const char *name,
                         const char *descriptor) {
  uint32_t a = java_assemble_text(assembler, name);
  uint32_t b = java_assemble_text(assembler, descriptor);
  add_number(assembler->m, &assembler->fields, JAVA_IS_PRIVATE, 2);
  add_number(assembler->m, &assembler->fields, a, 2);
  add_number(assembler->m, &assembler->fields, b, 2);
  add_number(assembler->m, &assembler->fields, 0, 2);
  assembler->field_count++;
}

/* Code */

void java_put(java_assembler *assembler, java_opcode opcode) {
  add_number(assembler->m, &assembler->code, opcode, 1);
}

void java_put_index(java_assembler *assembler, java_opcode opcode,
                    uint32_t index) {
  java_put(assembler, opcode);
  add_number(assembler->m, &assembler->code, index, 2);
}

/* Where a type's instruction is in a row of those for int, long, float, double
 * and references. */
static unsigned place_in_row(char type) {
  switch (type) {
  case 'J':
    return 1;
  case 'F':
    return 2;
  case 'D':
    return 3;
  case 'L':
  case '[':
    return 4;
  default:
    return 0;
  }
}

void java_put_load(java_assembler *assembler, char type, uint32_t slot) {
  assert(slot <= UINT8_MAX);
  java_put(assembler, (java_opcode)(JAVA_ILOAD + place_in_row(type)));
  add_number(assembler->m, &assembler->code, slot, 1);
}

void java_put_return(java_assembler *assembler, char type) {
  java_put(assembler, type == 'V'
                          ? JAVA_RETURN
                          : (java_opcode)(JAVA_IRETURN + place_in_row(type)));
}

void java_put_field(java_assembler *assembler, java_opcode opcode,
                    const char *owner, const char *name,
                    const char *descriptor) {
  java_put_index(assembler, opcode,
                 java_assemble_reference(assembler, JAVA_FIELD_REF, owner, name,
                                         descriptor));
}

void java_put_call(java_assembler *assembler, java_opcode opcode, java_tag tag,
                   const char *owner, const char *name,
                   const char *descriptor) {
  java_put_index(
      assembler, opcode,
      java_assemble_reference(assembler, tag, owner, name, descriptor));
  if (opcode != JAVA_INVOKEINTERFACE)
    return;
  add_number(assembler->m, &assembler->code,
             1 + java_argument_words(descriptor), 1);
  add_number(assembler->m, &assembler->code, 0, 1);
}

size_t java_put_jump(java_assembler *assembler, java_opcode opcode) {
  size_t at = assembler->code.count;
  java_put_index(assembler, opcode, 0);
  return at;
}

void java_land(java_assembler *assembler, size_t jump) {
  size_t distance = assembler->code.count - jump;
  assert(distance <= INT16_MAX);
  assembler->code.at[jump + 1] = (unsigned char)(distance >> 8);
  assembler->code.at[jump + 2] = (unsigned char)distance;
}

void java_assemble_method(java_assembler *assembler, unsigned flags,
                          const char *name, const char *descriptor,
                          uint32_t stack, uint32_t locals) {
  mem *m = assembler->m;
  uint32_t a = java_assemble_text(assembler, name);
  uint32_t b = java_assemble_text(assembler, descriptor);
  uint32_t code = java_assemble_text(assembler, "Code");
  uint32_t length = (uint32_t)assembler->code.count;
  add_number(m, &assembler->methods, flags, 2);
  add_number(m, &assembler->methods, a, 2);
  add_number(m, &assembler->methods, b, 2);
  add_number(m, &assembler->methods, 1, 2);
  add_number(m, &assembler->methods, code, 2);
  add_number(m, &assembler->methods, 2 + 2 + 4 + length + 2 + 2, 4);
  add_number(m, &assembler->methods, stack, 2);
  add_number(m, &assembler->methods, locals, 2);
  add_number(m, &assembler->methods, length, 4);
  add_bytes(m, &assembler->methods, assembler->code.at, length);
  add_number(m, &assembler->methods, 0, 2 + 2); /* handlers, attributes */
  assembler->code.count = 0;
  assembler->method_count++;
}

unsigned char *java_assemble(java_assembler *assembler, size_t *length) {
  enum { VERSION = 49, FLAGS = 0x1031 };
  mem *m = assembler->m;
  java_piece out = {0};
  uint32_t super = java_assemble_class(assembler, "java/lang/Object");
  assert(assembler->constant_count <= UINT16_MAX);
  add_number(m, &out, 0xcafebabeu, 4);
  add_number(m, &out, VERSION, 4);
  add_number(m, &out, assembler->constant_count, 2);
  add_bytes(m, &out, assembler->constants.at, assembler->constants.count);
  add_number(m, &out, FLAGS, 2);
  add_number(m, &out, assembler->this_class, 2);
  add_number(m, &out, super, 2);
  add_number(m, &out, assembler->interface != 0, 2);
  if (assembler->interface)
    add_number(m, &out, assembler->interface, 2);
  add_number(m, &out, assembler->field_count, 2);
  add_bytes(m, &out, assembler->fields.at, assembler->fields.count);
  add_number(m, &out, assembler->method_count, 2);
  add_bytes(m, &out, assembler->methods.at, assembler->methods.count);
  add_number(m, &out, 0, 2);
  vec_free(m, &assembler->constants);
  vec_free(m, &assembler->fields);
  vec_free(m, &assembler->methods);
  vec_free(m, &assembler->code);
  *length = out.count;
  return out.at;
}
