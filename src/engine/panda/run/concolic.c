#include "engine/panda/run/concolic.h"
#include "engine/panda/arrays/arrays.h"
#include "engine/panda/calls/calls.h"
#include "engine/panda/cover/cover.h"
#include "engine/panda/lists/lists.h"
#include "engine/panda/native/native.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <time.h>

double concolic_seconds(void) { return (double)clock() / CLOCKS_PER_SEC; }

uint32_t concolic_edge(const concolic *k) {
  assert(k->at < k->code->edges.count);
  return k->code->edges.at[k->at];
}

bool concolic_end(concolic *k, outcome o) {
  assert(o != RUN_GOES_ON);
  k->outcome = o;
  k->end_edge = concolic_edge(k);
  return false;
}

bool concolic_is_in_time(concolic *k) {
  if ((++k->looks & 255) != 0 || !(k->deadline > 0 || k->stretch > 0))
    return true;
  double now = concolic_seconds();
  bool is_spent = k->deadline > 0 && now > k->deadline;
  /* What may soon be much faster is not given up yet. */
  double stretch = k->stretch * (native_is_coming(k->native) ? 3 : 1);
  bool is_stretched = k->stretch > 0 && now > k->last_decision + stretch;
  if (!is_spent && !is_stretched)
    return true;
  k->was_cut = true;
  k->is_spent = k->is_spent || is_spent;
  k->was_stretched = k->was_stretched || is_stretched;
  return concolic_end(k, RUN_CUT);
}

bool concolic_unsupported(concolic *k, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(k->why, sizeof k->why, format, arguments);
  va_end(arguments);
  return concolic_end(k, RUN_UNSUPPORTED);
}

bool concolic_undefined(concolic *k, const char *why) {
  snprintf(k->why, sizeof k->why, "%s", why);
  return concolic_end(k, RUN_UNDEFINED);
}

bool concolic_fault(concolic *k, cfa_fault f) {
  k->fault = f;
  return concolic_end(k, RUN_FAULT);
}

term concolic_term(concolic *k, value v, unsigned width) {
  assert(!v.object);
  return v.term ? v.term : terms_constant(k->terms, width, v.bits);
}

value concolic_value(concolic *k, term t) {
  const term_node *n = terms_at(k->terms, t);
  return n->kind == TERM_CONSTANT ? value_word(n->value) : (value){0, t, 0};
}

void concolic_note_slot(concolic *k, uint32_t r) {
  bool is_global = r & CODE_GLOBAL;
  uint32_t at = is_global ? r & ~CODE_GLOBAL : k->base + r;
  uint32_t *stamp = is_global ? &k->global_stamps[at] : &k->slot_stamps.at[at];
  if (*stamp >= k->since)
    return;
  slot_entry e = {is_global ? r : at, *stamp, *concolic_register(k, r)};
  *stamp = k->stamp;
  vec_push(k->m, &k->slot_trail, e);
}

/* The n-th input of a path is the same term on every path, if it is as wide:
 * then terms and answers about them are shared between paths. */
static term input_term(concolic *k, unsigned width) {
  uint32_t position = (uint32_t)k->inputs.count;
  uint32_t n =
      map_insert(k->m, &k->known_inputs, map_pair(position, (uint32_t)width));
  if (n == k->known_terms.count)
    vec_push(k->m, &k->known_terms, terms_input(k->terms, width, 0));
  term t = k->known_terms.at[n];
  uint32_t number = (uint32_t)terms_at(k->terms, t)->value;
  /* Nothing depends on it yet. 0 it is, for short runs. */
  if (terms_input_value(k->terms, number) != 0)
    terms_assign(k->terms, number, 0);
  return t;
}

/* What is not initialised was made up, most of it, by whoever made the guide.
 */
static void guide(concolic *k, const cfa_input *x, term t) {
  uint32_t number = (uint32_t)terms_at(k->terms, t)->value;
  if (x->kind != CFA_INPUT_UNINITIALISED && k->guide_next < k->guide.count)
    terms_assign(k->terms, number,
                 bits_cut(k->guide.at[k->guide_next++], x->width));
}

