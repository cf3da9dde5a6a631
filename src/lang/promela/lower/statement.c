/* The code of single statements: when they are possible and what they do. */
#include "lang/promela/lower/lower.h"

#include "base/mutant.h"

#include "lang/promela/c/c_code.h"

#include <assert.h>

static void wait_for(pml_lowering *c, pml_pending_kind kind, uint32_t number,
                     uint32_t e) {
  pml_pending x = {.kind = kind, .number = number, .expr = e};
  vec_push(c->m, &c->pending, x);
}

static void add_value(pml_lowering *c, uint32_t e) {
  wait_for(c, PENDING_VALUE, (uint32_t)c->p->words.count, e);
  vec_push(c->m, &c->p->words,
           ((pml_word){.kind = PML_WORD_VALUE, .code = PML_NONE}));
}

static void add_target(pml_lowering *c, uint32_t e) {
  pml_location x = pml_locate(c, e);
  if (!x.is_plain)
    wait_for(c, PENDING_ADDRESS, (uint32_t)c->p->words.count, e);
  vec_push(c->m, &c->p->words,
           ((pml_word){.kind = PML_WORD_TARGET,
                       .code = PML_NONE,
                       .is_local = x.is_local,
                       .offset = x.offset,
                       .scalar = c->p->lies.at[x.variable].scalar,
                       .variable = x.variable}));
}

typedef enum purpose { SENT, RECEIVED, COMPARED } purpose;

/* In a trace, and in a poll, a variable stands for anything. */
static void add_word(pml_lowering *c, uint32_t e, purpose why) {
  assert(e < c->s->exprs.count);
  pml_op op = c->s->exprs.at[e].op;
  if (op == PML_EVAL)
    add_value(c, c->s->exprs.at[e].a);
  else if (op == PML_ANY || (op == PML_NAME && why == COMPARED))
    vec_push(c->m, &c->p->words,
             ((pml_word){.kind = PML_WORD_ANY, .code = PML_NONE}));
  else if (op == PML_NAME && why == RECEIVED)
    add_target(c, e);
  else
    add_value(c, e);
}

static uint32_t add_talk(pml_lowering *c, pml_talk x, uint32_t channel,
                         uint32_t first, purpose why) {
  x.first = (uint32_t)c->p->words.count;
  wait_for(c, PENDING_CHANNEL, (uint32_t)c->p->talks.count, channel);
  for (uint32_t i = 0; i < x.count; i++)
    add_word(c, c->s->lists.at[first + i], why);
  vec_push(c->m, &c->p->talks, x);
  return (uint32_t)c->p->talks.count - 1;
}

uint32_t pml_talk_of_poll(pml_lowering *c, uint32_t e) {
  assert(e < c->s->exprs.count);
  const pml_expr *x = &c->s->exprs.at[e];
  pml_talk talk = {.channel = PML_NONE,
                   .count = x->c,
                   .random = x->random,
                   .is_poll = true,
                   .statement = PML_NONE};
  return add_talk(c, talk, x->a, x->b, COMPARED);
}

uint32_t pml_talk_of_statement(pml_lowering *c, uint32_t statement) {
  assert(statement < c->s->statements.count);
  const pml_statement *x = &c->s->statements.at[statement];
  pml_talk talk = {.channel = PML_NONE,
                   .count = x->c,
                   .random = x->random,
                   .keeps = x->keeps,
                   .statement = statement};
  purpose why = c->watches               ? COMPARED
                : x->kind == PML_RECEIVE ? RECEIVED
                                         : SENT;
  return add_talk(c, talk, x->a, x->b, why);
}

/* What a statement does. */

static bool is_run(const pml_lowering *c, uint32_t e) {
  return c->s->exprs.at[e].op == PML_RUN;
}

/* A constant that is not zero never blocks. */
static bool is_true(const pml_lowering *c, uint32_t e) {
  return c->s->exprs.at[e].op == PML_CONST && c->s->exprs.at[e].value != 0;
}

bool pml_can_block(const pml_lowering *c, uint32_t statement) {
  assert(statement < c->s->statements.count);
  const pml_statement *x = &c->s->statements.at[statement];
  if (x->kind == PML_TEST)
    return !is_run(c, x->a) && !is_true(c, x->a);
  if (x->kind == PML_C_CODE)
    return c->s->c_parts.at[x->c].second != PML_NONE;
  return x->kind == PML_SEND || x->kind == PML_RECEIVE;
}

void pml_emit_guard(pml_lowering *c, uint32_t statement) {
  assert(statement < c->s->statements.count);
  const pml_statement *x = &c->s->statements.at[statement];
  assert(pml_can_block(c, statement));
  if (x->kind == PML_TEST)
    pml_emit_truth(c, x->a);
  else if (x->kind == PML_C_CODE)
    pml_emit(c, PML_OP_C_TEST, 1, pml_c_condition(x->c), 0, 0);
  else
    pml_emit(c, x->kind == PML_SEND ? PML_OP_CAN_SEND : PML_OP_CAN_RECEIVE, 1,
             pml_talk_of_statement(c, statement), 0, 0);
}

