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

uint32_t concolic_edge(const concolic *engine) {
  assert(engine->at < engine->code->edges.count);
  return engine->code->edges.at[engine->at];
}

bool concolic_end(concolic *engine, outcome o) {
  assert(o != RUN_GOES_ON);
  engine->outcome = o;
  engine->end_edge = concolic_edge(engine);
  return false;
}

bool concolic_is_in_time(concolic *engine) {
  if ((++engine->looks & 255) != 0 ||
      !(engine->deadline > 0 || engine->stretch > 0))
    return true;
  double now = concolic_seconds();
  bool is_spent = engine->deadline > 0 && now > engine->deadline;
  /* What may soon be much faster is not given up yet. */
  double stretch = engine->stretch * (native_is_coming(engine->native) ? 3 : 1);
  bool is_stretched =
      engine->stretch > 0 && now > engine->last_decision + stretch;
  if (!is_spent && !is_stretched)
    return true;
  engine->was_cut = true;
  engine->is_spent = engine->is_spent || is_spent;
  engine->was_stretched = engine->was_stretched || is_stretched;
  return concolic_end(engine, RUN_CUT);
}

bool concolic_unsupported(concolic *engine, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(engine->why, sizeof engine->why, format, arguments);
  va_end(arguments);
  return concolic_end(engine, RUN_UNSUPPORTED);
}

bool concolic_undefined(concolic *engine, const char *why) {
  snprintf(engine->why, sizeof engine->why, "%s", why);
  return concolic_end(engine, RUN_UNDEFINED);
}

bool concolic_fault(concolic *engine, cfa_fault f) {
  engine->fault = f;
  return concolic_end(engine, RUN_FAULT);
}

term concolic_term(concolic *engine, value v, unsigned width) {
  assert(!v.object);
  return v.term ? v.term : terms_constant(engine->terms, width, v.bits);
}

value concolic_value(concolic *engine, term t) {
  const term_node *node = terms_at(engine->terms, t);
  return node->kind == TERM_CONSTANT ? value_word(node->value)
                                     : (value){0, t, 0};
}

void concolic_note_slot(concolic *engine, uint32_t r) {
  bool is_global = r & CODE_GLOBAL;
  uint32_t at = is_global ? r & ~CODE_GLOBAL : engine->base + r;
  uint32_t *stamp =
      is_global ? &engine->global_stamps[at] : &engine->slot_stamps.at[at];
  if (*stamp >= engine->since)
    return;
  slot_entry entry = {is_global ? r : at, *stamp,
                      *concolic_register(engine, r)};
  *stamp = engine->stamp;
  vec_push(engine->m, &engine->slot_trail, entry);
}

/* The n-th input of a path is the same term on every path, if it is as wide:
 * then terms and answers about them are shared between paths. */
static term input_term(concolic *engine, unsigned width) {
  uint32_t position = (uint32_t)engine->inputs.count;
  uint32_t n = map_insert(engine->m, &engine->known_inputs,
                          map_pair(position, (uint32_t)width));
  if (n == engine->known_terms.count)
    vec_push(engine->m, &engine->known_terms,
             terms_input(engine->terms, width, 0));
  term t = engine->known_terms.at[n];
  uint32_t number = (uint32_t)terms_at(engine->terms, t)->value;
  /* Nothing depends on it yet. 0 it is, for short runs. */
  if (terms_input_value(engine->terms, number) != 0)
    terms_assign(engine->terms, number, 0);
  return t;
}

/* What is not initialised was made up, most of it, by whoever made the guide.
 */
static void guide(concolic *engine, const cfa_input *input, term t) {
  uint32_t number = (uint32_t)terms_at(engine->terms, t)->value;
  if (input->kind != CFA_INPUT_UNINITIALISED &&
      engine->guide_next < engine->guide.count)
    terms_assign(
        engine->terms, number,
        bits_cut(engine->guide.at[engine->guide_next++], input->width));
}

