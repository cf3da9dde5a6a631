/* Candidates that read memory, at loop heads: checked for an index that is an
 * input, and kept to be assumed wherever the memory is read. */
#include "engine/panda/arrays/arrays.h"

#include <assert.h>

enum { WIDTHS = 65, MOST_NODES = 64 };

static void drop(loops *x, array_candidate *c) {
  c->is_dropped = true;
  x->was_dropped = true;
}

static term new_index(concolic *k, unsigned width) {
  cfa_input what = {
      .kind = CFA_INPUT_UNDEFINED, .name = CFA_NONE, .width = (uint8_t)width};
  return concolic_input(k, &what).term;
}

/* The index of the candidate: one for all of its width. */
static term index_of(concolic *k, const array_candidate *c, term *indices) {
  if (c->index && !indices[c->index])
    indices[c->index] = new_index(k, c->index);
  return c->index ? indices[c->index] : TERM_NONE;
}

static term condition_now(concolic *k, const array_candidate *c,
                          term *indices) {
  arrays_scope s = {.index = index_of(k, c, indices)};
  return arrays_condition(k, &s, c);
}

/* Each for itself, where the solver does not know about all of them. */
static void keep_one_by_one(concolic *k, loops *x, loop *l, term *indices) {
  vec_each (array_candidate, c, &l->array_candidates) {
    if (c->is_dropped)
      continue;
    term t = condition_now(k, c, indices);
    if (t == TERM_NONE ||
        (!terms_is_constant(k->terms, t) &&
         concolic_ask(k, terms_not(k->terms, t)) != SMT_UNSAT))
      drop(x, c);
  }
}

bool arrays_keep_what_holds(concolic *k, loops *x, loop *l) {
  term indices[WIDTHS] = {TERM_NONE};
  for (;;) {
    term all = terms_constant(k->terms, 1, 1);
    /* Reading makes inputs, and instances change them: first all of it. */
    vec_each (array_candidate, c, &l->array_candidates)
      if (!c->is_dropped && condition_now(k, c, indices) == TERM_NONE)
        drop(x, c);
    if (!arrays_assume_pending(k))
      return false;
    vec_each (array_candidate, c, &l->array_candidates) {
      if (c->is_dropped)
        continue;
      term t = condition_now(k, c, indices);
      if (t == TERM_NONE || !terms_value(k->terms, t))
        drop(x, c);
      else
        all = terms_and(k->terms, all, t);
    }
    k->arrays->pending = TERM_NONE;
    if (terms_is_constant(k->terms, all))
      return true;
    switch (concolic_ask(k, terms_not(k->terms, all))) {
    case SMT_UNSAT:
      return true;
    case SMT_UNKNOWN:
      keep_one_by_one(k, x, l, indices);
      return true;
    case SMT_SAT: /* some are false now, and are dropped next time around */
      concolic_take_model(k);
    }
  }
}

static void see(concolic *k, arrays_fact *f, arrays_what what, uint32_t number,
                value v) {
  for (size_t i = f->first; i < f->first + f->count; i++)
    if (k->arrays->seen.at[i].what == what &&
        k->arrays->seen.at[i].number == number)
      return;
  arrays_seen s = {what, number, v};
  vec_push(k->m, &k->arrays->seen, s);
  f->count++;
}

static void see_object(concolic *k, arrays_fact *f, value p, unsigned bytes) {
  if (!p.object)
    return;
  const object *o = &k->objects.at[p.object];
  if (!o->is_alive || o->kind == OBJECT_FUNCTION || o->kind == OBJECT_ARGUMENT)
    return;
  arrays_scope now = {.fact = NULL};
  uint32_t head = arrays_head_of(k, &now, p.object, bytes);
  if (head)
    see(k, f, ARRAYS_HEAD, p.object, (value){0, TERM_NONE, head});
}

/* The variables of an expression, and what they point to. 'bytes': how memory
 * behind a pointer is read. */
