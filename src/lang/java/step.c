/* One instruction. */
#include "lang/java/lowering.h"

#include <stdio.h>

static void step_constant(java_lowering *l) {
  java_opcode o = l->x->opcode;
  if (o == JAVA_ACONST_NULL)
    java_push_reference(l, NAMES_NONE, java_null(l), false);
  else if (o <= JAVA_ICONST_5 || o == JAVA_BIPUSH || o == JAVA_SIPUSH)
    java_push_value(l, 'I', java_word(l, 32, (uint64_t)(int64_t)l->x->value));
  else if (o <= JAVA_LCONST_1)
    java_push_value(l, 'J', java_word(l, 64, o - JAVA_LCONST_0));
  else if (o <= JAVA_FCONST_2) {
    static const uint32_t bits[] = {0, 0x3f800000, 0x40000000};
    java_push_value(l, 'F', java_word(l, 32, bits[o - JAVA_FCONST_0]));
  } else
    java_push_value(
        l, 'D',
        java_word(l, 64,
                  o == JAVA_DCONST_0 ? 0 : UINT64_C(0x3ff0000000000000)));
}

/* Classes are addresses of no object, so that they can be compared. */
static void push_class(java_lowering *l, uint32_t name) {
  cfa_expression x = {.kind = CFA_CONSTANT,
                      .width = JAVA_POINTER_BITS,
                      .is_pointer = true,
                      .a = CFA_NONE,
                      .b = CFA_NONE,
                      .c = CFA_NONE,
                      .value = 16 + (uint64_t)name};
  java_push_reference(l, java_name(l->p, "java/lang/Class"),
                      l->emits ? cfa_express(l->m, l->out, &x) : 0, true);
}

static void step_load_constant(java_lowering *l) {
  const java_constant *k = java_constant_at(l->c, l->x->index);
  switch (k->tag) {
  case JAVA_INTEGER:
    java_push_value(l, 'I', java_word(l, 32, k->bits));
    return;
  case JAVA_FLOAT:
    java_push_value(l, 'F', java_word(l, 32, k->bits));
    return;
  case JAVA_LONG:
    java_push_value(l, 'J', java_word(l, 64, k->bits));
    return;
  case JAVA_DOUBLE:
    java_push_value(l, 'D', java_word(l, 64, k->bits));
    return;
  case JAVA_STRING:
    java_push_reference(l, java_name(l->p, "java/lang/String"),
                        java_literal(l, k->name), true);
    return;
  case JAVA_CLASS:
    push_class(l, k->name);
    return;
  default:
    break;
  }
  char kind = k->tag == JAVA_DYNAMIC
                  ? java_kind_of(
                        java_text(l->c, java_ref_descriptor(l->c, l->x->index)))
                  : 'A';
  java_unsupported(l, "%s as a constant", java_tag_words(k->tag));
  if (kind == 'A')
    java_push_reference(l, l->p->object_name, java_null(l), false);
  else
    java_push_value(l, kind, java_zero(l, kind));
}

/* Stack */

static bool is_wide(const java_slot *s) {
  return s->kind == 'J' || s->kind == 'D';
}

/* Puts the upper 'count' values below the next 'skip', and on top. */
static void duplicate(java_lowering *l, size_t count, size_t skip) {
  java_slot kept[4];
  size_t all = count + skip;
  if (l->stack.count < all) {
    java_refuse(l, "the stack is empty");
    return;
  }
  for (size_t i = 0; i < all; i++)
    kept[i] = vec_pop(&l->stack);
  for (size_t i = count; i-- > 0;)
    java_push(l, kept[i]);
  for (size_t i = all; i-- > 0;)
    java_push(l, kept[i]);
}

/* How many values two words are, 'below' values under the top. */
static size_t values_of_two(const java_lowering *l, size_t below) {
  size_t n = l->stack.count;
  return n > below && is_wide(&l->stack.at[n - 1 - below]) ? 1 : 2;
}

