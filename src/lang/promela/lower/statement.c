/* The code of single statements: when they are possible and what they do. */
#include "lang/promela/lower/lower.h"

#include "base/mutant.h"

#include "lang/promela/c/c_code.h"

#include <assert.h>

static void wait_for(pml_lowering *lowering, pml_pending_kind kind,
                     uint32_t number, uint32_t e) {
  pml_pending pending = {.kind = kind, .number = number, .expr = e};
  vec_push(lowering->m, &lowering->pending, pending);
}

static void add_value(pml_lowering *lowering, uint32_t e) {
  wait_for(lowering, PENDING_VALUE, (uint32_t)lowering->p->words.count, e);
  vec_push(lowering->m, &lowering->p->words,
           ((pml_word){.kind = PML_WORD_VALUE, .code = PML_NONE}));
}

static void add_target(pml_lowering *lowering, uint32_t e) {
  pml_location location = pml_locate(lowering, e);
  if (!location.is_plain)
    wait_for(lowering, PENDING_ADDRESS, (uint32_t)lowering->p->words.count, e);
  vec_push(lowering->m, &lowering->p->words,
           ((pml_word){.kind = PML_WORD_TARGET,
                       .code = PML_NONE,
                       .is_local = location.is_local,
                       .offset = location.offset,
                       .scalar = lowering->p->lies.at[location.variable].scalar,
                       .variable = location.variable}));
}

typedef enum purpose { SENT, RECEIVED, COMPARED } purpose;

/* In a trace, and in a poll, a variable stands for anything. */
static void add_word(pml_lowering *lowering, uint32_t e, purpose why) {
  assert(e < lowering->s->exprs.count);
  pml_op op = lowering->s->exprs.at[e].op;
  if (op == PML_EVAL)
    add_value(lowering, lowering->s->exprs.at[e].a);
  else if (op == PML_ANY || (op == PML_NAME && why == COMPARED))
    vec_push(lowering->m, &lowering->p->words,
             ((pml_word){.kind = PML_WORD_ANY, .code = PML_NONE}));
  else if (op == PML_NAME && why == RECEIVED)
    add_target(lowering, e);
  else
    add_value(lowering, e);
}

static uint32_t add_talk(pml_lowering *lowering, pml_talk talk,
                         uint32_t channel, uint32_t first, purpose why) {
  talk.first = (uint32_t)lowering->p->words.count;
  wait_for(lowering, PENDING_CHANNEL, (uint32_t)lowering->p->talks.count,
           channel);
  for (uint32_t i = 0; i < talk.count; i++)
    add_word(lowering, lowering->s->lists.at[first + i], why);
  vec_push(lowering->m, &lowering->p->talks, talk);
  return (uint32_t)lowering->p->talks.count - 1;
}

uint32_t pml_talk_of_poll(pml_lowering *lowering, uint32_t e) {
  assert(e < lowering->s->exprs.count);
  const pml_expr *expr = &lowering->s->exprs.at[e];
  pml_talk talk = {.channel = PML_NONE,
                   .count = expr->c,
                   .random = expr->random,
                   .is_poll = true,
                   .statement = PML_NONE};
  return add_talk(lowering, talk, expr->a, expr->b, COMPARED);
}

uint32_t pml_talk_of_statement(pml_lowering *lowering, uint32_t statement) {
  assert(statement < lowering->s->statements.count);
  const pml_statement *x = &lowering->s->statements.at[statement];
  pml_talk talk = {.channel = PML_NONE,
                   .count = x->c,
                   .random = x->random,
                   .keeps = x->keeps,
                   .statement = statement};
  purpose why = lowering->watches        ? COMPARED
                : x->kind == PML_RECEIVE ? RECEIVED
                                         : SENT;
  return add_talk(lowering, talk, x->a, x->b, why);
}

/* What a statement does. */

static bool is_run(const pml_lowering *lowering, uint32_t e) {
  return lowering->s->exprs.at[e].op == PML_RUN;
}

/* A constant that is not zero never blocks. */
static bool is_true(const pml_lowering *lowering, uint32_t e) {
  return lowering->s->exprs.at[e].op == PML_CONST &&
         lowering->s->exprs.at[e].value != 0;
}

bool pml_can_block(const pml_lowering *lowering, uint32_t statement) {
  assert(statement < lowering->s->statements.count);
  const pml_statement *x = &lowering->s->statements.at[statement];
  if (x->kind == PML_TEST)
    return !is_run(lowering, x->a) && !is_true(lowering, x->a);
  if (x->kind == PML_C_CODE)
    return lowering->s->c_parts.at[x->c].second != PML_NONE;
  return x->kind == PML_SEND || x->kind == PML_RECEIVE;
}

void pml_emit_guard(pml_lowering *lowering, uint32_t statement) {
  assert(statement < lowering->s->statements.count);
  const pml_statement *x = &lowering->s->statements.at[statement];
  assert(pml_can_block(lowering, statement));
  if (x->kind == PML_TEST)
    pml_emit_truth(lowering, x->a);
  else if (x->kind == PML_C_CODE)
    pml_emit(lowering, PML_OP_C_TEST, 1, pml_c_condition(x->c), 0, 0);
  else
    pml_emit(lowering,
             x->kind == PML_SEND ? PML_OP_CAN_SEND : PML_OP_CAN_RECEIVE, 1,
             pml_talk_of_statement(lowering, statement), 0, 0);
}

