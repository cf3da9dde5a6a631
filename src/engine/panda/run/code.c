#include "engine/panda/run/code.h"

#include "base/map.h"

#include <assert.h>

/* An expression that is being compiled: how many of its operands are done, and
 * where they are. */
typedef struct pending {
  uint32_t expression, done, operands[3];
} pending;

/* What is being made: the function, how many of its registers are in use, and
 * where each location's code begins. */
typedef struct maker {
  mem *m;
  const cfa *p;
  code *out;
  uint32_t function;
  uint32_t first_free, most; /* registers */
  uint32_t *begin;           /* by location; CODE_NONE: not yet */
  bool *joins;               /* by location: ways meet there */
  uint32_t edge;             /* that instructions belong to */
  bool edge_begins;
  map words, pointers; /* constants: 64 bits of value; object and offset */
  vec(uint32_t) word_at, pointer_at;
  vec(uint32_t) work; /* locations that wait */
  /* An expression that an edge mentions twice is evaluated once: by
   * expression, the register, and the edge (plus one) that it is good for. */
  uint32_t *kept, *kept_for;
  vec(pending) stack;
} maker;

static uint32_t add_global(maker *k, value v) {
  vec_push(k->m, &k->out->globals, v);
  return (uint32_t)(k->out->globals.count - 1) | CODE_GLOBAL;
}

static uint32_t constant(maker *k, uint64_t bits) {
  uint32_t n = map_insert(k->m, &k->words, bits);
  if (n == k->word_at.count)
    vec_push(k->m, &k->word_at, add_global(k, value_word(bits)));
  return k->word_at.at[n];
}

static uint32_t pointer_constant(maker *k, uint32_t object, uint64_t offset) {
  /* Offsets beyond 32 bits are not shared. */
  if (offset > UINT32_MAX)
    return add_global(k, (value){offset, TERM_NONE, object});
  uint32_t n =
      map_insert(k->m, &k->pointers, map_pair(object, (uint32_t)offset));
  if (n == k->pointer_at.count)
    vec_push(k->m, &k->pointer_at,
             add_global(k, (value){offset, TERM_NONE, object}));
  return k->pointer_at.at[n];
}

static const cfa_variable *variable(const maker *k, uint32_t v) {
  return &k->p->variables.at[v];
}

/* The scalar itself; of an object, the register that points to it. */
static uint32_t variable_register(const maker *k, uint32_t v) {
  const cfa_variable *x = variable(k, v);
  if (x->function == CFA_NONE) {
    assert(x->is_scalar);
    return (k->out->constants + x->slot) | CODE_GLOBAL;
  }
  return x->is_scalar ? x->slot
                      : k->p->functions.at[x->function].scalars + x->slot;
}

static uint32_t fresh(maker *k) {
  uint32_t r = k->first_free++;
  if (k->first_free > k->most)
    k->most = k->first_free;
  return r;
}

static uint32_t emit(maker *k, instruction i) {
  if (k->edge_begins && i.op != CODE_JUMP && i.op != CODE_LOOP &&
      i.op != CODE_JOIN) {
    i.flags |= CODE_STARTS_EDGE;
    k->edge_begins = false;
  }
  vec_push(k->m, &k->out->instructions, i);
  vec_push(k->m, &k->out->edges, k->edge);
  return (uint32_t)(k->out->instructions.count - 1);
}

/* What needs no instruction, or has had it: its register, or CODE_NONE. */
static uint32_t ready(maker *k, uint32_t x) {
  assert(x < k->p->expressions.count);
  const cfa_expression *e = &k->p->expressions.at[x];
  if (k->kept_for[x] == k->edge + 1)
    return k->kept[x];
  uint64_t mask = bits_mask(k->p->pointer_bits);
  switch (e->kind) {
  case CFA_CONSTANT:
    return constant(k, e->value);
  case CFA_VARIABLE:
    return variable_register(k, e->a);
  case CFA_FUNCTION:
    return pointer_constant(k, code_function_object(e->a), 0);
  case CFA_ADDRESS: {
    const cfa_variable *v = variable(k, e->a);
    if (v->function == CFA_NONE)
      return pointer_constant(k, k->out->first_global_object + v->slot,
                              e->value & mask);
    return e->value == 0 ? variable_register(k, e->a) : CODE_NONE;
  }
  default:
    return CODE_NONE;
  }
}

