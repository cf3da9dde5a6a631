/* Whom an instruction calls: by the class hierarchy, over the classes that have
 * instances. */
#include "lang/java/flow_inside.h"

bool flow_add(mem *m, flow_numbers *to, uint32_t n) {
  vec_each (const uint32_t, x, to)
    if (*x == n)
      return false;
  vec_push(m, to, n);
  return true;
}

/* Lambdas and references to methods: invokedynamic makes an object whose one
 * method is the one that the third argument of its bootstrap method names. */
static const java_constant *lambda_handle(const java_class *class,
                                          uint32_t call) {
  const java_constant *constant = java_constant_at(class, call);
  const java_bootstrap *bootstrap = &vec_at(&class->bootstraps, constant->a);
  const java_constant *handle = java_constant_at(class, bootstrap->method);
  if (java_constant_at(class, handle->b)->tag != JAVA_METHOD_REF ||
      strcmp(java_text(class, java_ref_class(class, handle->b)),
             "java/lang/invoke/LambdaMetafactory") != 0 ||
      bootstrap->arguments < 3)
    return NULL;
  const java_constant *implementation = java_constant_at(
      class, class->bootstrap_arguments.at[bootstrap->first + 1]);
  return implementation->tag == JAVA_METHOD_HANDLE ? implementation : NULL;
}

static void add_lambda(java_flow *flow, uint32_t interface, uint32_t name,
                       uint32_t method) {
  vec_each (const flow_lambda, lambda, &flow->lambdas)
    if (lambda->interface == interface && lambda->name == name &&
        lambda->method == method)
      return;
  vec_push(flow->m, &flow->lambdas, ((flow_lambda){interface, name, method}));
  java_method *f = java_method_at(flow->p, method);
  if (f->is_reached || !f->member->has_code)
    return;
  f->is_reached = true;
  vec_push(flow->m, &flow->p->reached, method);
  flow->changed = true;
}

static void look_at_dynamic(java_flow *flow, const java_class *class,
                            uint32_t call) {
  java_classes *p = flow->p;
  const java_constant *handle = lambda_handle(class, call);
  if (!handle)
    return;
  const char *made =
      java_result_type(java_text(class, java_ref_descriptor(class, call)));
  uint32_t interface =
      *made == 'L' ? names_find(&p->texts, made + 1, strlen(made) - 2)
                   : NAMES_NONE;
  uint32_t type = java_type_named(p, java_ref_class(class, handle->b));
  uint32_t name = java_ref_name(class, handle->b),
           descriptor = java_ref_descriptor(class, handle->b);
  if (type == JAVA_NONE || interface == NAMES_NONE)
    return;
  uint32_t called = java_ref_name(class, call);
  uint32_t method = java_find_method(p, type, name, descriptor);
  java_targets targets = {0};
  bool is_virtual = handle->a == 5 || handle->a == 9;
  if (is_virtual)
    java_find_targets(p, type, name, descriptor, &targets);
  if (method != JAVA_NONE && java_method_at(p, method)->member->has_code)
    add_lambda(flow, interface, called, method);
  vec_each (const java_target, target, &targets)
    if (target->method != JAVA_NONE)
      add_lambda(flow, interface, called, target->method);
  vec_free(flow->m, &targets);
}

bool flow_reach_lambdas(java_flow *flow) {
  java_classes *p = flow->p;
  do {
    flow->changed = false;
    for (size_t i = 0; i < p->reached.count; i++) {
      const java_method *f = java_method_at(p, p->reached.at[i]);
      const java_class *class = java_type_at(p, f->type)->file;
      vec_each (const java_instruction, instruction, &f->code.at)
        if (instruction->opcode == JAVA_INVOKEDYNAMIC)
          look_at_dynamic(flow, class, instruction->index);
    }
    p->made.count = 0; /* they are numbered again */
    if (flow->changed && !java_reach(p, p->start))
      return false;
  } while (flow->changed);
  return true;
}

/* Calls */

static uint32_t outside_of(java_flow *flow, uint32_t class_name, uint32_t name,
                           uint32_t descriptor, uint32_t method) {
  for (uint32_t i = 0; i < flow->outsides.count; i++) {
    const flow_outside *x = &flow->outsides.at[i];
    if (x->class_name == class_name && x->name == name &&
        x->descriptor == descriptor)
      return i;
  }
  flow_outside made = {.class_name = class_name,
                       .name = name,
                       .descriptor = descriptor,
                       .method = method,
                       .function = CFA_NONE};
  vec_push(flow->m, &flow->outsides, made);
  return (uint32_t)flow->outsides.count - 1;
}

