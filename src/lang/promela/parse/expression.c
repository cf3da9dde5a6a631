#include "lang/promela/parse/parts.h"

#include <assert.h>
#include <stdio.h>

/* Operators wait on a stack until their right side is known; so do brackets,
 * indices and lists of arguments. Nothing here calls itself. */

typedef enum progress_kind {
  WANTS_OPERAND,
  HAS_OPERAND,
  IS_DONE,
  IS_WRONG
} progress_kind;

pml_pending *pml_push_pending(pml_parser *parser, int kind, int level,
                              pml_op op) {
  pml_pending pending = {.kind = kind,
                         .level = level,
                         .op = op,
                         .process = PML_NONE,
                         .pid = PML_NONE,
                         .at = parser->token.at};
  vec_push(parser->m, &parser->pending, pending);
  return &vec_last(&parser->pending);
}

static bool is_unary(pml_op op) {
  return op == PML_NOT || op == PML_NEGATE || op == PML_COMPLEMENT ||
         op == PML_ALWAYS || op == PML_EVENTUALLY || op == PML_NEXT;
}

static bool expression_is_temporal(pml_op op) {
  return op >= PML_ALWAYS && op <= PML_EQUIVALENT;
}

static pml_expr *expr_at(const pml_parser *parser, uint32_t e) {
  return &parser->s->exprs.at[e];
}

/* What may stand where. */

static bool wrong_fact(pml_parser *parser, uint32_t e, const char *message) {
  assert(e < parser->facts.count);
  if (!(parser->facts.at[e] & PML_FACT_BAD))
    pml_wrong(parser, expr_at(parser, e)->at, "%s", message);
  parser->facts.at[e] |= PML_FACT_BAD;
  return false;
}

static const char *opposite(pml_op op) {
  return op == PML_EMPTY    ? "'nempty'"
         : op == PML_NEMPTY ? "'empty'"
         : op == PML_FULL   ? "'nfull'"
                            : "'full'";
}

/* A side of an operator. */
static void check_side(pml_parser *parser, pml_op op, uint32_t side) {
  assert(side < parser->facts.count);
  uint8_t facts = parser->facts.at[side];
  bool joins = op == PML_AND || op == PML_OR;
  if (facts & PML_FACT_BAD)
    return;
  if (facts & PML_FACT_RECORD)
    wrong_fact(parser, side, "this is a whole record: name one of its fields");
  else if (expr_at(parser, side)->op == PML_ANY)
    wrong_fact(parser, side,
               "'_' has no value: it only takes what is received");
  else if (expr_at(parser, side)->op == PML_EVAL)
    wrong_fact(parser, side, "'eval' is for the arguments of a receive");
  else if (facts & PML_FACT_PROBE && op == PML_NOT &&
           expr_at(parser, side)->op >= PML_EMPTY &&
           expr_at(parser, side)->op <= PML_NFULL)
    pml_wrong(parser, expr_at(parser, side)->at,
              "'!' cannot stand before this: write %s",
              opposite(expr_at(parser, side)->op)),
        parser->facts.at[side] |= PML_FACT_BAD;
  else if (facts & PML_FACT_PROBE && !joins && !parser->in_formula)
    wrong_fact(parser, side,
               "empty, nempty, full and nfull stand alone, or between && and "
               "||; take len for anything else");
  else if (facts & PML_FACT_TEMPORAL && !joins && op != PML_NOT &&
           !expression_is_temporal(op))
    wrong_fact(parser, side,
               "a temporal operator binds tighter than this one: put "
               "parentheses, as in [] (x == 0)");
}

/* A value of any other use: an index, an argument, a part of (c -> a : b). */
void pml_check_value(pml_parser *parser, uint32_t e) {
  check_side(parser, PML_ADD, e);
}

static uint8_t joined_facts(uint8_t a, uint8_t b) {
  uint8_t all = (uint8_t)((a | b) & ~(PML_FACT_GROUPED | PML_FACT_RECORD));
  if (a & b & PML_FACT_RUN)
    all |= PML_FACT_RUNS;
  return all;
}

