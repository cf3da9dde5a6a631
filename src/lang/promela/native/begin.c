/* What the C text begins with: where the fields of the machine lie, tables of
 * the model, and small functions. */
#include "lang/promela/native/write.h"

#include <stdarg.h>
#include <stdio.h>

void pml_write(pml_writer *w, const char *format, ...) {
  enum { USUAL = 256 };
  va_list arguments;
  vec_reserve(w->m, &w->text, USUAL);
  va_start(arguments, format);
  int length = vsnprintf(w->text.at + w->text.count, USUAL, format, arguments);
  va_end(arguments);
  if (length >= USUAL) {
    vec_reserve(w->m, &w->text, (size_t)length + 1);
    va_start(arguments, format);
    vsnprintf(w->text.at + w->text.count, (size_t)length + 1, format,
              arguments);
    va_end(arguments);
  }
  w->text.count += length > 0 ? (size_t)length : 0;
}

#define STRING_OF(...) #__VA_ARGS__
#define TEXT_OF(...) STRING_OF(__VA_ARGS__)

/* A name for what lies at an offset from 'of'. */
static void field(pml_writer *w, const char *name, const char *type,
                  const char *of, size_t offset) {
  pml_write(w, "#define %s (*(%s *)(%s + %zu))\n", name, type, of, offset);
}

/* An array inside: its address. */
static void array(pml_writer *w, const char *name, const char *type,
                  const char *of, size_t offset) {
  pml_write(w, "#define %s ((%s *)(%s + %zu))\n", name, type, of, offset);
}

#define MACHINE(name, type, member)                                            \
  field(w, name, type, "x", offsetof(pml_machine, member))
#define MACHINE_ARRAY(name, type, member)                                      \
  array(w, name, type, "x", offsetof(pml_machine, member))
#define STEPS(name, type, member)                                              \
  field(w, name, type, "o", offsetof(model_steps, member))
#define STEP(name, type, member)                                               \
  field(w, name, type, "t", offsetof(model_step, member))

_Static_assert(sizeof(model_step) == 32, "commit() sets every field");
_Static_assert(sizeof(bool) == 1 && sizeof(size_t) == 8, "as the text says");

static void write_fields(pml_writer *w) {
  pml_write(w, "typedef __UINT8_TYPE__ u8; typedef __UINT16_TYPE__ u16;\n"
               "typedef __UINT32_TYPE__ u32; typedef __UINT64_TYPE__ u64;\n"
               "typedef __INT16_TYPE__ i16; typedef __INT32_TYPE__ i32;\n");
  MACHINE("x_out", "u8 *", out);
  MACHINE("x_processes", "u32", layout.processes);
  MACHINE("x_channels", "u32", layout.channels);
  MACHINE_ARRAY("x_frame", "u32", layout.frame);
  MACHINE_ARRAY("x_type", "u8", layout.type);
  MACHINE_ARRAY("x_first_channel", "u32", layout.first_channel);
  MACHINE_ARRAY("x_contents", "u32", layout.contents);
  MACHINE_ARRAY("x_queue", "u32", layout.queue);
  MACHINE("x_some", "u8", some);
  MACHINE("x_timeout", "u8", timeout);
  MACHINE("x_has_place", "u8", has_place);
  MACHINE("x_line", "u32", line);
  MACHINE("x_column", "u32", column);
  MACHINE("x_single", "u32", single);
  MACHINE("x_jumps", "u32", jumps);
  MACHINE("x_group", "u32", group);
  MACHINE("x_pending_count", "u64", pending_count);
  MACHINE("x_arena_count", "u64", arena_count);
  MACHINE("x_covered", "u8 *", covered);
  MACHINE("x_noted", "u8 *", noted);
  MACHINE("x_half", "u8 *", half);
  MACHINE("x_receivers", "u32", receivers);
  MACHINE_ARRAY("x_receiver", "u8", receiver);
  STEPS("o_bytes", "u8 *", bytes.at);
  STEPS("o_bytes_count", "u64", bytes.count);
  STEPS("o_bytes_capacity", "u64", bytes.capacity);
  STEPS("o_steps", "u8 *", steps.at);
  STEPS("o_steps_count", "u64", steps.count);
  STEPS("o_steps_capacity", "u64", steps.capacity);
  STEP("t_at", "u64", at);
  STEP("t_size", "u32", size);
  STEP("t_label", "u32", label);
  STEP("t_line", "u32", line);
  STEP("t_column", "u32", column);
  STEP("t_movers", "u64", movers);
  pml_write(
      w,
      "#define STEP_BYTES %zu\n#define NONE 0xFFFFFFFFu\n"
      "#define MOST_JUMPS %d\n#define RARE(c) __builtin_expect(!!(c), 0)\n"
      "#define COVER(n, bit) (x_covered[n] |= (bit))\n"
      "#define NOTED(k) (x_noted[(k) >> 3] >> ((k) & 7) & 1)\n"
      "struct runtime { %s };\n"
      "static const struct runtime *run;\n"
      "void custos_bind(const struct runtime *r) { run = r; }\n",
      sizeof(model_step), PML_MOST_SINGLE, TEXT_OF(PML_RUNTIME_FUNCTIONS));
}

