/* From main on, point by point. */
#include "engine/formula/inside.h"

enum { MOST_CALLS = 2000 };

static void drop(formula *f, formula_state *s) {
  mem_free(f->m, s->scalars);
  vec_free(f->m, &s->blocks);
  mem_free(f->m, s);
}

/* The state comes to a location of that call. */
static void arrive(formula *f, uint32_t call, uint32_t location,
                   const formula_nest *from, formula_state *s) {
  if (formula_guard_of(f, s->guard) == f->no) {
    drop(f, s);
    return;
  }
  formula_pending item = {.location = location, .state = s};
  formula_nest_at(f, location, from, &item.nest);
  vec_each (formula_pending, x, &f->calls.at[call].pending)
    if (x->location == location && formula_compare(f, x, &item) == 0) {
      formula_join(f, x->state, s);
      return;
    }
  vec_push(f->m, &f->calls.at[call].pending, item);
}

/* Calls */

static void cut(formula *f, const char *why) {
  formula_stop(f, FORMULA_CUT, f->yes, CFA_NO_FAULT, why);
}

/* How often is the function inside of itself there, where inputs decided?
 * False: this path ends. */
static bool may_call(formula *f, uint32_t parent, uint32_t function,
                     uint32_t *open) {
  uint32_t branches = f->guards.at[f->state->guard].branches;
  *open = 0;
  if (f->calls.count >= MOST_CALLS)
    return cut(f, "calls inside of calls"), false;
  for (uint32_t c = parent; c != CFA_NONE; c = f->calls.at[c].parent) {
    if (f->calls.at[c].function != function)
      continue;
    *open = f->calls.at[c].open;
    if (f->calls.at[c].branches == branches)
      return true;
    if (!formula_is_possible(f, f->state->guard))
      return false;
    if (++*open > f->bound)
      return cut(f, "recursion deeper than the bound"), false;
    return true;
  }
  return true;
}

/* Locals of a call, in its first state. */
static void open_frame(formula *f, const cfa_function *function,
                       formula_state *s) {
  uint32_t first = (uint32_t)f->frames.count, left = function->objects;
  vec_resize(f->m, &f->frames, f->frames.count + left);
  for (uint32_t i = function->first_variable; left; i++) {
    const cfa_variable *v = &f->p->variables.at[i];
    if (v->is_scalar)
      continue;
    left--;
    formula_object o = {.kind = FORMULA_FRAME, .variable = i, .size = v->size};
    f->frames.at[first + v->slot] = formula_new_object(f, s, &o, false);
  }
}

static void pass_arguments(formula *f, const cfa_edge *e,
                           const cfa_function *function, uint32_t first_frame,
                           formula_state *s) {
  for (uint32_t i = 0; i < function->parameters; i++) {
    const cfa_variable *v = &f->p->variables.at[function->first_variable + i];
    formula_value given = f->values[f->p->arguments.at[e->first_argument + i]];
    if (v->is_scalar) {
      s->scalars[f->p->global_scalars + v->slot] = given;
      continue;
    }
    unsigned w = f->p->pointer_bits;
    formula_value to = {terms_constant(f->terms, w, 0),
                        f->frames.at[first_frame + v->slot]};
    if (v->size)
      formula_move(f, to, given, formula_word(f, w, v->size));
  }
}

/* The state, which is the call's own from now on. */
static void enter(formula *f, uint32_t parent, const formula_nest *nest,
                  uint32_t number, formula_state *s) {
  const cfa_edge *e = &f->p->edges.at[f->edge];
  const cfa_function *function = &f->p->functions.at[number];
  formula_call call = {.function = number,
                       .edge = f->edge,
                       .parent = parent,
                       .nest = *nest,
                       .saved = s->scalars,
                       .saved_count = s->scalar_count};
  f->state = s;
  if (!cfa_call_fits(f->p, e, function)) {
    formula_lost(f, f->yes, "a call that does not fit the function");
    return;
  }
  if (!formula_order(f, number)) {
    formula_lost(f, f->yes, "a loop that is entered in two places");
    return;
  }
  if (!may_call(f, parent, number, &call.open))
    return;
  call.branches = f->guards.at[s->guard].branches;
  call.first_frame = (uint32_t)f->frames.count;
  s->scalar_count = f->p->global_scalars + function->scalars;
  s->scalars = mem_array(f->m, (size_t)s->scalar_count + 1, sizeof *s->scalars);
  for (uint32_t i = 0; i < s->scalar_count; i++)
    s->scalars[i] = i < f->p->global_scalars
                        ? call.saved[i]
                        : (formula_value){TERM_NONE, FORMULA_UNSET};
  open_frame(f, function, s);
  pass_arguments(f, e, function, call.first_frame, s);
  call.entered = s;
  vec_push(f->m, &f->calls, call);
}

