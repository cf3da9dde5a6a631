/* What is known about values, method by method: which references are not null,
 * of which class exactly an object is, which numbers are positive. First the
 * best is presumed of fields that are set once and of what methods return, and
 * taken back where the code shows otherwise, until nothing changes. */
#include "lang/java/flow_inside.h"

typedef struct entry {
  bool is_leader, is_known, is_waiting;
  uint32_t depth;
  flow_fact *locals, *stack;
} entry;

typedef struct facts {
  java_flow *flow;
  mem *m;
  uint32_t method;
  const java_method *f;
  const java_class *class;
  flow_method *out;
  entry *entries;
  flow_numbers waiting;
  uint32_t locals_count, stack_room;
  flow_fact *locals, *stack;
  uint32_t depth;
  uint32_t number;
  const java_instruction *x;
} facts;

static const flow_fact nothing = {FLOW_ANY, NAMES_NONE, 0};

static bool is_set(flow_fact f) {
  return f.kind == FLOW_SET || f.kind == FLOW_NEW || f.kind == FLOW_ARRAY ||
         f.kind == FLOW_CAUGHT;
}

static bool is_natural(flow_fact f) {
  return f.kind == FLOW_NATURAL || f.kind == FLOW_POSITIVE;
}

static flow_fact merged(flow_fact a, flow_fact b) {
  flow_fact out = a;
  out.local = a.local == b.local ? a.local : 0;
  if (a.kind == b.kind && a.type == b.type)
    return out;
  out.type = a.type == b.type && a.kind != FLOW_CAUGHT && b.kind != FLOW_CAUGHT
                 ? a.type
                 : NAMES_NONE;
  out.kind = is_set(a) && is_set(b)           ? FLOW_SET
             : is_natural(a) && is_natural(b) ? FLOW_NATURAL
                                              : FLOW_ANY;
  return out;
}

/* Stack and locals */

static void push(facts *k, flow_kind kind, uint32_t type) {
  if (k->depth < k->stack_room)
    k->stack[k->depth++] = (flow_fact){kind, type, 0};
}

static void push_words(facts *k, uint32_t words) {
  for (uint32_t i = 0; i < words; i++)
    push(k, FLOW_ANY, NAMES_NONE);
}

static flow_fact pop(facts *k) {
  return k->depth ? k->stack[--k->depth] : nothing;
}

static void drop(facts *k, uint32_t words) {
  k->depth = words < k->depth ? k->depth - words : 0;
}

/* From here on it is not null: something has been done with it. */
static void note_set(facts *k, flow_fact f) {
  if (!f.local || is_set(f))
    return;
  k->locals[f.local - 1].kind = FLOW_SET;
  for (uint32_t i = 0; i < k->depth; i++)
    if (k->stack[i].local == f.local && !is_set(k->stack[i]))
      k->stack[i].kind = FLOW_SET;
}

static void fault(facts *k, unsigned bit) {
  k->out->faults[k->number] |= (uint8_t)bit;
}

static void use(facts *k, flow_fact f) {
  if (!is_set(f))
    fault(k, FLOW_NULL);
  note_set(k, f);
}

static void set_local(facts *k, uint32_t slot, flow_fact f) {
  if (slot >= k->locals_count)
    return;
  for (uint32_t i = 0; i < k->depth; i++)
    if (k->stack[i].local == slot + 1)
      k->stack[i].local = 0;
  f.local = slot + 1;
  k->locals[slot] = f;
}

/* A reference or a number, of a type. */
static void facts_push_typed(facts *k, const char *type, bool is_set_here) {
  uint32_t words = java_type_words(type);
  if (*type != 'L' && *type != '[') {
    push_words(k, words);
    return;
  }
  const char *end = java_skip_type(type);
  size_t length = (size_t)(end - type);
  uint32_t name = *type == 'L'
                      ? names_find(&k->flow->p->texts, type + 1, length - 2)
                      : NAMES_NONE;
  push(k, is_set_here ? FLOW_SET : FLOW_ANY, name);
}

