#include "lang/bp/parser.h"

void bp_parser_free(bp_parser *parser) {
  vec_free(parser->m, &parser->pending);
  vec_free(parser->m, &parser->operands);
  vec_free(parser->m, &parser->blocks);
  vec_free(parser->m, &parser->waiting);
}

void bp_syntax_free(mem *m, bp_syntax *syntax) {
  vec_free(m, &syntax->nodes);
  vec_free(m, &syntax->expressions);
  vec_free(m, &syntax->uses);
  vec_free(m, &syntax->items);
  vec_free(m, &syntax->labels);
  vec_free(m, &syntax->globals);
  vec_free(m, &syntax->locals);
  vec_free(m, &syntax->enforces);
  vec_free(m, &syntax->procedures);
}

bp_use bp_use_here(bp_parser *parser) {
  const scan_token *token = &parser->s.token;
  return (bp_use){.name = names_insert(parser->m, parser->syntax->names,
                                       token->text, token->length),
                  .line = token->line,
                  .column = token->column};
}

bool bp_parse_name(bp_parser *parser, const char *what, bp_use *out) {
  if (parser->s.token.kind > BP_T_KEYWORD)
    return scan_wrong(&parser->s, "the keyword '%.*s' where %s should be",
                      report_clip(parser->s.token.length), parser->s.token.text,
                      what);
  if (parser->s.token.kind != BP_T_NAME)
    return scan_misfit(&parser->s, what);
  *out = bp_use_here(parser);
  bp_next(&parser->s);
  return true;
}

bool bp_parse_declaration(bp_parser *parser, bool is_global) {
  bp_syntax *syntax = parser->syntax;
  do {
    bp_use use;
    bp_next(&parser->s);
    if (!bp_parse_name(parser, "the name of a variable", &use))
      return false;
    if (is_global)
      vec_push(parser->m, &syntax->globals, use);
    else
      vec_push(parser->m, &syntax->locals, use);
  } while (parser->s.token.kind == ',');
  return bp_take(&parser->s, ';', "',' or ';'");
}

static bool begins_procedure(int token) {
  return token == BP_T_VOID || token == BP_T_BOOL || token == BP_T_DFS;
}

/* Up to what may follow a declaration of globals. */
static void skip_declaration(bp_parser *parser) {
  int kind = parser->s.token.kind;
  parser->s.is_mute = true;
  while (kind != ';' && kind != BP_T_DECL && kind != BP_T_END &&
         !begins_procedure(kind))
    kind = bp_next(&parser->s);
  parser->s.is_mute = false;
  if (kind == ';')
    bp_next(&parser->s);
}

/* Behind "bool": "<n>" says how many results, one without it. */
static bool read_results(bp_parser *parser, bp_procedure *procedure) {
  const scan_token *token = &parser->s.token;
  procedure->results = 1;
  bp_next(&parser->s);
  if (token->kind != '<')
    return true;
  bp_next(&parser->s);
  if (token->kind != BP_T_NUMBER)
    return scan_misfit(&parser->s, "the number of results");
  procedure->results = 0;
  for (size_t i = 0; i < token->length && procedure->results <= BP_MOST_RESULTS;
       i++)
    procedure->results =
        procedure->results * 10 + (uint32_t)(token->text[i] - '0');
  if (procedure->results > BP_MOST_RESULTS)
    return scan_wrong(&parser->s, "a procedure has at most %d results",
                      BP_MOST_RESULTS);
  bp_next(&parser->s);
  return bp_take(&parser->s, '>', "'>'");
}

static bool read_parameters(bp_parser *parser, bp_procedure *procedure) {
  if (!bp_take(&parser->s, '(', "'('"))
    return false;
  while (parser->s.token.kind != ')') {
    bp_use use;
    if (procedure->parameters && !bp_take(&parser->s, ',', "',' or ')'"))
      return false;
    if (!bp_parse_name(parser, "a parameter", &use))
      return false;
    vec_push(parser->m, &parser->syntax->locals, use);
    procedure->parameters++;
  }
  bp_next(&parser->s);
  return true;
}

/* Up to the 'begin', which is current then. */
static bool read_header(bp_parser *parser, bp_procedure *procedure) {
  if (parser->s.token.kind == BP_T_DFS)
    bp_next(&parser->s);
  if (parser->s.token.kind == BP_T_BOOL) {
    if (!read_results(parser, procedure))
      return false;
  } else if (!bp_take(&parser->s, BP_T_VOID, "'decl', 'void' or 'bool'")) {
    return false;
  }
  return bp_parse_name(parser, "the name of a procedure", &procedure->use) &&
         read_parameters(parser, procedure) &&
         (parser->s.token.kind == BP_T_BEGIN ||
          scan_misfit(&parser->s, "'begin'"));
}

/* Up to where statements or a procedure may follow. False: no statements. */
static bool skip_header(bp_parser *parser) {
  const char *from = parser->s.token.text;
  parser->s.is_mute = true;
  while (
      parser->s.token.kind != BP_T_BEGIN && parser->s.token.kind != BP_T_END &&
      (parser->s.token.text == from || !begins_procedure(parser->s.token.kind)))
    bp_next(&parser->s);
  parser->s.is_mute = false;
  return parser->s.token.kind == BP_T_BEGIN;
}

static void read_procedure(bp_parser *parser) {
  bp_syntax *syntax = parser->syntax;
  bp_procedure procedure = {.use = {.name = BP_NONE},
                            .first_local = (uint32_t)syntax->locals.count,
                            .first_item = (uint32_t)syntax->items.count,
                            .first_label = (uint32_t)syntax->labels.count,
                            .first_enforce = (uint32_t)syntax->enforces.count};
  if (!read_header(parser, &procedure) && !skip_header(parser))
    return;
  bp_next(&parser->s);
  bp_parse_statements(parser);
  procedure.end_line = parser->s.token.line;
  procedure.end_column = parser->s.token.column;
  if (bp_take(&parser->s, BP_T_FINISH, "a statement or 'end'") &&
      parser->s.token.kind == ';')
    bp_next(&parser->s);
  procedure.locals = (uint32_t)syntax->locals.count - procedure.first_local;
  procedure.items = (uint32_t)syntax->items.count - procedure.first_item;
  procedure.labels = (uint32_t)syntax->labels.count - procedure.first_label;
  procedure.enforces =
      (uint32_t)syntax->enforces.count - procedure.first_enforce;
  vec_push(parser->m, &syntax->procedures, procedure);
}

void bp_parse_program(bp_parser *parser) {
  bp_next(&parser->s);
  while (parser->s.token.kind != BP_T_END) {
    if (parser->s.token.kind != BP_T_DECL)
      read_procedure(parser);
    else if (!bp_parse_declaration(parser, true))
      skip_declaration(parser);
  }
  parser->syntax->end_line = parser->s.token.line;
  parser->syntax->end_column = parser->s.token.column;
}
