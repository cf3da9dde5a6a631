/* Single operations of the stack machine as C. */
#include "lang/promela/native/write.h"

#include "base/mutant.h"

#include <stdarg.h>
#include <stdio.h>

#define U(x) ((unsigned)(x))

void pml_write_load(pml_writer *writer, uint32_t scalar, const char *format,
                    ...) {
  char at[200];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(at, sizeof at, format, arguments);
  va_end(arguments);
  uint32_t bytes = pml_unsigned_bytes(scalar >> 8);
  switch (scalar & 255) {
  case PML_CELL_I16:
    pml_write(writer, "(i16)ld16(%s)", at);
    break;
  case PML_CELL_I32:
    pml_write(writer, "ld32(%s)", at);
    break;
  case PML_CELL_UN:
    if (bytes > 1) {
      pml_write(writer, "%s(%s)", bytes == 2 ? "ld16" : "ld32", at);
      break;
    }
    /* fall through */
  default:
    pml_write(writer, "*(%s)", at);
    break;
  }
}

void pml_write_cut(pml_writer *writer, uint32_t scalar, const char *value) {
  uint32_t bits = scalar >> 8;
  switch (scalar & 255) {
  case PML_CELL_U1:
    pml_write(writer, "(%s & 1)", value);
    break;
  case PML_CELL_U8:
    pml_write(writer, "(%s & 255)", value);
    break;
  case PML_CELL_I16:
    pml_write(writer, "((i32)(i16)%s)", value);
    break;
  case PML_CELL_I32:
    pml_write(writer, "%s", value);
    break;
  default:
    if (bits >= 32)
      pml_write(writer, "%s", value);
    else
      pml_write(writer, "(%s & %d)", value, (int)((UINT32_C(1) << bits) - 1));
    break;
  }
}

static void write_put(pml_writer *writer, uint32_t scalar, const char *at,
                      const char *value) {
  uint32_t cell = scalar & 255;
  uint32_t bytes = cell == PML_CELL_I16   ? 2
                   : cell == PML_CELL_I32 ? 4
                   : cell == PML_CELL_UN  ? pml_unsigned_bytes(scalar >> 8)
                                          : 1;
  if (bytes == 1 || MUTANT("promela-native-store"))
    pml_write(writer, "*(%s) = (u8)%s;\n", at, value);
  else
    pml_write(writer, "st%u(%s, %s);\n", U(8 * bytes), at, value);
}

void pml_write_store(pml_writer *writer, const pml_scope *scope,
                     uint32_t scalar, const char *at, const char *value,
                     uint32_t key, uint32_t variable) {
  if (variable != PML_NONE && (scalar & 255) != PML_CELL_I32 &&
      variable < writer->p->syntax->vars.count) {
    pml_write(writer, "if (RARE(");
    pml_write_cut(writer, scalar, value);
    pml_write(writer, " != %s) && !NOTED(%uu)) %s;\n", value, U(key),
              scope->bail);
  }
  char cut[32];
  snprintf(cut, sizeof cut, "c%u", U(writer->serial++));
  pml_write(writer, "{ i32 %s = ", cut);
  pml_write_cut(writer, scalar, value);
  pml_write(writer, "; ");
  write_put(writer, scalar, at, cut);
  pml_write(writer, "}\n");
}

void pml_write_cover(pml_writer *writer, uint32_t place) {
  if (place != PML_NONE)
    pml_write(writer, "COVER(%u, %u);\n", U(place >> 3), 1u << (place & 7));
}

static const char *operator_of(uint32_t op) {
  static const char *const operators[] = {
      [PML_OP_ADD] = "+",      [PML_OP_SUBTRACT] = "-",
      [PML_OP_MULTIPLY] = "*", [PML_OP_AND_BITS] = "&",
      [PML_OP_XOR_BITS] = "^", [PML_OP_OR_BITS] = "|",
      [PML_OP_EQUAL] = "==",   [PML_OP_UNEQUAL] = "!=",
      [PML_OP_LESS] = "<",     [PML_OP_AT_MOST] = "<=",
      [PML_OP_GREATER] = ">",  [PML_OP_AT_LEAST] = ">="};
  return op < sizeof operators / sizeof *operators ? operators[op] : NULL;
}

