#include "lang/java/disassemble.h"

#include "lang/java/instructions.h"

static void write_switch(const java_instructions *all,
                         const java_instruction *x, text *out) {
  text_format(out, " { %u cases\n", x->cases);
  for (uint32_t i = 0; i < x->cases; i++) {
    const java_case *k = &all->cases.at[x->first_case + i];
    text_format(out, "%d: %u\n", k->value, all->at.at[k->target].at);
  }
  text_format(out, "default: %u\n}\n", all->at.at[x->target].at);
}

static void write_operands(const java_instructions *all,
                           const java_instruction *x, text *out) {
  switch (java_opcodes[x->opcode].operands) {
  case JAVA_OPERANDS_NOTHING:
  case JAVA_OPERANDS_WIDE:
    break;
  case JAVA_OPERANDS_BYTE:
  case JAVA_OPERANDS_SHORT:
    text_format(out, " %d", x->value);
    break;
  case JAVA_OPERANDS_CONSTANT:
  case JAVA_OPERANDS_CONSTANT_WIDE:
  case JAVA_OPERANDS_CONSTANT_TWO:
  case JAVA_OPERANDS_FIELD:
  case JAVA_OPERANDS_METHOD:
  case JAVA_OPERANDS_ANY_METHOD:
  case JAVA_OPERANDS_CLASS:
    text_format(out, " #%u", x->index);
    break;
  case JAVA_OPERANDS_LOCAL:
    text_format(out, " %u", x->index);
    break;
  case JAVA_OPERANDS_INCREMENT:
    text_format(out, " %u, %d", x->index, x->value);
    break;
  case JAVA_OPERANDS_BRANCH:
  case JAVA_OPERANDS_BRANCH_WIDE:
    text_format(out, " %u", all->at.at[x->target].at);
    break;
  case JAVA_OPERANDS_TABLE:
  case JAVA_OPERANDS_LOOKUP:
    write_switch(all, x, out);
    return;
  case JAVA_OPERANDS_INTERFACE:
  case JAVA_OPERANDS_DIMENSIONS:
    text_format(out, " #%u, %d", x->index, x->value);
    break;
  case JAVA_OPERANDS_DYNAMIC:
    text_format(out, " #%u, 0", x->index);
    break;
  case JAVA_OPERANDS_PRIMITIVE:
    text_format(out, " %s", java_primitive_name(x->value));
    break;
  }
  text_char(out, '\n');
}

static void write_code(const java_class *c, const java_member *method,
                       const java_instructions *all, text *out) {
  vec_each (const java_instruction, x, &all->at) {
    text_format(out, "%u: %s%s", x->at, java_opcodes[x->opcode].name,
                x->is_wide ? "_w" : "");
    write_operands(all, x, out);
  }
  vec_each (const java_handler, h, &method->code.handlers) {
    text_format(out, "%u %u %u ", h->start, h->end, h->handler);
    text_put(out, h->type ? java_text(c, java_constant_at(c, h->type)->name)
                          : "any");
    text_char(out, '\n');
  }
}

bool java_disassemble(mem *m, const java_class *c, report *r, text *out) {
  bool is_right = true;
  vec_each (const java_member, f, &c->methods) {
    java_instructions all;
    text_put(out, java_text(c, f->name));
    text_put(out, java_text(c, f->descriptor));
    text_char(out, '\n');
    if (!f->has_code || !is_right)
      continue;
    is_right = java_decode(m, c, f, r, &all);
    if (is_right)
      write_code(c, f, &all, out);
    java_instructions_free(m, &all);
  }
  return is_right;
}
