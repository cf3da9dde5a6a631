/* Registers: which fold into their users, and when they must be settled, that
 * is, evaluated into temporaries, so that inputs and faults keep their order.
 */
#include "front.h"

#include <assert.h>

enum { DEEPEST = 40 }; /* expressions: evaluators may walk them by recursion */

front_register *front_register_of(front *f, LLVMValueRef value) {
  front_body *b = &f->body;
  uint32_t n = map_insert(f->m, &b->values, (uint64_t)(uintptr_t)value);
  if (n == b->registers.count) {
    front_register fresh = {.state = FRONT_UNSEEN, .scalar = CFA_NONE};
    vec_push(f->m, &b->registers, fresh);
  }
  return &b->registers.at[n];
}

static void set_leaves(front *f, LLVMValueRef value, front_state state,
                       const uint32_t *leaves, size_t count) {
  front_register *r = front_register_of(f, value);
  r->state = state;
  r->first = (uint32_t)f->body.leaves.count;
  r->count = (uint32_t)count;
  for (size_t i = 0; i < count; i++)
    vec_push(f->m, &f->body.leaves, leaves[i]);
}

void front_set(front *f, LLVMValueRef value, uint32_t expression) {
  set_leaves(f, value, FRONT_DONE, &expression, 1);
}

void front_set_leaves(front *f, LLVMValueRef value,
                      const front_expressions *leaves) {
  set_leaves(f, value, FRONT_DONE, leaves->at, leaves->count);
}

static void take_out(front *f, size_t index) {
  front_body *b = &f->body;
  memmove(b->pending.at + index, b->pending.at + index + 1,
          (b->pending.count - index - 1) * sizeof *b->pending.at);
  b->pending.count--;
}

static void settle_one(front *f, size_t index) {
  front_pending x = f->body.pending.at[index];
  cfa_place place = f->body.place;
  take_out(f, index);
  uint32_t variable = front_temporary_like(f, x.expression);
  uint32_t leaf = front_read(f, variable);
  f->body.place = x.place;
  front_assign(f, variable, x.expression);
  f->body.place = place;
  set_leaves(f, x.value, FRONT_DONE, &leaf, 1);
}

/* Those with one of these effects up to the given place in the row. */
static void settle_before(front *f, size_t end, unsigned effects) {
  for (size_t i = 0; i < end;)
    if (front_effects(f, f->body.pending.at[i].expression) & effects) {
      settle_one(f, i);
      end--;
    } else {
      i++;
    }
}

static void settle_others(front *f, LLVMValueRef user, unsigned effects) {
  front_body *b = &f->body;
  size_t end = 0;
  for (size_t i = 0; i < b->pending.count; i++)
    if (b->pending.at[i].user != user &&
        front_effects(f, b->pending.at[i].expression) & effects)
      end = i + 1;
  settle_before(f, end, effects);
}

void front_settle(front *f, LLVMValueRef user) {
  settle_others(f, user, FRONT_READS | FRONT_FAULTS);
}

void front_settle_all(front *f) {
  settle_before(f, f->body.pending.count, FRONT_READS | FRONT_FAULTS);
}

static const front_pending *pending_of(const front *f, LLVMValueRef value) {
  vec_each (const front_pending, x, &f->body.pending)
    if (x->value == value)
      return x;
  return NULL;
}

/* What is evaluated must not jump over what is pending beside it, nor may an
 * input that is made each time be met twice in one expression. */
void front_settle_order(front *f, const LLVMValueRef *order, size_t count) {
  uint32_t low = UINT32_MAX, high = 0;
  unsigned choosing = 0;
  bool wrong = false;
  for (size_t i = 0; i < count; i++) {
    const front_pending *x = pending_of(f, order[i]);
    unsigned effects = x ? front_effects(f, x->expression) : 0;
    if (!(effects & FRONT_FAULTS))
      continue;
    choosing += (effects & FRONT_CHOOSES) != 0;
    wrong = wrong || (low != UINT32_MAX && x->first < high);
    low = x->first < low ? x->first : low;
    high = x->last > high ? x->last : high;
  }
  size_t end = 0;
  for (size_t i = 0; i < f->body.pending.count && low != UINT32_MAX; i++) {
    const front_pending *x = &f->body.pending.at[i];
    bool is_operand = false;
    for (size_t k = 0; k < count; k++)
      is_operand = is_operand || order[k] == x->value;
    if (!(front_effects(f, x->expression) & FRONT_FAULTS))
      continue;
    wrong = wrong || (!is_operand && x->last > low && x->first < high);
    end = x->first <= high ? i + 1 : end;
  }
  if (wrong || choosing > 1)
    settle_before(f, end, FRONT_FAULTS);
}