/* Where ways meet */

static bool merge_into(flow_fact *to, const flow_fact *from, uint32_t count) {
  bool changed = false;
  for (uint32_t i = 0; i < count; i++) {
    flow_fact f = merged(to[i], from[i]);
    changed |=
        f.kind != to[i].kind || f.type != to[i].type || f.local != to[i].local;
    to[i] = f;
  }
  return changed;
}

static void reaches_with(facts *k, uint32_t instruction, const flow_fact *stack,
                         uint32_t depth) {
  entry *e = &k->entries[instruction];
  bool changed = !e->is_known;
  if (!e->is_known) {
    e->is_known = true;
    e->locals = mem_array(k->m, k->locals_count + 1u, sizeof *e->locals);
    e->stack = mem_array(k->m, k->stack_room + 1u, sizeof *e->stack);
    memcpy(e->locals, k->locals, k->locals_count * sizeof *e->locals);
    memcpy(e->stack, stack, depth * sizeof *e->stack);
    e->depth = depth;
  } else {
    e->depth = depth < e->depth ? depth : e->depth;
    changed = merge_into(e->locals, k->locals, k->locals_count);
    changed |= merge_into(e->stack, stack, e->depth);
  }
  if (!changed || e->is_waiting)
    return;
  e->is_waiting = true;
  vec_push(k->m, &k->waiting, instruction);
}

static void reaches(facts *k, uint32_t instruction) {
  reaches_with(k, instruction, k->stack, k->depth);
}

static void reaches_handlers(facts *k) {
  vec_each (const java_handler, handler, &k->f->member->code.handlers) {
    if (!flow_covers(handler, k->x))
      continue;
    uint32_t target = k->f->code.number[handler->handler];
    flow_fact caught = {FLOW_CAUGHT, target, 0};
    reaches_with(k, target, &caught, 1);
  }
}

/* Instructions */

static void facts_step_constant(facts *k) {
  java_opcode o = k->x->opcode;
  if (o == JAVA_LCONST_0 || o == JAVA_LCONST_1 || o == JAVA_DCONST_0 ||
      o == JAVA_DCONST_1 || o == JAVA_LDC2_W) {
    bool is_long = o == JAVA_LDC2_W &&
                   java_constant_at(k->class, k->x->index)->tag == JAVA_LONG;
    bool is_positive =
        o == JAVA_LCONST_1 ||
        (is_long && (int64_t)java_constant_at(k->class, k->x->index)->bits > 0);
    push(k, is_positive ? FLOW_POSITIVE : FLOW_ANY, NAMES_NONE);
    push(k, is_positive ? FLOW_POSITIVE : FLOW_ANY, NAMES_NONE);
  } else if (o == JAVA_LDC || o == JAVA_LDC_W) {
    const java_constant *constant = java_constant_at(k->class, k->x->index);
    bool is_positive =
        constant->tag == JAVA_INTEGER && (int32_t)(uint32_t)constant->bits > 0;
    bool is_object =
        constant->tag == JAVA_STRING || constant->tag == JAVA_CLASS;
    push(k,
         is_positive ? FLOW_POSITIVE
         : is_object ? FLOW_SET
                     : FLOW_ANY,
         NAMES_NONE);
  } else {
    bool is_int = o != JAVA_ACONST_NULL &&
                  (o <= JAVA_ICONST_5 || o == JAVA_BIPUSH || o == JAVA_SIPUSH);
    push(k,
         !is_int || k->x->value < 0 ? FLOW_ANY
         : k->x->value > 0          ? FLOW_POSITIVE
                                    : FLOW_NATURAL,
         !is_int || k->x->value < 0 ? NAMES_NONE : (uint32_t)k->x->value);
  }
}

