#include "lang/promela/parse/parts.h"

#include <assert.h>

/* Statements that contain no others, and the words that begin those that do. */

static pml_statement *basic_statement_at(const pml_parser *p, uint32_t x) {
  return &p->s->statements.at[x];
}

static bool finish(pml_parser *p, uint32_t x) {
  pml_check_statement(p, x);
  return pml_finish_statement(p, x);
}

static bool finish_expr(pml_parser *p, pml_kind kind, uint32_t e,
                        pml_place at) {
  uint32_t x = pml_add_statement(p, kind, at);
  basic_statement_at(p, x)->a = e;
  return finish(p, x);
}

static bool parse_break(pml_parser *p) {
  uint32_t x = pml_add_statement(p, PML_BREAK, p->token.at);
  uint32_t loop = vec_last(&p->opens).loop;
  basic_statement_at(p, x)->target = loop;
  if (loop == PML_NONE)
    pml_wrong(p, p->token.at, "'break' is for the inside of a 'do' or 'for'");
  else if (p->inside.at[x] != PML_NONE && p->inside.at[loop] != p->inside.at[x])
    pml_wrong(p, p->token.at, "'break' cannot leave a d_step");
  pml_advance(p);
  return finish(p, x);
}

static bool parse_goto(pml_parser *p) {
  uint32_t x = pml_add_statement(p, PML_GOTO, p->token.at), name;
  pml_advance(p);
  if (!pml_take_name(p, &name, "a label"))
    return false;
  basic_statement_at(p, x)->name = name;
  vec_push(p->m, &p->jumps, ((pml_jump){x, vec_last(&p->opens).call}));
  return finish(p, x);
}

static bool parse_else(pml_parser *p) {
  uint32_t x = pml_add_statement(p, PML_ELSE, p->token.at);
  pml_advance(p);
  return finish(p, x);
}

static bool parse_assert(pml_parser *p) {
  pml_place at = p->token.at;
  uint32_t e;
  pml_advance(p);
  return pml_parse_expression(p, PML_PLAIN, &e, NULL) &&
         finish_expr(p, PML_ASSERT, e, at);
}

static bool parse_printf(pml_parser *p) {
  pml_place at = p->token.at;
  size_t arguments = p->arguments.count;
  uint32_t name, x, e;
  pml_advance(p);
  if (!pml_take(p, '(', "'('"))
    return false;
  if (!pml_at(p, PML_T_STRING))
    return pml_misfit(p, "a string");
  name = p->token.name;
  pml_advance(p);
  while (pml_at(p, ',')) {
    pml_advance(p);
    if (!pml_parse_value(p, &e, "what is printed"))
      return false;
    vec_push(p->m, &p->arguments, e);
  }
  if (!pml_take(p, ')', "',' or ')'"))
    return false;
  x = pml_add_statement(p, PML_PRINT, at);
  basic_statement_at(p, x)->name = name;
  basic_statement_at(p, x)->c = (uint32_t)(p->arguments.count - arguments);
  basic_statement_at(p, x)->b = pml_push_list(p, arguments);
  return finish(p, x);
}

static bool parse_printm(pml_parser *p) {
  pml_place at = p->token.at;
  uint32_t e;
  pml_advance(p);
  if (!pml_take(p, '(', "'('") || !pml_parse_value(p, &e, "what is printed") ||
      !pml_take(p, ')', "')'"))
    return false;
  if (p->s->exprs.at[e].op != PML_NAME && p->s->exprs.at[e].op != PML_CONST &&
      !(p->facts.at[e] & PML_FACT_BAD))
    pml_wrong(p, p->s->exprs.at[e].at,
              "a variable or a constant of an mtype should be here");
  return finish_expr(p, PML_PRINTM, e, at);
}

static bool parse_set_priority(pml_parser *p) {
  pml_place at = p->token.at;
  uint32_t pid, value, x;
  p->s->uses_priority = true;
  pml_advance(p);
  if (!pml_take(p, '(', "'('") || !pml_parse_value(p, &pid, "a pid") ||
      !pml_take(p, ',', "','") || !pml_parse_value(p, &value, "a priority") ||
      !pml_take(p, ')', "')'"))
    return false;
  x = pml_add_statement(p, PML_SET_PRIORITY, at);
  basic_statement_at(p, x)->a = pid;
  basic_statement_at(p, x)->b = value;
  return finish(p, x);
}

