/* The first half of the C text: how the variables of a model look to C. */
#include "lang/promela/c/c_code.h"

#include "base/map.h"

#include <assert.h>
#include <string.h>

static const char *name_of(const pml_syntax *syntax, uint32_t name) {
  return names_text(&syntax->tokens.names, name);
}

const char *pml_c_process_name(const pml_syntax *syntax, uint32_t process) {
  assert(process < syntax->processes.count);
  const pml_process *x = &syntax->processes.at[process];
  return x->kind == PML_INIT ? "init" : name_of(syntax, x->name);
}

/* Pieces of the user's text. */

void pml_c_write_place(const pml_syntax *syntax, pml_place at, text *out) {
  const names *files = &syntax->tokens.files;
  const char *file =
      at.file < names_count(files) ? names_text(files, at.file) : "";
  text_put(out, "\n#line ");
  text_number(out, at.line ? at.line : 1);
  text_put(out, " \"");
  for (; *file; file++) {
    if (*file == '"' || *file == '\\')
      text_char(out, '\\');
    text_char(out, *file);
  }
  text_put(out, "\"\n");
}

/* \# at the beginning of a line is how a model says # to the compiler; in
 * quotes \" is a quote. */
void pml_c_write_inside(const pml_syntax *syntax, uint32_t name, pml_place at,
                        text *out) {
  enum { MOST_BLANKS = 200 };
  const char *from = name_of(syntax, name);
  size_t length = names_length(&syntax->tokens.names, name);
  bool is_string = from[0] == '"', is_line_start = true;
  pml_c_write_place(syntax, at, out);
  for (uint32_t i = 0; i < at.column && i < MOST_BLANKS; i++)
    text_char(out, ' ');
  for (size_t i = 1; i + 1 < length; i++) {
    char c = from[i];
    bool is_escape = c == '\\' && i + 2 < length &&
                     ((is_line_start && from[i + 1] == '#') ||
                      (is_string && from[i + 1] == '"'));
    if (is_escape)
      c = from[++i];
    is_line_start = c == '\n' || (is_line_start && (c == ' ' || c == '\t'));
    text_char(out, c);
  }
  text_put(out, "\n#line 1 \"custos\"\n");
}

/* Bits that a scalar has, in the bytes that it takes. */
static void write_bits(const char *name, uint32_t width, text *out) {
  uint32_t all = width < 8 ? 8 : width < 16 ? 16 : 32;
  text_put(out, "  unsigned ");
  text_put(out, name);
  text_put(out, " : ");
  text_number(out, width);
  if (all > width) {
    text_put(out, "; unsigned : ");
    text_number(out, all - width);
  }
}

static void write_type(const pml_syntax *syntax, const pml_var *var,
                       text *out) {
  switch (var->type) {
  case PML_SHORT:
    text_put(out, "  short ");
    break;
  case PML_INT:
    text_put(out, "  int ");
    break;
  case PML_UNSIGNED: /* an array has no bits */
    text_put(out, var->width < 8    ? "  uchar "
                  : var->width < 16 ? "  unsigned short "
                                    : "  unsigned ");
    break;
  case PML_RECORD:
    text_put(out, "  struct ");
    text_put(out, name_of(syntax, syntax->records.at[var->sub].name));
    text_char(out, ' ');
    break;
  default:
    text_put(out, "  uchar ");
    break;
  }
}

/* 'name': as it is, unless it is there already. */
static void write_variable(const pml_syntax *syntax, uint32_t var,
                           bool is_again, text *out) {
  assert(var < syntax->vars.count);
  const pml_var *v = &syntax->vars.at[var];
  char made[32];
  size_t digits = 0;
  const char *name = name_of(syntax, v->name);
  if (is_again || v->is_helper) {
    static const char prefix[] = "custos_v";
    memcpy(made, prefix, sizeof prefix - 1);
    for (uint32_t n = var, first = 1; n || first; n /= 10, first = 0)
      made[sizeof prefix - 1 + digits++] = (char)('0' + n % 10);
    made[sizeof prefix - 1 + digits] = '\0';
    name = made;
  }
  if (!v->is_array && (v->type == PML_BIT || v->type == PML_UNSIGNED)) {
    write_bits(name, v->type == PML_BIT ? 1 : v->width, out);
  } else {
    write_type(syntax, v, out);
    text_put(out, name);
  }
  if (v->is_array) {
    text_char(out, '[');
    text_number(out, v->count);
    text_char(out, ']');
  }
  text_put(out, ";\n");
}