/* Loads and stores of locals. */
static bool facts_step_local(facts *k) {
  java_opcode o = k->x->opcode;
  bool is_load = o >= JAVA_ILOAD && o <= JAVA_ALOAD_3;
  bool is_store = o >= JAVA_ISTORE && o <= JAVA_ASTORE_3;
  if (!is_load && !is_store)
    return false;
  unsigned first = is_load ? JAVA_ILOAD : JAVA_ISTORE;
  unsigned kind = o < first + 5 ? o - first : (o - first - 5) / 4;
  bool is_wide = kind == 1 || kind == 3;
  uint32_t slot = k->x->index;
  if (is_load && is_wide) {
    push_words(k, 2);
  } else if (is_load) {
    flow_fact f = slot < k->locals_count ? k->locals[slot] : nothing;
    push(k, f.kind, f.type);
    if (k->depth)
      k->stack[k->depth - 1].local = slot + 1;
  } else if (is_wide) {
    drop(k, 2);
    set_local(k, slot, nothing);
    set_local(k, slot + 1, nothing);
  } else {
    set_local(k, slot, pop(k));
  }
  return true;
}

static void facts_duplicate(facts *k, uint32_t count, uint32_t skip) {
  flow_fact kept[4];
  uint32_t all = count + skip;
  for (uint32_t i = 0; i < all; i++)
    kept[i] = pop(k);
  for (uint32_t i = count; i-- > 0;) {
    push(k, kept[i].kind, kept[i].type);
    if (k->depth)
      k->stack[k->depth - 1].local = kept[i].local;
  }
  for (uint32_t i = all; i-- > 0;) {
    push(k, kept[i].kind, kept[i].type);
    if (k->depth)
      k->stack[k->depth - 1].local = kept[i].local;
  }
}

static void facts_step_stack(facts *k) {
  java_opcode o = k->x->opcode;
  if (o == JAVA_POP || o == JAVA_POP2)
    drop(k, o == JAVA_POP ? 1 : 2);
  else if (o <= JAVA_DUP_X2)
    facts_duplicate(k, 1, o - JAVA_DUP);
  else if (o <= JAVA_DUP2_X2)
    facts_duplicate(k, 2, o - JAVA_DUP2);
  else {
    flow_fact b = pop(k), a = pop(k);
    push(k, b.kind, b.type);
    push(k, a.kind, a.type);
  }
}

static void facts_step_arithmetic(facts *k) {
  java_opcode o = k->x->opcode;
  if (o == JAVA_IINC) {
    set_local(k, k->x->index, nothing);
  } else if (o >= JAVA_LCMP && o <= JAVA_DCMPG) {
    bool is_wide = o == JAVA_LCMP || o >= JAVA_DCMPL;
    drop(k, is_wide ? 4 : 2);
    push_words(k, 1);
  } else if (o >= JAVA_I2L && o <= JAVA_I2S) {
    bool from_wide =
        (o >= JAVA_L2I && o <= JAVA_L2D) || (o >= JAVA_D2I && o <= JAVA_D2F);
    bool to_wide = o == JAVA_I2L || o == JAVA_I2D || o == JAVA_L2D ||
                   o == JAVA_F2L || o == JAVA_F2D || o == JAVA_D2L;
    drop(k, from_wide ? 2 : 1);
    push_words(k, to_wide ? 2 : 1);
  } else if (o >= JAVA_ISHL) {
    bool is_shift = o <= JAVA_LUSHR;
    uint32_t words = (o - JAVA_ISHL) % 2 + 1;
    drop(k, words + (is_shift ? 1 : words));
    push_words(k, words);
  } else {
    uint32_t words = (o - JAVA_IADD) % 2 + 1;
    bool is_division =
        o == JAVA_IDIV || o == JAVA_LDIV || o == JAVA_IREM || o == JAVA_LREM;
    if (is_division && k->depth && k->stack[k->depth - 1].kind != FLOW_POSITIVE)
      fault(k, FLOW_DIVISION);
    drop(k, o >= JAVA_INEG ? words : 2 * words);
    push_words(k, words);
  }
}

