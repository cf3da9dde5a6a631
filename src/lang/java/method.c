/* A whole method: first the types at every place where ways meet, then the
 * edges. */
#include "lang/java/lowering.h"

#include <stdio.h>

static void find_leaders(java_lowering *l) {
  const java_instructions *all = &l->f->code;
  vec_each (const java_instruction, x, &all->at) {
    if (x->target != JAVA_NO_INSTRUCTION)
      l->entries[x->target].is_leader = true;
    for (uint32_t i = 0; i < x->cases; i++)
      l->entries[all->cases.at[x->first_case + i].target].is_leader = true;
  }
  vec_each (const java_handler, h, &l->f->member->code.handlers)
    l->entries[all->number[h->handler]].is_leader = true;
}

/* The locals when the method is entered; 'out' takes them one by one. */
static void set_arguments(java_lowering *l) {
  uint32_t slot = 0;
  const java_member *f = l->f->member;
  memset(l->locals, 0, (f->code.most_locals + 1u) * sizeof *l->locals);
  if (!(f->flags & JAVA_IS_STATIC)) {
    l->locals[slot++] =
        (java_slot){.kind = 'A',
                    .is_set = true,
                    .type = java_type_at(l->p, l->f->type)->name,
                    .other = CFA_NONE};
  }
  const char *text = java_name_text(l->p, f->descriptor);
  char *copy = mem_text(l->m, text, strlen(text));
  for (const char *at = copy + 1; *at != ')'; at = java_skip_type(at)) {
    char kind = java_kind_of(at);
    l->locals[slot] =
        (java_slot){.kind = kind,
                    .type = kind == 'A' ? java_type_name(l, at) : NAMES_NONE,
                    .other = CFA_NONE};
    slot += java_type_words(at);
  }
  mem_free(l->m, copy);
  l->stack.count = 0;
}

static uint32_t type_of_handler(java_lowering *l, const java_handler *h) {
  return h->type ? java_constant_at(l->c, h->type)->name
                 : java_name(l->p, "java/lang/Throwable");
}

static void types_reach_handlers(java_lowering *l) {
  vec_each (const java_handler, h, &l->f->member->code.handlers)
    if (h->start <= l->x->at && l->x->at < h->end)
      java_types_reach_handler(l, l->f->code.number[h->handler],
                               type_of_handler(l, h));
}

static void go_to_instruction(java_lowering *l, uint32_t n) {
  l->number = n;
  l->x = &l->f->code.at.at[n];
  l->has_fallen = true;
}

/* From one place on, up to where ways meet or it ends. */
static void type_block(java_lowering *l, uint32_t start) {
  uint32_t count = (uint32_t)l->f->code.at.count;
  for (uint32_t n = start; n < count && !l->is_wrong; n++) {
    go_to_instruction(l, n);
    if (n != start && l->entries[n].is_leader) {
      java_reaches(l, n);
      return;
    }
    types_reach_handlers(l);
    java_step(l);
    if (!l->has_fallen)
      return;
  }
}

static void find_types(java_lowering *l) {
  l->emits = false;
  l->waiting.count = 0;
  set_arguments(l);
  go_to_instruction(l, 0);
  if (l->entries[0].is_leader)
    java_reaches(l, 0);
  else
    type_block(l, 0);
  while (l->waiting.count && !l->is_wrong) {
    uint32_t n = vec_pop(&l->waiting);
    l->entries[n].is_waiting = false;
    java_enter(l, n);
    type_block(l, n);
  }
}

static void emit_method(java_lowering *l) {
  uint32_t count = (uint32_t)l->f->code.at.count;
  bool is_dead = false;
  set_arguments(l);
  for (uint32_t n = 0; n < count && !l->is_wrong; n++) {
    go_to_instruction(l, n);
    if (l->entries[n].is_leader) {
      if (!is_dead) {
        (void)java_flush(l, CFA_NONE);
        java_reaches(l, n);
      }
      is_dead = !l->entries[n].is_known;
      if (!is_dead)
        java_enter(l, n);
    }
    if (is_dead)
      continue;
    java_step(l);
    is_dead = !l->has_fallen;
  }
}