static void write_tables(pml_writer *w) {
  const pml_lowered *lowered = w->p;
  pml_write(w, "static const u32 first_point[] = {");
  vec_each (const pml_behaviour, behaviour, &lowered->behaviours)
    pml_write(w, "%u,", (unsigned)behaviour->first_point);
  pml_write(w, "0};\nstatic const u32 point_offset[] = {");
  vec_each (const pml_behaviour, behaviour, &lowered->behaviours)
    pml_write(w, "%u,", (unsigned)behaviour->point_offset);
  pml_write(w, "0};\nstatic const u32 frame_bytes[] = {");
  vec_each (const pml_behaviour, behaviour, &lowered->behaviours)
    pml_write(w, "%u,", (unsigned)behaviour->frame_bytes);
  pml_write(w, "0};\nstatic const u32 capacity[] = {");
  vec_each (const pml_queue, queue, &lowered->queues)
    pml_write(w, "%u,", (unsigned)queue->capacity);
  pml_write(w, "0};\nstatic const u32 shape[] = {");
  for (size_t i = 0; i < lowered->queues.count; i++)
    pml_write(w, "%u,", (unsigned)w->shape[i]);
  pml_write(w, "0};\n");
}

static const char loads[] =
    "static inline u16 ld16(const u8 *p) "
    "{ u16 v; __builtin_memcpy(&v, p, 2); return v; }\n"
    "static inline i32 ld32(const u8 *p) "
    "{ i32 v; __builtin_memcpy(&v, p, 4); return v; }\n"
    "static inline void st16(u8 *p, i32 n) "
    "{ u16 v = n; __builtin_memcpy(p, &v, 2); }\n"
    "static inline void st32(u8 *p, i32 n) { __builtin_memcpy(p, &n, 4); }\n"
    "static inline i32 quotient(i32 a, i32 b) "
    "{ return b == -1 ? (i32)(0u - (u32)a) : a / b; }\n"
    "static inline i32 rest(i32 a, i32 b) { return b == -1 ? 0 : a % b; }\n";

