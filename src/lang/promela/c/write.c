/* The second half of the C text: what C can do, and the entries. */
#include "lang/promela/c/c_code.h"

#include <assert.h>
#include <string.h>

bool pml_has_c(const pml_syntax *syntax) { return syntax->c_parts.count != 0; }

static bool has_first_value(const pml_syntax *syntax, pml_c_kind kind,
                            uint32_t process) {
  vec_each (const pml_c_part, c_part, &syntax->c_parts)
    if (c_part->kind == kind && c_part->process == process &&
        c_part->second != PML_NONE)
      return true;
  return false;
}

uint32_t pml_c_first_values(const pml_syntax *syntax, uint32_t process) {
  uint32_t all = 2 * (uint32_t)syntax->c_parts.count;
  if (!pml_has_c(syntax))
    return PML_NONE;
  if (process == PML_NONE)
    return has_first_value(syntax, PML_C_GLOBAL, PML_NONE) ||
                   has_first_value(syntax, PML_C_TRACK, PML_NONE)
               ? all + (uint32_t)syntax->processes.count
               : PML_NONE;
  return has_first_value(syntax, PML_C_LOCAL, process) ? all + process
                                                       : PML_NONE;
}

/* The struct is pml_c_call. What is printed and what is wrong is collected:
 * who called tells it when C is done. */
static const char services[] =
    "struct custos_call {\n"
    "  unsigned char *globals, *frame;\n"
    "  int does;\n"
    "  unsigned fault_bytes, output_bytes;\n"
    "  char faults[1024], output[2048];\n"
    "};\n"
    "static __thread struct custos_call *custos_here;\n"
    "#define now (*(State *)custos_here->globals)\n"
    "static void uerror(const char *text) {\n"
    "  unsigned room = sizeof custos_here->faults - custos_here->fault_bytes;\n"
    "  unsigned length = strlen(text);\n"
    "  if (length + 1 > room) return;\n"
    "  memcpy(custos_here->faults + custos_here->fault_bytes, text, length + "
    "1);\n"
    "  custos_here->fault_bytes += length + 1;\n"
    "}\n"
    "#define Uerror uerror\n"
    "static int custos_assert(int holds, const char *text) {\n"
    "  char whole[400];\n"
    "  if (holds) return 0;\n"
    "  snprintf(whole, sizeof whole, \"assertion violated: %s\", text);\n"
    "  uerror(whole);\n"
    "  return 0;\n"
    "}\n"
    "static int custos_printf(const char *format, ...) {\n"
    "  unsigned room = sizeof custos_here->output - "
    "custos_here->output_bytes;\n"
    "  va_list list;\n"
    "  va_start(list, format);\n"
    "  int length = vsnprintf(custos_here->output + custos_here->output_bytes, "
    "room, format, list);\n"
    "  va_end(list);\n"
    "  if (length > 0)\n"
    "    custos_here->output_bytes += (unsigned)length < room ? "
    "(unsigned)length : room - 1;\n"
    "  return length;\n"
    "}\n";

/* Once more before the entries: the user's text may include <assert.h>. */
static const char macros[] =
    "\n#line 1 \"custos\"\n"
    "#undef assert\n#undef printf\n#undef Printf\n#undef puts\n"
    "#undef putchar\n#undef cpu_printf\n"
    "#define assert(e) custos_assert(!!(e), #e)\n"
    "#define printf custos_printf\n#define Printf custos_printf\n"
    "#define cpu_printf custos_printf\n"
    "#define puts(s) custos_printf(\"%s\\n\", s)\n"
    "#define putchar(c) custos_printf(\"%c\", c)\n";

/* The names by which processes are known: all of them for functions, only its
 * own for the code of a process. */
void pml_c_write_name(const pml_syntax *syntax, uint32_t process, bool is_there,
                      text *out) {
  text_put(out, is_there ? "#define P" : "#undef P");
  text_put(out, pml_c_process_name(syntax, process));
  if (is_there) {
    text_put(out, " ((P");
    text_number(out, process);
    text_put(out, " *)custos_here->frame)");
  }
  text_char(out, '\n');
}

static bool is_real(const pml_syntax *syntax, uint32_t process) {
  assert(process < syntax->processes.count);
  pml_process_kind kind = syntax->processes.at[process].kind;
  return kind == PML_PROCTYPE || kind == PML_INIT;
}

static void write_names(const pml_syntax *syntax, bool are_there, text *out) {
  text_char(out, '\n');
  for (uint32_t i = 0; i < syntax->processes.count; i++)
    if (is_real(syntax, i))
      pml_c_write_name(syntax, i, are_there, out);
}

