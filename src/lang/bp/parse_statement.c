#include "lang/bp/parse_parts.h"

static bool read_goto(bp_parser *parser) {
  bp_item item = bp_new_item(parser, BP_GOTO);
  do {
    bp_next(&parser->s);
    if (parser->s.token.kind != BP_T_NAME &&
        parser->s.token.kind != BP_T_NUMBER)
      return scan_misfit(&parser->s, "a label");
    bp_use use = bp_use_here(parser);
    vec_push(parser->m, &parser->syntax->uses, use);
    item.uses++;
    bp_next(&parser->s);
  } while (parser->s.token.kind == ',');
  bp_push_item(parser, &item);
  return bp_end_statement(parser, "',' or ';'");
}

static bool read_dead(bp_parser *parser) {
  bp_item item = bp_new_item(parser, BP_DEAD);
  do {
    bp_use use;
    bp_next(&parser->s);
    if (!bp_parse_name(parser, "a variable", &use))
      return false;
    vec_push(parser->m, &parser->syntax->uses, use);
    item.uses++;
  } while (parser->s.token.kind == ',');
  bp_push_item(parser, &item);
  return bp_end_statement(parser, "',' or ';'");
}

static bool read_return(bp_parser *parser) {
  bp_item item = bp_new_item(parser, BP_RETURN);
  bp_next(&parser->s);
  if (parser->s.token.kind != ';' && !bp_ends_block(parser->s.token.kind) &&
      !bp_read_expressions(parser, &item))
    return false;
  bp_push_item(parser, &item);
  return bp_end_statement(parser, "an operator, ',' or ';'");
}

/* "assert(e)", and others of one condition. */
static bool read_condition(bp_parser *parser, bp_kind kind) {
  bp_item item = bp_new_item(parser, kind);
  bp_next(&parser->s);
  if (!bp_take(&parser->s, '(', "'('") ||
      !bp_read_one_expression(parser, &item) ||
      !bp_take(&parser->s, ')', "an operator or ')'"))
    return false;
  bp_push_item(parser, &item);
  return bp_end_statement(parser, "';'");
}

static bool read_abortif(bp_parser *parser) {
  bp_item item = bp_new_item(parser, BP_ABORTIF);
  bp_next(&parser->s);
  if (!bp_read_one_expression(parser, &item))
    return false;
  bp_push_item(parser, &item);
  return bp_end_statement(parser, "an operator or ';'");
}

static bool read_enforce(bp_parser *parser) {
  bp_expression expression;
  bp_next(&parser->s);
  if (!bp_parse_expression(parser, &expression))
    return false;
  vec_push(parser->m, &parser->syntax->enforces, expression);
  return bp_end_statement(parser, "an operator or ';'");
}

static bool read_print(bp_parser *parser) {
  bp_item item = bp_new_item(parser, BP_PRINT);
  bp_next(&parser->s);
  if (!bp_read_arguments(parser, &item))
    return false;
  bp_push_item(parser, &item);
  return bp_end_statement(parser, "';'");
}

static bool read_word(bp_parser *parser, bp_kind kind) {
  bp_item item = bp_new_item(parser, kind);
  bp_push_item(parser, &item);
  bp_next(&parser->s);
  return bp_end_statement(parser, "';'");
}

static bool read_statement(bp_parser *parser) {
  switch (parser->s.token.kind) {
  case BP_T_NAME:
  case BP_T_NUMBER:
    return bp_read_named(parser);
  case BP_T_DISCARD:
    return bp_read_discarding(parser);
  case ';':
    bp_next(&parser->s);
    return true;
  case BP_T_CALL:
    return bp_read_explicit_call(parser);
  case BP_T_SKIP:
    return read_word(parser, BP_SKIP);
  case BP_T_ATOMIC_BEGIN:
    return read_word(parser, BP_ATOMIC_BEGIN);
  case BP_T_ATOMIC_END:
    return read_word(parser, BP_ATOMIC_END);
  case BP_T_DECL:
    return bp_parse_declaration(parser, false);
  case BP_T_ENFORCE:
    return read_enforce(parser);
  case BP_T_ABORTIF:
    return read_abortif(parser);
  case BP_T_ASSERT:
    return read_condition(parser, BP_ASSERT);
  case BP_T_ASSUME:
    return read_condition(parser, BP_ASSUME);
  case BP_T_CONSTRAIN:
    return read_condition(parser, BP_CONSTRAIN);
  case BP_T_GOTO:
    return read_goto(parser);
  case BP_T_DEAD:
    return read_dead(parser);
  case BP_T_RETURN:
    return read_return(parser);
  case BP_T_PRINT:
    return read_print(parser);
  case BP_T_IF:
    return bp_open_block(parser, BP_IF);
  case BP_T_WHILE:
    return bp_open_block(parser, BP_WHILE);
  case BP_T_FI:
  case BP_T_OD:
  case BP_T_ELSE:
  case BP_T_ELSIF:
    return bp_read_closing(parser);
  case BP_T_START_THREAD:
  case BP_T_END_THREAD:
  case BP_T_SYNC:
    return scan_wrong(&parser->s,
                      "'%.*s' is for threads: only sequential programs are "
                      "supported",
                      report_clip(parser->s.token.length),
                      parser->s.token.text);
  default:
    return scan_misfit(&parser->s, "a statement or 'end'");
  }
}

static bool ends_procedure(int token) {
  return token == BP_T_FINISH || token == BP_T_END || token == BP_T_VOID ||
         token == BP_T_BOOL || token == BP_T_DFS;
}

void bp_parse_statements(bp_parser *parser) {
  parser->blocks.count = parser->waiting.count = 0;
  while (!ends_procedure(parser->s.token.kind)) {
    const char *from = parser->s.token.text;
    if (read_statement(parser))
      continue;
    bp_skip_statement(parser);
    parser->waiting.count = 0;
    if (parser->s.token.text == from && !ends_procedure(parser->s.token.kind))
      bp_next(&parser->s);
  }
  bp_settle_labels(parser);
  if (parser->s.token.kind == BP_T_FINISH)
    bp_check_blocks(parser);
}