value concolic_input(concolic *engine, const cfa_input *what) {
  cfa_input input = *what;
  term t = input_term(engine, input.width);
  if (engine->is_guided)
    guide(engine, &input, t);
  engine->has_read_unknown_pointer =
      engine->has_read_unknown_pointer || input.is_pointer;
  engine->met_kinds |= 1U << input.kind;
  input.edge = concolic_edge(engine);
  vec_push(engine->m, &engine->inputs, input);
  vec_push(engine->m, &engine->input_terms, t);
  engine->changes++;
  if (engine->sampler)
    return sampler_draw(engine->sampler, engine, t, input.is_pointer);
  return (value){0, t, 0};
}

static uint32_t variable_of(const concolic *engine, uint32_t r) {
  assert(r & CODE_GLOBAL || engine->depth > 0);
  const cfa *automaton = engine->p;
  bool is_global = r & CODE_GLOBAL;
  uint32_t slot = is_global ? (r & ~CODE_GLOBAL) - engine->code->constants : r;
  const cfa_function *function =
      &automaton->functions.at[engine->frames.at[engine->depth - 1].function];
  uint32_t v = is_global ? 0 : function->first_variable;
  uint32_t end = is_global ? automaton->globals : v + function->variables;
  for (; v < end; v++)
    if (automaton->variables.at[v].is_scalar &&
        automaton->variables.at[v].slot == slot)
      return v;
  return CFA_NONE;
}

value concolic_first_read(concolic *engine, uint32_t r, unsigned width,
                          bool is_pointer) {
  uint32_t v = variable_of(engine, r);
  assert(v != CFA_NONE);
  assert(v < engine->p->variables.count);
  const cfa_variable *variable = &engine->p->variables.at[v];
  cfa_input what = {.kind = CFA_INPUT_UNINITIALISED,
                    .name = variable->name,
                    .width = variable->width,
                    .is_pointer = variable->is_pointer};
  assert(variable->width == width);
  (void)width;
  (void)is_pointer;
  value i = concolic_input(engine, &what);
  concolic_put(engine, r, i);
  return i;
}

static void push_frame(concolic *engine, uint32_t function, uint32_t back,
                       uint32_t result) {
  assert(function < engine->code->functions.count);
  assert(engine->depth < CONCOLIC_MOST_DEPTH);
  const code_function *f = &engine->code->functions.at[function];
  uint32_t base = 0;
  if (engine->depth) {
    const frame *top = &engine->frames.at[engine->depth - 1];
    base = top->base + engine->code->functions.at[top->function].registers;
  }
  if (engine->slots.count < base + f->registers) {
    vec_resize(engine->m, &engine->slots, base + f->registers);
    vec_resize(engine->m, &engine->slot_stamps, base + f->registers);
  }
  if (engine->frames.count == engine->depth)
    vec_resize(engine->m, &engine->frames, engine->depth + 1);
  frame *x = &engine->frames.at[engine->depth];
  if (engine->since && x->stamp < engine->since) {
    frame_entry entry = {engine->depth, *x};
    vec_push(engine->m, &engine->frame_trail, entry);
  }
  *x = (frame){.function = function,
               .base = base,
               .back = back,
               .result = result,
               .call = engine->depth ? concolic_edge(engine) : CFA_NONE,
               .serial = ++engine->serials,
               .stamp = engine->stamp};
  engine->depth++;
  engine->base = base;
  engine->frame = engine->slots.at + base;
  engine->changes++;
}

/* Locals of the frame on top: nothing in them yet, and their objects. */
static void open_frame(concolic *engine) {
  uint32_t function = engine->frames.at[engine->depth - 1].function;
  assert(function < engine->p->functions.count);
  const cfa_function *f = &engine->p->functions.at[function];
  assert(function < engine->code->functions.count);
  const code_function *c = &engine->code->functions.at[function];
  value nothing = {0, TERM_NONE, VALUE_UNINITIALISED};
  for (uint32_t i = 0; i < c->scalars; i++)
    concolic_put(engine, i, nothing);
  for (uint32_t v = f->first_variable;
       c->objects && v < f->first_variable + f->variables; v++) {
    const cfa_variable *variable = &engine->p->variables.at[v];
    if (variable->is_scalar)
      continue;
    uint32_t id =
        concolic_new_object(engine, OBJECT_FRAME, variable->size, false);
    engine->objects.at[id].variable = v;
    concolic_put(engine, c->scalars + variable->slot,
                 (value){0, TERM_NONE, id});
  }
}