void java_step_stack(java_lowering *l) {
  size_t two = values_of_two(l, 0);
  java_slot a, b;
  switch (l->x->opcode) {
  case JAVA_POP:
    (void)java_pop_any(l);
    break;
  case JAVA_POP2:
    for (size_t i = 0; i < two; i++)
      (void)java_pop_any(l);
    break;
  case JAVA_DUP:
    duplicate(l, 1, 0);
    break;
  case JAVA_DUP_X1:
    duplicate(l, 1, 1);
    break;
  case JAVA_DUP_X2:
    duplicate(l, 1, values_of_two(l, 1));
    break;
  case JAVA_DUP2:
    duplicate(l, two, 0);
    break;
  case JAVA_DUP2_X1:
    duplicate(l, two, 1);
    break;
  case JAVA_DUP2_X2:
    duplicate(l, two, values_of_two(l, two));
    break;
  default:
    b = java_pop_any(l);
    a = java_pop_any(l);
    java_push(l, b);
    java_push(l, a);
  }
}

/* Branches */

/* EQ, NE, LT, GE, GT, LE in the order of the instructions. The bit, and
 * whether the branch is taken where it does not hold. */
static uint32_t compared(java_lowering *l, unsigned how, uint32_t a, uint32_t b,
                         bool *is_negated) {
  *is_negated = how == 1 || how == 3 || how == 4;
  if (how < 2)
    return java_apply(l, BITS_EQ, 1, a, b);
  if (how < 4)
    return java_apply(l, BITS_SLT, 1, a, b);
  return java_apply(l, BITS_SLE, 1, a, b);
}

/* The same of two floats or doubles; what is no number is on the side that the
 * instruction before has said. */
static uint32_t compared_floats(java_lowering *l, unsigned how,
                                const java_slot *s, bool *is_negated) {
  uint32_t a = s->value, b = s->other;
  bool is_less = how == 2 || how == 3; /* LT, GE; else GT, LE */
  bool is_opposite = how == 1 || how == 3 || how == 5;
  *is_negated = is_opposite;
  if (how < 2)
    return java_apply(l, BITS_FEQ, 1, a, b);
  if (is_less == (s->order == 'G'))
    return is_less ? java_apply(l, BITS_FLT, 1, a, b)
                   : java_apply(l, BITS_FLT, 1, b, a);
  *is_negated = !is_opposite; /* not the other way round */
  return is_less ? java_apply(l, BITS_FLE, 1, b, a)
                 : java_apply(l, BITS_FLE, 1, a, b);
}

/* A truth value as an int is not 0 just if it holds. */
static uint32_t test_zero(java_lowering *l, unsigned how, const java_slot *s,
                          bool *is_negated) {
  if (s->other != CFA_NONE && s->order != 'J')
    return compared_floats(l, how, s, is_negated);
  if (s->other != CFA_NONE)
    return compared(l, how, s->value, s->other, is_negated);
  if (l->emits && how < 2) {
    const cfa_expression *x = &l->out->expressions.at[s->value];
    if (x->kind == CFA_APPLY && x->op == BITS_ZEXT &&
        l->out->expressions.at[x->a].width == 1) {
      *is_negated = how == 0;
      return x->a;
    }
  }
  return compared(l, how, s->value, java_word(l, 32, 0), is_negated);
}

static bool may_be_empty(const java_lowering *l, const java_slot *s) {
  return s->type != NAMES_NONE && *java_name_text(l->p, s->type) == '[';
}

/* Whether they are the same array cannot be told where one has no elements: an
 * automaton's pointers to the ends of objects are not told apart. */
static void check_empty(java_lowering *l, const java_slot *s) {
  if (!l->emits || !may_be_empty(l, s))
    return;
  uint32_t after = java_new_location(l);
  java_position other =
      java_branch(l, java_apply(l, BITS_EQ, 1, s->value, java_null(l)));
  java_go(l, after);
  l->at = other;
  cfa_edge e = java_edge(CFA_SIZE);
  e.variable = java_new_word(l, 64, "%size");
  e.a = s->value;
  java_emit(l, e);
  other = java_branch(l, java_apply(l, BITS_EQ, 1, java_read(l, e.variable),
                                    java_word(l, 64, 0)));
  java_unsupported(l, "a comparison of references to an empty array");
  l->at = other;
  java_go(l, after);
  l->at = (java_position){after, CFA_NONE};
}

