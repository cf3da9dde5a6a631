/* Instructions that are neither calls nor ends of blocks. */
#include "front.h"

#include <assert.h>

bool front_is_dead(const front *f) { return f->body.here == CFA_NONE; }

bool front_is_struct(LLVMTypeRef type) {
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  return kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind;
}

/* The operands from 'first' on, in the order of the instruction. */
static void fetch(front *f, LLVMValueRef i, unsigned count, uint32_t *out) {
  LLVMValueRef order[3] = {NULL, NULL, NULL};
  assert(count <= 3);
  for (unsigned k = 0; k < count; k++)
    order[k] = LLVMGetOperand(i, k);
  front_settle_order(f, order, count);
  for (unsigned k = 0; k < count; k++)
    out[k] = front_operand(f, order[k]);
}

static void load_parts(front *f, LLVMValueRef i) {
  LLVMTypeRef type = LLVMTypeOf(i);
  front_leaves parts = {0};
  const char *why = NULL;
  if (!front_split(f, type, &parts, &why) || parts.count == 0) {
    front_unsupported(f, "%s", why ? why : "an empty struct");
  } else {
    const front_leaf *last = &vec_last(&parts);
    uint64_t bytes = last->offset + (front_width(f, last->type, NULL) + 7u) / 8;
    front_settle(f, i);
    uint32_t pointer = front_operand(f, LLVMGetOperand(i, 0));
    if (!front_is_dead(f)) {
      uint32_t object = front_transit(f, type);
      front_move(f, front_address(f, object, 0), pointer, bytes);
      front_read_struct(f, i, object);
    }
  }
  vec_free(f->m, &parts);
}

static void load(front *f, LLVMValueRef i) {
  LLVMTypeRef type = LLVMTypeOf(i);
  LLVMValueRef from = LLVMGetOperand(i, 0);
  uint32_t scalar = front_scalar_of(f, from);
  const char *why = NULL;
  if (scalar != CFA_NONE) {
    front_define(f, i, front_read(f, scalar));
    return;
  }
  if (front_is_struct(type)) {
    load_parts(f, i);
    return;
  }
  uint32_t pointer = front_operand(f, from);
  if (front_is_dead(f))
    return;
  if (!front_width(f, type, &why)) {
    front_unsupported(f, "%s", why);
    return;
  }
  f->body.faults_itself = true;
  front_define(f, i, front_load(f, pointer, type));
}

/* Stores the words of a struct; what is undefined stays what it was. */
void front_store_parts(front *f, uint32_t pointer, LLVMTypeRef type,
                       const front_expressions *leaves) {
  front_leaves parts = {0};
  const char *why = NULL;
  if (front_split(f, type, &parts, &why))
    for (size_t k = 0; k < parts.count && k < leaves->count; k++)
      if (leaves->at[k] != CFA_NONE && !front_is_dead(f))
        front_put(f, front_shift_pointer(f, pointer, parts.at[k].offset),
                  leaves->at[k]);
  vec_free(f->m, &parts);
}

static void store(front *f, LLVMValueRef i) {
  LLVMValueRef value = LLVMGetOperand(i, 0), to = LLVMGetOperand(i, 1);
  uint32_t scalar = front_scalar_of(f, to);
  if (LLVMIsAArgument(value) && scalar != CFA_NONE &&
      front_register_of(f, value)->scalar == scalar)
    return; /* the parameter is this variable */
  front_settle(f, i);
  if (scalar != CFA_NONE) {
    uint32_t a = front_operand(f, value);
    if (!front_is_dead(f))
      front_assign(f, scalar,
                   front_signed(f, a, f->p->variables.at[scalar].is_signed));
    return;
  }
  front_settle_order(f, (LLVMValueRef[]){to, value}, 2);
  uint32_t pointer = front_operand(f, to);
  if (front_is_struct(LLVMTypeOf(value))) {
    front_expressions leaves = {0};
    pointer = front_hold(f, pointer);
    if (front_operands(f, value, &leaves))
      front_store_parts(f, pointer, LLVMTypeOf(value), &leaves);
    vec_free(f->m, &leaves);
    return;
  }
  uint32_t a = front_operand(f, value);
  if (!front_is_dead(f))
    front_put(f, pointer,
              front_signed(f, a, front_points_to_signed(f, pointer)));
}

/* What is not of a fixed size, or not made at the function's beginning. */
static void allocate(front *f, LLVMValueRef i) {
  unsigned width = f->p->pointer_bits;
  if (front_register_of(f, i)->state == FRONT_DONE)
    return;
  front_settle(f, i);
  uint32_t count = front_operand(f, LLVMGetOperand(i, 0));
  if (front_is_dead(f))
    return;
  cfa_edge e = front_edge(f, CFA_ALLOCATE);
  e.allocation = CFA_ALLOCA;
  e.a = front_apply(f, BITS_MUL, width, front_resize(f, count, width, false),
                    front_word(f, front_size(f, LLVMGetAllocatedType(i))),
                    CFA_NONE);
  e.variable = front_result(f, i);
  front_emit(f, &e);
}

