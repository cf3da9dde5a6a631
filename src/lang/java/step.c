/* One instruction. */
#include "lang/java/lowering.h"

#include <stdio.h>

static void step_constant(java_lowering *lowering) {
  java_opcode o = lowering->x->opcode;
  if (o == JAVA_ACONST_NULL)
    java_push_reference(lowering, NAMES_NONE, java_null(lowering), false);
  else if (o <= JAVA_ICONST_5 || o == JAVA_BIPUSH || o == JAVA_SIPUSH)
    java_push_value(
        lowering, 'I',
        java_word(lowering, 32, (uint64_t)(int64_t)lowering->x->value));
  else if (o <= JAVA_LCONST_1)
    java_push_value(lowering, 'J', java_word(lowering, 64, o - JAVA_LCONST_0));
  else if (o <= JAVA_FCONST_2) {
    static const uint32_t bits[] = {0, 0x3f800000, 0x40000000};
    java_push_value(lowering, 'F',
                    java_word(lowering, 32, bits[o - JAVA_FCONST_0]));
  } else
    java_push_value(
        lowering, 'D',
        java_word(lowering, 64,
                  o == JAVA_DCONST_0 ? 0 : UINT64_C(0x3ff0000000000000)));
}

/* Classes are addresses of no object, so that they can be compared. */
static void push_class(java_lowering *lowering, uint32_t name) {
  cfa_expression expression = {.kind = CFA_CONSTANT,
                               .width = JAVA_POINTER_BITS,
                               .is_pointer = true,
                               .a = CFA_NONE,
                               .b = CFA_NONE,
                               .c = CFA_NONE,
                               .value = 16 + (uint64_t)name};
  java_push_reference(lowering, java_name(lowering->p, "java/lang/Class"),
                      lowering->emits
                          ? cfa_express(lowering->m, lowering->out, &expression)
                          : 0,
                      true);
}

static void step_load_constant(java_lowering *lowering) {
  const java_constant *constant =
      java_constant_at(lowering->c, lowering->x->index);
  switch (constant->tag) {
  case JAVA_INTEGER:
    java_push_value(lowering, 'I', java_word(lowering, 32, constant->bits));
    return;
  case JAVA_FLOAT:
    java_push_value(lowering, 'F', java_word(lowering, 32, constant->bits));
    return;
  case JAVA_LONG:
    java_push_value(lowering, 'J', java_word(lowering, 64, constant->bits));
    return;
  case JAVA_DOUBLE:
    java_push_value(lowering, 'D', java_word(lowering, 64, constant->bits));
    return;
  case JAVA_STRING:
    java_push_reference(lowering, java_name(lowering->p, "java/lang/String"),
                        java_literal(lowering, constant->name), true);
    return;
  case JAVA_CLASS:
    push_class(lowering, constant->name);
    return;
  default:
    break;
  }
  char kind = constant->tag == JAVA_DYNAMIC
                  ? java_kind_of(java_text(
                        lowering->c,
                        java_ref_descriptor(lowering->c, lowering->x->index)))
                  : 'A';
  java_unsupported(lowering, "%s as a constant", java_tag_words(constant->tag));
  if (kind == 'A')
    java_push_reference(lowering, lowering->p->object_name, java_null(lowering),
                        false);
  else
    java_push_value(lowering, kind, java_zero(lowering, kind));
}

/* Stack */

static bool is_wide(const java_slot *slot) {
  return slot->kind == 'J' || slot->kind == 'D';
}

/* Puts the upper 'count' values below the next 'skip', and on top. */
static void duplicate(java_lowering *lowering, size_t count, size_t skip) {
  java_slot kept[4];
  size_t all = count + skip;
  if (lowering->stack.count < all) {
    java_refuse(lowering, "the stack is empty");
    return;
  }
  for (size_t i = 0; i < all; i++)
    kept[i] = vec_pop(&lowering->stack);
  for (size_t i = count; i-- > 0;)
    java_push(lowering, kept[i]);
  for (size_t i = all; i-- > 0;)
    java_push(lowering, kept[i]);
}

