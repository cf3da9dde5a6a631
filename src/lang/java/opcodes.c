#include "lang/java/opcodes.h"

#define ROW(upper, lower, kind) [JAVA_##upper] = {#lower, JAVA_OPERANDS_##kind},

const java_opcode_row java_opcodes[JAVA_OPCODES] = {JAVA_OPCODE_LIST(ROW)};
