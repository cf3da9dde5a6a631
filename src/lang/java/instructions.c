#include "lang/java/instructions.h"

#include <stdio.h>

typedef struct decoder {
  mem *m;
  const java_class *c;
  const java_member *method;
  report *r;
  java_instructions *out;
  const unsigned char *bytes; /* of the code */
  uint32_t at, length;
} decoder;

base_printf(3, 4) static bool wrong(decoder *d, uint32_t at, const char *format,
                                    ...) {
  char words[300];
  va_list arguments;
  va_start(arguments, format);
  (void)vsnprintf(words, sizeof words, format, arguments);
  va_end(arguments);
  return report_add(d->r, d->c->file, 0, 0, "byte %u: %s (method %.60s, %u)",
                    d->method->code.offset + at, words,
                    java_text(d->c, d->method->name), at);
}

/* Numbers in the code, high bytes first. */

static bool take(decoder *d, unsigned bytes, uint32_t *out) {
  *out = 0;
  if (d->length - d->at < bytes)
    return wrong(d, d->at, "the code ends within an instruction");
  for (unsigned i = 0; i < bytes; i++)
    *out = *out << 8 | d->bytes[d->at++];
  return true;
}

static bool take_signed(decoder *d, unsigned bytes, int32_t *out) {
  uint32_t n;
  bool is_there = take(d, bytes, &n);
  unsigned spare = 32 - 8 * bytes;
  *out = (int32_t)(n << spare) >> spare;
  return is_there;
}

/* Operands */

/* Of which kinds an instruction takes a constant: bits by tag. */
#define BIT(tag) (1u << (tag))
static const unsigned wanted_tags[JAVA_OPERANDS_WIDE + 1] = {
    [JAVA_OPERANDS_CONSTANT] = BIT(JAVA_INTEGER) | BIT(JAVA_FLOAT) |
                               BIT(JAVA_STRING) | BIT(JAVA_CLASS) |
                               BIT(JAVA_METHOD_HANDLE) | BIT(JAVA_METHOD_TYPE) |
                               BIT(JAVA_DYNAMIC),
    [JAVA_OPERANDS_CONSTANT_WIDE] = BIT(JAVA_INTEGER) | BIT(JAVA_FLOAT) |
                                    BIT(JAVA_STRING) | BIT(JAVA_CLASS) |
                                    BIT(JAVA_METHOD_HANDLE) |
                                    BIT(JAVA_METHOD_TYPE) | BIT(JAVA_DYNAMIC),
    [JAVA_OPERANDS_CONSTANT_TWO] =
        BIT(JAVA_LONG) | BIT(JAVA_DOUBLE) | BIT(JAVA_DYNAMIC),
    [JAVA_OPERANDS_FIELD] = BIT(JAVA_FIELD_REF),
    [JAVA_OPERANDS_METHOD] = BIT(JAVA_METHOD_REF),
    [JAVA_OPERANDS_ANY_METHOD] =
        BIT(JAVA_METHOD_REF) | BIT(JAVA_INTERFACE_METHOD_REF),
    [JAVA_OPERANDS_INTERFACE] = BIT(JAVA_INTERFACE_METHOD_REF),
    [JAVA_OPERANDS_DYNAMIC] = BIT(JAVA_INVOKE_DYNAMIC),
    [JAVA_OPERANDS_CLASS] = BIT(JAVA_CLASS),
    [JAVA_OPERANDS_DIMENSIONS] = BIT(JAVA_CLASS)};

/* A dynamic constant has as many words as its type. */
static bool has_words(const decoder *d, const java_instruction *instruction) {
  if (java_constant_at(d->c, instruction->index)->tag != JAVA_DYNAMIC)
    return true;
  uint32_t words = java_type_words(
      java_text(d->c, java_ref_descriptor(d->c, instruction->index)));
  return (words == 2) == (instruction->opcode == JAVA_LDC2_W);
}

static bool take_constant(decoder *d, unsigned bytes,
                          java_instruction *instruction) {
  java_operands kind = java_opcodes[instruction->opcode].operands;
  assert(wanted_tags[kind]);
  if (!take(d, bytes, &instruction->index))
    return false;
  java_tag tag = instruction->index < d->c->constants.count
                     ? java_constant_at(d->c, instruction->index)->tag
                     : JAVA_UNUSABLE;
  if ((wanted_tags[kind] & BIT(tag)) && has_words(d, instruction))
    return true;
  return wrong(d, instruction->at, "%s cannot take constant %u, which is %s",
               java_opcodes[instruction->opcode].name, instruction->index,
               tag == JAVA_UNUSABLE ? "not there" : java_tag_words(tag));
}

