/* Calls: to one method, or to whichever the object's class has. */
#include "lang/java/dynamic.h"
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

uint32_t java_emit_call(java_lowering *lowering, uint32_t function,
                        const uint32_t *arguments, size_t count, char kind) {
  if (!lowering->emits)
    return 0;
  cfa_edge edge = java_edge(CFA_CALL);
  edge.function = function;
  edge.first_argument = (uint32_t)lowering->out->arguments.count;
  edge.arguments = (uint32_t)count;
  for (size_t i = 0; i < count; i++)
    vec_push(lowering->m, &lowering->out->arguments, arguments[i]);
  if (kind != 'V')
    edge.variable = java_new_variable(lowering, kind, "%r", CFA_TEMPORARY);
  java_emit(lowering, edge);
  return kind == 'V' ? 0 : java_read(lowering, edge.variable);
}

/* Exceptions that leave the callee and then this method are its own only if
 * they are the callee's. */
void java_look_behind_call(java_lowering *lowering, const uint32_t *methods,
                           size_t count) {
  bool may = false, before = lowering->may_throw;
  for (size_t i = 0; i < count; i++)
    may |= java_method_at(lowering->p, methods[i])->may_throw;
  if (!may)
    return;
  lowering->may_throw = false;
  java_look_for_exception(lowering);
  for (size_t i = 0; i < count && lowering->may_throw; i++) {
    vec_push(lowering->m, &lowering->call_pairs, lowering->method);
    vec_push(lowering->m, &lowering->call_pairs, methods[i]);
  }
  lowering->may_throw = before;
}

static char result_kind(const java_lowering *lowering, uint32_t method) {
  return java_kind_of(java_result_type(java_name_text(
      lowering->p, java_method_at(lowering->p, method)->member->descriptor)));
}

uint32_t java_call(java_lowering *lowering, uint32_t method,
                   const uint32_t *arguments, size_t count) {
  if (!lowering->emits)
    return 0;
  const java_method *f = java_method_at(lowering->p, method);
  assert(f->is_reached && f->function != JAVA_NONE);
  uint32_t result = java_emit_call(lowering, f->function, arguments, count,
                                   result_kind(lowering, method));
  java_look_behind_call(lowering, &method, 1);
  return result;
}

/* Many */

/* Which numbers of classes run this method? One bit. */
static uint32_t numbers_test(java_lowering *lowering, uint32_t word,
                             const uint32_t *method_of, size_t count,
                             uint32_t method) {
  uint32_t result = CFA_NONE;
  for (size_t i = 0; i < count; i++) {
    if (method_of[i] != method)
      continue;
    size_t last = i;
    while (last + 1 < count && method_of[last + 1] == method)
      last++;
    uint32_t one = java_is_between(lowering, word, i + 1, last + 1);
    result = result == CFA_NONE ? one
                                : java_apply(lowering, BITS_OR, 1, result, one);
    i = last;
  }
  assert(result != CFA_NONE);
  return result;
}

typedef vec(uint32_t) numbers;

static void add_different(java_lowering *lowering, numbers *list, uint32_t n) {
  vec_each (const uint32_t, x, list)
    if (*x == n)
      return;
  vec_push(lowering->m, list, n);
}

static bool can_run(const java_classes *classes, uint32_t method) {
  return method != JAVA_NONE && java_method_at(classes, method)->is_reached;
}

static void call_one_of(java_lowering *lowering, uint32_t method, const call *k,
                        uint32_t result) {
  if (!can_run(lowering->p, method)) {
    java_unsupported(lowering, "method %s, which has no code here",
                     java_name_text(lowering->p, k->name));
    return;
  }
  uint32_t value =
      java_emit_call(lowering, java_method_at(lowering->p, method)->function,
                     k->values, k->count, k->result);
  if (result != CFA_NONE)
    java_assign(lowering, result, value);
}

/* Asks for the class, and calls what it has. */
static uint32_t dispatch(java_lowering *lowering, const call *k,
                         const numbers *methods, const uint32_t *method_of) {
  uint32_t result = k->result == 'V' ? CFA_NONE
                                     : java_new_variable(lowering, k->result,
                                                         "%r", CFA_TEMPORARY);
  uint32_t after = java_new_location(lowering);
  uint32_t word = java_load_word(lowering, 32, false, k->values[0]);
  for (size_t i = 0; i < methods->count; i++) {
    java_position other = {CFA_NONE, CFA_NONE};
    if (i + 1 < methods->count)
      other = java_branch(lowering, numbers_test(lowering, word, method_of,
                                                 lowering->p->made.count,
                                                 methods->at[i]));
    call_one_of(lowering, methods->at[i], k, result);
    java_go(lowering, after);
    lowering->at = other;
  }
  lowering->at = (java_position){after, CFA_NONE};
  return result == CFA_NONE ? 0 : java_read(lowering, result);
}