/* How many values two words are, 'below' values under the top. */
static size_t values_of_two(const java_lowering *lowering, size_t below) {
  size_t n = lowering->stack.count;
  return n > below && is_wide(&lowering->stack.at[n - 1 - below]) ? 1 : 2;
}

void java_step_stack(java_lowering *lowering) {
  size_t two = values_of_two(lowering, 0);
  java_slot a, b;
  switch (lowering->x->opcode) {
  case JAVA_POP:
    (void)java_pop_any(lowering);
    break;
  case JAVA_POP2:
    for (size_t i = 0; i < two; i++)
      (void)java_pop_any(lowering);
    break;
  case JAVA_DUP:
    duplicate(lowering, 1, 0);
    break;
  case JAVA_DUP_X1:
    duplicate(lowering, 1, 1);
    break;
  case JAVA_DUP_X2:
    duplicate(lowering, 1, values_of_two(lowering, 1));
    break;
  case JAVA_DUP2:
    duplicate(lowering, two, 0);
    break;
  case JAVA_DUP2_X1:
    duplicate(lowering, two, 1);
    break;
  case JAVA_DUP2_X2:
    duplicate(lowering, two, values_of_two(lowering, two));
    break;
  default:
    b = java_pop_any(lowering);
    a = java_pop_any(lowering);
    java_push(lowering, b);
    java_push(lowering, a);
  }
}

/* Branches */

/* EQ, NE, LT, GE, GT, LE in the order of the instructions. The bit, and
 * whether the branch is taken where it does not hold. */
static uint32_t compared(java_lowering *lowering, unsigned how, uint32_t a,
                         uint32_t b, bool *is_negated) {
  *is_negated = how == 1 || how == 3 || how == 4;
  if (how < 2)
    return java_apply(lowering, BITS_EQ, 1, a, b);
  if (how < 4)
    return java_apply(lowering, BITS_SLT, 1, a, b);
  return java_apply(lowering, BITS_SLE, 1, a, b);
}

/* The same of two floats or doubles; what is no number is on the side that the
 * instruction before has said. */
static uint32_t compared_floats(java_lowering *lowering, unsigned how,
                                const java_slot *slot, bool *is_negated) {
  uint32_t a = slot->value, b = slot->other;
  bool is_less = how == 2 || how == 3; /* LT, GE; else GT, LE */
  bool is_opposite = how == 1 || how == 3 || how == 5;
  *is_negated = is_opposite;
  if (how < 2)
    return java_apply(lowering, BITS_FEQ, 1, a, b);
  if (is_less == (slot->order == 'G'))
    return is_less ? java_apply(lowering, BITS_FLT, 1, a, b)
                   : java_apply(lowering, BITS_FLT, 1, b, a);
  *is_negated = !is_opposite; /* not the other way round */
  return is_less ? java_apply(lowering, BITS_FLE, 1, b, a)
                 : java_apply(lowering, BITS_FLE, 1, a, b);
}

/* A truth value as an int is not 0 just if it holds. */
static uint32_t test_zero(java_lowering *lowering, unsigned how,
                          const java_slot *slot, bool *is_negated) {
  if (slot->other != CFA_NONE && slot->order != 'J')
    return compared_floats(lowering, how, slot, is_negated);
  if (slot->other != CFA_NONE)
    return compared(lowering, how, slot->value, slot->other, is_negated);
  if (lowering->emits && how < 2) {
    const cfa_expression *expression =
        &lowering->out->expressions.at[slot->value];
    if (expression->kind == CFA_APPLY && expression->op == BITS_ZEXT &&
        lowering->out->expressions.at[expression->a].width == 1) {
      *is_negated = how == 0;
      return expression->a;
    }
  }
  return compared(lowering, how, slot->value, java_word(lowering, 32, 0),
                  is_negated);
}

static bool may_be_empty(const java_lowering *lowering, const java_slot *slot) {
  return slot->type != NAMES_NONE &&
         *java_name_text(lowering->p, slot->type) == '[';
}

