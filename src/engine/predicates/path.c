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

static term constant(path_run *w, unsigned width, uint64_t k) {
  return terms_constant(w->t, width, k);
}

static term fresh(path_run *w, unsigned width) {
  return terms_input(w->t, width, 0);
}

static value anything(path_run *w, unsigned width, bool is_pointer) {
  value v = {.word = fresh(w, width)};
  v.base = is_pointer ? fresh(w, 32) : TERM_NONE;
  return v;
}

/* An input: what is a pointer is null. */
static value meet_input(path_run *w, cfa_input_kind kind, unsigned width,
                        bool is_pointer) {
  value v = {.word = is_pointer ? constant(w, width, 0) : fresh(w, width)};
  v.base = is_pointer ? constant(w, 32, 0) : TERM_NONE;
  path_input i = {.step = w->step + 1, .kind = kind, .value_of = v.word};
  vec_push(w->m, w->inputs, i);
  return v;
}

static uint64_t key(const path_run *w, uint32_t variable) {
  assert(variable < w->p->variables.count);
  bool is_global = w->p->variables.at[variable].function == CFA_NONE;
  return map_pair(is_global ? 0 : w->call + 1, variable);
}

static uint32_t object(path_run *w, uint32_t variable) {
  uint32_t n = map_insert(w->m, &w->objects, key(w, variable));
  if (n == w->sizes.count)
    vec_push(w->m, &w->sizes, w->p->variables.at[variable].size);
  return n + 1;
}

static void assign(path_run *w, uint32_t variable, value v) {
  uint32_t n = map_insert(w->m, &w->variables, key(w, variable));
  if (n == w->values.count)
    vec_push(w->m, &w->values, v);
  w->values.at[n] = v;
}

static value evaluate(path_run *w, uint32_t e);

static value read_variable(path_run *w, uint32_t variable) {
  assert(variable < w->p->variables.count);
  uint32_t n = map_find(&w->variables, key(w, variable));
  const cfa_variable *v = &w->p->variables.at[variable];
  value made = {0};
  if (n != MAP_NONE && w->values.at[n].word != TERM_NONE)
    return w->values.at[n];
  if (v->function != CFA_NONE || v->is_extern) {
    made = meet_input(w, CFA_INPUT_UNINITIALISED, v->width, v->is_pointer);
  } else if (v->initial != CFA_NONE) {
    const cfa_expression *x = &w->p->expressions.at[v->initial];
    made.word = constant(w, v->width, bits_cut(x->value, v->width));
    if (x->kind == CFA_ADDRESS)
      made.base = constant(w, 32, object(w, x->a));
    else if (x->kind == CFA_CONSTANT && v->is_pointer)
      made.base = constant(w, 32, 0);
    else if (x->kind != CFA_CONSTANT)
      made = anything(w, v->width, v->is_pointer);
  } else {
    made.word = constant(w, v->width, 0);
    made.base = v->is_pointer ? constant(w, 32, 0) : TERM_NONE;
  }
  assign(w, variable, made);
  return made;
}

static bool is_number(const path_run *w, term t, uint64_t *k) {
  *k = terms_at(w->t, t)->value;
  return terms_is_constant(w->t, t);
}

static bool is_global_object(const path_run *w, uint32_t base,
                             const cfa_variable **out) {
  if (base > w->objects.keys.count)
    return false;
  uint64_t of = w->objects.keys.at[base - 1];
  if (of >> 32 || (uint32_t)of >= w->p->variables.count)
    return false;
  *out = &w->p->variables.at[(uint32_t)of];
  return (*out)->function == CFA_NONE;
}

/* What an object holds that was not written. */
static value unwritten(path_run *w, const cfa_expression *x, uint32_t base,
                       uint64_t offset) {
  const cfa_variable *v;
  uint64_t k = 0, bytes = (x->width + 7u) / 8;
  value made = {0};
  if (!is_global_object(w, base, &v)) {
    made = meet_input(w, CFA_INPUT_UNINITIALISED, x->width, x->is_pointer);
    stored s = {base, offset, bytes, made, x->width};
    vec_push(w->m, &w->log, s);
    return made;
  }
  if (v->pointers || v->is_extern)
    return anything(w, x->width, x->is_pointer);
  for (uint64_t i = 0; i < bytes; i++)
    if (offset + i < v->bytes)
      k |= (uint64_t)w->p->data.at[v->data + offset + i] << 8 * i;
  made.word = constant(w, x->width, bits_cut(k, x->width));
  made.base = x->is_pointer ? constant(w, 32, 0) : TERM_NONE;
  return made;
}

