/* Everything that can be seen where a run of a C program stands: globals, and
 * the variables of the function on top, taken apart by their types. */
#include "problem/c/c_parts.h"

#include "base/kept.h"
#include "cfa/print.h"

#include <assert.h>
#include <stdio.h>

enum { MOST_PARTS = 32 };

typedef struct looking {
  custos *c;
  cfa *p;
  cfa_run *run;
  custos_see_fn *see;
  void *self;
  const char *owner; /* "main(0)"; "": global */
  int64_t pid;
} looking;

static void look_tell(looking *l, const char *name, const char *value) {
  custos_seen seen = {
      .process = l->owner, .name = name, .value = value, .pid = l->pid};
  l->see(l->self, &seen);
}

/* A word of the run, by an expression that is added for it. */
static void tell_value(looking *l, const char *name, uint32_t expression,
                       uint32_t type, bool is_pointer, bool is_signed,
                       unsigned width) {
  uint64_t value;
  kept k = {.m = &l->c->job};
  text out;
  text_init(&out, kept_add, &k);
  if (!cfa_run_value(l->run, expression, &value))
    text_put(&out, "?");
  else if (is_pointer)
    text_put(&out, value ? "a pointer" : "NULL");
  else
    cfa_print_value(l->p, type, is_signed, width, value, &out);
  text_end(&out);
  vec_push(&l->c->job, &k.bytes, '\0');
  look_tell(l, name, k.bytes.at);
  vec_free(&l->c->job, &k.bytes);
}

static void tell_scalar(looking *l, uint32_t variable) {
  assert(variable < l->p->variables.count);
  const cfa_variable *v = &l->p->variables.at[variable];
  uint32_t e = cfa_read_scalar(&l->c->c_problem.mem, l->p, variable);
  tell_value(l, cfa_text(l->p, v->name), e, v->type, v->is_pointer,
             v->is_signed, v->width);
}

/* The part of an object at 'offset', which is a word or a pointer. */
static void tell_part(looking *l, uint32_t variable, uint64_t offset,
                      uint32_t type) {
  assert(variable < l->p->variables.count);
  assert(type < l->p->types.count);
  mem *m = &l->c->c_problem.mem;
  const cfa_type *t = &l->p->types.at[type];
  const cfa_variable *v = &l->p->variables.at[variable];
  bool is_pointer = t->kind == CFA_TYPE_POINTER;
  bool is_signed = t->is_signed;
  unsigned width = (unsigned)t->size * 8;
  char name[200];
  kept k = {.m = &l->c->job};
  text out;
  text_init(&out, kept_add, &k);
  text_put(&out, cfa_text(l->p, v->name));
  cfa_print_part(l->p, v->type, offset, &out);
  text_end(&out);
  snprintf(name, sizeof name, "%.*s",
           (int)(k.bytes.count < 190 ? k.bytes.count : 190), k.bytes.at);
  vec_free(&l->c->job, &k.bytes);
  cfa_expression at = {.kind = CFA_ADDRESS,
                       .width = l->p->pointer_bits,
                       .is_pointer = true,
                       .a = variable,
                       .value = offset};
  cfa_expression load = {.kind = CFA_LOAD,
                         .width = (uint8_t)width,
                         .is_pointer = is_pointer,
                         .is_signed = is_signed,
                         .a = cfa_express(m, l->p, &at)};
  tell_value(l, name, cfa_express(m, l->p, &load), type, is_pointer, is_signed,
             width);
}

typedef struct part {
  uint32_t type;
  uint64_t offset, count; /* elements of an array that were told */
  uint32_t field;         /* of a record: the next one */
} part;

/* Arrays and records are taken apart, down to words; without recursion, since
 * types may nest as deeply as a program likes. */
static void tell_object(looking *l, uint32_t variable) {
  const cfa *automaton = l->p;
  vec(part) waiting = {0};
  mem *m = &l->c->job;
  uint32_t type = automaton->variables.at[variable].type;
  if (type != CFA_NONE)
    vec_push(m, &waiting, ((part){.type = type}));
  size_t told = 0;
  while (waiting.count && told < MOST_PARTS) {
    part *top = &vec_last(&waiting);
    const cfa_type *t = &automaton->types.at[top->type];
    if (t->kind == CFA_TYPE_ARRAY && t->of != CFA_NONE &&
        top->count < t->count) {
      uint64_t size = automaton->types.at[t->of].size;
      part next = {.type = t->of, .offset = top->offset + size * top->count++};
      vec_push(m, &waiting, next);
    } else if (t->kind == CFA_TYPE_RECORD && top->field < t->fields) {
      const cfa_field *field =
          &automaton->fields.at[t->first_field + top->field++];
      part next = {.type = field->type,
                   .offset = top->offset + field->bit_offset / 8};
      if (field->type != CFA_NONE && field->bit_offset % 8 == 0 &&
          field->bit_width == 8 * automaton->types.at[field->type].size)
        vec_push(m, &waiting, next);
    } else {
      part leaf = vec_pop(&waiting);
      bool is_word = t->kind == CFA_TYPE_INTEGER || t->kind == CFA_TYPE_POINTER;
      if (is_word && t->size > 0 && t->size <= 8) {
        tell_part(l, variable, leaf.offset, leaf.type);
        told++;
      }
    }
  }
  if (waiting.count && told == MOST_PARTS)
    look_tell(l, cfa_text(automaton, automaton->variables.at[variable].name),
              "... more");
  vec_free(m, &waiting);
}

static void tell_variables(looking *l, uint32_t first, uint32_t count) {
  for (uint32_t i = first; i < first + count; i++) {
    const cfa_variable *variable = &l->p->variables.at[i];
    if (variable->kind == CFA_TEMPORARY || variable->is_constant ||
        variable->name == CFA_NONE)
      continue;
    if (variable->is_scalar)
      tell_scalar(l, i);
    else
      tell_object(l, i);
  }
}

void c_look(custos *c, cfa_run *run, custos_see_fn *see, void *self) {
  looking l = {.c = c,
               .p = &c->c_problem.cfa,
               .run = run,
               .see = see,
               .self = self,
               .owner = "",
               .pid = -1};
  tell_variables(&l, 0, l.p->globals);
  const cfa_location *at = &l.p->locations.at[cfa_run_location(run)];
  assert(at->function < l.p->functions.count);
  const cfa_function *function = &l.p->functions.at[at->function];
  size_t depth = cfa_run_depth(run);
  char owner[200], place[300];
  snprintf(owner, sizeof owner, "%.150s(%zu)", cfa_text(l.p, function->name),
           depth ? depth - 1 : 0);
  l.owner = owner;
  l.pid = depth ? (int64_t)depth - 1 : 0;
  context_c_place(c, at->place, place, sizeof place);
  look_tell(&l, "", place);
  tell_variables(&l, function->first_variable, function->variables);
}
