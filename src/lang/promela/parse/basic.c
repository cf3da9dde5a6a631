#include "lang/promela/parse/parts.h"

#include <assert.h>

/* Statements that contain no others, and the words that begin those that do. */

static pml_statement *basic_statement_at(const pml_parser *parser, uint32_t x) {
  return &parser->s->statements.at[x];
}

static bool finish(pml_parser *parser, uint32_t x) {
  pml_check_statement(parser, x);
  return pml_finish_statement(parser, x);
}

static bool finish_expr(pml_parser *parser, pml_kind kind, uint32_t e,
                        pml_place at) {
  uint32_t x = pml_add_statement(parser, kind, at);
  basic_statement_at(parser, x)->a = e;
  return finish(parser, x);
}

static bool parse_break(pml_parser *parser) {
  uint32_t x = pml_add_statement(parser, PML_BREAK, parser->token.at);
  uint32_t loop = vec_last(&parser->opens).loop;
  basic_statement_at(parser, x)->target = loop;
  if (loop == PML_NONE)
    pml_wrong(parser, parser->token.at,
              "'break' is for the inside of a 'do' or 'for'");
  else if (parser->inside.at[x] != PML_NONE &&
           parser->inside.at[loop] != parser->inside.at[x])
    pml_wrong(parser, parser->token.at, "'break' cannot leave a d_step");
  pml_advance(parser);
  return finish(parser, x);
}

static bool parse_goto(pml_parser *parser) {
  uint32_t x = pml_add_statement(parser, PML_GOTO, parser->token.at), name;
  pml_advance(parser);
  if (!pml_take_name(parser, &name, "a label"))
    return false;
  basic_statement_at(parser, x)->name = name;
  vec_push(parser->m, &parser->jumps,
           ((pml_jump){x, vec_last(&parser->opens).call}));
  return finish(parser, x);
}

static bool parse_else(pml_parser *parser) {
  uint32_t x = pml_add_statement(parser, PML_ELSE, parser->token.at);
  pml_advance(parser);
  return finish(parser, x);
}

static bool parse_assert(pml_parser *parser) {
  pml_place at = parser->token.at;
  uint32_t e;
  pml_advance(parser);
  return pml_parse_expression(parser, PML_PLAIN, &e, NULL) &&
         finish_expr(parser, PML_ASSERT, e, at);
}

static bool parse_printf(pml_parser *parser) {
  pml_place at = parser->token.at;
  size_t arguments = parser->arguments.count;
  uint32_t name, x, e;
  pml_advance(parser);
  if (!pml_take(parser, '(', "'('"))
    return false;
  if (!pml_at(parser, PML_T_STRING))
    return pml_misfit(parser, "a string");
  name = parser->token.name;
  pml_advance(parser);
  while (pml_at(parser, ',')) {
    pml_advance(parser);
    if (!pml_parse_value(parser, &e, "what is printed"))
      return false;
    vec_push(parser->m, &parser->arguments, e);
  }
  if (!pml_take(parser, ')', "',' or ')'"))
    return false;
  x = pml_add_statement(parser, PML_PRINT, at);
  basic_statement_at(parser, x)->name = name;
  basic_statement_at(parser, x)->c =
      (uint32_t)(parser->arguments.count - arguments);
  basic_statement_at(parser, x)->b = pml_push_list(parser, arguments);
  return finish(parser, x);
}

static bool parse_printm(pml_parser *parser) {
  pml_place at = parser->token.at;
  uint32_t e;
  pml_advance(parser);
  if (!pml_take(parser, '(', "'('") ||
      !pml_parse_value(parser, &e, "what is printed") ||
      !pml_take(parser, ')', "')'"))
    return false;
  if (parser->s->exprs.at[e].op != PML_NAME &&
      parser->s->exprs.at[e].op != PML_CONST &&
      !(parser->facts.at[e] & PML_FACT_BAD))
    pml_wrong(parser, parser->s->exprs.at[e].at,
              "a variable or a constant of an mtype should be here");
  return finish_expr(parser, PML_PRINTM, e, at);
}

static bool parse_set_priority(pml_parser *parser) {
  pml_place at = parser->token.at;
  uint32_t pid, value, x;
  parser->s->uses_priority = true;
  pml_advance(parser);
  if (!pml_take(parser, '(', "'('") ||
      !pml_parse_value(parser, &pid, "a pid") ||
      !pml_take(parser, ',', "','") ||
      !pml_parse_value(parser, &value, "a priority") ||
      !pml_take(parser, ')', "')'"))
    return false;
  x = pml_add_statement(parser, PML_SET_PRIORITY, at);
  basic_statement_at(parser, x)->a = pid;
  basic_statement_at(parser, x)->b = value;
  return finish(parser, x);
}

