/* What edges do, as C. */
#include "engine/panda/native/write.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

#define U(x) NATIVE_U(x)

void native_write(native_writer *writer, const char *format, ...) {
  enum { USUAL = 512 };
  va_list arguments;
  vec_reserve(writer->m, &writer->body, USUAL);
  va_start(arguments, format);
  int length =
      vsnprintf(writer->body.at + writer->body.count, USUAL, format, arguments);
  va_end(arguments);
  if (length >= USUAL) {
    vec_reserve(writer->m, &writer->body, (size_t)length + 1);
    va_start(arguments, format);
    vsnprintf(writer->body.at + writer->body.count, (size_t)length + 1, format,
              arguments);
    va_end(arguments);
  }
  writer->body.count += length > 0 ? (size_t)length : 0;
}

const char *native_type(unsigned width) {
  return width <= 8 ? "u8" : width <= 16 ? "u16" : width <= 32 ? "u32" : "u64";
}

static operand read_global(native_writer *writer, uint32_t n) {
  operand x = {.root = n | CODE_GLOBAL};
  if (n < writer->c->constants) {
    value v = writer->c->globals.at[n];
    snprintf(x.bits, sizeof x.bits, "0x%llxull", (unsigned long long)v.bits);
    if (v.object)
      snprintf(x.object, sizeof x.object, "%uu", U(v.object));
    return x;
  }
  bool is_pointer = writer->is_global_pointer[n - writer->c->constants];
  unsigned name = writer->serial++;
  native_write(writer,
               is_pointer ? "if (ODD(G[%u].term || G[%u].object == NONE)) "
                          : "if (ODD(G[%u].term | G[%u].object)) ",
               U(n), U(n));
  native_write(writer, "STOP; const u64 c%u = G[%u].bits;\n", name, U(n));
  snprintf(x.bits, sizeof x.bits, "c%u", name);
  if (is_pointer) {
    native_write(writer, "const u32 e%u = G[%u].object;\n", name, U(n));
    snprintf(x.object, sizeof x.object, "e%u", name);
  }
  return x;
}

operand native_read(native_writer *writer, uint32_t r) {
  if (r & CODE_GLOBAL)
    return read_global(writer, r & ~CODE_GLOBAL);
  const code_function *function = native_frame_of(writer);
  operand x = {.root = r};
  if (r < function->scalars) {
    if (!writer->is_sure[r])
      native_write(writer, "if (ODD(b%u & 0x%llxull)) STOP;\n", U(r / 64),
                   native_bit_of(r));
    writer->is_sure[r] = true;
    snprintf(x.bits, sizeof x.bits, "r%u", U(r));
    if (writer->is_pointer[r])
      snprintf(x.object, sizeof x.object, "o%u", U(r));
  } else if (r < function->scalars + function->objects) {
    snprintf(x.bits, sizeof x.bits, "0ull");
    snprintf(x.object, sizeof x.object, "o%u", U(r));
  } else {
    const native_temp *temp = &writer->temps[r];
    x.root = temp->root;
    snprintf(x.bits, sizeof x.bits, "t%u", U(temp->number));
    if (temp->is_pointer)
      snprintf(x.object, sizeof x.object, "p%u", U(temp->number));
  }
  return x;
}

/* n and m are the new bits and object, as C variables. */
static void set_global(native_writer *writer, uint32_t n) {
  native_write(writer,
               "if (x->since && x->global_stamps[%u] < x->since) "
               "x->note_global(x, %u);\n"
               "G[%u].bits = n; G[%u].term = 0; G[%u].object = m;\n",
               U(n), U(n), U(n), U(n), U(n));
}

static void set_scalar(native_writer *writer, uint32_t r) {
  native_write(writer, "r%u = (%s)n;", U(r), native_type(writer->width[r]));
  if (writer->is_pointer[r])
    native_write(writer, " o%u = m;", U(r));
  if (!writer->is_sure[r])
    native_write(writer, " b%u &= ~0x%llxull;", U(r / 64), native_bit_of(r));
  native_write(writer, "\n");
  writer->is_sure[r] = writer->is_written[r] = true;
}

static bool write_holds_pointer(const native_writer *writer, uint32_t r) {
  return r & CODE_GLOBAL ? writer->is_global_pointer[(r & ~CODE_GLOBAL) -
                                                     writer->c->constants]
                         : writer->is_pointer[r];
}

static void open_block(native_writer *writer, uint32_t r, const char *bits,
                       const char *into) {
  native_write(writer, "{ const u64 n = %s; const u32 m = %s;\n", bits,
               into[0] ? into : "0");
  if (into[0] && !write_holds_pointer(writer, r))
    native_write(writer, "if (m) STOP;\n");
}

static void close_block(native_writer *writer, uint32_t r) {
  if (r & CODE_GLOBAL)
    set_global(writer, r & ~CODE_GLOBAL);
  else
    set_scalar(writer, r);
  native_write(writer, "(void)m; }\n");
}

void native_set(native_writer *writer, uint32_t r, const char *bits,
                const char *into) {
  open_block(writer, r, bits, into);
  close_block(writer, r);
}

static void write_count(native_writer *writer, uint32_t r, native_count how) {
  native_write(writer, "changes += ");
  if (how == NATIVE_BY_OBJECTS)
    native_write(writer, "any || ");
  if (how == NATIVE_ALWAYS)
    native_write(writer, "1");
  else if (r & CODE_GLOBAL)
    native_write(writer, "G[%u].bits != n || G[%u].term || G[%u].object != m",
                 U(r & ~CODE_GLOBAL), U(r & ~CODE_GLOBAL), U(r & ~CODE_GLOBAL));
  else {
    native_write(writer, "r%u != n", U(r));
    if (writer->is_pointer[r])
      native_write(writer, " || o%u != m", U(r));
    if (!writer->is_sure[r])
      native_write(writer, " || b%u & 0x%llxull", U(r / 64), native_bit_of(r));
  }
  native_write(writer, ";\n");
}