/* Of a new array, as in a list of arguments. */
static bool is_inside(flow_fact array, flow_fact index) {
  return array.kind == FLOW_ARRAY && array.type != NAMES_NONE &&
         is_natural(index) && index.type != NAMES_NONE &&
         index.type < array.type;
}

static void facts_step_array(facts *k) {
  java_opcode o = k->x->opcode;
  if (o == JAVA_NEWARRAY || o == JAVA_ANEWARRAY) {
    flow_fact length = pop(k);
    if (!is_natural(length))
      fault(k, FLOW_SIZE);
    push(k, FLOW_ARRAY, is_natural(length) ? length.type : NAMES_NONE);
  } else if (o == JAVA_MULTIANEWARRAY) {
    for (int32_t i = 0; i < k->x->value; i++)
      if (!is_natural(pop(k)))
        fault(k, FLOW_SIZE);
    push(k, FLOW_SET, NAMES_NONE);
  } else if (o == JAVA_ARRAYLENGTH) {
    use(k, pop(k));
    push(k, FLOW_NATURAL, NAMES_NONE);
  } else if (o >= JAVA_IALOAD && o <= JAVA_SALOAD) {
    flow_fact index = pop(k), array = pop(k);
    use(k, array);
    if (!is_inside(array, index))
      fault(k, FLOW_BOUNDS);
    push_words(k, o == JAVA_LALOAD || o == JAVA_DALOAD ? 2 : 1);
  } else {
    drop(k, o == JAVA_LASTORE || o == JAVA_DASTORE ? 2 : 1);
    flow_fact index = pop(k), array = pop(k);
    use(k, array);
    if (!is_inside(array, index))
      fault(k, FLOW_BOUNDS);
    if (o == JAVA_AASTORE && array.kind != FLOW_ARRAY)
      fault(k, FLOW_ELEMENT);
  }
}

static uint32_t field_of(const facts *k) {
  java_classes *p = k->flow->p;
  uint32_t type = java_type_named(p, java_ref_class(k->class, k->x->index));
  return type == JAVA_NONE
             ? JAVA_NONE
             : java_find_field(p, type, java_ref_name(k->class, k->x->index),
                               java_ref_descriptor(k->class, k->x->index));
}

static void facts_step_field(facts *k) {
  java_opcode o = k->x->opcode;
  const char *type =
      java_text(k->class, java_ref_descriptor(k->class, k->x->index));
  uint32_t field = field_of(k);
  bool is_put = o == JAVA_PUTFIELD || o == JAVA_PUTSTATIC;
  flow_fact value = nothing;
  if (is_put) {
    value = k->depth ? k->stack[k->depth - 1] : nothing;
    drop(k, java_type_words(type));
  }
  if (o == JAVA_PUTFIELD || o == JAVA_GETFIELD)
    use(k, pop(k));
  if (is_put && field != JAVA_NONE && !is_set(value) &&
      !k->flow->holds_null[field])
    k->flow->holds_null[field] = k->flow->changed = true;
  if (!is_put)
    facts_push_typed(k, type,
                     field != JAVA_NONE && !k->flow->holds_null[field]);
}

static bool is_set_result(const facts *k) {
  const flow_call *call = &k->out->calls[k->number];
  bool result = call->methods.count && call->outside == JAVA_NONE;
  vec_each (const uint32_t, method, &call->methods)
    result &= !flow_method_at(k->flow, *method)->returns_null;
  return result;
}

static void facts_step_call(facts *k) {
  java_opcode o = k->x->opcode;
  const char *type =
      java_text(k->class, java_ref_descriptor(k->class, k->x->index));
  drop(k, java_argument_words(type));
  bool is_dynamic = o == JAVA_INVOKEDYNAMIC;
  if (!is_dynamic && o != JAVA_INVOKESTATIC) {
    flow_fact receiver = pop(k);
    if (o == JAVA_INVOKESPECIAL)
      note_set(k, receiver);
    else
      use(k, receiver);
  }
  facts_push_typed(k, java_result_type(type), is_dynamic || is_set_result(k));
}

