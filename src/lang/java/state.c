/* The stack and the locals of a method. A value that was pushed stays an
 * expression until ways meet, or until something changes that it speaks of. */
#include "lang/java/lowering.h"

#include <stdio.h>

void java_refuse(java_lowering *lowering, const char *what) {
  if (!lowering->is_wrong)
    (void)report_add(
        lowering->p->r, lowering->c->file, 0, 0,
        "byte %u: %s (method %.60s, %u): no verifier lets this "
        "pass",
        lowering->f->member->code.offset + (lowering->x ? lowering->x->at : 0),
        what, java_name_text(lowering->p, lowering->f->member->name),
        lowering->x ? lowering->x->at : 0);
  lowering->is_wrong = true;
}

static uint32_t words_of(char kind) {
  return kind == 'J' || kind == 'D' ? 2 : 1;
}

void java_push(java_lowering *lowering, java_slot s) {
  uint32_t words = words_of(s.kind);
  vec_each (const java_slot, x, &lowering->stack)
    words += words_of(x->kind);
  if (words > lowering->f->member->code.most_stack) {
    java_refuse(lowering, "the stack is higher than the method says");
    return;
  }
  vec_push(lowering->m, &lowering->stack, s);
}

void java_push_value(java_lowering *lowering, char kind, uint32_t value) {
  java_push(lowering, (java_slot){.kind = kind,
                                  .type = NAMES_NONE,
                                  .value = value,
                                  .other = CFA_NONE});
}

void java_push_reference(java_lowering *lowering, uint32_t type, uint32_t value,
                         bool is_set) {
  java_push(lowering, (java_slot){.kind = 'A',
                                  .is_set = is_set,
                                  .type = type,
                                  .value = value,
                                  .other = CFA_NONE});
}

java_slot java_pop_any(java_lowering *lowering) {
  if (lowering->stack.count == 0) {
    java_refuse(lowering, "the stack is empty");
    return (java_slot){
        .kind = 'I', .value = java_word(lowering, 32, 0), .other = CFA_NONE};
  }
  return vec_pop(&lowering->stack);
}

/* -1, 0 or 1: what it is unless it is equal or on the side that is tested. */
static uint32_t comparison(java_lowering *lowering, const java_slot *slot) {
  if (!lowering->emits)
    return 0;
  bool is_long = slot->order == 'J', rest_is_less = slot->order == 'L';
  uint32_t same = java_apply(lowering, is_long ? BITS_EQ : BITS_FEQ, 1,
                             slot->value, slot->other);
  uint32_t side =
      rest_is_less ? java_apply(lowering, BITS_FLT, 1, slot->other, slot->value)
                   : java_apply(lowering, is_long ? BITS_SLT : BITS_FLT, 1,
                                slot->value, slot->other);
  uint32_t minus = java_word(lowering, 32, UINT32_MAX),
           plus = java_word(lowering, 32, 1);
  uint32_t rest =
      cfa_apply(lowering->m, lowering->out, BITS_ITE, 32, same,
                java_word(lowering, 32, 0), rest_is_less ? minus : plus);
  return cfa_apply(lowering->m, lowering->out, BITS_ITE, 32, side,
                   rest_is_less ? plus : minus, rest);
}

java_slot java_pop(java_lowering *lowering, char kind) {
  java_slot slot = java_pop_any(lowering);
  if (slot.kind != kind) {
    java_refuse(lowering, "a value of another kind is on the stack");
    return (java_slot){.kind = kind,
                       .type = NAMES_NONE,
                       .value = java_zero(lowering, kind),
                       .other = CFA_NONE};
  }
  return slot;
}

uint32_t java_pop_value(java_lowering *lowering, char kind) {
  java_slot slot = java_pop(lowering, kind);
  return slot.other == CFA_NONE ? slot.value : comparison(lowering, &slot);
}

/* Looking through expressions */

static void make_stamps(java_lowering *lowering) {
  size_t count = lowering->out->expressions.count;
  if (count > lowering->stamps_room) {
    size_t room = 2 * count;
    lowering->stamps = mem_resize(lowering->m, lowering->stamps,
                                  room * sizeof *lowering->stamps);
    memset(lowering->stamps + lowering->stamps_room, 0,
           (room - lowering->stamps_room) * sizeof *lowering->stamps);
    lowering->stamps_room = room;
  }
  lowering->stamp++;
}

static bool is_touched(const cfa *automaton, const cfa_expression *expression,
                       uint32_t variable) {
  if (variable != CFA_NONE)
    return expression->kind == CFA_VARIABLE && expression->a == variable;
  return expression->kind == CFA_LOAD ||
         (expression->kind == CFA_VARIABLE &&
          automaton->variables.at[expression->a].kind == CFA_GLOBAL);
}

