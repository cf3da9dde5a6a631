/* Locations, edges and variables of the function at hand. */
#include "front.h"

#include <assert.h>
#include <stdio.h>

uint32_t front_location(front *f) {
  cfa_location l = {.function = f->body.function, .place = {.file = CFA_NONE}};
  vec_push(f->m, &f->p->locations, l);
  return (uint32_t)f->p->locations.count - 1;
}

cfa_edge front_edge(const front *f, cfa_edge_kind kind) {
  return (cfa_edge){.kind = kind,
                    .from = f->body.here,
                    .to = CFA_NONE,
                    .variable = CFA_NONE,
                    .a = CFA_NONE,
                    .b = CFA_NONE,
                    .c = CFA_NONE,
                    .function = CFA_NONE,
                    .name = CFA_NONE,
                    .place = f->body.place};
}

static void add(front *f, const cfa_edge *e) {
  cfa_location *l = &f->p->locations.at[e->from];
  if (l->place.file == CFA_NONE)
    l->place = e->place;
  vec_push(f->m, &f->p->edges, *e);
}

/* Where nothing leads on, nothing is said: an instruction that is not supported
 * may notice so only half way. */
void front_emit(front *f, const cfa_edge *e) {
  cfa_edge x = *e;
  if (f->body.here == CFA_NONE)
    return;
  x.from = f->body.here;
  x.to = f->body.here = front_location(f);
  add(f, &x);
}

void front_end(front *f, const cfa_edge *e) {
  cfa_edge x = *e;
  if (f->body.here == CFA_NONE)
    return;
  x.from = f->body.here;
  add(f, &x);
  f->body.here = CFA_NONE;
}

void front_add_edge(front *f, const cfa_edge *e) {
  if (e->from != CFA_NONE)
    add(f, e);
}

/* Goes on at a block. A block that was not met before begins here; else the
 * last edge is led there, if nothing else leads to where it ends. */
void front_go(front *f, LLVMBasicBlockRef block) {
  front_body *b = &f->body;
  cfa *p = f->p;
  uint32_t here = b->here;
  cfa_edge *last = p->edges.count ? &vec_last(&p->edges) : NULL;
  if (here == CFA_NONE)
    return;
  b->here = CFA_NONE;
  if (front_begin_block(f, block, here))
    return;
  uint32_t to = front_block(f, block);
  if (last && last->to == here && here != b->start) {
    last->to = to;
    if (here == p->locations.count - 1)
      p->locations.count--;
  } else {
    cfa_edge e = front_edge(f, CFA_SKIP);
    e.from = here;
    e.to = to;
    add(f, &e);
  }
}

void front_assign(front *f, uint32_t variable, uint32_t a) {
  cfa_edge e = front_edge(f, CFA_ASSIGN);
  e.variable = variable;
  e.a = a;
  front_emit(f, &e);
}

/* Memory is made of bytes. */
void front_store(front *f, uint32_t pointer, uint32_t a) {
  cfa_edge e = front_edge(f, CFA_STORE);
  unsigned width = front_at(f, a)->width;
  e.a = pointer;
  e.b = width % 8 ? front_resize(f, a, (width + 7) / 8 * 8, false) : a;
  front_emit(f, &e);
}

void front_halt(front *f) {
  cfa_edge e = front_edge(f, CFA_HALT);
  front_end(f, &e);
}

void front_fail(front *f, cfa_error_kind kind, uint32_t name) {
  cfa_edge e = front_edge(f, CFA_FAIL);
  e.error = kind;
  e.name = name;
  front_end(f, &e);
}

void front_assume(front *f, uint32_t condition) {
  cfa_edge e = front_edge(f, CFA_ASSUME);
  e.a = condition;
  e.holds = true;
  front_emit(f, &e);
}

void front_unsupported(front *f, const char *format, ...) {
  char text[200];
  va_list arguments;
  if (f->body.here == CFA_NONE)
    return;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  front_settle_all(f);
  cfa_edge e = front_edge(f, CFA_UNSUPPORTED);
  e.name = cfa_name(f->m, f->p, text);
  front_end(f, &e);
}

uint32_t front_branch(front *f, uint32_t condition) {
  cfa_edge e = front_edge(f, CFA_ASSUME);
  if (f->body.here == CFA_NONE)
    return CFA_NONE;
  uint32_t holds = front_location(f), fails = front_location(f);
  e.a = condition;
  e.holds = true;
  e.to = holds;
  add(f, &e);
  e.holds = false;
  e.to = fails;
  add(f, &e);
  f->body.here = fails;
  return holds;
}

void front_guard(front *f, uint32_t condition, cfa_error_kind kind,
                 const char *name) {
  uint64_t known;
  if (front_is_constant(f, condition, &known) && !known)
    return;
  uint32_t text = cfa_name(f->m, f->p, name);
  uint32_t wrong = front_branch(f, condition), right = f->body.here;
  f->body.here = wrong;
  front_fail(f, kind, text);
  f->body.here = right;
}

