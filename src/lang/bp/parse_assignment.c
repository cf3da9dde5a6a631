#include "lang/bp/parse_parts.h"

#include <string.h>

static bool read_call(bp_parser *parser, bp_item *item, bp_use callee) {
  item->kind = BP_CALL;
  item->callee = callee;
  if (!bp_read_arguments(parser, item))
    return false;
  bp_push_item(parser, item);
  if (parser->s.token.kind == BP_T_CONSTRAIN)
    return scan_wrong(&parser->s,
                      "'constrain' is for assignments of expressions, not "
                      "for calls");
  return bp_end_statement(parser, "';', behind the call,");
}

/* Behind the targets. */
static bool read_right_side(bp_parser *parser, bp_item *item) {
  if (!bp_take(&parser->s, BP_T_ASSIGN, "',' or ':='"))
    return false;
  if (parser->s.token.kind == BP_T_NAME && bp_before_parenthesis(&parser->s)) {
    bp_use callee = bp_use_here(parser);
    bp_next(&parser->s);
    return read_call(parser, item, callee);
  }
  if (!bp_read_expressions(parser, item))
    return false;
  if (parser->s.token.kind == BP_T_CONSTRAIN) {
    bp_expression expression;
    bp_next(&parser->s);
    if (!bp_parse_expression(parser, &expression))
      return false;
    item->constraint = (uint32_t)parser->syntax->expressions.count;
    vec_push(parser->m, &parser->syntax->expressions, expression);
  }
  bp_push_item(parser, item);
  return bp_end_statement(parser, "an operator or ';'");
}

/* A variable before ':=', or '_'. */
static bool read_target(bp_parser *parser, bp_item *item) {
  bp_use use = {.name = BP_NONE,
                .line = parser->s.token.line,
                .column = parser->s.token.column};
  if (parser->s.token.kind == BP_T_DISCARD)
    bp_next(&parser->s);
  else if (!bp_parse_name(parser, "a variable or '_'", &use))
    return false;
  vec_push(parser->m, &parser->syntax->uses, use);
  item->uses++;
  return true;
}

static bool read_targets(bp_parser *parser, bp_item *item) {
  while (parser->s.token.kind == ',') {
    bp_next(&parser->s);
    if (!read_target(parser, item))
      return false;
  }
  return read_right_side(parser, item);
}

static bool read_label(bp_parser *parser, bp_use use) {
  const char *text = names_text(parser->syntax->names, use.name);
  if (strncmp(text, "ASYNC_", 6) == 0)
    scan_wrong_at(&parser->s, use.line, use.column,
                  "the label '%.80s' starts a thread: only sequential programs "
                  "are supported",
                  text);
  vec_push(parser->m, &parser->waiting, use);
  bp_next(&parser->s);
  return true;
}

bool bp_read_named(bp_parser *parser) {
  bool is_number = parser->s.token.kind == BP_T_NUMBER;
  bp_item item = bp_new_item(parser, BP_ASSIGN);
  bp_use use = bp_use_here(parser);
  bp_next(&parser->s);
  if (parser->s.token.kind == ':')
    return read_label(parser, use);
  if (is_number)
    return scan_misfit(&parser->s, "':', behind the number of a statement,");
  if (parser->s.token.kind == '(')
    return read_call(parser, &item, use);
  if (parser->s.token.kind != ',' && parser->s.token.kind != BP_T_ASSIGN)
    return scan_misfit(&parser->s, "':', '(', ',' or ':='");
  vec_push(parser->m, &parser->syntax->uses, use);
  item.uses++;
  return read_targets(parser, &item);
}

bool bp_read_explicit_call(bp_parser *parser) {
  bp_next(&parser->s);
  bp_item item = bp_new_item(parser, BP_ASSIGN);
  bp_use use = {.name = BP_NONE};
  if (parser->s.token.kind == BP_T_NAME && bp_before_parenthesis(&parser->s)) {
    use = bp_use_here(parser);
    bp_next(&parser->s);
    return read_call(parser, &item, use);
  }
  size_t before = parser->syntax->items.count;
  if (!read_target(parser, &item))
    return false;
  if (!read_targets(parser, &item))
    return false;
  return vec_last(&parser->syntax->items).kind == BP_CALL ||
         scan_wrong_at(&parser->s, parser->syntax->items.at[before].line,
                       parser->syntax->items.at[before].column,
                       "'call', but this is no call of a procedure");
}

bool bp_read_discarding(bp_parser *parser) {
  bp_item item = bp_new_item(parser, BP_ASSIGN);
  return read_target(parser, &item) && read_targets(parser, &item);
}