static void reduce_one(pml_parser *parser) {
  pml_pending pending = vec_pop(&parser->pending);
  uint32_t a, b = PML_NONE, e;
  uint8_t facts;
  if (!is_unary(pending.op))
    b = vec_pop(&parser->operands);
  a = vec_pop(&parser->operands);
  check_side(parser, pending.op, a);
  assert(a < parser->facts.count);
  facts = joined_facts(parser->facts.at[a], 0);
  if (b != PML_NONE) {
    check_side(parser, pending.op, b);
    facts = joined_facts(parser->facts.at[a], parser->facts.at[b]);
  }
  e = pml_new_expr(parser, pending.op, a, b,
                   is_unary(pending.op) ? pending.at : expr_at(parser, a)->at);
  parser->facts.at[e] =
      (uint8_t)(facts |
                (expression_is_temporal(pending.op) ? PML_FACT_TEMPORAL : 0));
  pml_deepen(parser, e, a);
  if (b != PML_NONE)
    pml_deepen(parser, e, b);
  pml_push_operand(parser, e);
}

/* Those that bind at least as tightly as 'level'. */
static void reduce(pml_parser *parser, size_t base, int level) {
  while (parser->pending.count > base && vec_last(&parser->pending).kind == 0 &&
         vec_last(&parser->pending).level >= level)
    reduce_one(parser);
}

static bool word_operator(pml_word w, int *level, pml_op *op) {
  *level = PML_LEVEL_UNTIL;
  switch (w) {
  case PML_W_U:
  case PML_W_UNTIL:
  case PML_W_STRONGUNTIL:
    *op = PML_UNTIL;
    return true;
  case PML_W_V:
  case PML_W_RELEASE:
    *op = PML_RELEASE;
    return true;
  case PML_W_W:
  case PML_W_WEAKUNTIL:
    *op = PML_WEAK_UNTIL;
    return true;
  case PML_W_IMPLIES:
    *level = PML_LEVEL_IMPLIES;
    *op = PML_IMPLIES;
    return true;
  case PML_W_EQUIVALENT:
    *level = PML_LEVEL_IMPLIES;
    *op = PML_EQUIVALENT;
    return true;
  default:
    return false;
  }
}

static bool operator_of(const pml_parser *parser, int *level, pml_op *op) {
  static const struct {
    int kind, level;
    pml_op op;
  } table[] = {{PML_T_OR, PML_LEVEL_OR, PML_OR},
               {PML_T_AND, PML_LEVEL_AND, PML_AND},
               {'|', PML_LEVEL_OR_BITS, PML_OR_BITS},
               {'^', PML_LEVEL_XOR_BITS, PML_XOR_BITS},
               {'&', PML_LEVEL_AND_BITS, PML_AND_BITS},
               {PML_T_EQ, PML_LEVEL_EQUAL, PML_EQUAL},
               {PML_T_NE, PML_LEVEL_EQUAL, PML_UNEQUAL},
               {'<', PML_LEVEL_COMPARE, PML_LESS},
               {'>', PML_LEVEL_COMPARE, PML_GREATER},
               {PML_T_LE, PML_LEVEL_COMPARE, PML_AT_MOST},
               {PML_T_GE, PML_LEVEL_COMPARE, PML_AT_LEAST},
               {PML_T_SHIFT_L, PML_LEVEL_SHIFT, PML_SHIFT_LEFT},
               {PML_T_SHIFT_R, PML_LEVEL_SHIFT, PML_SHIFT_RIGHT},
               {'+', PML_LEVEL_ADD, PML_ADD},
               {'-', PML_LEVEL_ADD, PML_SUBTRACT},
               {'*', PML_LEVEL_MULTIPLY, PML_MULTIPLY},
               {'/', PML_LEVEL_MULTIPLY, PML_DIVIDE},
               {'%', PML_LEVEL_MULTIPLY, PML_MODULO}};
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    if (parser->token.kind == table[i].kind) {
      *level = table[i].level;
      *op = table[i].op;
      return true;
    }
  if (!parser->in_formula)
    return false;
  *level = PML_LEVEL_IMPLIES;
  if (pml_at(parser, PML_T_ARROW) || pml_at(parser, PML_T_EQUIV)) {
    *op = pml_at(parser, PML_T_ARROW) ? PML_IMPLIES : PML_EQUIVALENT;
    return true;
  }
  return word_operator(pml_word_of(parser, &parser->token), level, op);
}

