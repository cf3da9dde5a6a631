#include "lang/ectl/parser.h"

#include <assert.h>

enum { WHOLE, PARENTHESIS, CHOICE, SEQUENCE }; /* also: how tightly they bind */

static void push(ectl_parser *parser, int kind) {
  vec_push(parser->m, &parser->pending, ((ectl_pending){.kind = kind}));
}

static void regular_push_node(ectl_parser *parser, ectl_regular *regular,
                              regex_operator op, uint32_t left,
                              uint32_t right) {
  if (regular->tree.nodes.count >= UINT32_MAX - 1)
    mem_raise(parser->m->budget, MEM_LIMIT);
  vec_push(parser->m, &parser->operands,
           regex_add(parser->m, &regular->tree, op, left, right));
}

/* Those that bind at least as tightly as 'kind'. */
static void regular_apply_all(ectl_parser *parser, ectl_regular *regular,
                              int kind) {
  while (vec_last(&parser->pending).kind >= kind) {
    bool is_choice = vec_pop(&parser->pending).kind == CHOICE;
    uint32_t right = vec_pop(&parser->operands),
             left = vec_pop(&parser->operands);
    regular_push_node(parser, regular,
                      is_choice ? REGEX_CHOICE : REGEX_SEQUENCE, left, right);
  }
}

static bool begins_operand(int token) {
  return token == ECTL_T_WORD || token == '.' || token == '(';
}

/* One operand, or what opens one: *is_open then. */
static bool regular_read_operand(ectl_parser *parser, ectl_regular *regular,
                                 bool *is_open) {
  scan_token token = parser->s.token;
  *is_open = false;
  if (!begins_operand(token.kind))
    return scan_misfit(&parser->s, "an action, '.' or '('");
  ectl_next(&parser->s);
  if (token.kind == ECTL_T_WORD) {
    regular_push_node(
        parser, regular, REGEX_LABEL,
        names_insert(parser->m, &regular->actions, token.text, token.length),
        0);
  } else if (token.kind == '.') {
    regular_push_node(parser, regular, REGEX_LABEL, FA_SET, 0);
  } else if (parser->s.token.kind == ')') {
    regular_push_node(parser, regular, REGEX_EMPTY, 0, 0);
    ectl_next(&parser->s);
  } else {
    push(parser, PARENTHESIS);
    *is_open = true;
  }
  return true;
}

static void read_postfixes(ectl_parser *parser, ectl_regular *regular) {
  for (;; ectl_next(&parser->s)) {
    int kind = parser->s.token.kind;
    if (kind != '*' && kind != '+' && kind != '?')
      return;
    regular_push_node(parser, regular,
                      kind == '*'   ? REGEX_STAR
                      : kind == '+' ? REGEX_PLUS
                                    : REGEX_OPTION,
                      vec_pop(&parser->operands), 0);
  }
}

/* What is behind an operand, up to where another is wanted. False: wrong, or
 * (*is_whole) the expression ends. */
static bool read_between(ectl_parser *parser, ectl_regular *regular,
                         bool *is_whole) {
  *is_whole = false;
  for (;;) {
    read_postfixes(parser, regular);
    int kind = parser->s.token.kind;
    if (kind == '|' || kind == ';' || begins_operand(kind)) {
      int binary = kind == '|' ? CHOICE : SEQUENCE;
      regular_apply_all(parser, regular, binary);
      push(parser, binary);
      if (!begins_operand(kind))
        ectl_next(&parser->s);
      return true;
    }
    regular_apply_all(parser, regular, CHOICE);
    bool is_inner = vec_pop(&parser->pending).kind == PARENTHESIS;
    *is_whole = !is_inner && kind == '}';
    if (!is_inner)
      return *is_whole ? false
                       : scan_misfit(&parser->s, "an action, '|', '*' or '}'");
    if (!ectl_take(&parser->s, ')', "an action, '|', '*' or ')'"))
      return false;
  }
}

bool ectl_parse_regular(ectl_parser *parser, ectl_regular *regular) {
  bool is_open, is_whole;
  parser->pending.count = parser->operands.count = 0;
  push(parser, WHOLE);
  do {
    do
      if (!regular_read_operand(parser, regular, &is_open))
        return false;
    while (is_open);
  } while (read_between(parser, regular, &is_whole));
  if (!is_whole)
    return false;
  assert(parser->operands.count == 1);
  regular->root = parser->operands.at[0];
  ectl_next(&parser->s);
  return true;
}
