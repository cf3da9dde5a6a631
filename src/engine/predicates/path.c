/* Paths as formulas: each call's variables and the memory as terms. What is not
 * followed exactly may be anything: so what is infeasible here is. */
#include "engine/predicates/path.h"

#include <assert.h>

typedef struct value {
  term word, base; /* base: of pointers; the object, 0: none */
} value;

typedef struct stored {
  uint32_t base;   /* object; 0: any */
  uint64_t offset; /* UINT64_MAX: anywhere */
  uint64_t bytes;
  value what; /* word TERM_NONE: anything */
  unsigned width;
} stored;

typedef struct path_run {
  mem *m;
  predicates *x;
  cfa *p;
  terms *t;
  const path_steps *path;
  path_inputs *inputs;
  size_t step;
  uint32_t call; /* whose frame is on top */
  map variables; /* of (call, variable), globals: call 0 */
  vec(value) values;
  map objects; /* of (call, variable): base is number + 1 */
  vec(uint64_t) sizes;
  vec(stored) log;
  map seen; /* expressions of this step */
  vec(value) seen_values;
} path_run;

static term constant(path_run *run, unsigned width, uint64_t k) {
  return terms_constant(run->t, width, k);
}

static term fresh(path_run *run, unsigned width) {
  return terms_input(run->t, width, 0);
}

static value anything(path_run *run, unsigned width, bool is_pointer) {
  value v = {.word = fresh(run, width)};
  v.base = is_pointer ? fresh(run, 32) : TERM_NONE;
  return v;
}

/* An input: what is a pointer is null. */
static value meet_input(path_run *run, cfa_input_kind kind, unsigned width,
                        bool is_pointer) {
  value v = {.word = is_pointer ? constant(run, width, 0) : fresh(run, width)};
  v.base = is_pointer ? constant(run, 32, 0) : TERM_NONE;
  path_input input = {.step = run->step + 1, .kind = kind, .value_of = v.word};
  vec_push(run->m, run->inputs, input);
  return v;
}

static uint64_t key(const path_run *run, uint32_t variable) {
  assert(variable < run->p->variables.count);
  bool is_global = run->p->variables.at[variable].function == CFA_NONE;
  return map_pair(is_global ? 0 : run->call + 1, variable);
}

static uint32_t object(path_run *run, uint32_t variable) {
  uint32_t n = map_insert(run->m, &run->objects, key(run, variable));
  if (n == run->sizes.count)
    vec_push(run->m, &run->sizes, run->p->variables.at[variable].size);
  return n + 1;
}

static void assign(path_run *run, uint32_t variable, value v) {
  uint32_t n = map_insert(run->m, &run->variables, key(run, variable));
  if (n == run->values.count)
    vec_push(run->m, &run->values, v);
  run->values.at[n] = v;
}

static value evaluate(path_run *run, uint32_t e);

static value read_variable(path_run *run, uint32_t variable) {
  assert(variable < run->p->variables.count);
  uint32_t n = map_find(&run->variables, key(run, variable));
  const cfa_variable *v = &run->p->variables.at[variable];
  value made = {0};
  if (n != MAP_NONE && run->values.at[n].word != TERM_NONE)
    return run->values.at[n];
  if (v->function != CFA_NONE || v->is_extern) {
    made = meet_input(run, CFA_INPUT_UNINITIALISED, v->width, v->is_pointer);
  } else if (v->initial != CFA_NONE) {
    const cfa_expression *expression = &run->p->expressions.at[v->initial];
    made.word = constant(run, v->width, bits_cut(expression->value, v->width));
    if (expression->kind == CFA_ADDRESS)
      made.base = constant(run, 32, object(run, expression->a));
    else if (expression->kind == CFA_CONSTANT && v->is_pointer)
      made.base = constant(run, 32, 0);
    else if (expression->kind != CFA_CONSTANT)
      made = anything(run, v->width, v->is_pointer);
  } else {
    made.word = constant(run, v->width, 0);
    made.base = v->is_pointer ? constant(run, 32, 0) : TERM_NONE;
  }
  assign(run, variable, made);
  return made;
}

