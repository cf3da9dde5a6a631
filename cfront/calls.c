/* Calls of functions with bodies, directly or through pointers. */
#include "front.h"

#include <assert.h>

static void collect_values(front *f, LLVMValueRef i, LLVMValueRef pointer) {
  unsigned count = LLVMGetNumArgOperands(i), first = pointer ? 1 : 0;
  LLVMValueRef *order = mem_array(f->m, count + 1, sizeof *order);
  order[0] = pointer;
  for (unsigned k = 0; k < count; k++)
    order[first + k] = LLVMGetOperand(i, k);
  front_settle(f, i);
  front_settle_order(f, order, first + count);
  mem_free(f->m, order);
}

/* One argument that the callee knows by this type. */
static bool pass(front *f, LLVMValueRef argument, LLVMTypeRef type,
                 front_expressions *out) {
  front_expressions given = {0};
  front_leaves wanted = {0};
  const char *why = NULL;
  bool fine = front_split(f, type, &wanted, &why);
  if (fine && argument && front_operands(f, argument, &given)) {
    if (given.count != wanted.count) {
      why = "a call with arguments of another type";
      fine = false;
    }
  }
  for (size_t k = 0; fine && k < wanted.count; k++) {
    LLVMTypeRef t = wanted.at[k].type;
    uint32_t x = k < given.count ? given.at[k] : CFA_NONE;
    if (x == CFA_NONE)
      x = front_undefined(f, t);
    vec_push(f->m, out, front_convert(f, x, t));
  }
  if (!fine)
    front_unsupported(f, "%s", why);
  vec_free(f->m, &given);
  vec_free(f->m, &wanted);
  return fine && !front_is_dead(f);
}

/* As the callee wants them: arguments that it does not know are dropped, those
 * that are missing are undefined. */
static bool match(front *f, LLVMValueRef i, LLVMValueRef function,
                  front_expressions *out) {
  unsigned count = LLVMGetNumArgOperands(i);
  unsigned wanted = LLVMCountParams(function);
  for (unsigned k = 0; k < wanted; k++) {
    LLVMTypeRef type = LLVMTypeOf(LLVMGetParam(function, k));
    if (!pass(f, k < count ? LLVMGetOperand(i, k) : NULL, type, out))
      return false;
    if (front_takes_object(f, function, k))
      vec_last(out) = front_lend(f, vec_last(out));
  }
  for (unsigned k = wanted; k < count; k++) {
    front_expressions dropped = {0};
    if (front_operands(f, LLVMGetOperand(i, k), &dropped))
      vec_each (const uint32_t, x, &dropped)
        front_discard(f, *x);
    vec_free(f->m, &dropped);
  }
  return !front_is_dead(f);
}

/* Through a pointer: as the call's type says. What stands for '...' is passed
 * only where nothing is said about parameters at all. */
static bool gather(front *f, LLVMValueRef i, front_expressions *out) {
  LLVMTypeRef type = LLVMGetCalledFunctionType(i);
  unsigned count = LLVMGetNumArgOperands(i);
  unsigned fixed = LLVMCountParamTypes(type);
  for (unsigned k = 0; k < count; k++) {
    LLVMValueRef argument = LLVMGetOperand(i, k);
    front_expressions all = {0};
    bool is_passed = k < fixed || fixed == 0;
    if (is_passed) {
      if (!pass(f, argument, LLVMTypeOf(argument), out))
        return false;
    } else if (front_operands(f, argument, &all)) {
      vec_each (const uint32_t, x, &all)
        front_discard(f, *x);
    }
    vec_free(f->m, &all);
  }
  return !front_is_dead(f);
}

static void emit_call(front *f, cfa_edge *e, const front_expressions *args) {
  e->first_argument = (uint32_t)f->p->arguments.count;
  e->arguments = (uint32_t)args->count;
  vec_each (const uint32_t, x, args)
    vec_push(f->m, &f->p->arguments, *x);
  front_emit(f, e);
}

static void call_struct(front *f, LLVMValueRef i, LLVMTypeRef given,
                        cfa_edge *e, front_expressions *args) {
  uint32_t object = front_transit(f, given);
  front_expressions all = {0};
  vec_push(f->m, &all, front_address(f, object, 0));
  vec_each (const uint32_t, x, args)
    vec_push(f->m, &all, *x);
  emit_call(f, e, &all);
  if (LLVMGetFirstUse(i))
    front_read_struct(f, i, object);
  vec_free(f->m, &all);
}

/* The result is of the type that the callee gives; the caller may expect
 * another one. */