void native_put(native_writer *writer, const instruction *i, const char *bits,
                const char *into, uint32_t root, native_count how) {
  uint32_t number = (uint32_t)(i - writer->c->instructions.at);
  if (i->flags & CODE_VARIABLE) {
    open_block(writer, i->d, bits, into);
    write_count(writer, i->d, how);
    close_block(writer, i->d);
    return;
  }
  assert(!(i->d & CODE_GLOBAL) && i->d >= native_frame_of(writer)->scalars +
                                              native_frame_of(writer)->objects);
  native_write(writer, "const %s t%u = %s;\n", native_type(i->width), U(number),
               bits);
  if (into[0])
    native_write(writer, "const u32 p%u = %s;\n", U(number), into);
  /* Bit 30 tells temporary roots from registers. */
  writer->temps[i->d] = (native_temp){
      number, root == CODE_NONE ? number | UINT32_C(1) << 30 : root,
      into[0] != 0};
}

static bool is_writable(const native_writer *writer, const instruction *i) {
  switch (i->op) {
  case CODE_LOAD:
  case CODE_STORE:
    return native_can_access(writer, i);
  case CODE_CALL:
    return native_can_call(writer, i);
  case CODE_MOVE:
  case CODE_TOUCH:
  case CODE_OFFSET:
  case CODE_TO_INTEGER:
  case CODE_TO_POINTER:
  case CODE_BRANCH:
  case CODE_ASSUME:
  case CODE_HAVOC:
  case CODE_RETURN:
  case CODE_JUMP:
  case CODE_LOOP:
  case CODE_JOIN:
  case CODE_NOP:
    return true;
  default:
    return i->op < BITS_OP_COUNT;
  }
}

static void write_havoc(native_writer *writer, uint32_t r) {
  unsigned word = U(r / 64);
  native_write(writer,
               "changes += !(b%u & g%u & 0x%llxull); b%u |= 0x%llxull; "
               "g%u |= 0x%llxull;\n",
               word, word, native_bit_of(r), word, native_bit_of(r), word,
               native_bit_of(r));
  writer->is_sure[r] = false;
  writer->is_written[r] = true;
}

static void write_loop(native_writer *writer, const instruction *i) {
  native_write(writer,
               "if (!passes || (x->loop_changes[%u] == changes && "
               "x->loop_depths[%u] == depth)) STOP;\n"
               "passes--; x->loop_changes[%u] = changes; "
               "x->loop_depths[%u] = depth;\n",
               U(i->a), U(i->a), U(i->a), U(i->a));
}

static void write_instruction(native_writer *writer, uint32_t at) {
  assert(at < writer->c->instructions.count);
  const instruction *i = &writer->c->instructions.at[at];
  bool counts = i->flags & CODE_ENDS_EDGE;
  operand a;
  switch (i->op) {
  case CODE_LOAD:
    native_write_load(writer, i);
    break;
  case CODE_STORE:
    native_write_store(writer, i);
    break;
  case CODE_TOUCH:
    native_read(writer, i->a);
    break;
  case CODE_BRANCH:
    a = native_read(writer, i->a);
    native_write(writer, "steps++; if (%s) goto L%u; goto L%u;\n", a.bits,
                 U(i->b), U(i->c));
    return;
  case CODE_ASSUME:
    a = native_read(writer, i->a);
    native_write(writer, "if (%s%s) STOP;\n", i->from ? "!" : "", a.bits);
    break;
  case CODE_HAVOC:
    write_havoc(writer, i->d);
    break;
  case CODE_CALL:
    native_write_call(writer, i, at);
    return;
  case CODE_RETURN:
    native_write_return(writer, i);
    return;
  case CODE_JUMP:
    native_write(writer, "goto L%u;\n", U(i->b));
    return;
  case CODE_LOOP:
    write_loop(writer, i);
    break;
  case CODE_JOIN: /* there is no news: see cover/cover.h */
  case CODE_NOP:
    break;
  default:
    native_write_operator(writer, i);
  }
  if (counts)
    native_write(writer, "steps++;\n");
}

/* Of an edge, or one that belongs to none: up to where it ends. */
static uint32_t end_of_edge(const native_writer *writer, uint32_t at) {
  for (;; at++) {
    const instruction *i = &writer->c->instructions.at[at];
    if ((i->flags & CODE_ENDS_EDGE) || i->op == CODE_JUMP ||
        i->op == CODE_LOOP || i->op == CODE_JOIN || i->op == CODE_HALT)
      return at + 1;
  }
}

uint32_t native_write_edge(native_writer *writer, uint32_t at) {
  uint32_t end = end_of_edge(writer, at);
  bool can = true;
  if (writer->is_target[at]) {
    native_write(writer, "L%u:;\n", U(at));
    memset(writer->is_sure, 0,
           native_frame_of(writer)->scalars * sizeof *writer->is_sure);
  }
  writer->at = at;
  for (uint32_t n = at; n < end; n++) {
    const instruction *i = &writer->c->instructions.at[n];
    can = can && is_writable(writer, i) &&
          (i->op != CODE_HAVOC || !(i->d & CODE_GLOBAL));
  }
  native_write(writer, "#define STOP do { at = %u; goto out; } while (0)\n{\n",
               U(at));
  for (uint32_t n = at; can && n < end; n++)
    write_instruction(writer, n);
  native_write(writer, can ? "}\n#undef STOP\n" : "STOP;\n}\n#undef STOP\n");
  return end;
}