static bool is_number(const path_run *run, term t, uint64_t *k) {
  *k = terms_at(run->t, t)->value;
  return terms_is_constant(run->t, t);
}

static bool is_global_object(const path_run *run, uint32_t base,
                             const cfa_variable **out) {
  if (base > run->objects.keys.count)
    return false;
  uint64_t of = run->objects.keys.at[base - 1];
  if (of >> 32 || (uint32_t)of >= run->p->variables.count)
    return false;
  *out = &run->p->variables.at[(uint32_t)of];
  return (*out)->function == CFA_NONE;
}

/* What an object holds that was not written. */
static value unwritten(path_run *run, const cfa_expression *expression,
                       uint32_t base, uint64_t offset) {
  const cfa_variable *variable;
  uint64_t k = 0, bytes = (expression->width + 7u) / 8;
  value made = {0};
  if (!is_global_object(run, base, &variable)) {
    made = meet_input(run, CFA_INPUT_UNINITIALISED, expression->width,
                      expression->is_pointer);
    stored s = {base, offset, bytes, made, expression->width};
    vec_push(run->m, &run->log, s);
    return made;
  }
  if (variable->pointers || variable->is_extern)
    return anything(run, expression->width, expression->is_pointer);
  for (uint64_t i = 0; i < bytes; i++)
    if (offset + i < variable->bytes)
      k |= (uint64_t)run->p->data.at[variable->data + offset + i] << 8 * i;
  made.word = constant(run, expression->width, bits_cut(k, expression->width));
  made.base = expression->is_pointer ? constant(run, 32, 0) : TERM_NONE;
  return made;
}

static value load(path_run *run, const cfa_expression *expression, value at) {
  uint64_t base, offset, bytes = (expression->width + 7u) / 8;
  if (!is_number(run, at.base, &base) || !is_number(run, at.word, &offset) ||
      base == 0)
    return anything(run, expression->width, expression->is_pointer);
  for (size_t i = run->log.count; i-- > 0;) {
    const stored *s = &run->log.at[i];
    if (s->base && s->base != base)
      continue;
    bool is_near =
        s->base == 0 || s->offset == UINT64_MAX ||
        (s->offset < offset + bytes && offset < s->offset + s->bytes);
    if (!is_near)
      continue;
    bool fits = s->base == base && s->offset == offset &&
                s->width == expression->width && s->what.word != TERM_NONE &&
                (s->what.base != TERM_NONE) == expression->is_pointer;
    return fits ? s->what
                : anything(run, expression->width, expression->is_pointer);
  }
  return unwritten(run, expression, (uint32_t)base, offset);
}

static void write_at(path_run *run, value at, uint64_t bytes, value what,
                     unsigned width) {
  uint64_t base = 0, offset = 0;
  stored s = {.bytes = bytes, .what = what, .width = width};
  bool is_known = is_number(run, at.base, &base) && base != 0;
  s.base = is_known ? (uint32_t)base : 0;
  s.offset = is_known && bytes && is_number(run, at.word, &offset) ? offset
                                                                   : UINT64_MAX;
  vec_push(run->m, &run->log, s);
}

/* Functions are objects of their own. */
static term function_base(path_run *run, uint32_t function) {
  return constant(run, 32, (UINT32_C(1) << 31) + function);
}

static term compare_pointers(path_run *run, const cfa_expression *expression,
                             value a, value b) {
  uint64_t k, l;
  if (expression->op != BITS_EQ || !is_number(run, a.base, &k) ||
      !is_number(run, b.base, &l))
    return fresh(run, 1);
  if (k != l)
    return constant(run, 1, 0);
  return terms_apply(run->t, BITS_EQ, 1, a.word, b.word, TERM_NONE);
}

