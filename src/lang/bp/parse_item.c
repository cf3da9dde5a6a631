#include "lang/bp/parse_parts.h"

bp_item bp_new_item(const bp_parser *parser, bp_kind kind) {
  return (bp_item){.kind = kind,
                   .line = parser->s.token.line,
                   .column = parser->s.token.column,
                   .callee = {.name = BP_NONE},
                   .first_use = (uint32_t)parser->syntax->uses.count,
                   .first_expression =
                       (uint32_t)parser->syntax->expressions.count,
                   .constraint = BP_NONE,
                   .mate = BP_NONE};
}

uint32_t bp_push_item(bp_parser *parser, const bp_item *item) {
  bp_syntax *syntax = parser->syntax;
  uint32_t number = (uint32_t)syntax->items.count;
  if (syntax->items.count >= UINT32_MAX - 1)
    mem_raise(parser->m->budget, MEM_LIMIT);
  vec_push(parser->m, &syntax->items, *item);
  vec_each (const bp_use, use, &parser->waiting) {
    bp_label label = {.use = *use, .item = number};
    vec_push(parser->m, &syntax->labels, label);
  }
  parser->waiting.count = 0;
  return number;
}

void bp_settle_labels(bp_parser *parser) {
  if (parser->waiting.count == 0)
    return;
  bp_item item = bp_new_item(parser, BP_SKIP);
  item.line = parser->waiting.at[0].line;
  item.column = parser->waiting.at[0].column;
  bp_push_item(parser, &item);
}

bool bp_read_expressions(bp_parser *parser, bp_item *item) {
  do {
    bp_expression expression;
    if (item->expressions)
      bp_next(&parser->s);
    if (!bp_parse_expression(parser, &expression))
      return false;
    vec_push(parser->m, &parser->syntax->expressions, expression);
    item->expressions++;
  } while (parser->s.token.kind == ',');
  return true;
}

bool bp_read_one_expression(bp_parser *parser, bp_item *item) {
  bp_expression expression;
  if (!bp_parse_expression(parser, &expression))
    return false;
  vec_push(parser->m, &parser->syntax->expressions, expression);
  item->expressions++;
  return true;
}

bool bp_read_arguments(bp_parser *parser, bp_item *item) {
  if (!bp_take(&parser->s, '(', "'('"))
    return false;
  if (parser->s.token.kind != ')' && !bp_read_expressions(parser, item))
    return false;
  return bp_take(&parser->s, ')', "an operator, ',' or ')'");
}

bool bp_ends_block(int token) {
  return token == BP_T_FINISH || token == BP_T_FI || token == BP_T_OD ||
         token == BP_T_ELSE || token == BP_T_ELSIF;
}

bool bp_end_statement(bp_parser *parser, const char *what) {
  if (bp_ends_block(parser->s.token.kind))
    return true;
  return bp_take(&parser->s, ';', what);
}

static bool begins_part(int token) {
  switch (token) {
  case BP_T_END:
  case BP_T_VOID:
  case BP_T_BOOL:
  case BP_T_DFS:
  case BP_T_BEGIN:
  case BP_T_DECL:
  case BP_T_ENFORCE:
  case BP_T_ABORTIF:
  case BP_T_ASSERT:
  case BP_T_ASSUME:
  case BP_T_DEAD:
  case BP_T_GOTO:
  case BP_T_IF:
  case BP_T_PRINT:
  case BP_T_RETURN:
  case BP_T_SKIP:
  case BP_T_WHILE:
    return true;
  default:
    return bp_ends_block(token);
  }
}

void bp_skip_to(bp_parser *parser, int token) {
  parser->s.is_mute = true;
  while (parser->s.token.kind != ';' && parser->s.token.kind != token &&
         !begins_part(parser->s.token.kind))
    bp_next(&parser->s);
  parser->s.is_mute = false;
}

void bp_skip_statement(bp_parser *parser) {
  bp_skip_to(parser, ';');
  if (parser->s.token.kind == ';')
    bp_next(&parser->s);
}