/* 'a' and 'b' are the numbers of the two highest values. */
static void write_binary(pml_writer *writer, const pml_scope *scope,
                         uint32_t op, unsigned a, unsigned b) {
  const char *sign = op == PML_OP_AT_MOST && MUTANT("promela-native-at-most")
                         ? "<"
                         : operator_of(op);
  if (op >= PML_OP_EQUAL)
    pml_write(writer, "v%u = v%u %s v%u;\n", a, a, sign, b);
  else if (sign)
    pml_write(writer, "v%u = (i32)((u32)v%u %s (u32)v%u);\n", a, a, sign, b);
  else if (op == PML_OP_SHIFT_LEFT)
    pml_write(writer, "v%u = (i32)((u32)v%u << (v%u & 31));\n", a, a, b);
  else if (op == PML_OP_SHIFT_RIGHT)
    pml_write(writer, "v%u = v%u >> (v%u & 31);\n", a, a, b);
  else
    pml_write(writer, "if (RARE(v%u == 0)) %s;\nv%u = %s(v%u, v%u);\n", b,
              scope->bail, a, op == PML_OP_MODULO ? "rest" : "quotient", a, b);
}

static void write_store_op(pml_writer *writer, const pml_scope *scope,
                           uint32_t pc, uint32_t depth) {
  const uint32_t *c = writer->p->code.at + pc;
  bool is_local = c[0] == PML_OP_STORE_LOCAL || c[0] == PML_OP_STORE_LOCAL_AT;
  bool is_at = c[0] == PML_OP_STORE_GLOBAL_AT || c[0] == PML_OP_STORE_LOCAL_AT;
  char at[80], value[16];
  const char *base = is_local ? scope->frame : scope->state;
  if (is_at)
    snprintf(at, sizeof at, "%s + %u + v%u", base, U(c[1]), U(depth - 2));
  else
    snprintf(at, sizeof at, "%s + %u", base, U(c[1]));
  snprintf(value, sizeof value, "v%u", U(depth - 1));
  pml_write_store(writer, scope, c[2], at, value, pc, c[3]);
}

static void write_load_op(pml_writer *writer, const pml_scope *scope,
                          const uint32_t *c, uint32_t depth) {
  bool is_local = c[0] == PML_OP_LOCAL || c[0] == PML_OP_LOCAL_AT;
  bool is_at = c[0] == PML_OP_GLOBAL_AT || c[0] == PML_OP_LOCAL_AT;
  const char *base = is_local ? scope->frame : scope->state;
  unsigned v = is_at ? U(depth - 1) : U(depth);
  pml_write(writer, "v%u = ", v);
  if (is_at)
    pml_write_load(writer, c[2], "%s + %u + v%u", base, U(c[1]), v);
  else
    pml_write_load(writer, c[2], "%s + %u", base, U(c[1]));
  pml_write(writer, ";\n");
}

/* Questions to other processes. */
static void write_remote(pml_writer *writer, const pml_scope *scope,
                         const uint32_t *c, unsigned v) {
  const uint32_t *points = writer->p->points_of_labels.at + c[1];
  switch (c[0]) {
  case PML_OP_AT_POINT:
    pml_write(writer,
              "if (is_alive(x, v%u)) { u32 p = first_point[x_type[v%u]] + "
              "point_at(x, %s, v%u); v%u = 0",
              v, v, scope->state, v, v);
    for (uint32_t i = 0; i < c[2]; i++)
      pml_write(writer, " || p == %u", U(points[i]));
    pml_write(writer, "; } else v%u = 0;\n", v);
    break;
  default: /* remote: the address is above the pid */
    pml_write(writer,
              "{ u8 there[4] = {0}; v%u = remote(x, %s, %u, %u, v%u, v%u, "
              "there) ? (i32)",
              v - 1, scope->state, U(c[1]), U(c[3]), v, v - 1);
    pml_write_load(writer, c[2], "there");
    pml_write(writer, " : 0; }\n");
    break;
  }
}

static void write_channel_op(pml_writer *writer, const pml_scope *scope,
                             uint32_t op, unsigned v) {
  pml_write(writer, "if (RARE(no_channel(x, v%u))) %s;\n", v, scope->bail);
  switch (op) {
  case PML_OP_LEN:
    pml_write(writer, "v%u = length_of(x, %s, v%u);\n", v, scope->state, v);
    break;
  case PML_OP_EMPTY:
  case PML_OP_NEMPTY:
    pml_write(writer, "v%u = length_of(x, %s, v%u) %s 0;\n", v, scope->state, v,
              op == PML_OP_EMPTY ? "==" : "!=");
    break;
  default:
    pml_write(writer, "v%u = is_full(x, %s, v%u) == %d;\n", v, scope->state, v,
              op == PML_OP_FULL);
    break;
  }
}