static value path_apply(path_run *run, const cfa_expression *expression,
                        const value *v) {
  value out = {0};
  if (expression->op == BITS_ITE && expression->is_pointer)
    out.base =
        terms_apply(run->t, BITS_ITE, 32, v[0].word, v[1].base, v[2].base);
  if (expression->op != BITS_ITE && v[0].base != TERM_NONE) {
    out.word = compare_pointers(run, expression, v[0], v[1]);
    return out;
  }
  out.word = terms_apply(run->t, expression->op, expression->width, v[0].word,
                         v[1].word, v[2].word);
  if (expression->op != BITS_SHL && expression->op != BITS_LSHR &&
      expression->op != BITS_ASHR)
    return out;
  term fits = terms_apply(
      run->t, BITS_ULE, 1, v[1].word,
      constant(run, expression->width, expression->width - 1u), TERM_NONE);
  if (terms_is_constant(run->t, fits) && terms_at(run->t, fits)->value)
    return out;
  value other = meet_input(run, CFA_INPUT_SHIFT, expression->width, false);
  out.word = terms_apply(run->t, BITS_ITE, expression->width, fits, out.word,
                         other.word);
  return out;
}

static value make(path_run *run, const cfa_expression *expression,
                  const value *v) {
  value out = {0};
  switch (expression->kind) {
  case CFA_CONSTANT:
    out.word = constant(run, expression->width,
                        bits_cut(expression->value, expression->width));
    out.base = expression->is_pointer ? constant(run, 32, 0) : TERM_NONE;
    return out;
  case CFA_VARIABLE:
    return read_variable(run, expression->a);
  case CFA_ADDRESS:
    out.word = constant(run, expression->width,
                        bits_cut(expression->value, expression->width));
    out.base = constant(run, 32, object(run, expression->a));
    return out;
  case CFA_FUNCTION:
    out.word = constant(run, expression->width, 0);
    out.base = function_base(run, expression->a);
    return out;
  case CFA_LOAD:
    return load(run, expression, v[0]);
  case CFA_APPLY:
    return path_apply(run, expression, v);
  case CFA_OFFSET:
    out.word = terms_apply(run->t, BITS_ADD, expression->width, v[0].word,
                           v[1].word, TERM_NONE);
    out.base = v[0].base;
    return out;
  case CFA_TO_INTEGER:
  case CFA_TO_POINTER:
  case CFA_GHOST:
    break;
  }
  return anything(run, expression->width, expression->is_pointer);
}

/* Operands from left to right, each once a step, as runs do. */
static value evaluate(path_run *run, uint32_t e) {
  shape_list waiting = {0};
  vec_push(run->m, &waiting, e);
  while (waiting.count) {
    uint32_t top = vec_last(&waiting), of[3];
    cfa_expression expression = run->p->expressions.at[top];
    value v[3] = {{0}, {0}, {0}};
    size_t count = cfa_operands(&expression, of), ready = 0;
    if (map_find(&run->seen, top) != MAP_NONE) {
      waiting.count--;
      continue;
    }
    while (ready < count && map_find(&run->seen, of[ready]) != MAP_NONE) {
      v[ready] = run->seen_values.at[map_find(&run->seen, of[ready])];
      ready++;
    }
    if (ready < count) {
      vec_push(run->m, &waiting, of[ready]);
      continue;
    }
    value made = make(run, &expression, v);
    map_insert(run->m, &run->seen, top);
    vec_push(run->m, &run->seen_values, made);
    waiting.count--;
  }
  vec_free(run->m, &waiting);
  return run->seen_values.at[map_find(&run->seen, e)];
}

static void forget_object(path_run *run, uint32_t variable) {
  value at = {constant(run, run->p->pointer_bits, 0),
              constant(run, 32, object(run, variable))};
  write_at(run, at, 0, (value){0}, 0);
}

/* Declared anew: what is read before it is written is an input again. */
static void forget(path_run *run, uint32_t variable) {
  uint32_t n = map_find(&run->variables, key(run, variable));
  if (n != MAP_NONE)
    run->values.at[n] = (value){0};
}

