#include "lang/bp/parse_parts.h"

#include <string.h>

static bool read_call(bp_parser *p, bp_item *x, bp_use callee) {
  x->kind = BP_CALL;
  x->callee = callee;
  if (!bp_read_arguments(p, x))
    return false;
  bp_push_item(p, x);
  if (p->s.token.kind == BP_T_CONSTRAIN)
    return scan_wrong(&p->s,
                      "'constrain' is for assignments of expressions, not "
                      "for calls");
  return bp_end_statement(p, "';', behind the call,");
}

/* Behind the targets. */
static bool read_right_side(bp_parser *p, bp_item *x) {
  if (!bp_take(&p->s, BP_T_ASSIGN, "',' or ':='"))
    return false;
  if (p->s.token.kind == BP_T_NAME && bp_before_parenthesis(&p->s)) {
    bp_use callee = bp_use_here(p);
    bp_next(&p->s);
    return read_call(p, x, callee);
  }
  if (!bp_read_expressions(p, x))
    return false;
  if (p->s.token.kind == BP_T_CONSTRAIN) {
    bp_expression e;
    bp_next(&p->s);
    if (!bp_parse_expression(p, &e))
      return false;
    x->constraint = (uint32_t)p->syntax->expressions.count;
    vec_push(p->m, &p->syntax->expressions, e);
  }
  bp_push_item(p, x);
  return bp_end_statement(p, "an operator or ';'");
}

/* A variable before ':=', or '_'. */
static bool read_target(bp_parser *p, bp_item *x) {
  bp_use use = {
      .name = BP_NONE, .line = p->s.token.line, .column = p->s.token.column};
  if (p->s.token.kind == BP_T_DISCARD)
    bp_next(&p->s);
  else if (!bp_parse_name(p, "a variable or '_'", &use))
    return false;
  vec_push(p->m, &p->syntax->uses, use);
  x->uses++;
  return true;
}

static bool read_targets(bp_parser *p, bp_item *x) {
  while (p->s.token.kind == ',') {
    bp_next(&p->s);
    if (!read_target(p, x))
      return false;
  }
  return read_right_side(p, x);
}

static bool read_label(bp_parser *p, bp_use use) {
  const char *text = names_text(p->syntax->names, use.name);
  if (strncmp(text, "ASYNC_", 6) == 0)
    scan_wrong_at(&p->s, use.line, use.column,
                  "the label '%.80s' starts a thread: only sequential programs "
                  "are supported",
                  text);
  vec_push(p->m, &p->waiting, use);
  bp_next(&p->s);
  return true;
}

bool bp_read_named(bp_parser *p) {
  bool is_number = p->s.token.kind == BP_T_NUMBER;
  bp_item x = bp_new_item(p, BP_ASSIGN);
  bp_use use = bp_use_here(p);
  bp_next(&p->s);
  if (p->s.token.kind == ':')
    return read_label(p, use);
  if (is_number)
    return scan_misfit(&p->s, "':', behind the number of a statement,");
  if (p->s.token.kind == '(')
    return read_call(p, &x, use);
  if (p->s.token.kind != ',' && p->s.token.kind != BP_T_ASSIGN)
    return scan_misfit(&p->s, "':', '(', ',' or ':='");
  vec_push(p->m, &p->syntax->uses, use);
  x.uses++;
  return read_targets(p, &x);
}

bool bp_read_explicit_call(bp_parser *p) {
  bp_next(&p->s);
  bp_item x = bp_new_item(p, BP_ASSIGN);
  bp_use use = {.name = BP_NONE};
  if (p->s.token.kind == BP_T_NAME && bp_before_parenthesis(&p->s)) {
    use = bp_use_here(p);
    bp_next(&p->s);
    return read_call(p, &x, use);
  }
  size_t before = p->syntax->items.count;
  if (!read_target(p, &x))
    return false;
  if (!read_targets(p, &x))
    return false;
  return vec_last(&p->syntax->items).kind == BP_CALL ||
         scan_wrong_at(&p->s, p->syntax->items.at[before].line,
                       p->syntax->items.at[before].column,
                       "'call', but this is no call of a procedure");
}

bool bp_read_discarding(bp_parser *p) {
  bp_item x = bp_new_item(p, BP_ASSIGN);
  return read_target(p, &x) && read_targets(p, &x);
}