/* ')' of ( ... ), or of (a -> b : c). */
static void close_parenthesis(pml_parser *parser) {
  pml_pending pending = vec_pop(&parser->pending);
  if (pending.kind == PML_P_PAREN) {
    parser->facts.at[vec_last(&parser->operands)] |= PML_FACT_GROUPED;
    return;
  }
  uint32_t c = vec_pop(&parser->operands), b = vec_pop(&parser->operands),
           a = vec_pop(&parser->operands);
  pml_check_value(parser, a);
  pml_check_value(parser, b);
  pml_check_value(parser, c);
  uint32_t e = pml_new_expr(parser, PML_CONDITIONAL, a, b, pending.at);
  expr_at(parser, e)->c = c;
  parser->facts.at[e] =
      joined_facts(joined_facts(parser->facts.at[a], parser->facts.at[b]),
                   parser->facts.at[c]);
  parser->facts.at[e] |= PML_FACT_GROUPED;
  pml_deepen(parser, e, a);
  pml_deepen(parser, e, b);
  pml_deepen(parser, e, c);
  pml_push_operand(parser, e);
}

static bool expression_is_channel(const pml_parser *parser, uint32_t e) {
  return expr_at(parser, e)->op == PML_NAME &&
         parser->s->vars.at[pml_referred(parser, e)].type == PML_CHAN;
}

/* ')' of len(c), enabled(1) and the like. */
static void close_call(pml_parser *parser) {
  pml_pending pending = vec_pop(&parser->pending);
  uint32_t a = vec_pop(&parser->operands), e;
  pml_check_value(parser, a);
  if (pending.op >= PML_LEN && pending.op <= PML_NFULL &&
      !expression_is_channel(parser, a))
    wrong_fact(parser, a, "the name of a channel should be here");
  e = pml_new_expr(parser, pending.op, a, PML_NONE, pending.at);
  assert(a < parser->facts.count);
  parser->facts.at[e] = joined_facts(parser->facts.at[a], 0);
  pml_deepen(parser, e, a);
  if (pending.op >= PML_EMPTY && pending.op <= PML_NFULL)
    parser->facts.at[e] |= PML_FACT_PROBE;
  pml_push_operand(parser, e);
}

static void push_with_list(pml_parser *parser, uint32_t e, size_t arguments) {
  uint32_t count = (uint32_t)(parser->arguments.count - arguments);
  for (size_t i = arguments; i < parser->arguments.count; i++) {
    uint32_t x = parser->arguments.at[i];
    parser->facts.at[e] =
        joined_facts(parser->facts.at[e], parser->facts.at[x]);
    pml_deepen(parser, e, x);
  }
  expr_at(parser, e)->b = pml_push_list(parser, arguments);
  expr_at(parser, e)->c = count;
  pml_push_operand(parser, e);
}

uint32_t pml_push_list(pml_parser *parser, size_t arguments) {
  uint32_t first = (uint32_t)parser->s->lists.count;
  for (size_t i = arguments; i < parser->arguments.count; i++)
    vec_push(parser->m, &parser->s->lists, parser->arguments.at[i]);
  parser->arguments.count = arguments;
  return first;
}

