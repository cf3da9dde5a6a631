/* Exceptions: thrown by instructions or by the machine, caught by handlers of
 * the method in the order of their table, or left to the caller. */
#include "lang/java/lowering.h"

/* A step that traces leave out. */
static void hide(java_lowering *lowering, java_position at) {
  if (at.edge != CFA_NONE)
    lowering->out->edges.at[at.edge].place.file = CFA_NONE;
}

uint32_t java_allocate_object(java_lowering *lowering, uint32_t type) {
  const java_type *t = java_type_at(lowering->p, type);
  uint32_t object = java_allocate(lowering, java_word(lowering, 64, t->size));
  if (!lowering->emits)
    return 0;
  java_store(lowering, object, java_word(lowering, 32, t->number));
  hide(lowering, lowering->at);
  return object;
}

/* Those of the made types that are 'of' are neighbours, mostly. */
uint32_t java_class_test(java_lowering *lowering, uint32_t object,
                         uint32_t of) {
  if (!lowering->emits)
    return 0;
  uint32_t word = java_load_word(lowering, 32, false, object);
  uint32_t result = CFA_NONE;
  size_t count = lowering->p->made.count;
  for (size_t i = 0; i < count; i++) {
    if (!java_is_subtype(lowering->p, lowering->p->made.at[i], of))
      continue;
    size_t last = i;
    while (last + 1 < count &&
           java_is_subtype(lowering->p, lowering->p->made.at[last + 1], of))
      last++;
    uint32_t one = java_is_between(lowering, word, i + 1, last + 1);
    result = result == CFA_NONE ? one
                                : java_apply(lowering, BITS_OR, 1, result, one);
    i = last;
  }
  return result == CFA_NONE ? java_word(lowering, 1, 0) : result;
}

/* It leaves the method. */
static void leave(java_lowering *lowering, uint32_t object) {
  const char *result = java_result_type(
      java_name_text(lowering->p, lowering->f->member->descriptor));
  cfa_edge edge = java_edge(CFA_RETURN);
  if (!lowering->emits)
    return;
  java_assign(lowering, lowering->exception, object);
  if (*result != 'V')
    edge.a = java_zero(lowering, java_kind_of(result));
  java_emit(lowering, edge);
}

static bool covers(const java_handler *handler,
                   const java_instruction *instruction) {
  return handler->start <= instruction->at && instruction->at < handler->end;
}

/* Does the handler catch it? 1 and 0: certainly, never; -1: it depends. */
static int catches(const java_lowering *lowering, const java_handler *handler,
                   uint32_t type) {
  if (handler->type == 0)
    return 1;
  uint32_t caught = java_type_named(
      lowering->p, java_constant_at(lowering->c, handler->type)->name);
  if (caught == JAVA_NONE)
    return 0; /* a class that is not there has no instances */
  if (type == JAVA_NONE)
    return -1;
  return java_is_subtype(lowering->p, type, caught);
}

/* True: all ways are caught. */
static bool throw_to_handlers(java_lowering *lowering, uint32_t object,
                              uint32_t type) {
  vec_each (const java_handler, handler, &lowering->f->member->code.handlers) {
    if (!covers(handler, lowering->x))
      continue;
    uint32_t target = lowering->f->code.number[handler->handler];
    int is_caught = catches(lowering, handler, type);
    if (is_caught == 1) {
      java_reaches_handler(lowering, target, object);
      return true;
    }
    if (is_caught == 0)
      continue;
    uint32_t caught = java_type_named(
        lowering->p, java_constant_at(lowering->c, handler->type)->name);
    java_position other =
        java_branch(lowering, java_class_test(lowering, object, caught));
    java_reaches_handler(lowering, target, object);
    lowering->at = other;
  }
  return false;
}

void java_throw(java_lowering *lowering, uint32_t object, uint32_t type) {
  if (!lowering->emits) {
    lowering->may_throw = true;
    return;
  }
  if (throw_to_handlers(lowering, object, type))
    return;
  lowering->may_throw = true;
  leave(lowering, object);
}

void java_throw_if(java_lowering *lowering, uint32_t bit,
                   const char *class_name) {
  if (!lowering->emits)
    return;
  uint32_t type = java_type_called(lowering->p, class_name);
  java_position other = java_branch(lowering, bit);
  hide(lowering, other); /* nothing is thrown: nobody wrote that down */
  if (type == JAVA_NONE) {
    java_unsupported(lowering, "%s, which has no model", class_name);
  } else {
    uint32_t object = java_allocate_object(lowering, type);
    java_throw(lowering, object, type);
  }
  lowering->at = other;
}

void java_check_null(java_lowering *lowering, const java_slot *slot) {
  if (slot->is_set || !lowering->emits)
    return;
  java_throw_if(
      lowering,
      java_apply(lowering, BITS_EQ, 1, slot->value, java_null(lowering)),
      "java/lang/NullPointerException");
}

static bool has_handlers(const java_lowering *lowering) {
  vec_each (const java_handler, handler, &lowering->f->member->code.handlers)
    if (covers(handler, lowering->x))
      return true;
  return false;
}

java_position java_branch_on_exception(java_lowering *lowering) {
  return java_branch(lowering,
                     java_apply(lowering, BITS_EQ, 1,
                                java_read(lowering, lowering->exception),
                                java_null(lowering)));
}

/* Without handlers the exception stays where it is. */
void java_look_for_exception(java_lowering *lowering) {
  if (!lowering->emits)
    return;
  uint32_t pending = java_read(lowering, lowering->exception);
  java_position other = java_branch_on_exception(lowering), next = lowering->at;
  hide(lowering, next);
  lowering->at = other;
  if (has_handlers(lowering)) {
    uint32_t kept = java_new_variable(lowering, 'A', "%e", CFA_TEMPORARY);
    java_assign(lowering, kept, pending);
    java_assign(lowering, lowering->exception, java_null(lowering));
    java_throw(lowering, java_read(lowering, kept), JAVA_NONE);
  } else {
    lowering->may_throw = true;
    leave(lowering, pending);
  }
  lowering->at = next;
}
