/* What is said of all indices, where it was assumed: it is used for those that
 * matter. Whenever bytes are read of which nothing is known, each load of such
 * an invariant that may read the same bytes gives an equation for the index;
 * what solves it is one more index for which the invariant is assumed. Any
 * would be right, so that no solution needs to be exact. */
#include "evidence/c_proof/inside.h"

#include <assert.h>

enum { MOST_DEPTH = 10 }; /* instances that lead to others */

static void find_loads(proof_run *run, uint32_t invariant, bool *is_met) {
  assert(invariant < run->given->count);
  uint32_t operands[3];
  run->work.count = 0;
  vec_push(run->m, &run->work, run->given->at[invariant].condition);
  while (run->work.count) {
    uint32_t n = vec_pop(&run->work);
    const cfa_expression *expression = &run->p->expressions.at[n];
    if (is_met[n] || !run->has_index[n])
      continue;
    is_met[n] = true;
    if (expression->kind == CFA_LOAD)
      vec_push(run->m, &run->loads, n);
    for (size_t i = cfa_operands(expression, operands); i-- > 0;)
      vec_push(run->m, &run->work, operands[i]);
  }
}

void proof_find_indices(proof_run *run) {
  size_t count = run->p->expressions.count;
  run->has_index = mem_array(run->m, count + 1, sizeof *run->has_index);
  run->first_load =
      mem_array(run->m, run->given->count + 1, sizeof *run->first_load);
  bool *is_met = mem_array(run->m, count + 1, sizeof *is_met);
  for (uint32_t n = 0; n < count; n++) {
    const cfa_expression *expression = &run->p->expressions.at[n];
    uint32_t operands[3];
    run->has_index[n] =
        expression->kind == CFA_GHOST && expression->value == CFA_GHOST_INDEX;
    for (size_t i = cfa_operands(expression, operands); i-- > 0;)
      run->has_index[n] = run->has_index[n] || run->has_index[operands[i]];
  }
  for (uint32_t i = 0; i < run->given->count; i++) {
    if (run->given->at[i].index) {
      memset(is_met, 0, count * sizeof *is_met);
      find_loads(run, i, is_met);
    }
    run->first_load[i + 1] = (uint32_t)run->loads.count;
  }
  mem_free(run->m, is_met);
}

/* x / by, without a division where it is plain. */
static proof_term divide(proof_run *run, proof_term x, uint64_t by) {
  proof_terms *terms = &run->terms;
  const proof_node n = *proof_at(terms, x);
  unsigned low = 0;
  uint64_t more;
  while (low < 63 && UINT64_C(1) << low < by)
    low++;
  bool is_power = UINT64_C(1) << low == by;
  bool by_number =
      n.kind == PROOF_APPLY && n.b && proof_is_constant(terms, n.b);
  uint64_t b = by_number ? proof_at(terms, n.b)->value : 0;
  if (by_number && ((n.op == BITS_MUL && b == by) ||
                    (n.op == BITS_SHL && is_power && b == low)))
    return n.a;
  proof_term rest = proof_split(terms, x, &more);
  int64_t added = bits_signed(more, n.width);
  if (by_number && rest != x && by && by <= INT32_MAX &&
      added % (int64_t)by == 0) {
    const proof_node *m = proof_at(terms, rest);
    bool is_plain = m->kind == PROOF_APPLY && m->b &&
                    proof_is_constant(terms, m->b) &&
                    (m->op == BITS_MUL || m->op == BITS_SHL);
    if (is_plain)
      return proof_apply(
          terms, BITS_ADD, n.width, divide(run, rest, by),
          proof_constant(terms, n.width, (uint64_t)(added / (int64_t)by)), 0);
  }
  return is_power ? proof_apply(terms, BITS_LSHR, n.width, x,
                                proof_constant(terms, n.width, low), 0)
                  : proof_apply(terms, BITS_UDIV, n.width, x,
                                proof_constant(terms, n.width, by), 0);
}