void concolic_push_frame(concolic *engine, uint32_t function, uint32_t back,
                         uint32_t result) {
  push_frame(engine, function, back, result);
  open_frame(engine);
}

/* The result of a call is known without it. */
static void skip(concolic *engine, const instruction *i, value result) {
  if (engine->abstraction)
    abstraction_lose(engine->abstraction);
  if (i->d != CODE_NONE)
    concolic_put(engine, i->d, result);
  engine->changes++;
  engine->at++;
}

/* Structures are passed by copying them: what they are must be known. */
static bool open_arguments(concolic *engine, uint32_t function,
                           const value *given, uint32_t count) {
  assert(function < engine->p->functions.count);
  const cfa_function *f = &engine->p->functions.at[function];
  for (uint32_t n = 0; n < f->parameters && n < count; n++)
    if (!engine->p->variables.at[f->first_variable + n].is_scalar &&
        !lists_open(engine, given[n].object, (value){0, TERM_NONE, 0},
                    UINT64_MAX))
      return false;
  return true;
}

/* Arguments are read in the caller's frame before the new one is there. */
static bool enter(concolic *engine, const instruction *i, uint32_t function) {
  assert(function < engine->p->functions.count);
  enum { MOST = 64 };
  const cfa_function *f = &engine->p->functions.at[function];
  value given[MOST];
  if (i->c > MOST)
    return concolic_unsupported(engine, "a call with more than %d arguments",
                                MOST);
  if (engine->depth >= CONCOLIC_MOST_DEPTH)
    return concolic_unsupported(engine, "stack overflow");
  for (uint32_t n = 0; n < i->c; n++) {
    uint32_t r = engine->code->arguments.at[i->b + n];
    given[n] = *concolic_register(engine, r);
    assert(given[n].object != VALUE_UNINITIALISED);
  }
  if (engine->lists && !open_arguments(engine, function, given, i->c))
    return false;
  value known;
  if (calls_recall(engine, function, given, i->c, &known)) {
    skip(engine, i, known);
    return true;
  }
  if (engine->abstraction)
    abstraction_step(engine->abstraction, concolic_edge(engine), function);
  push_frame(engine, function, engine->at + 1, i->d);
  calls_note(engine, function, given, i->c);
  open_frame(engine);
  for (uint32_t n = 0; n < f->parameters && n < i->c; n++) {
    const cfa_variable *variable =
        &engine->p->variables.at[f->first_variable + n];
    if (variable->is_scalar) {
      concolic_put(engine, variable->slot, given[n]);
      continue;
    }
    uint32_t id = engine->frame[f->scalars + variable->slot].object;
    value from = given[n];
    if (!from.object)
      return concolic_no_object(engine, from, CFA_FAULT_NULL);
    if (!engine->objects.at[from.object].is_alive)
      return concolic_fault(engine, CFA_FAULT_DEAD);
    if (from.term)
      return concolic_unsupported(engine,
                                  "a structure passed from an open place");
    const object *o = &engine->objects.at[from.object];
    if (o->open)
      return concolic_unsupported(engine,
                                  "a structure passed from an open array");
    if (variable->size > o->size || from.bits > o->size - variable->size)
      return concolic_fault(engine, CFA_FAULT_BOUNDS);
    concolic_move_bytes(engine, id, 0, from.object, from.bits, variable->size);
  }
  engine->at = engine->code->functions.at[function].entry;
  return calls_enter(engine);
}

