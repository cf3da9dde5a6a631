/* Candidates that read memory, at loop heads: checked for an index that is an
 * input, and kept to be assumed wherever the memory is read. */
#include "engine/panda/arrays/arrays.h"

#include <assert.h>

enum { WIDTHS = 65, MOST_NODES = 64 };

static void drop(loops *x, array_candidate *c) {
  c->is_dropped = true;
  x->was_dropped = true;
}

static term new_index(concolic *engine, unsigned width) {
  cfa_input what = {
      .kind = CFA_INPUT_UNDEFINED, .name = CFA_NONE, .width = (uint8_t)width};
  return concolic_input(engine, &what).term;
}

/* The index of the candidate: one for all of its width. */
static term index_of(concolic *engine, const array_candidate *c,
                     term *indices) {
  if (c->index && !indices[c->index])
    indices[c->index] = new_index(engine, c->index);
  return c->index ? indices[c->index] : TERM_NONE;
}

static term condition_now(concolic *engine, const array_candidate *c,
                          term *indices) {
  arrays_scope scope = {.index = index_of(engine, c, indices)};
  return arrays_condition(engine, &scope, c);
}

/* Each for itself, where the solver does not know about all of them. */
static void keep_one_by_one(concolic *engine, loops *x, loop *l,
                            term *indices) {
  vec_each (array_candidate, c, &l->array_candidates) {
    if (c->is_dropped)
      continue;
    term t = condition_now(engine, c, indices);
    if (t == TERM_NONE ||
        (!terms_is_constant(engine->terms, t) &&
         concolic_ask(engine, terms_not(engine->terms, t)) != SMT_UNSAT))
      drop(x, c);
  }
}

bool arrays_keep_what_holds(concolic *engine, loops *x, loop *l) {
  term indices[WIDTHS] = {TERM_NONE};
  for (;;) {
    term all = terms_constant(engine->terms, 1, 1);
    /* Reading makes inputs, and instances change them: first all of it. */
    vec_each (array_candidate, c, &l->array_candidates)
      if (!c->is_dropped && condition_now(engine, c, indices) == TERM_NONE)
        drop(x, c);
    if (!arrays_assume_pending(engine))
      return false;
    vec_each (array_candidate, c, &l->array_candidates) {
      if (c->is_dropped)
        continue;
      term t = condition_now(engine, c, indices);
      if (t == TERM_NONE || !terms_value(engine->terms, t))
        drop(x, c);
      else
        all = terms_and(engine->terms, all, t);
    }
    engine->arrays->pending = TERM_NONE;
    if (terms_is_constant(engine->terms, all))
      return true;
    switch (concolic_ask(engine, terms_not(engine->terms, all))) {
    case SMT_UNSAT:
      return true;
    case SMT_UNKNOWN:
      keep_one_by_one(engine, x, l, indices);
      return true;
    case SMT_SAT: /* some are false now, and are dropped next time around */
      concolic_take_model(engine);
    }
  }
}

static void see(concolic *engine, arrays_fact *fact, arrays_what what,
                uint32_t number, value v) {
  for (size_t i = fact->first; i < fact->first + fact->count; i++)
    if (engine->arrays->seen.at[i].what == what &&
        engine->arrays->seen.at[i].number == number)
      return;
  arrays_seen seen = {what, number, v};
  vec_push(engine->m, &engine->arrays->seen, seen);
  fact->count++;
}

static void see_object(concolic *engine, arrays_fact *fact, value p,
                       unsigned bytes) {
  if (!p.object)
    return;
  const object *o = &engine->objects.at[p.object];
  if (!o->is_alive || o->kind == OBJECT_FUNCTION || o->kind == OBJECT_ARGUMENT)
    return;
  arrays_scope now = {.fact = NULL};
  uint32_t head = arrays_head_of(engine, &now, p.object, bytes);
  if (head)
    see(engine, fact, ARRAYS_HEAD, p.object, (value){0, TERM_NONE, head});
}

static bool has_index(const cfa *automaton, uint32_t x, int depth);

/* What a load reads that has no index, if there is no need to open anything
 * for it: it may be written before the invariant is used. */
static void see_load(concolic *engine, arrays_fact *fact, uint32_t x,
                     unsigned bytes) {
  arrays_scope now = {.valid = terms_constant(engine->terms, 1, 1)};
  outcome before = engine->outcome;
  value v;
  if (!has_index(engine->p, x, 0) && arrays_evaluate(engine, &now, x, 0, &v) &&
      terms_is_constant(engine->terms, now.valid) &&
      terms_at(engine->terms, now.valid)->value) {
    see(engine, fact, ARRAYS_LOADED, x, v);
    if (engine->p->expressions.at[x].is_pointer)
      see_object(engine, fact, v, bytes);
  }
  engine->outcome = before;
}