value concolic_input(concolic *k, const cfa_input *what) {
  cfa_input x = *what;
  term t = input_term(k, x.width);
  if (k->is_guided)
    guide(k, &x, t);
  k->has_read_unknown_pointer = k->has_read_unknown_pointer || x.is_pointer;
  k->met_kinds |= 1U << x.kind;
  x.edge = concolic_edge(k);
  vec_push(k->m, &k->inputs, x);
  vec_push(k->m, &k->input_terms, t);
  k->changes++;
  if (k->sampler)
    return sampler_draw(k->sampler, k, t, x.is_pointer);
  return (value){0, t, 0};
}

static uint32_t variable_of(const concolic *k, uint32_t r) {
  assert(r & CODE_GLOBAL || k->depth > 0);
  const cfa *p = k->p;
  bool is_global = r & CODE_GLOBAL;
  uint32_t slot = is_global ? (r & ~CODE_GLOBAL) - k->code->constants : r;
  const cfa_function *f = &p->functions.at[k->frames.at[k->depth - 1].function];
  uint32_t v = is_global ? 0 : f->first_variable;
  uint32_t end = is_global ? p->globals : v + f->variables;
  for (; v < end; v++)
    if (p->variables.at[v].is_scalar && p->variables.at[v].slot == slot)
      return v;
  return CFA_NONE;
}

value concolic_first_read(concolic *k, uint32_t r, unsigned width,
                          bool is_pointer) {
  uint32_t v = variable_of(k, r);
  assert(v != CFA_NONE);
  assert(v < k->p->variables.count);
  const cfa_variable *x = &k->p->variables.at[v];
  cfa_input what = {.kind = CFA_INPUT_UNINITIALISED,
                    .name = x->name,
                    .width = x->width,
                    .is_pointer = x->is_pointer};
  assert(x->width == width);
  (void)width;
  (void)is_pointer;
  value i = concolic_input(k, &what);
  concolic_put(k, r, i);
  return i;
}

static void push_frame(concolic *k, uint32_t function, uint32_t back,
                       uint32_t result) {
  assert(function < k->code->functions.count);
  assert(k->depth < CONCOLIC_MOST_DEPTH);
  const code_function *f = &k->code->functions.at[function];
  uint32_t base = 0;
  if (k->depth) {
    const frame *top = &k->frames.at[k->depth - 1];
    base = top->base + k->code->functions.at[top->function].registers;
  }
  if (k->slots.count < base + f->registers) {
    vec_resize(k->m, &k->slots, base + f->registers);
    vec_resize(k->m, &k->slot_stamps, base + f->registers);
  }
  if (k->frames.count == k->depth)
    vec_resize(k->m, &k->frames, k->depth + 1);
  frame *x = &k->frames.at[k->depth];
  if (k->since && x->stamp < k->since) {
    frame_entry e = {k->depth, *x};
    vec_push(k->m, &k->frame_trail, e);
  }
  *x = (frame){.function = function,
               .base = base,
               .back = back,
               .result = result,
               .call = k->depth ? concolic_edge(k) : CFA_NONE,
               .serial = ++k->serials,
               .stamp = k->stamp};
  k->depth++;
  k->base = base;
  k->frame = k->slots.at + base;
  k->changes++;
}

/* Locals of the frame on top: nothing in them yet, and their objects. */
static void open_frame(concolic *k) {
  uint32_t function = k->frames.at[k->depth - 1].function;
  assert(function < k->p->functions.count);
  const cfa_function *f = &k->p->functions.at[function];
  assert(function < k->code->functions.count);
  const code_function *c = &k->code->functions.at[function];
  value nothing = {0, TERM_NONE, VALUE_UNINITIALISED};
  for (uint32_t i = 0; i < c->scalars; i++)
    concolic_put(k, i, nothing);
  for (uint32_t v = f->first_variable;
       c->objects && v < f->first_variable + f->variables; v++) {
    const cfa_variable *x = &k->p->variables.at[v];
    if (x->is_scalar)
      continue;
    uint32_t id = concolic_new_object(k, OBJECT_FRAME, x->size, false);
    k->objects.at[id].variable = v;
    concolic_put(k, c->scalars + x->slot, (value){0, TERM_NONE, id});
  }
}