static bool speaks_of(java_lowering *lowering, uint32_t expression,
                      uint32_t variable) {
  const cfa *automaton = lowering->out;
  make_stamps(lowering);
  lowering->work.count = 0;
  vec_push(lowering->m, &lowering->work, expression);
  while (lowering->work.count) {
    uint32_t n = vec_pop(&lowering->work), operands[3];
    assert(n < automaton->expressions.count);
    const cfa_expression *x = &automaton->expressions.at[n];
    if (lowering->stamps[n] == lowering->stamp)
      continue;
    lowering->stamps[n] = lowering->stamp;
    if (is_touched(automaton, x, variable))
      return true;
    size_t count = cfa_operands(x, operands);
    for (size_t i = 0; i < count; i++)
      vec_push(lowering->m, &lowering->work, operands[i]);
  }
  return false;
}

void java_settle(java_lowering *lowering, java_slot *slot) {
  if (!lowering->emits)
    return;
  if (slot->other != CFA_NONE) {
    slot->value = comparison(lowering, slot);
    slot->other = CFA_NONE;
  }
  uint32_t variable =
      java_new_variable(lowering, slot->kind, "%t", CFA_TEMPORARY);
  java_assign(lowering, variable, slot->value);
  slot->value = java_read(lowering, variable);
}

void java_protect(java_lowering *lowering, uint32_t variable) {
  if (!lowering->emits)
    return;
  vec_each (java_slot, slot, &lowering->stack)
    if (speaks_of(lowering, slot->value, variable) ||
        (slot->other != CFA_NONE && speaks_of(lowering, slot->other, variable)))
      java_settle(lowering, slot);
}

void java_keep(java_lowering *lowering, java_slot *slot) {
  if (lowering->emits &&
      (slot->other != CFA_NONE || speaks_of(lowering, slot->value, CFA_NONE)))
    java_settle(lowering, slot);
}

/* Locals */

/* Its name, and its descriptor if only one variable is there; several share a
 * place if they are not needed at the same time, and it has all their names. */
static const char *name_of_local(const java_lowering *lowering, uint32_t slot,
                                 char kind, char *out, size_t size) {
  const char *descriptor = NULL;
  bool is_shared = false;
  (void)snprintf(out, size, "local%u", slot);
  vec_each (const java_local, local, &lowering->f->member->code.locals) {
    const char *name = java_text(lowering->c, local->name);
    const char *type = java_text(lowering->c, local->descriptor);
    if (local->slot != slot || java_kind_of(type) != kind)
      continue;
    is_shared |= descriptor && strcmp(type, descriptor) != 0;
    size_t length = strlen(out);
    if (!descriptor)
      (void)snprintf(out, size, "%s", name);
    else if (!strstr(out, name))
      (void)snprintf(out + length, size - length, "|%s", name);
    descriptor = type;
  }
  return is_shared ? NULL : descriptor;
}

uint32_t java_local_variable(java_lowering *lowering, uint32_t slot,
                             char kind) {
  assert(slot < lowering->f->member->code.most_locals);
  uint32_t *at =
      &lowering->local_variables[slot * JAVA_KINDS + java_kind_index(kind)];
  if (*at == CFA_NONE) {
    char name[200];
    const char *descriptor =
        name_of_local(lowering, slot, kind, name, sizeof name);
    *at = java_new_variable(lowering, kind, name, CFA_LOCAL);
    uint32_t type = descriptor && kind == 'A'
                        ? java_people_type(lowering, descriptor)
                        : CFA_NONE;
    lowering->out->variables.at[*at].type = type;
  }
  return *at;
}

void java_load_local(java_lowering *lowering, uint32_t slot, char kind) {
  assert(slot < lowering->f->member->code.most_locals);
  java_slot s = lowering->locals[slot];
  if (s.kind == 'M' && kind == 'A') {
    java_unsupported(lowering, "an array that is used as an Object");
    s = (java_slot){.kind = 'A', .type = lowering->p->object_name};
  }
  if (s.kind != kind) {
    java_refuse(lowering, "a local holds a value of another kind");
    s = (java_slot){.kind = kind, .type = NAMES_NONE};
  }
  s.value = lowering->emits
                ? java_read(lowering, java_local_variable(lowering, slot, kind))
                : 0;
  s.other = CFA_NONE;
  java_push(lowering, s);
}