/* How many locals a value takes: i, f, a take one; l and d two. */
static uint32_t local_words(java_opcode opcode) {
  const char *name = java_opcodes[opcode].name;
  return (*name == 'l' || *name == 'd') ? 2 : 1;
}

static bool check_local(decoder *d, const java_instruction *instruction) {
  return instruction->index + local_words(instruction->opcode) <=
             d->method->code.most_locals ||
         wrong(d, instruction->at, "%s speaks of local %u, and there are %u",
               java_opcodes[instruction->opcode].name, instruction->index,
               d->method->code.most_locals);
}

/* iload_0 and its like have their local in their name. */
static bool find_own_operand(decoder *d, java_instruction *instruction) {
  java_opcode o = instruction->opcode;
  bool is_load = o >= JAVA_ILOAD_0 && o <= JAVA_ALOAD_3;
  bool is_store = o >= JAVA_ISTORE_0 && o <= JAVA_ASTORE_3;
  if (o >= JAVA_ICONST_M1 && o <= JAVA_ICONST_5)
    instruction->value = (int32_t)o - JAVA_ICONST_0;
  if (!is_load && !is_store)
    return true;
  instruction->index = (o - (is_load ? JAVA_ILOAD_0 : JAVA_ISTORE_0)) % 4;
  return check_local(d, instruction);
}

/* Targets are bytes of the code until all instructions are known. */
static bool set_target(decoder *d, const java_instruction *instruction,
                       int32_t distance, uint32_t *out) {
  int64_t to = (int64_t)instruction->at + distance;
  if (to < 0 || to >= d->length)
    return wrong(
        d, instruction->at, "%s leads to byte %lld of a code that has %u",
        java_opcodes[instruction->opcode].name, (long long)to, d->length);
  *out = (uint32_t)to;
  return true;
}

static bool take_branch(decoder *d, unsigned bytes,
                        java_instruction *instruction) {
  int32_t distance;
  return take_signed(d, bytes, &distance) &&
         set_target(d, instruction, distance, &instruction->target);
}

static bool take_case(decoder *d, const java_instruction *instruction,
                      int32_t value) {
  int32_t distance;
  java_case one = {.value = value};
  if (!take_signed(d, 4, &distance) ||
      !set_target(d, instruction, distance, &one.target))
    return false;
  vec_push(d->m, &d->out->cases, one);
  return true;
}

static bool take_table(decoder *d, java_instruction *instruction) {
  int32_t low, high;
  if (!take_signed(d, 4, &low) || !take_signed(d, 4, &high))
    return false;
  int64_t count = (int64_t)high - low + 1;
  if (count < 1 || count > (d->length - d->at) / 4)
    return wrong(d, instruction->at,
                 "a table from %d to %d does not fit into the %u "
                 "bytes that are left",
                 low, high, d->length - d->at);
  instruction->cases = (uint32_t)count;
  for (int64_t i = 0; i < count; i++)
    if (!take_case(d, instruction, (int32_t)(low + i)))
      return false;
  return true;
}

static bool take_pairs(decoder *d, java_instruction *instruction) {
  int32_t count, before = 0, value;
  if (!take_signed(d, 4, &count))
    return false;
  if (count < 0 || (uint32_t)count > (d->length - d->at) / 8)
    return wrong(d, instruction->at,
                 "a table of %d pairs does not fit into the %u bytes "
                 "that are left",
                 count, d->length - d->at);
  instruction->cases = (uint32_t)count;
  for (int32_t i = 0; i < count; i++, before = value) {
    if (!take_signed(d, 4, &value))
      return false;
    if (i > 0 && value <= before)
      return wrong(d, instruction->at,
                   "the values of its table do not grow: %d, %d", before,
                   value);
    if (!take_case(d, instruction, value))
      return false;
  }
  return true;
}

/* Behind bytes that bring it to a multiple of four. */
static bool take_switch(decoder *d, java_instruction *instruction) {
  uint32_t padding = (4 - d->at % 4) % 4, ignored;
  int32_t distance;
  for (uint32_t i = 0; i < padding; i++)
    if (!take(d, 1, &ignored))
      return false;
  instruction->first_case = (uint32_t)d->out->cases.count;
  if (!take_signed(d, 4, &distance) ||
      !set_target(d, instruction, distance, &instruction->target))
    return false;
  return instruction->opcode == JAVA_TABLESWITCH ? take_table(d, instruction)
                                                 : take_pairs(d, instruction);
}