static void emit_assignment(pml_lowering *lowering,
                            const pml_statement *statement) {
  pml_location to = pml_locate(lowering, statement->a);
  if (!to.is_plain)
    pml_emit_address(lowering, statement->a);
  if (statement->kind == PML_ASSIGN) {
    pml_emit_value(lowering, statement->b);
  } else {
    pml_emit_value(lowering, statement->a);
    pml_emit(
        lowering, PML_OP_PUSH, 1,
        statement->kind == PML_DECREMENT && MUTANT("promela-decrement") ? 2 : 1,
        0, 0);
    pml_emit(lowering,
             statement->kind == PML_INCREMENT ? PML_OP_ADD : PML_OP_SUBTRACT, 0,
             0, 0, 0);
  }
  pml_emit_store(lowering, &to);
}

/* The step of a declaration: the first element, or nothing if it is a record
 * (notes, 13). */
static void emit_declaration(pml_lowering *lowering, uint32_t variable) {
  assert(variable < lowering->s->vars.count);
  const pml_var *var = &lowering->s->vars.at[variable];
  if (var->type == PML_RECORD || var->initial == PML_INITIAL_CHANNEL)
    return;
  if (var->initial == PML_INITIAL_VALUE && !MUTANT("promela-declared-value"))
    pml_emit_value(lowering, var->init);
  else if (var->initial == PML_INITIAL_LIST)
    pml_emit_value(lowering, lowering->s->lists.at[var->init]);
  else
    pml_emit(lowering, PML_OP_PUSH, 1, 0, 0, 0);
  pml_location to = {.is_local = var->process != PML_NONE,
                     .is_plain = true,
                     .offset = lowering->p->lies.at[variable].offset,
                     .variable = variable};
  pml_emit_store(lowering, &to);
}

/* What is printed is nobody's business here, but looking at it may go wrong.
 */
static void emit_argument(pml_lowering *lowering, uint32_t e) {
  assert(e < lowering->s->exprs.count);
  const pml_expr *expr = &lowering->s->exprs.at[e];
  if (expr->op == PML_CONST ||
      (expr->op == PML_NAME && pml_locate(lowering, e).is_plain))
    return;
  pml_emit_value(lowering, e);
  pml_emit(lowering, PML_OP_POP, 0, 0, 0, 0);
}

void pml_emit_effect(pml_lowering *lowering, uint32_t statement) {
  assert(statement < lowering->s->statements.count);
  const pml_statement *x = &lowering->s->statements.at[statement];
  switch (x->kind) {
  case PML_TEST:
    if (!is_run(lowering, x->a))
      break;
    pml_emit_value(lowering, x->a);
    pml_emit(lowering, PML_OP_POP, 0, 0, 0, 0);
    break;
  case PML_ASSIGN:
  case PML_INCREMENT:
  case PML_DECREMENT:
    emit_assignment(lowering, x);
    break;
  case PML_SEND:
  case PML_RECEIVE:
    pml_emit(lowering, x->kind == PML_SEND ? PML_OP_SEND : PML_OP_RECEIVE, 1,
             pml_talk_of_statement(lowering, statement), 0, 0);
    break;
  case PML_ASSERT:
    pml_emit_truth(lowering, x->a);
    pml_emit(lowering, PML_OP_ASSERT, 1, x->a, 0, 0);
    break;
  case PML_PRINT:
    for (uint32_t i = 0; i < x->c; i++)
      emit_argument(lowering, lowering->s->lists.at[x->b + i]);
    break;
  case PML_PRINTM:
    emit_argument(lowering, x->a);
    break;
  case PML_SET_PRIORITY:
    pml_emit_value(lowering, x->a);
    pml_emit_value(lowering, x->b);
    pml_emit(lowering, PML_OP_SET_PRIORITY, 0, 0, 0, 0);
    break;
  case PML_DECLARE:
    emit_declaration(lowering, x->a);
    break;
  case PML_C_CODE:
    pml_emit(lowering, PML_OP_C_DO, 1, pml_c_entry(x->c), 0, 0);
    break;
  default:
    break;
  }
}

static uint32_t code_of_guard(pml_lowering *lowering, uint32_t statement) {
  uint32_t at = pml_begin_code(lowering);
  pml_emit_guard(lowering, statement);
  pml_end_code(lowering);
  return at;
}

/* Code for the effect, or PML_NONE if there is nothing in it. */
static uint32_t code_of_effect(pml_lowering *lowering, uint32_t statement) {
  uint32_t at = pml_begin_code(lowering);
  pml_emit_effect(lowering, statement);
  if (lowering->p->code.count == at)
    return PML_NONE;
  pml_end_code(lowering);
  return at;
}

static pml_doing make_doing(pml_lowering *lowering, uint32_t statement) {
  assert(statement < lowering->s->statements.count);
  const pml_statement *x = &lowering->s->statements.at[statement];
  pml_doing doing = {.is_done = true,
                     .kind = PML_MOVE_PLAIN,
                     .guard = PML_NONE,
                     .effect = PML_NONE,
                     .talk = PML_NONE};
  switch (x->kind) {
  case PML_DSTEP:
    return pml_do_dstep(lowering, statement);
  case PML_ELSE:
    doing.kind = PML_MOVE_ELSE;
    break;
  case PML_SEND:
  case PML_RECEIVE:
    doing.kind = x->kind == PML_SEND ? PML_MOVE_SEND : PML_MOVE_RECEIVE;
    doing.talk = pml_talk_of_statement(lowering, statement);
    pml_write_pending(lowering);
    break;
  default:
    if (pml_can_block(lowering, statement))
      doing.guard = code_of_guard(lowering, statement);
    doing.effect = code_of_effect(lowering, statement);
    break;
  }
  return doing;
}

const pml_doing *pml_doing_of(pml_lowering *lowering, uint32_t statement) {
  assert(statement < lowering->doings.count);
  if (!lowering->doings.at[statement].is_done)
    lowering->doings.at[statement] = make_doing(lowering, statement);
  return &lowering->doings.at[statement];
}