/* ')' of run P(...) */
static bool close_run(pml_parser *parser) {
  pml_pending pending = vec_pop(&parser->pending);
  uint32_t e = pml_new_expr(parser, PML_RUN, pending.var, PML_NONE, pending.at);
  pml_advance(parser);
  if (pml_at_word(parser, PML_W_PRIORITY)) {
    parser->s->uses_priority = true;
    pml_advance(parser);
    if (!pml_at(parser, PML_T_NUMBER))
      return pml_misfit(parser, "a priority, 1 to 255,");
    if (parser->token.value < 1 || parser->token.value > 255)
      pml_wrong(parser, parser->token.at, "a priority is 1 to 255");
    uint32_t d =
        pml_number_expr(parser, (int32_t)parser->token.value, parser->token.at);
    expr_at(parser, e)->d = d;
    pml_advance(parser);
  }
  push_with_list(parser, e, pending.arguments);
  parser->facts.at[e] |=
      parser->facts.at[e] & PML_FACT_RUN ? PML_FACT_RUNS : PML_FACT_RUN;
  vec_push(parser->m, &parser->runs, e);
  return true;
}

static void close_poll(pml_parser *parser) {
  pml_pending pending = vec_pop(&parser->pending);
  uint32_t channel = vec_pop(&parser->operands);
  uint32_t e = pml_new_expr(parser, PML_POLL, channel, PML_NONE, pending.at);
  pml_deepen(parser, e, channel);
  expr_at(parser, e)->random = pending.random;
  push_with_list(parser, e, pending.arguments);
  pml_advance(parser);
}

static progress_kind close_index(pml_parser *parser) {
  pml_pending pending = vec_pop(&parser->pending);
  uint32_t index = vec_pop(&parser->operands);
  bool is_open;
  pml_check_value(parser, index);
  assert(index < parser->facts.count);
  if (parser->facts.at[index] & PML_FACT_RUN)
    wrong_fact(parser, index, "'run' cannot stand in an index");
  pml_advance(parser);
  if (pending.kind == PML_P_INDEX) {
    expr_at(parser, pending.tail)->b = index;
    pml_deepen(parser, pending.root, index);
  }
  if (!(pending.kind == PML_P_INDEX
            ? pml_continue_reference(parser, pending, &is_open)
            : pml_finish_remote(parser, pending.process, index, pending.at,
                                &is_open)))
    return IS_WRONG;
  return is_open ? WANTS_OPERAND : HAS_OPERAND;
}

static bool in_receive(const pml_parser *parser, size_t base) {
  const pml_pending *pending;
  if (parser->pending.count <= base)
    return false;
  pending = &vec_last(&parser->pending);
  return pending->kind == PML_P_POLL || pending->kind == PML_P_RECEIVED ||
         (pending->kind == PML_P_NESTED && pending->random);
}

/* ',' '(' or the end of a list; the operand on top becomes an argument. */
static progress_kind go_on_list(pml_parser *parser) {
  pml_pending *pending = &vec_last(&parser->pending);
  int kind = pending->kind;
  bool is_received = kind == PML_P_POLL || kind == PML_P_RECEIVED ||
                     (kind == PML_P_NESTED && pending->random);
  if (!pending->is_complete &&
      !pml_take_argument(parser, is_received, kind == PML_P_RUN))
    return IS_WRONG;
  if (pml_at(parser, ',') && !pending->is_complete) {
    pml_advance(parser);
    return WANTS_OPERAND;
  }
  if (pml_at(parser, '(') && kind != PML_P_RUN && !pending->is_complete &&
      (is_received || (kind == PML_P_SENT &&
                       parser->arguments.count == pending->arguments + 1))) {
    size_t arguments = pending->arguments;
    pending->is_complete = true;
    pending = pml_push_pending(parser, PML_P_NESTED, 0, PML_CONST);
    pending->random = is_received;
    pending->arguments = arguments;
    pml_advance(parser);
    return WANTS_OPERAND;
  }
  switch (kind) {
  case PML_P_RUN:
    if (!pml_at(parser, ')'))
      return pml_misfit(parser, "',' or ')'"), IS_WRONG;
    return close_run(parser) ? HAS_OPERAND : IS_WRONG;
  case PML_P_POLL:
    if (!pml_at(parser, ']'))
      return pml_misfit(parser, "',' or ']'"), IS_WRONG;
    close_poll(parser);
    return HAS_OPERAND;
  case PML_P_NESTED:
    if (!pml_at(parser, ')'))
      return pml_misfit(parser, "',' or ')'"), IS_WRONG;
    parser->pending.count--;
    vec_last(&parser->pending).is_complete = true;
    pml_advance(parser);
    return HAS_OPERAND;
  default:
    return IS_DONE;
  }
}