void concolic_push_frame(concolic *k, uint32_t function, uint32_t back,
                         uint32_t result) {
  push_frame(k, function, back, result);
  open_frame(k);
}

/* The result of a call is known without it. */
static void skip(concolic *k, const instruction *i, value result) {
  if (k->abstraction)
    abstraction_lose(k->abstraction);
  if (i->d != CODE_NONE)
    concolic_put(k, i->d, result);
  k->changes++;
  k->at++;
}

/* Structures are passed by copying them: what they are must be known. */
static bool open_arguments(concolic *k, uint32_t function, const value *given,
                           uint32_t count) {
  assert(function < k->p->functions.count);
  const cfa_function *f = &k->p->functions.at[function];
  for (uint32_t n = 0; n < f->parameters && n < count; n++)
    if (!k->p->variables.at[f->first_variable + n].is_scalar &&
        !lists_open(k, given[n].object, (value){0, TERM_NONE, 0}, UINT64_MAX))
      return false;
  return true;
}

/* Arguments are read in the caller's frame before the new one is there. */
static bool enter(concolic *k, const instruction *i, uint32_t function) {
  assert(function < k->p->functions.count);
  enum { MOST = 64 };
  const cfa_function *f = &k->p->functions.at[function];
  value given[MOST];
  if (i->c > MOST)
    return concolic_unsupported(k, "a call with more than %d arguments", MOST);
  if (k->depth >= CONCOLIC_MOST_DEPTH)
    return concolic_unsupported(k, "stack overflow");
  for (uint32_t n = 0; n < i->c; n++) {
    uint32_t r = k->code->arguments.at[i->b + n];
    given[n] = *concolic_register(k, r);
    assert(given[n].object != VALUE_UNINITIALISED);
  }
  if (k->lists && !open_arguments(k, function, given, i->c))
    return false;
  value known;
  if (calls_recall(k, function, given, i->c, &known)) {
    skip(k, i, known);
    return true;
  }
  if (k->abstraction)
    abstraction_step(k->abstraction, concolic_edge(k), function);
  push_frame(k, function, k->at + 1, i->d);
  calls_note(k, function, given, i->c);
  open_frame(k);
  for (uint32_t n = 0; n < f->parameters && n < i->c; n++) {
    const cfa_variable *v = &k->p->variables.at[f->first_variable + n];
    if (v->is_scalar) {
      concolic_put(k, v->slot, given[n]);
      continue;
    }
    uint32_t id = k->frame[f->scalars + v->slot].object;
    value from = given[n];
    if (!from.object)
      return concolic_no_object(k, from, CFA_FAULT_NULL);
    if (!k->objects.at[from.object].is_alive)
      return concolic_fault(k, CFA_FAULT_DEAD);
    if (from.term)
      return concolic_unsupported(k, "a structure passed from an open place");
    const object *o = &k->objects.at[from.object];
    if (o->open)
      return concolic_unsupported(k, "a structure passed from an open array");
    if (v->size > o->size || from.bits > o->size - v->size)
      return concolic_fault(k, CFA_FAULT_BOUNDS);
    concolic_move_bytes(k, id, 0, from.object, from.bits, v->size);
  }
  k->at = k->code->functions.at[function].entry;
  return calls_enter(k);
}

