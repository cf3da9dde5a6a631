#include "lang/promela/syntax/syntax.h"

#include <assert.h>

/* A statement as one line of text; of those that contain others only how they
 * begin. */

static const char *statement_name_text(const pml_syntax *s, uint32_t name) {
  return names_text(&s->tokens.names, name);
}

static void print_type(const pml_syntax *s, const pml_var *v, text *out) {
  static const char *const types[] = {"bit",      "byte",  "short", "int",
                                      "unsigned", "mtype", "chan",  ""};
  text_put(out, types[v->type]);
  if (v->type == PML_RECORD)
    text_put(out, statement_name_text(s, s->records.at[v->sub].name));
  else if (v->type == PML_MTYPE && v->sub != PML_NONE) {
    text_char(out, ':');
    text_put(out, statement_name_text(s, v->sub));
  }
}

static void print_list(const pml_syntax *s, uint32_t first, uint32_t count,
                       const char *mark, text *out) {
  for (uint32_t i = 0; i < count; i++) {
    if (i)
      text_put(out, mark);
    pml_print_expression(s, s->lists.at[first + i], out);
  }
}

/* byte x[2] = 3 */
static void print_declaration(const pml_syntax *s, uint32_t var, text *out) {
  assert(var < s->vars.count);
  const pml_var *v = &s->vars.at[var];
  print_type(s, v, out);
  text_char(out, ' ');
  text_put(out, statement_name_text(s, v->name));
  if (v->is_array)
    text_format(out, "[%u]", v->count);
  if (v->type == PML_UNSIGNED)
    text_format(out, " : %u", v->width);
  if (v->initial == PML_INITIAL_VALUE) {
    text_put(out, " = ");
    pml_print_expression(s, v->init, out);
  } else if (v->initial == PML_INITIAL_LIST) {
    text_put(out, " = {");
    print_list(s, v->init, v->init_count, ", ", out);
    text_char(out, '}');
  }
}

static void print_message(const pml_syntax *s, const pml_statement *x,
                          const char *mark, text *out) {
  pml_print_expression(s, x->a, out);
  text_put(out, mark);
  print_list(s, x->b, x->c, ",", out);
  if (x->keeps)
    text_char(out, '>');
}

static void print_assign(const pml_syntax *s, const pml_statement *x,
                         text *out) {
  pml_print_expression(s, x->a, out);
  text_put(out, " = ");
  pml_print_expression(s, x->b, out);
}

static void print_call(const pml_syntax *s, const char *word,
                       const pml_statement *x, text *out) {
  text_put(out, word);
  text_char(out, '(');
  pml_print_expression(s, x->a, out);
  if (x->b != PML_NONE) {
    text_put(out, ", ");
    pml_print_expression(s, x->b, out);
  }
  text_char(out, ')');
}

static void print_printf(const pml_syntax *s, const pml_statement *x,
                         text *out) {
  text_put(out, "printf(");
  text_put(out, statement_name_text(s, x->name));
  if (x->c)
    text_put(out, ", ");
  print_list(s, x->b, x->c, ", ", out);
  text_char(out, ')');
}

static void print_compound(const pml_syntax *s, const pml_statement *x,
                           text *out) {
  if (x->is_inline) {
    text_put(out, statement_name_text(s, x->name));
    text_put(out, "(...)");
    return;
  }
  text_put(out, x->kind == PML_IF       ? "if"
                : x->kind == PML_DO     ? "do"
                : x->kind == PML_ATOMIC ? "atomic { ... }"
                : x->kind == PML_DSTEP  ? "d_step { ... }"
                : x->kind == PML_UNLESS ? "{ ... } unless { ... }"
                                        : "{ ... }");
}

static void print_with(const pml_syntax *s, const pml_statement *x,
                       const char *behind, text *out) {
  pml_print_expression(s, x->a, out);
  text_put(out, behind);
}

static void print_skip(const pml_syntax *s, const pml_statement *x, text *out) {
  if (x->a == PML_NONE)
    text_put(out, "skip");
  else
    pml_print_expression(s, x->a, out);
}

static void statement_print_c(const pml_syntax *s, const pml_c_part *x,
                              text *out) {
  text_put(out, "c_code ");
  if (x->second != PML_NONE) {
    text_put(out, statement_name_text(s, x->second));
    text_char(out, ' ');
  }
  text_put(out, statement_name_text(s, x->shown));
}

void pml_print_statement(const pml_syntax *s, uint32_t statement, text *out) {
  assert(statement < s->statements.count);
  const pml_statement *x = &s->statements.at[statement];
  switch (x->kind) {
  case PML_SKIP:
    print_skip(s, x, out);
    break;
  case PML_TEST:
    pml_print_expression(s, x->a, out);
    break;
  case PML_ELSE:
    text_put(out, "else");
    break;
  case PML_ASSIGN:
    print_assign(s, x, out);
    break;
  case PML_INCREMENT:
    print_with(s, x, "++", out);
    break;
  case PML_DECREMENT:
    print_with(s, x, "--", out);
    break;
  case PML_SEND:
    print_message(s, x, x->random ? "!!" : "!", out);
    break;
  case PML_RECEIVE:
    print_message(s, x,
                  x->random ? (x->keeps ? "?"
                                          "?<"
                                        : "?"
                                          "?")
                            : (x->keeps ? "?<" : "?"),
                  out);
    break;
  case PML_ASSERT:
    print_call(s, "assert", x, out);
    break;
  case PML_PRINT:
    print_printf(s, x, out);
    break;
  case PML_PRINTM:
    print_call(s, "printm", x, out);
    break;
  case PML_SET_PRIORITY:
    print_call(s, "set_priority", x, out);
    break;
  case PML_DECLARE:
    print_declaration(s, x->a, out);
    break;
  case PML_C_CODE:
    statement_print_c(s, &s->c_parts.at[x->c], out);
    break;
  case PML_GOTO:
    text_put(out, "goto ");
    text_put(out, statement_name_text(s, x->name));
    break;
  case PML_BREAK:
    text_put(out, "break");
    break;
  default:
    print_compound(s, x, out);
    break;
  }
}
