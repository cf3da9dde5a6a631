/* Calls: to one method, or to whichever the object's class has. */
#include "lang/java/lowering.h"

#include <stdio.h>

enum { MOST_ARGUMENTS = 256 };

typedef struct call {
  uint32_t class_name, name, descriptor;
  char *text; /* of the descriptor */
  char result;
  size_t count;
  java_slot slots[MOST_ARGUMENTS]; /* the receiver first, if there is one */
  uint32_t values[MOST_ARGUMENTS];
} call;

uint32_t java_emit_call(java_lowering *l, uint32_t function,
                        const uint32_t *arguments, size_t count, char kind) {
  if (!l->emits)
    return 0;
  cfa_edge e = java_edge(CFA_CALL);
  e.function = function;
  e.first_argument = (uint32_t)l->out->arguments.count;
  e.arguments = (uint32_t)count;
  for (size_t i = 0; i < count; i++)
    vec_push(l->m, &l->out->arguments, arguments[i]);
  if (kind != 'V')
    e.variable = java_new_variable(l, kind, "%r", CFA_TEMPORARY);
  java_emit(l, e);
  return kind == 'V' ? 0 : java_read(l, e.variable);
}

/* Exceptions that leave the callee and then this method are its own only if
 * they are the callee's. */
static void look_behind_call(java_lowering *l, const uint32_t *methods,
                             size_t count) {
  bool may = false, before = l->may_throw;
  for (size_t i = 0; i < count; i++)
    may |= java_method_at(l->p, methods[i])->may_throw;
  if (!may)
    return;
  l->may_throw = false;
  java_look_for_exception(l);
  for (size_t i = 0; i < count && l->may_throw; i++) {
    vec_push(l->m, &l->call_pairs, l->method);
    vec_push(l->m, &l->call_pairs, methods[i]);
  }
  l->may_throw = before;
}

static char result_kind(const java_lowering *l, uint32_t method) {
  return java_kind_of(java_result_type(
      java_name_text(l->p, java_method_at(l->p, method)->member->descriptor)));
}

uint32_t java_call(java_lowering *l, uint32_t method, const uint32_t *arguments,
                   size_t count) {
  if (!l->emits)
    return 0;
  const java_method *f = java_method_at(l->p, method);
  assert(f->is_reached && f->function != JAVA_NONE);
  uint32_t result =
      java_emit_call(l, f->function, arguments, count, result_kind(l, method));
  look_behind_call(l, &method, 1);
  return result;
}

/* Many */

/* Which numbers of classes run this method? One bit. */
static uint32_t numbers_test(java_lowering *l, uint32_t word,
                             const uint32_t *method_of, size_t count,
                             uint32_t method) {
  uint32_t result = CFA_NONE;
  for (size_t i = 0; i < count; i++) {
    if (method_of[i] != method)
      continue;
    size_t last = i;
    while (last + 1 < count && method_of[last + 1] == method)
      last++;
    uint32_t one = java_is_between(l, word, i + 1, last + 1);
    result = result == CFA_NONE ? one : java_apply(l, BITS_OR, 1, result, one);
    i = last;
  }
  assert(result != CFA_NONE);
  return result;
}

typedef vec(uint32_t) numbers;

static void add_different(java_lowering *l, numbers *list, uint32_t n) {
  vec_each (const uint32_t, x, list)
    if (*x == n)
      return;
  vec_push(l->m, list, n);
}

static bool can_run(const java_classes *p, uint32_t method) {
  return method != JAVA_NONE && java_method_at(p, method)->is_reached;
}

static void call_one_of(java_lowering *l, uint32_t method, const call *k,
                        uint32_t result) {
  if (!can_run(l->p, method)) {
    java_unsupported(l, "method %s, which has no code here",
                     java_name_text(l->p, k->name));
    return;
  }
  uint32_t value = java_emit_call(l, java_method_at(l->p, method)->function,
                                  k->values, k->count, k->result);
  if (result != CFA_NONE)
    java_assign(l, result, value);
}

