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

pml_pending *pml_push_pending(pml_parser *p, int kind, int level, pml_op op) {
  pml_pending o = {.kind = kind,
                   .level = level,
                   .op = op,
                   .process = PML_NONE,
                   .pid = PML_NONE,
                   .at = p->token.at};
  vec_push(p->m, &p->pending, o);
  return &vec_last(&p->pending);
}

static bool is_unary(pml_op op) {
  return op == PML_NOT || op == PML_NEGATE || op == PML_COMPLEMENT ||
         op == PML_ALWAYS || op == PML_EVENTUALLY || op == PML_NEXT;
}

static bool expression_is_temporal(pml_op op) {
  return op >= PML_ALWAYS && op <= PML_EQUIVALENT;
}

static pml_expr *expr_at(const pml_parser *p, uint32_t e) {
  return &p->s->exprs.at[e];
}

/* What may stand where. */

static bool wrong_fact(pml_parser *p, uint32_t e, const char *message) {
  assert(e < p->facts.count);
  if (!(p->facts.at[e] & PML_FACT_BAD))
    pml_wrong(p, expr_at(p, e)->at, "%s", message);
  p->facts.at[e] |= PML_FACT_BAD;
  return false;
}

static const char *opposite(pml_op op) {
  return op == PML_EMPTY    ? "'nempty'"
         : op == PML_NEMPTY ? "'empty'"
         : op == PML_FULL   ? "'nfull'"
                            : "'full'";
}

/* A side of an operator. */
static void check_side(pml_parser *p, pml_op op, uint32_t side) {
  assert(side < p->facts.count);
  uint8_t facts = p->facts.at[side];
  bool joins = op == PML_AND || op == PML_OR;
  if (facts & PML_FACT_BAD)
    return;
  if (facts & PML_FACT_RECORD)
    wrong_fact(p, side, "this is a whole record: name one of its fields");
  else if (expr_at(p, side)->op == PML_ANY)
    wrong_fact(p, side, "'_' has no value: it only takes what is received");
  else if (expr_at(p, side)->op == PML_EVAL)
    wrong_fact(p, side, "'eval' is for the arguments of a receive");
  else if (facts & PML_FACT_PROBE && op == PML_NOT &&
           expr_at(p, side)->op >= PML_EMPTY &&
           expr_at(p, side)->op <= PML_NFULL)
    pml_wrong(p, expr_at(p, side)->at, "'!' cannot stand before this: write %s",
              opposite(expr_at(p, side)->op)),
        p->facts.at[side] |= PML_FACT_BAD;
  else if (facts & PML_FACT_PROBE && !joins && !p->in_formula)
    wrong_fact(p, side,
               "empty, nempty, full and nfull stand alone, or between && and "
               "||; take len for anything else");
  else if (facts & PML_FACT_TEMPORAL && !joins && op != PML_NOT &&
           !expression_is_temporal(op))
    wrong_fact(p, side,
               "a temporal operator binds tighter than this one: put "
               "parentheses, as in [] (x == 0)");
}

/* A value of any other use: an index, an argument, a part of (c -> a : b). */
void pml_check_value(pml_parser *p, uint32_t e) { check_side(p, PML_ADD, e); }

static uint8_t joined_facts(uint8_t a, uint8_t b) {
  uint8_t all = (uint8_t)((a | b) & ~(PML_FACT_GROUPED | PML_FACT_RECORD));
  if (a & b & PML_FACT_RUN)
    all |= PML_FACT_RUNS;
  return all;
}

