/* Functions as C: what comes before and behind their edges, and the whole text.
 */
#include "engine/panda/native/write.h"

#include <assert.h>

#define U(x) NATIVE_U(x)

static void find_targets(native_writer *writer) {
  memset(writer->is_target, 0,
         writer->c->instructions.count * sizeof *writer->is_target);
  writer->is_target[native_frame_of(writer)->entry] = true;
  for (uint32_t n = writer->first; n < writer->end; n++) {
    const instruction *i = &writer->c->instructions.at[n];
    if (i->op == CODE_BRANCH)
      writer->is_target[i->b] = writer->is_target[i->c] = true;
    else if (i->op == CODE_JUMP)
      writer->is_target[i->b] = true;
    else if (i->op == CODE_LOOP)
      writer->is_target[n] = true;
  }
}

static void find_variables(native_writer *writer) {
  const cfa *automaton = writer->c->cfa;
  assert(writer->function < automaton->functions.count);
  const cfa_function *function = &automaton->functions.at[writer->function];
  for (uint32_t v = function->first_variable;
       v < function->first_variable + function->variables; v++) {
    const cfa_variable *variable = &automaton->variables.at[v];
    if (!variable->is_scalar)
      continue;
    writer->width[variable->slot] = variable->width;
    writer->is_pointer[variable->slot] = variable->is_pointer;
    writer->is_written[variable->slot] = false;
  }
  writer->sites.count = 0;
}

static void declare_variables(native_writer *writer) {
  const code_function *function = native_frame_of(writer);
  for (uint32_t r = 0; r <= function->scalars / 64; r++)
    native_write(writer, "u64 b%u = ~0ull, g%u = ~0ull; (void)g%u;\n", U(r),
                 U(r), U(r));
  for (uint32_t r = 0; r < function->scalars; r++) {
    native_write(writer, "%s r%u = 0;", native_type(writer->width[r]), U(r));
    if (writer->is_pointer[r])
      native_write(writer, " u32 o%u = 0;", U(r));
    native_write(writer, "\n");
  }
  for (uint32_t r = function->scalars;
       r < function->scalars + function->objects; r++)
    native_write(writer, "const u32 o%u = x->frame[%u].object; (void)o%u;\n",
                 U(r), U(r), U(r));
}

/* From the interpreter's frame, or, of a call, from the arguments. */
static void write_beginning(native_writer *writer) {
  const cfa *automaton = writer->c->cfa;
  assert(writer->function < automaton->functions.count);
  const cfa_function *function = &automaton->functions.at[writer->function];
  native_write(writer, "if (head == NONE) {\n");
  for (uint32_t n = 0; n < function->parameters; n++) {
    const cfa_variable *variable =
        &automaton->variables.at[function->first_variable + n];
    if (!variable->is_scalar)
      continue;
    native_write(writer, "r%u = (%s)a%u; b%u &= ~0x%llxull; (void)d%u;\n",
                 U(variable->slot), native_type(variable->width), U(n),
                 U(variable->slot / 64), native_bit_of(variable->slot), U(n));
    if (variable->is_pointer)
      native_write(writer, "o%u = d%u;\n", U(variable->slot), U(n));
  }
  native_write(writer, "} else {\nf = x->frame;\n");
  for (uint32_t r = 0; r < native_frame_of(writer)->scalars; r++) {
    native_write(writer, "IN_%s(%u, %s, b%u, g%u, 0x%llxull);",
                 writer->is_pointer[r] ? "POINTER" : "WORD", U(r),
                 native_type(writer->width[r]), U(r / 64), U(r / 64),
                 native_bit_of(r));
    if (writer->is_pointer[r])
      native_write(writer, " o%u = f[%u].object;", U(r), U(r));
    native_write(writer, "\n");
  }
  native_write(writer, "}\nswitch (head) {\n");
  for (uint32_t n = writer->first; n < writer->end; n++)
    if (writer->c->instructions.at[n].op == CODE_LOOP)
      native_write(writer, "case %u: goto L%u;\n",
                   U(writer->c->instructions.at[n].a), U(n));
  native_write(writer, "default: goto L%u;\n}\n",
               U(native_frame_of(writer)->entry));
}

/* Registers that it has not written are where they were, unless the frame had
 * no place. */