static bool take_wide(decoder *d, java_instruction *instruction) {
  uint32_t opcode;
  if (!take(d, 1, &opcode))
    return false;
  if (opcode >= JAVA_OPCODES ||
      (java_opcodes[opcode].operands != JAVA_OPERANDS_LOCAL &&
       opcode != JAVA_IINC))
    return wrong(d, instruction->at,
                 "'wide' stands before byte 0x%02x, which is no "
                 "instruction that speaks of a local",
                 opcode);
  instruction->opcode = (java_opcode)opcode;
  instruction->is_wide = true;
  return take(d, 2, &instruction->index) && check_local(d, instruction) &&
         (opcode != JAVA_IINC || take_signed(d, 2, &instruction->value));
}

static bool take_interface(decoder *d, java_instruction *instruction) {
  uint32_t count, zero;
  if (!take_constant(d, 2, instruction) || !take(d, 1, &count) ||
      !take(d, 1, &zero))
    return false;
  uint32_t words = java_argument_words(
      java_text(d->c, java_ref_descriptor(d->c, instruction->index)));
  instruction->value = (int32_t)count;
  if (count == words + 1 && zero == 0)
    return true;
  return wrong(d, instruction->at,
               "invokeinterface counts %u words of arguments, and "
               "its type %u",
               count, words + 1);
}

static bool take_dynamic(decoder *d, java_instruction *instruction) {
  uint32_t zero;
  return take_constant(d, 2, instruction) && take(d, 2, &zero) &&
         (zero == 0 || wrong(d, instruction->at,
                             "two zeros should stand behind invokedynamic"));
}

static bool take_dimensions(decoder *d, java_instruction *instruction) {
  uint32_t count;
  if (!take_constant(d, 2, instruction) || !take(d, 1, &count))
    return false;
  instruction->value = (int32_t)count;
  const char *name =
      java_text(d->c, java_constant_at(d->c, instruction->index)->name);
  return (count >= 1 && count <= strspn(name, "[")) ||
         wrong(d, instruction->at,
               "multianewarray makes %u dimensions of '%.40s'", count, name);
}

static bool take_class(decoder *d, java_instruction *instruction) {
  if (!take_constant(d, 2, instruction))
    return false;
  const char *name =
      java_text(d->c, java_constant_at(d->c, instruction->index)->name);
  return instruction->opcode != JAVA_NEW || *name != '[' ||
         wrong(d, instruction->at, "new makes an array, '%.40s'", name);
}

static bool take_primitive(decoder *d, java_instruction *instruction) {
  uint32_t type;
  if (!take(d, 1, &type))
    return false;
  instruction->value = (int32_t)type;
  return java_primitive_name(instruction->value) ||
         wrong(d, instruction->at, "newarray knows no type %u: 4 to 11 are",
               type);
}

static bool take_increment(decoder *d, java_instruction *instruction) {
  return take(d, 1, &instruction->index) && check_local(d, instruction) &&
         take_signed(d, 1, &instruction->value);
}

static bool take_method(decoder *d, java_instruction *instruction) {
  if (!take_constant(d, 2, instruction))
    return false;
  const char *name = java_text(d->c, java_ref_name(d->c, instruction->index));
  return *name != '<' || instruction->opcode == JAVA_INVOKESPECIAL ||
         wrong(d, instruction->at, "only invokespecial calls %s", name);
}

static bool take_operands(decoder *d, java_instruction *instruction) {
  switch (java_opcodes[instruction->opcode].operands) {
  case JAVA_OPERANDS_NOTHING:
    return find_own_operand(d, instruction);
  case JAVA_OPERANDS_BYTE:
    return take_signed(d, 1, &instruction->value);
  case JAVA_OPERANDS_SHORT:
    return take_signed(d, 2, &instruction->value);
  case JAVA_OPERANDS_CONSTANT:
    return take_constant(d, 1, instruction);
  case JAVA_OPERANDS_CONSTANT_WIDE:
  case JAVA_OPERANDS_CONSTANT_TWO:
  case JAVA_OPERANDS_FIELD:
    return take_constant(d, 2, instruction);
  case JAVA_OPERANDS_METHOD:
  case JAVA_OPERANDS_ANY_METHOD:
    return take_method(d, instruction);
  case JAVA_OPERANDS_LOCAL:
    return take(d, 1, &instruction->index) && check_local(d, instruction);
  case JAVA_OPERANDS_INCREMENT:
    return take_increment(d, instruction);
  case JAVA_OPERANDS_BRANCH:
    return take_branch(d, 2, instruction);
  case JAVA_OPERANDS_BRANCH_WIDE:
    return take_branch(d, 4, instruction);
  case JAVA_OPERANDS_TABLE:
  case JAVA_OPERANDS_LOOKUP:
    return take_switch(d, instruction);
  case JAVA_OPERANDS_INTERFACE:
    return take_interface(d, instruction);
  case JAVA_OPERANDS_DYNAMIC:
    return take_dynamic(d, instruction);
  case JAVA_OPERANDS_CLASS:
    return take_class(d, instruction);
  case JAVA_OPERANDS_PRIMITIVE:
    return take_primitive(d, instruction);
  case JAVA_OPERANDS_DIMENSIONS:
    return take_dimensions(d, instruction);
  case JAVA_OPERANDS_WIDE:
    break;
  }
  return take_wide(d, instruction);
}