static value load(path_run *w, const cfa_expression *x, value at) {
  uint64_t base, offset, bytes = (x->width + 7u) / 8;
  if (!is_number(w, at.base, &base) || !is_number(w, at.word, &offset) ||
      base == 0)
    return anything(w, x->width, x->is_pointer);
  for (size_t i = w->log.count; i-- > 0;) {
    const stored *s = &w->log.at[i];
    if (s->base && s->base != base)
      continue;
    bool is_near =
        s->base == 0 || s->offset == UINT64_MAX ||
        (s->offset < offset + bytes && offset < s->offset + s->bytes);
    if (!is_near)
      continue;
    bool fits = s->base == base && s->offset == offset &&
                s->width == x->width && s->what.word != TERM_NONE &&
                (s->what.base != TERM_NONE) == x->is_pointer;
    return fits ? s->what : anything(w, x->width, x->is_pointer);
  }
  return unwritten(w, x, (uint32_t)base, offset);
}

static void write_at(path_run *w, value at, uint64_t bytes, value what,
                     unsigned width) {
  uint64_t base = 0, offset = 0;
  stored s = {.bytes = bytes, .what = what, .width = width};
  bool is_known = is_number(w, at.base, &base) && base != 0;
  s.base = is_known ? (uint32_t)base : 0;
  s.offset =
      is_known && bytes && is_number(w, at.word, &offset) ? offset : UINT64_MAX;
  vec_push(w->m, &w->log, s);
}

/* Functions are objects of their own. */
static term function_base(path_run *w, uint32_t function) {
  return constant(w, 32, (UINT32_C(1) << 31) + function);
}

static term compare_pointers(path_run *w, const cfa_expression *x, value a,
                             value b) {
  uint64_t k, l;
  if (x->op != BITS_EQ || !is_number(w, a.base, &k) ||
      !is_number(w, b.base, &l))
    return fresh(w, 1);
  if (k != l)
    return constant(w, 1, 0);
  return terms_apply(w->t, BITS_EQ, 1, a.word, b.word, TERM_NONE);
}

static value path_apply(path_run *w, const cfa_expression *x, const value *v) {
  value out = {0};
  if (x->op == BITS_ITE && x->is_pointer)
    out.base = terms_apply(w->t, BITS_ITE, 32, v[0].word, v[1].base, v[2].base);
  if (x->op != BITS_ITE && v[0].base != TERM_NONE) {
    out.word = compare_pointers(w, x, v[0], v[1]);
    return out;
  }
  out.word =
      terms_apply(w->t, x->op, x->width, v[0].word, v[1].word, v[2].word);
  if (x->op != BITS_SHL && x->op != BITS_LSHR && x->op != BITS_ASHR)
    return out;
  term fits = terms_apply(w->t, BITS_ULE, 1, v[1].word,
                          constant(w, x->width, x->width - 1u), TERM_NONE);
  if (terms_is_constant(w->t, fits) && terms_at(w->t, fits)->value)
    return out;
  value other = meet_input(w, CFA_INPUT_SHIFT, x->width, false);
  out.word = terms_apply(w->t, BITS_ITE, x->width, fits, out.word, other.word);
  return out;
}

static value make(path_run *w, const cfa_expression *x, const value *v) {
  value out = {0};
  switch (x->kind) {
  case CFA_CONSTANT:
    out.word = constant(w, x->width, bits_cut(x->value, x->width));
    out.base = x->is_pointer ? constant(w, 32, 0) : TERM_NONE;
    return out;
  case CFA_VARIABLE:
    return read_variable(w, x->a);
  case CFA_ADDRESS:
    out.word = constant(w, x->width, bits_cut(x->value, x->width));
    out.base = constant(w, 32, object(w, x->a));
    return out;
  case CFA_FUNCTION:
    out.word = constant(w, x->width, 0);
    out.base = function_base(w, x->a);
    return out;
  case CFA_LOAD:
    return load(w, x, v[0]);
  case CFA_APPLY:
    return path_apply(w, x, v);
  case CFA_OFFSET:
    out.word =
        terms_apply(w->t, BITS_ADD, x->width, v[0].word, v[1].word, TERM_NONE);
    out.base = v[0].base;
    return out;
  case CFA_TO_INTEGER:
  case CFA_TO_POINTER:
  case CFA_GHOST:
    break;
  }
  return anything(w, x->width, x->is_pointer);
}