static void write_end(native_writer *writer) {
  native_write(writer,
               "out:\nif (!is_inside) x->at = at;\nGIVE(depth);\n"
               "if (head == NONE) f = x->save(x, %u, at);\n"
               "else { x->bottom = at; f = x->frame; }\n",
               U(writer->function));
  for (uint32_t r = 0; r < native_frame_of(writer)->scalars; r++) {
    if (!writer->is_written[r])
      native_write(writer, "if (head == NONE) ");
    if (writer->is_pointer[r])
      native_write(writer, "OUT(%u, o%u, b%u, g%u, 0x%llxull);\n", U(r), U(r),
                   U(r / 64), U(r / 64), native_bit_of(r));
    else
      native_write(writer, "OUT(%u, 0, b%u, g%u, 0x%llxull);\n", U(r),
                   U(r / 64), U(r / 64), native_bit_of(r));
  }
  native_write(writer, "return 1;\n}\n#undef DROP\n");
}

static void write_entry(native_writer *writer) {
  const cfa *automaton = writer->c->cfa;
  assert(writer->function < automaton->functions.count);
  const cfa_function *function = &automaton->functions.at[writer->function];
  native_write(writer,
               "void custos_%u(struct native_context *x, u32 head) {\n"
               "f_%u(x, head",
               U(writer->function), U(writer->function));
  for (uint32_t n = 0; n < function->parameters; n++)
    if (automaton->variables.at[function->first_variable + n].is_scalar)
      native_write(writer, ", 0, 0");
  native_write(writer, ");\n}\n");
}

static void keep_body(native_writer *writer) {
  size_t count = writer->body.count;
  vec_reserve(writer->m, &writer->text, count + 1);
  if (count)
    memcpy(writer->text.at + writer->text.count, writer->body.at, count);
  writer->text.count += count;
  writer->body.count = 0;
}

/* Which sites there are is known when the edges have been written. */
static void write_function(native_writer *writer) {
  find_targets(writer);
  find_variables(writer);
  for (uint32_t at = writer->first; at < writer->end;)
    at = native_write_edge(writer, at);
  vec(char)
      edges = {writer->body.at, writer->body.count, writer->body.capacity};
  memset(&writer->body, 0, sizeof writer->body);
  native_declare(writer, writer->function);
  native_write(writer, " {\nu64 steps = x->steps, changes = x->changes;\n"
                       "u64 passes = x->passes; u32 calls = x->calls;\n"
                       "const u32 depth = x->depth; u32 at = 0, any = 0;\n"
                       "u32 is_inside = 0; value *const G = x->globals, *f;\n"
                       "(void)any; (void)G;\n");
  declare_variables(writer);
  native_declare_sites(writer);
  write_beginning(writer);
  keep_body(writer);
  vec_free(writer->m, &writer->body);
  writer->body.at = edges.at;
  writer->body.count = edges.count;
  writer->body.capacity = edges.capacity;
  write_end(writer);
  write_entry(writer);
  keep_body(writer);
}

#define STRING_OF(...) #__VA_ARGS__
#define TEXT_OF(...) STRING_OF(__VA_ARGS__)

_Static_assert(sizeof(value) == 16 && offsetof(value, term) == 8 &&
                   offsetof(value, object) == 12,
               "as the text says");

