/* Functions as C: what comes before and behind their edges, and the whole text.
 */
#include "engine/panda/native/write.h"

#include <assert.h>

#define U(x) NATIVE_U(x)

static void find_targets(native_writer *w) {
  memset(w->is_target, 0, w->c->instructions.count * sizeof *w->is_target);
  w->is_target[native_frame_of(w)->entry] = true;
  for (uint32_t n = w->first; n < w->end; n++) {
    const instruction *i = &w->c->instructions.at[n];
    if (i->op == CODE_BRANCH)
      w->is_target[i->b] = w->is_target[i->c] = true;
    else if (i->op == CODE_JUMP)
      w->is_target[i->b] = true;
    else if (i->op == CODE_LOOP)
      w->is_target[n] = true;
  }
}

static void find_variables(native_writer *w) {
  const cfa *p = w->c->cfa;
  assert(w->function < p->functions.count);
  const cfa_function *f = &p->functions.at[w->function];
  for (uint32_t v = f->first_variable; v < f->first_variable + f->variables;
       v++) {
    const cfa_variable *x = &p->variables.at[v];
    if (!x->is_scalar)
      continue;
    w->width[x->slot] = x->width;
    w->is_pointer[x->slot] = x->is_pointer;
    w->is_written[x->slot] = false;
  }
  w->sites.count = 0;
}

static void declare_variables(native_writer *w) {
  const code_function *f = native_frame_of(w);
  for (uint32_t r = 0; r <= f->scalars / 64; r++)
    native_write(w, "u64 b%u = ~0ull, g%u = ~0ull; (void)g%u;\n", U(r), U(r),
                 U(r));
  for (uint32_t r = 0; r < f->scalars; r++) {
    native_write(w, "%s r%u = 0;", native_type(w->width[r]), U(r));
    if (w->is_pointer[r])
      native_write(w, " u32 o%u = 0;", U(r));
    native_write(w, "\n");
  }
  for (uint32_t r = f->scalars; r < f->scalars + f->objects; r++)
    native_write(w, "const u32 o%u = x->frame[%u].object; (void)o%u;\n", U(r),
                 U(r), U(r));
}

/* From the interpreter's frame, or, of a call, from the arguments. */
static void write_beginning(native_writer *w) {
  const cfa *p = w->c->cfa;
  assert(w->function < p->functions.count);
  const cfa_function *x = &p->functions.at[w->function];
  native_write(w, "if (head == NONE) {\n");
  for (uint32_t n = 0; n < x->parameters; n++) {
    const cfa_variable *v = &p->variables.at[x->first_variable + n];
    if (!v->is_scalar)
      continue;
    native_write(w, "r%u = (%s)a%u; b%u &= ~0x%llxull; (void)d%u;\n",
                 U(v->slot), native_type(v->width), U(n), U(v->slot / 64),
                 native_bit_of(v->slot), U(n));
    if (v->is_pointer)
      native_write(w, "o%u = d%u;\n", U(v->slot), U(n));
  }
  native_write(w, "} else {\nf = x->frame;\n");
  for (uint32_t r = 0; r < native_frame_of(w)->scalars; r++) {
    native_write(w, "IN_%s(%u, %s, b%u, g%u, 0x%llxull);",
                 w->is_pointer[r] ? "POINTER" : "WORD", U(r),
                 native_type(w->width[r]), U(r / 64), U(r / 64),
                 native_bit_of(r));
    if (w->is_pointer[r])
      native_write(w, " o%u = f[%u].object;", U(r), U(r));
    native_write(w, "\n");
  }
  native_write(w, "}\nswitch (head) {\n");
  for (uint32_t n = w->first; n < w->end; n++)
    if (w->c->instructions.at[n].op == CODE_LOOP)
      native_write(w, "case %u: goto L%u;\n", U(w->c->instructions.at[n].a),
                   U(n));
  native_write(w, "default: goto L%u;\n}\n", U(native_frame_of(w)->entry));
}

/* Registers that it has not written are where they were, unless the frame had
 * no place. */
static void write_end(native_writer *w) {
  native_write(w,
               "out:\nif (!is_inside) x->at = at;\nGIVE(depth);\n"
               "if (head == NONE) f = x->save(x, %u, at);\n"
               "else { x->bottom = at; f = x->frame; }\n",
               U(w->function));
  for (uint32_t r = 0; r < native_frame_of(w)->scalars; r++) {
    if (!w->is_written[r])
      native_write(w, "if (head == NONE) ");
    if (w->is_pointer[r])
      native_write(w, "OUT(%u, o%u, b%u, g%u, 0x%llxull);\n", U(r), U(r),
                   U(r / 64), U(r / 64), native_bit_of(r));
    else
      native_write(w, "OUT(%u, 0, b%u, g%u, 0x%llxull);\n", U(r), U(r / 64),
                   U(r / 64), native_bit_of(r));
  }
  native_write(w, "return 1;\n}\n#undef DROP\n");
}

static void write_entry(native_writer *w) {
  const cfa *p = w->c->cfa;
  assert(w->function < p->functions.count);
  const cfa_function *x = &p->functions.at[w->function];
  native_write(w,
               "void custos_%u(struct native_context *x, u32 head) {\n"
               "f_%u(x, head",
               U(w->function), U(w->function));
  for (uint32_t n = 0; n < x->parameters; n++)
    if (p->variables.at[x->first_variable + n].is_scalar)
      native_write(w, ", 0, 0");
  native_write(w, ");\n}\n");
}