/* One operator less around the index: what is its operand, if the result is
 * 'is'? 0: nobody knows. */
static proof_term undo(proof_run *run, const cfa_expression *expression,
                       bool in_a, proof_term is) {
  proof_terms *terms = &run->terms;
  proof_value value;
  if (!proof_evaluate(run, in_a ? expression->b : expression->a, &value) ||
      value.object)
    return 0;
  proof_term other = proof_term_of(run, value, expression->width);
  switch (expression->op) {
  case BITS_ADD:
    return proof_apply(terms, BITS_SUB, expression->width, is, other, 0);
  case BITS_SUB:
    return in_a ? proof_apply(terms, BITS_ADD, expression->width, is, other, 0)
                : proof_apply(terms, BITS_SUB, expression->width, other, is, 0);
  case BITS_MUL:
    return value.term || !value.bits ? 0 : divide(run, is, value.bits);
  case BITS_SHL:
    return value.term || !in_a || value.bits >= expression->width
               ? 0
               : divide(run, is, UINT64_C(1) << value.bits);
  default:
    return 0;
  }
}

static proof_term solve(proof_run *run, uint32_t expression, proof_term is) {
  while (is) {
    const cfa_expression *x = &run->p->expressions.at[expression];
    if (x->kind == CFA_GHOST)
      return is;
    if (x->kind != CFA_APPLY)
      return 0;
    bool in_a = run->has_index[x->a];
    if (x->op == BITS_SEXT || x->op == BITS_ZEXT || x->op == BITS_TRUNC) {
      is = proof_resize(&run->terms, run->p->expressions.at[x->a].width, is);
    } else {
      if (bits_operands(x->op) != 2 || in_a == run->has_index[x->b])
        return 0;
      is = undo(run, x, in_a, is);
    }
    expression = in_a ? x->a : x->b;
  }
  return 0;
}

/* The index for which the load reads at that place; 0: it does not. */
static proof_term index_for(proof_run *run, uint32_t load,
                            const proof_asked *asked) {
  assert(load < run->p->expressions.count);
  proof_terms *terms = &run->terms;
  unsigned wide = run->p->pointer_bits;
  uint32_t pointer = run->p->expressions.at[load].a, with = CFA_NONE;
  proof_value at = asked->at, value;
  at.object = 0;
  proof_term is = proof_term_of(run, at, wide);
  while (run->p->expressions.at[pointer].kind == CFA_OFFSET) {
    const cfa_expression *expression = &run->p->expressions.at[pointer];
    if (run->has_index[expression->b]) {
      if (with != CFA_NONE)
        return 0;
      with = expression->b;
    } else {
      if (!proof_evaluate(run, expression->b, &value) || value.object)
        return 0;
      is = proof_apply(terms, BITS_SUB, wide, is,
                       proof_term_of(run, value, wide), 0);
    }
    pointer = expression->a;
  }
  if (with == CFA_NONE || run->has_index[pointer] ||
      !proof_evaluate(run, pointer, &value) || !value.object ||
      run->now.objects.at[value.object].content->base != asked->base)
    return 0;
  value.object = 0;
  is = proof_apply(terms, BITS_SUB, wide, is, proof_term_of(run, value, wide),
                   0);
  return solve(run, with, is);
}

static bool is_new(proof_run *run, const proof_state *here, uint32_t fact,
                   proof_term index) {
  vec_each (const proof_instance, instance, &here->instances)
    if (instance->fact == fact && instance->index == index)
      return false;
  vec_each (const proof_instance, instance, &run->now.instances)
    if (instance->fact == fact && instance->index == index)
      return false;
  return true;
}