static bool call_pointer(concolic *engine, const instruction *i) {
  value p = concolic_get(engine, i->a, engine->p->pointer_bits, true);
  if (!p.object)
    return concolic_no_object(engine, p, CFA_FAULT_NULL);
  if (p.term && !concolic_concretise(engine, p.term, &p.bits))
    return false;
  const object *o = &engine->objects.at[p.object];
  if (o->kind != OBJECT_FUNCTION || p.bits != 0)
    return concolic_fault(engine, CFA_FAULT_NULL);
  uint32_t function = o->variable;
  const cfa_function *f = &engine->p->functions.at[function];
  const cfa_edge *edge = &engine->p->edges.at[concolic_edge(engine)];
  bool fits = f->parameters == edge->arguments;
  for (uint32_t n = 0; n < f->parameters && fits; n++) {
    const cfa_variable *variable =
        &engine->p->variables.at[f->first_variable + n];
    const cfa_expression *expression =
        &engine->p->expressions
             .at[engine->p->arguments.at[edge->first_argument + n]];
    fits = expression->width ==
           (variable->is_scalar ? variable->width : engine->p->pointer_bits);
  }
  if (edge->variable != CFA_NONE)
    fits = fits &&
           f->result_width == engine->p->variables.at[edge->variable].width;
  if (!fits)
    return concolic_unsupported(
        engine, "a call through a pointer to '%s', whose type is another",
        cfa_text(engine->p, f->name));
  return enter(engine, i, function);
}

static void close_frame(concolic *engine) {
  assert(engine->depth > 0);
  const frame *x = &engine->frames.at[engine->depth - 1];
  assert(x->function < engine->code->functions.count);
  const code_function *function = &engine->code->functions.at[x->function];
  for (uint32_t i = 0; i < function->objects; i++)
    concolic_kill(engine, engine->frame[function->scalars + i].object);
  if (!x->has_allocas)
    return;
  for (uint32_t id = (uint32_t)engine->objects.count; id-- > 0;) {
    const object *o = &engine->objects.at[id];
    if (o->kind == OBJECT_ALLOCA && o->owner == engine->depth && o->is_alive)
      concolic_kill(engine, id);
  }
}

frame concolic_pop_frame(concolic *engine) {
  frame x = engine->frames.at[engine->depth - 1];
  close_frame(engine);
  engine->depth--;
  engine->changes++;
  engine->base = engine->frames.at[engine->depth - 1].base;
  engine->frame = engine->slots.at + engine->base;
  return x;
}

static bool leave(concolic *engine, const instruction *i) {
  value v = {0, TERM_NONE, VALUE_UNINITIALISED};
  if (i->a != CODE_NONE)
    v = concolic_get(engine, i->a, i->width, i->flags & CODE_POINTER);
  calls_leave(engine, v);
  if (engine->depth == 1) {
    close_frame(engine);
    engine->changes++;
    return concolic_end(engine, RUN_RETURNED);
  }
  frame x = concolic_pop_frame(engine);
  engine->at = x.back;
  if (x.result != CODE_NONE)
    concolic_put(engine, x.result, v);
  return true;
}

void concolic_init(concolic *engine) {
  const code *c = engine->code;
  engine->terms = terms_new(engine->m);
  engine->arrays = arrays_new(engine->m);
  engine->globals =
      mem_array(engine->m, c->globals.count + 1, sizeof *engine->globals);
  engine->global_stamps =
      mem_array(engine->m, c->globals.count + 1, sizeof *engine->global_stamps);
  engine->visits =
      mem_array(engine->m, c->instructions.count, sizeof *engine->visits);
  engine->refinements_tried = mem_array(engine->m, c->instructions.count,
                                        sizeof *engine->refinements_tried);
  engine->loop_changes =
      mem_array(engine->m, c->loops + 1, sizeof *engine->loop_changes);
  engine->loop_depths =
      mem_array(engine->m, c->loops + 1, sizeof *engine->loop_depths);
  engine->loop_waits =
      mem_array(engine->m, c->loops + 1, sizeof *engine->loop_waits);
  engine->stamp = 1;
  engine->error_side = NO_SIDE;
  engine->since_when = concolic_seconds();
}

static void make_global(concolic *engine, const cfa_variable *variable,
                        uint32_t number) {
  uint32_t id = concolic_new_object(engine, OBJECT_GLOBAL, variable->size,
                                    !variable->is_extern);
  assert(id == engine->code->first_global_object + variable->slot);
  (void)id;
  object *o = &vec_last(&engine->objects);
  o->variable = number;
  if (variable->bytes)
    memcpy(o->bytes, engine->p->data.at + variable->data, variable->bytes);
}

