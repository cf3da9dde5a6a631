/* Whom an instruction calls: by the class hierarchy, over the classes that have
 * instances. */
#include "lang/java/flow_inside.h"

#include "lang/java/dynamic.h"

bool flow_add(mem *m, flow_numbers *to, uint32_t n) {
  vec_each (const uint32_t, x, to)
    if (*x == n)
      return false;
  vec_push(m, to, n);
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

/* Objects of classes of the program that extend something that is not there. */
static void add_hidden(java_flow *flow, flow_call *call, uint32_t name,
                       uint32_t descriptor) {
  java_classes *p = flow->p;
  for (uint32_t i = 0; i < p->types.count; i++)
    if (p->types.at[i].is_made && p->types.at[i].missing != NAMES_NONE)
      add_method(flow, call, java_select_method(p, i, name, descriptor));
}

static void find_virtual(java_flow *flow, flow_call *call, uint32_t type,
                         uint32_t name, uint32_t descriptor) {
  java_targets targets = {0};
  if (type != JAVA_NONE)
    java_find_targets(flow->p, type, name, descriptor, &targets);
  vec_each (const java_target, target, &targets)
    add_method(flow, call, target->method);
  vec_free(flow->m, &targets);
  if (type == JAVA_NONE)
    add_hidden(flow, call, name, descriptor);
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
    find_virtual(flow, call, type, name, descriptor);
  bool is_unknown = type == JAVA_NONE && !is_direct;
  if (!call->methods.count || is_unknown)
    call->outside = outside_of(flow, class_name, name, descriptor, method);
}

/* Strings that are joined, lambdas, what records have; what is none of these
 * may do anything. */
static bool is_known_dynamic(const java_flow *flow, const java_class *class,
                             uint32_t call) {
  const java_bootstrap *bootstrap =
      &vec_at(&class->bootstraps, java_constant_at(class, call)->a);
  const java_constant *handle = java_constant_at(class, bootstrap->method);
  bool is_joining =
      java_constant_at(class, handle->b)->tag == JAVA_METHOD_REF &&
      strcmp(java_text(class, java_ref_class(class, handle->b)),
             "java/lang/invoke/StringConcatFactory") == 0;
  return is_joining || java_dynamic_method(flow->p, class, call) != JAVA_NONE;
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
    if (x->opcode == JAVA_INVOKEDYNAMIC)
      out->calls[i].is_unknown = !is_known_dynamic(flow, class, x->index);
    if (x->opcode < JAVA_INVOKEVIRTUAL || x->opcode >= JAVA_INVOKEDYNAMIC)
      continue;
    if (*java_text(class, java_ref_class(class, x->index)) != '[' &&
        !is_silent(flow, class, x))
      find_call(flow, class, x, &out->calls[i]);
  }
}
