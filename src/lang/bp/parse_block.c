#include "lang/bp/parse_parts.h"

/* "if (e) then", "while (e) do". What is wrong with the condition does not keep
 * the block from being open. */
bool bp_open_block(bp_parser *parser, bp_kind kind) {
  bool is_while = kind == BP_WHILE, good;
  int word = is_while ? BP_T_DO : BP_T_THEN;
  bp_item x = bp_new_item(parser, kind);
  bp_next(&parser->s);
  good = bp_read_one_expression(parser, &x) &&
         (parser->s.token.kind == word ||
          scan_misfit(&parser->s, is_while ? "an operator or 'do'"
                                           : "an operator or 'then'"));
  uint32_t item = bp_push_item(parser, &x);
  if (kind != BP_ELSIF) {
    bp_block block = {.item = item};
    vec_push(parser->m, &parser->blocks, block);
  }
  if (!good)
    bp_skip_to(parser, word);
  if (parser->s.token.kind == word)
    bp_next(&parser->s);
  return true;
}

static const char *word_of(bp_kind kind) {
  return kind == BP_WHILE ? "while" : "if";
}

/* The block that the current word belongs to is the last one open afterwards;
 * false: there is none. */
static bool find_block(bp_parser *parser, bp_kind kind) {
  size_t i = parser->blocks.count;
  const bp_item *items = parser->syntax->items.at;
  while (i > 0 && items[parser->blocks.at[i - 1].item].kind != kind)
    i--;
  if (i == 0)
    return scan_wrong(&parser->s, "'%.*s', but no '%s' is open",
                      report_clip(parser->s.token.length), parser->s.token.text,
                      word_of(kind));
  if (i < parser->blocks.count) {
    const bp_item *open = &items[vec_last(&parser->blocks).item];
    scan_wrong(&parser->s,
               "'%.*s', but the '%s' of line %u is open: '%s' should be "
               "before it",
               report_clip(parser->s.token.length), parser->s.token.text,
               word_of(open->kind), open->line,
               open->kind == BP_WHILE ? "od" : "fi");
  }
  parser->blocks.count = i;
  return true;
}

bool bp_read_closing(bp_parser *parser) {
  int token = parser->s.token.kind;
  bp_item item = bp_new_item(parser, token == BP_T_OD     ? BP_OD
                                     : token == BP_T_FI   ? BP_FI
                                     : token == BP_T_ELSE ? BP_ELSE
                                                          : BP_ELSIF);
  bp_settle_labels(parser);
  bool is_end = item.kind == BP_OD || item.kind == BP_FI;
  bool found = find_block(parser, item.kind == BP_OD ? BP_WHILE : BP_IF);
  if (found && !is_end && vec_last(&parser->blocks).has_else)
    scan_wrong(&parser->s, "'%s' behind the 'else': 'fi' should be here",
               item.kind == BP_ELSE ? "else" : "elsif");
  if (item.kind == BP_ELSIF)
    return bp_open_block(parser, BP_ELSIF);
  bp_next(&parser->s);
  if (!found)
    return true;
  item.mate = vec_last(&parser->blocks).item;
  bp_push_item(parser, &item);
  if (is_end)
    parser->blocks.count--;
  else
    vec_last(&parser->blocks).has_else = true;
  return true;
}

void bp_check_blocks(bp_parser *parser) {
  if (parser->blocks.count == 0)
    return;
  const bp_item *open =
      &parser->syntax->items.at[vec_last(&parser->blocks).item];
  scan_wrong(&parser->s,
             "'end', but the '%s' of line %u is open: '%s' should be "
             "before it",
             word_of(open->kind), open->line,
             open->kind == BP_WHILE ? "od" : "fi");
}