static void facts_step_branch(facts *k) {
  java_opcode o = k->x->opcode;
  flow_fact top = k->depth ? k->stack[k->depth - 1] : nothing;
  drop(k, o >= JAVA_IF_ICMPEQ && o <= JAVA_IF_ACMPNE ? 2
          : o == JAVA_GOTO || o == JAVA_GOTO_W       ? 0
                                                     : 1);
  bool has_set = top.local && !is_set(top);
  flow_fact before = has_set ? k->locals[top.local - 1] : nothing;
  if (o == JAVA_IFNONNULL)
    note_set(k, top);
  if (k->x->target != JAVA_NO_INSTRUCTION)
    reaches(k, k->x->target);
  for (uint32_t i = 0; i < k->x->cases; i++)
    reaches(k, k->f->code.cases.at[k->x->first_case + i].target);
  if (o == JAVA_IFNONNULL && has_set)
    k->locals[top.local - 1] = before;
  if (o == JAVA_IFNULL)
    note_set(k, top);
}

static void facts_step_end(facts *k) {
  java_opcode o = k->x->opcode;
  flow_fact top = k->depth ? k->stack[k->depth - 1] : nothing;
  if (o == JAVA_ATHROW) {
    use(k, top);
    k->out->thrown[k->number] = top;
  }
  if (o == JAVA_ARETURN && !is_set(top) && !k->out->returns_null)
    k->out->returns_null = k->flow->changed = true;
}

static void facts_step_object(facts *k) {
  java_opcode o = k->x->opcode;
  uint32_t name = java_constant_at(k->class, k->x->index)->name;
  if (o == JAVA_NEW) {
    push(k, FLOW_NEW, name);
  } else if (o == JAVA_INSTANCEOF) {
    drop(k, 1);
    push(k, FLOW_NATURAL, NAMES_NONE);
  } else {
    flow_fact value = pop(k);
    if (value.kind != FLOW_NEW || value.type != name)
      fault(k, FLOW_CAST);
    push(k, is_set(value) ? FLOW_SET : FLOW_ANY, name);
    if (k->depth)
      k->stack[k->depth - 1].local = value.local;
  }
}

static void step(facts *k) {
  java_opcode o = k->x->opcode;
  if (o == JAVA_NOP || facts_step_local(k))
    return;
  if (o <= JAVA_LDC2_W)
    facts_step_constant(k);
  else if ((o >= JAVA_IALOAD && o <= JAVA_SALOAD) ||
           (o >= JAVA_IASTORE && o <= JAVA_SASTORE) || o == JAVA_NEWARRAY ||
           o == JAVA_ANEWARRAY || o == JAVA_ARRAYLENGTH ||
           o == JAVA_MULTIANEWARRAY)
    facts_step_array(k);
  else if (o >= JAVA_POP && o <= JAVA_SWAP)
    facts_step_stack(k);
  else if (o >= JAVA_IADD && o <= JAVA_DCMPG)
    facts_step_arithmetic(k);
  else if (o >= JAVA_GETSTATIC && o <= JAVA_PUTFIELD)
    facts_step_field(k);
  else if (o >= JAVA_INVOKEVIRTUAL && o <= JAVA_INVOKEDYNAMIC)
    facts_step_call(k);
  else if (o == JAVA_NEW || o == JAVA_CHECKCAST || o == JAVA_INSTANCEOF)
    facts_step_object(k);
  else if (o == JAVA_MONITORENTER)
    use(k, pop(k));
  else if (o == JAVA_MONITOREXIT)
    drop(k, 1);
  else if ((o >= JAVA_IRETURN && o <= JAVA_RETURN) || o == JAVA_ATHROW)
    facts_step_end(k);
  else
    facts_step_branch(k);
}

