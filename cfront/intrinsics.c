/* LLVM's own functions, as far as clang -O0 makes them of C. */
#include "front.h"

#include <stdio.h>
#include <string.h>

typedef struct call {
  front *f;
  LLVMValueRef i;
  uint32_t x[4]; /* arguments */
  unsigned count;
} call;

typedef void act(call *c);

/* Whether the rest of the block writes the scalar before it reads it. */
static bool is_written_first(LLVMValueRef i, LLVMValueRef address) {
  for (i = LLVMGetNextInstruction(i); i; i = LLVMGetNextInstruction(i)) {
    if (LLVMIsAStoreInst(i) && LLVMGetOperand(i, 1) == address)
      return true;
    if (LLVMIsALoadInst(i) && LLVMGetOperand(i, 0) == address)
      return false;
  }
  return false;
}

/* What a variable held in an earlier pass through its scope is forgotten. At
 * the function's beginning there was none. */
void front_declare(front *f, LLVMValueRef i) {
  LLVMBasicBlockRef block = LLVMGetInstructionParent(i);
  LLVMValueRef address;
  shim_variable v;
  if (!shim_declares(i, &address, &v) || v.argument ||
      !LLVMIsAAllocaInst(address) || front_declare_scoped(f, address) ||
      block == LLVMGetEntryBasicBlock(f->body.value))
    return;
  cfa_edge e = front_edge(f, CFA_HAVOC);
  e.variable = front_scalar_of(f, address);
  if (e.variable != CFA_NONE) {
    if (is_written_first(i, address))
      return;
  } else {
    front_register r = *front_register_of(f, address);
    if (r.count != 1 ||
        front_at(f, f->body.leaves.at[r.first])->kind != CFA_ADDRESS)
      return;
    e.variable = front_at(f, f->body.leaves.at[r.first])->a;
  }
  front_settle_all(f);
  front_emit(f, &e);
}

static void copy(call *c) {
  cfa_edge e = front_edge(c->f, CFA_COPY);
  e.a = c->x[0];
  e.b = c->x[1];
  e.c = front_resize(c->f, c->x[2], c->f->p->pointer_bits, false);
  front_emit(c->f, &e);
}

static void fill(call *c) {
  cfa_edge e = front_edge(c->f, CFA_FILL);
  e.a = c->x[0];
  e.b = c->x[1];
  e.c = front_resize(c->f, c->x[2], c->f->p->pointer_bits, false);
  front_emit(c->f, &e);
}

static unsigned width_of(const call *c) {
  return front_at(c->f, c->x[0])->width;
}

static uint32_t number(const call *c, uint64_t value) {
  return front_constant(c->f, width_of(c), value, false);
}

static uint32_t two(const call *c, bits_op op, uint32_t a, uint32_t b) {
  return front_apply(c->f, op, width_of(c), a, b, CFA_NONE);
}

static void first(call *c) { front_define(c->f, c->i, c->x[0]); }

static void never(call *c) {
  front_define(c->f, c->i, front_constant(c->f, 1, 0, false));
}

/* Not known: the largest or, if the second argument says so, the least. */
static void object_size(call *c) {
  uint64_t least = 0;
  unsigned width = front_width(c->f, LLVMTypeOf(c->i), NULL);
  front_is_constant(c->f, c->x[1], &least);
  front_define(c->f, c->i,
               front_constant(c->f, width, least ? 0 : UINT64_MAX, false));
}

static void no_stack(call *c) {
  front_define(c->f, c->i, front_pointer(c->f, 0));
}

/* Not an assumption of the user's about inputs, but a promise. */
static void assume(call *c) {
  front_guard_undefined(c->f, front_not(c->f, c->x[0]),
                        "what the program promises (__builtin_assume) is "
                        "false");
}
static void halt(call *c) { front_halt(c->f); }

/* Of how many elements the array is whose index was compared before the trap:
 * "index < 4", or, of an address alone, "index <= 4". 0: not known. */
static uint64_t array_length(LLVMValueRef i) {
  LLVMBasicBlockRef block = LLVMGetInstructionParent(i);
  LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(block));
  LLVMValueRef user = use ? LLVMGetUser(use) : NULL;
  if (!user || !LLVMIsABranchInst(user) || !LLVMIsConditional(user))
    return 0;
  LLVMValueRef condition = LLVMGetCondition(user);
  LLVMValueRef bound =
      LLVMIsAICmpInst(condition) ? LLVMGetOperand(condition, 1) : NULL;
  return bound && LLVMIsAConstantInt(bound) ? LLVMConstIntGetZExtValue(bound)
                                            : 0;
}

static void fail_index(call *c) {
  front *f = c->f;
  char text[80] = "index out of an array";
  uint64_t length = array_length(c->i);
  if (length)
    snprintf(text, sizeof text, "index out of an array of %llu",
             (unsigned long long)length);
  front_fail(f, CFA_ERROR_INDEX, cfa_name(f->m, f->p, text));
}

/* clang's own checks, which were asked for: lang/c/clang.c. The argument is
 * their number in clang's list of runtime errors. */