void java_store_local(java_lowering *lowering, uint32_t slot, char kind) {
  java_slot s = java_pop_any(lowering);
  if (s.kind != kind)
    java_refuse(lowering, "a value of another kind is stored");
  bool is_wide = words_of(kind) == 2;
  assert(slot + is_wide < lowering->f->member->code.most_locals);
  if (lowering->emits) {
    uint32_t variable = java_local_variable(lowering, slot, kind);
    uint32_t value = s.other == CFA_NONE ? s.value : comparison(lowering, &s);
    java_protect(lowering, variable);
    java_assign(lowering, variable, value);
  }
  s.value = 0;
  s.other = CFA_NONE;
  if (slot > 0 && words_of(lowering->locals[slot - 1].kind) == 2 &&
      lowering->locals[slot - 1].kind)
    lowering->locals[slot - 1].kind = 0;
  lowering->locals[slot] = s;
  if (is_wide)
    lowering->locals[slot + 1] = (java_slot){0};
}

/* Types of references */

uint32_t java_type_name(java_lowering *lowering, const char *descriptor) {
  char name[300];
  if (*descriptor == '[') {
    const char *end = java_skip_type(descriptor);
    return names_insert(lowering->m, &lowering->p->texts, descriptor,
                        (size_t)(end - descriptor));
  }
  size_t n = strcspn(descriptor, ";") - 1;
  if (n < sizeof name) {
    memcpy(name, descriptor + 1, n);
    return names_insert(lowering->m, &lowering->p->texts, name, n);
  }
  char *copy = mem_text(lowering->m, descriptor + 1, n);
  return names_insert(lowering->m, &lowering->p->texts, copy, n);
}

static size_t dimensions(const char *type) { return strspn(type, "["); }

/* An array that is seen as an Object: one with more dimensions, where a class
 * is wanted; or elements that are words, where references are wanted. */
static bool fits(const char *type, const char *wanted) {
  size_t have = dimensions(type), want = dimensions(wanted);
  if (have == 0)
    return true; /* a class: whether it is that of 'wanted' was checked */
  bool is_primitive = strchr("ZBCSIJFD", type[have]) && !type[have + 1];
  bool wants_primitive =
      want > 0 && strchr("ZBCSIJFD", wanted[want]) && !wanted[want + 1];
  return have == want && is_primitive == wants_primitive;
}

void java_convert(java_lowering *lowering, java_slot *slot,
                  const char *descriptor) {
  if (!lowering->emits || slot->kind != 'A' || slot->type == NAMES_NONE)
    return;
  char wanted[300];
  const char *end = java_skip_type(descriptor);
  size_t n = (size_t)(end - descriptor);
  n = n < sizeof wanted ? n : sizeof wanted - 1;
  memcpy(wanted, descriptor, n);
  wanted[n] = '\0';
  const char *type = java_name_text(lowering->p, slot->type);
  if (*type == '[' && *wanted != '[')
    java_wrap_array(lowering, slot);
  else if (!fits(type, wanted))
    java_unsupported(lowering, "an array that is used as an Object");
  else if (*type == '[' && strcmp(type, wanted) != 0)
    java_note_covariance(lowering->p, wanted);
}

/* The class of both; NAMES_NONE: null. */
static uint32_t merge_types(java_lowering *lowering, uint32_t a, uint32_t b) {
  if (a == b || b == NAMES_NONE)
    return a;
  if (a == NAMES_NONE)
    return b;
  const char *one = java_name_text(lowering->p, a);
  const char *two = java_name_text(lowering->p, b);
  size_t n = dimensions(one), k = dimensions(two);
  if (n == 0 && k == 0)
    return lowering->p->object_name;
  if (!fits(one, two) || !fits(two, one)) {
    lowering->is_mixed = true;
    return a;
  }
  if (strchr("ZBCSIJFD", one[n]) && !one[n + 1]) {
    lowering->is_mixed = true; /* int[] and long[] */
    return a;
  }
  char name[300];
  memset(name, '[', n);
  (void)snprintf(name + n, sizeof name - n, "Ljava/lang/Object;");
  java_note_covariance(lowering->p, name);
  return java_name(lowering->p, name);
}

/* Where ways meet */

static bool merge_slot(java_lowering *lowering, java_slot *to,
                       const java_slot *from, bool is_stack) {
  if (to->kind == 'M' && (from->kind == 'A' || from->kind == 'M'))
    return false;
  if (from->kind == 'M' && to->kind == 'A') {
    *to = *from;
    return true;
  }
  if (to->kind != from->kind) {
    if (is_stack)
      java_refuse(lowering, "ways meet with different stacks");
    bool changed = to->kind != 0;
    *to = (java_slot){0};
    return changed;
  }
  if (to->kind != 'A')
    return false;
  bool was_mixed = lowering->is_mixed;
  uint32_t type = merge_types(lowering, to->type, from->type);
  if (!is_stack && lowering->is_mixed && !was_mixed) {
    lowering->is_mixed = false; /* whoever reads it says so */
    *to = (java_slot){.kind = 'M'};
    return true;
  }
  bool is_set = to->is_set && from->is_set;
  bool changed = type != to->type || is_set != to->is_set;
  to->length = 0; /* known within a row of instructions only */
  to->type = type;
  to->is_set = is_set;
  return changed;
}

