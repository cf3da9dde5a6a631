/* A whole method: first the types at every place where ways meet, then the
 * edges. */
#include "lang/java/lowering.h"

#include <stdio.h>

static void find_leaders(java_lowering *lowering) {
  const java_instructions *all = &lowering->f->code;
  vec_each (const java_instruction, instruction, &all->at) {
    if (instruction->target != JAVA_NO_INSTRUCTION)
      lowering->entries[instruction->target].is_leader = true;
    for (uint32_t i = 0; i < instruction->cases; i++)
      lowering->entries[all->cases.at[instruction->first_case + i].target]
          .is_leader = true;
  }
  vec_each (const java_handler, handler, &lowering->f->member->code.handlers)
    lowering->entries[all->number[handler->handler]].is_leader = true;
}

/* The locals when the method is entered; 'out' takes them one by one. */
static void set_arguments(java_lowering *lowering) {
  uint32_t slot = 0;
  const java_member *member = lowering->f->member;
  memset(lowering->locals, 0,
         (member->code.most_locals + 1u) * sizeof *lowering->locals);
  if (!(member->flags & JAVA_IS_STATIC)) {
    lowering->locals[slot++] =
        (java_slot){.kind = 'A',
                    .is_set = true,
                    .type = java_type_at(lowering->p, lowering->f->type)->name,
                    .other = CFA_NONE};
  }
  const char *text = java_name_text(lowering->p, member->descriptor);
  char *copy = mem_text(lowering->m, text, strlen(text));
  for (const char *at = copy + 1; *at != ')'; at = java_skip_type(at)) {
    char kind = java_kind_of(at);
    lowering->locals[slot] = (java_slot){
        .kind = kind,
        .type = kind == 'A' ? java_type_name(lowering, at) : NAMES_NONE,
        .other = CFA_NONE};
    slot += java_type_words(at);
  }
  mem_free(lowering->m, copy);
  lowering->stack.count = 0;
}

static uint32_t type_of_handler(java_lowering *lowering,
                                const java_handler *handler) {
  return handler->type ? java_constant_at(lowering->c, handler->type)->name
                       : java_name(lowering->p, "java/lang/Throwable");
}

static void types_reach_handlers(java_lowering *lowering) {
  vec_each (const java_handler, handler, &lowering->f->member->code.handlers)
    if (handler->start <= lowering->x->at && lowering->x->at < handler->end)
      java_types_reach_handler(lowering,
                               lowering->f->code.number[handler->handler],
                               type_of_handler(lowering, handler));
}

static void go_to_instruction(java_lowering *lowering, uint32_t n) {
  lowering->number = n;
  lowering->x = &lowering->f->code.at.at[n];
  lowering->has_fallen = true;
}

/* From one place on, up to where ways meet or it ends. */
static void type_block(java_lowering *lowering, uint32_t start) {
  uint32_t count = (uint32_t)lowering->f->code.at.count;
  for (uint32_t n = start; n < count && !lowering->is_wrong; n++) {
    go_to_instruction(lowering, n);
    if (n != start && lowering->entries[n].is_leader) {
      java_reaches(lowering, n);
      return;
    }
    types_reach_handlers(lowering);
    java_step(lowering);
    if (!lowering->has_fallen)
      return;
  }
}

static void find_types(java_lowering *lowering) {
  lowering->emits = false;
  lowering->waiting.count = 0;
  set_arguments(lowering);
  go_to_instruction(lowering, 0);
  if (lowering->entries[0].is_leader)
    java_reaches(lowering, 0);
  else
    type_block(lowering, 0);
  while (lowering->waiting.count && !lowering->is_wrong) {
    uint32_t n = vec_pop(&lowering->waiting);
    lowering->entries[n].is_waiting = false;
    java_enter(lowering, n);
    type_block(lowering, n);
  }
}

static void emit_method(java_lowering *lowering) {
  uint32_t count = (uint32_t)lowering->f->code.at.count;
  bool is_dead = false;
  set_arguments(lowering);
  for (uint32_t n = 0; n < count && !lowering->is_wrong; n++) {
    go_to_instruction(lowering, n);
    if (lowering->entries[n].is_leader) {
      if (!is_dead) {
        (void)java_flush(lowering, CFA_NONE);
        java_reaches(lowering, n);
      }
      is_dead = !lowering->entries[n].is_known;
      if (!is_dead)
        java_enter(lowering, n);
    }
    if (is_dead)
      continue;
    java_step(lowering);
    is_dead = !lowering->has_fallen;
  }
}

