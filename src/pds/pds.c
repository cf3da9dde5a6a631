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
