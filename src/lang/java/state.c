/* The stack and the locals of a method. A value that was pushed stays an
 * expression until ways meet, or until something changes that it speaks of. */
#include "lang/java/lowering.h"

#include <stdio.h>

void java_refuse(java_lowering *l, const char *what) {
  if (!l->is_wrong)
    (void)report_add(l->p->r, l->c->file, 0, 0,
                     "byte %u: %s (method %.60s, %u): no verifier lets this "
                     "pass",
                     l->f->member->code.offset + (l->x ? l->x->at : 0), what,
                     java_name_text(l->p, l->f->member->name),
                     l->x ? l->x->at : 0);
  l->is_wrong = true;
}

static uint32_t words_of(char kind) {
  return kind == 'J' || kind == 'D' ? 2 : 1;
}

void java_push(java_lowering *l, java_slot s) {
  uint32_t words = words_of(s.kind);
  vec_each (const java_slot, x, &l->stack)
    words += words_of(x->kind);
  if (words > l->f->member->code.most_stack) {
    java_refuse(l, "the stack is higher than the method says");
    return;
  }
  vec_push(l->m, &l->stack, s);
}

void java_push_value(java_lowering *l, char kind, uint32_t value) {
  java_push(l, (java_slot){.kind = kind,
                           .type = NAMES_NONE,
                           .value = value,
                           .other = CFA_NONE});
}

void java_push_reference(java_lowering *l, uint32_t type, uint32_t value,
                         bool is_set) {
  java_push(l, (java_slot){.kind = 'A',
                           .is_set = is_set,
                           .type = type,
                           .value = value,
                           .other = CFA_NONE});
}

java_slot java_pop_any(java_lowering *l) {
  if (l->stack.count == 0) {
    java_refuse(l, "the stack is empty");
    return (java_slot){
        .kind = 'I', .value = java_word(l, 32, 0), .other = CFA_NONE};
  }
  return vec_pop(&l->stack);
}

/* -1, 0 or 1: what it is unless it is equal or on the side that is tested. */
static uint32_t comparison(java_lowering *l, const java_slot *s) {
  if (!l->emits)
    return 0;
  bool is_long = s->order == 'J', rest_is_less = s->order == 'L';
  uint32_t same =
      java_apply(l, is_long ? BITS_EQ : BITS_FEQ, 1, s->value, s->other);
  uint32_t side = rest_is_less ? java_apply(l, BITS_FLT, 1, s->other, s->value)
                               : java_apply(l, is_long ? BITS_SLT : BITS_FLT, 1,
                                            s->value, s->other);
  uint32_t minus = java_word(l, 32, UINT32_MAX), plus = java_word(l, 32, 1);
  uint32_t rest = cfa_apply(l->m, l->out, BITS_ITE, 32, same,
                            java_word(l, 32, 0), rest_is_less ? minus : plus);
  return cfa_apply(l->m, l->out, BITS_ITE, 32, side,
                   rest_is_less ? plus : minus, rest);
}

java_slot java_pop(java_lowering *l, char kind) {
  java_slot s = java_pop_any(l);
  if (s.kind != kind) {
    java_refuse(l, "a value of another kind is on the stack");
    return (java_slot){.kind = kind,
                       .type = NAMES_NONE,
                       .value = java_zero(l, kind),
                       .other = CFA_NONE};
  }
  return s;
}

uint32_t java_pop_value(java_lowering *l, char kind) {
  java_slot s = java_pop(l, kind);
  return s.other == CFA_NONE ? s.value : comparison(l, &s);
}

/* Looking through expressions */

static void make_stamps(java_lowering *l) {
  size_t count = l->out->expressions.count;
  if (count > l->stamps_room) {
    size_t room = 2 * count;
    l->stamps = mem_resize(l->m, l->stamps, room * sizeof *l->stamps);
    memset(l->stamps + l->stamps_room, 0,
           (room - l->stamps_room) * sizeof *l->stamps);
    l->stamps_room = room;
  }
  l->stamp++;
}