static void see_all(concolic *k, arrays_fact *f, uint32_t x, unsigned bytes,
                    int depth) {
  assert(x < k->p->expressions.count);
  const cfa_expression *e = &k->p->expressions.at[x];
  arrays_scope now = {.may_make_input = true};
  uint32_t operands[3];
  value v;
  if (depth > MOST_NODES)
    return;
  if (e->kind == CFA_VARIABLE && arrays_scalar(k, &now, e->a, &v)) {
    see(k, f, ARRAYS_SCALAR, e->a, v);
    if (k->p->variables.at[e->a].is_pointer)
      see_object(k, f, v, bytes);
  }
  if (e->kind == CFA_ADDRESS && arrays_address(k, &now, e->a, &v)) {
    see(k, f, ARRAYS_ADDRESS, e->a, v);
    see_object(k, f, v, bytes);
  }
  if (e->kind == CFA_LOAD)
    bytes = (e->width + 7U) / 8;
  size_t n = cfa_operands(e, operands);
  for (size_t i = 0; i < n; i++)
    see_all(k, f, operands[i], bytes, depth + 1);
}

bool arrays_assume(concolic *k, loops *x, uint32_t number) {
  const loop *l = &x->all[number];
  arrays_fact f = {.loop = number, .first = k->arrays->seen.count};
  term all = terms_constant(k->terms, 1, 1);
  vec_each (const array_candidate, c, &l->array_candidates)
    if (!c->is_dropped)
      see_all(k, &f, c->condition, 1, 0);
  if (f.count)
    vec_push(k->m, &k->arrays->facts, f);
  vec_each (const array_candidate, c, &l->array_candidates) {
    arrays_scope now = {.may_make_input = true};
    if (c->is_dropped || c->index)
      continue;
    term t = arrays_condition(k, &now, c);
    if (t != TERM_NONE)
      all = terms_and(k->terms, all, t);
  }
  return arrays_assume_pending(k) && concolic_assume(k, all);
}

static bool has_index(const cfa *p, uint32_t x, int depth) {
  assert(x < p->expressions.count);
  const cfa_expression *e = &p->expressions.at[x];
  uint32_t operands[3];
  if (e->kind == CFA_GHOST)
    return true;
  size_t n = depth > MOST_NODES ? 0 : cfa_operands(e, operands);
  for (size_t i = 0; i < n; i++)
    if (has_index(p, operands[i], depth + 1))
      return true;
  return false;
}

static term plus(concolic *k, bits_op op, unsigned w, term a, term b) {
  return terms_apply(k->terms, op, w, a, b, TERM_NONE);
}

/* r / c, exact where r is plainly a multiple. */
static term divide(concolic *k, unsigned w, term r, uint64_t c) {
  const term_node n = *terms_at(k->terms, r);
  if (c == 0 || n.kind == TERM_CONSTANT)
    return terms_constant(k->terms, w, c ? n.value / c : 0);
  if (n.kind == TERM_APPLY && n.b && terms_is_constant(k->terms, n.b)) {
    uint64_t b = terms_at(k->terms, n.b)->value;
    if (n.op == BITS_MUL && b == c)
      return n.a;
    if (n.op == BITS_SHL && b < 64 && UINT64_C(1) << b == c)
      return n.a;
    if (n.op == BITS_ADD && (uint64_t)bits_signed(b, w) % c == 0)
      return plus(k, BITS_ADD, w, divide(k, w, n.a, c),
                  terms_constant(
                      k->terms, w,
                      bits_cut((uint64_t)(bits_signed(b, w) / (int64_t)c), w)));
  }
  return plus(k, BITS_UDIV, w, r, terms_constant(k->terms, w, c));
}