/* No class has instances: nobody can be called. */
static uint32_t call_nobody(java_lowering *lowering, const call *k) {
  java_unsupported(lowering, "method %s.%s of a class that has no instances",
                   java_name_text(lowering->p, k->class_name),
                   java_name_text(lowering->p, k->name));
  return k->result == 'V' ? 0 : java_zero(lowering, k->result);
}

/* A class that the call cannot meet. */
#define NOBODYS (UINT32_MAX - 1)

static uint32_t call_virtual(java_lowering *lowering, const call *k,
                             uint32_t type) {
  numbers methods = {0};
  size_t count = lowering->p->made.count;
  uint32_t *method_of = mem_array(lowering->m, count + 1, sizeof *method_of);
  uint32_t result;
  for (size_t i = 0; i < count; i++)
    method_of[i] = NOBODYS;
  java_find_targets(lowering->p, type, k->name, k->descriptor,
                    &lowering->targets);
  vec_each (const java_target, target, &lowering->targets) {
    method_of[java_type_at(lowering->p, target->type)->number - 1] =
        target->method;
    add_different(lowering, &methods, target->method);
  }
  if (methods.count == 0) {
    result = call_nobody(lowering, k);
  } else if (methods.count == 1 && can_run(lowering->p, methods.at[0])) {
    result = java_call(lowering, methods.at[0], k->values, k->count);
  } else {
    result = dispatch(lowering, k, &methods, method_of);
    size_t kept = 0;
    for (size_t i = 0; i < methods.count; i++)
      if (can_run(lowering->p, methods.at[i]))
        methods.at[kept++] = methods.at[i];
    java_look_behind_call(lowering, methods.at, kept);
  }
  vec_free(lowering->m, &methods);
  mem_free(lowering->m, method_of);
  return result;
}

/* What has a meaning of its own */

uint32_t java_input(java_lowering *lowering, char type, const char *name) {
  char kind = java_kind_of((char[]){type, '\0'});
  unsigned width = type == 'Z'                  ? 1
                   : type == 'B'                ? 8
                   : type == 'C' || type == 'S' ? 16
                                                : java_kind_width(kind);
  cfa_edge edge = java_edge(CFA_INPUT);
  if (!lowering->emits)
    return 0;
  edge.variable = java_new_word(lowering, width, "%in");
  lowering->out->variables.at[edge.variable].is_signed =
      type != 'Z' && type != 'C';
  edge.name = cfa_name(lowering->m, lowering->out, name);
  edge.input = CFA_INPUT_CALL;
  java_emit(lowering, edge);
  uint32_t value = java_read(lowering, edge.variable);
  if (width >= 32)
    return value;
  return java_apply(lowering,
                    type == 'Z' || type == 'C' ? BITS_ZEXT : BITS_SEXT, 32,
                    value, CFA_NONE);
}

static uint32_t input_of(java_lowering *lowering, const call *k) {
  return java_input(lowering, *java_result_type(k->text),
                    java_name_text(lowering->p, k->name));
}

static void assume(java_lowering *lowering, uint32_t bit) {
  cfa_edge edge = java_edge(CFA_ASSUME);
  edge.a = bit;
  edge.holds = true;
  java_emit(lowering, edge);
}

static uint32_t not_zero(java_lowering *lowering, uint32_t value) {
  if (!lowering->emits)
    return 0;
  const cfa_expression *expression = &lowering->out->expressions.at[value];
  if (expression->kind == CFA_APPLY && expression->op == BITS_ZEXT &&
      lowering->out->expressions.at[expression->a].width == 1)
    return expression->a;
  return java_not(lowering, java_apply(lowering, BITS_EQ, 1, value,
                                       java_word(lowering, 32, 0)));
}

/* What is no number differs from itself. */
static uint32_t bits_of_number(java_lowering *lowering, uint32_t value,
                               unsigned width) {
  if (!lowering->emits)
    return 0;
  uint32_t none = java_word(lowering, width, bits_no_number(width));
  uint32_t is_number = java_apply(lowering, BITS_FEQ, 1, value, value);
  return cfa_apply(lowering->m, lowering->out, BITS_ITE, width, is_number,
                   value, none);
}

