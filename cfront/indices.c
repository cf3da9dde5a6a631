/* clang's comparisons of indices with the lengths of arrays, where they tell
 * nothing that is not looked at anyway: these are taken out before a function
 * is translated, so that the code is what it is without them. */
#include "front.h"

#include <string.h>

static LLVMValueRef widened(LLVMValueRef index) {
  bool is_wider = LLVMIsASExtInst(index) || LLVMIsAZExtInst(index);
  return is_wider ? LLVMGetOperand(index, 0) : index;
}

static bool is_trap(LLVMBasicBlockRef block) {
  static const char name[] = "llvm.ubsantrap";
  LLVMValueRef first = LLVMGetFirstInstruction(block);
  LLVMValueRef callee =
      first && LLVMIsACallInst(first) ? LLVMGetCalledValue(first) : NULL;
  shim_text called = callee ? front_name_of(callee) : (shim_text){.length = 0};
  return called.length == sizeof name - 1 &&
         memcmp(called.at, name, called.length) == 0;
}

/* clang compares an index with the length of its array. Of an array that is an
 * object by itself, every access is looked at anyway, unless the offset could
 * go around memory. */
static bool is_looked_at_later(const front *f, LLVMValueRef i) {
  if (!LLVMIsABranchInst(i) || !LLVMIsConditional(i))
    return false;
  LLVMValueRef condition = LLVMGetCondition(i);
  if (!LLVMIsAICmpInst(condition) || !is_trap(LLVMGetSuccessor(i, 1)))
    return false;
  LLVMValueRef k = LLVMGetFirstInstruction(LLVMGetSuccessor(i, 0));
  while (k && !LLVMIsAGetElementPtrInst(k))
    k = LLVMGetNextInstruction(k);
  if (!k || LLVMGetNumOperands(k) != 3)
    return false;
  LLVMValueRef base = LLVMGetOperand(k, 0), index = LLVMGetOperand(k, 2);
  LLVMTypeRef whole = LLVMIsAAllocaInst(base) ? LLVMGetAllocatedType(base)
                      : LLVMIsAGlobalVariable(base)
                          ? LLVMGlobalGetValueType(base)
                          : NULL;
  return whole && whole == LLVMGetGEPSourceElementType(k) &&
         LLVMGetTypeKind(whole) == LLVMArrayTypeKind &&
         front_is_narrow(f, index) &&
         widened(index) == widened(LLVMGetOperand(condition, 0));
}

void front_drop_checks(const front *f, LLVMValueRef function) {
  if (!f->options->index)
    return;
  for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
       block = LLVMGetNextBasicBlock(block)) {
    LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
    while (last && is_looked_at_later(f, last) && shim_drop_check(last))
      last = LLVMGetBasicBlockTerminator(block);
  }
}