/* Operands from left to right, each once a step, as runs do. */
static value evaluate(path_run *w, uint32_t e) {
  shape_list waiting = {0};
  vec_push(w->m, &waiting, e);
  while (waiting.count) {
    uint32_t top = vec_last(&waiting), of[3];
    cfa_expression x = w->p->expressions.at[top];
    value v[3] = {{0}, {0}, {0}};
    size_t count = cfa_operands(&x, of), ready = 0;
    if (map_find(&w->seen, top) != MAP_NONE) {
      waiting.count--;
      continue;
    }
    while (ready < count && map_find(&w->seen, of[ready]) != MAP_NONE) {
      v[ready] = w->seen_values.at[map_find(&w->seen, of[ready])];
      ready++;
    }
    if (ready < count) {
      vec_push(w->m, &waiting, of[ready]);
      continue;
    }
    value made = make(w, &x, v);
    map_insert(w->m, &w->seen, top);
    vec_push(w->m, &w->seen_values, made);
    waiting.count--;
  }
  vec_free(w->m, &waiting);
  return w->seen_values.at[map_find(&w->seen, e)];
}

static void forget_object(path_run *w, uint32_t variable) {
  value at = {constant(w, w->p->pointer_bits, 0),
              constant(w, 32, object(w, variable))};
  write_at(w, at, 0, (value){0}, 0);
}

/* Declared anew: what is read before it is written is an input again. */
static void forget(path_run *w, uint32_t variable) {
  uint32_t n = map_find(&w->variables, key(w, variable));
  if (n != MAP_NONE)
    w->values.at[n] = (value){0};
}

static void path_enter(path_run *w, const path_step *s, const cfa_edge *e) {
  assert(s->callee < w->p->functions.count);
  const cfa_function *f = &w->p->functions.at[s->callee];
  vec(value) actual = {0};
  for (uint32_t i = 0; i < e->arguments; i++) {
    value v = evaluate(w, w->p->arguments.at[e->first_argument + i]);
    vec_push(w->m, &actual, v);
  }
  w->call = s->enters;
  for (uint32_t i = 0; i < f->parameters && i < actual.count; i++) {
    const cfa_variable *v = &w->p->variables.at[f->first_variable + i];
    if (v->is_scalar)
      assign(w, f->first_variable + i, actual.at[i]);
    else
      forget_object(w, f->first_variable + i);
  }
  vec_free(w->m, &actual);
}

static void path_leave(path_run *w, const path_step *s, const cfa_edge *e) {
  const path_step *from =
      s->called_at == SIZE_MAX ? NULL : &w->path->at[s->called_at];
  value v = {0};
  if (e->a != CFA_NONE)
    v = evaluate(w, e->a);
  if (!from)
    return;
  const cfa_edge *call = &w->p->edges.at[from->edge];
  w->call = from->call;
  if (call->variable == CFA_NONE)
    return;
  const cfa_variable *to = &w->p->variables.at[call->variable];
  if (e->a == CFA_NONE)
    v = anything(w, to->width, to->is_pointer);
  assign(w, call->variable, v);
}

static void allocate(path_run *w, const cfa_edge *e) {
  value size = evaluate(w, e->a);
  uint32_t n = map_insert(
      w->m, &w->objects, map_pair(UINT32_MAX, (uint32_t)w->objects.keys.count));
  vec_push(w->m, &w->sizes, 0);
  value at = {constant(w, w->p->pointer_bits, 0), constant(w, 32, n + 1)};
  (void)size;
  if (e->allocation == CFA_CALLOC)
    write_at(w, at, 0, (value){0}, 0);
  assign(w, e->variable, at);
}