static void write_prelude(native_writer *writer) {
  native_write(writer, "%s",
               "typedef __UINT8_TYPE__ u8; typedef __UINT16_TYPE__ u16;\n"
               "typedef __UINT32_TYPE__ u32; typedef __UINT64_TYPE__ u64;\n"
               "typedef __INT8_TYPE__ i8; typedef __INT16_TYPE__ i16;\n"
               "typedef __INT32_TYPE__ i32; typedef __INT64_TYPE__ i64;\n"
               "typedef u32 uint32_t; typedef u64 uint64_t;\n"
               "typedef struct value { u64 bits; u32 term, object; } value;\n"
               "struct concolic;\n");
  native_write(writer, "struct native_view { %s };\n",
               TEXT_OF(NATIVE_VIEW_FIELDS));
  native_write(writer, "struct native_context { %s };\n",
               TEXT_OF(NATIVE_CONTEXT_FIELDS));
  for (unsigned n = 8; n <= 64; n *= 2)
    native_write(writer,
                 "static inline u%u get%u(const u8 *p) { u%u v; "
                 "__builtin_memcpy(&v, p, %u); return v; }\n"
                 "static inline void put%u(u8 *p, u%u v) { "
                 "__builtin_memcpy(p, &v, %u); }\n",
                 n, n, n, n / 8, n, n, n / 8);
  native_write(
      writer, "%s",
      "#define NONE 0xffffffffu\n"
      "#define ODD(c) __builtin_expect(!!(c), 0)\n"
      "#define IN(i, type, b, g, bit, bad) do { r##i = (type)f[i].bits; \\\n"
      "  if (!(bad)) b &= ~(bit); \\\n"
      "  if (f[i].object != NONE) g &= ~(bit); } while (0)\n"
      "#define IN_WORD(i, type, b, g, bit) \\\n"
      "  IN(i, type, b, g, bit, f[i].term | f[i].object)\n"
      "#define IN_POINTER(i, type, b, g, bit) \\\n"
      "  IN(i, type, b, g, bit, f[i].term || f[i].object == NONE)\n"
      "#define OUT(i, o, b, g, bit) do { \\\n"
      "  if (!((b) & (bit))) { f[i].bits = r##i; f[i].term = 0; "
      "f[i].object = (o); } \\\n"
      "  else if ((g) & (bit)) { f[i].bits = 0; f[i].term = 0; "
      "f[i].object = NONE; } } while (0)\n"
      "#define GIVE(d) (x->steps = steps, x->changes = changes, \\\n"
      "  x->passes = passes, x->calls = calls, x->depth = (d))\n"
      "#define TAKE() (steps = x->steps, changes = x->changes, \\\n"
      "  passes = x->passes, calls = x->calls, x->depth = depth)\n");
}

static native_writer writer_for(mem *m, const code *c) {
  const cfa *automaton = c->cfa;
  uint32_t scalars = 1, registers = 1;
  vec_each (const code_function, function, &c->functions) {
    scalars = function->scalars > scalars ? function->scalars : scalars;
    registers =
        function->registers > registers ? function->registers : registers;
  }
  native_writer writer = {.m = m, .c = c};
  writer.width = mem_array(m, scalars, sizeof *writer.width);
  writer.is_pointer = mem_array(m, scalars, sizeof *writer.is_pointer);
  writer.is_sure = mem_array(m, scalars, sizeof *writer.is_sure);
  writer.is_written = mem_array(m, scalars, sizeof *writer.is_written);
  writer.temps = mem_array(m, registers, sizeof *writer.temps);
  writer.is_target =
      mem_array(m, c->instructions.count, sizeof *writer.is_target);
  writer.is_global_pointer = mem_array(m, automaton->global_scalars + 1,
                                       sizeof *writer.is_global_pointer);
  for (uint32_t v = 0; v < automaton->globals; v++)
    if (automaton->variables.at[v].is_scalar)
      writer.is_global_pointer[automaton->variables.at[v].slot] =
          automaton->variables.at[v].is_pointer;
  return writer;
}

static void tidy_up(native_writer *writer) {
  mem_free(writer->m, writer->width);
  mem_free(writer->m, writer->is_pointer);
  mem_free(writer->m, writer->is_sure);
  mem_free(writer->m, writer->is_written);
  mem_free(writer->m, writer->temps);
  mem_free(writer->m, writer->is_target);
  mem_free(writer->m, writer->is_global_pointer);
  vec_free(writer->m, &writer->sites);
  vec_free(writer->m, &writer->body);
}

char *native_text(mem *m, const code *c, const calls *known,
                  const bool *is_wanted, size_t *length) {
  native_writer writer = writer_for(m, c);
  uint32_t count = (uint32_t)c->functions.count;
  writer.calls = known;
  writer.is_wanted = is_wanted;
  write_prelude(&writer);
  for (uint32_t f = 0; f < count; f++)
    if (is_wanted[f]) {
      native_declare(&writer, f);
      native_write(&writer, ";\n");
    }
  keep_body(&writer);
  for (uint32_t f = 0; f < count; f++) {
    writer.function = f;
    writer.first = c->functions.at[f].entry;
    writer.end = f + 1 < count ? c->functions.at[f + 1].entry
                               : (uint32_t)c->instructions.count;
    if (is_wanted[f])
      write_function(&writer);
  }
  *length = writer.text.count;
  vec_push(m, &writer.text, '\0');
  tidy_up(&writer);
  return writer.text.at;
}