static void go_on_from(facts *k, uint32_t start) {
  uint32_t count = (uint32_t)k->f->code.at.count;
  for (uint32_t n = start; n < count; n++) {
    if (n != start && k->entries[n].is_leader) {
      reaches(k, n);
      return;
    }
    k->number = n;
    k->x = &k->f->code.at.at[n];
    k->out->is_live[n] = true;
    k->out->faults[n] = 0;
    reaches_handlers(k);
    step(k);
    if (java_ends_flow(k->x->opcode) || k->out->calls[n].ends)
      return;
  }
}

static void facts_find_leaders(facts *k) {
  const java_instructions *all = &k->f->code;
  vec_each (const java_instruction, instruction, &all->at) {
    if (instruction->target != JAVA_NO_INSTRUCTION)
      k->entries[instruction->target].is_leader = true;
    for (uint32_t i = 0; i < instruction->cases; i++)
      k->entries[all->cases.at[instruction->first_case + i].target].is_leader =
          true;
  }
  vec_each (const java_handler, handler, &k->f->member->code.handlers)
    k->entries[all->number[handler->handler]].is_leader = true;
}

static void facts_set_arguments(facts *k) {
  const java_member *member = k->f->member;
  uint32_t slot = 0;
  java_classes *p = k->flow->p;
  for (uint32_t i = 0; i < k->locals_count; i++)
    k->locals[i] = (flow_fact){FLOW_ANY, NAMES_NONE, i + 1};
  if (!(member->flags & JAVA_IS_STATIC))
    set_local(k, slot++,
              (flow_fact){FLOW_SET, java_type_at(p, k->f->type)->name, 0});
  const char *at = java_name_text(p, member->descriptor) + 1;
  for (; *at != ')'; at = java_skip_type(at)) {
    facts_push_typed(k, at, k->method == p->start);
    if (java_type_words(at) == 1)
      set_local(k, slot, pop(k));
    else
      drop(k, 2);
    slot += java_type_words(at);
  }
  k->depth = 0;
}

static void find_facts(java_flow *flow, uint32_t method) {
  const java_method *f = java_method_at(flow->p, method);
  size_t count = f->code.at.count;
  facts k = {.flow = flow,
             .m = flow->m,
             .method = method,
             .f = f,
             .class = java_type_at(flow->p, f->type)->file,
             .out = flow_method_at(flow, method),
             .locals_count = f->member->code.most_locals,
             .stack_room = f->member->code.most_stack + 4u};
  k.entries = mem_array(k.m, count + 1, sizeof *k.entries);
  k.locals = mem_array(k.m, k.locals_count + 2u, sizeof *k.locals);
  k.stack = mem_array(k.m, k.stack_room + 2u, sizeof *k.stack);
  facts_find_leaders(&k);
  facts_set_arguments(&k);
  if (k.entries[0].is_leader)
    reaches(&k, 0);
  else
    go_on_from(&k, 0);
  while (k.waiting.count) {
    uint32_t n = vec_pop(&k.waiting);
    entry *e = &k.entries[n];
    e->is_waiting = false;
    memcpy(k.locals, e->locals, k.locals_count * sizeof *k.locals);
    memcpy(k.stack, e->stack, e->depth * sizeof *k.stack);
    k.depth = e->depth;
    go_on_from(&k, n);
    progress_tick(flow->clock);
  }
  for (size_t i = 0; i < count; i++) {
    mem_free(k.m, k.entries[i].locals);
    mem_free(k.m, k.entries[i].stack);
  }
  mem_free(k.m, k.entries);
  mem_free(k.m, k.locals);
  mem_free(k.m, k.stack);
  vec_free(k.m, &k.waiting);
}

void flow_find_facts(java_flow *flow) {
  java_classes *p = flow->p;
  for (uint32_t i = 0; i < p->fields.count; i++)
    flow->holds_null[i] = !(p->fields.at[i].member->flags & JAVA_IS_FINAL);
  do {
    flow->changed = false;
    vec_each (const uint32_t, n, &p->reached)
      find_facts(flow, *n);
  } while (flow->changed);
}