static void call_pointer(formula *f, uint32_t parent, const formula_nest *nest,
                         formula_value to) {
  formula_alternative ways[FORMULA_MOST_WAYS];
  size_t count = formula_list_ways(f, to, ways);
  formula_state *s = f->state;
  uint32_t targets[FORMULA_MOST_WAYS];
  term guards[FORMULA_MOST_WAYS];
  size_t found = 0;
  for (size_t i = 0; i < count; i++) {
    formula_value v = ways[i].value;
    if (v.object >= FORMULA_LOST ||
        (v.object == 0 && !terms_is_constant(f->terms, v.bits)) ||
        (v.object && !terms_is_constant(f->terms, v.bits)))
      formula_lost(f, ways[i].guard, "a call through an input");
    else if (!v.object || f->objects.at[v.object].kind != FORMULA_FUNCTION ||
             terms_at(f->terms, v.bits)->value)
      formula_fault(f, ways[i].guard, CFA_FAULT_NULL);
    else {
      targets[found] = f->objects.at[v.object].variable;
      guards[found++] = ways[i].guard;
    }
  }
  for (size_t i = 0; i < found; i++) {
    formula_state *own = formula_copy(f, s);
    f->state = own;
    if (formula_assume(f, guards[i]))
      enter(f, parent, nest, targets[i], own);
  }
}

static void end_of_paths(formula *f, const formula_state *s) {
  static const double most = 1e18;
  uint64_t *paths = &f->out->statistics.paths;
  *paths = (double)*paths + s->paths < most ? *paths + (uint64_t)s->paths
                                            : (uint64_t)most;
}

static void leave(formula *f, uint32_t number, const cfa_edge *e) {
  formula_call *call = &f->calls.at[number];
  formula_state *s = f->state;
  s->result = e->a == CFA_NONE ? (formula_value){TERM_NONE, FORMULA_UNSET}
                               : formula_of(f, e->a);
  if (number == 0)
    end_of_paths(f, s);
  uint32_t objects = f->p->functions.at[call->function].objects;
  for (uint32_t i = 0; i < objects; i++)
    formula_kill(f, s, f->frames.at[call->first_frame + i]);
  vec_each (const uint32_t, id, &call->allocas)
    formula_kill(f, s, *id);
  s->scalar_count = f->p->global_scalars;
  if (call->returned)
    formula_join(f, call->returned, s);
  else
    call->returned = s;
}

static void finish(formula *f) {
  formula_call call = vec_pop(&f->calls);
  formula_state *s = call.returned;
  f->frames.count = call.first_frame;
  vec_free(f->m, &call.pending);
  vec_free(f->m, &call.loops);
  vec_free(f->m, &call.allocas);
  if (!s || call.parent == CFA_NONE)
    return;
  const cfa_edge *e = &f->p->edges.at[call.edge];
  formula_value *scalars =
      mem_array(f->m, (size_t)call.saved_count + 1, sizeof *scalars);
  for (uint32_t i = 0; i < call.saved_count; i++)
    scalars[i] = i < f->p->global_scalars ? s->scalars[i] : call.saved[i];
  mem_free(f->m, s->scalars);
  s->scalars = scalars;
  s->scalar_count = call.saved_count;
  if (e->variable != CFA_NONE) {
    const cfa_variable *v = &f->p->variables.at[e->variable];
    scalars[v->function == CFA_NONE ? v->slot
                                    : f->p->global_scalars + v->slot] =
        s->result;
  }
  s->result = (formula_value){TERM_NONE, FORMULA_UNSET};
  arrive(f, call.parent, e->to, &call.nest, s);
}

/* Edges */