/* Whether they are the same array cannot be told where one has no elements: an
 * automaton's pointers to the ends of objects are not told apart. */
static void check_empty(java_lowering *lowering, const java_slot *slot) {
  if (!lowering->emits || !may_be_empty(lowering, slot))
    return;
  uint32_t after = java_new_location(lowering);
  java_position other =
      java_branch(lowering, java_apply(lowering, BITS_EQ, 1, slot->value,
                                       java_null(lowering)));
  java_go(lowering, after);
  lowering->at = other;
  cfa_edge edge = java_edge(CFA_SIZE);
  edge.variable = java_new_word(lowering, 64, "%size");
  edge.a = slot->value;
  java_emit(lowering, edge);
  other = java_branch(lowering, java_apply(lowering, BITS_EQ, 1,
                                           java_read(lowering, edge.variable),
                                           java_word(lowering, 64, 0)));
  java_unsupported(lowering, "a comparison of references to an empty array");
  lowering->at = other;
  java_go(lowering, after);
  lowering->at = (java_position){after, CFA_NONE};
}

static bool is_same_by_value(const java_lowering *lowering, uint32_t type) {
  return java_is_box(lowering->p, type) ||
         java_type_called(lowering->p, "custos/ArrayObject") == type;
}

static bool may_be_box(const java_lowering *lowering, const java_slot *slot) {
  if (slot->type == NAMES_NONE ||
      *java_name_text(lowering->p, slot->type) == '[')
    return false;
  uint32_t type = java_type_named(lowering->p, slot->type);
  for (uint32_t i = 0; i < lowering->p->types.count && type != JAVA_NONE; i++)
    if (lowering->p->types.at[i].is_made && is_same_by_value(lowering, i) &&
        java_is_subtype(lowering->p, i, type))
      return true;
  return false;
}

static bool may_be_lambda(const java_lowering *lowering,
                          const java_slot *slot) {
  uint32_t type = slot->type == NAMES_NONE
                      ? JAVA_NONE
                      : java_type_named(lowering->p, slot->type);
  vec_each (const java_dynamic, dynamic, &lowering->p->dynamic)
    if (type != JAVA_NONE &&
        java_type_at(lowering->p, dynamic->type)->is_made &&
        java_is_subtype(lowering->p, dynamic->type, type))
      return true;
  return false;
}

/* Whether evaluating a lambda twice gives one object is the JVM's choice. */
static void check_lambdas(java_lowering *lowering, const java_slot *a,
                          const java_slot *b) {
  if (!lowering->emits || !may_be_lambda(lowering, a) ||
      !may_be_lambda(lowering, b))
    return;
  uint32_t after = java_new_location(lowering), null = java_null(lowering);
  const uint32_t pairs[][2] = {
      {a->value, b->value}, {a->value, null}, {b->value, null}};
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    java_position other = java_branch(
        lowering, java_apply(lowering, BITS_EQ, 1, pairs[i][0], pairs[i][1]));
    java_go(lowering, after);
    lowering->at = other;
  }
  uint32_t word = java_load_word(lowering, 32, false, a->value);
  uint32_t same = java_apply(lowering, BITS_EQ, 1, word,
                             java_load_word(lowering, 32, false, b->value));
  uint32_t bit = java_word(lowering, 1, 0);
  vec_each (const java_dynamic, dynamic, &lowering->p->dynamic) {
    const java_type *type = java_type_at(lowering->p, dynamic->type);
    if (type->is_made)
      bit = java_apply(
          lowering, BITS_OR, 1, bit,
          java_is_between(lowering, word, type->number, type->number));
  }
  java_position other =
      java_branch(lowering, java_apply(lowering, BITS_AND, 1, same, bit));
  java_unsupported(lowering, "a comparison of lambdas");
  lowering->at = other;
  java_go(lowering, after);
  lowering->at = (java_position){after, CFA_NONE};
}