static uint32_t add_parameter(java_lowering *lowering, uint32_t slot,
                              char kind) {
  uint32_t variable = java_local_variable(lowering, slot, kind);
  lowering->out->variables.at[variable].kind = CFA_PARAMETER;
  return variable;
}

/* A parameter is its local. */
static void add_parameters(java_lowering *lowering, cfa_function *out) {
  uint32_t slot = 0;
  const java_member *member = lowering->f->member;
  out->first_variable = (uint32_t)lowering->out->variables.count;
  if (!(member->flags & JAVA_IS_STATIC))
    (void)add_parameter(lowering, slot++, 'A');
  const char *at = java_name_text(lowering->p, member->descriptor) + 1;
  for (; *at != ')'; at = java_skip_type(at)) {
    (void)add_parameter(lowering, slot, java_kind_of(at));
    slot += java_type_words(at);
  }
  out->parameters =
      (uint32_t)lowering->out->variables.count - out->first_variable;
}

static uint32_t source_file(java_lowering *lowering) {
  uint32_t name = lowering->c->source != NAMES_NONE
                      ? cfa_name(lowering->m, lowering->out,
                                 java_text(lowering->c, lowering->c->source))
                      : cfa_name(lowering->m, lowering->out, lowering->c->file);
  for (uint32_t i = 0; i < lowering->out->files.count; i++)
    if (lowering->out->files.at[i] == name)
      return i;
  vec_push(lowering->m, &lowering->out->files, name);
  return (uint32_t)lowering->out->files.count - 1;
}

static void begin_method(java_lowering *lowering) {
  size_t count = lowering->f->code.at.count;
  const java_code *code = &lowering->f->member->code;
  size_t locals = (code->most_locals + 1u) * JAVA_KINDS;
  size_t stack = (code->most_stack + 1u) * JAVA_KINDS;
  lowering->entries = mem_array(lowering->m, count, sizeof *lowering->entries);
  lowering->locals =
      mem_array(lowering->m, code->most_locals + 2u, sizeof *lowering->locals);
  lowering->local_variables = mem_array(lowering->m, locals, sizeof(uint32_t));
  lowering->stack_variables = mem_array(lowering->m, stack, sizeof(uint32_t));
  for (size_t i = 0; i < locals; i++)
    lowering->local_variables[i] = CFA_NONE;
  for (size_t i = 0; i < stack; i++)
    lowering->stack_variables[i] = CFA_NONE;
  lowering->is_mixed = false;
  lowering->x = NULL;
}

static void end_method(java_lowering *lowering) {
  for (size_t i = 0; i < lowering->f->code.at.count; i++) {
    mem_free(lowering->m, lowering->entries[i].locals);
    mem_free(lowering->m, lowering->entries[i].stack);
  }
  mem_free(lowering->m, lowering->entries);
  mem_free(lowering->m, lowering->locals);
  mem_free(lowering->m, lowering->local_variables);
  mem_free(lowering->m, lowering->stack_variables);
}

void java_lower_method(java_lowering *lowering) {
  lowering->f = java_method_at(lowering->p, lowering->method);
  lowering->c = java_type_at(lowering->p, lowering->f->type)->file;
  lowering->function = lowering->f->function;
  lowering->file = source_file(lowering);
  begin_method(lowering);
  find_leaders(lowering);
  find_types(lowering);
  lowering->may_throw = false;
  lowering->emits = true;
  cfa_function *function = &lowering->out->functions.at[lowering->function];
  add_parameters(lowering, function);
  go_to_instruction(lowering, 0);
  uint32_t entry = java_new_location(lowering);
  for (uint32_t i = 0; i < lowering->f->code.at.count; i++)
    if (lowering->entries[i].is_leader) {
      go_to_instruction(lowering, i);
      lowering->entries[i].location = java_new_location(lowering);
    }
  function->entry = entry;
  function->place = lowering->out->locations.at[entry].place;
  lowering->at = (java_position){entry, CFA_NONE};
  if (lowering->is_mixed) {
    java_unsupported(lowering, "an array that is used as an Object");
  }
  emit_method(lowering);
  function = &lowering->out->functions.at[lowering->function];
  function->variables =
      (uint32_t)lowering->out->variables.count - function->first_variable;
  end_method(lowering);
}