static void assign(formula *f, uint32_t variable, formula_value value) {
  const cfa_variable *v = &f->p->variables.at[variable];
  uint32_t at =
      v->function == CFA_NONE ? v->slot : f->p->global_scalars + v->slot;
  f->state->scalars[at] = value;
}

static bool take_input(formula *f, const cfa_edge *e) {
  const cfa_variable *v = &f->p->variables.at[e->variable];
  cfa_input like = {.kind = e->input,
                    .name = e->name,
                    .width = v->width,
                    .is_pointer = v->is_pointer};
  assign(f, e->variable, formula_plain(formula_take_input(f, &like, f->yes)));
  return true;
}

static bool forget(formula *f, const cfa_edge *e) {
  const cfa_variable *v = &f->p->variables.at[e->variable];
  formula_value unset = {TERM_NONE, FORMULA_UNSET};
  if (v->is_scalar) {
    assign(f, e->variable, unset);
    return true;
  }
  uint32_t id = v->function == CFA_NONE
                    ? f->global_objects[v->slot]
                    : f->frames.at[vec_last(&f->calls).first_frame + v->slot];
  formula_cell *cells = formula_cells(f, id);
  for (uint64_t i = 0; i < f->objects.at[id].size; i++)
    formula_put_cells(unset, 1, &cells[i]);
  return true;
}

static bool undefined(formula *f, const cfa_edge *e) {
  if (!e->holds)
    return formula_stop(f, FORMULA_UNDEFINED, f->yes, CFA_NO_FAULT,
                        cfa_text(f->p, e->name));
  f->out->statistics.presumed++;
  return false;
}

/* Statements that stay in the call. False: no path goes on. */
static bool act(formula *f, const cfa_edge *e) {
  formula_value v;
  bool goes_on = true;
  switch (e->kind) {
  case CFA_ASSIGN:
    assign(f, e->variable, formula_of(f, e->a));
    return true;
  case CFA_STORE:
    return formula_store(f, formula_of(f, e->a),
                         f->p->expressions.at[e->b].width, formula_of(f, e->b));
  case CFA_INPUT:
    return take_input(f, e);
  case CFA_HAVOC:
    return forget(f, e);
  case CFA_ALLOCATE:
    goes_on = formula_allocate(f, e, formula_of(f, e->a), &v);
    if (goes_on)
      assign(f, e->variable, v);
    return goes_on;
  case CFA_FREE:
    return formula_free(f, formula_of(f, e->a));
  case CFA_SIZE:
    goes_on = formula_size(f, formula_of(f, e->a),
                           f->p->variables.at[e->variable].width, &v);
    assign(f, e->variable, v);
    return goes_on;
  case CFA_COPY:
    return formula_move(f, formula_of(f, e->a), formula_of(f, e->b),
                        formula_of(f, e->c));
  case CFA_FILL:
    return formula_fill(f, formula_of(f, e->a), formula_of(f, e->b),
                        formula_of(f, e->c));
  case CFA_FAIL:
    return formula_stop(f, FORMULA_ERROR, f->yes, CFA_NO_FAULT, NULL);
  case CFA_UNDEFINED:
    return undefined(f, e);
  case CFA_UNSUPPORTED:
    return formula_lost(f, f->yes, cfa_text(f->p, e->name));
  case CFA_HALT:
    end_of_paths(f, f->state);
    return false;
  default:
    return true;
  }
}

/* Both sides of a branch, or the only one of an assumption. */
static void branch(formula *f, uint32_t call, const formula_pending *x) {
  const cfa_location *location = &f->p->locations.at[x->location];
  const cfa_edge *first = &f->p->edges.at[location->first_edge];
  formula_value c = formula_of(f, first->a);
  if (c.object) {
    formula_lost(f, f->yes, "arithmetic on the address of an object");
    return;
  }
  uint32_t sides = location->edges < 2 ? 1 : 2;
  for (uint32_t i = 0; i < sides; i++) {
    const cfa_edge *e = first + i;
    term condition = e->holds ? c.bits : terms_not(f->terms, c.bits);
    if (condition == f->no)
      continue;
    formula_state *s = i + 1 < sides && condition != f->yes
                           ? formula_copy(f, x->state)
                           : x->state;
    s->guard = formula_guard_and(f, s->guard, condition, sides == 2);
    arrive(f, call, e->to, &x->nest, s);
    if (condition == f->yes)
      return;
  }
}

