#include "lang/promela/syntax/syntax.h"

#include <assert.h>

/* A statement as one line of text; of those that contain others only how they
 * begin. */

static const char *statement_name_text(const pml_syntax *syntax,
                                       uint32_t name) {
  return names_text(&syntax->tokens.names, name);
}

static void print_type(const pml_syntax *syntax, const pml_var *var,
                       text *out) {
  static const char *const types[] = {"bit",      "byte",  "short", "int",
                                      "unsigned", "mtype", "chan",  ""};
  text_put(out, types[var->type]);
  if (var->type == PML_RECORD)
    text_put(out,
             statement_name_text(syntax, syntax->records.at[var->sub].name));
  else if (var->type == PML_MTYPE && var->sub != PML_NONE) {
    text_char(out, ':');
    text_put(out, statement_name_text(syntax, var->sub));
  }
}

static void print_list(const pml_syntax *syntax, uint32_t first, uint32_t count,
                       const char *mark, text *out) {
  for (uint32_t i = 0; i < count; i++) {
    if (i)
      text_put(out, mark);
    pml_print_expression(syntax, syntax->lists.at[first + i], out);
  }
}

/* byte x[2] = 3 */
static void print_declaration(const pml_syntax *syntax, uint32_t var,
                              text *out) {
  assert(var < syntax->vars.count);
  const pml_var *v = &syntax->vars.at[var];
  print_type(syntax, v, out);
  text_char(out, ' ');
  text_put(out, statement_name_text(syntax, v->name));
  if (v->is_array)
    text_format(out, "[%u]", v->count);
  if (v->type == PML_UNSIGNED)
    text_format(out, " : %u", v->width);
  if (v->initial == PML_INITIAL_VALUE) {
    text_put(out, " = ");
    pml_print_expression(syntax, v->init, out);
  } else if (v->initial == PML_INITIAL_LIST) {
    text_put(out, " = {");
    print_list(syntax, v->init, v->init_count, ", ", out);
    text_char(out, '}');
  }
}

static void print_message(const pml_syntax *syntax,
                          const pml_statement *statement, const char *mark,
                          text *out) {
  pml_print_expression(syntax, statement->a, out);
  text_put(out, mark);
  print_list(syntax, statement->b, statement->c, ",", out);
  if (statement->keeps)
    text_char(out, '>');
}

static void print_assign(const pml_syntax *syntax,
                         const pml_statement *statement, text *out) {
  pml_print_expression(syntax, statement->a, out);
  text_put(out, " = ");
  pml_print_expression(syntax, statement->b, out);
}

static void print_call(const pml_syntax *syntax, const char *word,
                       const pml_statement *statement, text *out) {
  text_put(out, word);
  text_char(out, '(');
  pml_print_expression(syntax, statement->a, out);
  if (statement->b != PML_NONE) {
    text_put(out, ", ");
    pml_print_expression(syntax, statement->b, out);
  }
  text_char(out, ')');
}

static void print_printf(const pml_syntax *syntax,
                         const pml_statement *statement, text *out) {
  text_put(out, "printf(");
  text_put(out, statement_name_text(syntax, statement->name));
  if (statement->c)
    text_put(out, ", ");
  print_list(syntax, statement->b, statement->c, ", ", out);
  text_char(out, ')');
}

static void print_compound(const pml_syntax *syntax,
                           const pml_statement *statement, text *out) {
  if (statement->is_inline) {
    text_put(out, statement_name_text(syntax, statement->name));
    text_put(out, "(...)");
    return;
  }
  text_put(out, statement->kind == PML_IF       ? "if"
                : statement->kind == PML_DO     ? "do"
                : statement->kind == PML_ATOMIC ? "atomic { ... }"
                : statement->kind == PML_DSTEP  ? "d_step { ... }"
                : statement->kind == PML_UNLESS ? "{ ... } unless { ... }"
                                                : "{ ... }");
}

static void print_with(const pml_syntax *syntax, const pml_statement *statement,
                       const char *behind, text *out) {
  pml_print_expression(syntax, statement->a, out);
  text_put(out, behind);
}

static void print_skip(const pml_syntax *syntax, const pml_statement *statement,
                       text *out) {
  if (statement->a == PML_NONE)
    text_put(out, "skip");
  else
    pml_print_expression(syntax, statement->a, out);
}

static void statement_print_c(const pml_syntax *syntax,
                              const pml_c_part *c_part, text *out) {
  text_put(out, "c_code ");
  if (c_part->second != PML_NONE) {
    text_put(out, statement_name_text(syntax, c_part->second));
    text_char(out, ' ');
  }
  text_put(out, statement_name_text(syntax, c_part->shown));
}

void pml_print_statement(const pml_syntax *syntax, uint32_t statement,
                         text *out) {
  assert(statement < syntax->statements.count);
  const pml_statement *x = &syntax->statements.at[statement];
  switch (x->kind) {
  case PML_SKIP:
    print_skip(syntax, x, out);
    break;
  case PML_TEST:
    pml_print_expression(syntax, x->a, out);
    break;
  case PML_ELSE:
    text_put(out, "else");
    break;
  case PML_ASSIGN:
    print_assign(syntax, x, out);
    break;
  case PML_INCREMENT:
    print_with(syntax, x, "++", out);
    break;
  case PML_DECREMENT:
    print_with(syntax, x, "--", out);
    break;
  case PML_SEND:
    print_message(syntax, x, x->random ? "!!" : "!", out);
    break;
  case PML_RECEIVE:
    print_message(syntax, x,
                  x->random ? (x->keeps ? "?"
                                          "?<"
                                        : "?"
                                          "?")
                            : (x->keeps ? "?<" : "?"),
                  out);
    break;
  case PML_ASSERT:
    print_call(syntax, "assert", x, out);
    break;
  case PML_PRINT:
    print_printf(syntax, x, out);
    break;
  case PML_PRINTM:
    print_call(syntax, "printm", x, out);
    break;
  case PML_SET_PRIORITY:
    print_call(syntax, "set_priority", x, out);
    break;
  case PML_DECLARE:
    print_declaration(syntax, x->a, out);
    break;
  case PML_C_CODE:
    statement_print_c(syntax, &syntax->c_parts.at[x->c], out);
    break;
  case PML_GOTO:
    text_put(out, "goto ");
    text_put(out, statement_name_text(syntax, x->name));
    break;
  case PML_BREAK:
    text_put(out, "break");
    break;
  default:
    print_compound(syntax, x, out);
    break;
  }
}