static bool parse_return(pml_parser *parser) {
  pml_place at = parser->token.at;
  uint32_t e, result = vec_last(&parser->opens).result;
  pml_advance(parser);
  if (!pml_parse_expression(parser, PML_PLAIN, &e, NULL))
    return false;
  if (result == PML_NONE)
    return pml_wrong(parser, at,
                     "'return' is for inlines that are called as in x = f()");
  return finish(parser, pml_make_assign(parser, result, e, at));
}

/* Assignments, sends and receives. */

uint32_t pml_make_assign(pml_parser *parser, uint32_t target, uint32_t value,
                         pml_place at) {
  uint32_t x = pml_add_statement(parser, PML_ASSIGN, at);
  basic_statement_at(parser, x)->a = target;
  basic_statement_at(parser, x)->b = value;
  return x;
}

static bool check_target(pml_parser *parser, uint32_t e) {
  assert(e < parser->s->exprs.count);
  const pml_expr *expr = &parser->s->exprs.at[e];
  if (parser->facts.at[e] & PML_FACT_BAD)
    return true;
  if (expr->op != PML_NAME && expr->op != PML_ANY && expr->op != PML_PRIORITY)
    return pml_wrong(parser, expr->at,
                     "this cannot be assigned to: a variable should be here");
  if (parser->facts.at[e] & PML_FACT_RECORD)
    return pml_wrong(parser, expr->at,
                     "this is a whole record: assign to its fields "
                     "one by one");
  return true;
}

/* _priority = 3 */
static bool set_own_priority(pml_parser *parser, uint32_t value, pml_place at) {
  uint32_t pid = pml_new_expr(parser, PML_SELF, PML_NONE, PML_NONE, at);
  uint32_t x = pml_add_statement(parser, PML_SET_PRIORITY, at);
  basic_statement_at(parser, x)->a = pid;
  basic_statement_at(parser, x)->b = value;
  return finish(parser, x);
}

static bool parse_assign(pml_parser *parser, uint32_t target) {
  assert(target < parser->s->exprs.count);
  pml_place at = parser->s->exprs.at[target].at;
  uint32_t value;
  check_target(parser, target);
  pml_advance(parser);
  pml_symbol symbol = {PML_IS_NOTHING, 0};
  if (parser->token.kind == PML_T_NAME)
    symbol = pml_find(parser, parser->token.name);
  if (symbol.kind == PML_IS_INLINE)
    return pml_call_inline(parser, symbol.number, target);
  if (!pml_parse_expression(parser, PML_PLAIN, &value, NULL))
    return false;
  if (parser->s->exprs.at[target].op == PML_PRIORITY)
    return set_own_priority(parser, value, at);
  if (parser->s->exprs.at[target].op == PML_ANY) /* evaluated, and forgotten */
    return finish_expr(
        parser, PML_TEST,
        pml_new_expr(parser, PML_OR, value, pml_number_expr(parser, 1, at), at),
        at);
  return finish(parser, pml_make_assign(parser, target, value, at));
}

static bool parse_increment(pml_parser *parser, uint32_t target) {
  uint32_t x = pml_add_statement(
      parser, pml_at(parser, PML_T_INCR) ? PML_INCREMENT : PML_DECREMENT,
      parser->s->exprs.at[target].at);
  check_target(parser, target);
  basic_statement_at(parser, x)->a = target;
  pml_advance(parser);
  return finish(parser, x);
}

static bool parse_send(pml_parser *parser, uint32_t channel) {
  assert(channel < parser->s->exprs.count);
  uint32_t x =
      pml_add_statement(parser, PML_SEND, parser->s->exprs.at[channel].at);
  uint32_t first, count;
  basic_statement_at(parser, x)->a = channel;
  basic_statement_at(parser, x)->random = pml_at(parser, PML_T_SORTED);
  pml_advance(parser);
  if (!pml_parse_expression(parser, PML_SENT, &first, &count))
    return false;
  basic_statement_at(parser, x)->b = first;
  basic_statement_at(parser, x)->c = count;
  return finish(parser, x);
}