/* In a formula '->' was taken for an implication until ':' shows what it is.
 * False: it was none. */
static bool is_condition_after_all(pml_parser *parser) {
  uint32_t e = vec_last(&parser->operands);
  if (!parser->in_formula || !pml_at(parser, ':') ||
      expr_at(parser, e)->op != PML_IMPLIES ||
      parser->facts.at[e] & PML_FACT_GROUPED)
    return false;
  uint32_t a = expr_at(parser, e)->a, b = expr_at(parser, e)->b;
  parser->operands.count--;
  pml_push_operand(parser, a);
  pml_push_operand(parser, b);
  return true;
}

/* What is open innermost meets a token that is no operator. */
static progress_kind close_open(pml_parser *parser) {
  pml_pending *pending = &vec_last(&parser->pending);
  switch (pending->kind) {
  case PML_P_PAREN:
    if (pml_at(parser, PML_T_ARROW)) {
      pending->kind = PML_P_THEN;
      pml_advance(parser);
      return WANTS_OPERAND;
    }
    if (is_condition_after_all(parser)) {
      pending->kind = PML_P_OTHER;
      pml_advance(parser);
      return WANTS_OPERAND;
    }
    if (!pml_at(parser, ')'))
      return pml_misfit(parser, "an operator or ')'"), IS_WRONG;
    break;
  case PML_P_THEN:
    if (!pml_at(parser, ':'))
      return pml_misfit(parser, "':' and the other value"), IS_WRONG;
    pending->kind = PML_P_OTHER;
    pml_advance(parser);
    return WANTS_OPERAND;
  case PML_P_OTHER:
    if (!pml_at(parser, ')'))
      return pml_misfit(parser, "an operator or ')'"), IS_WRONG;
    break;
  case PML_P_INDEX:
  case PML_P_PID:
    if (!pml_at(parser, ']'))
      return pml_misfit(parser, "an operator or ']'"), IS_WRONG;
    return close_index(parser);
  case PML_P_CALL:
  case PML_P_EVAL:
    if (!pml_at(parser, ')'))
      return pml_misfit(parser, "an operator or ')'"), IS_WRONG;
    close_call(parser);
    pml_advance(parser);
    return HAS_OPERAND;
  default:
    return go_on_list(parser);
  }
  close_parenthesis(parser);
  pml_advance(parser);
  return HAS_OPERAND;
}

/* c?[ behind a channel's name. */
static bool opens_poll(pml_parser *parser, size_t operands) {
  uint32_t e;
  if ((!pml_at(parser, '?') && !pml_at(parser, PML_T_RANDOM)) ||
      pml_peek(parser) != '[' || parser->operands.count <= operands)
    return false;
  e = vec_last(&parser->operands);
  return expr_at(parser, e)->op == PML_NAME &&
         !(parser->facts.at[e] & PML_FACT_GROUPED);
}

static progress_kind open_poll(pml_parser *parser) {
  pml_pending *pending = pml_push_pending(parser, PML_P_POLL, 0, PML_POLL);
  uint32_t e = vec_last(&parser->operands);
  pending->random = pml_at(parser, PML_T_RANDOM);
  pending->arguments = parser->arguments.count;
  pending->at = expr_at(parser, e)->at;
  if (!expression_is_channel(parser, e))
    wrong_fact(parser, e, "this is no channel");
  pml_advance(parser);
  pml_advance(parser);
  return WANTS_OPERAND;
}