static bool may_be_box(const java_lowering *l, const java_slot *s) {
  if (s->type == NAMES_NONE || *java_name_text(l->p, s->type) == '[')
    return false;
  uint32_t type = java_type_named(l->p, s->type);
  for (uint32_t i = 0; i < l->p->types.count && type != JAVA_NONE; i++)
    if (l->p->types.at[i].is_made && java_is_box(l->p, i) &&
        java_is_subtype(l->p, i, type))
      return true;
  return false;
}

/* Two boxes of a small number are the same. */
static uint32_t test_boxes(java_lowering *l, const java_slot *a,
                           const java_slot *b) {
  if (!l->emits)
    return 0;
  java_protect(l, CFA_NONE);
  uint32_t same = java_call(l, java_boxes_method(l->p),
                            (uint32_t[]){a->value, b->value}, 2);
  return java_not(l, java_apply(l, BITS_EQ, 1, same, java_word(l, 32, 0)));
}

static uint32_t test_references(java_lowering *l) {
  java_slot b = java_pop(l, 'A'), a = java_pop(l, 'A');
  if (!java_is_model(l->p, l->f->type) && may_be_box(l, &a) &&
      may_be_box(l, &b))
    return test_boxes(l, &a, &b);
  if (a.type != NAMES_NONE && b.type != NAMES_NONE) {
    check_empty(l, &a);
    check_empty(l, &b);
  }
  return java_apply(l, BITS_EQ, 1, a.value, b.value);
}

static void step_if(java_lowering *l) {
  java_opcode o = l->x->opcode;
  bool is_negated = false;
  uint32_t bit;
  if (o >= JAVA_IFEQ && o <= JAVA_IFLE) {
    java_slot s = java_pop(l, 'I');
    bit = test_zero(l, o - JAVA_IFEQ, &s, &is_negated);
  } else if (o <= JAVA_IF_ICMPLE) {
    uint32_t b = java_pop_value(l, 'I'), a = java_pop_value(l, 'I');
    bit = compared(l, o - JAVA_IF_ICMPEQ, a, b, &is_negated);
  } else if (o <= JAVA_IF_ACMPNE) {
    bit = test_references(l);
    is_negated = o == JAVA_IF_ACMPNE;
  } else {
    java_slot s = java_pop(l, 'A');
    bit = java_apply(l, BITS_EQ, 1, s.value, java_null(l));
    is_negated = o == JAVA_IFNONNULL;
  }
  bit = java_flush(l, bit);
  java_position other = java_branch(l, bit);
  if (is_negated) {
    java_position kept = l->at;
    l->at = other;
    other = kept;
  }
  java_reaches(l, l->x->target);
  l->at = other;
}

static void step_switch(java_lowering *l) {
  java_slot s = java_pop(l, 'I');
  java_settle(l, &s);
  (void)java_flush(l, CFA_NONE);
  for (uint32_t i = 0; i < l->x->cases; i++) {
    const java_case *k = &l->f->code.cases.at[l->x->first_case + i];
    if (k->target == l->x->target)
      continue;
    java_position other = java_branch(
        l, java_apply(l, BITS_EQ, 1, s.value,
                      java_word(l, 32, (uint64_t)(int64_t)k->value)));
    java_reaches(l, k->target);
    l->at = other;
  }
  java_reaches(l, l->x->target);
  l->has_fallen = false;
}

static void step_return(java_lowering *l) {
  const char *type =
      java_result_type(java_name_text(l->p, l->f->member->descriptor));
  cfa_edge e = java_edge(CFA_RETURN);
  char kind =
      l->x->opcode == JAVA_RETURN ? 'V' : "IJFDA"[l->x->opcode - JAVA_IRETURN];
  if (java_kind_of(type) != kind)
    java_refuse(l, "it returns a value of another kind");
  else if (kind != 'V') {
    java_slot s = java_pop(l, kind);
    java_convert(l, &s, type);
    vec_push(l->m, &l->stack, s);
    e.a = java_pop_value(l, kind);
  }
  java_emit(l, e);
  l->has_fallen = false;
}

