#include "lang/ectl/parser.h"

#include <assert.h>

enum { WHOLE, PARENTHESIS, CHOICE, SEQUENCE }; /* also: how tightly they bind */

static void push(ectl_parser *p, int kind) {
  vec_push(p->m, &p->pending, ((ectl_pending){.kind = kind}));
}

static void regular_push_node(ectl_parser *p, ectl_regular *x,
                              regex_operator op, uint32_t left,
                              uint32_t right) {
  if (x->tree.nodes.count >= UINT32_MAX - 1)
    mem_raise(p->m->budget, MEM_LIMIT);
  vec_push(p->m, &p->operands, regex_add(p->m, &x->tree, op, left, right));
}

/* Those that bind at least as tightly as 'kind'. */
static void regular_apply_all(ectl_parser *p, ectl_regular *x, int kind) {
  while (vec_last(&p->pending).kind >= kind) {
    bool is_choice = vec_pop(&p->pending).kind == CHOICE;
    uint32_t right = vec_pop(&p->operands), left = vec_pop(&p->operands);
    regular_push_node(p, x, is_choice ? REGEX_CHOICE : REGEX_SEQUENCE, left,
                      right);
  }
}

static bool begins_operand(int token) {
  return token == ECTL_T_WORD || token == '.' || token == '(';
}

/* One operand, or what opens one: *is_open then. */
static bool regular_read_operand(ectl_parser *p, ectl_regular *x,
                                 bool *is_open) {
  scan_token t = p->s.token;
  *is_open = false;
  if (!begins_operand(t.kind))
    return scan_misfit(&p->s, "an action, '.' or '('");
  ectl_next(&p->s);
  if (t.kind == ECTL_T_WORD) {
    regular_push_node(p, x, REGEX_LABEL,
                      names_insert(p->m, &x->actions, t.text, t.length), 0);
  } else if (t.kind == '.') {
    regular_push_node(p, x, REGEX_LABEL, FA_SET, 0);
  } else if (p->s.token.kind == ')') {
    regular_push_node(p, x, REGEX_EMPTY, 0, 0);
    ectl_next(&p->s);
  } else {
    push(p, PARENTHESIS);
    *is_open = true;
  }
  return true;
}

static void read_postfixes(ectl_parser *p, ectl_regular *x) {
  for (;; ectl_next(&p->s)) {
    int kind = p->s.token.kind;
    if (kind != '*' && kind != '+' && kind != '?')
      return;
    regular_push_node(p, x,
                      kind == '*'   ? REGEX_STAR
                      : kind == '+' ? REGEX_PLUS
                                    : REGEX_OPTION,
                      vec_pop(&p->operands), 0);
  }
}

/* What is behind an operand, up to where another is wanted. False: wrong, or
 * (*is_whole) the expression ends. */
static bool read_between(ectl_parser *p, ectl_regular *x, bool *is_whole) {
  *is_whole = false;
  for (;;) {
    read_postfixes(p, x);
    int kind = p->s.token.kind;
    if (kind == '|' || kind == ';' || begins_operand(kind)) {
      int binary = kind == '|' ? CHOICE : SEQUENCE;
      regular_apply_all(p, x, binary);
      push(p, binary);
      if (!begins_operand(kind))
        ectl_next(&p->s);
      return true;
    }
    regular_apply_all(p, x, CHOICE);
    bool is_inner = vec_pop(&p->pending).kind == PARENTHESIS;
    *is_whole = !is_inner && kind == '}';
    if (!is_inner)
      return *is_whole ? false
                       : scan_misfit(&p->s, "an action, '|', '*' or '}'");
    if (!ectl_take(&p->s, ')', "an action, '|', '*' or ')'"))
      return false;
  }
}

bool ectl_parse_regular(ectl_parser *p, ectl_regular *x) {
  bool is_open, is_whole;
  p->pending.count = p->operands.count = 0;
  push(p, WHOLE);
  do {
    do
      if (!regular_read_operand(p, x, &is_open))
        return false;
    while (is_open);
  } while (read_between(p, x, &is_whole));
  if (!is_whole)
    return false;
  assert(p->operands.count == 1);
  x->root = p->operands.at[0];
  ectl_next(&p->s);
  return true;
}