static bool take_instruction(decoder *d) {
  uint32_t opcode;
  java_instruction instruction = {.at = (uint16_t)d->at,
                                  .target = JAVA_NO_INSTRUCTION};
  if (!take(d, 1, &opcode))
    return false;
  if (opcode >= JAVA_OPCODES)
    return wrong(d, instruction.at, "byte 0x%02x is no instruction", opcode);
  instruction.opcode = (java_opcode)opcode;
  d->out->number[instruction.at] = (uint32_t)d->out->at.count;
  if (!take_operands(d, &instruction))
    return false;
  if (d->c->major >= 51 &&
      (instruction.opcode == JAVA_JSR || instruction.opcode == JAVA_JSR_W ||
       instruction.opcode == JAVA_RET))
    return wrong(d, instruction.at, "%s is no instruction of version %u",
                 java_opcodes[instruction.opcode].name, d->c->major);
  vec_push(d->m, &d->out->at, instruction);
  return true;
}

/* When all instructions are known. */

static bool resolve(decoder *d, uint32_t at, const char *what, uint32_t *out) {
  uint32_t number = d->out->number[*out];
  if (number == JAVA_NO_INSTRUCTION)
    return wrong(d, at, "%s leads to byte %u, where no instruction begins",
                 what, *out);
  *out = number;
  return true;
}

static bool resolve_targets(decoder *d) {
  java_instructions *instructions = d->out;
  vec_each (java_instruction, instruction, &instructions->at) {
    const char *name = java_opcodes[instruction->opcode].name;
    if (instruction->target != JAVA_NO_INSTRUCTION &&
        !resolve(d, instruction->at, name, &instruction->target))
      return false;
    for (uint32_t i = 0; i < instruction->cases; i++)
      if (!resolve(d, instruction->at, name,
                   &instructions->cases.at[instruction->first_case + i].target))
        return false;
  }
  return java_ends_flow(vec_last(&instructions->at).opcode) ||
         wrong(d, vec_last(&instructions->at).at,
               "the code goes on behind its last "
               "instruction");
}

static bool check_handlers(decoder *d) {
  vec_each (const java_handler, h, &d->method->code.handlers) {
    uint32_t start = h->start, end = h->end, handler = h->handler;
    if (!resolve(d, start, "a handler's range", &start) ||
        !resolve(d, start, "a handler's range", &end) ||
        !resolve(d, start, "a handler", &handler))
      return false;
  }
  return true;
}

bool java_decode(mem *m, const java_class *class, const java_member *method,
                 report *r, java_instructions *out) {
  assert(method->has_code);
  decoder d = {.m = m,
               .c = class,
               .method = method,
               .r = r,
               .out = out,
               .bytes = class->bytes + method->code.offset,
               .length = method->code.length};
  *out = (java_instructions){0};
  out->number = mem_array(m, (size_t)d.length + 1, sizeof *out->number);
  for (uint32_t i = 0; i <= d.length; i++)
    out->number[i] = JAVA_NO_INSTRUCTION;
  while (d.at < d.length)
    if (!take_instruction(&d))
      return false;
  out->number[d.length] = (uint32_t)out->at.count;
  return resolve_targets(&d) && check_handlers(&d);
}

void java_instructions_free(mem *m, java_instructions *instructions) {
  vec_free(m, &instructions->at);
  vec_free(m, &instructions->cases);
  mem_free(m, instructions->number);
  instructions->number = NULL;
}

bool java_ends_flow(java_opcode o) {
  return o == JAVA_GOTO || o == JAVA_GOTO_W || o == JAVA_ATHROW ||
         o == JAVA_RET || (o >= JAVA_TABLESWITCH && o <= JAVA_RETURN);
}

const char *java_primitive_name(int32_t type) {
  static const char *const words[] = {"boolean", "char",  "float", "double",
                                      "byte",    "short", "int",   "long"};
  return type >= 4 && type <= 11 ? words[type - 4] : NULL;
}