static uint32_t dummy(front *f, LLVMTypeRef type) {
  unsigned width = front_width(f, type, NULL);
  return front_is_pointer(type) ? front_pointer(f, 0)
                                : front_constant(f, width ? width : 1, 0, true);
}

static uint32_t consume(front *f, LLVMValueRef value) {
  front_body *b = &f->body;
  for (size_t i = 0; i < b->pending.count; i++) {
    front_pending x = b->pending.at[i];
    if (x.value != value)
      continue;
    if (front_effects(f, x.expression) & FRONT_FAULTS) {
      b->taken_first = x.first < b->taken_first ? x.first : b->taken_first;
      b->taken_last = x.last > b->taken_last ? x.last : b->taken_last;
    }
    take_out(f, i);
    return x.expression;
  }
  assert(false); /* a pending register is in the row */
  return CFA_NONE;
}

/* Registers that a phi names before their instruction is met. */
static bool force(front *f, LLVMValueRef value) {
  front_leaves parts = {0};
  front_expressions leaves = {0};
  const char *why = NULL;
  bool fine = front_split(f, LLVMTypeOf(value), &parts, &why);
  if (fine) {
    vec_each (const front_leaf, x, &parts) {
      uint32_t v = front_temporary(f, front_width(f, x->type, NULL),
                                   front_is_pointer(x->type));
      vec_push(f->m, &leaves, front_read(f, v));
    }
    set_leaves(f, value, FRONT_DONE, leaves.at, leaves.count);
  } else {
    front_unsupported(f, "%s", why);
  }
  vec_free(f->m, &parts);
  vec_free(f->m, &leaves);
  return fine;
}

bool front_operands(front *f, LLVMValueRef value, front_expressions *out) {
  const char *why = NULL;
  if (LLVMIsConstant(value)) {
    if (front_constant_leaves(f, value, out, &why))
      return true;
    front_unsupported(f, "%s", why);
    return false;
  }
  front_register r = *front_register_of(f, value);
  if (r.state == FRONT_PENDING) {
    vec_push(f->m, out, consume(f, value));
    return true;
  }
  if (r.state == FRONT_UNSEEN) {
    if (!force(f, value))
      return false;
    r = *front_register_of(f, value);
  }
  for (uint32_t i = 0; i < r.count; i++)
    vec_push(f->m, out, f->body.leaves.at[r.first + i]);
  return true;
}

uint32_t front_operand(front *f, LLVMValueRef value) {
  front_expressions leaves = {0};
  LLVMTypeRef type = LLVMTypeOf(value);
  const char *why = NULL;
  uint32_t x = CFA_NONE;
  if (!front_width(f, type, &why)) {
    front_unsupported(f, "%s", why);
    return dummy(f, type);
  }
  /* clang -O0 makes it of nothing else. */
  if (LLVMIsPoison(value) && !f->options->control) {
    front_end_undefined(f, "a constant is divided by zero or shifted too far");
    return dummy(f, type);
  }
  if (!front_operands(f, value, &leaves) || leaves.count != 1)
    x = dummy(f, type);
  else
    x = leaves.at[0] == CFA_NONE ? front_undefined(f, type) : leaves.at[0];
  vec_free(f->m, &leaves);
  return x;
}

static LLVMValueRef only_user(LLVMValueRef value) {
  LLVMUseRef use = LLVMGetFirstUse(value);
  return use && !LLVMGetNextUse(use) ? LLVMGetUser(use) : NULL;
}

/* A phi takes a register over where its block does nothing but go there. */
static bool folds_into_phi(LLVMValueRef value, LLVMValueRef phi) {
  LLVMBasicBlockRef block = LLVMGetInstructionParent(value);
  LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
  if (!LLVMIsABranchInst(last) || LLVMIsConditional(last) ||
      LLVMGetSuccessor(last, 0) != LLVMGetInstructionParent(phi))
    return false;
  unsigned count = LLVMCountIncoming(phi);
  for (unsigned i = 0; i < count; i++)
    if (LLVMGetIncomingValue(phi, i) == value &&
        LLVMGetIncomingBlock(phi, i) != block)
      return false;
  return true;
}

/* The instruction that a register folds into; NULL: none. */
static LLVMValueRef folding_user(LLVMValueRef value) {
  LLVMValueRef user = only_user(value);
  if (!user || !LLVMIsAInstruction(user))
    return NULL;
  if (LLVMIsAPHINode(user))
    return folds_into_phi(value, user) ? user : NULL;
  return LLVMGetInstructionParent(user) == LLVMGetInstructionParent(value)
             ? user
             : NULL;
}