static uint32_t call_intrinsic(java_lowering *lowering, java_intrinsic what,
                               const call *k) {
  uint32_t value = 0;
  switch (what) {
  case JAVA_INPUT:
    return input_of(lowering, k);
  case JAVA_INPUT_BETWEEN:
    value = input_of(lowering, k);
    assume(lowering, java_apply(lowering, BITS_SLE, 1, k->values[0], value));
    assume(lowering, java_apply(lowering, BITS_SLE, 1, value, k->values[1]));
    return value;
  case JAVA_INPUT_NOT_NEGATIVE:
    value = input_of(lowering, k);
    assume(lowering, java_apply(lowering, BITS_SLE, 1,
                                java_word(lowering, 32, 0), value));
    return value;
  case JAVA_ASSUME:
    assume(lowering, not_zero(lowering, k->values[0]));
    return 0;
  case JAVA_ASSERTIONS:
    return java_word(lowering, 32, 1);
  case JAVA_RAW_BITS:
    return k->values[0];
  case JAVA_BITS:
    return bits_of_number(lowering, k->values[0], java_kind_width(k->result));
  case JAVA_EXIT:
    java_emit_simple(lowering, CFA_HALT);
    return 0;
  case JAVA_CLASS_NAME:
    return java_class_name(lowering, k->values[0]);
  case JAVA_HAS_TEXT:
    return java_has_text(lowering, k->values[0]);
  default:
    java_unsupported(lowering, "%s.%s",
                     java_name_text(lowering->p, k->class_name),
                     java_name_text(lowering->p, k->name));
    return k->result == 'V' ? 0 : java_zero(lowering, k->result);
  }
}

static uint32_t clone_array(java_lowering *lowering, const call *k) {
  if (!lowering->emits)
    return 0;
  cfa_edge edge = java_edge(CFA_SIZE);
  edge.variable = java_new_word(lowering, 64, "%size");
  edge.a = k->values[0];
  java_emit(lowering, edge);
  uint32_t size = java_read(lowering, edge.variable);
  uint32_t copy = java_allocate(lowering, size);
  edge = java_edge(CFA_COPY);
  edge.a = copy;
  edge.b = k->values[0];
  edge.c = size;
  java_emit(lowering, edge);
  return copy;
}

/* The instruction */

static void take_arguments(java_lowering *lowering, call *k,
                           bool has_receiver) {
  const char *at = k->text + 1;
  k->count = has_receiver;
  for (; *at != ')'; at = java_skip_type(at))
    k->count++;
  for (size_t i = k->count; i-- > has_receiver;) {
    at = k->text + 1;
    for (size_t n = has_receiver; n < i; n++)
      at = java_skip_type(at);
    k->slots[i] = java_pop(lowering, java_kind_of(at));
    java_convert(lowering, &k->slots[i], at);
  }
  if (has_receiver)
    k->slots[0] = java_pop(lowering, 'A');
  /* The callee's class may have to be initialised first. */
  for (size_t i = 0; i < k->count; i++) {
    if (!has_receiver || k->slots[i].other != CFA_NONE)
      java_keep(lowering, &k->slots[i]);
    k->values[i] = k->slots[i].value;
  }
}

static void push_result(java_lowering *lowering, const call *k,
                        uint32_t value) {
  const char *type = java_result_type(k->text);
  if (k->result == 'V')
    return;
  if (k->result == 'A')
    java_push_reference(lowering, java_type_name(lowering, type), value, false);
  else
    java_push_value(lowering, k->result, value);
}

static uint32_t call_missing(java_lowering *lowering, const call *k) {
  java_unsupported(lowering, "method %s.%s, which has no model",
                   java_name_text(lowering->p, k->class_name),
                   java_name_text(lowering->p, k->name));
  return k->result == 'V' ? 0 : java_zero(lowering, k->result);
}

static uint32_t call_found(java_lowering *lowering, const call *k,
                           uint32_t type, uint32_t method) {
  java_opcode o = lowering->x->opcode;
  const java_method *f = java_method_at(lowering->p, method);
  bool is_static = f->member->flags & JAVA_IS_STATIC;
  if (is_static != (o == JAVA_INVOKESTATIC))
    return call_missing(lowering, k);
  if (is_static)
    java_use_type(lowering, f->type);
  bool is_direct = is_static || o == JAVA_INVOKESPECIAL ||
                   (f->member->flags & JAVA_IS_PRIVATE);
  if (!is_direct)
    return call_virtual(lowering, k, type);
  return can_run(lowering->p, method)
             ? java_call(lowering, method, k->values, k->count)
             : call_missing(lowering, k);
}

