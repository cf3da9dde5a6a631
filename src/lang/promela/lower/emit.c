/* Words of code: instructions, jumps, constants folded as they appear. */
#include "lang/promela/lower/lower.h"

#include <assert.h>

uint32_t pml_operands(pml_opcode op) {
  switch (op) {
  case PML_OP_INDEX:
  case PML_OP_STORE_GLOBAL:
  case PML_OP_STORE_LOCAL:
  case PML_OP_STORE_GLOBAL_AT:
  case PML_OP_STORE_LOCAL_AT:
  case PML_OP_REMOTE:
    return 3;
  case PML_OP_GLOBAL:
  case PML_OP_LOCAL:
  case PML_OP_GLOBAL_AT:
  case PML_OP_LOCAL_AT:
  case PML_OP_RUN:
  case PML_OP_AT_POINT:
    return 2;
  case PML_OP_PUSH:
  case PML_OP_JUMP:
  case PML_OP_JUMP_ZERO:
  case PML_OP_JUMP_TRUE:
  case PML_OP_POLL:
  case PML_OP_FIND:
  case PML_OP_OWN_CHANNEL:
  case PML_OP_ASSERT:
  case PML_OP_SEND:
  case PML_OP_RECEIVE:
  case PML_OP_CAN_SEND:
  case PML_OP_CAN_RECEIVE:
  case PML_OP_BLOCKED:
  case PML_OP_GOES:
  case PML_OP_C_TEST:
  case PML_OP_C_DO:
    return 1;
  default:
    return 0;
  }
}

static bool is_binary(pml_opcode op) {
  return op >= PML_OP_ADD && op <= PML_OP_AT_LEAST;
}

static bool is_unary(pml_opcode op) {
  return (op >= PML_OP_NOT && op <= PML_OP_COMPLEMENT) || op == PML_OP_BOOLEAN;
}

static void note_depth(pml_lowering *lowering, pml_opcode op, uint32_t b) {
  int change = 0;
  if (is_binary(op))
    change = -1;
  switch (op) {
  case PML_OP_PUSH:
  case PML_OP_GLOBAL:
  case PML_OP_LOCAL:
  case PML_OP_POLL:
  case PML_OP_SELF:
  case PML_OP_COUNT:
  case PML_OP_LAST:
  case PML_OP_NP:
  case PML_OP_TIMEOUT:
  case PML_OP_FIND:
  case PML_OP_OWN_CHANNEL:
  case PML_OP_CAN_SEND:
  case PML_OP_CAN_RECEIVE:
  case PML_OP_C_TEST:
    change = 1;
    break;
  case PML_OP_OFFSET:
  case PML_OP_STORE_GLOBAL:
  case PML_OP_STORE_LOCAL:
  case PML_OP_POP:
  case PML_OP_JUMP_ZERO:
  case PML_OP_JUMP_TRUE:
  case PML_OP_REMOTE:
  case PML_OP_ASSERT:
    change = -1;
    break;
  case PML_OP_STORE_GLOBAL_AT:
  case PML_OP_STORE_LOCAL_AT:
  case PML_OP_SET_PRIORITY:
    change = -2;
    break;
  case PML_OP_RUN:
    change = -(int)b; /* its arguments and a priority become a pid */
    break;
  default:
    break;
  }
  assert(change >= 0 || lowering->depth >= (uint32_t)-change);
  lowering->depth = (uint32_t)((int)lowering->depth + change);
  if (lowering->depth > lowering->p->stack)
    lowering->p->stack = lowering->depth;
}

static bool fold_binary(pml_opcode op, int32_t left, int32_t right,
                        int32_t *out) {
  uint32_t a = (uint32_t)left, b = (uint32_t)right;
  switch (op) {
  case PML_OP_ADD:
    *out = (int32_t)(a + b);
    return true;
  case PML_OP_SUBTRACT:
    *out = (int32_t)(a - b);
    return true;
  case PML_OP_MULTIPLY:
    *out = (int32_t)(a * b);
    return true;
  case PML_OP_AND_BITS:
    *out = (int32_t)(a & b);
    return true;
  case PML_OP_OR_BITS:
    *out = (int32_t)(a | b);
    return true;
  case PML_OP_XOR_BITS:
    *out = (int32_t)(a ^ b);
    return true;
  case PML_OP_EQUAL:
    *out = left == right;
    return true;
  case PML_OP_UNEQUAL:
    *out = left != right;
    return true;
  case PML_OP_LESS:
    *out = left < right;
    return true;
  case PML_OP_AT_MOST:
    *out = left <= right;
    return true;
  case PML_OP_GREATER:
    *out = left > right;
    return true;
  case PML_OP_AT_LEAST:
    *out = left >= right;
    return true;
  case PML_OP_DIVIDE:
  case PML_OP_MODULO:
    if (right <= 0) /* a fault, or one that overflows: left to the run */
      return false;
    *out = op == PML_OP_DIVIDE ? left / right : left % right;
    return true;
  default: /* shifts: what the machine does with large counts is its matter */
    return false;
  }
}

static int32_t fold_unary(pml_opcode op, int32_t x) {
  if (op == PML_OP_NOT)
    return !x;
  if (op == PML_OP_BOOLEAN)
    return x != 0;
  if (op == PML_OP_NEGATE)
    return (int32_t)(0 - (uint32_t)x);
  return ~x;
}

/* The k-th last instruction is a PUSH, and no jump leads behind it. */
static bool is_push(const pml_lowering *lowering, size_t k) {
  return lowering->starts.count >= k &&
         lowering->p->code
                 .at[lowering->starts.at[lowering->starts.count - k]] ==
             PML_OP_PUSH;
}