/* May its evaluation make an input? Then what stands left of it must have been
 * read before. Only looks one level deep: deeper ones count as yes. */
static bool may_make_input(const maker *k, uint32_t x) {
  assert(x < k->p->expressions.count);
  const cfa_expression *e = &k->p->expressions.at[x];
  if (e->kind == CFA_VARIABLE)
    return variable(k, e->a)->kind == CFA_LOCAL;
  return e->kind != CFA_CONSTANT && e->kind != CFA_FUNCTION &&
         e->kind != CFA_ADDRESS;
}

static bool is_uncertain(const maker *k, uint32_t x) {
  assert(x < k->p->expressions.count);
  const cfa_expression *e = &k->p->expressions.at[x];
  return e->kind == CFA_VARIABLE && variable(k, e->a)->kind == CFA_LOCAL;
}

static void touch(maker *k, uint32_t x, uint32_t r) {
  assert(x < k->p->expressions.count);
  const cfa_expression *e = &k->p->expressions.at[x];
  emit(k, (instruction){.op = CODE_TOUCH,
                        .a = r,
                        .width = e->width,
                        .flags = e->is_pointer ? CODE_POINTER : 0});
}

static uint8_t operator_of(const cfa_expression *e) {
  switch (e->kind) {
  case CFA_LOAD:
    return CODE_LOAD;
  case CFA_ADDRESS:
  case CFA_OFFSET:
    return CODE_OFFSET;
  case CFA_TO_INTEGER:
    return CODE_TO_INTEGER;
  case CFA_TO_POINTER:
    return CODE_TO_POINTER;
  default:
    assert(e->kind == CFA_APPLY);
    return (uint8_t)e->op;
  }
}

static uint8_t operand_width(const maker *k, const cfa_expression *e) {
  if (e->kind == CFA_ADDRESS)
    return k->p->pointer_bits;
  uint32_t of = e->kind == CFA_APPLY && e->op == BITS_CONCAT ? e->b : e->a;
  return k->p->expressions.at[of].width;
}

static uint32_t finish_expression(maker *k, const pending *d, uint32_t into) {
  assert(d->expression < k->p->expressions.count);
  const cfa_expression *e = &k->p->expressions.at[d->expression];
  uint32_t r[3] = {d->operands[0], d->operands[1], d->operands[2]};
  if (e->kind == CFA_ADDRESS) { /* of a local object, not at its beginning */
    r[0] = variable_register(k, e->a);
    r[1] = constant(k, e->value & bits_mask(k->p->pointer_bits));
  }
  uint32_t to = into == CODE_NONE ? fresh(k) : into;
  if (into == CODE_NONE) {
    k->kept[d->expression] = to;
    k->kept_for[d->expression] = k->edge + 1;
  }
  emit(k, (instruction){.op = operator_of(e),
                        .width = e->width,
                        .from = operand_width(k, e),
                        .flags = e->is_pointer ? CODE_POINTER : 0,
                        .d = to,
                        .a = r[0],
                        .b = r[1],
                        .c = r[2]});
  return to;
}

static void begin_expression(maker *k, uint32_t x) {
  pending d = {.expression = x};
  vec_push(k->m, &k->stack, d);
}

/* Evaluates x; into the register 'into', or, if that is CODE_NONE, wherever it
 * is convenient. */
static uint32_t compile(maker *k, uint32_t x, uint32_t into) {
  uint32_t r = ready(k, x);
  if (r != CODE_NONE)
    return r;
  size_t bottom = k->stack.count;
  begin_expression(k, x);
  for (;;) {
    pending *d = &vec_last(&k->stack);
    uint32_t operands[3];
    size_t n = cfa_operands(&k->p->expressions.at[d->expression], operands),
           i = d->done;
    if (i < n) {
      uint32_t o = operands[i];
      r = ready(k, o);
      if (r == CODE_NONE) {
        begin_expression(k, o);
        continue;
      }
      for (size_t j = i + 1; j < n && is_uncertain(k, o); j++)
        if (may_make_input(k, operands[j])) {
          touch(k, o, r);
          break;
        }
      d->operands[d->done++] = r;
      continue;
    }
    pending top = vec_pop(&k->stack);
    bool is_last = k->stack.count == bottom;
    r = finish_expression(k, &top, is_last ? into : CODE_NONE);
    if (is_last)
      return r;
    d = &vec_last(&k->stack);
    d->operands[d->done++] = r;
  }
}