bool front_is_narrow(const front *f, LLVMValueRef index) {
  bool is_wider = LLVMIsASExtInst(index) || LLVMIsAZExtInst(index);
  return LLVMIsAConstant(index) ||
         (is_wider &&
          2 * front_width(f, LLVMTypeOf(LLVMGetOperand(index, 0)), NULL) <=
              f->p->pointer_bits);
}

/* An offset from a pointer that is more than half of all memory is undefined,
 * and would come back. Of arrays, clang checks the index itself. */
static uint32_t check_offset(front *f, LLVMValueRef i, uint32_t index) {
  unsigned width = f->p->pointer_bits;
  uint64_t size = front_size(f, LLVMGetGEPSourceElementType(i));
  if (!f->options->index || size < 2 ||
      front_is_narrow(f, LLVMGetOperand(i, 1)) ||
      front_at(f, index)->width != width)
    return index;
  uint64_t most = ((UINT64_C(1) << (width - 1)) - 1) / size;
  index = front_hold(f, index);
  uint32_t up =
      front_apply(f, BITS_ADD, width, index, front_word(f, most), CFA_NONE);
  front_guard(
      f, front_apply(f, BITS_ULT, 1, front_word(f, 2 * most), up, CFA_NONE),
      CFA_ERROR_INDEX, "index whose offset goes around memory");
  return index;
}

static void address(front *f, LLVMValueRef i) {
  LLVMTypeRef type = LLVMGetGEPSourceElementType(i);
  unsigned count = (unsigned)LLVMGetNumOperands(i);
  LLVMValueRef *order = mem_array(f->m, count, sizeof *order);
  const char *why = NULL;
  bool fine = true;
  for (unsigned k = 0; k < count; k++)
    order[k] = LLVMGetOperand(i, k);
  if (f->options->index && !front_is_narrow(f, order[1]))
    front_settle(f, i);
  front_settle_order(f, order, count);
  uint32_t pointer = front_operand(f, order[0]);
  for (unsigned k = 1; k < count && fine && !front_is_dead(f); k++) {
    uint32_t index = front_operand(f, order[k]);
    if (k == 1 && !front_is_dead(f))
      index = check_offset(f, i, index);
    fine =
        front_is_dead(f) || front_step(f, &type, k == 1, index, &pointer, &why);
  }
  if (!fine)
    front_unsupported(f, "%s", why);
  else if (!front_is_dead(f))
    front_define(f, i, pointer);
  mem_free(f->m, order);
}

static unsigned leaves_in(front *f, LLVMTypeRef type) {
  front_leaves parts = {0};
  const char *why;
  front_split(f, type, &parts, &why);
  unsigned count = (unsigned)parts.count;
  vec_free(f->m, &parts);
  return count;
}

/* The leaves that the indices of the instruction mean. */
static void find_part(front *f, LLVMValueRef i, LLVMTypeRef type, size_t *first,
                      size_t *count) {
  const unsigned *indices = LLVMGetIndices(i);
  unsigned depth = LLVMGetNumIndices(i);
  *first = 0;
  for (unsigned k = 0; k < depth; k++) {
    for (unsigned n = 0; n < indices[k]; n++)
      *first += leaves_in(f, front_part_type(type, n));
    type = front_part_type(type, indices[k]);
  }
  *count = leaves_in(f, type);
}

static void extract(front *f, LLVMValueRef i) {
  LLVMValueRef whole = LLVMGetOperand(i, 0);
  front_expressions leaves = {0}, part = {0};
  size_t first, count;
  if (front_operands(f, whole, &leaves)) {
    find_part(f, i, LLVMTypeOf(whole), &first, &count);
    for (size_t k = 0; k < count; k++)
      vec_push(f->m, &part, leaves.at[first + k]);
    if (front_is_struct(LLVMTypeOf(i)))
      front_define_leaves(f, i, &part);
    else
      front_define(f, i,
                   part.at[0] == CFA_NONE ? front_undefined(f, LLVMTypeOf(i))
                                          : part.at[0]);
  }
  vec_free(f->m, &leaves);
  vec_free(f->m, &part);
}

static void insert(front *f, LLVMValueRef i) {
  LLVMValueRef whole = LLVMGetOperand(i, 0);
  front_expressions leaves = {0}, part = {0};
  size_t first, count;
  if (front_operands(f, whole, &leaves) &&
      front_operands(f, LLVMGetOperand(i, 1), &part)) {
    find_part(f, i, LLVMTypeOf(whole), &first, &count);
    for (size_t k = 0; k < count && k < part.count; k++)
      leaves.at[first + k] = part.at[k];
    front_define_leaves(f, i, &leaves);
  }
  vec_free(f->m, &leaves);
  vec_free(f->m, &part);
}