static void push_pending(front *f, LLVMValueRef value, LLVMValueRef user,
                         uint32_t expression) {
  front_body *b = &f->body;
  front_pending x = {.value = value,
                     .user = user,
                     .expression = expression,
                     .first = b->taken_first,
                     .last = b->number,
                     .place = b->place};
  if (x.first > b->number)
    x.first = b->number;
  if (b->taken_first != UINT32_MAX && !b->faults_itself)
    x.last = b->taken_last;
  vec_push(f->m, &b->pending, x);
  set_leaves(f, value, FRONT_PENDING, &expression, 1);
}

static void assign_register(front *f, LLVMValueRef value, uint32_t expression) {
  front_register r = *front_register_of(f, value);
  uint32_t variable, leaf;
  if (front_effects(f, expression) & FRONT_FAULTS)
    settle_others(f, NULL, FRONT_FAULTS);
  if (r.state == FRONT_DONE) { /* forced */
    variable = front_at(f, f->body.leaves.at[r.first])->a;
  } else {
    variable = front_temporary_like(f, expression);
    leaf = front_read(f, variable);
    set_leaves(f, value, FRONT_DONE, &leaf, 1);
  }
  front_assign(f, variable, expression);
}

void front_define(front *f, LLVMValueRef value, uint32_t expression) {
  front_facts facts = front_facts_of(f, expression);
  bool is_forced = front_register_of(f, value)->state == FRONT_DONE;
  LLVMValueRef user = folding_user(value);
  if (f->body.here == CFA_NONE)
    return;
  if (!LLVMGetFirstUse(value) && !(facts.effects & FRONT_FAULTS))
    return;
  if (!is_forced && !(facts.effects & (FRONT_VARIABLES | FRONT_FAULTS)))
    set_leaves(f, value, FRONT_DONE, &expression, 1);
  else if (!is_forced && user && facts.depth < DEEPEST)
    push_pending(f, value, user, expression);
  else
    assign_register(f, value, expression);
}

void front_define_leaves(front *f, LLVMValueRef value,
                         const front_expressions *leaves) {
  front_register r = *front_register_of(f, value);
  front_expressions held = {0};
  if (r.state == FRONT_DONE) { /* forced */
    for (uint32_t i = 0; i < r.count; i++)
      if (leaves->at[i] != CFA_NONE)
        front_assign(f, front_at(f, f->body.leaves.at[r.first + i])->a,
                     leaves->at[i]);
    return;
  }
  vec_each (const uint32_t, x, leaves)
    vec_push(f->m, &held, *x == CFA_NONE ? CFA_NONE : front_hold(f, *x));
  set_leaves(f, value, FRONT_DONE, held.at, held.count);
  vec_free(f->m, &held);
}

uint32_t front_scalar_of(const front *f, LLVMValueRef pointer) {
  uint32_t n;
  if (LLVMIsAGlobalVariable(pointer)) {
    n = map_find(&f->global_numbers, (uint64_t)(uintptr_t)pointer);
    return n != MAP_NONE && f->p->variables.at[n].is_scalar ? n : CFA_NONE;
  }
  n = map_find(&f->body.values, (uint64_t)(uintptr_t)pointer);
  return n == MAP_NONE ? CFA_NONE : f->body.registers.at[n].scalar;
}

/* The store that follows at once and does nothing but keep the result. */
static LLVMValueRef keeping_store(const front *f, LLVMValueRef value,
                                  LLVMValueRef *cast) {
  LLVMValueRef user = only_user(value);
  *cast = NULL;
  if (user && LLVMIsABitCastInst(user) &&
      user == LLVMGetNextInstruction(value) &&
      front_is_pointer(LLVMTypeOf(user))) {
    *cast = value = user;
    user = only_user(value);
  }
  if (!user || !LLVMIsAStoreInst(user) ||
      user != LLVMGetNextInstruction(value) ||
      LLVMGetOperand(user, 0) != value || shim_is_atomic(user))
    return NULL;
  return front_scalar_of(f, LLVMGetOperand(user, 1)) != CFA_NONE ? user : NULL;
}

uint32_t front_result(front *f, LLVMValueRef value) {
  LLVMTypeRef type = LLVMTypeOf(value);
  LLVMValueRef cast, store = keeping_store(f, value, &cast);
  front_register r = *front_register_of(f, value);
  if (r.state == FRONT_DONE)
    return front_at(f, f->body.leaves.at[r.first])->a;
  if (store) {
    f->body.skip[0] = store;
    f->body.skip[1] = cast;
    return front_scalar_of(f, LLVMGetOperand(store, 1));
  }
  uint32_t variable =
      front_temporary(f, front_width(f, type, NULL), front_is_pointer(type));
  uint32_t leaf = front_read(f, variable);
  set_leaves(f, value, FRONT_DONE, &leaf, 1);
  return variable;
}