/* Of several expressions in order: those that stay in their registers while
 * later ones are evaluated are not overwritten, since each keeps its own. */
static uint32_t compile_operand(maker *k, uint32_t x, bool others_follow) {
  uint32_t r = compile(k, x, CODE_NONE);
  if (others_follow && is_uncertain(k, x))
    touch(k, x, r);
  return r;
}

static void into_variable(maker *k, uint32_t v, uint32_t x) {
  assert(x < k->p->expressions.count);
  uint32_t to = variable_register(k, v);
  size_t before = k->out->instructions.count;
  uint32_t r = compile(k, x, to);
  const cfa_expression *e = &k->p->expressions.at[x];
  if (r != to || k->out->instructions.count == before)
    emit(k, (instruction){.op = CODE_MOVE,
                          .width = e->width,
                          .from = e->width,
                          .flags = e->is_pointer ? CODE_POINTER : 0,
                          .d = to,
                          .a = r});
  vec_last(&k->out->instructions).flags |= CODE_VARIABLE;
}

static void call(maker *k, const cfa_edge *e) {
  uint32_t callee = e->function, first;
  vec(uint32_t) taken = {0};
  if (callee == CFA_NONE)
    callee = compile_operand(k, e->a, e->arguments > 0);
  for (uint32_t i = 0; i < e->arguments; i++) {
    uint32_t x = k->p->arguments.at[e->first_argument + i];
    vec_push(k->m, &taken, compile_operand(k, x, true));
  }
  first = (uint32_t)k->out->arguments.count;
  vec_each (const uint32_t, r, &taken)
    vec_push(k->m, &k->out->arguments, *r);
  vec_free(k->m, &taken);
  emit(k, (instruction){
              .op = e->function == CFA_NONE ? CODE_CALL_POINTER : CODE_CALL,
              .flags = CODE_VARIABLE,
              .d = e->variable == CFA_NONE ? CODE_NONE
                                           : variable_register(k, e->variable),
              .a = callee,
              .b = first,
              .c = e->arguments});
}

static void with_operands(maker *k, const cfa_edge *e, instruction i) {
  i.a =
      e->a == CFA_NONE ? CODE_NONE : compile_operand(k, e->a, e->b != CFA_NONE);
  i.b =
      e->b == CFA_NONE ? CODE_NONE : compile_operand(k, e->b, e->c != CFA_NONE);
  i.c = e->c == CFA_NONE ? CODE_NONE : compile_operand(k, e->c, false);
  if (e->variable != CFA_NONE)
    i.d = variable_register(k, e->variable);
  emit(k, i);
}

static void simple_edge(maker *k, const cfa_edge *e) {
  const cfa_variable *v =
      e->variable == CFA_NONE ? NULL : variable(k, e->variable);
  const cfa_expression *x = k->p->expressions.at;
  switch (e->kind) {
  case CFA_ASSIGN:
    into_variable(k, e->variable, e->a);
    break;
  case CFA_STORE:
    with_operands(
        k, e,
        (instruction){.op = CODE_STORE,
                      .width = x[e->b].width,
                      .flags = x[e->b].is_pointer ? CODE_POINTER : 0});
    break;
  case CFA_INPUT:
    emit(k,
         (instruction){.op = CODE_INPUT,
                       .width = v->width,
                       .flags = (uint8_t)(CODE_VARIABLE |
                                          (v->is_pointer ? CODE_POINTER : 0)),
                       .d = variable_register(k, e->variable)});
    break;
  case CFA_HAVOC:
    if (v->is_scalar)
      emit(k, (instruction){.op = CODE_HAVOC,
                            .flags = CODE_VARIABLE,
                            .d = variable_register(k, e->variable)});
    else if (v->function == CFA_NONE)
      emit(k, (instruction){.op = CODE_HAVOC_OBJECT,
                            .d = pointer_constant(
                                k, k->out->first_global_object + v->slot, 0)});
    else
      emit(k, (instruction){.op = CODE_HAVOC_OBJECT,
                            .d = variable_register(k, e->variable)});
    break;
  case CFA_CALL:
    call(k, e);
    break;
  case CFA_RETURN:
    with_operands(k, e,
                  (instruction){.op = CODE_RETURN,
                                .width = e->a == CFA_NONE ? 0 : x[e->a].width,
                                .flags = e->a != CFA_NONE && x[e->a].is_pointer
                                             ? CODE_POINTER
                                             : 0});
    break;
  case CFA_ALLOCATE: {
    uint32_t size = compile_operand(k, e->a, false);
    emit(k, (instruction){.op = CODE_ALLOCATE,
                          .flags = CODE_VARIABLE,
                          .d = variable_register(k, e->variable),
                          .from = x[e->a].width,
                          .a = size,
                          .b = (uint32_t)e->allocation});
    break;
  }
  case CFA_FREE:
    with_operands(k, e, (instruction){.op = CODE_FREE});
    break;
  case CFA_SIZE:
    with_operands(k, e,
                  (instruction){.op = CODE_SIZE,
                                .width = v->width,
                                .flags = CODE_VARIABLE});
    break;
  case CFA_COPY:
  case CFA_FILL:
    with_operands(
        k, e,
        (instruction){.op = e->kind == CFA_COPY ? CODE_COPY : CODE_FILL,
                      .from = x[e->c].width});
    break;
  case CFA_FAIL:
    emit(k, (instruction){.op = CODE_FAIL});
    break;
  case CFA_HALT:
    emit(k, (instruction){.op = CODE_HALT});
    break;
  case CFA_UNDEFINED:
    emit(k, (instruction){.op = CODE_UNDEFINED});
    break;
  case CFA_UNSUPPORTED:
    emit(k, (instruction){.op = CODE_UNSUPPORTED});
    break;
  case CFA_SKIP:
  case CFA_ASSUME:
    emit(k, (instruction){.op = CODE_NOP});
    break;
  }
}

