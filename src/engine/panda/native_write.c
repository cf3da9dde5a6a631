#include "engine/panda/native_write.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

#define U(x) NATIVE_U(x)

void native_write(native_writer *w, const char *format, ...) {
  enum { USUAL = 512 };
  va_list arguments;
  vec_reserve(w->m, &w->body, USUAL);
  va_start(arguments, format);
  int length = vsnprintf(w->body.at + w->body.count, USUAL, format, arguments);
  va_end(arguments);
  if (length >= USUAL) {
    vec_reserve(w->m, &w->body, (size_t)length + 1);
    va_start(arguments, format);
    vsnprintf(w->body.at + w->body.count, (size_t)length + 1, format,
              arguments);
    va_end(arguments);
  }
  w->body.count += length > 0 ? (size_t)length : 0;
}

const char *native_type(unsigned width) {
  return width <= 8 ? "u8" : width <= 16 ? "u16" : width <= 32 ? "u32" : "u64";
}

static const code_function *frame_of(const native_writer *w) {
  return &w->c->functions.at[w->function];
}

/* ---- Registers ------------------------------------------------------- */

static unsigned long long bit_of(uint32_t r) { return 1ull << r % 64; }

static operand read_global(native_writer *w, uint32_t n) {
  operand x = {.root = n | CODE_GLOBAL};
  if (n < w->c->constants) {
    value v = w->c->globals.at[n];
    snprintf(x.bits, sizeof x.bits, "0x%llxull", (unsigned long long)v.bits);
    if (v.object)
      snprintf(x.object, sizeof x.object, "%uu", U(v.object));
    return x;
  }
  bool is_pointer = w->is_global_pointer[n - w->c->constants];
  unsigned name = w->serial++;
  native_write(w, is_pointer ? "if (ODD(G[%u].term || G[%u].object == NONE)) "
                             : "if (ODD(G[%u].term | G[%u].object)) ",
               U(n), U(n));
  native_write(w, "STOP; const u64 c%u = G[%u].bits;\n", name, U(n));
  snprintf(x.bits, sizeof x.bits, "c%u", name);
  if (is_pointer) {
    native_write(w, "const u32 e%u = G[%u].object;\n", name, U(n));
    snprintf(x.object, sizeof x.object, "e%u", name);
  }
  return x;
}

operand native_read(native_writer *w, uint32_t r) {
  if (r & CODE_GLOBAL)
    return read_global(w, r & ~CODE_GLOBAL);
  const code_function *f = frame_of(w);
  operand x = {.root = r};
  if (r < f->scalars) {
    if (!w->is_sure[r])
      native_write(w, "if (ODD(b%u & 0x%llxull)) STOP;\n", U(r / 64), bit_of(r));
    w->is_sure[r] = true;
    snprintf(x.bits, sizeof x.bits, "r%u", U(r));
    if (w->is_pointer[r])
      snprintf(x.object, sizeof x.object, "o%u", U(r));
  } else if (r < f->scalars + f->objects) {
    snprintf(x.bits, sizeof x.bits, "0ull");
    snprintf(x.object, sizeof x.object, "o%u", U(r));
  } else {
    const native_temp *t = &w->temps[r];
    x.root = t->root;
    snprintf(x.bits, sizeof x.bits, "t%u", U(t->number));
    if (t->is_pointer)
      snprintf(x.object, sizeof x.object, "p%u", U(t->number));
  }
  return x;
}

/* n and m are the new bits and object, as C variables. */
static void set_global(native_writer *w, uint32_t n) {
  native_write(w,
               "if (x->since && x->global_stamps[%u] < x->since) "
               "x->note_global(x, %u);\n"
               "G[%u].bits = n; G[%u].term = 0; G[%u].object = m;\n",
               U(n), U(n), U(n), U(n), U(n));
}

static void set_scalar(native_writer *w, uint32_t r) {
  native_write(w, "r%u = (%s)n;", U(r), native_type(w->width[r]));
  if (w->is_pointer[r])
    native_write(w, " o%u = m;", U(r));
  if (!w->is_sure[r])
    native_write(w, " b%u &= ~0x%llxull;", U(r / 64), bit_of(r));
  native_write(w, "\n");
  w->is_sure[r] = w->is_written[r] = true;
}

static bool holds_pointer(const native_writer *w, uint32_t r) {
  return r & CODE_GLOBAL
             ? w->is_global_pointer[(r & ~CODE_GLOBAL) - w->c->constants]
             : w->is_pointer[r];
}

static void open_block(native_writer *w, uint32_t r, const char *bits,
                       const char *into) {
  native_write(w, "{ const u64 n = %s; const u32 m = %s;\n", bits,
               into[0] ? into : "0");
  if (into[0] && !holds_pointer(w, r))
    native_write(w, "if (m) STOP;\n");
}

static void close_block(native_writer *w, uint32_t r) {
  if (r & CODE_GLOBAL)
    set_global(w, r & ~CODE_GLOBAL);
  else
    set_scalar(w, r);
  native_write(w, "(void)m; }\n");
}

