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
  const cfa_expression *expression = &k->p->expressions.at[x];
  if (k->kept_for[x] == k->edge + 1)
    return k->kept[x];
  uint64_t mask = bits_mask(k->p->pointer_bits);
  switch (expression->kind) {
  case CFA_CONSTANT:
    return constant(k, expression->value);
  case CFA_VARIABLE:
    return variable_register(k, expression->a);
  case CFA_FUNCTION:
    return pointer_constant(k, code_function_object(expression->a), 0);
  case CFA_ADDRESS: {
    const cfa_variable *v = variable(k, expression->a);
    if (v->function == CFA_NONE)
      return pointer_constant(k, k->out->first_global_object + v->slot,
                              expression->value & mask);
    return expression->value == 0 ? variable_register(k, expression->a)
                                  : CODE_NONE;
  }
  default:
    return CODE_NONE;
  }
}

/* May its evaluation make an input? Then what stands left of it must have been
 * read before. Only looks one level deep: deeper ones count as yes. */
static bool may_make_input(const maker *k, uint32_t x) {
  assert(x < k->p->expressions.count);
  const cfa_expression *expression = &k->p->expressions.at[x];
  if (expression->kind == CFA_VARIABLE)
    return variable(k, expression->a)->kind == CFA_LOCAL;
  return expression->kind != CFA_CONSTANT && expression->kind != CFA_FUNCTION &&
         expression->kind != CFA_ADDRESS;
}

static bool is_uncertain(const maker *k, uint32_t x) {
  assert(x < k->p->expressions.count);
  const cfa_expression *expression = &k->p->expressions.at[x];
  return expression->kind == CFA_VARIABLE &&
         variable(k, expression->a)->kind == CFA_LOCAL;
}

static void touch(maker *k, uint32_t x, uint32_t r) {
  assert(x < k->p->expressions.count);
  const cfa_expression *expression = &k->p->expressions.at[x];
  emit(k, (instruction){.op = CODE_TOUCH,
                        .a = r,
                        .width = expression->width,
                        .flags = expression->is_pointer ? CODE_POINTER : 0});
}

static uint8_t operator_of(const cfa_expression *expression) {
  switch (expression->kind) {
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
    assert(expression->kind == CFA_APPLY);
    return (uint8_t)expression->op;
  }
}

static uint8_t operand_width(const maker *k, const cfa_expression *expression) {
  if (expression->kind == CFA_ADDRESS)
    return k->p->pointer_bits;
  uint32_t of = expression->kind == CFA_APPLY && expression->op == BITS_CONCAT
                    ? expression->b
                    : expression->a;
  return k->p->expressions.at[of].width;
}