/* Asks for the class, and calls what it has. */
static uint32_t dispatch(java_lowering *l, const call *k,
                         const numbers *methods, const uint32_t *method_of) {
  uint32_t result = k->result == 'V'
                        ? CFA_NONE
                        : java_new_variable(l, k->result, "%r", CFA_TEMPORARY);
  uint32_t after = java_new_location(l);
  uint32_t word = java_load_word(l, 32, false, k->values[0]);
  for (size_t i = 0; i < methods->count; i++) {
    java_position other = {CFA_NONE, CFA_NONE};
    if (i + 1 < methods->count)
      other = java_branch(l, numbers_test(l, word, method_of, l->p->made.count,
                                          methods->at[i]));
    call_one_of(l, methods->at[i], k, result);
    java_go(l, after);
    l->at = other;
  }
  l->at = (java_position){after, CFA_NONE};
  return result == CFA_NONE ? 0 : java_read(l, result);
}

/* No class has instances: nobody can be called. */
static uint32_t call_nobody(java_lowering *l, const call *k) {
  java_unsupported(l, "method %s.%s of a class that has no instances",
                   java_name_text(l->p, k->class_name),
                   java_name_text(l->p, k->name));
  return k->result == 'V' ? 0 : java_zero(l, k->result);
}

/* A class that the call cannot meet. */
#define NOBODYS (UINT32_MAX - 1)

static uint32_t call_virtual(java_lowering *l, const call *k, uint32_t type) {
  numbers methods = {0};
  size_t count = l->p->made.count;
  uint32_t *method_of = mem_array(l->m, count + 1, sizeof *method_of);
  uint32_t result;
  for (size_t i = 0; i < count; i++)
    method_of[i] = NOBODYS;
  java_find_targets(l->p, type, k->name, k->descriptor, &l->targets);
  vec_each (const java_target, t, &l->targets) {
    method_of[java_type_at(l->p, t->type)->number - 1] = t->method;
    add_different(l, &methods, t->method);
  }
  if (methods.count == 0) {
    result = call_nobody(l, k);
  } else if (methods.count == 1 && can_run(l->p, methods.at[0])) {
    result = java_call(l, methods.at[0], k->values, k->count);
  } else {
    result = dispatch(l, k, &methods, method_of);
    size_t kept = 0;
    for (size_t i = 0; i < methods.count; i++)
      if (can_run(l->p, methods.at[i]))
        methods.at[kept++] = methods.at[i];
    look_behind_call(l, methods.at, kept);
  }
  vec_free(l->m, &methods);
  mem_free(l->m, method_of);
  return result;
}

/* What has a meaning of its own */

uint32_t java_input(java_lowering *l, char type, const char *name) {
  char kind = java_kind_of((char[]){type, '\0'});
  unsigned width = type == 'Z'                  ? 1
                   : type == 'B'                ? 8
                   : type == 'C' || type == 'S' ? 16
                                                : java_kind_width(kind);
  cfa_edge e = java_edge(CFA_INPUT);
  if (!l->emits)
    return 0;
  e.variable = java_new_word(l, width, "%in");
  l->out->variables.at[e.variable].is_signed = type != 'Z' && type != 'C';
  e.name = cfa_name(l->m, l->out, name);
  e.input = CFA_INPUT_CALL;
  java_emit(l, e);
  uint32_t value = java_read(l, e.variable);
  if (width >= 32)
    return value;
  return java_apply(l, type == 'Z' || type == 'C' ? BITS_ZEXT : BITS_SEXT, 32,
                    value, CFA_NONE);
}

static uint32_t input_of(java_lowering *l, const call *k) {
  return java_input(l, *java_result_type(k->text),
                    java_name_text(l->p, k->name));
}

static void assume(java_lowering *l, uint32_t bit) {
  cfa_edge e = java_edge(CFA_ASSUME);
  e.a = bit;
  e.holds = true;
  java_emit(l, e);
}

static uint32_t not_zero(java_lowering *l, uint32_t value) {
  if (!l->emits)
    return 0;
  const cfa_expression *x = &l->out->expressions.at[value];
  if (x->kind == CFA_APPLY && x->op == BITS_ZEXT &&
      l->out->expressions.at[x->a].width == 1)
    return x->a;
  return java_not(l, java_apply(l, BITS_EQ, 1, value, java_word(l, 32, 0)));
}

