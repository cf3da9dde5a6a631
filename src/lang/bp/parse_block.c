#include "lang/bp/parse_parts.h"

/* "if (e) then", "while (e) do". What is wrong with the condition does not keep
 * the block from being open. */
bool bp_open_block(bp_parser *p, bp_kind kind) {
  bool is_while = kind == BP_WHILE, good;
  int word = is_while ? BP_T_DO : BP_T_THEN;
  bp_item x = bp_new_item(p, kind);
  bp_next(&p->s);
  good = bp_read_one_expression(p, &x) &&
         (p->s.token.kind == word ||
          scan_misfit(&p->s, is_while ? "an operator or 'do'"
                                      : "an operator or 'then'"));
  uint32_t item = bp_push_item(p, &x);
  if (kind != BP_ELSIF) {
    bp_block b = {.item = item};
    vec_push(p->m, &p->blocks, b);
  }
  if (!good)
    bp_skip_to(p, word);
  if (p->s.token.kind == word)
    bp_next(&p->s);
  return true;
}

static const char *word_of(bp_kind kind) {
  return kind == BP_WHILE ? "while" : "if";
}

/* The block that the current word belongs to is the last one open afterwards;
 * false: there is none. */
static bool find_block(bp_parser *p, bp_kind kind) {
  size_t i = p->blocks.count;
  const bp_item *items = p->syntax->items.at;
  while (i > 0 && items[p->blocks.at[i - 1].item].kind != kind)
    i--;
  if (i == 0)
    return scan_wrong(&p->s, "'%.*s', but no '%s' is open",
                      report_clip(p->s.token.length), p->s.token.text,
                      word_of(kind));
  if (i < p->blocks.count) {
    const bp_item *open = &items[vec_last(&p->blocks).item];
    scan_wrong(&p->s,
               "'%.*s', but the '%s' of line %u is open: '%s' should be "
               "before it",
               report_clip(p->s.token.length), p->s.token.text,
               word_of(open->kind), open->line,
               open->kind == BP_WHILE ? "od" : "fi");
  }
  p->blocks.count = i;
  return true;
}

bool bp_read_closing(bp_parser *p) {
  int token = p->s.token.kind;
  bp_item x = bp_new_item(p, token == BP_T_OD     ? BP_OD
                             : token == BP_T_FI   ? BP_FI
                             : token == BP_T_ELSE ? BP_ELSE
                                                  : BP_ELSIF);
  bp_settle_labels(p);
  bool is_end = x.kind == BP_OD || x.kind == BP_FI;
  bool found = find_block(p, x.kind == BP_OD ? BP_WHILE : BP_IF);
  if (found && !is_end && vec_last(&p->blocks).has_else)
    scan_wrong(&p->s, "'%s' behind the 'else': 'fi' should be here",
               x.kind == BP_ELSE ? "else" : "elsif");
  if (x.kind == BP_ELSIF)
    return bp_open_block(p, BP_ELSIF);
  bp_next(&p->s);
  if (!found)
    return true;
  x.mate = vec_last(&p->blocks).item;
  bp_push_item(p, &x);
  if (is_end)
    p->blocks.count--;
  else
    vec_last(&p->blocks).has_else = true;
  return true;
}

void bp_check_blocks(bp_parser *p) {
  if (p->blocks.count == 0)
    return;
  const bp_item *open = &p->syntax->items.at[vec_last(&p->blocks).item];
  scan_wrong(&p->s,
             "'end', but the '%s' of line %u is open: '%s' should be "
             "before it",
             word_of(open->kind), open->line,
             open->kind == BP_WHILE ? "od" : "fi");
}
