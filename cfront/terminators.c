/* The ends of blocks, and the phis of those that follow. */
#include "front.h"

#include <assert.h>

typedef struct copy {
  uint32_t variable, value;
} copy;
typedef vec(copy) copies;

static LLVMValueRef incoming(LLVMValueRef phi, LLVMBasicBlockRef from) {
  unsigned count = LLVMCountIncoming(phi);
  for (unsigned i = 0; i < count; i++)
    if (LLVMGetIncomingBlock(phi, i) == from)
      return LLVMGetIncomingValue(phi, i);
  return NULL;
}

static void collect_one(front *f, LLVMValueRef phi, LLVMBasicBlockRef from,
                        copies *out) {
  LLVMValueRef value = incoming(phi, from);
  front_expressions target = {0}, source = {0};
  if (value && front_operands(f, phi, &target) &&
      front_operands(f, value, &source))
    for (size_t k = 0; k < target.count && k < source.count; k++)
      if (source.at[k] != CFA_NONE || target.count == 1) {
        copy c = {front_at(f, target.at[k])->a, source.at[k]};
        if (c.value == CFA_NONE)
          c.value = front_undefined(f, LLVMTypeOf(phi));
        if (!front_is_dead(f))
          vec_push(f->m, out, c);
      }
  vec_free(f->m, &target);
  vec_free(f->m, &source);
}

/* All copies happen at once: where there are several, they go through
 * temporaries. */
static void copy_phis(front *f, LLVMBasicBlockRef from, LLVMBasicBlockRef to) {
  copies all = {0};
  for (LLVMValueRef i = LLVMGetFirstInstruction(to); i && LLVMIsAPHINode(i);
       i = LLVMGetNextInstruction(i))
    collect_one(f, i, from, &all);
  if (all.count > 1)
    vec_each (copy, c, &all)
      c->value = front_hold_always(f, c->value);
  vec_each (const copy, c, &all)
    if (!front_is_dead(f))
      front_assign(f, c->variable, c->value);
  vec_free(f->m, &all);
}

static bool has_phis(LLVMBasicBlockRef block) {
  LLVMValueRef first = LLVMGetFirstInstruction(block);
  return first && LLVMIsAPHINode(first);
}

static void leave(front *f, LLVMBasicBlockRef from, LLVMBasicBlockRef to) {
  front_pass_scopes(f, to);
  if (has_phis(to))
    copy_phis(f, from, to);
  front_go(f, to);
}

/* The location to go to for a block; one before it if it has phis, or if the
 * memory of locals ends or begins on the way. */
static uint32_t door(front *f, LLVMBasicBlockRef from, LLVMBasicBlockRef to) {
  if (!has_phis(to) && !front_leaves_scope(f, to))
    return front_block(f, to);
  uint32_t here = f->body.here, before = front_location(f);
  f->body.here = f->body.start = before;
  front_pass_scopes(f, to);
  copy_phis(f, from, to);
  front_go(f, to);
  f->body.here = here;
  return before;
}

/* The head of a loop stands where the loop's statement starts. */
static void place_loop(front *f, LLVMValueRef i) {
  shim_place at;
  if (!shim_loop_place(i, &at))
    return;
  for (unsigned k = 0; k < LLVMGetNumSuccessors(i); k++) {
    LLVMBasicBlockRef head = LLVMGetSuccessor(i, k);
    uint32_t n = map_find(&f->body.blocks, (uint64_t)(uintptr_t)head);
    if (n == MAP_NONE)
      continue;
    cfa_place place = front_place(f, &at);
    f->p->locations.at[f->body.block_locations.at[n]].place = place;
    return;
  }
}

static void fork(front *f, uint32_t condition, uint32_t holds, uint32_t fails) {
  cfa_edge e = front_edge(f, CFA_ASSUME);
  uint32_t from = f->body.here;
  e.a = condition;
  e.holds = true;
  e.to = holds;
  front_add_edge(f, &e);
  e.from = from;
  e.holds = false;
  e.to = fails;
  front_add_edge(f, &e);
  f->body.here = CFA_NONE;
}