/* The condition of a fact for whatever its loads say about that place. */
static void instantiate(proof_run *run, const proof_state *here, uint32_t fact,
                        const proof_asked *asked, proof_term *all) {
  assert(fact < here->facts.count);
  uint32_t n = here->facts.at[fact].invariant;
  for (uint32_t i = run->first_load[n]; i < run->first_load[n + 1]; i++) {
    proof_term t;
    run->ghosts.has_index = false;
    proof_begin_values(run);
    proof_term index = index_for(run, run->loads.at[i], asked);
    if (!index || !is_new(run, here, fact, index))
      continue;
    proof_instance done = {fact, index};
    vec_push(run->m, &run->now.instances, done);
    run->ghosts.index = proof_value_of(run, index);
    run->ghosts.has_index = true;
    if (proof_known_condition(run, n, &t))
      *all = proof_and(&run->terms, *all, t);
  }
}

/* Those of facts that were assumed in one state, in a copy of it: what is seen
 * of bases there, is seen here. */
static uint32_t go_then(proof_run *run, uint32_t fact, const proof_asked *asked,
                        proof_term *all) {
  proof_state here = run->now;
  proof_ghosts ghosts = run->ghosts;
  const proof_state *then = here.facts.at[fact].then;
  proof_state_copy(run, then, &run->now);
  vec_free(run->m, &run->now.seen);
  memcpy(&run->now.seen, &here.seen, sizeof here.seen);
  run->now.instances.count = 0;
  for (; fact < here.facts.count && here.facts.at[fact].then == then; fact++) {
    run->ghosts = here.facts.at[fact].ghosts;
    instantiate(run, &here, fact, asked, all);
  }
  run->ghosts = ghosts;
  memcpy(&here.seen, &run->now.seen, sizeof here.seen);
  memset(&run->now.seen, 0, sizeof run->now.seen);
  vec_each (const proof_instance, instance, &run->now.instances)
    vec_push(run->m, &here.instances, *instance);
  proof_state_clear(run, &run->now);
  run->now = here;
  return fact;
}

/* What was asked on the way is asked one level deeper. */
static bool answer(proof_run *run, proof_asked asked, proof_term *all) {
  size_t before = run->asked.count;
  if (asked.depth >= MOST_DEPTH)
    return true;
  for (uint32_t fact = 0; fact < run->now.facts.count;)
    fact = go_then(run, fact, &asked, all);
  for (size_t i = before; i < run->asked.count; i++)
    run->asked.at[i].depth = asked.depth + 1;
  return !run->is_over;
}

bool proof_instantiate(proof_run *run) {
  proof_term all = proof_constant(&run->terms, 1, 1);
  bool goes_on = true;
  if (!run->asked.count || run->instantiates)
    return true;
  /* Another evaluation, inside of one. */
  proof_run saved = *run;
  memset(&run->values, 0, sizeof run->values);
  memset(&run->stamps, 0, sizeof run->stamps);
  memset(&run->work, 0, sizeof run->work);
  run->stamp = 0;
  run->instantiates = true;
  run->wild = 0;
  run->mode = PROOF_CLAIMING;
  for (size_t i = 0; i < run->asked.count && goes_on; i++)
    goes_on = answer(run, run->asked.at[i], &all);
  run->asked.count = 0;
  vec_free(run->m, &run->values);
  vec_free(run->m, &run->stamps);
  vec_free(run->m, &run->work);
  memcpy(&run->values, &saved.values, sizeof run->values);
  memcpy(&run->stamps, &saved.stamps, sizeof run->stamps);
  memcpy(&run->work, &saved.work, sizeof run->work);
  run->stamp = saved.stamp;
  run->expression = saved.expression;
  run->cannot_say = saved.cannot_say;
  run->wild = saved.wild;
  run->was_wild = saved.was_wild;
  run->instantiates = false;
  /* If the solver does not know, all is over: that is no end of a path. */
  run->mode = PROOF_RUNNING;
  goes_on = goes_on && proof_assume(run, all);
  run->mode = saved.mode;
  run->is_refuted = !goes_on && !run->is_over;
  return goes_on;
}