static void path_change(path_run *w, const path_step *s, const cfa_edge *e) {
  const cfa_variable *v =
      e->variable == CFA_NONE ? NULL : &w->p->variables.at[e->variable];
  switch (e->kind) {
  case CFA_ASSIGN:
    assign(w, e->variable, evaluate(w, e->a));
    break;
  case CFA_STORE: {
    value at = evaluate(w, e->a), what = evaluate(w, e->b);
    unsigned width = w->p->expressions.at[e->b].width;
    write_at(w, at, (width + 7u) / 8, what, width);
    break;
  }
  case CFA_COPY:
  case CFA_FILL:
    write_at(w, evaluate(w, e->a), 0, (value){0}, 0);
    break;
  case CFA_INPUT:
    assign(w, e->variable, meet_input(w, e->input, v->width, v->is_pointer));
    break;
  case CFA_HAVOC:
    if (v->is_scalar)
      forget(w, e->variable);
    else
      forget_object(w, e->variable);
    break;
  case CFA_SIZE:
    assign(w, e->variable, anything(w, v->width, v->is_pointer));
    break;
  case CFA_ALLOCATE:
    allocate(w, e);
    break;
  case CFA_CALL:
    if (s->callee != CFA_NONE) /* else the path ends before it */
      path_enter(w, s, e);
    break;
  case CFA_RETURN:
    path_leave(w, s, e);
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
static term decided(path_run *w, const path_step *s, const cfa_edge *e) {
  if (e->kind == CFA_ASSUME) {
    term c = evaluate(w, e->a).word;
    return e->holds ? c : terms_not(w->t, c);
  }
  if (e->kind != CFA_CALL || e->function != CFA_NONE || s->callee == CFA_NONE)
    return TERM_NONE;
  value at = evaluate(w, e->a);
  return terms_apply(w->t, BITS_EQ, 1, at.base, function_base(w, s->callee),
                     TERM_NONE);
}

/* What main is called with. */
static void path_begin(path_run *w) {
  const cfa_function *f = &w->p->functions.at[w->p->main];
  w->step = SIZE_MAX; /* before the first */
  for (uint32_t i = 0; i < f->parameters; i++) {
    const cfa_variable *v = &w->p->variables.at[f->first_variable + i];
    if (!v->is_scalar)
      continue;
    assign(w, f->first_variable + i,
           v->is_pointer ? anything(w, v->width, true)
                         : meet_input(w, CFA_INPUT_ARGUMENT, v->width, false));
  }
  w->step = 0;
}

path_answer path_decide(mem *m, predicates *x, const path_steps *path,
                        path_inputs *inputs, shape_list *core) {
  path_run w = {.m = m, .x = x, .p = x->p, .t = x->asker.t, .path = path};
  smt *solver = x->asker.solver;
  shape_list where = {0};
  smt_core_set needed = {0};
  bool is_refuted = false;
  w.inputs = inputs;
  core->count = inputs->count = 0;
  path_begin(&w);
  for (; w.step < path->count && !is_refuted; w.step++) {
    const path_step *s = &path->at[w.step];
    cfa_edge e = x->p->edges.at[s->edge];
    progress_tick(x->clock);
    w.call = s->call;
    map_free(m, &w.seen);
    w.seen_values.count = 0;
    term c = decided(&w, s, &e);
    if (e.kind != CFA_ASSUME)
      path_change(&w, s, &e);
    if (c == TERM_NONE)
      continue;
    is_refuted = terms_is_constant(w.t, c) && terms_at(w.t, c)->value == 0;
    smt_push(solver, c);
    vec_push(m, &where, (uint32_t)w.step);
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
    take_values(solver, w.t, inputs);
  }
  smt_pop(solver, where.count);
  vec_free(m, &where);
  vec_free(m, &needed);
  return answer == SMT_SAT     ? PATH_FEASIBLE
         : answer == SMT_UNSAT ? PATH_INFEASIBLE
                               : PATH_UNKNOWN;
}

bool path_follow(mem *m, const cfa *p, const uint32_t *edges,
                 const uint32_t *callees, size_t count, path_steps *out) {
  vec(path_step) calls = {0}; /* the first step of each, as if */
  uint32_t next = 1;
  path_step top = {.called_at = SIZE_MAX};
  vec_push(m, &calls, top);
  for (size_t i = 0; i < count && calls.count; i++) {
    const cfa_edge *e = &p->edges.at[edges[i]];
    path_step s = vec_last(&calls);
    s.edge = edges[i];
    s.callee = callees[i];
    s.enters = next;
    vec_push(m, out, s);
    top = (path_step){.call = next, .called_at = i};
    if (e->kind == CFA_CALL) {
      vec_push(m, &calls, top);
      next++;
    }
    if (e->kind == CFA_RETURN)
      calls.count--;
  }
  vec_free(m, &calls);
  return out->count == count;
}