static void trap(call *c) {
  enum {
    VALUE = 10,
    NONNULL = 16,
    BOUNDS = 18,
    SHIFT = 20,
    TYPE = 22,
    VLA = 24
  };
  front *f = c->f;
  uint64_t kind = 0;
  front_is_constant(f, c->x[0], &kind);
  switch (kind) {
  case SHIFT:
    front_fail(f, CFA_ERROR_SHIFT,
               cfa_name(f->m, f->p, "shift by too much or into the sign"));
    return;
  case BOUNDS:
    fail_index(c);
    return;
  case VALUE:
    front_end_undefined(f, "a _Bool holds neither 0 nor 1");
    return;
  case NONNULL:
    front_end_undefined(f, "a null pointer is given to a function that is "
                           "declared not to take any");
    return;
  case TYPE:
    front_end_undefined(f, "a pointer is not aligned as its type asks for");
    return;
  case VLA:
    front_end_undefined(f, "an array has no element or fewer");
    return;
  default:
    front_halt(f);
  }
}

static void extreme(call *c, bits_op less, bool is_least) {
  front *f = c->f;
  uint32_t a = front_hold(f, c->x[0]), b = front_hold(f, c->x[1]);
  uint32_t is_less = front_apply(f, less, 1, a, b, CFA_NONE);
  front_define(f, c->i,
               front_apply(f, BITS_ITE, width_of(c), is_less, is_least ? a : b,
                           is_least ? b : a));
}
static void smax(call *c) { extreme(c, BITS_SLT, false); }
static void smin(call *c) { extreme(c, BITS_SLT, true); }
static void umax(call *c) { extreme(c, BITS_ULT, false); }
static void umin(call *c) { extreme(c, BITS_ULT, true); }

static void absolute(call *c) {
  front *f = c->f;
  uint32_t a = front_hold(f, c->x[0]), zero = number(c, 0);
  front_define(f, c->i,
               front_apply(f, BITS_ITE, width_of(c),
                           front_apply(f, BITS_SLT, 1, a, zero, CFA_NONE),
                           two(c, BITS_SUB, zero, a), a));
}

static void with_overflow(call *c, bits_op op, bool is_signed) {
  front *f = c->f;
  front_expressions leaves = {0};
  uint32_t a = front_hold(f, c->x[0]), b = front_hold(f, c->x[1]);
  uint32_t value, overflows;
  front_overflow(f, op, is_signed, a, b, &value, &overflows);
  vec_push(f->m, &leaves, value);
  vec_push(f->m, &leaves, overflows);
  front_define_leaves(f, c->i, &leaves);
  vec_free(f->m, &leaves);
}
static void sadd(call *c) { with_overflow(c, BITS_ADD, true); }
static void ssub(call *c) { with_overflow(c, BITS_SUB, true); }
static void smul(call *c) { with_overflow(c, BITS_MUL, true); }
static void uadd(call *c) { with_overflow(c, BITS_ADD, false); }
static void usub(call *c) { with_overflow(c, BITS_SUB, false); }
static void umul(call *c) { with_overflow(c, BITS_MUL, false); }

static uint32_t wide_shift(front *f, bits_op op, uint32_t a, unsigned by) {
  return front_apply(f, op, 64, a, front_constant(f, 64, by, false), CFA_NONE);
}

static uint32_t wide_mask(front *f, uint32_t a, uint64_t mask) {
  return front_apply(f, BITS_AND, 64, a, front_constant(f, 64, mask, false),
                     CFA_NONE);
}

/* Sums of neighbours: of pairs, fours and eights of bits, then of all bytes. */
static uint32_t count_ones(call *c, uint32_t a) {
  front *f = c->f;
  static const uint64_t masks[] = {UINT64_C(0x5555555555555555),
                                   UINT64_C(0x3333333333333333),
                                   UINT64_C(0x0F0F0F0F0F0F0F0F)};
  uint32_t x = front_hold(f, front_resize(f, a, 64, false));
  for (unsigned k = 0; k < 3; k++) {
    uint32_t high =
        wide_mask(f, wide_shift(f, BITS_LSHR, x, 1u << k), masks[k]);
    x = front_hold(f, front_apply(f, BITS_ADD, 64, wide_mask(f, x, masks[k]),
                                  high, CFA_NONE));
  }
  uint32_t sum = front_apply(
      f, BITS_MUL, 64, x,
      front_constant(f, 64, UINT64_C(0x0101010101010101), false), CFA_NONE);
  return front_resize(f, wide_shift(f, BITS_LSHR, sum, 56), width_of(c), false);
}

static void population(call *c) {
  front_define(c->f, c->i, count_ones(c, c->x[0]));
}

/* The result for 0 may be undefined. */
static void guard_zero(call *c, uint32_t a) {
  front *f = c->f;
  uint64_t is_undefined = 0;
  front_is_constant(f, c->x[1], &is_undefined);
  if (!is_undefined)
    return;
  front_guard_undefined(f, front_equal(f, a, number(c, 0)),
                        "the zeros of 0 are counted");
}

