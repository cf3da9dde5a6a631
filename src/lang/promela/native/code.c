/* Code of the stack machine as C: which of it can be written, and how. Values
 * are variables v0, v1, ..., jumps are gotos; the compiler makes expressions of
 * that. */
#include "lang/promela/native/write.h"

#define U(x) ((unsigned)(x))

/* Values that an operation takes and leaves; false: the interpreter's. */
static bool effect_of(pml_writer *writer, const uint32_t *c, uint32_t *takes,
                      uint32_t *leaves) {
  *takes = *leaves = 0;
  switch (c[0]) {
  case PML_OP_PUSH:
  case PML_OP_GLOBAL:
  case PML_OP_LOCAL:
  case PML_OP_SELF:
  case PML_OP_COUNT:
  case PML_OP_LAST:
  case PML_OP_TIMEOUT:
  case PML_OP_FIND:
    *leaves = 1;
    return true;
  case PML_OP_POLL:
  case PML_OP_CAN_SEND:
  case PML_OP_CAN_RECEIVE:
    *leaves = 1;
    return pml_is_talk_writable(writer, c[1]);
  case PML_OP_INDEX:
  case PML_OP_GLOBAL_AT:
  case PML_OP_LOCAL_AT:
  case PML_OP_NOT:
  case PML_OP_NEGATE:
  case PML_OP_COMPLEMENT:
  case PML_OP_BOOLEAN:
  case PML_OP_LEN:
  case PML_OP_EMPTY:
  case PML_OP_NEMPTY:
  case PML_OP_FULL:
  case PML_OP_NFULL:
  case PML_OP_AT_POINT:
    *takes = *leaves = 1;
    return true;
  case PML_OP_STORE_GLOBAL:
  case PML_OP_STORE_LOCAL:
  case PML_OP_POP:
  case PML_OP_JUMP_ZERO:
  case PML_OP_JUMP_TRUE:
  case PML_OP_ASSERT:
    *takes = 1;
    return true;
  case PML_OP_STORE_GLOBAL_AT:
  case PML_OP_STORE_LOCAL_AT:
    *takes = 2;
    return true;
  case PML_OP_SEND:
    return writer->p->watch.process == PML_NONE &&
           !writer->p->talks.at[c[1]].random &&
           pml_is_talk_writable(writer, c[1]);
  case PML_OP_RECEIVE:
    return writer->p->watch.process == PML_NONE &&
           pml_is_talk_writable(writer, c[1]);
  case PML_OP_JUMP:
  case PML_OP_BLOCKED:
  case PML_OP_DONE:
  case PML_OP_GOES:
    return true;
  case PML_OP_OFFSET:
  case PML_OP_REMOTE:
    break;
  default:
    if (c[0] < PML_OP_ADD || c[0] > PML_OP_AT_LEAST)
      return false;
  }
  *takes = 2;
  *leaves = 1;
  return true;
}

static bool reach(pml_writer *writer, uint32_t pc, uint32_t depth,
                  bool by_jump) {
  if (by_jump)
    writer->target[pc] = 1;
  if (writer->depth[pc])
    return writer->depth[pc] == depth + 1;
  writer->depth[pc] = depth + 1;
  vec_push(writer->m, &writer->todo, pc);
  return true;
}

/* Which words are reached, and with how many values. False: something is the
 * interpreter's. 'first' and 'last': what was reached. */
static bool look_through(pml_writer *writer, uint32_t pc, uint32_t *first,
                         uint32_t *last) {
  const uint32_t *code = writer->p->code.at;
  size_t before = writer->todo.count; /* a talk's code is looked at inside */
  bool fine = reach(writer, pc, 0, false);
  *first = *last = pc;
  while (writer->todo.count > before) {
    uint32_t at = vec_pop(&writer->todo), depth = writer->depth[at] - 1, takes,
             leaves;
    const uint32_t *c = code + at;
    if (at < *first)
      *first = at;
    if (at > *last)
      *last = at;
    if (!fine || !effect_of(writer, c, &takes, &leaves) || takes > depth) {
      fine = false;
      continue;
    }
    depth += leaves - takes;
    if (c[0] == PML_OP_JUMP || c[0] == PML_OP_JUMP_ZERO ||
        c[0] == PML_OP_JUMP_TRUE)
      fine = reach(writer, c[1], depth, true);
    if (fine && c[0] != PML_OP_JUMP && c[0] != PML_OP_DONE &&
        c[0] != PML_OP_BLOCKED)
      fine = reach(writer, at + pml_length_of(c[0]), depth, false);
  }
  return fine;
}

static void forget(pml_writer *writer, uint32_t first, uint32_t last) {
  memset(writer->depth + first, 0, (last - first + 1) * sizeof *writer->depth);
  memset(writer->target + first, 0, last - first + 1);
}

bool pml_is_writable(pml_writer *writer, uint32_t pc) {
  enum { DEEP = 8 };
  uint32_t first, last;
  if (pc == PML_NONE)
    return true;
  if (writer->nested >= DEEP)
    return false;
  writer->nested++;
  bool fine = look_through(writer, pc, &first, &last);
  forget(writer, first, last);
  writer->nested--;
  return fine;
}

static uint32_t most_values(const pml_writer *writer, uint32_t first,
                            uint32_t last) {
  uint32_t most = 1;
  for (uint32_t i = first; i <= last; i += pml_length_of(writer->p->code.at[i]))
    if (writer->depth[i] > most)
      most = writer->depth[i];
  return most;
}

/* An operation needs at most one value more than there are before it. */
void pml_write_code(pml_writer *writer, const pml_scope *scope, uint32_t pc,
                    const char *result) {
  const uint32_t *code = writer->p->code.at;
  uint32_t first, last;
  unsigned id = writer->serial++;
  look_through(writer, pc, &first, &last);
  pml_write(writer, "{ i32 v0 = 0");
  for (uint32_t i = most_values(writer, first, last); i > 0; i--)
    pml_write(writer, ", v%u", U(i));
  pml_write(writer, ";\n");
  if (first != pc)
    pml_write(writer, "goto L%u_%u;\n", id, U(pc));
  for (uint32_t i = first; i <= last; i += pml_length_of(code[i])) {
    if (!writer->depth[i])
      continue;
    uint32_t depth = writer->depth[i] - 1;
    if (writer->target[i] || (i == pc && first != pc))
      pml_write(writer, "L%u_%u:;\n", id, U(i));
    if (code[i] != PML_OP_DONE) {
      pml_write_op(writer, scope, i, depth, id);
      continue;
    }
    if (result && depth)
      pml_write(writer, "%s = v%u;\n", result, U(depth - 1));
    else if (result)
      pml_write(writer, "%s = 0;\n", result);
    if (i != last)
      pml_write(writer, "goto L%u_end;\n", id);
  }
  pml_write(writer, "L%u_end:; }\n", id);
  forget(writer, first, last);
}
