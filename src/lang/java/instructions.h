/* The instructions of a method, decoded. Branches lead to numbers of
 * instructions; each operand has been checked: constants are of the kind that
 * the instruction asks for, locals are there, branches and handlers lead to
 * beginnings of instructions, and no way leads beyond the last one. */
#ifndef LANG_JAVA_INSTRUCTIONS_H
#define LANG_JAVA_INSTRUCTIONS_H

#include "lang/java/class_file.h"
#include "lang/java/opcodes.h"

typedef struct java_instruction {
  java_opcode opcode; /* never 'wide' */
  bool is_wide;       /* it stood behind 'wide' */
  uint16_t at;        /* its first byte in the code */
  uint32_t index;     /* a constant or a local: iload_2 has one, too */
  int32_t value;      /* a number to push or to add; of newarray the type's
                         number; of multianewarray the dimensions */
  uint32_t target;    /* of a branch, or default of a switch: an instruction */
  uint32_t first_case, cases; /* of 'cases' */
} java_instruction;

typedef struct java_case {
  int32_t value;
  uint32_t target; /* an instruction */
} java_case;

typedef struct java_instructions {
  vec(java_instruction) at;
  vec(java_case) cases;
  uint32_t *number; /* of the instruction that begins at a byte of the code;
                       JAVA_NO_INSTRUCTION: none. One more for the end, which
                       is that of the last one plus one */
} java_instructions;

#define JAVA_NO_INSTRUCTION UINT32_MAX

/* Of a method that has code. False: reported, with the class's file and the
 * byte. */
bool java_decode(mem *m, const java_class *class, const java_member *method,
                 report *r, java_instructions *out);
void java_instructions_free(mem *m, java_instructions *instructions);

/* Never goes on to the next one: goto, return, athrow, a switch, ... */
bool java_ends_flow(java_opcode opcode);
/* "int" for 10, ...; NULL: newarray knows no such type. */
const char *java_primitive_name(int32_t type);

#endif
