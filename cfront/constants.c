/* Constants and constant expressions, wherever values occur. */
#include "front.h"

#include <string.h>

enum { DEEPEST = 60 }; /* nested constant expressions; clang makes three */

typedef struct look {
  front *f;
  const char *why;
  unsigned depth;
} look;

static bool constant_at(look *l, LLVMValueRef value, uint32_t *out);

static bool refuse(look *l, const char *why) {
  l->why = why;
  return false;
}

static bool global_address(look *l, LLVMValueRef value, uint32_t *out) {
  front *f = l->f;
  uint32_t n = map_find(&f->global_numbers, (uint64_t)(uintptr_t)value);
  if (n == MAP_NONE || f->p->variables.at[n].is_scalar)
    return refuse(l, "a global that was not found");
  if (LLVMIsDeclaration(value) &&
      front_size(f, LLVMGlobalGetValueType(value)) == 0)
    return refuse(l, "an external object of unknown size");
  *out = front_address(f, n, 0);
  return true;
}

static bool function_address(look *l, LLVMValueRef value, uint32_t *out) {
  front *f = l->f;
  uint32_t n = map_find(&f->function_numbers, (uint64_t)(uintptr_t)value);
  if (n == MAP_NONE)
    return refuse(l, "a function that was not found");
  cfa_expression x = {.kind = CFA_FUNCTION,
                      .width = f->p->pointer_bits,
                      .is_pointer = true,
                      .a = n};
  *out = cfa_express(f->m, f->p, &x);
  return true;
}

static bool floating(look *l, LLVMValueRef value, uint32_t *out) {
  LLVMBool loses = 0;
  double d = LLVMConstRealGetDouble(value, &loses);
  uint64_t word = 0;
  unsigned width = front_width(l->f, LLVMTypeOf(value), &l->why);
  if (width == 32) {
    float single = (float)d;
    uint32_t half;
    memcpy(&half, &single, sizeof half);
    word = half;
  } else {
    memcpy(&word, &d, sizeof word);
  }
  *out = width ? front_constant(l->f, width, word, false) : CFA_NONE;
  return width != 0;
}

static bool operand_at(look *l, LLVMValueRef value, unsigned i, uint32_t *out) {
  if (!constant_at(l, LLVMGetOperand(value, i), out))
    return false;
  return *out != CFA_NONE || refuse(l, "an undefined value in a constant");
}

static bool address_of_part(look *l, LLVMValueRef value, uint32_t *out) {
  LLVMTypeRef type = LLVMGetGEPSourceElementType(value);
  int count = LLVMGetNumOperands(value);
  if (!front_is_pointer(LLVMTypeOf(value)))
    return refuse(l, "vectors");
  if (!operand_at(l, value, 0, out))
    return false;
  for (int i = 1; i < count; i++) {
    uint32_t index;
    if (!operand_at(l, value, (unsigned)i, &index) ||
        !front_step(l->f, &type, i == 1, index, out, &l->why))
      return false;
  }
  return true;
}

static bool conversion(look *l, LLVMValueRef value, uint32_t *out) {
  LLVMTypeRef to = LLVMTypeOf(value);
  uint32_t a;
  if (!front_width(l->f, to, &l->why) || !operand_at(l, value, 0, &a))
    return false;
  *out = front_cast(l->f, LLVMGetConstOpcode(value), a, to);
  return *out != CFA_NONE || refuse(l, "a conversion in a constant");
}

static bool several(look *l, LLVMValueRef value, LLVMOpcode opcode,
                    uint32_t *out) {
  front *f = l->f;
  uint32_t args[3] = {CFA_NONE, CFA_NONE, CFA_NONE};
  int count = LLVMGetNumOperands(value);
  bits_op op;
  for (int i = 0; i < count && i < 3; i++)
    if (!operand_at(l, value, (unsigned)i, &args[i]))
      return false;
  if (opcode == LLVMICmp && count == 2)
    *out = front_compare(f, LLVMGetICmpPredicate(value), args[0], args[1]);
  else if (opcode == LLVMSelect && count == 3)
    *out = front_apply(f, BITS_ITE, front_at(f, args[1])->width, args[0],
                       args[1], args[2]);
  else if (front_operator(opcode, &op) && count == 2)
    *out = front_apply(f, op, front_at(f, args[0])->width, args[0], args[1],
                       CFA_NONE);
  else
    return refuse(l, "a constant expression of a strange kind");
  return true;
}