/* Of control flow alone, it is presumed that all is defined. */
void front_end_undefined(front *f, const char *why) {
  if (f->body.here == CFA_NONE)
    return;
  front_settle_all(f);
  if (f->options->undefined && !f->options->control) {
    front_fail(f, CFA_ERROR_UNDEFINED, cfa_name(f->m, f->p, why));
    return;
  }
  cfa_edge e = front_edge(f, f->options->control ? CFA_HALT : CFA_UNDEFINED);
  if (!f->options->control)
    e.name = cfa_name(f->m, f->p, why);
  front_end(f, &e);
}

void front_guard_undefined(front *f, uint32_t condition, const char *why) {
  uint64_t known;
  if (front_is_constant(f, condition, &known) && !known)
    return;
  uint32_t wrong = front_branch(f, condition), right = f->body.here;
  f->body.here = wrong;
  front_end_undefined(f, why);
  f->body.here = right;
}

void front_input(front *f, uint32_t variable, cfa_input_kind kind,
                 uint32_t name) {
  cfa_edge e = front_edge(f, CFA_INPUT);
  e.variable = variable;
  e.input = kind;
  e.name = name;
  front_emit(f, &e);
}

uint32_t front_variable(front *f, cfa_variable_kind kind, uint32_t name) {
  cfa_variable v = {.name = name,
                    .function =
                        kind == CFA_GLOBAL ? CFA_NONE : f->body.function,
                    .kind = kind,
                    .type = CFA_NONE,
                    .initial = CFA_NONE,
                    .alignment = 1,
                    .place = {.file = CFA_NONE}};
  vec_push(f->m, &f->p->variables, v);
  vec_push(f->m, &f->is_stable, false);
  vec_push(f->m, &f->is_transit, false);
  return (uint32_t)f->p->variables.count - 1;
}

uint32_t front_scalar(front *f, cfa_variable_kind kind, uint32_t name,
                      LLVMTypeRef type) {
  uint32_t n = front_variable(f, kind, name);
  cfa_variable *v = &f->p->variables.at[n];
  v->is_scalar = true;
  v->is_pointer = front_is_pointer(type);
  v->width = (uint8_t)front_width(f, type, NULL);
  v->size = (v->width + 7u) / 8;
  return n;
}

static uint32_t temporary_name(front *f) {
  char text[24];
  snprintf(text, sizeof text, "%%%u", f->body.temporaries++);
  return cfa_name(f->m, f->p, text);
}

uint32_t front_temporary(front *f, unsigned width, bool is_pointer) {
  uint32_t n = front_variable(f, CFA_TEMPORARY, temporary_name(f));
  cfa_variable *v = &f->p->variables.at[n];
  v->is_scalar = true;
  v->is_pointer = is_pointer;
  v->width = (uint8_t)width;
  v->size = (width + 7u) / 8;
  f->is_stable.at[n] = true;
  return n;
}

uint32_t front_temporary_object(front *f, uint64_t size, unsigned alignment) {
  uint32_t n = front_variable(f, CFA_TEMPORARY, temporary_name(f));
  f->p->variables.at[n].size = size;
  f->p->variables.at[n].alignment = alignment;
  return n;
}

uint32_t front_temporary_like(front *f, uint32_t expression) {
  const cfa_expression *x = front_at(f, expression);
  return front_temporary(f, x->width, x->is_pointer);
}

uint32_t front_hold(front *f, uint32_t expression) {
  const cfa_expression *x = front_at(f, expression);
  if (!(front_effects(f, expression) & FRONT_VARIABLES) ||
      (x->kind == CFA_VARIABLE && f->is_stable.at[x->a]))
    return expression;
  uint32_t variable = front_temporary_like(f, expression);
  front_assign(f, variable, expression);
  return front_read(f, variable);
}

uint32_t front_hold_always(front *f, uint32_t expression) {
  if (!(front_effects(f, expression) & FRONT_VARIABLES))
    return expression;
  uint32_t variable = front_temporary_like(f, expression);
  front_assign(f, variable, expression);
  return front_read(f, variable);
}

void front_discard(front *f, uint32_t expression) {
  if (expression != CFA_NONE && front_effects(f, expression) & FRONT_FAULTS)
    front_assign(f, front_temporary_like(f, expression), expression);
}

uint32_t front_undefined(front *f, LLVMTypeRef type) {
  uint32_t variable =
      front_temporary(f, front_width(f, type, NULL), front_is_pointer(type));
  front_input(f, variable, CFA_INPUT_UNDEFINED, CFA_NONE);
  return front_read(f, variable);
}
