#include "lang/bp/parser.h"

#include <string.h>

/* ---- Items ----------------------------------------------------------- */

static bp_item new_item(const bp_parser *p, bp_kind kind) {
  return (bp_item){.kind = kind,
                   .line = p->s.token.line,
                   .column = p->s.token.column,
                   .callee = {.name = BP_NONE},
                   .first_use = (uint32_t)p->syntax->uses.count,
                   .first_expression = (uint32_t)p->syntax->expressions.count,
                   .constraint = BP_NONE,
                   .mate = BP_NONE};
}

static uint32_t push_item(bp_parser *p, const bp_item *x) {
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

/* Labels with nothing behind them but the end of a block: a 'skip' has them, so
 * that they mean this place, and not what follows the block. */
static void settle_labels(bp_parser *p) {
  if (p->waiting.count == 0)
    return;
  bp_item x = new_item(p, BP_SKIP);
  x.line = p->waiting.at[0].line;
  x.column = p->waiting.at[0].column;
  push_item(p, &x);
}

static bool read_expressions(bp_parser *p, bp_item *x) {
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

static bool read_one_expression(bp_parser *p, bp_item *x) {
  bp_expression e;
  if (!bp_parse_expression(p, &e))
    return false;
  vec_push(p->m, &p->syntax->expressions, e);
  x->expressions++;
  return true;
}

/* "(e, ...)", or "()". */
static bool read_arguments(bp_parser *p, bp_item *x) {
  if (!bp_take(&p->s, '(', "'('"))
    return false;
  if (p->s.token.kind != ')' && !read_expressions(p, x))
    return false;
  return bp_take(&p->s, ')', "an operator, ',' or ')'");
}

/* ---- Ends of statements ---------------------------------------------- */

static bool ends_block(int token) {
  return token == BP_T_FINISH || token == BP_T_FI || token == BP_T_OD ||
         token == BP_T_ELSE || token == BP_T_ELSIF;
}

static bool end_statement(bp_parser *p, const char *what) {
  if (ends_block(p->s.token.kind))
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
    return ends_block(token);
  }
}

static void skip_to(bp_parser *p, int token) {
  p->s.is_mute = true;
  while (p->s.token.kind != ';' && p->s.token.kind != token &&
         !begins_part(p->s.token.kind))
    bp_next(&p->s);
  p->s.is_mute = false;
}

void bp_skip_statement(bp_parser *p) {
  skip_to(p, ';');
  if (p->s.token.kind == ';')
    bp_next(&p->s);
}

/* ---- Blocks ---------------------------------------------------------- */

/* "if (e) then", "while (e) do". What is wrong with the condition does not keep
 * the block from being open. */
static bool open_block(bp_parser *p, bp_kind kind) {
  bool is_while = kind == BP_WHILE, good;
  int word = is_while ? BP_T_DO : BP_T_THEN;
  bp_item x = new_item(p, kind);
  bp_next(&p->s);
  good = read_one_expression(p, &x) &&
         (p->s.token.kind == word ||
          bp_misfit(&p->s, is_while ? "an operator or 'do'"
                                    : "an operator or 'then'"));
  uint32_t item = push_item(p, &x);
  if (kind != BP_ELSIF) {
    bp_block b = {.item = item};
    vec_push(p->m, &p->blocks, b);
  }
  if (!good)
    skip_to(p, word);
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
    return bp_wrong(&p->s, "'%.*s', but no '%s' is open",
                    bp_clip(p->s.token.length), p->s.token.text, word_of(kind));
  if (i < p->blocks.count) {
    const bp_item *open = &items[vec_last(&p->blocks).item];
    bp_wrong(&p->s,
             "'%.*s', but the '%s' of line %u is open: '%s' should be "
             "before it",
             bp_clip(p->s.token.length), p->s.token.text, word_of(open->kind),
             open->line, open->kind == BP_WHILE ? "od" : "fi");
  }
  p->blocks.count = i;
  return true;
}

static bool read_closing(bp_parser *p) {
  int token = p->s.token.kind;
  bp_item x = new_item(p, token == BP_T_OD     ? BP_OD
                          : token == BP_T_FI   ? BP_FI
                          : token == BP_T_ELSE ? BP_ELSE
                                               : BP_ELSIF);
  settle_labels(p);
  bool is_end = x.kind == BP_OD || x.kind == BP_FI;
  bool found = find_block(p, x.kind == BP_OD ? BP_WHILE : BP_IF);
  if (found && !is_end && vec_last(&p->blocks).has_else)
    bp_wrong(&p->s, "'%s' behind the 'else': 'fi' should be here",
             x.kind == BP_ELSE ? "else" : "elsif");
  if (x.kind == BP_ELSIF)
    return open_block(p, BP_ELSIF);
  bp_next(&p->s);
  if (!found)
    return true;
  x.mate = vec_last(&p->blocks).item;
  push_item(p, &x);
  if (is_end)
    p->blocks.count--;
  else
    vec_last(&p->blocks).has_else = true;
  return true;
}

/* ---- Statements that begin with a name ------------------------------- */

static bool read_call(bp_parser *p, bp_item *x, bp_use callee) {
  x->kind = BP_CALL;
  x->callee = callee;
  if (!read_arguments(p, x))
    return false;
  push_item(p, x);
  if (p->s.token.kind == BP_T_CONSTRAIN)
    return bp_wrong(&p->s, "'constrain' is for assignments of expressions, not "
                           "for calls");
  return end_statement(p, "';', behind the call,");
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
  if (!read_expressions(p, x))
    return false;
  if (p->s.token.kind == BP_T_CONSTRAIN) {
    bp_expression e;
    bp_next(&p->s);
    if (!bp_parse_expression(p, &e))
      return false;
    x->constraint = (uint32_t)p->syntax->expressions.count;
    vec_push(p->m, &p->syntax->expressions, e);
  }
  push_item(p, x);
  return end_statement(p, "an operator or ';'");
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
    bp_wrong_at(&p->s, use.line, use.column,
                "the label '%.80s' starts a thread: only sequential programs "
                "are supported",
                text);
  vec_push(p->m, &p->waiting, use);
  bp_next(&p->s);
  return true;
}

/* A label, a call or an assignment. */
static bool read_named(bp_parser *p) {
  bool is_number = p->s.token.kind == BP_T_NUMBER;
  bp_item x = new_item(p, BP_ASSIGN);
  bp_use use = bp_use_here(p);
  bp_next(&p->s);
  if (p->s.token.kind == ':')
    return read_label(p, use);
  if (is_number)
    return bp_misfit(&p->s, "':', behind the number of a statement,");
  if (p->s.token.kind == '(')
    return read_call(p, &x, use);
  if (p->s.token.kind != ',' && p->s.token.kind != BP_T_ASSIGN)
    return bp_misfit(&p->s, "':', '(', ',' or ':='");
  vec_push(p->m, &p->syntax->uses, use);
  x.uses++;
  return read_targets(p, &x);
}

static bool read_explicit_call(bp_parser *p) {
  bp_next(&p->s);
  bp_item x = new_item(p, BP_CALL);
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
         bp_wrong_at(&p->s, p->syntax->items.at[before].line,
                     p->syntax->items.at[before].column,
                     "'call', but this is no call of a procedure");
}

/* ---- Statements with a word of their own ----------------------------- */

static bool read_goto(bp_parser *p) {
  bp_item x = new_item(p, BP_GOTO);
  do {
    bp_next(&p->s);
    if (p->s.token.kind != BP_T_NAME && p->s.token.kind != BP_T_NUMBER)
      return bp_misfit(&p->s, "a label");
    bp_use use = bp_use_here(p);
    vec_push(p->m, &p->syntax->uses, use);
    x.uses++;
    bp_next(&p->s);
  } while (p->s.token.kind == ',');
  push_item(p, &x);
  return end_statement(p, "',' or ';'");
}

static bool read_dead(bp_parser *p) {
  bp_item x = new_item(p, BP_DEAD);
  do {
    bp_use use;
    bp_next(&p->s);
    if (!bp_parse_name(p, "a variable", &use))
      return false;
    vec_push(p->m, &p->syntax->uses, use);
    x.uses++;
  } while (p->s.token.kind == ',');
  push_item(p, &x);
  return end_statement(p, "',' or ';'");
}

static bool read_return(bp_parser *p) {
  bp_item x = new_item(p, BP_RETURN);
  bp_next(&p->s);
  if (p->s.token.kind != ';' && !ends_block(p->s.token.kind) &&
      !read_expressions(p, &x))
    return false;
  push_item(p, &x);
  return end_statement(p, "an operator, ',' or ';'");
}

/* "assert(e)", and others of one condition. */
static bool read_condition(bp_parser *p, bp_kind kind) {
  bp_item x = new_item(p, kind);
  bp_next(&p->s);
  if (!bp_take(&p->s, '(', "'('") || !read_one_expression(p, &x) ||
      !bp_take(&p->s, ')', "an operator or ')'"))
    return false;
  push_item(p, &x);
  return end_statement(p, "';'");
}

static bool read_abortif(bp_parser *p) {
  bp_item x = new_item(p, BP_ABORTIF);
  bp_next(&p->s);
  if (!read_one_expression(p, &x))
    return false;
  push_item(p, &x);
  return end_statement(p, "an operator or ';'");
}

static bool read_enforce(bp_parser *p) {
  bp_expression e;
  bp_next(&p->s);
  if (!bp_parse_expression(p, &e))
    return false;
  vec_push(p->m, &p->syntax->enforces, e);
  return end_statement(p, "an operator or ';'");
}

static bool read_print(bp_parser *p) {
  bp_item x = new_item(p, BP_PRINT);
  bp_next(&p->s);
  if (!read_arguments(p, &x))
    return false;
  push_item(p, &x);
  return end_statement(p, "';'");
}

static bool read_word(bp_parser *p, bp_kind kind) {
  bp_item x = new_item(p, kind);
  push_item(p, &x);
  bp_next(&p->s);
  return end_statement(p, "';'");
}

static bool read_statement(bp_parser *p) {
  switch (p->s.token.kind) {
  case BP_T_NAME:
  case BP_T_NUMBER:
    return read_named(p);
  case BP_T_DISCARD: {
    bp_item x = new_item(p, BP_ASSIGN);
    return read_target(p, &x) && read_targets(p, &x);
  }
  case ';':
    bp_next(&p->s);
    return true;
  case BP_T_CALL:
    return read_explicit_call(p);
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
    return open_block(p, BP_IF);
  case BP_T_WHILE:
    return open_block(p, BP_WHILE);
  case BP_T_FI:
  case BP_T_OD:
  case BP_T_ELSE:
  case BP_T_ELSIF:
    return read_closing(p);
  case BP_T_START_THREAD:
  case BP_T_END_THREAD:
  case BP_T_SYNC:
    return bp_wrong(&p->s,
                    "'%.*s' is for threads: only sequential programs are "
                    "supported",
                    bp_clip(p->s.token.length), p->s.token.text);
  default:
    return bp_misfit(&p->s, "a statement or 'end'");
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
  settle_labels(p);
  if (p->s.token.kind == BP_T_FINISH && p->blocks.count) {
    const bp_item *open = &p->syntax->items.at[vec_last(&p->blocks).item];
    bp_wrong(&p->s,
             "'end', but the '%s' of line %u is open: '%s' should be "
             "before it",
             word_of(open->kind), open->line,
             open->kind == BP_WHILE ? "od" : "fi");
  }
}