static bool parse_return(pml_parser *p) {
  pml_place at = p->token.at;
  uint32_t e, result = vec_last(&p->opens).result;
  pml_advance(p);
  if (!pml_parse_expression(p, PML_PLAIN, &e, NULL))
    return false;
  if (result == PML_NONE)
    return pml_wrong(p, at,
                     "'return' is for inlines that are called as in x = f()");
  return finish(p, pml_make_assign(p, result, e, at));
}

/* Assignments, sends and receives. */

uint32_t pml_make_assign(pml_parser *p, uint32_t target, uint32_t value,
                         pml_place at) {
  uint32_t x = pml_add_statement(p, PML_ASSIGN, at);
  basic_statement_at(p, x)->a = target;
  basic_statement_at(p, x)->b = value;
  return x;
}

static bool check_target(pml_parser *p, uint32_t e) {
  assert(e < p->s->exprs.count);
  const pml_expr *x = &p->s->exprs.at[e];
  if (p->facts.at[e] & PML_FACT_BAD)
    return true;
  if (x->op != PML_NAME && x->op != PML_ANY && x->op != PML_PRIORITY)
    return pml_wrong(p, x->at,
                     "this cannot be assigned to: a variable should be here");
  if (p->facts.at[e] & PML_FACT_RECORD)
    return pml_wrong(p, x->at,
                     "this is a whole record: assign to its fields "
                     "one by one");
  return true;
}

/* _priority = 3 */
static bool set_own_priority(pml_parser *p, uint32_t value, pml_place at) {
  uint32_t pid = pml_new_expr(p, PML_SELF, PML_NONE, PML_NONE, at);
  uint32_t x = pml_add_statement(p, PML_SET_PRIORITY, at);
  basic_statement_at(p, x)->a = pid;
  basic_statement_at(p, x)->b = value;
  return finish(p, x);
}

static bool parse_assign(pml_parser *p, uint32_t target) {
  assert(target < p->s->exprs.count);
  pml_place at = p->s->exprs.at[target].at;
  uint32_t value;
  check_target(p, target);
  pml_advance(p);
  pml_symbol x = {PML_IS_NOTHING, 0};
  if (p->token.kind == PML_T_NAME)
    x = pml_find(p, p->token.name);
  if (x.kind == PML_IS_INLINE)
    return pml_call_inline(p, x.number, target);
  if (!pml_parse_expression(p, PML_PLAIN, &value, NULL))
    return false;
  if (p->s->exprs.at[target].op == PML_PRIORITY)
    return set_own_priority(p, value, at);
  if (p->s->exprs.at[target].op == PML_ANY) /* evaluated, and forgotten */
    return finish_expr(
        p, PML_TEST,
        pml_new_expr(p, PML_OR, value, pml_number_expr(p, 1, at), at), at);
  return finish(p, pml_make_assign(p, target, value, at));
}

static bool parse_increment(pml_parser *p, uint32_t target) {
  uint32_t x = pml_add_statement(
      p, pml_at(p, PML_T_INCR) ? PML_INCREMENT : PML_DECREMENT,
      p->s->exprs.at[target].at);
  check_target(p, target);
  basic_statement_at(p, x)->a = target;
  pml_advance(p);
  return finish(p, x);
}

static bool parse_send(pml_parser *p, uint32_t channel) {
  assert(channel < p->s->exprs.count);
  uint32_t x = pml_add_statement(p, PML_SEND, p->s->exprs.at[channel].at);
  uint32_t first, count;
  basic_statement_at(p, x)->a = channel;
  basic_statement_at(p, x)->random = pml_at(p, PML_T_SORTED);
  pml_advance(p);
  if (!pml_parse_expression(p, PML_SENT, &first, &count))
    return false;
  basic_statement_at(p, x)->b = first;
  basic_statement_at(p, x)->c = count;
  return finish(p, x);
}