/* The variables of an expression, and what they point to. 'bytes': how memory
 * behind a pointer is read. */
static void see_all(concolic *engine, arrays_fact *fact, uint32_t x,
                    unsigned bytes, int depth) {
  assert(x < engine->p->expressions.count);
  const cfa_expression *expression = &engine->p->expressions.at[x];
  arrays_scope now = {.may_make_input = true};
  uint32_t operands[3];
  value v;
  if (depth > MOST_NODES)
    return;
  if (expression->kind == CFA_VARIABLE &&
      arrays_scalar(engine, &now, expression->a, &v)) {
    see(engine, fact, ARRAYS_SCALAR, expression->a, v);
    if (engine->p->variables.at[expression->a].is_pointer)
      see_object(engine, fact, v, bytes);
  }
  if (expression->kind == CFA_ADDRESS &&
      arrays_address(engine, &now, expression->a, &v)) {
    see(engine, fact, ARRAYS_ADDRESS, expression->a, v);
    see_object(engine, fact, v, bytes);
  }
  if (expression->kind == CFA_LOAD) {
    see_load(engine, fact, x, bytes);
    expression = &engine->p->expressions.at[x];
    bytes = (expression->width + 7U) / 8;
  }
  size_t n = cfa_operands(expression, operands);
  for (size_t i = 0; i < n; i++)
    see_all(engine, fact, operands[i], bytes, depth + 1);
}

bool arrays_assume(concolic *engine, loops *x, uint32_t number) {
  const loop *l = &x->all[number];
  arrays_fact fact = {.loop = number, .first = engine->arrays->seen.count};
  term all = terms_constant(engine->terms, 1, 1);
  vec_each (const array_candidate, c, &l->array_candidates)
    if (!c->is_dropped)
      see_all(engine, &fact, c->condition, 1, 0);
  if (fact.count)
    vec_push(engine->m, &engine->arrays->facts, fact);
  vec_each (const array_candidate, c, &l->array_candidates) {
    arrays_scope now = {.may_make_input = true};
    if (c->is_dropped || c->index)
      continue;
    term t = arrays_condition(engine, &now, c);
    if (t != TERM_NONE)
      all = terms_and(engine->terms, all, t);
  }
  return arrays_assume_pending(engine) && concolic_assume(engine, all);
}

static bool has_index(const cfa *automaton, uint32_t x, int depth) {
  assert(x < automaton->expressions.count);
  const cfa_expression *expression = &automaton->expressions.at[x];
  uint32_t operands[3];
  if (expression->kind == CFA_GHOST)
    return true;
  size_t n = depth > MOST_NODES ? 0 : cfa_operands(expression, operands);
  for (size_t i = 0; i < n; i++)
    if (has_index(automaton, operands[i], depth + 1))
      return true;
  return false;
}

static term plus(concolic *engine, bits_op op, unsigned w, term a, term b) {
  return terms_apply(engine->terms, op, w, a, b, TERM_NONE);
}

/* r / c, exact where r is plainly a multiple. */
static term divide(concolic *engine, unsigned w, term r, uint64_t c) {
  const term_node node = *terms_at(engine->terms, r);
  if (c == 0 || node.kind == TERM_CONSTANT)
    return terms_constant(engine->terms, w, c ? node.value / c : 0);
  if (node.kind == TERM_APPLY && node.b &&
      terms_is_constant(engine->terms, node.b)) {
    uint64_t b = terms_at(engine->terms, node.b)->value;
    if (node.op == BITS_MUL && b == c)
      return node.a;
    if (node.op == BITS_SHL && b < 64 && UINT64_C(1) << b == c)
      return node.a;
    if (node.op == BITS_ADD && (uint64_t)bits_signed(b, w) % c == 0)
      return plus(engine, BITS_ADD, w, divide(engine, w, node.a, c),
                  terms_constant(
                      engine->terms, w,
                      bits_cut((uint64_t)(bits_signed(b, w) / (int64_t)c), w)));
  }
  return plus(engine, BITS_UDIV, w, r, terms_constant(engine->terms, w, c));
}