static bool expression(look *l, LLVMValueRef value, uint32_t *out) {
  LLVMOpcode opcode = LLVMGetConstOpcode(value);
  switch (opcode) {
  case LLVMGetElementPtr:
    return address_of_part(l, value, out);
  case LLVMTrunc:
  case LLVMZExt:
  case LLVMSExt:
  case LLVMBitCast:
  case LLVMPtrToInt:
  case LLVMIntToPtr:
    return conversion(l, value, out);
  default:
    return several(l, value, opcode, out);
  }
}

/* The depth of the recursion is bounded. */
static bool constant_at(look *l, LLVMValueRef value, uint32_t *out) {
  front *f = l->f;
  bool fine = false;
  if (++l->depth > DEEPEST)
    return refuse(l, "a constant that is nested too deeply");
  unsigned width = front_width(f, LLVMTypeOf(value), &l->why);
  if (LLVMIsAGlobalValue(value) &&
      LLVMGetLinkage(value) == LLVMExternalWeakLinkage)
    return refuse(l, "what is weak and need not be there");
  if (LLVMIsAGlobalAlias(value))
    fine = constant_at(l, LLVMAliasGetAliasee(value), out);
  else if (LLVMIsAFunction(value))
    fine = function_address(l, value, out);
  else if (LLVMIsAGlobalVariable(value))
    fine = global_address(l, value, out);
  else if (!width)
    fine = false;
  else if (LLVMIsUndef(value))
    *out = CFA_NONE, fine = true;
  else if (LLVMIsABlockAddress(value)) /* of its own, and of no object */
    *out = front_pointer(
        f, 1 + map_insert(f->m, &f->labels, (uint64_t)(uintptr_t)value)),
    fine = true;
  else if (LLVMIsAConstantPointerNull(value))
    *out = front_pointer(f, 0), fine = true;
  else if (LLVMIsAConstantInt(value))
    *out = front_constant(f, width, LLVMConstIntGetZExtValue(value), true),
    fine = true;
  else if (LLVMIsAConstantFP(value))
    fine = floating(l, value, out);
  else if (LLVMIsAConstantExpr(value))
    fine = expression(l, value, out);
  else
    fine = refuse(l, "a constant of a strange kind");
  l->depth--;
  return fine;
}

bool front_constant_of(front *f, LLVMValueRef value, uint32_t *out,
                       const char **why) {
  look l = {.f = f, .why = "a constant of a strange kind"};
  if (constant_at(&l, value, out))
    return true;
  *why = l.why;
  return false;
}

/* Parts of structs and arrays. */

unsigned front_part_count(LLVMTypeRef type) {
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  return kind == LLVMStructTypeKind  ? LLVMCountStructElementTypes(type)
         : kind == LLVMArrayTypeKind ? LLVMGetArrayLength(type)
                                     : 0;
}

LLVMTypeRef front_part_type(LLVMTypeRef type, unsigned i) {
  return LLVMGetTypeKind(type) == LLVMStructTypeKind
             ? LLVMStructGetTypeAtIndex(type, i)
             : LLVMGetElementType(type);
}

uint64_t front_part_offset(const front *f, LLVMTypeRef type, unsigned i) {
  return LLVMGetTypeKind(type) == LLVMStructTypeKind
             ? LLVMOffsetOfElement(f->layout, type, i)
             : i * front_size(f, LLVMGetElementType(type));
}

LLVMValueRef front_part(LLVMValueRef value, unsigned i) {
  LLVMTypeRef type = LLVMTypeOf(value);
  if (LLVMIsUndef(value))
    return LLVMGetUndef(front_part_type(type, i));
  if (LLVMIsAConstantAggregateZero(value))
    return LLVMConstNull(front_part_type(type, i));
  if (LLVMIsAConstantDataSequential(value))
    return shim_element(value, i);
  return LLVMGetOperand(value, i);
}

bool front_constant_leaves(front *f, LLVMValueRef value, front_expressions *out,
                           const char **why) {
  vec(LLVMValueRef) todo = {0};
  front_leaves parts = {0};
  bool fine = front_split(f, LLVMTypeOf(value), &parts, why);
  if (fine)
    vec_push(f->m, &todo, value);
  while (fine && todo.count) {
    LLVMValueRef x = vec_pop(&todo);
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(x));
    uint32_t leaf = CFA_NONE;
    if (kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind) {
      for (unsigned i = front_part_count(LLVMTypeOf(x)); i-- > 0;)
        vec_push(f->m, &todo, front_part(x, i));
    } else {
      fine = front_constant_of(f, x, &leaf, why);
      vec_push(f->m, out, leaf);
    }
  }
  vec_free(f->m, &parts);
  vec_free(f->m, &todo);
  return fine;
}