static void write_simple(pml_writer *writer, const pml_scope *scope,
                         const uint32_t *c, uint32_t depth) {
  unsigned top = U(depth - 1);
  switch (c[0]) {
  case PML_OP_PUSH:
    pml_write(writer, "v%u = (i32)%uu;\n", U(depth), U(c[1]));
    break;
  case PML_OP_INDEX:
    pml_write(writer, "if (RARE((u32)v%u >= %uu)) %s;\nv%u *= %u;\n", top,
              U(c[1]), scope->bail, top, U(c[2]));
    break;
  case PML_OP_OFFSET:
    pml_write(writer, "v%u += v%u;\n", top - 1, top);
    break;
  case PML_OP_NOT:
    pml_write(writer, "v%u = !v%u;\n", top, top);
    break;
  case PML_OP_NEGATE:
    pml_write(writer, "v%u = (i32)(0u - (u32)v%u);\n", top, top);
    break;
  case PML_OP_COMPLEMENT:
    pml_write(writer, "v%u = ~v%u;\n", top, top);
    break;
  case PML_OP_BOOLEAN:
    pml_write(writer, "v%u = v%u != 0;\n", top, top);
    break;
  case PML_OP_SELF:
    pml_write(writer, "v%u = (i32)%s;\n", U(depth), scope->pid);
    break;
  case PML_OP_COUNT:
    pml_write(writer, "v%u = (i32)x_processes;\n", U(depth));
    break;
  case PML_OP_LAST:
    pml_write(writer, "v%u = %s[LAST_OFFSET];\n", U(depth), scope->state);
    break;
  case PML_OP_TIMEOUT:
    pml_write(writer, "v%u = %s;\n", U(depth), scope->timeout);
    break;
  case PML_OP_FIND:
    pml_write(writer, "v%u = find_process(x, %u);\n", U(depth), U(c[1]));
    break;
  case PML_OP_ASSERT:
    if (!writer->p->syntax->reading.ignores_assertions)
      pml_write(writer, "if (RARE(!v%u)) %s;\n", top, scope->bail);
    break;
  case PML_OP_GOES:
    pml_write_cover(writer, writer->x->place_of_statement.at[c[1]]);
    break;
  case PML_OP_BLOCKED:
    pml_write(writer, "%s;\n", scope->bail);
    break;
  default: /* pop */
    break;
  }
}

static void write_jump(pml_writer *writer, const pml_scope *scope, uint32_t pc,
                       uint32_t depth, unsigned id) {
  const uint32_t *c = writer->p->code.at + pc;
  if (c[0] == PML_OP_JUMP && c[1] <= pc)
    pml_write(writer, "if (RARE(++x_jumps > MOST_JUMPS)) %s;\n", scope->bail);
  if (c[0] == PML_OP_JUMP)
    pml_write(writer, "goto L%u_%u;\n", id, U(c[1]));
  else
    pml_write(writer, "if (%sv%u) goto L%u_%u;\n",
              c[0] == PML_OP_JUMP_ZERO ? "!" : "", U(depth - 1), id, U(c[1]));
}

void pml_write_op(pml_writer *writer, const pml_scope *scope, uint32_t pc,
                  uint32_t depth, unsigned id) {
  const uint32_t *c = writer->p->code.at + pc;
  switch (c[0]) {
  case PML_OP_GLOBAL:
  case PML_OP_LOCAL:
  case PML_OP_GLOBAL_AT:
  case PML_OP_LOCAL_AT:
    write_load_op(writer, scope, c, depth);
    break;
  case PML_OP_STORE_GLOBAL:
  case PML_OP_STORE_LOCAL:
  case PML_OP_STORE_GLOBAL_AT:
  case PML_OP_STORE_LOCAL_AT:
    write_store_op(writer, scope, pc, depth);
    break;
  case PML_OP_JUMP:
  case PML_OP_JUMP_ZERO:
  case PML_OP_JUMP_TRUE:
    write_jump(writer, scope, pc, depth, id);
    break;
  case PML_OP_LEN:
  case PML_OP_EMPTY:
  case PML_OP_NEMPTY:
  case PML_OP_FULL:
  case PML_OP_NFULL:
    write_channel_op(writer, scope, c[0], U(depth - 1));
    break;
  case PML_OP_AT_POINT:
  case PML_OP_REMOTE:
    write_remote(writer, scope, c, U(depth - 1));
    break;
  case PML_OP_POLL:
  case PML_OP_SEND:
  case PML_OP_RECEIVE:
  case PML_OP_CAN_SEND:
  case PML_OP_CAN_RECEIVE:
    pml_write_talk(writer, scope, c[0], c[1], depth);
    break;
  default:
    if (c[0] >= PML_OP_ADD && c[0] <= PML_OP_AT_LEAST)
      write_binary(writer, scope, c[0], U(depth - 2), U(depth - 1));
    else
      write_simple(writer, scope, c, depth);
    break;
  }
}