static bool is_touched(const cfa *p, const cfa_expression *x,
                       uint32_t variable) {
  if (variable != CFA_NONE)
    return x->kind == CFA_VARIABLE && x->a == variable;
  return x->kind == CFA_LOAD ||
         (x->kind == CFA_VARIABLE && p->variables.at[x->a].kind == CFA_GLOBAL);
}

static bool speaks_of(java_lowering *l, uint32_t expression,
                      uint32_t variable) {
  const cfa *p = l->out;
  make_stamps(l);
  l->work.count = 0;
  vec_push(l->m, &l->work, expression);
  while (l->work.count) {
    uint32_t n = vec_pop(&l->work), operands[3];
    assert(n < p->expressions.count);
    const cfa_expression *x = &p->expressions.at[n];
    if (l->stamps[n] == l->stamp)
      continue;
    l->stamps[n] = l->stamp;
    if (is_touched(p, x, variable))
      return true;
    size_t count = cfa_operands(x, operands);
    for (size_t i = 0; i < count; i++)
      vec_push(l->m, &l->work, operands[i]);
  }
  return false;
}

void java_settle(java_lowering *l, java_slot *s) {
  if (!l->emits)
    return;
  if (s->other != CFA_NONE) {
    s->value = comparison(l, s);
    s->other = CFA_NONE;
  }
  uint32_t variable = java_new_variable(l, s->kind, "%t", CFA_TEMPORARY);
  java_assign(l, variable, s->value);
  s->value = java_read(l, variable);
}

void java_protect(java_lowering *l, uint32_t variable) {
  if (!l->emits)
    return;
  vec_each (java_slot, s, &l->stack)
    if (speaks_of(l, s->value, variable) ||
        (s->other != CFA_NONE && speaks_of(l, s->other, variable)))
      java_settle(l, s);
}

void java_keep(java_lowering *l, java_slot *s) {
  if (l->emits && (s->other != CFA_NONE || speaks_of(l, s->value, CFA_NONE)))
    java_settle(l, s);
}

/* Locals */

static void name_of_local(const java_lowering *l, uint32_t slot, char kind,
                          char *out, size_t size) {
  vec_each (const java_local, x, &l->f->member->code.locals)
    if (x->slot == slot &&
        java_kind_of(java_text(l->c, x->descriptor)) == kind) {
      (void)snprintf(out, size, "%s", java_text(l->c, x->name));
      return;
    }
  (void)snprintf(out, size, "local%u", slot);
}

uint32_t java_local_variable(java_lowering *l, uint32_t slot, char kind) {
  assert(slot < l->f->member->code.most_locals);
  uint32_t *at = &l->local_variables[slot * JAVA_KINDS + java_kind_index(kind)];
  if (*at == CFA_NONE) {
    char name[200];
    name_of_local(l, slot, kind, name, sizeof name);
    *at = java_new_variable(l, kind, name, CFA_LOCAL);
  }
  return *at;
}

void java_load_local(java_lowering *l, uint32_t slot, char kind) {
  assert(slot < l->f->member->code.most_locals);
  java_slot s = l->locals[slot];
  if (s.kind == 'M' && kind == 'A') {
    java_unsupported(l, "an array that is used as an Object");
    s = (java_slot){.kind = 'A', .type = l->p->object_name};
  }
  if (s.kind != kind) {
    java_refuse(l, "a local holds a value of another kind");
    s = (java_slot){.kind = kind, .type = NAMES_NONE};
  }
  s.value = l->emits ? java_read(l, java_local_variable(l, slot, kind)) : 0;
  s.other = CFA_NONE;
  java_push(l, s);
}

