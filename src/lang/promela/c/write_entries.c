/* The C text: a function for each piece of code. */
#include "lang/promela/c/c_code.h"

#include <assert.h>
#include <string.h>

static void begin_entry(const pml_syntax *syntax, uint32_t entry,
                        uint32_t process, text *out) {
  text_put(out, "\n#line 1 \"custos\"\n");
  if (process != PML_NONE)
    pml_c_write_name(syntax, process, true, out);
  text_put(out, "static int custos_c");
  text_number(out, entry);
  text_put(out, "(void) {\n");
}

static void end_entry(const pml_syntax *syntax, uint32_t process, text *out) {
  text_put(out, "\n#line 1 \"custos\"\n}\n");
  if (process != PML_NONE)
    pml_c_write_name(syntax, process, false, out);
}

/* uerror("c_code precondition false: x > 0") */
static void write_complaint(const pml_syntax *syntax, const pml_c_part *c_part,
                            text *out) {
  const char *inside = names_text(&syntax->tokens.names, c_part->second) + 1;
  text_put(out, ")) {\n  uerror(\"");
  text_put(out, c_part->kind == PML_C_VALUE ? "c_expr" : "c_code");
  text_put(out, " precondition false:");
  size_t length = strlen(inside) - 1; /* without the bracket */
  while (length && inside[length - 1] == ' ')
    length--;
  for (size_t i = 0; i < length && i < 400; i++) {
    if (inside[i] == '"' || inside[i] == '\\')
      text_char(out, '\\');
    text_char(out, inside[i] == '\n' ? ' ' : inside[i]);
  }
  text_put(out, "\");\n  return 0;\n}\n");
}

static void write_condition(const pml_syntax *syntax, const pml_c_part *c_part,
                            text *out) {
  if (c_part->second == PML_NONE)
    return;
  text_put(out, "if (!(");
  pml_c_write_inside(syntax, c_part->second, c_part->second_at, out);
  write_complaint(syntax, c_part, out);
}

void pml_c_write_part(const pml_syntax *syntax, uint32_t part, text *out) {
  assert(part < syntax->c_parts.count);
  const pml_c_part *c_part = &syntax->c_parts.at[part];
  begin_entry(syntax, pml_c_entry(part), c_part->process, out);
  if (c_part->kind == PML_C_VALUE) { /* + 0: it may be a field of bits */
    write_condition(syntax, c_part, out);
    text_put(out, "__auto_type custos_value = (");
    pml_c_write_inside(syntax, c_part->text, c_part->at, out);
    text_put(out, ") + 0;\nreturn custos_value ? (int)custos_value ? "
                  "(int)custos_value : 1 : 0;\n");
  } else {
    text_put(out, "{");
    pml_c_write_inside(syntax, c_part->text, c_part->at, out);
    text_put(out, "}\nreturn 0;\n");
  }
  end_entry(syntax, c_part->process, out);
  if (c_part->kind != PML_C_STATEMENT || c_part->second == PML_NONE)
    return;
  begin_entry(syntax, pml_c_condition(part), c_part->process, out);
  write_condition(syntax, c_part, out);
  text_put(out, "return 1;\n");
  end_entry(syntax, c_part->process, out);
}

/* The last name of a declaration, before its brackets. */
static void write_declared_name(const pml_syntax *syntax, uint32_t name,
                                text *out) {
  const char *from = names_text(&syntax->tokens.names, name);
  size_t end = strcspn(from, "[");
  if (!from[end])
    end = strlen(from) - 1; /* the quote */
  while (end > 1 && from[end - 1] == ' ')
    end--;
  size_t start = end;
  while (start > 1 && !strchr(" *\t)", from[start - 1]))
    start--;
  text_add(out, from + start, end - start);
}

void pml_c_write_first_values(const pml_syntax *syntax, uint32_t process,
                              text *out) {
  uint32_t entry = pml_c_first_values(syntax, process);
  pml_c_kind kind = process == PML_NONE ? PML_C_GLOBAL : PML_C_LOCAL;
  if (entry == PML_NONE)
    return;
  begin_entry(syntax, entry, process, out);
  vec_each (const pml_c_part, c_part, &syntax->c_parts) {
    if (c_part->kind != kind || c_part->process != process ||
        c_part->second == PML_NONE)
      continue;
    if (process == PML_NONE) {
      text_put(out, "now.");
    } else {
      text_char(out, 'P');
      text_put(out, pml_c_process_name(syntax, process));
      text_put(out, "->");
    }
    write_declared_name(syntax, c_part->text, out);
    text_put(out, " = ");
    pml_c_write_inside(syntax, c_part->second, c_part->second_at, out);
    text_put(out, ";\n");
  }
  text_put(out, "return 0;\n");
  end_entry(syntax, process, out);
}
