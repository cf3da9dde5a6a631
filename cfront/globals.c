/* Globals that main can reach, and what they hold at the beginning. */
#include "front.h"

#include <assert.h>

static bool is_reached(const front *f, LLVMValueRef instruction) {
  LLVMBasicBlockRef block = LLVMGetInstructionParent(instruction);
  LLVMValueRef function = LLVMGetBasicBlockParent(block);
  return map_find(&f->reached, (uint64_t)(uintptr_t)function) != MAP_NONE;
}

/* Of an alloca or a global: pointers themselves say nothing from LLVM 15 on. */
static LLVMTypeRef type_at(LLVMValueRef pointer) {
  return LLVMIsAAllocaInst(pointer) ? LLVMGetAllocatedType(pointer)
                                    : LLVMGlobalGetValueType(pointer);
}

bool front_is_whole_access(LLVMValueRef user, LLVMValueRef pointer) {
  LLVMTypeRef type = type_at(pointer);
  if (LLVMIsALoadInst(user))
    return LLVMTypeOf(user) == type && !shim_is_atomic(user);
  return LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != pointer &&
         LLVMTypeOf(LLVMGetOperand(user, 0)) == type && !shim_is_atomic(user);
}

/* The initialiser of a global that nobody reaches does not count either. */
static bool is_only_accessed(const front *f, LLVMValueRef global) {
  for (LLVMUseRef u = LLVMGetFirstUse(global); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (!LLVMIsAInstruction(user))
      return false;
    if (is_reached(f, user) && !front_is_whole_access(user, global))
      return false;
  }
  return true;
}

typedef struct piece {
  LLVMValueRef value;
  uint64_t offset;
} piece;
typedef vec(piece) pieces;

static cfa_place place_of(const front *f, uint32_t variable) {
  return f->p->variables.at[variable].place;
}

static base_noreturn void reject_initial(front *f, uint32_t variable,
                                         const char *why) {
  cfa_place at = place_of(f, variable);
  front_reject(f, &at, "the initial value of '%s' holds %s",
               cfa_text(f->p, f->p->variables.at[variable].name), why);
}

static void put_bytes(front *f, uint32_t variable, uint64_t offset,
                      uint64_t value, unsigned bytes) {
  cfa_variable *v = &f->p->variables.at[variable];
  if (value == 0)
    return;
  if (offset + bytes > v->bytes) {
    vec_resize(f->m, &f->p->data, (size_t)(v->data + offset + bytes));
    v->bytes = offset + bytes;
  }
  for (unsigned i = 0; i < bytes; i++)
    f->p->data.at[v->data + offset + i] = (unsigned char)(value >> 8 * i);
}

static void put_pointer(front *f, uint32_t variable, uint64_t offset,
                        uint32_t value) {
  cfa_variable *v = &f->p->variables.at[variable];
  cfa_pointer x = {.offset = offset, .value = value};
  vec_push(f->m, &f->p->pointers, x);
  v->pointers++;
}

static void put_word(front *f, uint32_t variable, const piece *x) {
  const char *why = NULL;
  uint32_t e;
  if (!front_constant_of(f, x->value, &e, &why))
    reject_initial(f, variable, why);
  if (e == CFA_NONE)
    return;
  const cfa_expression *w = front_at(f, e);
  if (w->kind == CFA_CONSTANT)
    put_bytes(f, variable, x->offset, w->value, (w->width + 7u) / 8);
  else if (w->is_pointer && w->kind != CFA_TO_POINTER && w->kind != CFA_APPLY)
    put_pointer(f, variable, x->offset, e);
  else if (w->kind == CFA_TO_INTEGER && w->width == f->p->pointer_bits)
    put_pointer(f, variable, x->offset, w->a);
  else
    reject_initial(f, variable, "an address that is computed with");
}

static void push_pieces(front *f, const piece *x, pieces *todo) {
  LLVMTypeRef type = LLVMTypeOf(x->value);
  for (unsigned i = front_part_count(type); i-- > 0;) {
    LLVMValueRef part = front_part(x->value, i);
    if (!LLVMIsUndef(part) && !LLVMIsNull(part))
      vec_push(f->m, todo,
               ((piece){part, x->offset + front_part_offset(f, type, i)}));
  }
}

static void fill_object(front *f, uint32_t variable, LLVMValueRef value) {
  pieces todo = {0};
  f->p->variables.at[variable].data = f->p->data.count;
  f->p->variables.at[variable].first_pointer = (uint32_t)f->p->pointers.count;
  vec_push(f->m, &todo, ((piece){value, 0}));
  while (todo.count) {
    piece x = vec_pop(&todo);
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(x.value));
    if (LLVMIsUndef(x.value) || LLVMIsNull(x.value))
      continue;
    if (kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind)
      push_pieces(f, &x, &todo);
    else
      put_word(f, variable, &x);
  }
  vec_free(f->m, &todo);
}

static void fill_scalar(front *f, uint32_t variable, LLVMValueRef value) {
  const char *why = NULL;
  uint32_t e;
  if (!front_constant_of(f, value, &e, &why))
    reject_initial(f, variable, why);
  if (e != CFA_NONE)
    f->p->variables.at[variable].initial =
        front_signed(f, e, f->p->variables.at[variable].is_signed);
}

/* A pointer-sized integer may take part in an initial pointer only if the
 * object is known as an object: scalars are integers that stay what they are.
 */
static void add_global(front *f, LLVMValueRef g) {
  LLVMTypeRef type = LLVMGlobalGetValueType(g);
  shim_variable known = {.name = front_name_of(g)};
  bool has_info = shim_global(g, &known);
  uint32_t n = front_variable(f, CFA_GLOBAL, front_name(f, known.name));
  uint32_t t = has_info ? front_type(f, known.type) : CFA_NONE;
  cfa_place place = front_place(f, &known.place);
  cfa_variable *v = &f->p->variables.at[n];
  front_types(f);
  v->type = t;
  v->place = place;
  v->is_signed = front_type_is_signed(f, t);
  v->is_scalar = front_width(f, type, NULL) && is_only_accessed(f, g);
  v->is_constant = LLVMIsGlobalConstant(g);
  v->is_extern = LLVMIsDeclaration(g) ? 1 : 0;
  v->size = front_size(f, type);
  v->alignment =
      LLVMTypeIsSized(type) ? LLVMPreferredAlignmentOfGlobal(f->layout, g) : 1;
  if (v->is_scalar) {
    v->width = (uint8_t)front_width(f, type, NULL);
    v->is_pointer = front_is_pointer(type);
  }
  uint32_t number =
      map_insert(f->m, &f->global_numbers, (uint64_t)(uintptr_t)g);
  assert(number == n);
  (void)number;
}

void front_globals(front *f) {
  vec_each (const LLVMValueRef, g, &f->globals)
    add_global(f, *g);
  for (size_t i = 0; i < f->globals.count; i++) {
    LLVMValueRef value = LLVMGetInitializer(f->globals.at[i]);
    if (!value)
      continue;
    if (f->p->variables.at[i].is_scalar)
      fill_scalar(f, (uint32_t)i, value);
    else
      fill_object(f, (uint32_t)i, value);
  }
}
