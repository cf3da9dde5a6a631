#include "by_terms.h"

#include <stdlib.h>

/* A word, or an object (plus one) and an offset. */
typedef struct value {
  term bits;
  uint32_t object;
} value;

typedef struct cell {
  value whole;    /* place 0: a byte; else the pointer that it is a byte of */
  unsigned place; /* from 1 on */
} cell;

typedef struct object {
  cell *at;
  uint64_t size;
} object;

typedef struct frame {
  uint32_t function, edge;
  value *scalars;
  uint32_t *objects;
} frame;

typedef struct twin {
  mem *m;
  const cfa *p;
  terms *t;
  const uint64_t *inputs;
  size_t count, met, skipped, asked;
  value *globals;
  uint32_t *global_objects;
  vec(object) objects;
  vec(frame) frames;
  by_terms_path *out;
  const char *wrong; /* the first thing that could not be done */
  bool is_over;
} twin;

static value word(twin *w, unsigned width, uint64_t x) {
  return (value){.bits = terms_constant(w->t, width, x)};
}

static value fail(twin *w, const char *why) {
  if (!w->wrong)
    w->wrong = why;
  return word(w, 1, 0);
}

static uint32_t object_new(twin *w, uint64_t size, bool is_zero) {
  object o = {.at = mem_array(w->m, size + 1, sizeof *o.at), .size = size};
  for (uint64_t i = 0; is_zero && i < size; i++)
    o.at[i].whole.bits = terms_constant(w->t, 8, 0);
  vec_push(w->m, &w->objects, o);
  return (uint32_t)w->objects.count;
}

static void require(twin *w, term condition) {
  if (!terms_is_constant(w->t, condition))
    vec_push(w->m, &w->out->conditions, condition);
}

/* The cells that a pointer leads to on this path. */
static cell *cells_at(twin *w, value at, uint64_t count) {
  if (!at.object) {
    fail(w, "access through no object");
    return NULL;
  }
  uint64_t offset = terms_value(w->t, at.bits);
  unsigned width = w->p->pointer_bits;
  require(w, terms_apply(w->t, BITS_EQ, 1, at.bits,
                         terms_constant(w->t, width, offset), TERM_NONE));
  const object *o = &w->objects.at[at.object - 1];
  if (offset > o->size || count > o->size - offset) {
    fail(w, "access out of bounds");
    return NULL;
  }
  return o->at + offset;
}

static value load(twin *w, const cfa_expression *x, value at) {
  unsigned count = (x->width + 7u) / 8;
  cell *c = cells_at(w, at, count);
  if (!c)
    return word(w, x->width, 0);
  if (c->place) {
    for (unsigned i = 0; i < count; i++)
      if (c[i].place != i + 1 || count != w->p->pointer_bits / 8u)
        return fail(w, "part of a pointer");
    return c->whole;
  }
  term all = TERM_NONE;
  for (unsigned i = 0; i < count; i++) {
    if (c[i].place)
      return fail(w, "part of a pointer");
    if (c[i].whole.bits == TERM_NONE) /* padding, which must not matter */
      c[i].whole = word(w, 8, 0x5a);
    all = i == 0 ? c[i].whole.bits
                 : terms_apply(w->t, BITS_CONCAT, 8 * (i + 1), c[i].whole.bits,
                               all, TERM_NONE);
  }
  return (value){.bits = x->width % 8 ? terms_extract(w->t, 0, x->width, all)
                                      : all};
}

static void store(twin *w, value at, unsigned width, value x) {
  unsigned count = (width + 7) / 8;
  cell *c = cells_at(w, at, count);
  if (!c)
    return;
  if (!x.object && width % 8)
    x.bits =
        terms_apply(w->t, BITS_ZEXT, 8 * count, x.bits, TERM_NONE, TERM_NONE);
  for (unsigned i = 0; i < count; i++) {
    c[i] = (cell){.whole = x, .place = x.object ? i + 1 : 0};
    if (!x.object)
      c[i].whole.bits = terms_extract(w->t, 8 * i, 8, x.bits);
  }
}

