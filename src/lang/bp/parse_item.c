#include "lang/bp/parse_parts.h"

bp_item bp_new_item(const bp_parser *p, bp_kind kind) {
  return (bp_item){.kind = kind,
                   .line = p->s.token.line,
                   .column = p->s.token.column,
                   .callee = {.name = BP_NONE},
                   .first_use = (uint32_t)p->syntax->uses.count,
                   .first_expression = (uint32_t)p->syntax->expressions.count,
                   .constraint = BP_NONE,
                   .mate = BP_NONE};
}

uint32_t bp_push_item(bp_parser *p, const bp_item *x) {
  bp_syntax *s = p->syntax;
  uint32_t number = (uint32_t)s->items.count;
  if (s->items.count >= UINT32_MAX - 1)
    mem_raise(p->m->budget, MEM_LIMIT);
  vec_push(p->m, &s->items, *x);
  vec_each (const bp_use, use, &p->waiting) {
    bp_label l = {.use = *use, .item = number};
    vec_push(p->m, &s->labels, l);
  }
  p->waiting.count = 0;
  return number;
}

void bp_settle_labels(bp_parser *p) {
  if (p->waiting.count == 0)
    return;
  bp_item x = bp_new_item(p, BP_SKIP);
  x.line = p->waiting.at[0].line;
  x.column = p->waiting.at[0].column;
  bp_push_item(p, &x);
}

bool bp_read_expressions(bp_parser *p, bp_item *x) {
  do {
    bp_expression e;
    if (x->expressions)
      bp_next(&p->s);
    if (!bp_parse_expression(p, &e))
      return false;
    vec_push(p->m, &p->syntax->expressions, e);
    x->expressions++;
  } while (p->s.token.kind == ',');
  return true;
}

bool bp_read_one_expression(bp_parser *p, bp_item *x) {
  bp_expression e;
  if (!bp_parse_expression(p, &e))
    return false;
  vec_push(p->m, &p->syntax->expressions, e);
  x->expressions++;
  return true;
}

bool bp_read_arguments(bp_parser *p, bp_item *x) {
  if (!bp_take(&p->s, '(', "'('"))
    return false;
  if (p->s.token.kind != ')' && !bp_read_expressions(p, x))
    return false;
  return bp_take(&p->s, ')', "an operator, ',' or ')'");
}

bool bp_ends_block(int token) {
  return token == BP_T_FINISH || token == BP_T_FI || token == BP_T_OD ||
         token == BP_T_ELSE || token == BP_T_ELSIF;
}

bool bp_end_statement(bp_parser *p, const char *what) {
  if (bp_ends_block(p->s.token.kind))
    return true;
  return bp_take(&p->s, ';', what);
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

void bp_skip_to(bp_parser *p, int token) {
  p->s.is_mute = true;
  while (p->s.token.kind != ';' && p->s.token.kind != token &&
         !begins_part(p->s.token.kind))
    bp_next(&p->s);
  p->s.is_mute = false;
}

void bp_skip_statement(bp_parser *p) {
  bp_skip_to(p, ';');
  if (p->s.token.kind == ';')
    bp_next(&p->s);
}