static void step_throw(java_lowering *l) {
  java_slot s = java_pop(l, 'A');
  java_check_null(l, &s);
  java_settle(l, &s);
  java_throw(l, s.value, JAVA_NONE);
  l->has_fallen = false;
}

static void step_jump(java_lowering *l) {
  java_opcode o = l->x->opcode;
  if (o != JAVA_GOTO && o != JAVA_GOTO_W) {
    java_refuse(l, "jsr and ret, of versions before 51, are not supported");
    l->has_fallen = false;
    return;
  }
  (void)java_flush(l, CFA_NONE);
  java_reaches(l, l->x->target);
  l->has_fallen = false;
}

static void step_monitor(java_lowering *l) {
  java_slot s = java_pop(l, 'A');
  java_check_null(l, &s);
}

/* Loads and stores of locals, in the order of the instructions. */
static bool step_local(java_lowering *l) {
  java_opcode o = l->x->opcode;
  if (o >= JAVA_ILOAD && o <= JAVA_ALOAD)
    java_load_local(l, l->x->index, "IJFDA"[o - JAVA_ILOAD]);
  else if (o >= JAVA_ILOAD_0 && o <= JAVA_ALOAD_3)
    java_load_local(l, l->x->index, "IJFDA"[(o - JAVA_ILOAD_0) / 4]);
  else if (o >= JAVA_ISTORE && o <= JAVA_ASTORE)
    java_store_local(l, l->x->index, "IJFDA"[o - JAVA_ISTORE]);
  else if (o >= JAVA_ISTORE_0 && o <= JAVA_ASTORE_3)
    java_store_local(l, l->x->index, "IJFDA"[(o - JAVA_ISTORE_0) / 4]);
  else
    return false;
  return true;
}

void java_step(java_lowering *l) {
  java_opcode o = l->x->opcode;
  if (o == JAVA_NOP || step_local(l))
    return;
  if (o <= JAVA_SIPUSH)
    step_constant(l);
  else if (o <= JAVA_LDC2_W)
    step_load_constant(l);
  else if ((o >= JAVA_IALOAD && o <= JAVA_SALOAD) ||
           (o >= JAVA_IASTORE && o <= JAVA_SASTORE) || o == JAVA_NEWARRAY ||
           o == JAVA_ANEWARRAY || o == JAVA_ARRAYLENGTH ||
           o == JAVA_MULTIANEWARRAY)
    java_step_array(l);
  else if (o >= JAVA_POP && o <= JAVA_SWAP)
    java_step_stack(l);
  else if (o >= JAVA_IADD && o <= JAVA_DCMPG)
    java_step_arithmetic(l);
  else if ((o >= JAVA_IFEQ && o <= JAVA_IF_ACMPNE) || o == JAVA_IFNULL ||
           o == JAVA_IFNONNULL)
    step_if(l);
  else if (o == JAVA_TABLESWITCH || o == JAVA_LOOKUPSWITCH)
    step_switch(l);
  else if (o >= JAVA_IRETURN && o <= JAVA_RETURN)
    step_return(l);
  else if (o >= JAVA_GETSTATIC && o <= JAVA_PUTFIELD)
    java_step_field(l);
  else if (o >= JAVA_INVOKEVIRTUAL && o <= JAVA_INVOKEDYNAMIC)
    java_step_call(l);
  else if (o == JAVA_NEW)
    java_step_new(l);
  else if (o == JAVA_ATHROW)
    step_throw(l);
  else if (o == JAVA_CHECKCAST || o == JAVA_INSTANCEOF)
    java_step_cast(l);
  else if (o == JAVA_MONITORENTER || o == JAVA_MONITOREXIT)
    step_monitor(l);
  else
    step_jump(l);
}
