/* What is said of all indices, where it was assumed: it is used for those that
 * matter. Whenever bytes are read of which nothing is known, each load of such
 * an invariant that may read the same bytes gives an equation for the index;
 * what solves it is one more index for which the invariant is assumed. Any
 * would be right, so that no solution needs to be exact. */
#include "evidence/c_proof/inside.h"

#include <assert.h>

enum { MOST_DEPTH = 10 }; /* instances that lead to others */

static void find_loads(proof_run *r, uint32_t invariant, bool *is_met) {
  assert(invariant < r->given->count);
  uint32_t operands[3];
  r->work.count = 0;
  vec_push(r->m, &r->work, r->given->at[invariant].condition);
  while (r->work.count) {
    uint32_t n = vec_pop(&r->work);
    const cfa_expression *x = &r->p->expressions.at[n];
    if (is_met[n] || !r->has_index[n])
      continue;
    is_met[n] = true;
    if (x->kind == CFA_LOAD)
      vec_push(r->m, &r->loads, n);
    for (size_t i = cfa_operands(x, operands); i-- > 0;)
      vec_push(r->m, &r->work, operands[i]);
  }
}

void proof_find_indices(proof_run *r) {
  size_t count = r->p->expressions.count;
  r->has_index = mem_array(r->m, count + 1, sizeof *r->has_index);
  r->first_load = mem_array(r->m, r->given->count + 1, sizeof *r->first_load);
  bool *is_met = mem_array(r->m, count + 1, sizeof *is_met);
  for (uint32_t n = 0; n < count; n++) {
    const cfa_expression *x = &r->p->expressions.at[n];
    uint32_t operands[3];
    r->has_index[n] = x->kind == CFA_GHOST && x->value == CFA_GHOST_INDEX;
    for (size_t i = cfa_operands(x, operands); i-- > 0;)
      r->has_index[n] = r->has_index[n] || r->has_index[operands[i]];
  }
  for (uint32_t i = 0; i < r->given->count; i++) {
    if (r->given->at[i].index) {
      memset(is_met, 0, count * sizeof *is_met);
      find_loads(r, i, is_met);
    }
    r->first_load[i + 1] = (uint32_t)r->loads.count;
  }
  mem_free(r->m, is_met);
}

/* x / by, without a division where it is plain. */
static proof_term divide(proof_run *r, proof_term x, uint64_t by) {
  proof_terms *t = &r->terms;
  const proof_node n = *proof_at(t, x);
  unsigned low = 0;
  uint64_t more;
  while (low < 63 && UINT64_C(1) << low < by)
    low++;
  bool is_power = UINT64_C(1) << low == by;
  bool by_number = n.kind == PROOF_APPLY && n.b && proof_is_constant(t, n.b);
  uint64_t b = by_number ? proof_at(t, n.b)->value : 0;
  if (by_number && ((n.op == BITS_MUL && b == by) ||
                    (n.op == BITS_SHL && is_power && b == low)))
    return n.a;
  proof_term rest = proof_split(t, x, &more);
  int64_t added = bits_signed(more, n.width);
  if (by_number && rest != x && by && by <= INT32_MAX &&
      added % (int64_t)by == 0) {
    const proof_node *m = proof_at(t, rest);
    bool is_plain = m->kind == PROOF_APPLY && m->b &&
                    proof_is_constant(t, m->b) &&
                    (m->op == BITS_MUL || m->op == BITS_SHL);
    if (is_plain)
      return proof_apply(
          t, BITS_ADD, n.width, divide(r, rest, by),
          proof_constant(t, n.width, (uint64_t)(added / (int64_t)by)), 0);
  }
  return is_power ? proof_apply(t, BITS_LSHR, n.width, x,
                                proof_constant(t, n.width, low), 0)
                  : proof_apply(t, BITS_UDIV, n.width, x,
                                proof_constant(t, n.width, by), 0);
}

/* One operator less around the index: what is its operand, if the result is
 * 'is'? 0: nobody knows. */
static proof_term undo(proof_run *r, const cfa_expression *x, bool in_a,
                       proof_term is) {
  proof_terms *t = &r->terms;
  proof_value v;
  if (!proof_evaluate(r, in_a ? x->b : x->a, &v) || v.object)
    return 0;
  proof_term other = proof_term_of(r, v, x->width);
  switch (x->op) {
  case BITS_ADD:
    return proof_apply(t, BITS_SUB, x->width, is, other, 0);
  case BITS_SUB:
    return in_a ? proof_apply(t, BITS_ADD, x->width, is, other, 0)
                : proof_apply(t, BITS_SUB, x->width, other, is, 0);
  case BITS_MUL:
    return v.term || !v.bits ? 0 : divide(r, is, v.bits);
  case BITS_SHL:
    return v.term || !in_a || v.bits >= x->width
               ? 0
               : divide(r, is, UINT64_C(1) << v.bits);
  default:
    return 0;
  }
}

static proof_term solve(proof_run *r, uint32_t expression, proof_term is) {
  while (is) {
    const cfa_expression *x = &r->p->expressions.at[expression];
    if (x->kind == CFA_GHOST)
      return is;
    if (x->kind != CFA_APPLY)
      return 0;
    bool in_a = r->has_index[x->a];
    if (x->op == BITS_SEXT || x->op == BITS_ZEXT || x->op == BITS_TRUNC) {
      is = proof_resize(&r->terms, r->p->expressions.at[x->a].width, is);
    } else {
      if (bits_operands(x->op) != 2 || in_a == r->has_index[x->b])
        return 0;
      is = undo(r, x, in_a, is);
    }
    expression = in_a ? x->a : x->b;
  }
  return 0;
}