/* Between C's own variables and what lies behind the state's struct. */
static void write_copies(const pml_syntax *syntax, bool is_in, text *out) {
  text_put(out, is_in ? "\nstatic void custos_in(const uchar *custos_at) {\n"
                      : "\nstatic void custos_out(uchar *custos_at) {\n");
  vec_each (const pml_c_part, c_part, &syntax->c_parts) {
    if (c_part->kind != PML_C_TRACK)
      continue;
    text_put(out, "{ void *custos_p = (void *)(");
    pml_c_write_inside(syntax, c_part->text, c_part->at, out);
    text_put(out, ");\nsize_t custos_n = (size_t)(");
    pml_c_write_inside(syntax, c_part->second, c_part->second_at, out);
    text_put(out, is_in ? ");\nif (custos_p) memcpy(custos_p, custos_at, "
                          "custos_n);\ncustos_at += custos_n; }\n"
                        : ");\nif (custos_p) memcpy(custos_at, custos_p, "
                          "custos_n);\nelse memset(custos_at, 0, custos_n);\n"
                          "custos_at += custos_n; }\n");
  }
  text_put(out, "}\n");
}

static void write_sizes(const pml_syntax *syntax, text *out) {
  text_put(out, "\n#line 1 \"custos\"\n"
                "const unsigned long custos_sizes[] = {sizeof(State), 0");
  vec_each (const pml_c_part, c_part, &syntax->c_parts)
    if (c_part->kind == PML_C_TRACK) {
      text_put(out, " + (");
      pml_c_write_inside(syntax, c_part->second, c_part->second_at, out);
      text_put(out, ")");
    }
  for (uint32_t i = 0; i < syntax->processes.count; i++) {
    text_put(out, ", sizeof(P");
    text_number(out, i);
    text_char(out, ')');
  }
  text_put(out, "};\n");
}

static const char last[] =
    "static uchar *custos_first;\n"
    "int custos_begin(void) {\n"
    "  custos_first = calloc(1, custos_sizes[1] + 1);\n"
    "  if (!custos_first) return 0;\n"
    "  custos_out(custos_first);\n"
    "  return 1;\n"
    "}\n"
    "void custos_end(void) { free(custos_first); }\n"
    "int custos_run(struct custos_call *call, unsigned entry, int is_first) {\n"
    "  int value;\n"
    "  uchar *tracked = call->globals + sizeof(State);\n"
    "  custos_here = call;\n"
    "  custos_in(is_first ? custos_first : tracked);\n"
    "  value = custos_entries[entry]();\n"
    "  if (call->does) custos_out(tracked);\n"
    "  return value;\n"
    "}\n";

static bool has_entry(const pml_syntax *syntax, uint32_t entry) {
  uint32_t parts = 2 * (uint32_t)syntax->c_parts.count;
  uint32_t processes = (uint32_t)syntax->processes.count;
  if (entry >= parts)
    return pml_c_first_values(syntax, entry == parts + processes
                                          ? PML_NONE
                                          : entry - parts) != PML_NONE;
  const pml_c_part *c_part = &syntax->c_parts.at[entry / 2];
  if (entry % 2)
    return c_part->kind == PML_C_STATEMENT && c_part->second != PML_NONE;
  return c_part->kind == PML_C_STATEMENT || c_part->kind == PML_C_VALUE;
}

static void write_table(const pml_syntax *syntax, text *out) {
  uint32_t count = 2 * (uint32_t)syntax->c_parts.count +
                   (uint32_t)syntax->processes.count + 1;
  text_put(out, "static int (*const custos_entries[])(void) = {\n");
  for (uint32_t i = 0; i < count; i++) {
    if (has_entry(syntax, i)) {
      text_put(out, "custos_c");
      text_number(out, i);
    } else {
      text_char(out, '0');
    }
    text_put(out, ",\n");
  }
  text_put(out, "};\n");
}

void pml_c_write(mem *m, const pml_syntax *syntax, text *out) {
  pml_c_write_types(m, syntax, out);
  text_put(out, services);
  text_put(out, macros);
  write_names(syntax, true, out);
  vec_each (const pml_c_part, c_part, &syntax->c_parts)
    if (c_part->kind == PML_C_FUNCTIONS)
      pml_c_write_inside(syntax, c_part->text, c_part->at, out);
  text_put(out, macros);
  write_names(syntax, false, out);
  for (uint32_t i = 0; i < syntax->c_parts.count; i++)
    if (has_entry(syntax, pml_c_entry(i)))
      pml_c_write_part(syntax, i, out);
  for (uint32_t i = 0; i < syntax->processes.count; i++)
    pml_c_write_first_values(syntax, i, out);
  pml_c_write_first_values(syntax, PML_NONE, out);
  write_copies(syntax, true, out);
  write_copies(syntax, false, out);
  write_sizes(syntax, out);
  write_table(syntax, out);
  text_put(out, last);
}