static uint32_t finish_expression(maker *k, const pending *d, uint32_t into) {
  assert(d->expression < k->p->expressions.count);
  const cfa_expression *expression = &k->p->expressions.at[d->expression];
  uint32_t r[3] = {d->operands[0], d->operands[1], d->operands[2]};
  if (expression->kind ==
      CFA_ADDRESS) { /* of a local object, not at its beginning */
    r[0] = variable_register(k, expression->a);
    r[1] = constant(k, expression->value & bits_mask(k->p->pointer_bits));
  }
  uint32_t to = into == CODE_NONE ? fresh(k) : into;
  if (into == CODE_NONE) {
    k->kept[d->expression] = to;
    k->kept_for[d->expression] = k->edge + 1;
  }
  emit(k, (instruction){.op = operator_of(expression),
                        .width = expression->width,
                        .from = operand_width(k, expression),
                        .flags = expression->is_pointer ? CODE_POINTER : 0,
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
  const cfa_expression *expression = &k->p->expressions.at[x];
  if (r != to || k->out->instructions.count == before)
    emit(k, (instruction){.op = CODE_MOVE,
                          .width = expression->width,
                          .from = expression->width,
                          .flags = expression->is_pointer ? CODE_POINTER : 0,
                          .d = to,
                          .a = r});
  vec_last(&k->out->instructions).flags |= CODE_VARIABLE;
}

static void call(maker *k, const cfa_edge *edge) {
  uint32_t callee = edge->function, first;
  vec(uint32_t) taken = {0};
  if (callee == CFA_NONE)
    callee = compile_operand(k, edge->a, edge->arguments > 0);
  for (uint32_t i = 0; i < edge->arguments; i++) {
    uint32_t x = k->p->arguments.at[edge->first_argument + i];
    vec_push(k->m, &taken, compile_operand(k, x, true));
  }
  first = (uint32_t)k->out->arguments.count;
  vec_each (const uint32_t, r, &taken)
    vec_push(k->m, &k->out->arguments, *r);
  vec_free(k->m, &taken);
  emit(k, (instruction){.op = edge->function == CFA_NONE ? CODE_CALL_POINTER
                                                         : CODE_CALL,
                        .flags = CODE_VARIABLE,
                        .d = edge->variable == CFA_NONE
                                 ? CODE_NONE
                                 : variable_register(k, edge->variable),
                        .a = callee,
                        .b = first,
                        .c = edge->arguments});
}

static void with_operands(maker *k, const cfa_edge *edge, instruction i) {
  i.a = edge->a == CFA_NONE ? CODE_NONE
                            : compile_operand(k, edge->a, edge->b != CFA_NONE);
  i.b = edge->b == CFA_NONE ? CODE_NONE
                            : compile_operand(k, edge->b, edge->c != CFA_NONE);
  i.c = edge->c == CFA_NONE ? CODE_NONE : compile_operand(k, edge->c, false);
  if (edge->variable != CFA_NONE)
    i.d = variable_register(k, edge->variable);
  emit(k, i);
}

static void simple_edge(maker *k, const cfa_edge *edge) {
  const cfa_variable *v =
      edge->variable == CFA_NONE ? NULL : variable(k, edge->variable);
  const cfa_expression *expression = k->p->expressions.at;
  switch (edge->kind) {
  case CFA_ASSIGN:
    into_variable(k, edge->variable, edge->a);
    break;
  case CFA_STORE:
    with_operands(k, edge,
                  (instruction){.op = CODE_STORE,
                                .width = expression[edge->b].width,
                                .flags = expression[edge->b].is_pointer
                                             ? CODE_POINTER
                                             : 0});
    break;
  case CFA_INPUT:
    emit(k,
         (instruction){.op = CODE_INPUT,
                       .width = v->width,
                       .flags = (uint8_t)(CODE_VARIABLE |
                                          (v->is_pointer ? CODE_POINTER : 0)),
                       .d = variable_register(k, edge->variable)});
    break;
  case CFA_HAVOC:
    if (v->is_scalar)
      emit(k, (instruction){.op = CODE_HAVOC,
                            .flags = CODE_VARIABLE,
                            .d = variable_register(k, edge->variable)});
    else if (v->function == CFA_NONE)
      emit(k, (instruction){.op = CODE_HAVOC_OBJECT,
                            .d = pointer_constant(
                                k, k->out->first_global_object + v->slot, 0)});
    else
      emit(k, (instruction){.op = CODE_HAVOC_OBJECT,
                            .d = variable_register(k, edge->variable)});
    break;
  case CFA_CALL:
    call(k, edge);
    break;
  case CFA_RETURN:
    with_operands(
        k, edge,
        (instruction){
            .op = CODE_RETURN,
            .width = edge->a == CFA_NONE ? 0 : expression[edge->a].width,
            .flags = edge->a != CFA_NONE && expression[edge->a].is_pointer
                         ? CODE_POINTER
                         : 0});
    break;
  case CFA_ALLOCATE: {
    uint32_t size = compile_operand(k, edge->a, false);
    emit(k, (instruction){.op = CODE_ALLOCATE,
                          .flags = CODE_VARIABLE,
                          .d = variable_register(k, edge->variable),
                          .from = expression[edge->a].width,
                          .a = size,
                          .b = (uint32_t)edge->allocation});
    break;
  }
  case CFA_FREE:
    with_operands(k, edge, (instruction){.op = CODE_FREE});
    break;
  case CFA_SIZE:
    with_operands(k, edge,
                  (instruction){.op = CODE_SIZE,
                                .width = v->width,
                                .flags = CODE_VARIABLE});
    break;
  case CFA_COPY:
  case CFA_FILL:
    with_operands(
        k, edge,
        (instruction){.op = edge->kind == CFA_COPY ? CODE_COPY : CODE_FILL,
                      .from = expression[edge->c].width});
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
static void code_branch(maker *k, const cfa_location *location) {
  assert(location->first_edge < k->p->edges.count);
  const cfa_edge *edge = &k->p->edges.at[location->first_edge];
  uint32_t r = compile_operand(k, edge->a, false);
  if (location->edges == 1) {
    emit(k, (instruction){
                .op = CODE_ASSUME, .width = 1, .from = edge->holds, .a = r});
    return;
  }
  emit(k, (instruction){.op = CODE_BRANCH,
                        .width = 1,
                        .a = r,
                        .b = edge->to,
                        .c = edge[1].to});
  want(k, edge[1].to);
  want(k, edge->to);
}

/* The code of the location and of those behind it, until there is a branch, an
 * end, or code that is there already. */
static void locations_from(maker *k, uint32_t at) {
  while (k->begin[at] == CODE_NONE) {
    const cfa_location *location = &k->p->locations.at[at];
    k->begin[at] = (uint32_t)k->out->instructions.count;
    k->edge = location->edges ? location->first_edge : CFA_NONE;
    k->edge_begins = false;
    k->first_free = k->p->functions.at[k->function].scalars +
                    k->p->functions.at[k->function].objects;
    if (location->is_loop_head) {
      emit(k, (instruction){.op = CODE_LOOP, .a = k->out->loops++});
      vec_push(k->m, &k->out->locations, at);
    } else if (k->joins[at]) {
      emit(k, (instruction){.op = CODE_JOIN, .a = at});
    }
    if (!location->edges) { /* nothing can happen: the run ends */
      emit(k, (instruction){.op = CODE_HALT});
      return;
    }
    const cfa_edge *edge = &k->p->edges.at[location->first_edge];
    k->edge_begins = edge->kind != CFA_ASSUME && edge->kind != CFA_CALL;
    if (edge->kind == CFA_ASSUME)
      code_branch(k, location);
    else
      simple_edge(k, edge);
    vec_last(&k->out->instructions).flags |= CODE_ENDS_EDGE;
    if (location->edges == 2 || edge->to == CFA_NONE)
      return;
    at = edge->to;
  }
  emit(k, (instruction){.op = CODE_JUMP, .b = at});
}

static void function_code(maker *k, uint32_t f) {
  assert(f < k->p->functions.count);
  const cfa_function *function = &k->p->functions.at[f];
  k->function = f;
  k->most = k->first_free = function->scalars + function->objects;
  want(k, function->entry);
  while (k->work.count) {
    uint32_t at = vec_pop(&k->work);
    if (k->begin[at] == CODE_NONE)
      locations_from(k, at);
  }
  k->out->functions.at[f] = (code_function){
      k->begin[function->entry], k->most, function->scalars, function->objects};
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
value code_initial(const cfa *automaton, uint32_t first_global_object,
                   uint32_t x) {
  uint64_t offset = 0, mask = bits_mask(automaton->pointer_bits);
  for (;;) {
    const cfa_expression *expression = &automaton->expressions.at[x];
    switch (expression->kind) {
    case CFA_CONSTANT:
      return value_word(expression->is_pointer
                            ? (expression->value + offset) & mask
                            : expression->value);
    case CFA_FUNCTION:
      return (value){offset & mask, TERM_NONE,
                     code_function_object(expression->a)};
    case CFA_ADDRESS:
      return (value){(expression->value + offset) & mask, TERM_NONE,
                     first_global_object +
                         automaton->variables.at[expression->a].slot};
    case CFA_OFFSET:
      offset += automaton->expressions.at[expression->b].value;
      x = expression->a;
      break;
    default: /* TO_INTEGER, TO_POINTER */
      x = expression->a;
    }
  }
}

/* Constants come first, but are found while code is made: registers of scalars
 * are numbered behind as many as there can be at most, then moved. */
static void add_scalars(maker *k, uint32_t provisional) {
  const cfa *automaton = k->p;
  uint32_t constants = (uint32_t)k->out->globals.count;
  for (uint32_t v = 0; v < automaton->globals; v++) {
    const cfa_variable *variable = &automaton->variables.at[v];
    if (!variable->is_scalar)
      continue;
    value at = value_word(0);
    if (variable->is_extern)
      at.object = VALUE_UNINITIALISED;
    else if (variable->initial != CFA_NONE)
      at = code_initial(automaton, k->out->first_global_object,
                        variable->initial);
    assert(k->out->globals.count == constants + variable->slot);
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

static void find_joins(const cfa *automaton, bool *joins, mem *m) {
  bool *seen = mem_array(m, automaton->locations.count, sizeof *seen);
  vec_each (const cfa_edge, edge, &automaton->edges)
    if (edge->to != CFA_NONE) {
      joins[edge->to] =
          seen[edge->to] || edge->kind == CFA_CALL || joins[edge->to];
      seen[edge->to] = true;
    }
  mem_free(m, seen);
}

void code_make(mem *m, const cfa *automaton, code *out) {
  *out = (code){.cfa = automaton};
  out->first_global_object =
      code_function_object((uint32_t)automaton->functions.count);
  /* No program has as many constants. */
  uint32_t provisional = UINT32_C(1) << 30;
  out->constants = provisional;
  maker k = {.m = m, .p = automaton, .out = out};
  k.begin = mem_array(m, automaton->locations.count, sizeof *k.begin);
  memset(k.begin, 0xff, automaton->locations.count * sizeof *k.begin);
  k.joins = mem_array(m, automaton->locations.count, sizeof *k.joins);
  find_joins(automaton, k.joins, m);
  k.kept = mem_array(m, automaton->expressions.count + 1, sizeof *k.kept);
  k.kept_for =
      mem_array(m, automaton->expressions.count + 1, sizeof *k.kept_for);
  vec_resize(m, &out->functions, automaton->functions.count);
  for (uint32_t f = 0; f < automaton->functions.count; f++)
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