static bool call_pointer(concolic *k, const instruction *i) {
  value p = concolic_get(k, i->a, k->p->pointer_bits, true);
  if (!p.object)
    return concolic_no_object(k, p, CFA_FAULT_NULL);
  if (p.term && !concolic_concretise(k, p.term, &p.bits))
    return false;
  const object *o = &k->objects.at[p.object];
  if (o->kind != OBJECT_FUNCTION || p.bits != 0)
    return concolic_fault(k, CFA_FAULT_NULL);
  uint32_t function = o->variable;
  const cfa_function *f = &k->p->functions.at[function];
  const cfa_edge *e = &k->p->edges.at[concolic_edge(k)];
  bool fits = f->parameters == e->arguments;
  for (uint32_t n = 0; n < f->parameters && fits; n++) {
    const cfa_variable *v = &k->p->variables.at[f->first_variable + n];
    const cfa_expression *x =
        &k->p->expressions.at[k->p->arguments.at[e->first_argument + n]];
    fits = x->width == (v->is_scalar ? v->width : k->p->pointer_bits);
  }
  if (e->variable != CFA_NONE)
    fits = fits && f->result_width == k->p->variables.at[e->variable].width;
  if (!fits)
    return concolic_unsupported(
        k, "a call through a pointer to '%s', whose type is another",
        cfa_text(k->p, f->name));
  return enter(k, i, function);
}

static void close_frame(concolic *k) {
  assert(k->depth > 0);
  const frame *x = &k->frames.at[k->depth - 1];
  assert(x->function < k->code->functions.count);
  const code_function *c = &k->code->functions.at[x->function];
  for (uint32_t i = 0; i < c->objects; i++)
    concolic_kill(k, k->frame[c->scalars + i].object);
  if (!x->has_allocas)
    return;
  for (uint32_t id = (uint32_t)k->objects.count; id-- > 0;) {
    const object *o = &k->objects.at[id];
    if (o->kind == OBJECT_ALLOCA && o->owner == k->depth && o->is_alive)
      concolic_kill(k, id);
  }
}

frame concolic_pop_frame(concolic *k) {
  frame x = k->frames.at[k->depth - 1];
  close_frame(k);
  k->depth--;
  k->changes++;
  k->base = k->frames.at[k->depth - 1].base;
  k->frame = k->slots.at + k->base;
  return x;
}

static bool leave(concolic *k, const instruction *i) {
  value v = {0, TERM_NONE, VALUE_UNINITIALISED};
  if (i->a != CODE_NONE)
    v = concolic_get(k, i->a, i->width, i->flags & CODE_POINTER);
  calls_leave(k, v);
  if (k->depth == 1) {
    close_frame(k);
    k->changes++;
    return concolic_end(k, RUN_RETURNED);
  }
  frame x = concolic_pop_frame(k);
  k->at = x.back;
  if (x.result != CODE_NONE)
    concolic_put(k, x.result, v);
  return true;
}

void concolic_init(concolic *k) {
  const code *c = k->code;
  k->terms = terms_new(k->m);
  k->arrays = arrays_new(k->m);
  k->globals = mem_array(k->m, c->globals.count + 1, sizeof *k->globals);
  k->global_stamps =
      mem_array(k->m, c->globals.count + 1, sizeof *k->global_stamps);
  k->visits = mem_array(k->m, c->instructions.count, sizeof *k->visits);
  k->refinements_tried =
      mem_array(k->m, c->instructions.count, sizeof *k->refinements_tried);
  k->loop_changes = mem_array(k->m, c->loops + 1, sizeof *k->loop_changes);
  k->loop_depths = mem_array(k->m, c->loops + 1, sizeof *k->loop_depths);
  k->loop_waits = mem_array(k->m, c->loops + 1, sizeof *k->loop_waits);
  k->stamp = 1;
  k->error_side = NO_SIDE;
  k->since_when = concolic_seconds();
}

static void make_global(concolic *k, const cfa_variable *v, uint32_t number) {
  uint32_t id = concolic_new_object(k, OBJECT_GLOBAL, v->size, !v->is_extern);
  assert(id == k->code->first_global_object + v->slot);
  (void)id;
  object *o = &vec_last(&k->objects);
  o->variable = number;
  if (v->bytes)
    memcpy(o->bytes, k->p->data.at + v->data, v->bytes);
}

