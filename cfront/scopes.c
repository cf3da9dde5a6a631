/* Locals of inner blocks, whose memory ends with their block. Nearly all of
 * them are used nowhere else, and live until their function returns, as allocas
 * do. Where a pointer to one may stay behind, it is memory of its own instead:
 * it is allocated where control enters its block, freed where control leaves
 * it, and both once more where its declaration is passed. What is a block is
 * told by clang's debug information. */
#include "front.h"

#include <stdio.h>

typedef vec(LLVMValueRef) values;

static bool is_among(const values *all, LLVMValueRef value) {
  vec_each (const LLVMValueRef, v, all)
    if (*v == value)
      return true;
  return false;
}

static void add_value(front *f, values *out, LLVMValueRef value) {
  if (!is_among(out, value))
    vec_push(f->m, out, value);
}

/* Is this alloca only loaded and stored, and does it end with the block, too?
 */
static bool is_kept_inside(front *f, LLVMValueRef to, LLVMMetadataRef block) {
  const shim_variable *known =
      LLVMIsAAllocaInst(to) ? front_declaration_of(f, to) : NULL;
  if (!known || !known->block || !shim_block_is_inside(known->block, block))
    return false;
  for (LLVMUseRef u = LLVMGetFirstUse(to); u; u = LLVMGetNextUse(u))
    if (!front_is_whole_access(LLVMGetUser(u), to))
      return false;
  return true;
}

static void add_loads(front *f, LLVMValueRef of, values *out) {
  for (LLVMUseRef u = LLVMGetFirstUse(of); u; u = LLVMGetNextUse(u))
    if (LLVMIsALoadInst(LLVMGetUser(u)))
      add_value(f, out, LLVMGetUser(u));
}

/* False: 'user' lets the pointer 'value' out of the block. */
static bool follow(front *f, LLVMValueRef user, LLVMValueRef value,
                   LLVMMetadataRef block, values *out) {
  if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == value) {
    LLVMValueRef to = LLVMGetOperand(user, 1);
    if (!is_kept_inside(f, to, block))
      return false;
    add_loads(f, to, out);
  }
  if (LLVMIsAGetElementPtrInst(user) || LLVMIsACastInst(user) ||
      LLVMIsAPHINode(user) || LLVMIsASelectInst(user))
    add_value(f, out, user);
  return true;
}

/* What functions do with a pointer that they are given is not looked at. */
static bool gets_out(front *f, LLVMValueRef alloca, LLVMMetadataRef block) {
  values all = {0};
  bool is_kept = true;
  vec_push(f->m, &all, alloca);
  for (size_t i = 0; is_kept && i < all.count; i++) {
    LLVMValueRef value = all.at[i];
    for (LLVMUseRef u = LLVMGetFirstUse(value); u && is_kept;
         u = LLVMGetNextUse(u))
      is_kept = follow(f, LLVMGetUser(u), value, block, &all);
  }
  vec_free(f->m, &all);
  return !is_kept;
}

bool front_add_scoped(front *f, LLVMValueRef alloca) {
  const shim_variable *known = front_declaration_of(f, alloca);
  char name[256];
  if (!f->options->index || !known || !known->block || known->argument ||
      !gets_out(f, alloca, known->block))
    return false;
  snprintf(name, sizeof name, "&%.*s",
           known->name.length < 200 ? (int)known->name.length : 200,
           known->name.at);
  uint32_t n = front_scalar(f, CFA_TEMPORARY, cfa_name(f->m, f->p, name),
                            LLVMTypeOf(alloca));
  uint64_t size = front_size(f, LLVMGetAllocatedType(alloca)) *
                  LLVMConstIntGetZExtValue(LLVMGetOperand(alloca, 0));
  vec_push(f->m, &f->body.scoped,
           ((front_scoped){.alloca = alloca,
                           .block = known->block,
                           .variable = n,
                           .size = size}));
  front_set(f, alloca, front_read(f, n));
  return true;
}

/* People see nothing of it. */
static cfa_edge hidden(const front *f, cfa_edge_kind kind) {
  cfa_edge e = front_edge(f, kind);
  e.place.file = CFA_NONE;
  return e;
}