static value *scalar(twin *w, uint32_t variable) {
  const cfa_variable *v = &w->p->variables.at[variable];
  return v->function == CFA_NONE ? &w->globals[v->slot]
                                 : &vec_last(&w->frames).scalars[v->slot];
}

static uint32_t object_at(twin *w, uint32_t variable) {
  const cfa_variable *v = &w->p->variables.at[variable];
  return v->function == CFA_NONE ? w->global_objects[v->slot]
                                 : vec_last(&w->frames).objects[v->slot];
}

static value apply_to_pointers(twin *w, const cfa_expression *x, value a,
                               value b) {
  bool is_same = a.object == b.object;
  bits_op op = x->op == BITS_ULT   ? BITS_SLT
               : x->op == BITS_ULE ? BITS_SLE
                                   : x->op;
  uint32_t of =
      op == BITS_ADD || (op == BITS_SUB && !b.object) ? a.object | b.object : 0;
  if (op == BITS_EQ && !is_same)
    return word(w, 1, 0);
  if (op == BITS_ADD ? a.object && b.object : b.object && !is_same)
    return fail(w, "arithmetic on addresses");
  if (op > BITS_SUB && (op < BITS_EQ || op > BITS_SLE || !is_same))
    return fail(w, "arithmetic on an address");
  return (value){.bits =
                     terms_apply(w->t, op, x->width, a.bits, b.bits, TERM_NONE),
                 .object = of};
}

static value evaluate(twin *w, uint32_t expression);

static value apply(twin *w, const cfa_expression *x) {
  unsigned count = bits_operands(x->op);
  value a = evaluate(w, x->a), b = {0}, c = {0};
  if (count > 1)
    b = evaluate(w, x->b);
  if (count > 2)
    c = evaluate(w, x->c);
  if (x->op == BITS_ITE && (b.object || c.object)) {
    bool holds = terms_value(w->t, a.bits) != 0;
    require(w, holds ? a.bits : terms_not(w->t, a.bits));
    return holds ? b : c;
  }
  if (a.object || b.object)
    return apply_to_pointers(w, x, a, b);
  return (value){
      .bits = terms_apply(w->t, x->op, x->width, a.bits, b.bits, c.bits)};
}

static value evaluate(twin *w, uint32_t expression) {
  const cfa_expression *x = &w->p->expressions.at[expression];
  value a, b;
  switch (x->kind) {
  case CFA_CONSTANT:
    return word(w, x->width, x->value);
  case CFA_VARIABLE:
    a = *scalar(w, x->a);
    return a.bits == TERM_NONE ? fail(w, "uninitialised") : a;
  case CFA_ADDRESS:
    a = word(w, x->width, bits_cut(x->value, x->width));
    a.object = object_at(w, x->a);
    return a;
  case CFA_FUNCTION:
    return fail(w, "a pointer to a function");
  case CFA_LOAD:
    return load(w, x, evaluate(w, x->a));
  case CFA_APPLY:
    return apply(w, x);
  case CFA_OFFSET:
    a = evaluate(w, x->a);
    b = evaluate(w, x->b);
    a.bits = terms_apply(w->t, BITS_ADD, x->width, a.bits, b.bits, TERM_NONE);
    return a;
  case CFA_TO_INTEGER:
  case CFA_TO_POINTER:
    a = evaluate(w, x->a);
    return x->width == w->p->pointer_bits ? a : fail(w, "part of an address");
  case CFA_GHOST:
    break;
  }
  abort();
}