/* What is no number differs from itself. */
static uint32_t bits_of_number(java_lowering *l, uint32_t value,
                               unsigned width) {
  if (!l->emits)
    return 0;
  uint32_t none = java_word(l, width, bits_no_number(width));
  uint32_t is_number = java_apply(l, BITS_FEQ, 1, value, value);
  return cfa_apply(l->m, l->out, BITS_ITE, width, is_number, value, none);
}

static uint32_t call_intrinsic(java_lowering *l, java_intrinsic what,
                               const call *k) {
  uint32_t value = 0;
  switch (what) {
  case JAVA_INPUT:
    return input_of(l, k);
  case JAVA_INPUT_BETWEEN:
    value = input_of(l, k);
    assume(l, java_apply(l, BITS_SLE, 1, k->values[0], value));
    assume(l, java_apply(l, BITS_SLE, 1, value, k->values[1]));
    return value;
  case JAVA_INPUT_NOT_NEGATIVE:
    value = input_of(l, k);
    assume(l, java_apply(l, BITS_SLE, 1, java_word(l, 32, 0), value));
    return value;
  case JAVA_ASSUME:
    assume(l, not_zero(l, k->values[0]));
    return 0;
  case JAVA_ASSERTIONS:
    return java_word(l, 32, 1);
  case JAVA_RAW_BITS:
    return k->values[0];
  case JAVA_BITS:
    return bits_of_number(l, k->values[0], java_kind_width(k->result));
  case JAVA_EXIT:
    java_emit_simple(l, CFA_HALT);
    return 0;
  case JAVA_CLASS_NAME:
    return java_class_name(l, k->values[0]);
  case JAVA_HAS_TEXT:
    return java_has_text(l, k->values[0]);
  default:
    java_unsupported(l, "%s.%s", java_name_text(l->p, k->class_name),
                     java_name_text(l->p, k->name));
    return k->result == 'V' ? 0 : java_zero(l, k->result);
  }
}

static uint32_t clone_array(java_lowering *l, const call *k) {
  if (!l->emits)
    return 0;
  cfa_edge e = java_edge(CFA_SIZE);
  e.variable = java_new_word(l, 64, "%size");
  e.a = k->values[0];
  java_emit(l, e);
  uint32_t size = java_read(l, e.variable);
  uint32_t copy = java_allocate(l, size);
  e = java_edge(CFA_COPY);
  e.a = copy;
  e.b = k->values[0];
  e.c = size;
  java_emit(l, e);
  return copy;
}

/* The instruction */

static void take_arguments(java_lowering *l, call *k, bool has_receiver) {
  const char *at = k->text + 1;
  k->count = has_receiver;
  for (; *at != ')'; at = java_skip_type(at))
    k->count++;
  for (size_t i = k->count; i-- > has_receiver;) {
    at = k->text + 1;
    for (size_t n = has_receiver; n < i; n++)
      at = java_skip_type(at);
    k->slots[i] = java_pop(l, java_kind_of(at));
    java_convert(l, &k->slots[i], at);
  }
  if (has_receiver)
    k->slots[0] = java_pop(l, 'A');
  /* The callee's class may have to be initialised first. */
  for (size_t i = 0; i < k->count; i++) {
    if (!has_receiver || k->slots[i].other != CFA_NONE)
      java_keep(l, &k->slots[i]);
    k->values[i] = k->slots[i].value;
  }
}

static void push_result(java_lowering *l, const call *k, uint32_t value) {
  const char *type = java_result_type(k->text);
  if (k->result == 'V')
    return;
  if (k->result == 'A')
    java_push_reference(l, java_type_name(l, type), value, false);
  else
    java_push_value(l, k->result, value);
}

static uint32_t call_missing(java_lowering *l, const call *k) {
  java_unsupported(l, "method %s.%s, which has no model",
                   java_name_text(l->p, k->class_name),
                   java_name_text(l->p, k->name));
  return k->result == 'V' ? 0 : java_zero(l, k->result);
}

static uint32_t call_found(java_lowering *l, const call *k, uint32_t type,
                           uint32_t method) {
  java_opcode o = l->x->opcode;
  const java_method *f = java_method_at(l->p, method);
  bool is_static = f->member->flags & JAVA_IS_STATIC;
  if (is_static != (o == JAVA_INVOKESTATIC))
    return call_missing(l, k);
  if (is_static)
    java_use_type(l, f->type);
  bool is_direct = is_static || o == JAVA_INVOKESPECIAL ||
                   (f->member->flags & JAVA_IS_PRIVATE);
  if (!is_direct)
    return call_virtual(l, k, type);
  return can_run(l->p, method) ? java_call(l, method, k->values, k->count)
                               : call_missing(l, k);
}