/* c?x  c??x  c?<x>  c??<x> */
static bool parse_receive(pml_parser *parser, uint32_t channel) {
  assert(channel < parser->s->exprs.count);
  uint32_t x =
      pml_add_statement(parser, PML_RECEIVE, parser->s->exprs.at[channel].at);
  uint32_t first, count;
  basic_statement_at(parser, x)->a = channel;
  basic_statement_at(parser, x)->random = pml_at(parser, PML_T_RANDOM);
  pml_advance(parser);
  if (pml_at(parser, '<')) {
    basic_statement_at(parser, x)->keeps = true;
    pml_advance(parser);
  }
  if (!pml_parse_expression(parser, PML_RECEIVED, &first, &count))
    return false;
  basic_statement_at(parser, x)->b = first;
  basic_statement_at(parser, x)->c = count;
  if (basic_statement_at(parser, x)->keeps &&
      !pml_take(parser, '>', "',' or '>'"))
    return false;
  return finish(parser, x);
}

static bool finish_test(pml_parser *parser, uint32_t e, pml_place at) {
  assert(e < parser->s->exprs.count);
  const pml_expr *expr = &parser->s->exprs.at[e];
  bool is_skip = expr->op == PML_CONST && expr->value > 0;
  return finish_expr(parser, is_skip ? PML_SKIP : PML_TEST, e, at);
}

/* Something that begins with a name, or any other expression. */
static bool parse_reference(pml_parser *parser) {
  pml_place at = parser->token.at;
  uint32_t e;
  if (!pml_parse_expression(parser, PML_TARGET, &e, NULL))
    return false;
  switch (parser->token.kind) {
  case '=':
    return parse_assign(parser, e);
  case PML_T_INCR:
  case PML_T_DECR:
    return parse_increment(parser, e);
  case '!':
  case PML_T_SORTED:
    return parse_send(parser, e);
  case '?':
  case PML_T_RANDOM:
    if (pml_peek(parser) != '[')
      return parse_receive(parser, e);
    break;
  default:
    break;
  }
  return pml_continue_expression(parser, e, &e) && finish_test(parser, e, at);
}

static bool parse_test(pml_parser *parser) {
  pml_place at = parser->token.at;
  uint32_t e;
  return pml_parse_expression(parser, PML_PLAIN, &e, NULL) &&
         finish_test(parser, e, at);
}

static bool parse_named(pml_parser *parser) {
  pml_symbol symbol = pml_find(parser, parser->token.name);
  if (symbol.kind == PML_IS_INLINE)
    return pml_call_inline(parser, symbol.number, PML_NONE);
  if (symbol.kind == PML_IS_NOTHING && pml_peek(parser) == '(')
    return pml_undeclared(parser, parser->token.name, parser->token.at,
                          "an inline must stand before its call, and a "
                          "proctype is started by 'run'");
  if (symbol.kind == PML_IS_PROCESS && pml_peek(parser) == '(')
    return pml_wrong(parser, parser->token.at,
                     "'%s' is a proctype: write 'run' before it",
                     pml_name(parser, parser->token.name));
  return parse_reference(parser);
}

bool pml_parse_basic(pml_parser *parser) {
  if (pml_at(parser, '{'))
    return pml_begin_block(parser, PML_BLOCK);
  if (parser->token.kind != PML_T_NAME)
    return parse_test(parser);
  switch (pml_word_of(parser, &parser->token)) {
  case PML_W_NONE:
    return parse_named(parser);
  case PML_W_ANY:
  case PML_W_MY_PID:
  case PML_W_NR_PR:
  case PML_W_MY_LAST:
  case PML_W_MY_PRIORITY:
    return parse_reference(parser);
  case PML_W_ATOMIC:
    return pml_begin_block(parser, PML_ATOMIC);
  case PML_W_D_STEP:
    return pml_begin_block(parser, PML_DSTEP);
  case PML_W_IF:
    return pml_begin_options(parser, PML_IF);
  case PML_W_DO:
    return pml_begin_options(parser, PML_DO);
  case PML_W_FOR:
    return pml_parse_for(parser);
  case PML_W_SELECT:
    return pml_parse_select(parser);
  case PML_W_BREAK:
    return parse_break(parser);
  case PML_W_GOTO:
    return parse_goto(parser);
  case PML_W_ELSE:
    return parse_else(parser);
  case PML_W_ASSERT:
    return parse_assert(parser);
  case PML_W_PRINTF:
    return parse_printf(parser);
  case PML_W_PRINTM:
    return parse_printm(parser);
  case PML_W_SET_PRIORITY:
    return parse_set_priority(parser);
  case PML_W_RETURN:
    return parse_return(parser);
  case PML_W_C_CODE:
    return pml_parse_c_code(parser);
  default:
    return parse_test(parser);
  }
}