static void push_frame(twin *w, uint32_t function, uint32_t edge) {
  const cfa_function *f = &w->p->functions.at[function];
  frame x = {.function = function, .edge = edge};
  x.scalars = mem_array(w->m, f->scalars + 1u, sizeof *x.scalars);
  x.objects = mem_array(w->m, f->objects + 1u, sizeof *x.objects);
  for (uint32_t i = 0; i < f->variables; i++) {
    const cfa_variable *v = &w->p->variables.at[f->first_variable + i];
    if (!v->is_scalar)
      x.objects[v->slot] = object_new(w, v->size, false);
  }
  vec_push(w->m, &w->frames, x);
}

static void copy(twin *w, value to, value from, uint64_t count) {
  const cell *source = count ? cells_at(w, from, count) : NULL;
  cell *target = count ? cells_at(w, to, count) : NULL;
  if (source && target)
    memmove(target, source, count * sizeof *target);
}

static void fill(twin *w, value to, value byte, uint64_t count) {
  cell *target = count ? cells_at(w, to, count) : NULL;
  for (uint64_t i = 0; target && i < count; i++)
    target[i] = (cell){.whole = byte};
}

static uint32_t call(twin *w, uint32_t edge) {
  const cfa_edge *e = &w->p->edges.at[edge];
  if (e->function == CFA_NONE) {
    fail(w, "a call through a pointer");
    return e->to;
  }
  const cfa_function *f = &w->p->functions.at[e->function];
  value *given = mem_array(w->m, f->parameters + 1u, sizeof *given);
  for (uint32_t i = 0; i < f->parameters; i++)
    given[i] = evaluate(w, w->p->arguments.at[e->first_argument + i]);
  push_frame(w, e->function, edge);
  for (uint32_t i = 0; i < f->parameters; i++) {
    const cfa_variable *v = &w->p->variables.at[f->first_variable + i];
    if (v->is_scalar)
      *scalar(w, f->first_variable + i) = given[i];
    else
      copy(w,
           (value){.bits = terms_constant(w->t, w->p->pointer_bits, 0),
                   .object = object_at(w, f->first_variable + i)},
           given[i], v->size);
  }
  return f->entry;
}

static uint32_t give_back(twin *w, const cfa_edge *e) {
  value x = {0};
  if (e->a != CFA_NONE)
    x = evaluate(w, e->a);
  const cfa_edge *called = &w->p->edges.at[vec_pop(&w->frames).edge];
  if (called->variable != CFA_NONE)
    *scalar(w, called->variable) = x;
  return called->to;
}

static value result_of(twin *w) {
  for (uint32_t i = 0; i < w->p->globals; i++) {
    const cfa_variable *v = &w->p->variables.at[i];
    if (strcmp(cfa_text(w->p, v->name), "result") != 0)
      continue;
    if (v->is_scalar)
      return *scalar(w, i);
    cfa_expression x = {.kind = CFA_LOAD, .width = 64};
    return load(w, &x,
                (value){.bits = terms_constant(w->t, w->p->pointer_bits, 0),
                        .object = object_at(w, i)});
  }
  return fail(w, "no result");
}

static value input(twin *w, const cfa_edge *e) {
  unsigned width = w->p->variables.at[e->variable].width;
  if (strcmp(cfa_text(w->p, e->name), "more") == 0) {
    w->is_over = w->asked == w->skipped + 1;
    return word(w, width, w->asked++ == w->skipped);
  }
  if (w->met == w->count)
    return fail(w, "an input too many");
  uint64_t given = w->inputs[w->met];
  uint32_t number = (uint32_t)w->met++;
  if (number == terms_inputs(w->t))
    return (value){.bits = terms_input(w->t, width, given)};
  terms_assign(w->t, number, given);
  return (value){.bits = terms_input_at(w->t, number)};
}

/* Which edge of a branch is this path's? */
static uint32_t branch(twin *w, const cfa_location *l) {
  const cfa_edge *e = &w->p->edges.at[l->first_edge];
  term condition = evaluate(w, e->a).bits;
  bool holds = terms_value(w->t, condition) != 0;
  require(w, holds ? condition : terms_not(w->t, condition));
  if (holds == e->holds)
    return e->to;
  if (l->edges < 2)
    fail(w, "blocked");
  return l->edges < 2 ? e->to : e[1].to;
}