static void branch(front *f, LLVMValueRef i) {
  LLVMBasicBlockRef block = LLVMGetInstructionParent(i);
  uint64_t known;
  if (!LLVMIsConditional(i)) {
    if (f->body.scoped.count)
      front_settle_all(f);
    leave(f, block, LLVMGetSuccessor(i, 0));
    return;
  }
  LLVMValueRef value = LLVMGetCondition(i);
  shim_place at;
  front_settle(f, i);
  uint32_t condition = front_operand(f, value);
  if (front_is_dead(f))
    return;
  if (front_effects(f, condition) & FRONT_CHOOSES)
    condition = front_hold(f, condition);
  if (shim_instruction_place(value, &at))
    f->body.place = front_place(f, &at);
  if (front_is_constant(f, condition, &known)) {
    leave(f, block, LLVMGetSuccessor(i, known ? 0 : 1));
    return;
  }
  uint32_t fails = door(f, block, LLVMGetSuccessor(i, 1));
  uint32_t holds = door(f, block, LLVMGetSuccessor(i, 0));
  fork(f, condition, holds, fails);
}

static void choose(front *f, LLVMValueRef i) {
  LLVMBasicBlockRef block = LLVMGetInstructionParent(i);
  unsigned count = LLVMGetNumSuccessors(i);
  front_settle(f, i);
  uint32_t value = front_operand(f, LLVMGetOperand(i, 0));
  if (front_is_dead(f))
    return;
  if (front_effects(f, value) & FRONT_FAULTS)
    value = front_hold(f, value);
  for (unsigned k = 1; k < count; k++) {
    LLVMValueRef other = LLVMGetOperand(i, 2 * k);
    uint32_t same = front_equal(f, value, front_operand(f, other));
    uint32_t to = door(f, block, LLVMGetSuccessor(i, k));
    uint32_t next = front_location(f);
    fork(f, same, to, next);
    f->body.here = next;
  }
  leave(f, block, LLVMGetSwitchDefaultDest(i));
}

static void give_back(front *f, LLVMValueRef i) {
  cfa_edge e = front_edge(f, CFA_RETURN);
  const char *why = NULL;
  if (f->body.scoped.count) {
    front_settle_all(f);
    front_end_scopes(f);
    e.from = f->body.here;
  }
  if (LLVMGetNumOperands(i) == 0) {
    front_end(f, &e);
    return;
  }
  LLVMValueRef value = LLVMGetOperand(i, 0);
  LLVMTypeRef type = LLVMTypeOf(value);
  front_settle(f, i);
  if (front_is_struct(type)) {
    front_expressions leaves = {0};
    if (front_operands(f, value, &leaves))
      front_store_parts(f, front_read(f, f->body.return_pointer), type,
                        &leaves);
    vec_free(f->m, &leaves);
  } else if (front_width(f, type, &why)) {
    uint32_t a = front_operand(f, value);
    if (f->body.return_pointer == CFA_NONE)
      e.a = a;
    else
      front_give_back(f, a);
  } else {
    front_unsupported(f, "%s", why);
  }
  if (!front_is_dead(f))
    front_end(f, &e);
}

/* clang puts it behind a call of a function that is declared not to return, and
 * at the end of such a function; else the program says so itself. */
static const char *unreachable_why(LLVMValueRef i) {
  LLVMValueRef before = LLVMGetPreviousInstruction(i);
  if (before && LLVMIsACallInst(before) && shim_never_returns(before))
    return "a function that is declared not to return returns";
  LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(i));
  return shim_never_returns(function)
             ? "a function that is declared not to return may return"
             : "what is declared unreachable is reached";
}

bool front_terminator(front *f, LLVMValueRef i) {
  if (!LLVMIsATerminatorInst(i))
    return false;
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMRet:
    give_back(f, i);
    break;
  case LLVMBr:
    branch(f, i);
    place_loop(f, i);
    break;
  case LLVMSwitch:
    choose(f, i);
    break;
  case LLVMUnreachable:
    front_end_undefined(f, unreachable_why(i));
    break;
  case LLVMIndirectBr:
    front_unsupported(f, "computed goto");
    break;
  default:
    front_unsupported(f, "exceptions");
  }
  return true;
}
