#include "pds/pds.h"

#include <assert.h>

void pds_add_rule(mem *m, pds *system, const pds_rule *rule,
                  const int64_t *weight) {
  assert(rule->length <= 2 && rule->from < pds_state_count(system));
  assert((weight != NULL) == (system->dimension > 0));
  assert(system->rules.count < PDS_ANY - 8);
  for (uint32_t i = 0; i < system->dimension; i++)
    vec_push(m, &system->weights, weight[i]);
  vec_push(m, &system->rules, *rule);
}

#ifndef NDEBUG
void check_pds(const pds *p) {
  assert(p->weights.count == p->rules.count * p->dimension);
  assert(p->dimension <= PDS_MOST_DIMENSIONS);
  vec_each (const pds_rule, r, &p->rules) {
    assert(r->from < pds_state_count(p) && r->to < pds_state_count(p));
    assert(r->top == PDS_ANY || r->top < pds_symbol_count(p));
    assert(r->length <= 2);
    assert(r->action == PDS_NONE || r->action < names_count(&p->actions));
    for (uint32_t i = 0; i < r->length; i++)
      assert(r->push[i] == PDS_ANY ? r->top == PDS_ANY
                                   : r->push[i] < pds_symbol_count(p));
  }
}
#endif