static void want(maker *k, uint32_t location) {
  if (k->begin[location] == CODE_NONE)
    vec_push(k->m, &k->work, location);
}

/* Targets are locations until all code is there; then they become numbers of
 * instructions: see 'link'. */
static void code_branch(maker *k, const cfa_location *l) {
  assert(l->first_edge < k->p->edges.count);
  const cfa_edge *e = &k->p->edges.at[l->first_edge];
  uint32_t r = compile_operand(k, e->a, false);
  if (l->edges == 1) {
    emit(k, (instruction){
                .op = CODE_ASSUME, .width = 1, .from = e->holds, .a = r});
    return;
  }
  emit(k, (instruction){
              .op = CODE_BRANCH, .width = 1, .a = r, .b = e->to, .c = e[1].to});
  want(k, e[1].to);
  want(k, e->to);
}

/* The code of the location and of those behind it, until there is a branch, an
 * end, or code that is there already. */
static void locations_from(maker *k, uint32_t at) {
  while (k->begin[at] == CODE_NONE) {
    const cfa_location *l = &k->p->locations.at[at];
    k->begin[at] = (uint32_t)k->out->instructions.count;
    k->edge = l->edges ? l->first_edge : CFA_NONE;
    k->edge_begins = false;
    k->first_free = k->p->functions.at[k->function].scalars +
                    k->p->functions.at[k->function].objects;
    if (l->is_loop_head) {
      emit(k, (instruction){.op = CODE_LOOP, .a = k->out->loops++});
      vec_push(k->m, &k->out->locations, at);
    } else if (k->joins[at]) {
      emit(k, (instruction){.op = CODE_JOIN, .a = at});
    }
    if (!l->edges) { /* nothing can happen: the run ends */
      emit(k, (instruction){.op = CODE_HALT});
      return;
    }
    const cfa_edge *e = &k->p->edges.at[l->first_edge];
    k->edge_begins = e->kind != CFA_ASSUME && e->kind != CFA_CALL;
    if (e->kind == CFA_ASSUME)
      code_branch(k, l);
    else
      simple_edge(k, e);
    vec_last(&k->out->instructions).flags |= CODE_ENDS_EDGE;
    if (l->edges == 2 || e->to == CFA_NONE)
      return;
    at = e->to;
  }
  emit(k, (instruction){.op = CODE_JUMP, .b = at});
}

static void function_code(maker *k, uint32_t f) {
  assert(f < k->p->functions.count);
  const cfa_function *x = &k->p->functions.at[f];
  k->function = f;
  k->most = k->first_free = x->scalars + x->objects;
  want(k, x->entry);
  while (k->work.count) {
    uint32_t at = vec_pop(&k->work);
    if (k->begin[at] == CODE_NONE)
      locations_from(k, at);
  }
  k->out->functions.at[f] =
      (code_function){k->begin[x->entry], k->most, x->scalars, x->objects};
}

