#include "pds/pds.h"

#include <assert.h>

void pds_add_rule(mem *m, pds *p, const pds_rule *r, const int64_t *weight) {
  assert(r->length <= 2 && r->from < pds_state_count(p));
  assert((weight != NULL) == (p->dimension > 0));
  assert(p->rules.count < PDS_ANY - 8);
  for (uint32_t i = 0; i < p->dimension; i++)
    vec_push(m, &p->weights, weight[i]);
  vec_push(m, &p->rules, *r);
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