static void link_global(concolic *k, const cfa_variable *v) {
  uint32_t id = k->code->first_global_object + v->slot;
  for (uint32_t i = 0; i < v->pointers; i++) {
    const cfa_pointer *x = &k->p->pointers.at[v->first_pointer + i];
    value p = code_initial(k->p, k->code->first_global_object, x->value);
    concolic_write(k, id, x->offset, k->p->pointer_bits, p);
  }
  k->objects.at[id].is_constant = v->is_constant;
}

static void make_globals(concolic *k) {
  const cfa *p = k->p;
  vec_resize(k->m, &k->objects, 1); /* none is number 0 */
  for (uint32_t f = 0; f < p->functions.count; f++) {
    object o = {
        .kind = OBJECT_FUNCTION, .variable = f, .size = 1, .is_alive = true};
    vec_push(k->m, &k->objects, o);
  }
  for (uint32_t v = 0; v < p->globals; v++)
    if (!p->variables.at[v].is_scalar)
      make_global(k, &p->variables.at[v], v);
  for (uint32_t v = 0; v < p->globals; v++)
    if (!p->variables.at[v].is_scalar)
      link_global(k, &p->variables.at[v]);
}

static void make_arguments(concolic *k) {
  const cfa_function *f = &k->p->functions.at[k->p->main];
  for (uint32_t n = 0; n < f->parameters; n++) {
    const cfa_variable *v = &k->p->variables.at[f->first_variable + n];
    if (!v->is_scalar)
      continue;
    if (v->is_pointer) {
      uint32_t id = concolic_new_object(k, OBJECT_ARGUMENT, 1, true);
      concolic_put(k, v->slot, (value){0, TERM_NONE, id});
      continue;
    }
    cfa_input what = {
        .kind = CFA_INPUT_ARGUMENT, .name = v->name, .width = v->width};
    concolic_put(k, v->slot, concolic_input(k, &what));
  }
}

static void forget(concolic *k) {
  vec_each (object, o, &k->objects)
    concolic_release(k, o);
  k->objects.count = k->boxes.count = k->inputs.count = 0;
  k->input_terms.count = k->slot_trail.count = k->granule_trail.count = 0;
  k->death_trail.count = k->frame_trail.count = k->decisions.count = 0;
  k->vectors.count = k->visit_trail.count = 0;
  k->depth = k->since = k->objects_since = 0;
  k->replay = k->replay_end = 0;
  k->was_cut = k->was_open = k->is_spent = k->has_read_unknown_pointer = false;
  k->was_stretched = false;
  k->last_decision = concolic_seconds();
  if (k->loops)
    k->loops->met.count = 0;
  arrays_forget(k);
  if (k->cover)
    cover_start(k->cover);
  k->stamp++;
  k->changes++;
  memset(k->visits, 0, k->code->instructions.count * sizeof *k->visits);
}

void concolic_start_in(concolic *k, uint32_t function) {
  assert(function < k->code->functions.count);
  forget(k);
  smt_pop(k->solver, smt_depth(k->solver));
  memcpy(k->globals, k->code->globals.at,
         k->code->globals.count * sizeof *k->globals);
  if (k->sampler)
    sampler_scale(k->sampler, k->globals, k->code->constants);
  make_globals(k);
  k->at = k->code->functions.at[function].entry;
  concolic_push_frame(k, function, 0, CODE_NONE);
}

void concolic_start(concolic *k) {
  concolic_start_in(k, k->p->main);
  make_arguments(k);
  if (k->abstraction)
    abstraction_begin(k->abstraction);
}

static bool concolic_branch(concolic *k, const instruction *i) {
  value v = concolic_get(k, i->a, 1, false);
  bool side = v.bits != 0;
  uint32_t edge = concolic_edge(k);
  if (v.term) {
    const cfa_edge *e = &k->p->edges.at[edge];
    k->error_side = k->fails[e->to] ? 1 : k->fails[e[1].to] ? 0 : NO_SIDE;
    if (!concolic_decide(k, v.term, e->a, &side))
      return false;
  }
  if (k->abstraction)
    abstraction_step(k->abstraction, side ? edge : edge + 1, CFA_NONE);
  k->at = side ? i->b : i->c;
  return true;
}