static void forget(front *f, const front_scoped *s) {
  cfa_edge none = hidden(f, CFA_ASSIGN);
  none.variable = s->variable;
  none.a = front_pointer(f, 0);
  front_emit(f, &none);
}

static void end(front *f, const front_scoped *s) {
  cfa_edge e = hidden(f, CFA_FREE);
  e.a = front_read(f, s->variable);
  front_emit(f, &e);
}

static void begin(front *f, const front_scoped *s) {
  cfa_edge e = hidden(f, CFA_ALLOCATE);
  e.allocation = CFA_MALLOC;
  e.variable = s->variable;
  e.a = front_word(f, s->size);
  front_emit(f, &e);
}

bool front_declare_scoped(front *f, LLVMValueRef alloca) {
  vec_each (const front_scoped, s, &f->body.scoped)
    if (s->alloca == alloca) {
      front_settle_all(f);
      end(f, s); /* of an earlier pass; null if there was none */
      begin(f, s);
      return true;
    }
  return false;
}

/* Where does a basic block begin? At its first instruction that has a place; of
 * one without, where it leads to. */
static LLVMValueRef first_placed(LLVMBasicBlockRef block) {
  enum { MOST = 16 };
  for (int n = 0; n < MOST; n++) {
    LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i;
         i = LLVMGetNextInstruction(i))
      if (shim_has_block(i))
        return i;
    if (!last || !LLVMGetNumSuccessors(last))
      return NULL;
    block = LLVMGetSuccessor(last, 0);
  }
  return NULL;
}

static bool is_in(const front_scoped *s, LLVMValueRef i) {
  return i && shim_is_inside(i, s->block);
}

static bool declares_in(const front_scoped *s, LLVMBasicBlockRef block) {
  LLVMValueRef address;
  shim_variable v;
  for (LLVMValueRef i = LLVMGetFirstInstruction(block); i;
       i = LLVMGetNextInstruction(i))
    if (shim_declares(i, &address, &v) && address == s->alloca)
      return true;
  return false;
}

/* From one instruction to another; 'block' is that of the second. The
 * declaration itself allocates, if it is about to be passed. */
static void pass(front *f, LLVMValueRef from, LLVMValueRef to,
                 LLVMBasicBlockRef block) {
  vec_each (const front_scoped, s, &f->body.scoped) {
    bool was = is_in(s, from), is = is_in(s, to);
    if (was && !is) {
      end(f, s);
      forget(f, s);
    } else if (!was && is && !declares_in(s, block)) {
      begin(f, s);
    }
  }
}

bool front_leaves_scope(const front *f, LLVMBasicBlockRef to) {
  LLVMValueRef first = f->body.scoped.count ? first_placed(to) : NULL;
  vec_each (const front_scoped, s, &f->body.scoped)
    if (is_in(s, f->body.at) != is_in(s, first))
      return true;
  return false;
}

void front_pass_scopes(front *f, LLVMBasicBlockRef to) {
  if (f->body.scoped.count)
    pass(f, f->body.at, first_placed(to), to);
}

void front_begin_scopes(front *f, LLVMBasicBlockRef block) {
  if (!f->body.scoped.count)
    return;
  f->body.at = first_placed(block);
  if (block != LLVMGetEntryBasicBlock(f->body.value))
    return;
  vec_each (const front_scoped, s, &f->body.scoped)
    forget(f, s);
  pass(f, NULL, f->body.at, block);
}

void front_step_scopes(front *f, LLVMValueRef i) {
  if (!f->body.scoped.count || !shim_has_block(i))
    return;
  bool changes = false;
  vec_each (const front_scoped, s, &f->body.scoped)
    changes = changes || is_in(s, f->body.at) != is_in(s, i);
  if (changes) {
    front_settle_all(f);
    pass(f, f->body.at, i, LLVMGetInstructionParent(i));
  }
  f->body.at = i;
}

void front_end_scopes(front *f) {
  vec_each (const front_scoped, s, &f->body.scoped)
    if (is_in(s, f->body.at))
      end(f, s);
}