static bool is_division_or_shift(bits_op op) {
  return (op >= BITS_UDIV && op <= BITS_SREM) ||
         (op >= BITS_SHL && op <= BITS_ASHR);
}

static void binary(front *f, LLVMValueRef i, bits_op op) {
  LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
  bool is_checked = front_is_checked(f, i);
  uint32_t x[2];
  if (is_checked)
    front_settle(f, i);
  fetch(f, i, 2, x);
  if (front_is_dead(f))
    return;
  if (is_checked)
    front_check_binary(f, i, opcode, &x[0], &x[1]);
  f->p->wraps = f->p->wraps || front_wraps(f, i);
  if (opcode == LLVMUDiv || opcode == LLVMURem) {
    x[0] = front_signed(f, x[0], false);
    x[1] = front_signed(f, x[1], false);
  }
  f->body.faults_itself = is_division_or_shift(op);
  front_define(
      f, i, front_apply(f, op, front_at(f, x[0])->width, x[0], x[1], CFA_NONE));
}

static void compare(front *f, LLVMValueRef i) {
  uint32_t x[2];
  fetch(f, i, 2, x);
  if (!front_is_dead(f))
    front_define(f, i, front_compare(f, LLVMGetICmpPredicate(i), x[0], x[1]));
}

static void choose(front *f, LLVMValueRef i) {
  uint32_t x[3];
  fetch(f, i, 3, x);
  if (!front_is_dead(f))
    front_define(
        f, i,
        front_apply(f, BITS_ITE, front_at(f, x[1])->width, x[0], x[1], x[2]));
}

static void cast(front *f, LLVMValueRef i) {
  uint32_t a = front_operand(f, LLVMGetOperand(i, 0));
  const char *why = "a conversion of a strange kind";
  uint32_t x = CFA_NONE;
  if (front_is_dead(f))
    return;
  if (front_width(f, LLVMTypeOf(i), &why))
    x = front_cast(f, LLVMGetInstructionOpcode(i), a, LLVMTypeOf(i));
  if (x == CFA_NONE)
    front_unsupported(f, "%s", why);
  else
    front_define(f, i, x);
}

static void negate(front *f, LLVMValueRef i) {
  uint32_t a = front_operand(f, LLVMGetOperand(i, 0));
  if (front_is_dead(f))
    return;
  unsigned width = front_at(f, a)->width;
  uint32_t sign = front_constant(f, width, UINT64_C(1) << (width - 1), false);
  front_define(f, i, front_apply(f, BITS_XOR, width, a, sign, CFA_NONE));
}

static void refuse(front *f, LLVMOpcode opcode) {
  switch (opcode) {
  case LLVMVAArg:
    front_unsupported(f, "va_arg");
    return;
  case LLVMFence:
  case LLVMAtomicCmpXchg:
  case LLVMAtomicRMW:
    front_unsupported(f, "atomics");
    return;
  case LLVMExtractElement:
  case LLVMInsertElement:
  case LLVMShuffleVector:
    front_unsupported(f, "vectors");
    return;
  case LLVMFAdd:
  case LLVMFSub:
  case LLVMFMul:
  case LLVMFDiv:
  case LLVMFRem:
  case LLVMFCmp:
  case LLVMFPTrunc:
  case LLVMFPExt:
  case LLVMFPToUI:
  case LLVMFPToSI:
  case LLVMUIToFP:
  case LLVMSIToFP:
    front_unsupported(f, "floating point");
    return;
  default:
    front_unsupported(f, "an instruction of LLVM with the number %u",
                      (unsigned)opcode);
  }
}

void front_instruction(front *f, LLVMValueRef i) {
  LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
  bits_op op;
  if (front_operator(opcode, &op)) {
    binary(f, i, op);
    return;
  }
  switch (opcode) {
  case LLVMAlloca:
    allocate(f, i);
    return;
  case LLVMLoad:
  case LLVMStore:
    if (shim_is_atomic(i))
      front_unsupported(f, "atomics");
    else if (opcode == LLVMLoad)
      load(f, i);
    else
      store(f, i);
    return;
  case LLVMGetElementPtr:
    address(f, i);
    return;
  case LLVMICmp:
    compare(f, i);
    return;
  case LLVMSelect:
    choose(f, i);
    return;
  case LLVMTrunc:
  case LLVMZExt:
  case LLVMSExt:
  case LLVMBitCast:
  case LLVMPtrToInt:
  case LLVMIntToPtr:
    cast(f, i);
    return;
  case LLVMFreeze:
    front_define(f, i, front_operand(f, LLVMGetOperand(i, 0)));
    return;
  case LLVMFNeg:
    negate(f, i);
    return;
  case LLVMPHI: /* set where one comes from */
    return;
  case LLVMExtractValue:
    extract(f, i);
    return;
  case LLVMInsertValue:
    insert(f, i);
    return;
  case LLVMCall:
    front_call_instruction(f, i);
    return;
  default:
    refuse(f, opcode);
  }
}
