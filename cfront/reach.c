/* The functions and globals that main can reach, through calls, addresses and
 * initial values; in the order in which they are met, which is that of the
 * program's text. */
#include "front.h"

typedef struct search {
  front *f;
  vec(LLVMValueRef) constants; /* to be looked through */
} search;

static bool is_new(front *f, LLVMValueRef value) {
  size_t before = f->reached.keys.count;
  return map_insert(f->m, &f->reached, (uint64_t)(uintptr_t)value) == before;
}

LLVMValueRef front_called_function(LLVMValueRef callee) {
  while (LLVMIsAConstantExpr(callee) || LLVMIsAGlobalAlias(callee)) {
    if (LLVMIsAGlobalAlias(callee))
      callee = LLVMAliasGetAliasee(callee);
    else if (LLVMGetConstOpcode(callee) == LLVMBitCast)
      callee = LLVMGetOperand(callee, 0);
    else
      return NULL;
  }
  return LLVMIsAFunction(callee) ? callee : NULL;
}

/* Only functions that are translated, or whose address is taken, are functions
 * of the automaton; calls of others are edges. */
static void reach_function(search *s, LLVMValueRef function, bool is_address) {
  front *f = s->f;
  front_special what = front_classify(f, function);
  front_reach_models(f, what);
  if (!is_address && what != FRONT_BODY)
    return;
  uint32_t n =
      map_insert(f->m, &f->function_numbers, (uint64_t)(uintptr_t)function);
  if (n == f->functions.count)
    vec_push(f->m, &f->functions, (front_function){.value = function});
  if (is_address)
    f->functions.at[n].is_address_taken = true;
  is_new(f, function);
}

static void reach_constant(search *s, LLVMValueRef c) {
  front *f = s->f;
  if (LLVMIsAFunction(c)) {
    reach_function(s, c, true);
  } else if (LLVMIsAGlobalAlias(c)) {
    vec_push(f->m, &s->constants, LLVMAliasGetAliasee(c));
  } else if (LLVMIsAGlobalVariable(c)) {
    if (!is_new(f, c))
      return;
    vec_push(f->m, &f->globals, c);
    if (LLVMGetInitializer(c))
      vec_push(f->m, &s->constants, LLVMGetInitializer(c));
  } else if (!LLVMIsABlockAddress(c) && LLVMGetNumOperands(c) > 0 &&
             is_new(f, c)) {
    for (int i = LLVMGetNumOperands(c); i-- > 0;)
      vec_push(f->m, &s->constants, LLVMGetOperand(c, (unsigned)i));
  }
}

static void reach_operand(search *s, LLVMValueRef value) {
  front *f = s->f;
  if (!LLVMIsConstant(value))
    return;
  vec_push(f->m, &s->constants, value);
  while (s->constants.count) {
    LLVMValueRef c = vec_pop(&s->constants);
    reach_constant(s, c);
  }
}

static void reach_from_instruction(search *s, LLVMValueRef i) {
  int count = LLVMGetNumOperands(i);
  LLVMValueRef callee = NULL;
  if (LLVMIsACallInst(i)) {
    count--; /* the callee stands last */
    callee = front_called_function(LLVMGetCalledValue(i));
    if (callee)
      reach_function(s, callee, false);
    else
      reach_operand(s, LLVMGetCalledValue(i));
  }
  for (int k = 0; k < count; k++)
    reach_operand(s, LLVMGetOperand(i, (unsigned)k));
}

static void reach_from_function(search *s, LLVMValueRef function) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b;
       b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
         i = LLVMGetNextInstruction(i))
      reach_from_instruction(s, i);
}

void front_reach(front *f, LLVMValueRef main) {
  search s = {.f = f};
  reach_function(&s, main, false);
  for (size_t i = 0; i < f->functions.count; i++) {
    LLVMValueRef function = f->functions.at[i].value;
    if (front_classify(f, function) == FRONT_BODY)
      reach_from_function(&s, function);
  }
  vec_free(f->m, &s.constants);
}