static void call_of_object(java_lowering *lowering, call *k) {
  uint32_t type = java_type_named(lowering->p, k->class_name);
  java_intrinsic what =
      java_find_intrinsic(lowering->p, k->class_name, k->name, k->descriptor);
  uint32_t value = 0;
  bool has_receiver = lowering->x->opcode != JAVA_INVOKESTATIC;
  if (has_receiver && what == JAVA_NO_INTRINSIC)
    java_check_null(lowering, &k->slots[0]);
  java_protect(lowering, CFA_NONE);
  if (what != JAVA_NO_INTRINSIC) {
    value = call_intrinsic(lowering, what, k);
  } else {
    uint32_t method =
        type == JAVA_NONE
            ? JAVA_NONE
            : java_find_method(lowering->p, type, k->name, k->descriptor);
    value = !lowering->emits      ? 0
            : method == JAVA_NONE ? call_missing(lowering, k)
                                  : call_found(lowering, k, type, method);
  }
  push_result(lowering, k, value);
}

static void call_of_array(java_lowering *lowering, call *k) {
  if (strcmp(java_name_text(lowering->p, k->name), "clone") != 0) {
    push_result(lowering, k, call_missing(lowering, k));
    return;
  }
  java_check_null(lowering, &k->slots[0]);
  java_protect(lowering, CFA_NONE);
  java_push_reference(lowering,
                      k->slots[0].type == NAMES_NONE ? k->class_name
                                                     : k->slots[0].type,
                      clone_array(lowering, k), true);
}

static uint32_t dynamic_is_missing(java_lowering *lowering, const call *c) {
  const java_constant *constant =
      java_constant_at(lowering->c, lowering->x->index);
  const java_constant *handle = java_constant_at(
      lowering->c, vec_at(&lowering->c->bootstraps, constant->a).method);
  java_unsupported(
      lowering, "invokedynamic by %s.%s",
      java_name_text(lowering->p, java_ref_class(lowering->c, handle->b)),
      java_name_text(lowering->p, java_ref_name(lowering->c, handle->b)));
  return c->result == 'V' ? 0 : java_zero(lowering, c->result);
}

static void step_dynamic(java_lowering *lowering) {
  const char *recipe = java_concat_recipe(lowering->c, lowering->x->index);
  if (recipe) {
    java_step_concat(lowering, recipe);
    return;
  }
  uint32_t method =
      java_dynamic_method(lowering->p, lowering->c, lowering->x->index);
  call *c = mem_alloc(lowering->m, sizeof *c);
  uint32_t value = 0;
  c->descriptor = java_ref_descriptor(lowering->c, lowering->x->index);
  const char *text = java_name_text(lowering->p, c->descriptor);
  c->text = mem_text(lowering->m, text, strlen(text));
  c->result = java_kind_of(java_result_type(c->text));
  take_arguments(lowering, c, false);
  java_protect(lowering, CFA_NONE);
  if (method == JAVA_NONE)
    value = dynamic_is_missing(lowering, c);
  else if (lowering->emits)
    value = java_call(lowering, method, c->values, c->count);
  push_result(lowering, c, value);
  mem_free(lowering->m, c->text);
  mem_free(lowering->m, c);
}

void java_step_call(java_lowering *lowering) {
  if (lowering->x->opcode == JAVA_INVOKEDYNAMIC) {
    step_dynamic(lowering);
    return;
  }
  call *k = mem_alloc(lowering->m, sizeof *k);
  k->name = java_ref_name(lowering->c, lowering->x->index);
  k->class_name = java_class_of_model(
      lowering->p, java_ref_class(lowering->c, lowering->x->index), k->name);
  k->descriptor = java_ref_descriptor(lowering->c, lowering->x->index);
  if (java_find_intrinsic(lowering->p, k->class_name, k->name, k->descriptor) ==
      JAVA_ARRAY_COPY) {
    mem_free(lowering->m, k);
    java_step_array_copy(lowering);
    return;
  }
  const char *text = java_name_text(lowering->p, k->descriptor);
  k->text = mem_text(lowering->m, text, strlen(text));
  k->result = java_kind_of(java_result_type(k->text));
  take_arguments(lowering, k, lowering->x->opcode != JAVA_INVOKESTATIC);
  if (lowering->x->opcode != JAVA_INVOKESTATIC &&
      *java_name_text(lowering->p, k->class_name) == '[')
    call_of_array(lowering, k);
  else {
    if (lowering->x->opcode != JAVA_INVOKESTATIC) {
      java_convert(lowering, &k->slots[0], "Ljava/lang/Object;");
      k->values[0] = k->slots[0].value;
    }
    call_of_object(lowering, k);
  }
  mem_free(lowering->m, k->text);
  mem_free(lowering->m, k);
}