static uint64_t count_of(twin *w, uint32_t expression) {
  term x = evaluate(w, expression).bits;
  if (!terms_is_constant(w->t, x))
    fail(w, "a number of bytes that is an input");
  return terms_value(w->t, x);
}

static uint32_t step(twin *w, uint32_t at) {
  const cfa_location *l = &w->p->locations.at[at];
  const cfa_edge *e = &w->p->edges.at[l->first_edge];
  value a, b;
  switch (e->kind) {
  case CFA_SKIP:
    break;
  case CFA_ASSUME:
    return branch(w, l);
  case CFA_ASSIGN:
    a = evaluate(w, e->a);
    *scalar(w, e->variable) = a;
    break;
  case CFA_STORE:
    a = evaluate(w, e->a);
    b = evaluate(w, e->b);
    store(w, a, w->p->expressions.at[e->b].width, b);
    break;
  case CFA_INPUT:
    a = input(w, e);
    *scalar(w, e->variable) = a;
    break;
  case CFA_HAVOC:
    if (w->p->variables.at[e->variable].is_scalar) {
      *scalar(w, e->variable) = (value){0};
    } else {
      object *o = &w->objects.at[object_at(w, e->variable) - 1];
      memset(o->at, 0, o->size * sizeof *o->at);
    }
    break;
  case CFA_CALL:
    return call(w, l->first_edge);
  case CFA_RETURN:
    return give_back(w, e);
  case CFA_COPY:
    a = evaluate(w, e->a);
    b = evaluate(w, e->b);
    copy(w, a, b, count_of(w, e->c));
    break;
  case CFA_FILL:
    a = evaluate(w, e->a);
    b = evaluate(w, e->b);
    fill(w, a, b, count_of(w, e->c));
    break;
  default:
    fail(w, "another statement");
  }
  return e->to;
}

static void begin_global(twin *w, uint32_t variable) {
  const cfa_variable *v = &w->p->variables.at[variable];
  if (v->is_scalar) {
    w->globals[v->slot] =
        v->initial == CFA_NONE ? word(w, v->width, 0) : evaluate(w, v->initial);
    return;
  }
  uint32_t o = object_new(w, v->size, true);
  w->global_objects[v->slot] = o;
  for (uint64_t i = 0; i < v->bytes; i++)
    w->objects.at[o - 1].at[i].whole = word(w, 8, w->p->data.at[v->data + i]);
  if (v->pointers)
    fail(w, "a global with pointers");
}

const char *by_terms_follow(mem *m, const cfa *p, terms *t, size_t skipped,
                            const uint64_t *inputs, size_t count,
                            by_terms_path *out) {
  mem own;
  mem_init(&own, m->budget);
  twin w = {.m = &own, .p = p, .t = t, .inputs = inputs, .count = count};
  by_terms_path path = {0};
  w.out = &path;
  w.skipped = skipped;
  w.globals = mem_array(&own, p->global_scalars + 1u, sizeof *w.globals);
  w.global_objects =
      mem_array(&own, p->global_objects + 1u, sizeof *w.global_objects);
  for (uint32_t i = 0; i < p->globals; i++)
    begin_global(&w, i);
  push_frame(&w, p->main, CFA_NONE);
  uint32_t at = p->functions.at[p->main].entry;
  while (!w.is_over && !w.wrong)
    at = step(&w, at);
  path.result = w.wrong ? TERM_NONE : result_of(&w).bits;
  *out = (by_terms_path){.result = path.result};
  vec_each (const term, x, &path.conditions)
    vec_push(m, &out->conditions, *x);
  mem_clear(&own);
  return w.wrong;
}