/* Two boxes of a small number are the same. */
static uint32_t test_boxes(java_lowering *lowering, const java_slot *a,
                           const java_slot *b) {
  if (!lowering->emits)
    return 0;
  java_protect(lowering, CFA_NONE);
  uint32_t same = java_call(lowering, java_boxes_method(lowering->p),
                            (uint32_t[]){a->value, b->value}, 2);
  return java_not(lowering, java_apply(lowering, BITS_EQ, 1, same,
                                       java_word(lowering, 32, 0)));
}

static uint32_t test_references(java_lowering *lowering) {
  java_slot b = java_pop(lowering, 'A'), a = java_pop(lowering, 'A');
  if (may_be_empty(lowering, &a) != may_be_empty(lowering, &b) &&
      a.type != NAMES_NONE && b.type != NAMES_NONE)
    java_convert(lowering, may_be_empty(lowering, &a) ? &a : &b,
                 "Ljava/lang/Object;");
  if (!java_is_model(lowering->p, lowering->f->type) &&
      may_be_box(lowering, &a) && may_be_box(lowering, &b))
    return test_boxes(lowering, &a, &b);
  if (a.type != NAMES_NONE && b.type != NAMES_NONE) {
    check_empty(lowering, &a);
    check_empty(lowering, &b);
    check_lambdas(lowering, &a, &b);
  }
  return java_apply(lowering, BITS_EQ, 1, a.value, b.value);
}

static void step_if(java_lowering *lowering) {
  java_opcode o = lowering->x->opcode;
  bool is_negated = false;
  uint32_t bit;
  if (o >= JAVA_IFEQ && o <= JAVA_IFLE) {
    java_slot slot = java_pop(lowering, 'I');
    bit = test_zero(lowering, o - JAVA_IFEQ, &slot, &is_negated);
  } else if (o <= JAVA_IF_ICMPLE) {
    uint32_t b = java_pop_value(lowering, 'I'),
             a = java_pop_value(lowering, 'I');
    bit = compared(lowering, o - JAVA_IF_ICMPEQ, a, b, &is_negated);
  } else if (o <= JAVA_IF_ACMPNE) {
    bit = test_references(lowering);
    is_negated = o == JAVA_IF_ACMPNE;
  } else {
    java_slot slot = java_pop(lowering, 'A');
    bit = java_apply(lowering, BITS_EQ, 1, slot.value, java_null(lowering));
    is_negated = o == JAVA_IFNONNULL;
  }
  bit = java_flush(lowering, bit);
  java_position other = java_branch(lowering, bit);
  if (is_negated) {
    java_position kept = lowering->at;
    lowering->at = other;
    other = kept;
  }
  java_reaches(lowering, lowering->x->target);
  lowering->at = other;
}

static void step_switch(java_lowering *lowering) {
  java_slot slot = java_pop(lowering, 'I');
  java_settle(lowering, &slot);
  (void)java_flush(lowering, CFA_NONE);
  for (uint32_t i = 0; i < lowering->x->cases; i++) {
    const java_case *k =
        &lowering->f->code.cases.at[lowering->x->first_case + i];
    if (k->target == lowering->x->target)
      continue;
    java_position other = java_branch(
        lowering,
        java_apply(lowering, BITS_EQ, 1, slot.value,
                   java_word(lowering, 32, (uint64_t)(int64_t)k->value)));
    java_reaches(lowering, k->target);
    lowering->at = other;
  }
  java_reaches(lowering, lowering->x->target);
  lowering->has_fallen = false;
}

static void step_return(java_lowering *lowering) {
  const char *type = java_result_type(
      java_name_text(lowering->p, lowering->f->member->descriptor));
  cfa_edge edge = java_edge(CFA_RETURN);
  char kind = lowering->x->opcode == JAVA_RETURN
                  ? 'V'
                  : "IJFDA"[lowering->x->opcode - JAVA_IRETURN];
  if (java_kind_of(type) != kind)
    java_refuse(lowering, "it returns a value of another kind");
  else if (kind != 'V') {
    java_slot slot = java_pop(lowering, kind);
    java_convert(lowering, &slot, type);
    vec_push(lowering->m, &lowering->stack, slot);
    edge.a = java_pop_value(lowering, kind);
  }
  java_emit(lowering, edge);
  lowering->has_fallen = false;
}