static void write_records(const pml_syntax *syntax, text *out) {
  vec_each (const pml_record, record, &syntax->records) {
    text_put(out, "struct ");
    text_put(out, name_of(syntax, record->name));
    text_put(out, " {\n");
    for (uint32_t i = 0; i < record->count; i++)
      write_variable(syntax, record->first + i, false, out);
    text_put(out, "} __attribute__((packed));\n");
  }
}

/* The variables of a process (PML_NONE: the globals), then its c_states. */
static void write_scope(mem *m, const pml_syntax *syntax, uint32_t process,
                        text *out) {
  map known = {0};
  for (uint32_t i = 0; i < syntax->vars.count; i++) {
    const pml_var *var = &syntax->vars.at[i];
    if (var->process != process || var->record != PML_NONE)
      continue;
    size_t before = known.keys.count;
    write_variable(syntax, i, map_insert(m, &known, var->name) < before, out);
  }
  map_free(m, &known);
  pml_c_kind kind = process == PML_NONE ? PML_C_GLOBAL : PML_C_LOCAL;
  vec_each (const pml_c_part, c_part, &syntax->c_parts)
    if (c_part->kind == kind && c_part->process == process) {
      pml_c_write_inside(syntax, c_part->text, c_part->at, out);
      text_put(out, ";\n");
    }
}

static void write_parts(const pml_syntax *syntax, pml_c_kind kind, text *out) {
  vec_each (const pml_c_part, c_part, &syntax->c_parts)
    if (c_part->kind == kind)
      pml_c_write_inside(syntax, c_part->text, c_part->at, out);
}

static void write_hidden(const pml_syntax *syntax, text *out) {
  vec_each (const pml_c_part, c_part, &syntax->c_parts) {
    if (c_part->kind != PML_C_HIDDEN)
      continue;
    pml_c_write_inside(syntax, c_part->text, c_part->at, out);
    if (c_part->second != PML_NONE) {
      text_char(out, '=');
      pml_c_write_inside(syntax, c_part->second, c_part->second_at, out);
    }
    text_put(out, ";\n");
  }
  vec_each (const pml_var, var, &syntax->vars)
    if (var->is_hidden && var->process == PML_NONE && var->record == PML_NONE) {
      text_put(out, "#define ");
      text_put(out, name_of(syntax, var->name));
      text_put(out, " (now.");
      text_put(out, name_of(syntax, var->name));
      text_put(out, ")\n");
    }
}

/* What SPIN's verifier has, too, as far as it makes sense here. */
static const char head[] =
    "#include <ctype.h>\n#include <errno.h>\n#include <limits.h>\n"
    "#include <signal.h>\n#include <stdarg.h>\n#include <stddef.h>\n"
    "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"
    "#include <sys/types.h>\n#include <time.h>\n#include <unistd.h>\n"
    "#define uchar unsigned char\n#define ushort unsigned short\n"
    "#define uint unsigned int\n#define ulong unsigned long\n"
    "#define SPIN 1\n";

void pml_c_write_types(mem *m, const pml_syntax *syntax, text *out) {
  text_put(out, head);
  write_parts(syntax, PML_C_DECL, out);
  text_put(out, "\n#line 1 \"custos\"\n");
  write_records(syntax, out);
  for (uint32_t i = 0; i < syntax->processes.count; i++) {
    text_put(out, "typedef struct P");
    text_number(out, i);
    text_put(out, " {\n  uchar _pid;\n");
    write_scope(m, syntax, i, out);
    text_put(out, "} __attribute__((packed)) P");
    text_number(out, i);
    text_put(out, ";\n");
  }
  text_put(out, "typedef struct State {\n  uchar _nr_pr;\n");
  write_scope(m, syntax, PML_NONE, out);
  text_put(out, "} __attribute__((packed)) State;\n");
  write_hidden(syntax, out);
}
