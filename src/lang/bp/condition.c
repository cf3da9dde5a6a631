#include "lang/bp/condition.h"

#include "lang/bp/lower.h"

typedef struct reader {
  mem *m;
  prog *p;
  bp_parser parser;
  uint32_t procedure;
} reader;

/* Of a procedure, or PROG_NONE for a global. */
static uint32_t find_variable(const prog *program, uint32_t procedure,
                              const char *text, size_t length) {
  uint32_t name = names_find(&program->names, text, length);
  for (uint32_t v = 0; name != NAMES_NONE && v < program->variables.count;
       v++) {
    const prog_variable *variable = &program->variables.at[v];
    if (variable->name == name && variable->procedure == procedure &&
        !variable->is_result)
      return v;
  }
  return PROG_NONE;
}

static uint32_t find_procedure(const prog *program, const char *text,
                               size_t length) {
  uint32_t name = names_find(&program->names, text, length);
  for (uint32_t f = 1; name != NAMES_NONE && f < program->procedures.count; f++)
    if (program->procedures.at[f].name == name)
      return f;
  return PROG_NONE;
}

/* "f.x"; names may have dots of their own. 'f' is the procedure, if there is
 * one of that name. */
static uint32_t find_local(const prog *program, const char *text, size_t length,
                           uint32_t *f) {
  *f = PROG_NONE;
  for (size_t i = 1; i + 1 < length; i++) {
    if (text[i] != '.')
      continue;
    uint32_t g = find_procedure(program, text, i);
    if (g == PROG_NONE)
      continue;
    *f = g;
    uint32_t v = find_variable(program, g, text + i + 1, length - i - 1);
    if (v != PROG_NONE)
      return v;
  }
  return PROG_NONE;
}

static void suggest_global(reader *d, const bp_node *node, const char *text) {
  names known = {0};
  vec_each (const prog_variable, variable, &d->p->variables)
    if (variable->procedure == PROG_NONE && !variable->is_result)
      names_insert(d->m, &known, prog_text(d->p, variable->name),
                   names_length(&d->p->names, variable->name));
  uint32_t near = names_nearest(&known, text, strlen(text));
  scan_wrong_at(&d->parser.s, node->line, node->column,
                near == NAMES_NONE
                    ? "there is no global variable '%.80s'"
                    : "there is no global variable '%.80s' (did you mean "
                      "'%.80s'?)",
                text, near == NAMES_NONE ? "" : names_text(&known, near));
  vec_free(d->m, &known.text);
  vec_free(d->m, &known.start);
  mem_free(d->m, known.slots);
}

static void condition_unknown(reader *d, const bp_node *node, const char *text,
                              uint32_t procedure) {
  const prog *program = d->p;
  uint32_t name = names_find(&program->names, text, strlen(text));
  if (procedure != PROG_NONE) {
    scan_wrong_at(&d->parser.s, node->line, node->column,
                  "'%.80s': there is no such variable in '%.80s'", text,
                  prog_text(program, program->procedures.at[procedure].name));
    return;
  }
  vec_each (const prog_variable, variable, &program->variables)
    if (variable->name == name && variable->procedure != PROG_NONE) {
      scan_wrong_at(
          &d->parser.s, node->line, node->column,
          "'%.80s' is local: did you mean '%.80s.%.80s'?", text,
          prog_text(program, program->procedures.at[variable->procedure].name),
          text);
      return;
    }
  suggest_global(d, node, text);
}

static uint32_t condition_lower_variable(reader *d, const bp_node *node) {
  const char *text = names_text(d->parser.syntax->names, node->a);
  uint32_t f, v = find_variable(d->p, PROG_NONE, text, strlen(text));
  if (v == PROG_NONE) {
    v = find_local(d->p, text, strlen(text), &f);
    if (v == PROG_NONE) {
      condition_unknown(d, node, text, f);
      return prog_constant(d->m, d->p, 1, 0);
    }
    f = d->p->variables.at[v].procedure;
    if (d->procedure != PROG_NONE && d->procedure != f)
      scan_wrong_at(&d->parser.s, node->line, node->column,
                    "locals of '%.80s' and '%.80s' in one condition: only one "
                    "procedure is on top",
                    prog_text(d->p, d->p->procedures.at[d->procedure].name),
                    prog_text(d->p, d->p->procedures.at[f].name));
    d->procedure = f;
  }
  return prog_add_expression(d->m, d->p, PROG_NOW, 1, v, PROG_NONE, PROG_NONE);
}

static uint32_t lower_node(reader *d, const bp_node *node,
                           const uint32_t *lowered) {
  switch (node->op) {
  case BP_CONSTANT:
    return prog_constant(d->m, d->p, 1, node->a);
  case BP_VARIABLE:
    return condition_lower_variable(d, node);
  case BP_ANY:
  case BP_CHOOSE:
  case BP_NEXT:
    scan_wrong_at(&d->parser.s, node->line, node->column,
                  "%s means nothing in a formula",
                  node->op == BP_ANY      ? "'*'"
                  : node->op == BP_CHOOSE ? "'schoose'"
                                          : "the next value of a variable");
    return prog_constant(d->m, d->p, 1, 0);
  default:
    return prog_add_expression(
        d->m, d->p, bp_operator(node->op), 1, lowered[node->a],
        node->b == BP_NONE ? PROG_NONE : lowered[node->b], PROG_NONE);
  }
}

static void lower(reader *d, bp_expression expression, uint32_t *condition) {
  uint32_t *lowered = mem_array(
      d->m, (size_t)expression.root - expression.first + 1, sizeof *lowered);
  for (uint32_t i = expression.first; i <= expression.root; i++)
    lowered[i] = lower_node(d, &d->parser.syntax->nodes.at[i], lowered);
  *condition = lowered[expression.root];
  mem_free(d->m, lowered);
}

bool bp_read_condition(mem *m, prog *program, const char *text, size_t length,
                       const char *file, uint32_t line, uint32_t column,
                       report *r, uint32_t *condition, uint32_t *procedure) {
  size_t before = r->count;
  names own = {0};
  bp_syntax syntax = {.names = &own};
  reader d = {.m = m,
              .p = program,
              .parser = {.m = m, .syntax = &syntax},
              .procedure = PROG_NONE};
  bp_parser *parser = &d.parser;
  bp_expression expression;
  bp_scan_start(&parser->s, file, text, length, line, column, r);
  parser->s.mode = BP_FORMULA;
  bp_next(&parser->s);
  if (bp_parse_expression(parser, &expression) &&
      (parser->s.token.kind == BP_T_END ||
       scan_misfit(&parser->s, "an operator or the end of the condition")))
    lower(&d, expression, condition);
  *procedure = d.procedure;
  bp_parser_free(parser);
  bp_syntax_free(m, &syntax);
  vec_free(m, &own.text);
  vec_free(m, &own.start);
  mem_free(m, own.slots);
  return r->count == before;
}