static void link_global(concolic *engine, const cfa_variable *variable) {
  uint32_t id = engine->code->first_global_object + variable->slot;
  for (uint32_t i = 0; i < variable->pointers; i++) {
    const cfa_pointer *pointer =
        &engine->p->pointers.at[variable->first_pointer + i];
    value p = code_initial(engine->p, engine->code->first_global_object,
                           pointer->value);
    concolic_write(engine, id, pointer->offset, engine->p->pointer_bits, p);
  }
  engine->objects.at[id].is_constant = variable->is_constant;
}

static void make_globals(concolic *engine) {
  const cfa *automaton = engine->p;
  vec_resize(engine->m, &engine->objects, 1); /* none is number 0 */
  for (uint32_t f = 0; f < automaton->functions.count; f++) {
    object o = {
        .kind = OBJECT_FUNCTION, .variable = f, .size = 1, .is_alive = true};
    vec_push(engine->m, &engine->objects, o);
  }
  for (uint32_t v = 0; v < automaton->globals; v++)
    if (!automaton->variables.at[v].is_scalar)
      make_global(engine, &automaton->variables.at[v], v);
  for (uint32_t v = 0; v < automaton->globals; v++)
    if (!automaton->variables.at[v].is_scalar)
      link_global(engine, &automaton->variables.at[v]);
}

static void make_arguments(concolic *engine) {
  const cfa_function *function = &engine->p->functions.at[engine->p->main];
  for (uint32_t n = 0; n < function->parameters; n++) {
    const cfa_variable *variable =
        &engine->p->variables.at[function->first_variable + n];
    if (!variable->is_scalar)
      continue;
    if (variable->is_pointer) {
      uint32_t id = concolic_new_object(engine, OBJECT_ARGUMENT, 1, true);
      concolic_put(engine, variable->slot, (value){0, TERM_NONE, id});
      continue;
    }
    cfa_input what = {.kind = CFA_INPUT_ARGUMENT,
                      .name = variable->name,
                      .width = variable->width};
    concolic_put(engine, variable->slot, concolic_input(engine, &what));
  }
}

static void forget(concolic *engine) {
  vec_each (object, o, &engine->objects)
    concolic_release(engine, o);
  engine->objects.count = engine->boxes.count = engine->inputs.count = 0;
  engine->input_terms.count = engine->slot_trail.count =
      engine->granule_trail.count = 0;
  engine->death_trail.count = engine->frame_trail.count =
      engine->decisions.count = 0;
  engine->vectors.count = engine->visit_trail.count = 0;
  engine->depth = engine->since = engine->objects_since = 0;
  engine->replay = engine->replay_end = 0;
  engine->was_cut = engine->was_open = engine->is_spent =
      engine->has_read_unknown_pointer = false;
  engine->was_stretched = false;
  engine->last_decision = concolic_seconds();
  if (engine->loops)
    engine->loops->met.count = 0;
  arrays_forget(engine);
  if (engine->cover)
    cover_start(engine->cover);
  engine->stamp++;
  engine->changes++;
  memset(engine->visits, 0,
         engine->code->instructions.count * sizeof *engine->visits);
}

void concolic_start_in(concolic *engine, uint32_t function) {
  assert(function < engine->code->functions.count);
  forget(engine);
  smt_pop(engine->solver, smt_depth(engine->solver));
  memcpy(engine->globals, engine->code->globals.at,
         engine->code->globals.count * sizeof *engine->globals);
  if (engine->sampler)
    sampler_scale(engine->sampler, engine->globals, engine->code->constants);
  make_globals(engine);
  engine->at = engine->code->functions.at[function].entry;
  concolic_push_frame(engine, function, 0, CODE_NONE);
}

void concolic_start(concolic *engine) {
  concolic_start_in(engine, engine->p->main);
  make_arguments(engine);
  if (engine->abstraction)
    abstraction_begin(engine->abstraction);
}

