/* Structs that clang hands over as words, because the machine's conventions say
 * so: "i64 %0" stands for 'struct {char c; int i;}'. Read as a word its padding
 * would count as an uninitialised value that decides something. So such words
 * travel as the bytes that they are, in objects: arguments that are stored to
 * a struct at the beginning of the function, results that are structs in the
 * source, and structs in registers. Only functions that are always called by
 * their names: a call through a pointer knows nothing of this. */
#include "front.h"

static bool is_called_by_name(const front *f, LLVMValueRef function) {
  uint32_t n = map_find(&f->function_numbers, (uint64_t)(uintptr_t)function);
  return n != MAP_NONE && !f->functions.at[n].is_address_taken &&
         front_classify(f, function) == FRONT_BODY;
}

static bool is_entry_work(LLVMValueRef i) {
  LLVMValueRef address;
  shim_variable ignored;
  return LLVMIsAAllocaInst(i) || LLVMIsABitCastInst(i) ||
         LLVMIsAGetElementPtrInst(i) || LLVMIsAMemCpyInst(i) ||
         shim_declares(i, &address, &ignored) ||
         (LLVMIsAStoreInst(i) && LLVMIsAArgument(LLVMGetOperand(i, 0)));
}

static LLVMValueRef base_of(LLVMValueRef pointer) {
  while (LLVMIsABitCastInst(pointer) || LLVMIsAGetElementPtrInst(pointer))
    pointer = LLVMGetOperand(pointer, 0);
  return LLVMIsAAllocaInst(pointer) ? pointer : NULL;
}

LLVMValueRef front_home(LLVMValueRef argument) {
  LLVMUseRef use = LLVMGetFirstUse(argument);
  LLVMValueRef user = use ? LLVMGetUser(use) : NULL;
  if (!use || LLVMGetNextUse(use) || !LLVMIsAStoreInst(user) ||
      LLVMGetOperand(user, 0) != argument)
    return NULL;
  LLVMValueRef to = LLVMGetOperand(user, 1);
  LLVMBasicBlockRef block = LLVMGetInstructionParent(user);
  if (block != LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(block)))
    return NULL;
  for (LLVMValueRef i = LLVMGetFirstInstruction(block); i != user;
       i = LLVMGetNextInstruction(i))
    if (!is_entry_work(i) ||
        (LLVMIsAStoreInst(i) && LLVMGetOperand(i, 1) == to))
      return NULL;
  return base_of(to);
}

/* A word that is copied to a struct at once, because of alignment. LLVM 14
 * casts its address for that. */
static bool is_only_copied(LLVMValueRef alloca) {
  for (LLVMUseRef u = LLVMGetFirstUse(alloca); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (!LLVMIsABitCastInst(user) && !LLVMIsAMemCpyInst(user) &&
        !front_is_whole_access(user, alloca))
      return false;
    if (LLVMIsALoadInst(user))
      return false;
  }
  return true;
}

/* Where the alloca is what the argument is, it is mostly no struct. Nothing
 * depends on the guess but how the word travels. */
static bool is_struct_home(LLVMValueRef home, LLVMTypeRef type) {
  return LLVMGetAllocatedType(home) != type || is_only_copied(home);
}

bool front_takes_object(const front *f, LLVMValueRef function,
                        unsigned argument) {
  LLVMValueRef a = LLVMGetParam(function, argument);
  LLVMTypeRef type = LLVMTypeOf(a);
  if (!is_called_by_name(f, function) || front_is_struct(type) ||
      front_width(f, type, NULL) == 0 || front_width(f, type, NULL) % 8)
    return false;
  LLVMValueRef home = front_home(a);
  return home && is_struct_home(home, type) &&
         LLVMGetNextUse(LLVMGetFirstUse(home));
}

bool front_returns_object(const front *f, LLVMValueRef function) {
  LLVMTypeRef type = LLVMGetReturnType(LLVMGlobalGetValueType(function));
  if (!is_called_by_name(f, function) ||
      LLVMGetTypeKind(type) == LLVMVoidTypeKind || front_is_struct(type))
    return false;
  unsigned width = front_width(f, type, NULL);
  return width && width % 8 == 0 && shim_returns_record(function);
}

uint32_t front_transit(front *f, LLVMTypeRef type) {
  uint32_t n = front_temporary_object(f, front_size(f, type),
                                      LLVMABIAlignmentOfType(f->layout, type));
  f->is_transit.at[n] = true;
  cfa_edge e = front_edge(f, CFA_HAVOC);
  e.variable = n;
  front_emit(f, &e);
  return n;
}

void front_move(front *f, uint32_t to, uint32_t from, uint64_t bytes) {
  cfa_edge e = front_edge(f, CFA_COPY);
  e.a = to;
  e.b = from;
  e.c = front_word(f, bytes);
  front_emit(f, &e);
}

void front_put(front *f, uint32_t pointer, uint32_t value) {
  const cfa_expression *x = front_at(f, value);
  if (x->kind == CFA_LOAD && x->width % 8 == 0) {
    const cfa_expression *from = front_at(f, x->a);
    if (from->kind == CFA_ADDRESS && f->is_transit.at[from->a]) {
      front_move(f, pointer, x->a, x->width / 8);
      return;
    }
  }
  front_store(f, pointer, value);
}

uint32_t front_lend(front *f, uint32_t value) {
  const cfa_expression x = *front_at(f, value);
  if (x.kind == CFA_LOAD && x.width % 8 == 0)
    return x.a;
  uint32_t object = front_temporary_object(f, (x.width + 7u) / 8, 1);
  front_store(f, front_address(f, object, 0), value);
  return front_address(f, object, 0);
}

/* What the callee gives back goes through its first parameter. */
void front_give_back(front *f, uint32_t value) {
  const cfa_expression x = *front_at(f, value);
  uint32_t to = front_read(f, f->body.return_pointer);
  if (x.kind == CFA_LOAD && x.width % 8 == 0)
    front_move(f, to, x.a, x.width / 8);
  else
    front_store(f, to, value);
}

void front_read_struct(front *f, LLVMValueRef i, uint32_t object) {
  bool is_forced = front_register_of(f, i)->state == FRONT_DONE;
  front_leaves parts = {0};
  front_expressions leaves = {0};
  const char *why = NULL;
  if (front_split(f, LLVMTypeOf(i), &parts, &why)) {
    vec_each (const front_leaf, x, &parts)
      vec_push(f->m, &leaves,
               front_load(f, front_address(f, object, x->offset), x->type));
    if (!front_is_struct(LLVMTypeOf(i)))
      front_define(f, i, leaves.at[0]);
    else if (is_forced)
      front_define_leaves(f, i, &leaves);
    else
      front_set_leaves(f, i, &leaves);
  } else {
    front_unsupported(f, "%s", why);
  }
  vec_free(f->m, &parts);
  vec_free(f->m, &leaves);
}