static void path_enter(path_run *run, const path_step *step,
                       const cfa_edge *edge) {
  assert(step->callee < run->p->functions.count);
  const cfa_function *function = &run->p->functions.at[step->callee];
  vec(value) actual = {0};
  for (uint32_t i = 0; i < edge->arguments; i++) {
    value v = evaluate(run, run->p->arguments.at[edge->first_argument + i]);
    vec_push(run->m, &actual, v);
  }
  run->call = step->enters;
  for (uint32_t i = 0; i < function->parameters && i < actual.count; i++) {
    const cfa_variable *v = &run->p->variables.at[function->first_variable + i];
    if (v->is_scalar)
      assign(run, function->first_variable + i, actual.at[i]);
    else
      forget_object(run, function->first_variable + i);
  }
  vec_free(run->m, &actual);
}

static void path_leave(path_run *run, const path_step *step,
                       const cfa_edge *edge) {
  const path_step *from =
      step->called_at == SIZE_MAX ? NULL : &run->path->at[step->called_at];
  value v = {0};
  if (edge->a != CFA_NONE)
    v = evaluate(run, edge->a);
  if (!from)
    return;
  const cfa_edge *call = &run->p->edges.at[from->edge];
  run->call = from->call;
  if (call->variable == CFA_NONE)
    return;
  const cfa_variable *to = &run->p->variables.at[call->variable];
  if (edge->a == CFA_NONE)
    v = anything(run, to->width, to->is_pointer);
  assign(run, call->variable, v);
}

static void allocate(path_run *run, const cfa_edge *edge) {
  value size = evaluate(run, edge->a);
  uint32_t n =
      map_insert(run->m, &run->objects,
                 map_pair(UINT32_MAX, (uint32_t)run->objects.keys.count));
  vec_push(run->m, &run->sizes, 0);
  value at = {constant(run, run->p->pointer_bits, 0), constant(run, 32, n + 1)};
  (void)size;
  if (edge->allocation == CFA_CALLOC)
    write_at(run, at, 0, (value){0}, 0);
  assign(run, edge->variable, at);
}

static void path_change(path_run *run, const path_step *step,
                        const cfa_edge *edge) {
  const cfa_variable *variable =
      edge->variable == CFA_NONE ? NULL : &run->p->variables.at[edge->variable];
  switch (edge->kind) {
  case CFA_ASSIGN:
    assign(run, edge->variable, evaluate(run, edge->a));
    break;
  case CFA_STORE: {
    value at = evaluate(run, edge->a), what = evaluate(run, edge->b);
    unsigned width = run->p->expressions.at[edge->b].width;
    write_at(run, at, (width + 7u) / 8, what, width);
    break;
  }
  case CFA_COPY:
  case CFA_FILL:
    write_at(run, evaluate(run, edge->a), 0, (value){0}, 0);
    break;
  case CFA_INPUT:
    assign(run, edge->variable,
           meet_input(run, edge->input, variable->width, variable->is_pointer));
    break;
  case CFA_HAVOC:
    if (variable->is_scalar)
      forget(run, edge->variable);
    else
      forget_object(run, edge->variable);
    break;
  case CFA_SIZE:
    assign(run, edge->variable,
           anything(run, variable->width, variable->is_pointer));
    break;
  case CFA_ALLOCATE:
    allocate(run, edge);
    break;
  case CFA_CALL:
    if (step->callee != CFA_NONE) /* else the path ends before it */
      path_enter(run, step, edge);
    break;
  case CFA_RETURN:
    path_leave(run, step, edge);
    break;
  default:
    break;
  }
}

static void take_values(smt *solver, terms *t, path_inputs *inputs) {
  size_t count = terms_inputs(t);
  for (uint32_t i = 0; i < count; i++) {
    uint64_t k;
    if (smt_model(solver, i, &k))
      terms_assign(t, i, k);
  }
  vec_each (path_input, i, inputs)
    i->value = terms_value(t, i->value_of);
}