/* Those below the lowest one are what x - 1 adds. */
static void trailing(call *c) {
  front *f = c->f;
  uint32_t a = front_hold(f, c->x[0]);
  guard_zero(c, a);
  uint32_t below =
      two(c, BITS_AND, front_not(f, a), two(c, BITS_SUB, a, number(c, 1)));
  front_define(f, c->i, count_ones(c, below));
}

/* The highest one is smeared over all bits below it. */
static void leading(call *c) {
  front *f = c->f;
  uint32_t a = front_hold(f, c->x[0]);
  guard_zero(c, a);
  for (unsigned by = 1; by < width_of(c); by *= 2)
    a = front_hold(f, two(c, BITS_OR, a, two(c, BITS_LSHR, a, number(c, by))));
  front_define(f, c->i, count_ones(c, front_not(f, a)));
}

static void swap_bytes(call *c) {
  front *f = c->f;
  uint32_t a = front_hold(f, c->x[0]);
  uint32_t x = front_resize(f, a, 8, false);
  for (unsigned by = 8; by < width_of(c); by += 8) {
    uint32_t byte =
        front_resize(f, two(c, BITS_LSHR, a, number(c, by)), 8, false);
    x = front_apply(f, BITS_CONCAT, by + 8, x, byte, CFA_NONE);
  }
  front_define(f, c->i, x);
}

typedef struct intrinsic {
  const char *name; /* what it begins with */
  act *act;         /* NULL: nothing happens */
  unsigned count;   /* of its arguments that matter */
} intrinsic;

static const intrinsic table[] = {
    {"llvm.lifetime.", NULL, 0},
    {"llvm.invariant.", NULL, 0},
    {"llvm.stackrestore", NULL, 0},
    {"llvm.donothing", NULL, 0},
    {"llvm.prefetch", NULL, 0},
    {"llvm.var.annotation", NULL, 0},
    {"llvm.assume", assume, 1},
    {"llvm.memcpy.", copy, 3},
    {"llvm.memmove.", copy, 3},
    {"llvm.memset.", fill, 3},
    {"llvm.stacksave", no_stack, 0},
    {"llvm.expect.", first, 1},
    {"llvm.ptr.annotation", first, 1},
    {"llvm.annotation", first, 1},
    {"llvm.objectsize.", object_size, 2},
    {"llvm.is.constant.", never, 0},
    {"llvm.trap", halt, 0},
    {"llvm.debugtrap", halt, 0},
    {"llvm.ubsantrap", trap, 1},
    {"llvm.abs.", absolute, 1},
    {"llvm.smax.", smax, 2},
    {"llvm.smin.", smin, 2},
    {"llvm.umax.", umax, 2},
    {"llvm.umin.", umin, 2},
    {"llvm.sadd.with.overflow.", sadd, 2},
    {"llvm.ssub.with.overflow.", ssub, 2},
    {"llvm.smul.with.overflow.", smul, 2},
    {"llvm.uadd.with.overflow.", uadd, 2},
    {"llvm.usub.with.overflow.", usub, 2},
    {"llvm.umul.with.overflow.", umul, 2},
    {"llvm.ctpop.", population, 1},
    {"llvm.ctlz.", leading, 2},
    {"llvm.cttz.", trailing, 2},
    {"llvm.bswap.", swap_bytes, 1},
};

static const intrinsic *find(shim_text name) {
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    size_t n = strlen(table[i].name);
    if (name.length >= n && memcmp(name.at, table[i].name, n) == 0)
      return &table[i];
  }
  return NULL;
}

static bool begins(shim_text t, const char *s) {
  size_t n = strlen(s);
  return t.length >= n && memcmp(t.at, s, n) == 0;
}

static bool is_floating(LLVMTypeRef t) {
  LLVMTypeKind kind = LLVMGetTypeKind(t);
  return kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind ||
         kind == LLVMX86_FP80TypeKind || kind == LLVMHalfTypeKind ||
         kind == LLVMFP128TypeKind;
}

static void refuse(front *f, LLVMValueRef i, shim_text name) {
  if (begins(name, "llvm.va_"))
    front_unsupported(f, "va_arg");
  else if (LLVMGetNumArgOperands(i) &&
           is_floating(LLVMTypeOf(LLVMGetOperand(i, 0))))
    front_unsupported(f, "floating point");
  else
    front_unsupported(f, "%.*s", report_clip(name.length), name.at);
}

void front_intrinsic(front *f, LLVMValueRef i, LLVMValueRef callee) {
  shim_text name = front_name_of(callee);
  const intrinsic *x = find(name);
  call c = {.f = f, .i = i};
  if (begins(name, "llvm.dbg.")) {
    front_declare(f, i);
    return;
  }
  if (!x) {
    refuse(f, i, name);
    return;
  }
  if (!x->act)
    return;
  LLVMValueRef order[4] = {NULL, NULL, NULL, NULL};
  for (unsigned k = 0; k < x->count; k++)
    order[k] = LLVMGetOperand(i, k);
  front_settle(f, i);
  front_settle_order(f, order, x->count);
  for (unsigned k = 0; k < x->count; k++)
    c.x[k] = front_operand(f, order[k]);
  c.count = x->count;
  if (!front_is_dead(f))
    x->act(&c);
}