static void call_word(front *f, LLVMValueRef i, LLVMTypeRef given, cfa_edge *e,
                      const front_expressions *args) {
  LLVMTypeRef wanted = LLVMTypeOf(i);
  const char *why = NULL;
  bool is_used = LLVMGetFirstUse(i) != NULL;
  bool is_void = LLVMGetTypeKind(given) == LLVMVoidTypeKind;
  unsigned width = is_void ? 0 : front_width(f, given, &why);
  if ((!is_void && !width) || (is_used && !front_width(f, wanted, &why))) {
    front_unsupported(f, "%s", why);
    return;
  }
  bool is_same = !is_void && is_used && width == front_width(f, wanted, NULL) &&
                 front_is_pointer(given) == front_is_pointer(wanted);
  if (is_same)
    e->variable = front_result(f, i);
  else if (is_used && !is_void)
    e->variable = front_temporary(f, width, front_is_pointer(given));
  emit_call(f, e, args);
  if (!is_used || is_same)
    return;
  front_define(f, i,
               is_void ? front_undefined(f, wanted)
                       : front_convert(f, front_read(f, e->variable), wanted));
}

static bool agree(const front *f, LLVMValueRef function, LLVMTypeRef wanted) {
  LLVMTypeRef given = LLVMGetReturnType(LLVMGlobalGetValueType(function));
  return given == wanted ||
         (!front_is_struct(given) && !front_is_struct(wanted) &&
          !front_returns_object(f, function));
}

static void direct(front *f, LLVMValueRef i, LLVMValueRef function) {
  LLVMTypeRef given = LLVMGetReturnType(LLVMGlobalGetValueType(function));
  front_expressions args = {0};
  collect_values(f, i, NULL);
  cfa_edge e = front_edge(f, CFA_CALL);
  e.function = map_find(&f->function_numbers, (uint64_t)(uintptr_t)function);
  if (!agree(f, function, LLVMTypeOf(i)))
    front_unsupported(f, "a call with a result of another type");
  else if (match(f, i, function, &args)) {
    if (front_is_struct(given) || front_returns_object(f, function))
      call_struct(f, i, given, &e, &args);
    else
      call_word(f, i, given, &e, &args);
  }
  vec_free(f->m, &args);
}

static void indirect(front *f, LLVMValueRef i) {
  LLVMValueRef callee = LLVMGetCalledValue(i);
  LLVMTypeRef given = LLVMTypeOf(i);
  front_expressions args = {0};
  collect_values(f, i, callee);
  cfa_edge e = front_edge(f, CFA_CALL);
  e.a = front_operand(f, callee);
  if (!front_is_dead(f) && gather(f, i, &args)) {
    if (front_is_struct(given))
      call_struct(f, i, given, &e, &args);
    else
      call_word(f, i, given, &e, &args);
  }
  vec_free(f->m, &args);
}

/* Calls that are edges. */

static void special(front *f, LLVMValueRef i, LLVMValueRef function) {
  front_call c = {.instruction = i,
                  .callee = function,
                  .result = LLVMTypeOf(i),
                  .value = CFA_NONE};
  unsigned count = LLVMGetNumArgOperands(i);
  bool fine = true;
  collect_values(f, i, NULL);
  for (unsigned k = 0; k < count && fine; k++)
    fine = front_operands(f, LLVMGetOperand(i, k), &c.arguments);
  if (f->options->control && !front_is_dead(f)) {
    cfa_edge e = front_edge(f, CFA_SKIP);
    e.name = front_name(f, front_name_of(function));
    front_emit(f, &e);
  }
  if (!front_is_dead(f))
    front_special_call(f, &c);
  vec_free(f->m, &c.arguments);
}

shim_text front_name_of(LLVMValueRef value) {
  shim_text t;
  t.at = LLVMGetValueName2(value, &t.length);
  return t;
}

void front_call_instruction(front *f, LLVMValueRef i) {
  LLVMValueRef callee = LLVMGetCalledValue(i);
  LLVMValueRef function = front_called_function(callee);
  if (LLVMIsAInlineAsm(callee)) {
    if (!shim_is_empty_assembly(callee) ||
        LLVMGetTypeKind(LLVMTypeOf(i)) != LLVMVoidTypeKind)
      front_unsupported(f, "inline assembly");
  } else if (!function) {
    indirect(f, i);
  } else if (LLVMGetIntrinsicID(function) != 0) {
    front_intrinsic(f, i, function);
  } else if (front_classify(f, function) == FRONT_BODY) {
    direct(f, i, function);
  } else {
    special(f, i, function);
  }
}