static void take(formula *f, uint32_t number, const formula_pending *x) {
  const cfa_location *location = &f->p->locations.at[x->location];
  f->state = x->state;
  if (!location->edges)
    return;
  f->edge = location->first_edge;
  f->out->statistics.states++;
  f->out->statistics.transitions++;
  const cfa_edge *e = &f->p->edges.at[f->edge];
  if (!formula_evaluate(f, f->edge))
    return;
  switch (e->kind) {
  case CFA_ASSUME:
    branch(f, number, x);
    return;
  case CFA_CALL:
    if (e->function == CFA_NONE)
      call_pointer(f, number, &x->nest, formula_of(f, e->a));
    else
      enter(f, number, &x->nest, e->function, f->state);
    return;
  case CFA_RETURN:
    leave(f, number, e);
    return;
  default:
    if (act(f, e))
      arrive(f, number, e->to, &x->nest, f->state);
  }
}

/* Loops */

static formula_loop *loop_of(formula *f, formula_call *call, uint32_t head) {
  vec_each (formula_loop, x, &call->loops)
    if (x->head == head)
      return x;
  formula_loop made = {.head = head};
  vec_push(f->m, &call->loops, made);
  return &vec_last(&call->loops);
}

/* At the head of a loop. False: this path ends. */
static bool may_pass(formula *f, formula_call *call, const formula_pending *x) {
  formula_loop *loop = loop_of(f, call, x->location);
  uint32_t branches = f->guards.at[x->state->guard].branches;
  f->state = x->state;
  f->edge = f->p->locations.at[x->location].first_edge;
  if (x->nest.passes[x->nest.count - 1] == 0) {
    *loop = (formula_loop){x->location, branches, 0};
    return true;
  }
  if (loop->branches == branches)
    return true;
  loop->branches = branches;
  if (!formula_is_possible(f, x->state->guard))
    return false;
  if (++loop->open <= f->bound)
    return true;
  cut(f, "a loop with more iterations than the bound");
  return false;
}

static formula_pending next_pending(formula *f, formula_call *call) {
  size_t best = 0;
  for (size_t i = 1; i < call->pending.count; i++)
    if (formula_compare(f, &call->pending.at[i], &call->pending.at[best]) < 0)
      best = i;
  formula_pending out = vec_at(&call->pending, best);
  formula_pending last = vec_pop(&call->pending);
  if (best < call->pending.count)
    call->pending.at[best] = last;
  return out;
}

static void look_at_limits(formula *f, size_t before) {
  progress_tick(f->clock);
  if (f->deadline > 0 && progress_clock() > f->deadline) {
    f->is_over = true;
    f->why = "its share of the time is spent";
  }
  size_t used = atomic_load(&f->m->budget->used);
  if (f->options->most_bytes && used > before &&
      used - before > f->options->most_bytes) {
    f->is_over = true;
    f->why = "the formula is too large";
  }
}

static void go_on(formula *f, uint32_t number) {
  formula_call *call = &f->calls.at[number];
  const formula_nest none = {0};
  if (call->entered) {
    formula_state *s = call->entered;
    call->entered = NULL;
    arrive(f, number, f->p->functions.at[call->function].entry, &none, s);
    return;
  }
  if (!call->pending.count) {
    finish(f);
    return;
  }
  formula_pending x = next_pending(f, call);
  if (x.nest.count && x.nest.heads[x.nest.count - 1] == x.location &&
      !may_pass(f, call, &x))
    return;
  take(f, number, &x);
}

void formula_unroll(formula *f) {
  size_t before = atomic_load(&f->m->budget->used);
  formula_state *s = formula_begin(f);
  formula_call call = {.function = f->p->main,
                       .edge = CFA_NONE,
                       .parent = CFA_NONE,
                       .entered = s};
  f->edge = CFA_NONE;
  if (!formula_order(f, f->p->main)) {
    f->is_over = true;
    f->why = "a loop that is entered in two places";
    return;
  }
  open_frame(f, &f->p->functions.at[f->p->main], s);
  vec_push(f->m, &f->calls, call);
  while (f->calls.count && !f->is_over) {
    look_at_limits(f, before);
    go_on(f, (uint32_t)f->calls.count - 1);
  }
}