/* c?x  c??x  c?<x>  c??<x> */
static bool parse_receive(pml_parser *p, uint32_t channel) {
  assert(channel < p->s->exprs.count);
  uint32_t x = pml_add_statement(p, PML_RECEIVE, p->s->exprs.at[channel].at);
  uint32_t first, count;
  basic_statement_at(p, x)->a = channel;
  basic_statement_at(p, x)->random = pml_at(p, PML_T_RANDOM);
  pml_advance(p);
  if (pml_at(p, '<')) {
    basic_statement_at(p, x)->keeps = true;
    pml_advance(p);
  }
  if (!pml_parse_expression(p, PML_RECEIVED, &first, &count))
    return false;
  basic_statement_at(p, x)->b = first;
  basic_statement_at(p, x)->c = count;
  if (basic_statement_at(p, x)->keeps && !pml_take(p, '>', "',' or '>'"))
    return false;
  return finish(p, x);
}

static bool finish_test(pml_parser *p, uint32_t e, pml_place at) {
  assert(e < p->s->exprs.count);
  const pml_expr *x = &p->s->exprs.at[e];
  bool is_skip = x->op == PML_CONST && x->value > 0;
  return finish_expr(p, is_skip ? PML_SKIP : PML_TEST, e, at);
}

/* Something that begins with a name, or any other expression. */
static bool parse_reference(pml_parser *p) {
  pml_place at = p->token.at;
  uint32_t e;
  if (!pml_parse_expression(p, PML_TARGET, &e, NULL))
    return false;
  switch (p->token.kind) {
  case '=':
    return parse_assign(p, e);
  case PML_T_INCR:
  case PML_T_DECR:
    return parse_increment(p, e);
  case '!':
  case PML_T_SORTED:
    return parse_send(p, e);
  case '?':
  case PML_T_RANDOM:
    if (pml_peek(p) != '[')
      return parse_receive(p, e);
    break;
  default:
    break;
  }
  return pml_continue_expression(p, e, &e) && finish_test(p, e, at);
}

static bool parse_test(pml_parser *p) {
  pml_place at = p->token.at;
  uint32_t e;
  return pml_parse_expression(p, PML_PLAIN, &e, NULL) && finish_test(p, e, at);
}

static bool parse_named(pml_parser *p) {
  pml_symbol x = pml_find(p, p->token.name);
  if (x.kind == PML_IS_INLINE)
    return pml_call_inline(p, x.number, PML_NONE);
  if (x.kind == PML_IS_NOTHING && pml_peek(p) == '(')
    return pml_undeclared(p, p->token.name, p->token.at,
                          "an inline must stand before its call, and a "
                          "proctype is started by 'run'");
  if (x.kind == PML_IS_PROCESS && pml_peek(p) == '(')
    return pml_wrong(p, p->token.at,
                     "'%s' is a proctype: write 'run' before it",
                     pml_name(p, p->token.name));
  return parse_reference(p);
}

bool pml_parse_basic(pml_parser *p) {
  if (pml_at(p, '{'))
    return pml_begin_block(p, PML_BLOCK);
  if (p->token.kind != PML_T_NAME)
    return parse_test(p);
  switch (pml_word_of(p, &p->token)) {
  case PML_W_NONE:
    return parse_named(p);
  case PML_W_ANY:
  case PML_W_MY_PID:
  case PML_W_NR_PR:
  case PML_W_MY_LAST:
  case PML_W_MY_PRIORITY:
    return parse_reference(p);
  case PML_W_ATOMIC:
    return pml_begin_block(p, PML_ATOMIC);
  case PML_W_D_STEP:
    return pml_begin_block(p, PML_DSTEP);
  case PML_W_IF:
    return pml_begin_options(p, PML_IF);
  case PML_W_DO:
    return pml_begin_options(p, PML_DO);
  case PML_W_FOR:
    return pml_parse_for(p);
  case PML_W_SELECT:
    return pml_parse_select(p);
  case PML_W_BREAK:
    return parse_break(p);
  case PML_W_GOTO:
    return parse_goto(p);
  case PML_W_ELSE:
    return parse_else(p);
  case PML_W_ASSERT:
    return parse_assert(p);
  case PML_W_PRINTF:
    return parse_printf(p);
  case PML_W_PRINTM:
    return parse_printm(p);
  case PML_W_SET_PRIORITY:
    return parse_set_priority(p);
  case PML_W_RETURN:
    return parse_return(p);
  case PML_W_C_CODE:
    return pml_parse_c_code(p);
  default:
    return parse_test(p);
  }
}
