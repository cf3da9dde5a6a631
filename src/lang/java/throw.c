/* Exceptions: thrown by instructions or by the machine, caught by handlers of
 * the method in the order of their table, or left to the caller. */
#include "lang/java/lowering.h"

uint32_t java_allocate_object(java_lowering *l, uint32_t type) {
  const java_type *t = java_type_at(l->p, type);
  uint32_t object = java_allocate(l, java_word(l, 64, t->size));
  if (l->emits)
    java_store(l, object, java_word(l, 32, t->number));
  return object;
}

/* Those of the made types that are 'of' are neighbours, mostly. */
uint32_t java_class_test(java_lowering *l, uint32_t object, uint32_t of) {
  if (!l->emits)
    return 0;
  uint32_t word = java_load_word(l, 32, false, object);
  uint32_t result = CFA_NONE;
  size_t count = l->p->made.count;
  for (size_t i = 0; i < count; i++) {
    if (!java_is_subtype(l->p, l->p->made.at[i], of))
      continue;
    size_t last = i;
    while (last + 1 < count &&
           java_is_subtype(l->p, l->p->made.at[last + 1], of))
      last++;
    uint32_t one = java_is_between(l, word, i + 1, last + 1);
    result = result == CFA_NONE ? one : java_apply(l, BITS_OR, 1, result, one);
    i = last;
  }
  return result == CFA_NONE ? java_word(l, 1, 0) : result;
}

/* It leaves the method. */
static void leave(java_lowering *l, uint32_t object) {
  const char *result =
      java_result_type(java_name_text(l->p, l->f->member->descriptor));
  cfa_edge e = java_edge(CFA_RETURN);
  if (!l->emits)
    return;
  java_assign(l, l->exception, object);
  if (*result != 'V')
    e.a = java_zero(l, java_kind_of(result));
  java_emit(l, e);
}

static bool covers(const java_handler *h, const java_instruction *x) {
  return h->start <= x->at && x->at < h->end;
}

/* Does the handler catch it? 1 and 0: certainly, never; -1: it depends. */
static int catches(const java_lowering *l, const java_handler *h,
                   uint32_t type) {
  if (h->type == 0)
    return 1;
  uint32_t caught =
      java_type_named(l->p, java_constant_at(l->c, h->type)->name);
  if (caught == JAVA_NONE)
    return 0; /* a class that is not there has no instances */
  if (type == JAVA_NONE)
    return -1;
  return java_is_subtype(l->p, type, caught);
}

/* True: all ways are caught. */
static bool throw_to_handlers(java_lowering *l, uint32_t object,
                              uint32_t type) {
  vec_each (const java_handler, h, &l->f->member->code.handlers) {
    if (!covers(h, l->x))
      continue;
    uint32_t target = l->f->code.number[h->handler];
    int is_caught = catches(l, h, type);
    if (is_caught == 1) {
      java_reaches_handler(l, target, object);
      return true;
    }
    if (is_caught == 0)
      continue;
    uint32_t caught =
        java_type_named(l->p, java_constant_at(l->c, h->type)->name);
    java_position other = java_branch(l, java_class_test(l, object, caught));
    java_reaches_handler(l, target, object);
    l->at = other;
  }
  return false;
}

void java_throw(java_lowering *l, uint32_t object, uint32_t type) {
  if (!l->emits) {
    l->may_throw = true;
    return;
  }
  if (throw_to_handlers(l, object, type))
    return;
  l->may_throw = true;
  leave(l, object);
}

void java_throw_if(java_lowering *l, uint32_t bit, const char *class_name) {
  if (!l->emits)
    return;
  uint32_t type = java_type_called(l->p, class_name);
  java_position other = java_branch(l, bit);
  if (type == JAVA_NONE) {
    java_unsupported(l, "%s, which has no model", class_name);
  } else {
    uint32_t object = java_allocate_object(l, type);
    java_throw(l, object, type);
  }
  l->at = other;
}

void java_check_null(java_lowering *l, const java_slot *s) {
  if (s->is_set || !l->emits)
    return;
  java_throw_if(l, java_apply(l, BITS_EQ, 1, s->value, java_null(l)),
                "java/lang/NullPointerException");
}

static bool has_handlers(const java_lowering *l) {
  vec_each (const java_handler, h, &l->f->member->code.handlers)
    if (covers(h, l->x))
      return true;
  return false;
}

/* Without handlers the exception stays where it is. */
void java_look_for_exception(java_lowering *l) {
  if (!l->emits)
    return;
  uint32_t pending = java_read(l, l->exception);
  uint32_t is_none = java_apply(l, BITS_EQ, 1, pending, java_null(l));
  java_position other = java_branch(l, is_none), next = l->at;
  l->at = other;
  if (has_handlers(l)) {
    uint32_t kept = java_new_variable(l, 'A', "%e", CFA_TEMPORARY);
    java_assign(l, kept, pending);
    java_assign(l, l->exception, java_null(l));
    java_throw(l, java_read(l, kept), JAVA_NONE);
  } else {
    l->may_throw = true;
    leave(l, pending);
  }
  l->at = next;
}