static bool assume(concolic *k, const instruction *i) {
  value v = concolic_get(k, i->a, 1, false);
  bool wanted = i->from;
  if (v.term) {
    if (!concolic_assume(k, wanted ? v.term : terms_not(k->terms, v.term)))
      return false;
  } else if ((v.bits != 0) != wanted) {
    return concolic_end(k, RUN_BLOCKED);
  }
  if (k->abstraction)
    abstraction_step(k->abstraction, concolic_edge(k), CFA_NONE);
  return true;
}

static bool concolic_pass_loop(concolic *k, const instruction *i) {
  progress_tick(k->clock);
  if (!concolic_is_in_time(k))
    return false;
  bool is_due = k->cover && cover_is_due(k);
  if (is_due && k->lists)
    lists_fold(k);
  if (is_due && cover_pass(k))
    return concolic_end(k, RUN_COVERED);
  if (k->loops && !loops_pass(k, i->a))
    return false;
  if (k->loop_changes[i->a] == k->changes && k->loop_depths[i->a] == k->depth)
    return concolic_end(k, RUN_LOOPS);
  k->loop_changes[i->a] = k->changes;
  k->loop_depths[i->a] = k->depth;
  return true;
}

static bool input(concolic *k, const instruction *i) {
  const cfa_edge *e = &k->p->edges.at[concolic_edge(k)];
  cfa_input what = {.kind = e->input,
                    .name = e->name,
                    .width = i->width,
                    .is_pointer = i->flags & CODE_POINTER};
  concolic_put(k, i->d, concolic_input(k, &what));
  return true;
}

/* A write of a plain word into a register. */
static inline void put_word(concolic *k, const instruction *i, uint64_t bits) {
  assert(i->width <= 64);
  value *d = concolic_register(k, i->d);
  if (i->flags & CODE_VARIABLE)
    k->changes += d->bits != bits || !value_is_plain(*d);
  if (k->since)
    concolic_note_slot(k, i->d);
  *d = value_word(bits);
}

static bool operate(concolic *k, const instruction *i) {
  k->changes += (i->flags & CODE_VARIABLE) != 0;
  return concolic_operate(k, i);
}

/* What is undefined, or made an input, for plain words too. */
static bool is_partial(const instruction *i, uint64_t a, uint64_t b) {
  switch (i->op) {
  case BITS_UDIV:
  case BITS_UREM:
    return b == 0;
  case BITS_SDIV:
  case BITS_SREM:
    return b == 0 ||
           (b == bits_mask(i->width) && a == UINT64_C(1) << (i->width - 1));
  case BITS_SHL:
  case BITS_LSHR:
  case BITS_ASHR:
    return b >= i->width;
  default:
    return false;
  }
}

static bool plain_operator(concolic *k, const instruction *i) {
  const value a = *concolic_register(k, i->a);
  uint64_t b = 0, c = 0;
  uint32_t mixed = a.term | a.object;
  unsigned n = bits_operands((bits_op)i->op);
  if (n > 1) {
    const value *y = concolic_register(k, i->b);
    mixed |= y->term | y->object;
    b = y->bits;
  }
  if (n > 2) {
    const value *z = concolic_register(k, i->c);
    mixed |= z->term | z->object;
    c = z->bits;
  }
  if (mixed || is_partial(i, a.bits, b))
    return operate(k, i);
  put_word(k, i, bits_apply((bits_op)i->op, i->width, i->from, a.bits, b, c));
  return true;
}