static void wait_for(java_lowering *lowering, uint32_t instruction) {
  java_entry *entry = &lowering->entries[instruction];
  assert(instruction < lowering->f->code.at.count && entry->is_known);
  if (!entry->is_waiting)
    vec_push(lowering->m, &lowering->waiting, instruction);
  entry->is_waiting = true;
}

static void merge(java_lowering *lowering, uint32_t instruction,
                  const java_slot *stack, uint32_t depth) {
  java_entry *entry = &lowering->entries[instruction];
  assert(instruction < lowering->f->code.at.count && entry->is_leader);
  uint32_t locals = lowering->f->member->code.most_locals;
  bool changed = !entry->is_known;
  if (!entry->is_known) {
    entry->is_known = true;
    entry->depth = depth;
    entry->locals = mem_array(lowering->m, locals + 1, sizeof *entry->locals);
    entry->stack = mem_array(lowering->m, depth + 1, sizeof *entry->stack);
    memcpy(entry->locals, lowering->locals, locals * sizeof *entry->locals);
    if (depth)
      memcpy(entry->stack, stack, depth * sizeof *entry->stack);
  } else if (entry->depth != depth) {
    java_refuse(lowering, "ways meet with stacks of different heights");
  } else {
    for (uint32_t i = 0; i < locals; i++)
      changed |=
          merge_slot(lowering, &entry->locals[i], &lowering->locals[i], false);
    for (uint32_t i = 0; i < depth; i++)
      changed |= merge_slot(lowering, &entry->stack[i], &stack[i], true);
  }
  if (changed)
    wait_for(lowering, instruction);
}

static uint32_t stack_variable(java_lowering *lowering, uint32_t depth,
                               char kind) {
  assert(depth <= lowering->f->member->code.most_stack);
  uint32_t *at =
      &lowering->stack_variables[depth * JAVA_KINDS + java_kind_index(kind)];
  if (*at == CFA_NONE)
    *at = java_new_variable(lowering, kind, "%s", CFA_TEMPORARY);
  return *at;
}

/* If one that is written is spoken of by another, all are kept first. */
uint32_t java_flush(java_lowering *lowering, uint32_t condition) {
  if (!lowering->emits || lowering->stack.count == 0)
    return condition;
  uint32_t count = (uint32_t)lowering->stack.count;
  if (condition != CFA_NONE) {
    uint32_t bit = java_new_word(lowering, 1, "%c");
    java_assign(lowering, bit, condition);
    condition = java_read(lowering, bit);
  }
  for (uint32_t i = 0; i < count; i++)
    if (count > 1 || lowering->stack.at[i].other != CFA_NONE)
      java_settle(lowering, &lowering->stack.at[i]);
  for (uint32_t i = 0; i < count; i++) {
    java_slot *slot = &lowering->stack.at[i];
    uint32_t variable = stack_variable(lowering, i, slot->kind);
    java_assign(lowering, variable, slot->value);
    slot->value = java_read(lowering, variable);
  }
  return condition;
}

void java_reaches(java_lowering *lowering, uint32_t instruction) {
  if (lowering->emits)
    java_go(lowering, lowering->entries[instruction].location);
  else
    merge(lowering, instruction, lowering->stack.at,
          (uint32_t)lowering->stack.count);
}

void java_reaches_handler(java_lowering *lowering, uint32_t instruction,
                          uint32_t value) {
  if (!lowering->emits)
    return;
  java_assign(lowering, stack_variable(lowering, 0, 'A'), value);
  java_go(lowering, lowering->entries[instruction].location);
}

void java_types_reach_handler(java_lowering *lowering, uint32_t instruction,
                              uint32_t type) {
  java_slot thrown = {
      .kind = 'A', .is_set = true, .type = type, .other = CFA_NONE};
  merge(lowering, instruction, &thrown, 1);
}

void java_enter(java_lowering *lowering, uint32_t instruction) {
  const java_entry *entry = &lowering->entries[instruction];
  assert(entry->is_known);
  memcpy(lowering->locals, entry->locals,
         lowering->f->member->code.most_locals * sizeof *lowering->locals);
  lowering->stack.count = 0;
  for (uint32_t i = 0; i < entry->depth; i++) {
    java_slot slot = entry->stack[i];
    slot.value =
        lowering->emits
            ? java_read(lowering, stack_variable(lowering, i, slot.kind))
            : 0;
    slot.other = CFA_NONE;
    vec_push(lowering->m, &lowering->stack, slot);
  }
  if (lowering->emits)
    lowering->at = (java_position){entry->location, CFA_NONE};
}