static void add_method(java_flow *flow, flow_call *call, uint32_t method) {
  if (method != JAVA_NONE && flow_has_code(flow, method))
    flow_add(flow->m, &call->methods, method);
}

/* Objects of lambdas, and of classes of the program that extend something that
 * is not there. */
static void add_hidden(java_flow *flow, flow_call *call, uint32_t class_name,
                       uint32_t name, uint32_t descriptor) {
  java_classes *p = flow->p;
  uint32_t type = java_type_named(p, class_name);
  vec_each (const flow_lambda, lambda, &flow->lambdas) {
    uint32_t interface = java_type_named(p, lambda->interface);
    if (lambda->name == name &&
        (lambda->interface == class_name ||
         (type != JAVA_NONE && interface != JAVA_NONE &&
          java_is_subtype(p, interface, type))))
      add_method(flow, call, lambda->method);
  }
  for (uint32_t i = 0; type == JAVA_NONE && i < p->types.count; i++)
    if (p->types.at[i].is_made && p->types.at[i].missing != NAMES_NONE)
      add_method(flow, call, java_select_method(p, i, name, descriptor));
}

static void find_virtual(java_flow *flow, flow_call *call, uint32_t type,
                         uint32_t class_name, uint32_t name,
                         uint32_t descriptor) {
  java_targets targets = {0};
  if (type != JAVA_NONE)
    java_find_targets(flow->p, type, name, descriptor, &targets);
  vec_each (const java_target, target, &targets)
    add_method(flow, call, target->method);
  vec_free(flow->m, &targets);
  add_hidden(flow, call, class_name, name, descriptor);
}

static void find_call(java_flow *flow, const java_class *class,
                      const java_instruction *x, flow_call *call) {
  java_classes *p = flow->p;
  uint32_t name = java_ref_name(class, x->index),
           descriptor = java_ref_descriptor(class, x->index);
  uint32_t class_name =
      java_class_of_model(p, java_ref_class(class, x->index), name);
  java_intrinsic what = java_find_intrinsic(p, class_name, name, descriptor);
  uint32_t type = java_type_named(p, class_name);
  call->is_call = true;
  call->ends = what == JAVA_EXIT;
  uint32_t method = type == JAVA_NONE || what != JAVA_NO_INTRINSIC
                        ? JAVA_NONE
                        : java_find_method(p, type, name, descriptor);
  bool is_direct =
      x->opcode == JAVA_INVOKESTATIC || x->opcode == JAVA_INVOKESPECIAL ||
      (method != JAVA_NONE &&
       (java_method_at(p, method)->member->flags & JAVA_IS_PRIVATE));
  if (is_direct && method != JAVA_NONE)
    add_method(flow, call, method);
  else if (!is_direct && what == JAVA_NO_INTRINSIC)
    find_virtual(flow, call, type, class_name, name, descriptor);
  bool is_unknown = type == JAVA_NONE && !is_direct;
  if (!call->methods.count || is_unknown)
    call->outside = outside_of(flow, class_name, name, descriptor, method);
}

/* Nobody wants to hear of these: Object's constructor, and what javac asks for
 * where there are assertions. */
static bool is_silent(const java_flow *flow, const java_class *class,
                      const java_instruction *x) {
  const char *name = java_text(class, java_ref_name(class, x->index));
  const char *owner = java_text(class, java_ref_class(class, x->index));
  (void)flow;
  return (strcmp(name, "<init>") == 0 &&
          strcmp(owner, "java/lang/Object") == 0) ||
         strcmp(name, "desiredAssertionStatus") == 0;
}

void flow_find_calls(java_flow *flow, uint32_t method) {
  const java_method *f = java_method_at(flow->p, method);
  const java_class *class = java_type_at(flow->p, f->type)->file;
  flow_method *out = flow_method_at(flow, method);
  for (uint32_t i = 0; i < f->code.at.count; i++) {
    const java_instruction *x = &f->code.at.at[i];
    out->calls[i].outside = JAVA_NONE;
    if (x->opcode < JAVA_INVOKEVIRTUAL || x->opcode >= JAVA_INVOKEDYNAMIC)
      continue;
    if (*java_text(class, java_ref_class(class, x->index)) != '[' &&
        !is_silent(flow, class, x))
      find_call(flow, class, x, &out->calls[i]);
  }
}
