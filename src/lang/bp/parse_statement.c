#include "lang/bp/parse_parts.h"

static bool read_goto(bp_parser *p) {
  bp_item x = bp_new_item(p, BP_GOTO);
  do {
    bp_next(&p->s);
    if (p->s.token.kind != BP_T_NAME && p->s.token.kind != BP_T_NUMBER)
      return scan_misfit(&p->s, "a label");
    bp_use use = bp_use_here(p);
    vec_push(p->m, &p->syntax->uses, use);
    x.uses++;
    bp_next(&p->s);
  } while (p->s.token.kind == ',');
  bp_push_item(p, &x);
  return bp_end_statement(p, "',' or ';'");
}

static bool read_dead(bp_parser *p) {
  bp_item x = bp_new_item(p, BP_DEAD);
  do {
    bp_use use;
    bp_next(&p->s);
    if (!bp_parse_name(p, "a variable", &use))
      return false;
    vec_push(p->m, &p->syntax->uses, use);
    x.uses++;
  } while (p->s.token.kind == ',');
  bp_push_item(p, &x);
  return bp_end_statement(p, "',' or ';'");
}

static bool read_return(bp_parser *p) {
  bp_item x = bp_new_item(p, BP_RETURN);
  bp_next(&p->s);
  if (p->s.token.kind != ';' && !bp_ends_block(p->s.token.kind) &&
      !bp_read_expressions(p, &x))
    return false;
  bp_push_item(p, &x);
  return bp_end_statement(p, "an operator, ',' or ';'");
}

/* "assert(e)", and others of one condition. */
static bool read_condition(bp_parser *p, bp_kind kind) {
  bp_item x = bp_new_item(p, kind);
  bp_next(&p->s);
  if (!bp_take(&p->s, '(', "'('") || !bp_read_one_expression(p, &x) ||
      !bp_take(&p->s, ')', "an operator or ')'"))
    return false;
  bp_push_item(p, &x);
  return bp_end_statement(p, "';'");
}

static bool read_abortif(bp_parser *p) {
  bp_item x = bp_new_item(p, BP_ABORTIF);
  bp_next(&p->s);
  if (!bp_read_one_expression(p, &x))
    return false;
  bp_push_item(p, &x);
  return bp_end_statement(p, "an operator or ';'");
}

static bool read_enforce(bp_parser *p) {
  bp_expression e;
  bp_next(&p->s);
  if (!bp_parse_expression(p, &e))
    return false;
  vec_push(p->m, &p->syntax->enforces, e);
  return bp_end_statement(p, "an operator or ';'");
}

static bool read_print(bp_parser *p) {
  bp_item x = bp_new_item(p, BP_PRINT);
  bp_next(&p->s);
  if (!bp_read_arguments(p, &x))
    return false;
  bp_push_item(p, &x);
  return bp_end_statement(p, "';'");
}

static bool read_word(bp_parser *p, bp_kind kind) {
  bp_item x = bp_new_item(p, kind);
  bp_push_item(p, &x);
  bp_next(&p->s);
  return bp_end_statement(p, "';'");
}

static bool read_statement(bp_parser *p) {
  switch (p->s.token.kind) {
  case BP_T_NAME:
  case BP_T_NUMBER:
    return bp_read_named(p);
  case BP_T_DISCARD:
    return bp_read_discarding(p);
  case ';':
    bp_next(&p->s);
    return true;
  case BP_T_CALL:
    return bp_read_explicit_call(p);
  case BP_T_SKIP:
    return read_word(p, BP_SKIP);
  case BP_T_ATOMIC_BEGIN:
    return read_word(p, BP_ATOMIC_BEGIN);
  case BP_T_ATOMIC_END:
    return read_word(p, BP_ATOMIC_END);
  case BP_T_DECL:
    return bp_parse_declaration(p, false);
  case BP_T_ENFORCE:
    return read_enforce(p);
  case BP_T_ABORTIF:
    return read_abortif(p);
  case BP_T_ASSERT:
    return read_condition(p, BP_ASSERT);
  case BP_T_ASSUME:
    return read_condition(p, BP_ASSUME);
  case BP_T_CONSTRAIN:
    return read_condition(p, BP_CONSTRAIN);
  case BP_T_GOTO:
    return read_goto(p);
  case BP_T_DEAD:
    return read_dead(p);
  case BP_T_RETURN:
    return read_return(p);
  case BP_T_PRINT:
    return read_print(p);
  case BP_T_IF:
    return bp_open_block(p, BP_IF);
  case BP_T_WHILE:
    return bp_open_block(p, BP_WHILE);
  case BP_T_FI:
  case BP_T_OD:
  case BP_T_ELSE:
  case BP_T_ELSIF:
    return bp_read_closing(p);
  case BP_T_START_THREAD:
  case BP_T_END_THREAD:
  case BP_T_SYNC:
    return scan_wrong(&p->s,
                      "'%.*s' is for threads: only sequential programs are "
                      "supported",
                      report_clip(p->s.token.length), p->s.token.text);
  default:
    return scan_misfit(&p->s, "a statement or 'end'");
  }
}

static bool ends_procedure(int token) {
  return token == BP_T_FINISH || token == BP_T_END || token == BP_T_VOID ||
         token == BP_T_BOOL || token == BP_T_DFS;
}

void bp_parse_statements(bp_parser *p) {
  p->blocks.count = p->waiting.count = 0;
  while (!ends_procedure(p->s.token.kind)) {
    const char *from = p->s.token.text;
    if (read_statement(p))
      continue;
    bp_skip_statement(p);
    p->waiting.count = 0;
    if (p->s.token.text == from && !ends_procedure(p->s.token.kind))
      bp_next(&p->s);
  }
  bp_settle_labels(p);
  if (p->s.token.kind == BP_T_FINISH)
    bp_check_blocks(p);
}