static progress_kind after_operand(pml_parser *parser, size_t base,
                                   size_t operands, pml_expect expect) {
  int level;
  pml_op op;
  bool is_complete =
      parser->pending.count > base && vec_last(&parser->pending).is_complete;
  if (expect == PML_TARGET && parser->pending.count == base)
    return IS_DONE;
  if (!is_complete && !in_receive(parser, base)) {
    if (opens_poll(parser, operands))
      return open_poll(parser);
    if (operator_of(parser, &level, &op)) {
      reduce(parser, base, level);
      pml_push_pending(parser, 0, level, op);
      pml_advance(parser);
      return WANTS_OPERAND;
    }
  }
  reduce(parser, base, 0);
  if (parser->pending.count == base)
    return IS_DONE;
  return close_open(parser);
}

static progress_kind run_machine(pml_parser *parser, size_t base,
                                 size_t operands, pml_expect expect,
                                 progress_kind state) {
  while (state == WANTS_OPERAND || state == HAS_OPERAND) {
    bool is_open = false;
    if (state == HAS_OPERAND) {
      state = after_operand(parser, base, operands, expect);
      continue;
    }
    const pml_pending *pending =
        parser->pending.count > base ? &vec_last(&parser->pending) : NULL;
    if (parser->pending.count > base + 4 * PML_MOST_DEEP) {
      pml_wrong(parser, parser->token.at,
                "an expression is nested deeper than %d levels", PML_MOST_DEEP);
      return IS_WRONG;
    }
    if (pending && pending->kind == PML_P_RUN &&
        pending->arguments == parser->arguments.count && pml_at(parser, ')'))
      state = close_run(parser) ? HAS_OPERAND : IS_WRONG;
    else if (!pml_read_operand(parser, &is_open))
      state = IS_WRONG;
    else
      state = is_open ? WANTS_OPERAND : HAS_OPERAND;
  }
  return state;
}

static bool run_to_end(pml_parser *parser, pml_expect expect,
                       progress_kind state, uint32_t first, uint32_t *out,
                       uint32_t *count) {
  size_t base = parser->pending.count, operands = parser->operands.count;
  size_t arguments = parser->arguments.count;
  bool is_list = expect == PML_SENT || expect == PML_RECEIVED;
  if (is_list) {
    pml_push_pending(parser, expect == PML_SENT ? PML_P_SENT : PML_P_RECEIVED,
                     0, PML_CONST)
        ->arguments = arguments;
  }
  if (first != PML_NONE)
    pml_push_operand(parser, first);
  state = run_machine(parser, base, operands, expect, state);
  if (state == IS_WRONG) {
    parser->pending.count = base;
    parser->operands.count = operands;
    parser->arguments.count = arguments;
    return false;
  }
  if (is_list) {
    parser->pending.count--;
    *count = (uint32_t)(parser->arguments.count - arguments);
    *out = pml_push_list(parser, arguments);
  } else {
    *out = vec_pop(&parser->operands);
  }
  assert(parser->pending.count == base && parser->operands.count == operands);
  return true;
}

bool pml_parse_expression(pml_parser *parser, pml_expect expect, uint32_t *out,
                          uint32_t *count) {
  return run_to_end(parser, expect, WANTS_OPERAND, PML_NONE, out, count);
}

bool pml_continue_expression(pml_parser *parser, uint32_t first,
                             uint32_t *out) {
  return run_to_end(parser, PML_PLAIN, HAS_OPERAND, first, out, NULL);
}

bool pml_parse_value(pml_parser *parser, uint32_t *out, const char *what) {
  if (!pml_parse_expression(parser, PML_PLAIN, out, NULL))
    return false;
  pml_check_value(parser, *out);
  if (parser->facts.at[*out] & PML_FACT_RUN) {
    char message[160];
    snprintf(message, sizeof message, "'run' cannot stand in %s", what);
    wrong_fact(parser, *out, message);
  }
  return true;
}