static void emit_assignment(pml_lowering *c, const pml_statement *x) {
  pml_location to = pml_locate(c, x->a);
  if (!to.is_plain)
    pml_emit_address(c, x->a);
  if (x->kind == PML_ASSIGN) {
    pml_emit_value(c, x->b);
  } else {
    pml_emit_value(c, x->a);
    pml_emit(c, PML_OP_PUSH, 1,
             x->kind == PML_DECREMENT && MUTANT("promela-decrement") ? 2 : 1, 0,
             0);
    pml_emit(c, x->kind == PML_INCREMENT ? PML_OP_ADD : PML_OP_SUBTRACT, 0, 0,
             0, 0);
  }
  pml_emit_store(c, &to);
}

/* The step of a declaration: the first element, or nothing if it is a record
 * (notes, 13). */
static void emit_declaration(pml_lowering *c, uint32_t variable) {
  assert(variable < c->s->vars.count);
  const pml_var *x = &c->s->vars.at[variable];
  if (x->type == PML_RECORD || x->initial == PML_INITIAL_CHANNEL)
    return;
  if (x->initial == PML_INITIAL_VALUE && !MUTANT("promela-declared-value"))
    pml_emit_value(c, x->init);
  else if (x->initial == PML_INITIAL_LIST)
    pml_emit_value(c, c->s->lists.at[x->init]);
  else
    pml_emit(c, PML_OP_PUSH, 1, 0, 0, 0);
  pml_location to = {.is_local = x->process != PML_NONE,
                     .is_plain = true,
                     .offset = c->p->lies.at[variable].offset,
                     .variable = variable};
  pml_emit_store(c, &to);
}

/* What is printed is nobody's business here, but looking at it may go wrong.
 */
static void emit_argument(pml_lowering *c, uint32_t e) {
  assert(e < c->s->exprs.count);
  const pml_expr *x = &c->s->exprs.at[e];
  if (x->op == PML_CONST || (x->op == PML_NAME && pml_locate(c, e).is_plain))
    return;
  pml_emit_value(c, e);
  pml_emit(c, PML_OP_POP, 0, 0, 0, 0);
}

void pml_emit_effect(pml_lowering *c, uint32_t statement) {
  assert(statement < c->s->statements.count);
  const pml_statement *x = &c->s->statements.at[statement];
  switch (x->kind) {
  case PML_TEST:
    if (!is_run(c, x->a))
      break;
    pml_emit_value(c, x->a);
    pml_emit(c, PML_OP_POP, 0, 0, 0, 0);
    break;
  case PML_ASSIGN:
  case PML_INCREMENT:
  case PML_DECREMENT:
    emit_assignment(c, x);
    break;
  case PML_SEND:
  case PML_RECEIVE:
    pml_emit(c, x->kind == PML_SEND ? PML_OP_SEND : PML_OP_RECEIVE, 1,
             pml_talk_of_statement(c, statement), 0, 0);
    break;
  case PML_ASSERT:
    pml_emit_truth(c, x->a);
    pml_emit(c, PML_OP_ASSERT, 1, x->a, 0, 0);
    break;
  case PML_PRINT:
    for (uint32_t i = 0; i < x->c; i++)
      emit_argument(c, c->s->lists.at[x->b + i]);
    break;
  case PML_PRINTM:
    emit_argument(c, x->a);
    break;
  case PML_SET_PRIORITY:
    pml_emit_value(c, x->a);
    pml_emit_value(c, x->b);
    pml_emit(c, PML_OP_SET_PRIORITY, 0, 0, 0, 0);
    break;
  case PML_DECLARE:
    emit_declaration(c, x->a);
    break;
  case PML_C_CODE:
    pml_emit(c, PML_OP_C_DO, 1, pml_c_entry(x->c), 0, 0);
    break;
  default:
    break;
  }
}

static uint32_t code_of_guard(pml_lowering *c, uint32_t statement) {
  uint32_t at = pml_begin_code(c);
  pml_emit_guard(c, statement);
  pml_end_code(c);
  return at;
}

/* Code for the effect, or PML_NONE if there is nothing in it. */
static uint32_t code_of_effect(pml_lowering *c, uint32_t statement) {
  uint32_t at = pml_begin_code(c);
  pml_emit_effect(c, statement);
  if (c->p->code.count == at)
    return PML_NONE;
  pml_end_code(c);
  return at;
}

static pml_doing make_doing(pml_lowering *c, uint32_t statement) {
  assert(statement < c->s->statements.count);
  const pml_statement *x = &c->s->statements.at[statement];
  pml_doing d = {.is_done = true,
                 .kind = PML_MOVE_PLAIN,
                 .guard = PML_NONE,
                 .effect = PML_NONE,
                 .talk = PML_NONE};
  switch (x->kind) {
  case PML_DSTEP:
    return pml_do_dstep(c, statement);
  case PML_ELSE:
    d.kind = PML_MOVE_ELSE;
    break;
  case PML_SEND:
  case PML_RECEIVE:
    d.kind = x->kind == PML_SEND ? PML_MOVE_SEND : PML_MOVE_RECEIVE;
    d.talk = pml_talk_of_statement(c, statement);
    pml_write_pending(c);
    break;
  default:
    if (pml_can_block(c, statement))
      d.guard = code_of_guard(c, statement);
    d.effect = code_of_effect(c, statement);
    break;
  }
  return d;
}

const pml_doing *pml_doing_of(pml_lowering *c, uint32_t statement) {
  assert(statement < c->doings.count);
  if (!c->doings.at[statement].is_done)
    c->doings.at[statement] = make_doing(c, statement);
  return &c->doings.at[statement];
}