void java_store_local(java_lowering *l, uint32_t slot, char kind) {
  java_slot s = java_pop_any(l);
  if (s.kind != kind)
    java_refuse(l, "a value of another kind is stored");
  bool is_wide = words_of(kind) == 2;
  assert(slot + is_wide < l->f->member->code.most_locals);
  if (l->emits) {
    uint32_t variable = java_local_variable(l, slot, kind);
    uint32_t value = s.other == CFA_NONE ? s.value : comparison(l, &s);
    java_protect(l, variable);
    java_assign(l, variable, value);
  }
  s.value = 0;
  s.other = CFA_NONE;
  if (slot > 0 && words_of(l->locals[slot - 1].kind) == 2 &&
      l->locals[slot - 1].kind)
    l->locals[slot - 1].kind = 0;
  l->locals[slot] = s;
  if (is_wide)
    l->locals[slot + 1] = (java_slot){0};
}

/* Types of references */

uint32_t java_type_name(java_lowering *l, const char *descriptor) {
  char name[300];
  if (*descriptor == '[') {
    const char *end = java_skip_type(descriptor);
    return names_insert(l->m, &l->p->texts, descriptor,
                        (size_t)(end - descriptor));
  }
  size_t n = strcspn(descriptor, ";") - 1;
  if (n < sizeof name) {
    memcpy(name, descriptor + 1, n);
    return names_insert(l->m, &l->p->texts, name, n);
  }
  char *copy = mem_text(l->m, descriptor + 1, n);
  return names_insert(l->m, &l->p->texts, copy, n);
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

void java_convert(java_lowering *l, const java_slot *s,
                  const char *descriptor) {
  if (!l->emits || s->kind != 'A' || s->type == NAMES_NONE)
    return;
  char wanted[300];
  const char *end = java_skip_type(descriptor);
  size_t n = (size_t)(end - descriptor);
  n = n < sizeof wanted ? n : sizeof wanted - 1;
  memcpy(wanted, descriptor, n);
  wanted[n] = '\0';
  const char *type = java_name_text(l->p, s->type);
  if (!fits(type, wanted))
    java_unsupported(l, "an array that is used as an Object");
  else if (*type == '[' && strcmp(type, wanted) != 0)
    java_note_covariance(l->p, wanted);
}

/* The class of both; NAMES_NONE: null. */
static uint32_t merge_types(java_lowering *l, uint32_t a, uint32_t b) {
  if (a == b || b == NAMES_NONE)
    return a;
  if (a == NAMES_NONE)
    return b;
  const char *one = java_name_text(l->p, a);
  const char *two = java_name_text(l->p, b);
  size_t n = dimensions(one), k = dimensions(two);
  if (n == 0 && k == 0)
    return l->p->object_name;
  if (!fits(one, two) || !fits(two, one)) {
    l->is_mixed = true;
    return a;
  }
  if (strchr("ZBCSIJFD", one[n]) && !one[n + 1]) {
    l->is_mixed = true; /* int[] and long[] */
    return a;
  }
  char name[300];
  memset(name, '[', n);
  (void)snprintf(name + n, sizeof name - n, "Ljava/lang/Object;");
  java_note_covariance(l->p, name);
  return java_name(l->p, name);
}

/* Where ways meet */

static bool merge_slot(java_lowering *l, java_slot *to, const java_slot *from,
                       bool is_stack) {
  if (to->kind == 'M' && (from->kind == 'A' || from->kind == 'M'))
    return false;
  if (from->kind == 'M' && to->kind == 'A') {
    *to = *from;
    return true;
  }
  if (to->kind != from->kind) {
    if (is_stack)
      java_refuse(l, "ways meet with different stacks");
    bool changed = to->kind != 0;
    *to = (java_slot){0};
    return changed;
  }
  if (to->kind != 'A')
    return false;
  bool was_mixed = l->is_mixed;
  uint32_t type = merge_types(l, to->type, from->type);
  if (!is_stack && l->is_mixed && !was_mixed) {
    l->is_mixed = false; /* whoever reads it says so */
    *to = (java_slot){.kind = 'M'};
    return true;
  }
  bool is_set = to->is_set && from->is_set;
  bool changed = type != to->type || is_set != to->is_set;
  to->type = type;
  to->is_set = is_set;
  return changed;
}

static void wait_for(java_lowering *l, uint32_t instruction) {
  java_entry *e = &l->entries[instruction];
  assert(instruction < l->f->code.at.count && e->is_known);
  if (!e->is_waiting)
    vec_push(l->m, &l->waiting, instruction);
  e->is_waiting = true;
}

static void merge(java_lowering *l, uint32_t instruction,
                  const java_slot *stack, uint32_t depth) {
  java_entry *e = &l->entries[instruction];
  assert(instruction < l->f->code.at.count && e->is_leader);
  uint32_t locals = l->f->member->code.most_locals;
  bool changed = !e->is_known;
  if (!e->is_known) {
    e->is_known = true;
    e->depth = depth;
    e->locals = mem_array(l->m, locals + 1, sizeof *e->locals);
    e->stack = mem_array(l->m, depth + 1, sizeof *e->stack);
    memcpy(e->locals, l->locals, locals * sizeof *e->locals);
    if (depth)
      memcpy(e->stack, stack, depth * sizeof *e->stack);
  } else if (e->depth != depth) {
    java_refuse(l, "ways meet with stacks of different heights");
  } else {
    for (uint32_t i = 0; i < locals; i++)
      changed |= merge_slot(l, &e->locals[i], &l->locals[i], false);
    for (uint32_t i = 0; i < depth; i++)
      changed |= merge_slot(l, &e->stack[i], &stack[i], true);
  }
  if (changed)
    wait_for(l, instruction);
}

static uint32_t stack_variable(java_lowering *l, uint32_t depth, char kind) {
  assert(depth <= l->f->member->code.most_stack);
  uint32_t *at =
      &l->stack_variables[depth * JAVA_KINDS + java_kind_index(kind)];
  if (*at == CFA_NONE)
    *at = java_new_variable(l, kind, "%s", CFA_TEMPORARY);
  return *at;
}

/* If one that is written is spoken of by another, all are kept first. */
uint32_t java_flush(java_lowering *l, uint32_t condition) {
  if (!l->emits || l->stack.count == 0)
    return condition;
  uint32_t count = (uint32_t)l->stack.count;
  if (condition != CFA_NONE) {
    uint32_t bit = java_new_word(l, 1, "%c");
    java_assign(l, bit, condition);
    condition = java_read(l, bit);
  }
  for (uint32_t i = 0; i < count; i++)
    if (count > 1 || l->stack.at[i].other != CFA_NONE)
      java_settle(l, &l->stack.at[i]);
  for (uint32_t i = 0; i < count; i++) {
    java_slot *s = &l->stack.at[i];
    uint32_t variable = stack_variable(l, i, s->kind);
    java_assign(l, variable, s->value);
    s->value = java_read(l, variable);
  }
  return condition;
}

void java_reaches(java_lowering *l, uint32_t instruction) {
  if (l->emits)
    java_go(l, l->entries[instruction].location);
  else
    merge(l, instruction, l->stack.at, (uint32_t)l->stack.count);
}

void java_reaches_handler(java_lowering *l, uint32_t instruction,
                          uint32_t value) {
  if (!l->emits)
    return;
  java_assign(l, stack_variable(l, 0, 'A'), value);
  java_go(l, l->entries[instruction].location);
}

void java_types_reach_handler(java_lowering *l, uint32_t instruction,
                              uint32_t type) {
  java_slot thrown = {
      .kind = 'A', .is_set = true, .type = type, .other = CFA_NONE};
  merge(l, instruction, &thrown, 1);
}

void java_enter(java_lowering *l, uint32_t instruction) {
  const java_entry *e = &l->entries[instruction];
  assert(e->is_known);
  memcpy(l->locals, e->locals,
         l->f->member->code.most_locals * sizeof *l->locals);
  l->stack.count = 0;
  for (uint32_t i = 0; i < e->depth; i++) {
    java_slot s = e->stack[i];
    s.value = l->emits ? java_read(l, stack_variable(l, i, s.kind)) : 0;
    s.other = CFA_NONE;
    vec_push(l->m, &l->stack, s);
  }
  if (l->emits)
    l->at = (java_position){e->location, CFA_NONE};
}