/* The buffers of states have room behind them; so has the room for steps. */
static const char steps[] =
    "#define SHARED static __attribute__((noinline))\n"
    "static inline void copy(u8 *to, const u8 *from, u32 size) {\n"
    "  u32 i = 0;\n"
    "  do { __builtin_memcpy(to + i, from + i, 32); i += 32; }"
    " while (i < size);\n}\n"
    "SHARED u8 *fresh(u8 *x, const u8 *from, u32 size) {\n"
    "  u8 *o = x_out;\n"
    "  if (RARE(o_bytes_capacity - o_bytes_count < (u64)size + 32 ||\n"
    "           o_steps_count == o_steps_capacity))\n"
    "    run->more_room(x, size);\n"
    "  u8 *to = o_bytes + o_bytes_count;\n"
    "  copy(to, from, size);\n"
    "  return to;\n}\n"
    "static inline u64 mover(u32 pid) "
    "{ return (u64)1 << (pid < 63 ? pid : 63); }\n"
    "SHARED void arrive(u8 *x, u8 *s, u32 size, u32 owner, u64 movers,\n"
    "                          u32 line, u32 column) {\n"
    "  u8 *o = x_out;\n"
    "  if (x_has_place) { line = x_line; column = x_column; }\n"
    "  if (RARE(owner != NONE || x_pending_count != x_group)) {\n"
    "    run->arrive(x, s, size, owner, movers, line, column);\n"
    "    return;\n  }\n"
    "  u8 *t = o_steps + o_steps_count * STEP_BYTES;\n"
    "  t_at = o_bytes_count; t_size = size; t_label = NONE;\n"
    "  t_line = line; t_column = column; t_movers = movers;\n"
    "  o_steps_count++;\n"
    "  o_bytes_count += size;\n}\n";

static const char others[] =
    "static inline u32 is_alive(u8 *x, i32 pid) "
    "{ return (u32)pid < x_processes; }\n"
    "static i32 find_process(u8 *x, u32 type) {\n"
    "  for (u32 i = 0; i < x_processes; i++)\n"
    "    if (x_type[i] == type) return (i32)i;\n"
    "  return -1;\n}\n"
    "static i32 remote(u8 *x, u8 *s, u32 offset, u32 type, i32 address,\n"
    "                  i32 pid, u8 *to) {\n"
    "  u32 at = (u32)address + offset, end = frame_bytes[type];\n"
    "  if (!is_alive(x, pid) || x_type[pid] != type) return 0;\n"
    "  for (u32 i = 0; i < 4 && at + i < end; i++)\n"
    "    to[i] = s[x_frame[pid] + at + i];\n"
    "  return 1;\n}\n"
    "static inline i32 length_of(u8 *x, u8 *s, i32 c) "
    "{ return capacity[x_queue[c]] ? s[x_contents[c]] : 0; }\n"
    "static inline u32 no_channel(u8 *x, i32 c) "
    "{ return c <= 0 || (u32)c > x_channels; }\n"
    "static inline i32 is_full(u8 *x, u8 *s, i32 c) { u32 n = "
    "capacity[x_queue[c]]; return n && s[x_contents[c]] == n; }\n";

/* An offer of a rendezvous, and the state in which it is made. */
static const char offers[] =
    "struct offer { u8 *b; u32 size, sender, to, channel, count, line, column; "
    "u64 movers; i32 *field; u8 *half; };\n";

static void write_points(pml_writer *w) {
  const pml_lowered *lowered = w->p;
  pml_write(w,
            "static inline u32 point_at(u8 *x, const u8 *s, u32 pid) {\n"
            "  const u8 *at = s + x_frame[pid] + point_offset[x_type[pid]];\n"
            "  return %s;\n}\n",
            lowered->wide_points ? "ld16(at)" : "*at");
  pml_write(w,
            "static inline void set_point(u8 *at, u32 to) { %s; }\n"
            "#define SET_LAST(s, pid) %s\n",
            lowered->wide_points ? "st16(at, (i32)to)" : "*at = (u8)to",
            lowered->has_last ? "((s)[LAST_OFFSET] = (u8)(pid))" : "(void)0");
  pml_write(w, "#define LAST_OFFSET %u\n", (unsigned)lowered->last_offset);
  pml_write(w, "static u8 *half_of(u8 *x, struct offer *o) {\n"
               "  u8 *h = x_half;\n"
               "  copy(h, o->b, o->size);\n"
               "  set_point(h + x_frame[o->sender] + "
               "point_offset[x_type[o->sender]], o->to);\n"
               "  SET_LAST(h, o->sender);\n"
               "  return o->half = h;\n}\n");
}

void pml_write_begin(pml_writer *w) {
  write_fields(w);
  write_tables(w);
  pml_write(w, "%s%s%s%s", loads, steps, others, offers);
  write_points(w);
}