void native_set(native_writer *w, uint32_t r, const char *bits,
                const char *into) {
  open_block(w, r, bits, into);
  close_block(w, r);
}

static void write_count(native_writer *w, uint32_t r, native_count how) {
  native_write(w, "changes += ");
  if (how == NATIVE_BY_OBJECTS)
    native_write(w, "any || ");
  if (how == NATIVE_ALWAYS)
    native_write(w, "1");
  else if (r & CODE_GLOBAL)
    native_write(w, "G[%u].bits != n || G[%u].term || G[%u].object != m",
                 U(r & ~CODE_GLOBAL), U(r & ~CODE_GLOBAL),
                 U(r & ~CODE_GLOBAL));
  else {
    native_write(w, "r%u != n", U(r));
    if (w->is_pointer[r])
      native_write(w, " || o%u != m", U(r));
    if (!w->is_sure[r])
      native_write(w, " || b%u & 0x%llxull", U(r / 64), bit_of(r));
  }
  native_write(w, ";\n");
}

void native_put(native_writer *w, const instruction *i, const char *bits,
                const char *into, uint32_t root, native_count how) {
  uint32_t number = (uint32_t)(i - w->c->instructions.at);
  if (i->flags & CODE_VARIABLE) {
    open_block(w, i->d, bits, into);
    write_count(w, i->d, how);
    close_block(w, i->d);
    return;
  }
  assert(!(i->d & CODE_GLOBAL) &&
         i->d >= frame_of(w)->scalars + frame_of(w)->objects);
  native_write(w, "const %s t%u = %s;\n", native_type(i->width), U(number),
               bits);
  if (into[0])
    native_write(w, "const u32 p%u = %s;\n", U(number), into);
  /* Bit 30 tells temporary roots from registers. */
  w->temps[i->d] = (native_temp){
      number, root == CODE_NONE ? number | UINT32_C(1) << 30 : root,
      into[0] != 0};
}

/* ---- Instructions ---------------------------------------------------- */

