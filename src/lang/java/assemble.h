/* Class files of our own, for classes that a JVM makes while it runs: those of
 * lambdas and of records' methods (dynamic.h). They are read like others.
 *
 * A method is put together instruction by instruction; what each needs is in
 * the constants when its number is. No constant is looked for: each use has
 * its own. */
#ifndef LANG_JAVA_ASSEMBLE_H
#define LANG_JAVA_ASSEMBLE_H

#include "lang/java/class_file.h"
#include "lang/java/opcodes.h"

typedef vec(unsigned char) java_piece;

typedef struct java_assembler {
  mem *m;
  java_piece constants, fields, methods, code;
  uint32_t constant_count, field_count, method_count;
  uint32_t this_class, interface; /* constants; 0: no interface */
} java_assembler;

/* 'assembler' is zeroed by the caller but for 'm'. */
void java_assemble_begin(java_assembler *assembler, const char *name);
/* Constants: their numbers. */
uint32_t java_assemble_text(java_assembler *assembler, const char *text);
uint32_t java_assemble_class(java_assembler *assembler, const char *name);
uint32_t java_assemble_string(java_assembler *assembler, const char *text);
uint32_t java_assemble_reference(java_assembler *assembler, java_tag tag,
                                 const char *owner, const char *name,
                                 const char *descriptor);
void java_assemble_field(java_assembler *assembler, const char *name,
                         const char *descriptor);

/* Code */

void java_put(java_assembler *assembler, java_opcode opcode);
/* With a number of 16 bits, mostly a constant's. */
void java_put_index(java_assembler *assembler, java_opcode opcode,
                    uint32_t index);
/* A local of this type to the stack. */
void java_put_load(java_assembler *assembler, char type, uint32_t slot);
void java_put_return(java_assembler *assembler, char type);
void java_put_field(java_assembler *assembler, java_opcode opcode,
                    const char *owner, const char *name,
                    const char *descriptor);
void java_put_call(java_assembler *assembler, java_opcode opcode, java_tag tag,
                   const char *owner, const char *name, const char *descriptor);
/* A jump whose target is the place at which java_land is called. */
size_t java_put_jump(java_assembler *assembler, java_opcode opcode);
void java_land(java_assembler *assembler, size_t jump);
/* The code since the last method becomes one. */
void java_assemble_method(java_assembler *assembler, unsigned flags,
                          const char *name, const char *descriptor,
                          uint32_t stack, uint32_t locals);

/* The whole file, from 'm'. */
unsigned char *java_assemble(java_assembler *assembler, size_t *length);

#endif