/* The index for which the load reads at that place; 0: it does not. */
static proof_term index_for(proof_run *r, uint32_t load,
                            const proof_asked *asked) {
  assert(load < r->p->expressions.count);
  proof_terms *t = &r->terms;
  unsigned wide = r->p->pointer_bits;
  uint32_t pointer = r->p->expressions.at[load].a, with = CFA_NONE;
  proof_value at = asked->at, v;
  at.object = 0;
  proof_term is = proof_term_of(r, at, wide);
  while (r->p->expressions.at[pointer].kind == CFA_OFFSET) {
    const cfa_expression *x = &r->p->expressions.at[pointer];
    if (r->has_index[x->b]) {
      if (with != CFA_NONE)
        return 0;
      with = x->b;
    } else {
      if (!proof_evaluate(r, x->b, &v) || v.object)
        return 0;
      is = proof_apply(t, BITS_SUB, wide, is, proof_term_of(r, v, wide), 0);
    }
    pointer = x->a;
  }
  if (with == CFA_NONE || r->has_index[pointer] ||
      !proof_evaluate(r, pointer, &v) || !v.object ||
      r->now.objects.at[v.object].content->base != asked->base)
    return 0;
  v.object = 0;
  is = proof_apply(t, BITS_SUB, wide, is, proof_term_of(r, v, wide), 0);
  return solve(r, with, is);
}

static bool is_new(proof_run *r, const proof_state *here, uint32_t fact,
                   proof_term index) {
  vec_each (const proof_instance, i, &here->instances)
    if (i->fact == fact && i->index == index)
      return false;
  vec_each (const proof_instance, i, &r->now.instances)
    if (i->fact == fact && i->index == index)
      return false;
  return true;
}

/* The condition of a fact for whatever its loads say about that place. */
static void instantiate(proof_run *r, const proof_state *here, uint32_t fact,
                        const proof_asked *asked, proof_term *all) {
  assert(fact < here->facts.count);
  uint32_t n = here->facts.at[fact].invariant;
  for (uint32_t i = r->first_load[n]; i < r->first_load[n + 1]; i++) {
    proof_term t;
    r->ghosts.has_index = false;
    proof_begin_values(r);
    proof_term index = index_for(r, r->loads.at[i], asked);
    if (!index || !is_new(r, here, fact, index))
      continue;
    proof_instance done = {fact, index};
    vec_push(r->m, &r->now.instances, done);
    r->ghosts.index = proof_value_of(r, index);
    r->ghosts.has_index = true;
    if (proof_known_condition(r, n, &t))
      *all = proof_and(&r->terms, *all, t);
  }
}

/* Those of facts that were assumed in one state, in a copy of it: what is seen
 * of bases there, is seen here. */
static uint32_t go_then(proof_run *r, uint32_t fact, const proof_asked *asked,
                        proof_term *all) {
  proof_state here = r->now;
  proof_ghosts ghosts = r->ghosts;
  const proof_state *then = here.facts.at[fact].then;
  proof_state_copy(r, then, &r->now);
  vec_free(r->m, &r->now.seen);
  memcpy(&r->now.seen, &here.seen, sizeof here.seen);
  r->now.instances.count = 0;
  for (; fact < here.facts.count && here.facts.at[fact].then == then; fact++) {
    r->ghosts = here.facts.at[fact].ghosts;
    instantiate(r, &here, fact, asked, all);
  }
  r->ghosts = ghosts;
  memcpy(&here.seen, &r->now.seen, sizeof here.seen);
  memset(&r->now.seen, 0, sizeof r->now.seen);
  vec_each (const proof_instance, i, &r->now.instances)
    vec_push(r->m, &here.instances, *i);
  proof_state_clear(r, &r->now);
  r->now = here;
  return fact;
}

/* What was asked on the way is asked one level deeper. */
static bool answer(proof_run *r, proof_asked asked, proof_term *all) {
  size_t before = r->asked.count;
  if (asked.depth >= MOST_DEPTH)
    return true;
  for (uint32_t fact = 0; fact < r->now.facts.count;)
    fact = go_then(r, fact, &asked, all);
  for (size_t i = before; i < r->asked.count; i++)
    r->asked.at[i].depth = asked.depth + 1;
  return !r->is_over;
}

bool proof_instantiate(proof_run *r) {
  proof_term all = proof_constant(&r->terms, 1, 1);
  bool goes_on = true;
  if (!r->asked.count || r->instantiates)
    return true;
  /* Another evaluation, inside of one. */
  proof_run saved = *r;
  memset(&r->values, 0, sizeof r->values);
  memset(&r->stamps, 0, sizeof r->stamps);
  memset(&r->work, 0, sizeof r->work);
  r->stamp = 0;
  r->instantiates = true;
  r->wild = 0;
  r->mode = PROOF_CLAIMING;
  for (size_t i = 0; i < r->asked.count && goes_on; i++)
    goes_on = answer(r, r->asked.at[i], &all);
  r->asked.count = 0;
  vec_free(r->m, &r->values);
  vec_free(r->m, &r->stamps);
  vec_free(r->m, &r->work);
  memcpy(&r->values, &saved.values, sizeof r->values);
  memcpy(&r->stamps, &saved.stamps, sizeof r->stamps);
  memcpy(&r->work, &saved.work, sizeof r->work);
  r->stamp = saved.stamp;
  r->expression = saved.expression;
  r->cannot_say = saved.cannot_say;
  r->wild = saved.wild;
  r->was_wild = saved.was_wild;
  r->instantiates = false;
  /* If the solver does not know, all is over: that is no end of a path. */
  r->mode = PROOF_RUNNING;
  goes_on = goes_on && proof_assume(r, all);
  r->mode = saved.mode;
  r->is_refuted = !goes_on && !r->is_over;
  return goes_on;
}