static bool is_writable(const native_writer *w, const instruction *i) {
  switch (i->op) {
  case CODE_LOAD:
  case CODE_STORE:
    return native_can_access(w, i);
  case CODE_CALL:
    return native_can_call(w, i);
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

static void write_havoc(native_writer *w, uint32_t r) {
  unsigned word = U(r / 64);
  native_write(w,
               "changes += !(b%u & g%u & 0x%llxull); b%u |= 0x%llxull; "
               "g%u |= 0x%llxull;\n",
               word, word, bit_of(r), word, bit_of(r), word, bit_of(r));
  w->is_sure[r] = false;
  w->is_written[r] = true;
}

static void write_loop(native_writer *w, const instruction *i) {
  native_write(w,
               "if (!passes || (x->loop_changes[%u] == changes && "
               "x->loop_depths[%u] == depth)) STOP;\n"
               "passes--; x->loop_changes[%u] = changes; "
               "x->loop_depths[%u] = depth;\n",
               U(i->a), U(i->a), U(i->a), U(i->a));
}

static void write_instruction(native_writer *w, uint32_t at) {
  const instruction *i = &w->c->instructions.at[at];
  bool counts = i->flags & CODE_ENDS_EDGE;
  operand a;
  switch (i->op) {
  case CODE_LOAD:
    native_write_load(w, i);
    break;
  case CODE_STORE:
    native_write_store(w, i);
    break;
  case CODE_TOUCH:
    native_read(w, i->a);
    break;
  case CODE_BRANCH:
    a = native_read(w, i->a);
    native_write(w, "steps++; if (%s) goto L%u; goto L%u;\n", a.bits, U(i->b),
                 U(i->c));
    return;
  case CODE_ASSUME:
    a = native_read(w, i->a);
    native_write(w, "if (%s%s) STOP;\n", i->from ? "!" : "", a.bits);
    break;
  case CODE_HAVOC:
    write_havoc(w, i->d);
    break;
  case CODE_CALL:
    native_write_call(w, i, at);
    return;
  case CODE_RETURN:
    native_write_return(w, i);
    return;
  case CODE_JUMP:
    native_write(w, "goto L%u;\n", U(i->b));
    return;
  case CODE_LOOP:
    write_loop(w, i);
    break;
  case CODE_JOIN: /* there is no news: see cover.h */
  case CODE_NOP:
    break;
  default:
    native_write_operator(w, i);
  }
  if (counts)
    native_write(w, "steps++;\n");
}

/* Of an edge, or one that belongs to none: up to where it ends. */
static uint32_t end_of_edge(const native_writer *w, uint32_t at) {
  for (;; at++) {
    const instruction *i = &w->c->instructions.at[at];
    if ((i->flags & CODE_ENDS_EDGE) || i->op == CODE_JUMP ||
        i->op == CODE_LOOP || i->op == CODE_JOIN || i->op == CODE_HALT)
      return at + 1;
  }
}

static uint32_t write_edge(native_writer *w, uint32_t at) {
  uint32_t end = end_of_edge(w, at);
  bool can = true;
  if (w->is_target[at]) {
    native_write(w, "L%u:;\n", U(at));
    memset(w->is_sure, 0, frame_of(w)->scalars * sizeof *w->is_sure);
  }
  w->at = at;
  for (uint32_t n = at; n < end; n++) {
    const instruction *i = &w->c->instructions.at[n];
    can = can && is_writable(w, i) &&
          (i->op != CODE_HAVOC || !(i->d & CODE_GLOBAL));
  }
  native_write(w, "#define STOP do { at = %u; goto out; } while (0)\n{\n",
               U(at));
  for (uint32_t n = at; can && n < end; n++)
    write_instruction(w, n);
  native_write(w, can ? "}\n#undef STOP\n" : "STOP;\n}\n#undef STOP\n");
  return end;
}

/* ---- Functions ------------------------------------------------------- */

static void find_targets(native_writer *w) {
  memset(w->is_target, 0, w->c->instructions.count * sizeof *w->is_target);
  w->is_target[frame_of(w)->entry] = true;
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
  const cfa *p = w->c->program;
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
  const code_function *f = frame_of(w);
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
  const cfa *p = w->c->program;
  const cfa_function *x = &p->functions.at[w->function];
  native_write(w, "if (head == NONE) {\n");
  for (uint32_t n = 0; n < x->parameters; n++) {
    const cfa_variable *v = &p->variables.at[x->first_variable + n];
    if (!v->is_scalar)
      continue;
    native_write(w, "r%u = (%s)a%u; b%u &= ~0x%llxull; (void)d%u;\n",
                 U(v->slot), native_type(v->width), U(n), U(v->slot / 64),
                 bit_of(v->slot), U(n));
    if (v->is_pointer)
      native_write(w, "o%u = d%u;\n", U(v->slot), U(n));
  }
  native_write(w, "} else {\nf = x->frame;\n");
  for (uint32_t r = 0; r < frame_of(w)->scalars; r++) {
    native_write(w, "IN_%s(%u, %s, b%u, g%u, 0x%llxull);",
                 w->is_pointer[r] ? "POINTER" : "WORD", U(r),
                 native_type(w->width[r]), U(r / 64), U(r / 64), bit_of(r));
    if (w->is_pointer[r])
      native_write(w, " o%u = f[%u].object;", U(r), U(r));
    native_write(w, "\n");
  }
  native_write(w, "}\nswitch (head) {\n");
  for (uint32_t n = w->first; n < w->end; n++)
    if (w->c->instructions.at[n].op == CODE_LOOP)
      native_write(w, "case %u: goto L%u;\n", U(w->c->instructions.at[n].a),
                   U(n));
  native_write(w, "default: goto L%u;\n}\n", U(frame_of(w)->entry));
}

/* Registers that it has not written are where they were, unless the frame had
 * no place. */
static void write_end(native_writer *w) {
  native_write(w,
               "out:\nif (!is_inside) x->at = at;\nGIVE(depth);\n"
               "if (head == NONE) f = x->save(x, %u, at);\n"
               "else { x->bottom = at; f = x->frame; }\n",
               U(w->function));
  for (uint32_t r = 0; r < frame_of(w)->scalars; r++) {
    if (!w->is_written[r])
      native_write(w, "if (head == NONE) ");
    if (w->is_pointer[r])
      native_write(w, "OUT(%u, o%u, b%u, g%u, 0x%llxull);\n", U(r), U(r),
                   U(r / 64), U(r / 64), bit_of(r));
    else
      native_write(w, "OUT(%u, 0, b%u, g%u, 0x%llxull);\n", U(r), U(r / 64),
                   U(r / 64), bit_of(r));
  }
  native_write(w, "return 1;\n}\n#undef DROP\n");
}

static void write_entry(native_writer *w) {
  const cfa *p = w->c->program;
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
    at = write_edge(w, at);
  vec(char) edges = {w->body.at, w->body.count, w->body.capacity};
  memset(&w->body, 0, sizeof w->body);
  native_declare(w, w->function);
  native_write(w,
               " {\nu64 steps = x->steps, changes = x->changes;\n"
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

/* ---- All of it ------------------------------------------------------- */

#define STRING_OF(...) #__VA_ARGS__
#define TEXT_OF(...) STRING_OF(__VA_ARGS__)

_Static_assert(sizeof(value) == 16 && offsetof(value, term) == 8 &&
                   offsetof(value, object) == 12,
               "as the text says");

static void write_prelude(native_writer *w) {
  native_write(
      w, "%s",
      "typedef __UINT8_TYPE__ u8; typedef __UINT16_TYPE__ u16;\n"
      "typedef __UINT32_TYPE__ u32; typedef __UINT64_TYPE__ u64;\n"
      "typedef __INT8_TYPE__ i8; typedef __INT16_TYPE__ i16;\n"
      "typedef __INT32_TYPE__ i32; typedef __INT64_TYPE__ i64;\n"
      "typedef u32 uint32_t; typedef u64 uint64_t;\n"
      "typedef struct value { u64 bits; u32 term, object; } value;\n"
      "struct tandem;\n");
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
  const cfa *p = c->program;
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