static void step_throw(java_lowering *lowering) {
  java_slot slot = java_pop(lowering, 'A');
  java_check_null(lowering, &slot);
  java_settle(lowering, &slot);
  java_throw(lowering, slot.value, JAVA_NONE);
  lowering->has_fallen = false;
}

static void step_jump(java_lowering *lowering) {
  java_opcode o = lowering->x->opcode;
  if (o != JAVA_GOTO && o != JAVA_GOTO_W) {
    java_refuse(lowering,
                "jsr and ret, of versions before 51, are not supported");
    lowering->has_fallen = false;
    return;
  }
  (void)java_flush(lowering, CFA_NONE);
  java_reaches(lowering, lowering->x->target);
  lowering->has_fallen = false;
}

static void step_monitor(java_lowering *lowering) {
  java_slot slot = java_pop(lowering, 'A');
  java_check_null(lowering, &slot);
}

/* Loads and stores of locals, in the order of the instructions. */
static bool step_local(java_lowering *lowering) {
  java_opcode o = lowering->x->opcode;
  if (o >= JAVA_ILOAD && o <= JAVA_ALOAD)
    java_load_local(lowering, lowering->x->index, "IJFDA"[o - JAVA_ILOAD]);
  else if (o >= JAVA_ILOAD_0 && o <= JAVA_ALOAD_3)
    java_load_local(lowering, lowering->x->index,
                    "IJFDA"[(o - JAVA_ILOAD_0) / 4]);
  else if (o >= JAVA_ISTORE && o <= JAVA_ASTORE)
    java_store_local(lowering, lowering->x->index, "IJFDA"[o - JAVA_ISTORE]);
  else if (o >= JAVA_ISTORE_0 && o <= JAVA_ASTORE_3)
    java_store_local(lowering, lowering->x->index,
                     "IJFDA"[(o - JAVA_ISTORE_0) / 4]);
  else
    return false;
  return true;
}

void java_step(java_lowering *lowering) {
  java_opcode o = lowering->x->opcode;
  if (o == JAVA_NOP || step_local(lowering))
    return;
  if (o <= JAVA_SIPUSH)
    step_constant(lowering);
  else if (o <= JAVA_LDC2_W)
    step_load_constant(lowering);
  else if ((o >= JAVA_IALOAD && o <= JAVA_SALOAD) ||
           (o >= JAVA_IASTORE && o <= JAVA_SASTORE) || o == JAVA_NEWARRAY ||
           o == JAVA_ANEWARRAY || o == JAVA_ARRAYLENGTH ||
           o == JAVA_MULTIANEWARRAY)
    java_step_array(lowering);
  else if (o >= JAVA_POP && o <= JAVA_SWAP)
    java_step_stack(lowering);
  else if (o >= JAVA_IADD && o <= JAVA_DCMPG)
    java_step_arithmetic(lowering);
  else if ((o >= JAVA_IFEQ && o <= JAVA_IF_ACMPNE) || o == JAVA_IFNULL ||
           o == JAVA_IFNONNULL)
    step_if(lowering);
  else if (o == JAVA_TABLESWITCH || o == JAVA_LOOKUPSWITCH)
    step_switch(lowering);
  else if (o >= JAVA_IRETURN && o <= JAVA_RETURN)
    step_return(lowering);
  else if (o >= JAVA_GETSTATIC && o <= JAVA_PUTFIELD)
    java_step_field(lowering);
  else if (o >= JAVA_INVOKEVIRTUAL && o <= JAVA_INVOKEDYNAMIC)
    java_step_call(lowering);
  else if (o == JAVA_NEW)
    java_step_new(lowering);
  else if (o == JAVA_ATHROW)
    step_throw(lowering);
  else if (o == JAVA_CHECKCAST || o == JAVA_INSTANCEOF)
    java_step_cast(lowering);
  else if (o == JAVA_MONITORENTER || o == JAVA_MONITOREXIT)
    step_monitor(lowering);
  else
    step_jump(lowering);
}