static void keep_body(native_writer *w) {
  size_t count = w->body.count;
  vec_reserve(w->m, &w->text, count + 1);
  if (count)
    memcpy(w->text.at + w->text.count, w->body.at, count);
  w->text.count += count;
  w->body.count = 0;
}

/* Which sites there are is known when the edges have been written. */
static void write_function(native_writer *w) {
  find_targets(w);
  find_variables(w);
  for (uint32_t at = w->first; at < w->end;)
    at = native_write_edge(w, at);
  vec(char) edges = {w->body.at, w->body.count, w->body.capacity};
  memset(&w->body, 0, sizeof w->body);
  native_declare(w, w->function);
  native_write(w, " {\nu64 steps = x->steps, changes = x->changes;\n"
                  "u64 passes = x->passes; u32 calls = x->calls;\n"
                  "const u32 depth = x->depth; u32 at = 0, any = 0;\n"
                  "u32 is_inside = 0; value *const G = x->globals, *f;\n"
                  "(void)any; (void)G;\n");
  declare_variables(w);
  native_declare_sites(w);
  write_beginning(w);
  keep_body(w);
  vec_free(w->m, &w->body);
  w->body.at = edges.at;
  w->body.count = edges.count;
  w->body.capacity = edges.capacity;
  write_end(w);
  write_entry(w);
  keep_body(w);
}

#define STRING_OF(...) #__VA_ARGS__
#define TEXT_OF(...) STRING_OF(__VA_ARGS__)

_Static_assert(sizeof(value) == 16 && offsetof(value, term) == 8 &&
                   offsetof(value, object) == 12,
               "as the text says");

static void write_prelude(native_writer *w) {
  native_write(w, "%s",
               "typedef __UINT8_TYPE__ u8; typedef __UINT16_TYPE__ u16;\n"
               "typedef __UINT32_TYPE__ u32; typedef __UINT64_TYPE__ u64;\n"
               "typedef __INT8_TYPE__ i8; typedef __INT16_TYPE__ i16;\n"
               "typedef __INT32_TYPE__ i32; typedef __INT64_TYPE__ i64;\n"
               "typedef u32 uint32_t; typedef u64 uint64_t;\n"
               "typedef struct value { u64 bits; u32 term, object; } value;\n"
               "struct concolic;\n");
  native_write(w, "struct native_view { %s };\n", TEXT_OF(NATIVE_VIEW_FIELDS));
  native_write(w, "struct native_context { %s };\n",
               TEXT_OF(NATIVE_CONTEXT_FIELDS));
  for (unsigned n = 8; n <= 64; n *= 2)
    native_write(w,
                 "static inline u%u get%u(const u8 *p) { u%u v; "
                 "__builtin_memcpy(&v, p, %u); return v; }\n"
                 "static inline void put%u(u8 *p, u%u v) { "
                 "__builtin_memcpy(p, &v, %u); }\n",
                 n, n, n, n / 8, n, n, n / 8);
  native_write(
      w, "%s",
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
  const cfa *p = c->cfa;
  uint32_t scalars = 1, registers = 1;
  vec_each (const code_function, f, &c->functions) {
    scalars = f->scalars > scalars ? f->scalars : scalars;
    registers = f->registers > registers ? f->registers : registers;
  }
  native_writer w = {.m = m, .c = c};
  w.width = mem_array(m, scalars, sizeof *w.width);
  w.is_pointer = mem_array(m, scalars, sizeof *w.is_pointer);
  w.is_sure = mem_array(m, scalars, sizeof *w.is_sure);
  w.is_written = mem_array(m, scalars, sizeof *w.is_written);
  w.temps = mem_array(m, registers, sizeof *w.temps);
  w.is_target = mem_array(m, c->instructions.count, sizeof *w.is_target);
  w.is_global_pointer =
      mem_array(m, p->global_scalars + 1, sizeof *w.is_global_pointer);
  for (uint32_t v = 0; v < p->globals; v++)
    if (p->variables.at[v].is_scalar)
      w.is_global_pointer[p->variables.at[v].slot] =
          p->variables.at[v].is_pointer;
  return w;
}

static void tidy_up(native_writer *w) {
  mem_free(w->m, w->width);
  mem_free(w->m, w->is_pointer);
  mem_free(w->m, w->is_sure);
  mem_free(w->m, w->is_written);
  mem_free(w->m, w->temps);
  mem_free(w->m, w->is_target);
  mem_free(w->m, w->is_global_pointer);
  vec_free(w->m, &w->sites);
  vec_free(w->m, &w->body);
}

char *native_text(mem *m, const code *c, const calls *known,
                  const bool *is_wanted, size_t *length) {
  native_writer w = writer_for(m, c);
  uint32_t count = (uint32_t)c->functions.count;
  w.calls = known;
  w.is_wanted = is_wanted;
  write_prelude(&w);
  for (uint32_t f = 0; f < count; f++)
    if (is_wanted[f]) {
      native_declare(&w, f);
      native_write(&w, ";\n");
    }
  keep_body(&w);
  for (uint32_t f = 0; f < count; f++) {
    w.function = f;
    w.first = c->functions.at[f].entry;
    w.end = f + 1 < count ? c->functions.at[f + 1].entry
                          : (uint32_t)c->instructions.count;
    if (is_wanted[f])
      write_function(&w);
  }
  *length = w.text.count;
  vec_push(m, &w.text, '\0');
  tidy_up(&w);
  return w.text.at;
}