static bool concolic_branch(concolic *engine, const instruction *i) {
  value v = concolic_get(engine, i->a, 1, false);
  bool side = v.bits != 0;
  uint32_t edge = concolic_edge(engine);
  if (v.term) {
    const cfa_edge *e = &engine->p->edges.at[edge];
    engine->error_side = engine->fails[e->to]     ? 1
                         : engine->fails[e[1].to] ? 0
                                                  : NO_SIDE;
    if (!concolic_decide(engine, v.term, e->a, &side))
      return false;
  }
  if (engine->abstraction)
    abstraction_step(engine->abstraction, side ? edge : edge + 1, CFA_NONE);
  engine->at = side ? i->b : i->c;
  return true;
}

static bool assume(concolic *engine, const instruction *i) {
  value v = concolic_get(engine, i->a, 1, false);
  bool wanted = i->from;
  if (v.term) {
    if (!concolic_assume(engine,
                         wanted ? v.term : terms_not(engine->terms, v.term)))
      return false;
  } else if ((v.bits != 0) != wanted) {
    return concolic_end(engine, RUN_BLOCKED);
  }
  if (engine->abstraction)
    abstraction_step(engine->abstraction, concolic_edge(engine), CFA_NONE);
  return true;
}

static bool concolic_pass_loop(concolic *engine, const instruction *i) {
  progress_tick(engine->clock);
  if (!concolic_is_in_time(engine))
    return false;
  bool is_due = engine->cover && cover_is_due(engine);
  if (is_due && engine->lists)
    lists_fold(engine);
  if (is_due && cover_pass(engine))
    return concolic_end(engine, RUN_COVERED);
  if (engine->loops && !loops_pass(engine, i->a))
    return false;
  if (engine->loop_changes[i->a] == engine->changes &&
      engine->loop_depths[i->a] == engine->depth)
    return concolic_end(engine, RUN_LOOPS);
  engine->loop_changes[i->a] = engine->changes;
  engine->loop_depths[i->a] = engine->depth;
  return true;
}

static bool input(concolic *engine, const instruction *i) {
  const cfa_edge *edge = &engine->p->edges.at[concolic_edge(engine)];
  cfa_input what = {.kind = edge->input,
                    .name = edge->name,
                    .width = i->width,
                    .is_pointer = i->flags & CODE_POINTER};
  concolic_put(engine, i->d, concolic_input(engine, &what));
  return true;
}

/* A write of a plain word into a register. */
static inline void put_word(concolic *engine, const instruction *i,
                            uint64_t bits) {
  assert(i->width <= 64);
  value *d = concolic_register(engine, i->d);
  if (i->flags & CODE_VARIABLE)
    engine->changes += d->bits != bits || !value_is_plain(*d);
  if (engine->since)
    concolic_note_slot(engine, i->d);
  *d = value_word(bits);
}

