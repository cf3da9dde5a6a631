#include "lang/java/disassemble.h"

#include "lang/java/instructions.h"

static void write_switch(const java_instructions *all,
                         const java_instruction *instruction, text *out) {
  text_format(out, " { %u cases\n", instruction->cases);
  for (uint32_t i = 0; i < instruction->cases; i++) {
    const java_case *k = &all->cases.at[instruction->first_case + i];
    text_format(out, "%d: %u\n", k->value, all->at.at[k->target].at);
  }
  text_format(out, "default: %u\n}\n", all->at.at[instruction->target].at);
}

static void write_operands(const java_instructions *all,
                           const java_instruction *instruction, text *out) {
  switch (java_opcodes[instruction->opcode].operands) {
  case JAVA_OPERANDS_NOTHING:
  case JAVA_OPERANDS_WIDE:
    break;
  case JAVA_OPERANDS_BYTE:
  case JAVA_OPERANDS_SHORT:
    text_format(out, " %d", instruction->value);
    break;
  case JAVA_OPERANDS_CONSTANT:
  case JAVA_OPERANDS_CONSTANT_WIDE:
  case JAVA_OPERANDS_CONSTANT_TWO:
  case JAVA_OPERANDS_FIELD:
  case JAVA_OPERANDS_METHOD:
  case JAVA_OPERANDS_ANY_METHOD:
  case JAVA_OPERANDS_CLASS:
    text_format(out, " #%u", instruction->index);
    break;
  case JAVA_OPERANDS_LOCAL:
    text_format(out, " %u", instruction->index);
    break;
  case JAVA_OPERANDS_INCREMENT:
    text_format(out, " %u, %d", instruction->index, instruction->value);
    break;
  case JAVA_OPERANDS_BRANCH:
  case JAVA_OPERANDS_BRANCH_WIDE:
    text_format(out, " %u", all->at.at[instruction->target].at);
    break;
  case JAVA_OPERANDS_TABLE:
  case JAVA_OPERANDS_LOOKUP:
    write_switch(all, instruction, out);
    return;
  case JAVA_OPERANDS_INTERFACE:
  case JAVA_OPERANDS_DIMENSIONS:
    text_format(out, " #%u, %d", instruction->index, instruction->value);
    break;
  case JAVA_OPERANDS_DYNAMIC:
    text_format(out, " #%u, 0", instruction->index);
    break;
  case JAVA_OPERANDS_PRIMITIVE:
    text_format(out, " %s", java_primitive_name(instruction->value));
    break;
  }
  text_char(out, '\n');
}

static void write_code(const java_class *class, const java_member *method,
                       const java_instructions *all, text *out) {
  vec_each (const java_instruction, instruction, &all->at) {
    text_format(out, "%u: %s%s", instruction->at,
                java_opcodes[instruction->opcode].name,
                instruction->is_wide ? "_w" : "");
    write_operands(all, instruction, out);
  }
  vec_each (const java_handler, handler, &method->code.handlers) {
    text_format(out, "%u %u %u ", handler->start, handler->end,
                handler->handler);
    text_put(out, handler->type
                      ? java_text(class,
                                  java_constant_at(class, handler->type)->name)
                      : "any");
    text_char(out, '\n');
  }
}

bool java_disassemble(mem *m, const java_class *class, report *r, text *out) {
  bool is_right = true;
  vec_each (const java_member, member, &class->methods) {
    java_instructions all;
    text_put(out, java_text(class, member->name));
    text_put(out, java_text(class, member->descriptor));
    text_char(out, '\n');
    if (!member->has_code || !is_right)
      continue;
    is_right = java_decode(m, class, member, r, &all);
    if (is_right)
      write_code(class, member, &all, out);
    java_instructions_free(m, &all);
  }
  return is_right;
}
