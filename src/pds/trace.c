#include "pds/trace.h"

#include <assert.h>
#include <string.h>

void trace_begin(trace *t, mem *m, const pds *system, const derivation *d) {
  memset(t, 0, sizeof *t);
  t->m = m;
  t->p = system;
  t->d = d;
  t->state = d->start;
  t->rule = PDS_NONE;
  for (size_t i = d->witness.count; i-- > 0;) {
    const derivation_link *l = &d->witness.at[i];
    vec_push(m, &t->stack, d->facts.at[l->fact].symbol);
    vec_push(m, &t->pending, ((trace_item){l->fact, l->in_loop}));
  }
}

void trace_free(trace *t) {
  vec_free(t->m, &t->stack);
  vec_free(t->m, &t->pending);
}

bool trace_is_over(const trace *t) {
  return t->pending.count == 0 ||
         t->d->facts.at[vec_last(&t->pending).fact].rule == PDS_NONE;
}

/* Whether the premise of a fact belongs to the loop. */
static bool loops(const trace *t, trace_item outer, uint32_t premise) {
  const derivation *d = t->d;
  if (outer.fact < d->loop_first || outer.fact >= d->loop_end)
    return outer.in_loop;
  return premise != d->loop_inner;
}

bool trace_step(trace *t) {
  assert(!trace_is_over(t));
  trace_item item = vec_pop(&t->pending);
  assert(item.fact < t->d->facts.count);
  const derivation_fact *fact = &t->d->facts.at[item.fact];
  assert(fact->rule < t->p->rules.count);
  const pds_rule *rule = &t->p->rules.at[fact->rule];
  if (t->stack.count == 0)
    return false;
  uint32_t top = vec_pop(&t->stack);
  if (!pds_matches(rule, t->state, top))
    return false;
  for (uint32_t i = rule->length; i-- > 0;) {
    uint32_t premise = fact->premise[i];
    vec_push(t->m, &t->stack, pds_pushed(rule, i, top));
    vec_push(t->m, &t->pending,
             ((trace_item){premise, loops(t, item, premise)}));
  }
  t->state = rule->to;
  t->number++;
  t->rule = fact->rule;
  t->in_loop = item.in_loop ||
               (item.fact >= t->d->loop_first && item.fact < t->d->loop_end);
  const int64_t *w = pds_weight(t->p, fact->rule);
  for (uint32_t i = 0; i < t->p->dimension; i++)
    if (base_add_overflows(t->weight[i], w[i], &t->weight[i]))
      t->weight_overflow = true;
  return true;
}