static void reduce_one(pml_parser *p) {
  pml_pending o = vec_pop(&p->pending);
  uint32_t a, b = PML_NONE, e;
  uint8_t facts;
  if (!is_unary(o.op))
    b = vec_pop(&p->operands);
  a = vec_pop(&p->operands);
  check_side(p, o.op, a);
  assert(a < p->facts.count);
  facts = joined_facts(p->facts.at[a], 0);
  if (b != PML_NONE) {
    check_side(p, o.op, b);
    facts = joined_facts(p->facts.at[a], p->facts.at[b]);
  }
  e = pml_new_expr(p, o.op, a, b, is_unary(o.op) ? o.at : expr_at(p, a)->at);
  p->facts.at[e] =
      (uint8_t)(facts | (expression_is_temporal(o.op) ? PML_FACT_TEMPORAL : 0));
  pml_deepen(p, e, a);
  if (b != PML_NONE)
    pml_deepen(p, e, b);
  pml_push_operand(p, e);
}

/* Those that bind at least as tightly as 'level'. */
static void reduce(pml_parser *p, size_t base, int level) {
  while (p->pending.count > base && vec_last(&p->pending).kind == 0 &&
         vec_last(&p->pending).level >= level)
    reduce_one(p);
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

static bool operator_of(const pml_parser *p, int *level, pml_op *op) {
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
    if (p->token.kind == table[i].kind) {
      *level = table[i].level;
      *op = table[i].op;
      return true;
    }
  if (!p->in_formula)
    return false;
  *level = PML_LEVEL_IMPLIES;
  if (pml_at(p, PML_T_ARROW) || pml_at(p, PML_T_EQUIV)) {
    *op = pml_at(p, PML_T_ARROW) ? PML_IMPLIES : PML_EQUIVALENT;
    return true;
  }
  return word_operator(pml_word_of(p, &p->token), level, op);
}

/* ')' of ( ... ), or of (a -> b : c). */
static void close_parenthesis(pml_parser *p) {
  pml_pending o = vec_pop(&p->pending);
  if (o.kind == PML_P_PAREN) {
    p->facts.at[vec_last(&p->operands)] |= PML_FACT_GROUPED;
    return;
  }
  uint32_t c = vec_pop(&p->operands), b = vec_pop(&p->operands),
           a = vec_pop(&p->operands);
  pml_check_value(p, a);
  pml_check_value(p, b);
  pml_check_value(p, c);
  uint32_t e = pml_new_expr(p, PML_CONDITIONAL, a, b, o.at);
  expr_at(p, e)->c = c;
  p->facts.at[e] = joined_facts(joined_facts(p->facts.at[a], p->facts.at[b]),
                                p->facts.at[c]);
  p->facts.at[e] |= PML_FACT_GROUPED;
  pml_deepen(p, e, a);
  pml_deepen(p, e, b);
  pml_deepen(p, e, c);
  pml_push_operand(p, e);
}

static bool expression_is_channel(const pml_parser *p, uint32_t e) {
  return expr_at(p, e)->op == PML_NAME &&
         p->s->vars.at[pml_referred(p, e)].type == PML_CHAN;
}

/* ')' of len(c), enabled(1) and the like. */
static void close_call(pml_parser *p) {
  pml_pending o = vec_pop(&p->pending);
  uint32_t a = vec_pop(&p->operands), e;
  pml_check_value(p, a);
  if (o.op >= PML_LEN && o.op <= PML_NFULL && !expression_is_channel(p, a))
    wrong_fact(p, a, "the name of a channel should be here");
  e = pml_new_expr(p, o.op, a, PML_NONE, o.at);
  assert(a < p->facts.count);
  p->facts.at[e] = joined_facts(p->facts.at[a], 0);
  pml_deepen(p, e, a);
  if (o.op >= PML_EMPTY && o.op <= PML_NFULL)
    p->facts.at[e] |= PML_FACT_PROBE;
  pml_push_operand(p, e);
}

static void push_with_list(pml_parser *p, uint32_t e, size_t arguments) {
  uint32_t count = (uint32_t)(p->arguments.count - arguments);
  for (size_t i = arguments; i < p->arguments.count; i++) {
    uint32_t x = p->arguments.at[i];
    p->facts.at[e] = joined_facts(p->facts.at[e], p->facts.at[x]);
    pml_deepen(p, e, x);
  }
  expr_at(p, e)->b = pml_push_list(p, arguments);
  expr_at(p, e)->c = count;
  pml_push_operand(p, e);
}

uint32_t pml_push_list(pml_parser *p, size_t arguments) {
  uint32_t first = (uint32_t)p->s->lists.count;
  for (size_t i = arguments; i < p->arguments.count; i++)
    vec_push(p->m, &p->s->lists, p->arguments.at[i]);
  p->arguments.count = arguments;
  return first;
}

/* ')' of run P(...) */
static bool close_run(pml_parser *p) {
  pml_pending o = vec_pop(&p->pending);
  uint32_t e = pml_new_expr(p, PML_RUN, o.var, PML_NONE, o.at);
  pml_advance(p);
  if (pml_at_word(p, PML_W_PRIORITY)) {
    p->s->uses_priority = true;
    pml_advance(p);
    if (!pml_at(p, PML_T_NUMBER))
      return pml_misfit(p, "a priority, 1 to 255,");
    if (p->token.value < 1 || p->token.value > 255)
      pml_wrong(p, p->token.at, "a priority is 1 to 255");
    uint32_t d = pml_number_expr(p, (int32_t)p->token.value, p->token.at);
    expr_at(p, e)->d = d;
    pml_advance(p);
  }
  push_with_list(p, e, o.arguments);
  p->facts.at[e] |=
      p->facts.at[e] & PML_FACT_RUN ? PML_FACT_RUNS : PML_FACT_RUN;
  vec_push(p->m, &p->runs, e);
  return true;
}

static void close_poll(pml_parser *p) {
  pml_pending o = vec_pop(&p->pending);
  uint32_t channel = vec_pop(&p->operands);
  uint32_t e = pml_new_expr(p, PML_POLL, channel, PML_NONE, o.at);
  pml_deepen(p, e, channel);
  expr_at(p, e)->random = o.random;
  push_with_list(p, e, o.arguments);
  pml_advance(p);
}

static progress_kind close_index(pml_parser *p) {
  pml_pending o = vec_pop(&p->pending);
  uint32_t index = vec_pop(&p->operands);
  bool is_open;
  pml_check_value(p, index);
  assert(index < p->facts.count);
  if (p->facts.at[index] & PML_FACT_RUN)
    wrong_fact(p, index, "'run' cannot stand in an index");
  pml_advance(p);
  if (o.kind == PML_P_INDEX) {
    expr_at(p, o.tail)->b = index;
    pml_deepen(p, o.root, index);
  }
  if (!(o.kind == PML_P_INDEX
            ? pml_continue_reference(p, o, &is_open)
            : pml_finish_remote(p, o.process, index, o.at, &is_open)))
    return IS_WRONG;
  return is_open ? WANTS_OPERAND : HAS_OPERAND;
}

static bool in_receive(const pml_parser *p, size_t base) {
  const pml_pending *o;
  if (p->pending.count <= base)
    return false;
  o = &vec_last(&p->pending);
  return o->kind == PML_P_POLL || o->kind == PML_P_RECEIVED ||
         (o->kind == PML_P_NESTED && o->random);
}

/* ',' '(' or the end of a list; the operand on top becomes an argument. */
static progress_kind go_on_list(pml_parser *p) {
  pml_pending *o = &vec_last(&p->pending);
  int kind = o->kind;
  bool is_received = kind == PML_P_POLL || kind == PML_P_RECEIVED ||
                     (kind == PML_P_NESTED && o->random);
  if (!o->is_complete && !pml_take_argument(p, is_received, kind == PML_P_RUN))
    return IS_WRONG;
  if (pml_at(p, ',') && !o->is_complete) {
    pml_advance(p);
    return WANTS_OPERAND;
  }
  if (pml_at(p, '(') && kind != PML_P_RUN && !o->is_complete &&
      (is_received ||
       (kind == PML_P_SENT && p->arguments.count == o->arguments + 1))) {
    size_t arguments = o->arguments;
    o->is_complete = true;
    o = pml_push_pending(p, PML_P_NESTED, 0, PML_CONST);
    o->random = is_received;
    o->arguments = arguments;
    pml_advance(p);
    return WANTS_OPERAND;
  }
  switch (kind) {
  case PML_P_RUN:
    if (!pml_at(p, ')'))
      return pml_misfit(p, "',' or ')'"), IS_WRONG;
    return close_run(p) ? HAS_OPERAND : IS_WRONG;
  case PML_P_POLL:
    if (!pml_at(p, ']'))
      return pml_misfit(p, "',' or ']'"), IS_WRONG;
    close_poll(p);
    return HAS_OPERAND;
  case PML_P_NESTED:
    if (!pml_at(p, ')'))
      return pml_misfit(p, "',' or ')'"), IS_WRONG;
    p->pending.count--;
    vec_last(&p->pending).is_complete = true;
    pml_advance(p);
    return HAS_OPERAND;
  default:
    return IS_DONE;
  }
}

/* In a formula '->' was taken for an implication until ':' shows what it is.
 * False: it was none. */
static bool is_condition_after_all(pml_parser *p) {
  uint32_t e = vec_last(&p->operands);
  if (!p->in_formula || !pml_at(p, ':') || expr_at(p, e)->op != PML_IMPLIES ||
      p->facts.at[e] & PML_FACT_GROUPED)
    return false;
  uint32_t a = expr_at(p, e)->a, b = expr_at(p, e)->b;
  p->operands.count--;
  pml_push_operand(p, a);
  pml_push_operand(p, b);
  return true;
}

/* What is open innermost meets a token that is no operator. */
static progress_kind close_open(pml_parser *p) {
  pml_pending *o = &vec_last(&p->pending);
  switch (o->kind) {
  case PML_P_PAREN:
    if (pml_at(p, PML_T_ARROW)) {
      o->kind = PML_P_THEN;
      pml_advance(p);
      return WANTS_OPERAND;
    }
    if (is_condition_after_all(p)) {
      o->kind = PML_P_OTHER;
      pml_advance(p);
      return WANTS_OPERAND;
    }
    if (!pml_at(p, ')'))
      return pml_misfit(p, "an operator or ')'"), IS_WRONG;
    break;
  case PML_P_THEN:
    if (!pml_at(p, ':'))
      return pml_misfit(p, "':' and the other value"), IS_WRONG;
    o->kind = PML_P_OTHER;
    pml_advance(p);
    return WANTS_OPERAND;
  case PML_P_OTHER:
    if (!pml_at(p, ')'))
      return pml_misfit(p, "an operator or ')'"), IS_WRONG;
    break;
  case PML_P_INDEX:
  case PML_P_PID:
    if (!pml_at(p, ']'))
      return pml_misfit(p, "an operator or ']'"), IS_WRONG;
    return close_index(p);
  case PML_P_CALL:
  case PML_P_EVAL:
    if (!pml_at(p, ')'))
      return pml_misfit(p, "an operator or ')'"), IS_WRONG;
    close_call(p);
    pml_advance(p);
    return HAS_OPERAND;
  default:
    return go_on_list(p);
  }
  close_parenthesis(p);
  pml_advance(p);
  return HAS_OPERAND;
}

/* c?[ behind a channel's name. */
static bool opens_poll(pml_parser *p, size_t operands) {
  uint32_t e;
  if ((!pml_at(p, '?') && !pml_at(p, PML_T_RANDOM)) || pml_peek(p) != '[' ||
      p->operands.count <= operands)
    return false;
  e = vec_last(&p->operands);
  return expr_at(p, e)->op == PML_NAME && !(p->facts.at[e] & PML_FACT_GROUPED);
}

static progress_kind open_poll(pml_parser *p) {
  pml_pending *o = pml_push_pending(p, PML_P_POLL, 0, PML_POLL);
  uint32_t e = vec_last(&p->operands);
  o->random = pml_at(p, PML_T_RANDOM);
  o->arguments = p->arguments.count;
  o->at = expr_at(p, e)->at;
  if (!expression_is_channel(p, e))
    wrong_fact(p, e, "this is no channel");
  pml_advance(p);
  pml_advance(p);
  return WANTS_OPERAND;
}

static progress_kind after_operand(pml_parser *p, size_t base, size_t operands,
                                   pml_expect expect) {
  int level;
  pml_op op;
  bool is_complete =
      p->pending.count > base && vec_last(&p->pending).is_complete;
  if (expect == PML_TARGET && p->pending.count == base)
    return IS_DONE;
  if (!is_complete && !in_receive(p, base)) {
    if (opens_poll(p, operands))
      return open_poll(p);
    if (operator_of(p, &level, &op)) {
      reduce(p, base, level);
      pml_push_pending(p, 0, level, op);
      pml_advance(p);
      return WANTS_OPERAND;
    }
  }
  reduce(p, base, 0);
  if (p->pending.count == base)
    return IS_DONE;
  return close_open(p);
}

static progress_kind run_machine(pml_parser *p, size_t base, size_t operands,
                                 pml_expect expect, progress_kind state) {
  while (state == WANTS_OPERAND || state == HAS_OPERAND) {
    bool is_open = false;
    if (state == HAS_OPERAND) {
      state = after_operand(p, base, operands, expect);
      continue;
    }
    const pml_pending *o =
        p->pending.count > base ? &vec_last(&p->pending) : NULL;
    if (p->pending.count > base + 4 * PML_MOST_DEEP) {
      pml_wrong(p, p->token.at, "an expression is nested deeper than %d levels",
                PML_MOST_DEEP);
      return IS_WRONG;
    }
    if (o && o->kind == PML_P_RUN && o->arguments == p->arguments.count &&
        pml_at(p, ')'))
      state = close_run(p) ? HAS_OPERAND : IS_WRONG;
    else if (!pml_read_operand(p, &is_open))
      state = IS_WRONG;
    else
      state = is_open ? WANTS_OPERAND : HAS_OPERAND;
  }
  return state;
}

static bool run_to_end(pml_parser *p, pml_expect expect, progress_kind state,
                       uint32_t first, uint32_t *out, uint32_t *count) {
  size_t base = p->pending.count, operands = p->operands.count;
  size_t arguments = p->arguments.count;
  bool is_list = expect == PML_SENT || expect == PML_RECEIVED;
  if (is_list) {
    pml_push_pending(p, expect == PML_SENT ? PML_P_SENT : PML_P_RECEIVED, 0,
                     PML_CONST)
        ->arguments = arguments;
  }
  if (first != PML_NONE)
    pml_push_operand(p, first);
  state = run_machine(p, base, operands, expect, state);
  if (state == IS_WRONG) {
    p->pending.count = base;
    p->operands.count = operands;
    p->arguments.count = arguments;
    return false;
  }
  if (is_list) {
    p->pending.count--;
    *count = (uint32_t)(p->arguments.count - arguments);
    *out = pml_push_list(p, arguments);
  } else {
    *out = vec_pop(&p->operands);
  }
  assert(p->pending.count == base && p->operands.count == operands);
  return true;
}

bool pml_parse_expression(pml_parser *p, pml_expect expect, uint32_t *out,
                          uint32_t *count) {
  return run_to_end(p, expect, WANTS_OPERAND, PML_NONE, out, count);
}

bool pml_continue_expression(pml_parser *p, uint32_t first, uint32_t *out) {
  return run_to_end(p, PML_PLAIN, HAS_OPERAND, first, out, NULL);
}

bool pml_parse_value(pml_parser *p, uint32_t *out, const char *what) {
  if (!pml_parse_expression(p, PML_PLAIN, out, NULL))
    return false;
  pml_check_value(p, *out);
  if (p->facts.at[*out] & PML_FACT_RUN) {
    char message[160];
    snprintf(message, sizeof message, "'run' cannot stand in %s", what);
    wrong_fact(p, *out, message);
  }
  return true;
}