static bool operate(concolic *engine, const instruction *i) {
  engine->changes += (i->flags & CODE_VARIABLE) != 0;
  return concolic_operate(engine, i);
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

static bool plain_operator(concolic *engine, const instruction *i) {
  const value a = *concolic_register(engine, i->a);
  uint64_t b = 0, c = 0;
  uint32_t mixed = a.term | a.object;
  unsigned n = bits_operands((bits_op)i->op);
  if (n > 1) {
    const value *y = concolic_register(engine, i->b);
    mixed |= y->term | y->object;
    b = y->bits;
  }
  if (n > 2) {
    const value *z = concolic_register(engine, i->c);
    mixed |= z->term | z->object;
    c = z->bits;
  }
  if (mixed || is_partial(i, a.bits, b))
    return operate(engine, i);
  put_word(engine, i,
           bits_apply((bits_op)i->op, i->width, i->from, a.bits, b, c));
  return true;
}

static bool other(concolic *engine, const instruction *i) {
  switch (i->op) {
  case CODE_TOUCH:
    concolic_get(engine, i->a, i->width, i->flags & CODE_POINTER);
    return true;
  case CODE_TO_INTEGER:
  case CODE_TO_POINTER:
    engine->changes += (i->flags & CODE_VARIABLE) != 0;
    return concolic_convert(engine, i);
  case CODE_STORE:
    return concolic_store(engine, i);
  case CODE_ASSUME:
    return assume(engine, i);
  case CODE_INPUT:
    return input(engine, i);
  case CODE_HAVOC:
    engine->changes +=
        concolic_register(engine, i->d)->object != VALUE_UNINITIALISED;
    concolic_put(engine, i->d, (value){0, TERM_NONE, VALUE_UNINITIALISED});
    return true;
  case CODE_HAVOC_OBJECT:
    concolic_havoc(engine, concolic_register(engine, i->d)->object);
    return true;
  case CODE_ALLOCATE:
    return concolic_allocate(engine, i);
  case CODE_FREE:
    return concolic_free(engine, i);
  case CODE_SIZE:
    engine->changes++;
    return concolic_size(engine, i);
  case CODE_COPY:
    return concolic_copy(engine, i);
  case CODE_FILL:
    return concolic_fill(engine, i);
  case CODE_FAIL:
    return concolic_end(engine, RUN_FAILED);
  case CODE_HALT:
    return concolic_end(engine, RUN_HALTED);
  case CODE_UNDEFINED:
    return concolic_undefined(
        engine,
        cfa_text(engine->p, engine->p->edges.at[concolic_edge(engine)].name));
  case CODE_UNSUPPORTED:
    return concolic_unsupported(
        engine, "%s",
        cfa_text(engine->p, engine->p->edges.at[concolic_edge(engine)].name));
  case CODE_LOOP:
    return concolic_pass_loop(engine, i);
  case CODE_JOIN:
    return !engine->cover || !cover_has_news(engine) || !cover_is_due(engine) ||
           !cover_pass(engine) || concolic_end(engine, RUN_COVERED);
  default:
    assert(i->op == CODE_NOP);
    return true;
  }
}

/* One instruction that is not among the most frequent ones; sets k->at. */
static bool step(concolic *engine, const instruction *i) {
  bool goes_on;
  switch (i->op) {
  case CODE_BRANCH:
    return concolic_branch(engine, i);
  case CODE_CALL:
    progress_tick(engine->clock);
    return concolic_is_in_time(engine) && enter(engine, i, i->a);
  case CODE_CALL_POINTER:
    return call_pointer(engine, i);
  case CODE_RETURN:
    return leave(engine, i);
  case CODE_JUMP:
    engine->at = i->b;
    return true;
  case CODE_MOVE: {
    value v = concolic_get(engine, i->a, i->width, i->flags & CODE_POINTER);
    const value *d = concolic_register(engine, i->d);
    if (i->flags & CODE_VARIABLE)
      engine->changes +=
          d->bits != v.bits || d->term != v.term || d->object != v.object;
    concolic_put(engine, i->d, v);
    goes_on = true;
    break;
  }
  case CODE_LOAD:
    engine->changes += (i->flags & CODE_VARIABLE) != 0;
    goes_on = concolic_load(engine, i);
    break;
  case CODE_OFFSET:
    engine->changes += (i->flags & CODE_VARIABLE) != 0;
    goes_on = concolic_offset(engine, i);
    break;
  default:
    goes_on =
        i->op < BITS_OP_COUNT ? plain_operator(engine, i) : other(engine, i);
  }
  engine->at += goes_on;
  return goes_on;
}

outcome concolic_run(concolic *engine) {
  const instruction *all = engine->code->instructions.at;
  engine->outcome = RUN_GOES_ON;
  for (;;) {
    if ((!engine->abstraction || abstraction_is_lost(engine->abstraction)) &&
        engine->replay == engine->replay_end)
      concolic_run_quickly(engine);
    const instruction *i = &all[engine->at];
    engine->statistics->transitions += (i->flags & CODE_ENDS_EDGE) != 0;
    engine->ordinal = 0;
    if (engine->abstraction && (i->flags & CODE_STARTS_EDGE) &&
        engine->replay == engine->replay_end)
      abstraction_step(engine->abstraction, concolic_edge(engine), CFA_NONE);
    if (!step(engine, i))
      return engine->outcome;
    assert(engine->replay == engine->replay_end);
  }
}