/* For which index is the expression r? A guess will do. */
static term solve(concolic *engine, arrays_scope *scope, uint32_t x, term r,
                  int depth) {
  assert(x < engine->p->expressions.count);
  const cfa_expression e = engine->p->expressions.at[x];
  if (depth > MOST_NODES)
    return TERM_NONE;
  if (e.kind == CFA_GHOST)
    return r;
  if (e.kind != CFA_APPLY)
    return TERM_NONE;
  const cfa_expression *a = &engine->p->expressions.at[e.a];
  if (e.op == BITS_SEXT || e.op == BITS_ZEXT)
    return solve(engine, scope, e.a,
                 terms_extract(engine->terms, 0, a->width, r), depth + 1);
  if (e.op == BITS_TRUNC)
    return solve(engine, scope, e.a,
                 terms_apply(engine->terms, BITS_ZEXT, a->width, r, TERM_NONE,
                             TERM_NONE),
                 depth + 1);
  bool in_a = has_index(engine->p, e.a, 0);
  if (e.b == CFA_NONE || in_a == has_index(engine->p, e.b, 0))
    return TERM_NONE;
  value v;
  if (!arrays_evaluate(engine, scope, in_a ? e.b : e.a, 0, &v) || v.object)
    return TERM_NONE;
  term other = concolic_term(engine, v, e.width);
  uint32_t side = in_a ? e.a : e.b;
  if (e.op == BITS_ADD || (e.op == BITS_SUB && in_a))
    return solve(
        engine, scope, side,
        plus(engine, e.op == BITS_ADD ? BITS_SUB : BITS_ADD, e.width, r, other),
        depth + 1);
  if (e.op == BITS_SUB)
    return solve(engine, scope, side, plus(engine, BITS_SUB, e.width, other, r),
                 depth + 1);
  if (v.term)
    return TERM_NONE;
  if (e.op == BITS_MUL)
    return solve(engine, scope, side, divide(engine, e.width, r, v.bits),
                 depth + 1);
  if (e.op == BITS_SHL && in_a && v.bits < 64)
    return solve(engine, scope, side,
                 divide(engine, e.width, r, UINT64_C(1) << v.bits), depth + 1);
  return TERM_NONE;
}

/* The index for which the pointer leads into the root at that offset. */
static term index_for(concolic *engine, arrays_scope *scope, uint32_t pointer,
                      uint32_t root, term offset) {
  assert(pointer < engine->p->expressions.count);
  unsigned w = engine->p->pointer_bits;
  uint32_t with = CFA_NONE;
  value v;
  while (engine->p->expressions.at[pointer].kind == CFA_OFFSET) {
    const cfa_expression expression = engine->p->expressions.at[pointer];
    if (!has_index(engine->p, expression.b, 0)) {
      if (!arrays_evaluate(engine, scope, expression.b, 0, &v) || v.object)
        return TERM_NONE;
      offset = plus(engine, BITS_SUB, w, offset, concolic_term(engine, v, w));
    } else if (with != CFA_NONE) {
      return TERM_NONE;
    } else {
      with = expression.b;
    }
    pointer = expression.a;
  }
  if (with == CFA_NONE || has_index(engine->p, pointer, 0) ||
      !arrays_evaluate(engine, scope, pointer, 0, &v) || !v.object)
    return TERM_NONE;
  uint32_t head = arrays_head_of(engine, scope, v.object, 1);
  if (!head || engine->arrays->nodes.at[head].root != root)
    return TERM_NONE;
  v.object = 0;
  offset = plus(engine, BITS_SUB, w, offset, concolic_term(engine, v, w));
  return solve(engine, scope, with, offset, 0);
}

static void instantiate(concolic *engine, const arrays_fact *fact,
                        const array_candidate *c, term index) {
  arrays_scope scope = {.fact = fact, .index = index};
  term t = arrays_condition(engine, &scope, c);
  if (t == TERM_NONE)
    return;
  arrays *a = engine->arrays;
  a->pending = a->pending ? terms_and(engine->terms, a->pending, t) : t;
}

/* All loads of the candidate. */
static void instantiate_loads(concolic *engine, const arrays_fact *fact,
                              const array_candidate *c, uint32_t root,
                              term offset) {
  uint32_t work[MOST_NODES], operands[3];
  term done[4] = {TERM_NONE};
  size_t n = 0, nodes = 0, count = 0;
  work[n++] = c->body;
  while (n && nodes++ < MOST_NODES) {
    const cfa_expression expression = engine->p->expressions.at[work[--n]];
    if (expression.kind == CFA_LOAD && count < 4) {
      arrays_scope scope = {.fact = fact};
      term index = index_for(engine, &scope, expression.a, root, offset);
      bool is_new = index != TERM_NONE;
      for (size_t i = 0; i < count; i++)
        is_new = is_new && done[i] != index;
      if (is_new) {
        done[count++] = index;
        instantiate(engine, fact, c, index);
      }
    }
    size_t m = cfa_operands(&expression, operands);
    for (size_t i = 0; i < m && n < MOST_NODES; i++)
      work[n++] = operands[i];
  }
}

void arrays_instantiate(concolic *engine, uint32_t root, term offset,
                        size_t first) {
  for (size_t i = engine->arrays->facts.count; i-- > first;) {
    const arrays_fact fact = engine->arrays->facts.at[i];
    const loop *l = &engine->loops->all[fact.loop];
    vec_each (const array_candidate, c, &l->array_candidates)
      if (!c->is_dropped && c->index)
        instantiate_loads(engine, &fact, c, root, offset);
  }
}