static void link_targets(maker *k) {
  vec_each (instruction, i, &k->out->instructions) {
    if (i->op != CODE_BRANCH && i->op != CODE_JUMP)
      continue;
    i->b = k->begin[i->b];
    if (i->op == CODE_BRANCH)
      i->c = k->begin[i->c];
  }
}

/* The value of an expression without variables and loads: the front end folds
 * what it can, so that only pointers with offsets are left. */
value code_initial(const cfa *p, uint32_t first_global_object, uint32_t x) {
  uint64_t offset = 0, mask = bits_mask(p->pointer_bits);
  for (;;) {
    const cfa_expression *e = &p->expressions.at[x];
    switch (e->kind) {
    case CFA_CONSTANT:
      return value_word(e->is_pointer ? (e->value + offset) & mask : e->value);
    case CFA_FUNCTION:
      return (value){offset & mask, TERM_NONE, code_function_object(e->a)};
    case CFA_ADDRESS:
      return (value){(e->value + offset) & mask, TERM_NONE,
                     first_global_object + p->variables.at[e->a].slot};
    case CFA_OFFSET:
      offset += p->expressions.at[e->b].value;
      x = e->a;
      break;
    default: /* TO_INTEGER, TO_POINTER */
      x = e->a;
    }
  }
}

/* Constants come first, but are found while code is made: registers of scalars
 * are numbered behind as many as there can be at most, then moved. */
static void add_scalars(maker *k, uint32_t provisional) {
  const cfa *p = k->p;
  uint32_t constants = (uint32_t)k->out->globals.count;
  for (uint32_t v = 0; v < p->globals; v++) {
    const cfa_variable *x = &p->variables.at[v];
    if (!x->is_scalar)
      continue;
    value at = value_word(0);
    if (x->is_extern)
      at.object = VALUE_UNINITIALISED;
    else if (x->initial != CFA_NONE)
      at = code_initial(p, k->out->first_global_object, x->initial);
    assert(k->out->globals.count == constants + x->slot);
    vec_push(k->m, &k->out->globals, at);
  }
  k->out->constants = constants;
  uint32_t low = provisional | CODE_GLOBAL, less = provisional - constants;
  vec_each (instruction, i, &k->out->instructions) {
    uint32_t *fields[] = {&i->d, &i->a, &i->b, &i->c};
    for (int n = 0; n < 4; n++)
      if (*fields[n] >= low && *fields[n] != CODE_NONE)
        *fields[n] -= less;
  }
  vec_each (uint32_t, r, &k->out->arguments)
    if (*r >= low && *r != CODE_NONE)
      *r -= less;
}

static void find_joins(const cfa *p, bool *joins, mem *m) {
  bool *seen = mem_array(m, p->locations.count, sizeof *seen);
  vec_each (const cfa_edge, e, &p->edges)
    if (e->to != CFA_NONE) {
      joins[e->to] = seen[e->to] || e->kind == CFA_CALL || joins[e->to];
      seen[e->to] = true;
    }
  mem_free(m, seen);
}

void code_make(mem *m, const cfa *p, code *out) {
  *out = (code){.cfa = p};
  out->first_global_object = code_function_object((uint32_t)p->functions.count);
  /* No program has as many constants. */
  uint32_t provisional = UINT32_C(1) << 30;
  out->constants = provisional;
  maker k = {.m = m, .p = p, .out = out};
  k.begin = mem_array(m, p->locations.count, sizeof *k.begin);
  memset(k.begin, 0xff, p->locations.count * sizeof *k.begin);
  k.joins = mem_array(m, p->locations.count, sizeof *k.joins);
  find_joins(p, k.joins, m);
  k.kept = mem_array(m, p->expressions.count + 1, sizeof *k.kept);
  k.kept_for = mem_array(m, p->expressions.count + 1, sizeof *k.kept_for);
  vec_resize(m, &out->functions, p->functions.count);
  for (uint32_t f = 0; f < p->functions.count; f++)
    function_code(&k, f);
  add_scalars(&k, provisional);
  link_targets(&k);
  mem_free(m, k.begin);
  mem_free(m, k.joins);
  mem_free(m, k.kept);
  mem_free(m, k.kept_for);
  map_free(m, &k.words);
  map_free(m, &k.pointers);
  vec_free(m, &k.word_at);
  vec_free(m, &k.pointer_at);
  vec_free(m, &k.work);
  vec_free(m, &k.stack);
}