static void call_of_object(java_lowering *l, call *k) {
  uint32_t type = java_type_named(l->p, k->class_name);
  java_intrinsic what =
      java_find_intrinsic(l->p, k->class_name, k->name, k->descriptor);
  uint32_t value = 0;
  bool has_receiver = l->x->opcode != JAVA_INVOKESTATIC;
  if (has_receiver && what == JAVA_NO_INTRINSIC)
    java_check_null(l, &k->slots[0]);
  java_protect(l, CFA_NONE);
  if (what != JAVA_NO_INTRINSIC) {
    value = call_intrinsic(l, what, k);
  } else {
    uint32_t method = type == JAVA_NONE ? JAVA_NONE
                                        : java_find_method(l->p, type, k->name,
                                                           k->descriptor);
    value = !l->emits             ? 0
            : method == JAVA_NONE ? call_missing(l, k)
                                  : call_found(l, k, type, method);
  }
  push_result(l, k, value);
}

static void call_of_array(java_lowering *l, call *k) {
  if (strcmp(java_name_text(l->p, k->name), "clone") != 0) {
    push_result(l, k, call_missing(l, k));
    return;
  }
  java_check_null(l, &k->slots[0]);
  java_protect(l, CFA_NONE);
  java_push_reference(
      l, k->slots[0].type == NAMES_NONE ? k->class_name : k->slots[0].type,
      clone_array(l, k), true);
}

static void step_dynamic(java_lowering *l) {
  const char *recipe = java_concat_recipe(l->c, l->x->index);
  if (recipe) {
    java_step_concat(l, recipe);
    return;
  }
  const java_constant *k = java_constant_at(l->c, l->x->index);
  const java_constant *handle =
      java_constant_at(l->c, vec_at(&l->c->bootstraps, k->a).method);
  call *c = mem_alloc(l->m, sizeof *c);
  c->descriptor = java_ref_descriptor(l->c, l->x->index);
  const char *text = java_name_text(l->p, c->descriptor);
  c->text = mem_text(l->m, text, strlen(text));
  c->result = java_kind_of(java_result_type(c->text));
  take_arguments(l, c, false);
  java_unsupported(l, "invokedynamic by %s.%s",
                   java_name_text(l->p, java_ref_class(l->c, handle->b)),
                   java_name_text(l->p, java_ref_name(l->c, handle->b)));
  push_result(l, c, c->result == 'V' ? 0 : java_zero(l, c->result));
  mem_free(l->m, c->text);
  mem_free(l->m, c);
}

void java_step_call(java_lowering *l) {
  if (l->x->opcode == JAVA_INVOKEDYNAMIC) {
    step_dynamic(l);
    return;
  }
  call *k = mem_alloc(l->m, sizeof *k);
  k->name = java_ref_name(l->c, l->x->index);
  k->class_name =
      java_class_of_model(l->p, java_ref_class(l->c, l->x->index), k->name);
  k->descriptor = java_ref_descriptor(l->c, l->x->index);
  if (java_find_intrinsic(l->p, k->class_name, k->name, k->descriptor) ==
      JAVA_ARRAY_COPY) {
    mem_free(l->m, k);
    java_step_array_copy(l);
    return;
  }
  const char *text = java_name_text(l->p, k->descriptor);
  k->text = mem_text(l->m, text, strlen(text));
  k->result = java_kind_of(java_result_type(k->text));
  take_arguments(l, k, l->x->opcode != JAVA_INVOKESTATIC);
  if (l->x->opcode != JAVA_INVOKESTATIC &&
      *java_name_text(l->p, k->class_name) == '[')
    call_of_array(l, k);
  else {
    if (l->x->opcode != JAVA_INVOKESTATIC)
      java_convert(l, &k->slots[0], "Ljava/lang/Object;");
    call_of_object(l, k);
  }
  mem_free(l->m, k->text);
  mem_free(l->m, k);
}