/* For which index is the expression r? A guess will do. */
static term solve(concolic *k, arrays_scope *s, uint32_t x, term r, int depth) {
  assert(x < k->p->expressions.count);
  const cfa_expression e = k->p->expressions.at[x];
  if (depth > MOST_NODES)
    return TERM_NONE;
  if (e.kind == CFA_GHOST)
    return r;
  if (e.kind != CFA_APPLY)
    return TERM_NONE;
  const cfa_expression *a = &k->p->expressions.at[e.a];
  if (e.op == BITS_SEXT || e.op == BITS_ZEXT)
    return solve(k, s, e.a, terms_extract(k->terms, 0, a->width, r), depth + 1);
  if (e.op == BITS_TRUNC)
    return solve(
        k, s, e.a,
        terms_apply(k->terms, BITS_ZEXT, a->width, r, TERM_NONE, TERM_NONE),
        depth + 1);
  bool in_a = has_index(k->p, e.a, 0);
  if (e.b == CFA_NONE || in_a == has_index(k->p, e.b, 0))
    return TERM_NONE;
  value v;
  if (!arrays_evaluate(k, s, in_a ? e.b : e.a, 0, &v) || v.object)
    return TERM_NONE;
  term other = concolic_term(k, v, e.width);
  uint32_t side = in_a ? e.a : e.b;
  if (e.op == BITS_ADD || (e.op == BITS_SUB && in_a))
    return solve(
        k, s, side,
        plus(k, e.op == BITS_ADD ? BITS_SUB : BITS_ADD, e.width, r, other),
        depth + 1);
  if (e.op == BITS_SUB)
    return solve(k, s, side, plus(k, BITS_SUB, e.width, other, r), depth + 1);
  if (v.term)
    return TERM_NONE;
  if (e.op == BITS_MUL)
    return solve(k, s, side, divide(k, e.width, r, v.bits), depth + 1);
  if (e.op == BITS_SHL && in_a && v.bits < 64)
    return solve(k, s, side, divide(k, e.width, r, UINT64_C(1) << v.bits),
                 depth + 1);
  return TERM_NONE;
}

/* The index for which the pointer leads into the root at that offset. */
static term index_for(concolic *k, arrays_scope *s, uint32_t pointer,
                      uint32_t root, term offset) {
  assert(pointer < k->p->expressions.count);
  unsigned w = k->p->pointer_bits;
  uint32_t with = CFA_NONE;
  value v;
  while (k->p->expressions.at[pointer].kind == CFA_OFFSET) {
    const cfa_expression e = k->p->expressions.at[pointer];
    if (!has_index(k->p, e.b, 0)) {
      if (!arrays_evaluate(k, s, e.b, 0, &v) || v.object)
        return TERM_NONE;
      offset = plus(k, BITS_SUB, w, offset, concolic_term(k, v, w));
    } else if (with != CFA_NONE) {
      return TERM_NONE;
    } else {
      with = e.b;
    }
    pointer = e.a;
  }
  if (with == CFA_NONE || has_index(k->p, pointer, 0) ||
      !arrays_evaluate(k, s, pointer, 0, &v) || !v.object)
    return TERM_NONE;
  uint32_t head = arrays_head_of(k, s, v.object, 1);
  if (!head || k->arrays->nodes.at[head].root != root)
    return TERM_NONE;
  v.object = 0;
  offset = plus(k, BITS_SUB, w, offset, concolic_term(k, v, w));
  return solve(k, s, with, offset, 0);
}

static void instantiate(concolic *k, const arrays_fact *f,
                        const array_candidate *c, term index) {
  arrays_scope s = {.fact = f, .index = index};
  term t = arrays_condition(k, &s, c);
  if (t == TERM_NONE)
    return;
  arrays *a = k->arrays;
  a->pending = a->pending ? terms_and(k->terms, a->pending, t) : t;
}

/* All loads of the candidate. */
static void instantiate_loads(concolic *k, const arrays_fact *f,
                              const array_candidate *c, uint32_t root,
                              term offset) {
  uint32_t work[MOST_NODES], operands[3];
  term done[4] = {TERM_NONE};
  size_t n = 0, nodes = 0, count = 0;
  work[n++] = c->body;
  while (n && nodes++ < MOST_NODES) {
    const cfa_expression e = k->p->expressions.at[work[--n]];
    if (e.kind == CFA_LOAD && count < 4) {
      arrays_scope s = {.fact = f};
      term index = index_for(k, &s, e.a, root, offset);
      bool is_new = index != TERM_NONE;
      for (size_t i = 0; i < count; i++)
        is_new = is_new && done[i] != index;
      if (is_new) {
        done[count++] = index;
        instantiate(k, f, c, index);
      }
    }
    size_t m = cfa_operands(&e, operands);
    for (size_t i = 0; i < m && n < MOST_NODES; i++)
      work[n++] = operands[i];
  }
}

void arrays_instantiate(concolic *k, uint32_t root, term offset, size_t first) {
  for (size_t i = k->arrays->facts.count; i-- > first;) {
    const arrays_fact f = k->arrays->facts.at[i];
    const loop *l = &k->loops->all[f.loop];
    vec_each (const array_candidate, c, &l->array_candidates)
      if (!c->is_dropped && c->index)
        instantiate_loads(k, &f, c, root, offset);
  }
}