static int32_t pushed(const pml_lowering *lowering, size_t k) {
  return (int32_t)
      lowering->p->code.at[lowering->starts.at[lowering->starts.count - k] + 1];
}

static void drop_last(pml_lowering *lowering, size_t k) {
  lowering->p->code.count = lowering->starts.at[lowering->starts.count - k];
  lowering->starts.count -= k;
  lowering->depth -= (uint32_t)k;
}

static bool gives_boolean(uint32_t op) {
  return op == PML_OP_NOT || op == PML_OP_BOOLEAN ||
         (op >= PML_OP_EQUAL && op <= PML_OP_AT_LEAST) ||
         (op >= PML_OP_EMPTY && op <= PML_OP_POLL);
}

/* True: nothing is left to be written. */
static bool fold(pml_lowering *lowering, pml_opcode op) {
  int32_t value;
  if (is_binary(op) && is_push(lowering, 1) && is_push(lowering, 2) &&
      fold_binary(op, pushed(lowering, 2), pushed(lowering, 1), &value)) {
    drop_last(lowering, 2);
  } else if (is_unary(op) && is_push(lowering, 1)) {
    value = fold_unary(op, pushed(lowering, 1));
    drop_last(lowering, 1);
  } else {
    return op == PML_OP_BOOLEAN && lowering->starts.count &&
           gives_boolean(lowering->p->code.at[vec_last(&lowering->starts)]);
  }
  pml_emit(lowering, PML_OP_PUSH, 1, (uint32_t)value, 0, 0);
  return true;
}

void pml_emit(pml_lowering *lowering, pml_opcode op, uint32_t operands,
              uint32_t a, uint32_t b, uint32_t third) {
  assert(operands == pml_operands(op));
  if (lowering->is_dead || fold(lowering, op))
    return;
  note_depth(lowering, op, b);
  vec_push(lowering->m, &lowering->starts, (uint32_t)lowering->p->code.count);
  vec_push(lowering->m, &lowering->p->code, (uint32_t)op);
  const uint32_t words[3] = {a, b, third};
  for (uint32_t i = 0; i < operands; i++)
    vec_push(lowering->m, &lowering->p->code, words[i]);
}

uint32_t pml_slot_new(pml_lowering *lowering) {
  vec_push(lowering->m, &lowering->slots,
           ((pml_slot){.waiting = PML_NONE, .place = PML_NONE}));
  return (uint32_t)lowering->slots.count - 1;
}

void pml_emit_jump(pml_lowering *lowering, pml_opcode op, uint32_t slot) {
  if (lowering->is_dead)
    return;
  if (op != PML_OP_JUMP && is_push(lowering, 1)) {
    bool jumps = (pushed(lowering, 1) != 0) == (op == PML_OP_JUMP_TRUE);
    drop_last(lowering, 1);
    if (!jumps)
      return;
    op = PML_OP_JUMP;
  }
  pml_slot *x = &lowering->slots.at[slot];
  if (x->place != PML_NONE) {
    pml_emit(lowering, op, 1, x->place, 0, 0);
  } else {
    pml_emit(lowering, op, 1, x->waiting, 0, 0);
    x->waiting = (uint32_t)lowering->p->code.count - 1;
    x->depth = lowering->depth;
  }
  lowering->is_dead = op == PML_OP_JUMP;
}

void pml_bind(pml_lowering *lowering, uint32_t slot) {
  assert(slot < lowering->slots.count);
  uint32_t at = lowering->slots.at[slot].waiting;
  if (at == PML_NONE)
    return;
  assert(lowering->is_dead ||
         lowering->depth == lowering->slots.at[slot].depth);
  if (lowering->is_dead &&
      at + 1 == lowering->p->code.count) { /* a jump to here */
    at = lowering->p->code.at[at];
    lowering->p->code.count -= 2;
  }
  lowering->is_dead = false;
  lowering->depth = lowering->slots.at[slot].depth;
  lowering->starts.count = 0;
  while (at != PML_NONE) {
    uint32_t next = lowering->p->code.at[at];
    lowering->p->code.at[at] = (uint32_t)lowering->p->code.count;
    at = next;
  }
}

void pml_bind_for_good(pml_lowering *lowering, uint32_t slot) {
  assert(slot < lowering->slots.count);
  pml_bind(lowering, slot);
  assert(lowering->is_dead || lowering->depth == 0);
  lowering->slots.at[slot].place = (uint32_t)lowering->p->code.count;
  lowering->starts.count = 0;
  lowering->is_dead = false;
  lowering->depth = 0;
}

uint32_t pml_begin_code(pml_lowering *lowering) {
  lowering->depth = 0;
  lowering->starts.count = 0;
  lowering->is_dead = false;
  return (uint32_t)lowering->p->code.count;
}

void pml_end_code(pml_lowering *lowering) {
  if (!lowering->is_dead)
    pml_emit(lowering, PML_OP_DONE, 0, 0, 0, 0);
  pml_write_pending(lowering);
}

void pml_write_pending(pml_lowering *lowering) {
  lowering->slots.count = 0;
  while (lowering->pending.count) {
    pml_pending pending = vec_pop(&lowering->pending);
    uint32_t at = pml_begin_code(lowering);
    if (pending.kind == PENDING_ADDRESS)
      pml_emit_address(lowering, pending.expr);
    else
      pml_emit_value(lowering, pending.expr);
    pml_emit(lowering, PML_OP_DONE, 0, 0, 0, 0);
    lowering->slots.count = 0;
    if (pending.kind == PENDING_CHANNEL)
      lowering->p->talks.at[pending.number].channel = at;
    else
      lowering->p->words.at[pending.number].code = at;
  }
}