/* What must be true for the step to be taken; TERM_NONE: nothing. */
static term decided(path_run *run, const path_step *step,
                    const cfa_edge *edge) {
  if (edge->kind == CFA_ASSUME) {
    term c = evaluate(run, edge->a).word;
    return edge->holds ? c : terms_not(run->t, c);
  }
  if (edge->kind != CFA_CALL || edge->function != CFA_NONE ||
      step->callee == CFA_NONE)
    return TERM_NONE;
  value at = evaluate(run, edge->a);
  return terms_apply(run->t, BITS_EQ, 1, at.base,
                     function_base(run, step->callee), TERM_NONE);
}

/* What main is called with. */
static void path_begin(path_run *run) {
  const cfa_function *function = &run->p->functions.at[run->p->main];
  run->step = SIZE_MAX; /* before the first */
  for (uint32_t i = 0; i < function->parameters; i++) {
    const cfa_variable *variable =
        &run->p->variables.at[function->first_variable + i];
    if (!variable->is_scalar)
      continue;
    assign(run, function->first_variable + i,
           variable->is_pointer
               ? anything(run, variable->width, true)
               : meet_input(run, CFA_INPUT_ARGUMENT, variable->width, false));
  }
  run->step = 0;
}

path_answer path_decide(mem *m, predicates *x, const path_steps *path,
                        path_inputs *inputs, shape_list *core) {
  path_run run = {.m = m, .x = x, .p = x->p, .t = x->asker.t, .path = path};
  smt *solver = x->asker.solver;
  shape_list where = {0};
  smt_core_set needed = {0};
  bool is_refuted = false;
  run.inputs = inputs;
  core->count = inputs->count = 0;
  path_begin(&run);
  for (; run.step < path->count && !is_refuted; run.step++) {
    const path_step *step = &path->at[run.step];
    cfa_edge edge = x->p->edges.at[step->edge];
    progress_tick(x->clock);
    run.call = step->call;
    map_free(m, &run.seen);
    run.seen_values.count = 0;
    term c = decided(&run, step, &edge);
    if (edge.kind != CFA_ASSUME)
      path_change(&run, step, &edge);
    if (c == TERM_NONE)
      continue;
    is_refuted = terms_is_constant(run.t, c) && terms_at(run.t, c)->value == 0;
    smt_push(solver, c);
    vec_push(m, &where, (uint32_t)run.step);
  }
  smt_answer answer =
      is_refuted ? SMT_UNSAT : smt_decide(solver, TERM_NONE, false);
  x->asker.queries++;
  if (is_refuted)
    vec_push(m, core, vec_last(&where));
  else if (answer == SMT_UNSAT) {
    smt_core(solver, m, &needed);
    vec_each (const uint32_t, i, &needed)
      vec_push(m, core, where.at[*i]);
  } else if (answer == SMT_SAT) {
    take_values(solver, run.t, inputs);
  }
  smt_pop(solver, where.count);
  vec_free(m, &where);
  vec_free(m, &needed);
  return answer == SMT_SAT     ? PATH_FEASIBLE
         : answer == SMT_UNSAT ? PATH_INFEASIBLE
                               : PATH_UNKNOWN;
}

bool path_follow(mem *m, const cfa *automaton, const uint32_t *edges,
                 const uint32_t *callees, size_t count, path_steps *out) {
  vec(path_step) calls = {0}; /* the first step of each, as if */
  uint32_t next = 1;
  path_step top = {.called_at = SIZE_MAX};
  vec_push(m, &calls, top);
  for (size_t i = 0; i < count && calls.count; i++) {
    const cfa_edge *edge = &automaton->edges.at[edges[i]];
    path_step step = vec_last(&calls);
    step.edge = edges[i];
    step.callee = callees[i];
    step.enters = next;
    vec_push(m, out, step);
    top = (path_step){.call = next, .called_at = i};
    if (edge->kind == CFA_CALL) {
      vec_push(m, &calls, top);
      next++;
    }
    if (edge->kind == CFA_RETURN)
      calls.count--;
  }
  vec_free(m, &calls);
  return out->count == count;
}
