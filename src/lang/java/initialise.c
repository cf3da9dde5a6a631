/* Classes are initialised when they are first used, superclasses before. A
 * class's state is 0 before that, 1 from its beginning on, 2 if it has failed:
 * then an Error has been thrown, and each further use throws another. Where
 * no initialiser throws, nobody looks for that. */
#include "lang/java/lowering.h"

enum { HAS_BEGUN = 1, HAS_FAILED = 2 };

/* Does a method of this type run only when that class has begun to be
 * initialised? Its own, and a superclass. */
static bool is_certainly_used(const java_lowering *lowering, uint32_t type) {
  return lowering->f && !java_is_interface(lowering->p, type) &&
         java_is_subtype(lowering->p, lowering->f->type, type);
}

/* The methods <clinit> that may throw where the type is used, to
 * 'initialisers'. */
static bool may_fail(java_lowering *lowering, uint32_t type) {
  lowering->initialisers.count = 0;
  for (uint32_t t = 0; t < lowering->p->types.count; t++) {
    uint32_t own = java_type_at(lowering->p, t)->initialiser;
    if (own != JAVA_NONE && java_method_at(lowering->p, own)->is_reached &&
        java_method_at(lowering->p, own)->may_throw &&
        java_is_subtype(lowering->p, type, t))
      vec_push(lowering->m, &lowering->initialisers, own);
  }
  return lowering->initialisers.count > 0;
}

static uint32_t state_is(java_lowering *lowering, const java_type *type,
                         uint64_t state) {
  return java_apply(lowering, BITS_EQ, 1, java_read(lowering, type->state),
                    java_word(lowering, 8, state));
}

static java_position branch_on_use(java_lowering *lowering, uint32_t type) {
  const java_type *t = java_type_at(lowering->p, type);
  return java_branch(lowering,
                     may_fail(lowering, type)
                         ? java_not(lowering, state_is(lowering, t, HAS_BEGUN))
                         : state_is(lowering, t, 0));
}

void java_begin_use(java_lowering *lowering, uint32_t type) {
  const java_type *t = java_type_at(lowering->p, type);
  if (t->function == JAVA_NONE)
    return;
  uint32_t after = java_new_location(lowering);
  java_position other = branch_on_use(lowering, type);
  (void)java_emit_call(lowering, t->function, NULL, 0, 'V');
  java_go(lowering, after);
  lowering->at = other;
  java_go(lowering, after);
  lowering->at = (java_position){after, CFA_NONE};
}

void java_use_type(java_lowering *lowering, uint32_t type) {
  const java_type *t = java_type_at(lowering->p, type);
  if (!lowering->emits || t->function == JAVA_NONE ||
      is_certainly_used(lowering, type))
    return;
  java_protect(lowering, CFA_NONE);
  uint32_t after = java_new_location(lowering);
  java_position other = branch_on_use(lowering, type);
  (void)java_emit_call(lowering, t->function, NULL, 0, 'V');
  if (may_fail(lowering, type))
    java_look_behind_call(lowering, lowering->initialisers.at,
                          lowering->initialisers.count);
  java_go(lowering, after);
  lowering->at = other;
  java_go(lowering, after);
  lowering->at = (java_position){after, CFA_NONE};
}

/* The object is pending when the function returns. */
static void fail(java_lowering *lowering, const java_type *type,
                 uint32_t object) {
  java_assign(lowering, lowering->exception, object);
  java_assign(lowering, type->state, java_word(lowering, 8, HAS_FAILED));
  java_emit_simple(lowering, CFA_RETURN);
}

/* An Error leaves it as it is. */
static void wrap_exception(java_lowering *lowering, const java_type *type) {
  uint32_t error = java_type_called(lowering->p, "java/lang/Error");
  uint32_t wrapper =
      java_type_called(lowering->p, "java/lang/ExceptionInInitializerError");
  uint32_t constructor =
      wrapper == JAVA_NONE
          ? JAVA_NONE
          : java_find_method(
                lowering->p, wrapper, lowering->p->init_name,
                java_find_name(lowering->p, "(Ljava/lang/Throwable;)V"));
  uint32_t pending = java_read(lowering, lowering->exception);
  if (error == JAVA_NONE || constructor == JAVA_NONE) {
    java_unsupported(lowering, "an exception that leaves an initialiser");
    return;
  }
  java_position other =
      java_branch(lowering, java_class_test(lowering, pending, error));
  fail(lowering, type, pending);
  lowering->at = other;
  uint32_t cause = java_new_variable(lowering, 'A', "%cause", CFA_TEMPORARY);
  java_assign(lowering, cause, pending);
  java_assign(lowering, lowering->exception, java_null(lowering));
  uint32_t object = java_allocate_object(lowering, wrapper);
  uint32_t arguments[] = {object, java_read(lowering, cause)};
  (void)java_emit_call(lowering,
                       java_method_at(lowering->p, constructor)->function,
                       arguments, 2, 'V');
  fail(lowering, type, object);
}

static void initialise_before(java_lowering *lowering, const java_type *type,
                              uint32_t other) {
  java_begin_use(lowering, other);
  if (!may_fail(lowering, other))
    return;
  java_position failed = java_branch_on_exception(lowering),
                next = lowering->at;
  lowering->at = failed;
  fail(lowering, type, java_read(lowering, lowering->exception));
  lowering->at = next;
}

/* It has failed before. */
static void refuse_use(java_lowering *lowering, const java_type *type) {
  uint32_t error =
      java_type_called(lowering->p, "java/lang/NoClassDefFoundError");
  java_position failed = java_branch(lowering, state_is(lowering, type, 0));
  java_position next = lowering->at;
  lowering->at = failed;
  if (error == JAVA_NONE)
    java_unsupported(lowering, "a class whose initialiser has failed");
  else
    fail(lowering, type, java_allocate_object(lowering, error));
  lowering->at = next;
}

void java_lower_initialiser(java_lowering *lowering, const java_type *type) {
  java_classes *p = lowering->p;
  java_begin_function(lowering, type->function);
  if (may_fail(lowering, java_type_named(p, type->name)))
    refuse_use(lowering, type);
  java_assign(lowering, type->state, java_word(lowering, 8, HAS_BEGUN));
  if (type->super != JAVA_NONE)
    initialise_before(lowering, type, type->super);
  for (uint32_t i = 0; i < type->interfaces; i++) {
    uint32_t other = p->interfaces.at[type->first_interface + i];
    if (java_is_used_along(p, other))
      initialise_before(lowering, type, other);
  }
  uint32_t own = type->initialiser;
  if (own != JAVA_NONE && java_method_at(p, own)->is_reached) {
    (void)java_emit_call(lowering, java_method_at(p, own)->function, NULL, 0,
                         'V');
    if (java_method_at(p, own)->may_throw) {
      java_position failed = java_branch_on_exception(lowering),
                    next = lowering->at;
      lowering->at = failed;
      wrap_exception(lowering, type);
      lowering->at = next;
    }
  }
  java_emit_simple(lowering, CFA_RETURN);
  java_end_function(lowering);
}