static bool other(concolic *k, const instruction *i) {
  switch (i->op) {
  case CODE_TOUCH:
    concolic_get(k, i->a, i->width, i->flags & CODE_POINTER);
    return true;
  case CODE_TO_INTEGER:
  case CODE_TO_POINTER:
    k->changes += (i->flags & CODE_VARIABLE) != 0;
    return concolic_convert(k, i);
  case CODE_STORE:
    return concolic_store(k, i);
  case CODE_ASSUME:
    return assume(k, i);
  case CODE_INPUT:
    return input(k, i);
  case CODE_HAVOC:
    k->changes += concolic_register(k, i->d)->object != VALUE_UNINITIALISED;
    concolic_put(k, i->d, (value){0, TERM_NONE, VALUE_UNINITIALISED});
    return true;
  case CODE_HAVOC_OBJECT:
    concolic_havoc(k, concolic_register(k, i->d)->object);
    return true;
  case CODE_ALLOCATE:
    return concolic_allocate(k, i);
  case CODE_FREE:
    return concolic_free(k, i);
  case CODE_SIZE:
    k->changes++;
    return concolic_size(k, i);
  case CODE_COPY:
    return concolic_copy(k, i);
  case CODE_FILL:
    return concolic_fill(k, i);
  case CODE_FAIL:
    return concolic_end(k, RUN_FAILED);
  case CODE_HALT:
    return concolic_end(k, RUN_HALTED);
  case CODE_UNDEFINED:
    return concolic_undefined(
        k, cfa_text(k->p, k->p->edges.at[concolic_edge(k)].name));
  case CODE_UNSUPPORTED:
    return concolic_unsupported(
        k, "%s", cfa_text(k->p, k->p->edges.at[concolic_edge(k)].name));
  case CODE_LOOP:
    return concolic_pass_loop(k, i);
  case CODE_JOIN:
    return !k->cover || !cover_has_news(k) || !cover_is_due(k) ||
           !cover_pass(k) || concolic_end(k, RUN_COVERED);
  default:
    assert(i->op == CODE_NOP);
    return true;
  }
}

/* One instruction that is not among the most frequent ones; sets k->at. */
static bool step(concolic *k, const instruction *i) {
  bool goes_on;
  switch (i->op) {
  case CODE_BRANCH:
    return concolic_branch(k, i);
  case CODE_CALL:
    progress_tick(k->clock);
    return concolic_is_in_time(k) && enter(k, i, i->a);
  case CODE_CALL_POINTER:
    return call_pointer(k, i);
  case CODE_RETURN:
    return leave(k, i);
  case CODE_JUMP:
    k->at = i->b;
    return true;
  case CODE_MOVE: {
    value v = concolic_get(k, i->a, i->width, i->flags & CODE_POINTER);
    const value *d = concolic_register(k, i->d);
    if (i->flags & CODE_VARIABLE)
      k->changes +=
          d->bits != v.bits || d->term != v.term || d->object != v.object;
    concolic_put(k, i->d, v);
    goes_on = true;
    break;
  }
  case CODE_LOAD:
    k->changes += (i->flags & CODE_VARIABLE) != 0;
    goes_on = concolic_load(k, i);
    break;
  case CODE_OFFSET:
    k->changes += (i->flags & CODE_VARIABLE) != 0;
    goes_on = concolic_offset(k, i);
    break;
  default:
    goes_on = i->op < BITS_OP_COUNT ? plain_operator(k, i) : other(k, i);
  }
  k->at += goes_on;
  return goes_on;
}

outcome concolic_run(concolic *k) {
  const instruction *all = k->code->instructions.at;
  k->outcome = RUN_GOES_ON;
  for (;;) {
    if ((!k->abstraction || abstraction_is_lost(k->abstraction)) &&
        k->replay == k->replay_end)
      concolic_run_quickly(k);
    const instruction *i = &all[k->at];
    k->statistics->transitions += (i->flags & CODE_ENDS_EDGE) != 0;
    k->ordinal = 0;
    if (k->abstraction && (i->flags & CODE_STARTS_EDGE) &&
        k->replay == k->replay_end)
      abstraction_step(k->abstraction, concolic_edge(k), CFA_NONE);
    if (!step(k, i))
      return k->outcome;
    assert(k->replay == k->replay_end);
  }
}