static uint32_t add_parameter(java_lowering *l, uint32_t slot, char kind) {
  uint32_t variable = java_local_variable(l, slot, kind);
  l->out->variables.at[variable].kind = CFA_PARAMETER;
  return variable;
}

/* A parameter is its local. */
static void add_parameters(java_lowering *l, cfa_function *out) {
  uint32_t slot = 0;
  const java_member *f = l->f->member;
  out->first_variable = (uint32_t)l->out->variables.count;
  if (!(f->flags & JAVA_IS_STATIC))
    (void)add_parameter(l, slot++, 'A');
  const char *at = java_name_text(l->p, f->descriptor) + 1;
  for (; *at != ')'; at = java_skip_type(at)) {
    (void)add_parameter(l, slot, java_kind_of(at));
    slot += java_type_words(at);
  }
  out->parameters = (uint32_t)l->out->variables.count - out->first_variable;
}

static uint32_t source_file(java_lowering *l) {
  uint32_t name = l->c->source != NAMES_NONE
                      ? cfa_name(l->m, l->out, java_text(l->c, l->c->source))
                      : cfa_name(l->m, l->out, l->c->file);
  for (uint32_t i = 0; i < l->out->files.count; i++)
    if (l->out->files.at[i] == name)
      return i;
  vec_push(l->m, &l->out->files, name);
  return (uint32_t)l->out->files.count - 1;
}

static void begin_method(java_lowering *l) {
  size_t count = l->f->code.at.count;
  const java_code *code = &l->f->member->code;
  size_t locals = (code->most_locals + 1u) * JAVA_KINDS;
  size_t stack = (code->most_stack + 1u) * JAVA_KINDS;
  l->entries = mem_array(l->m, count, sizeof *l->entries);
  l->locals = mem_array(l->m, code->most_locals + 2u, sizeof *l->locals);
  l->local_variables = mem_array(l->m, locals, sizeof(uint32_t));
  l->stack_variables = mem_array(l->m, stack, sizeof(uint32_t));
  for (size_t i = 0; i < locals; i++)
    l->local_variables[i] = CFA_NONE;
  for (size_t i = 0; i < stack; i++)
    l->stack_variables[i] = CFA_NONE;
  l->is_mixed = false;
  l->x = NULL;
}

static void end_method(java_lowering *l) {
  for (size_t i = 0; i < l->f->code.at.count; i++) {
    mem_free(l->m, l->entries[i].locals);
    mem_free(l->m, l->entries[i].stack);
  }
  mem_free(l->m, l->entries);
  mem_free(l->m, l->locals);
  mem_free(l->m, l->local_variables);
  mem_free(l->m, l->stack_variables);
}

void java_lower_method(java_lowering *l) {
  l->f = java_method_at(l->p, l->method);
  l->c = java_type_at(l->p, l->f->type)->file;
  l->function = l->f->function;
  l->file = source_file(l);
  begin_method(l);
  find_leaders(l);
  find_types(l);
  l->may_throw = false;
  l->emits = true;
  cfa_function *f = &l->out->functions.at[l->function];
  add_parameters(l, f);
  go_to_instruction(l, 0);
  uint32_t entry = java_new_location(l);
  for (uint32_t i = 0; i < l->f->code.at.count; i++)
    if (l->entries[i].is_leader) {
      go_to_instruction(l, i);
      l->entries[i].location = java_new_location(l);
    }
  f->entry = entry;
  f->place = l->out->locations.at[entry].place;
  l->at = (java_position){entry, CFA_NONE};
  if (l->is_mixed) {
    java_unsupported(l, "an array that is used as an Object");
  }
  emit_method(l);
  f = &l->out->functions.at[l->function];
  f->variables = (uint32_t)l->out->variables.count - f->first_variable;
  end_method(l);
}
