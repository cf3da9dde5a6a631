/* Adds the named sets that cfa_pds.h lists, when all symbols are known. */
#ifndef PRODUCT_CFA_PDS_SETS_H
#define PRODUCT_CFA_PDS_SETS_H

#include "product/cfa_pds.h"

/* 'symbol' is by location; CFA_NONE: it has none. */
void cfa_flow_add_sets(mem *m, const cfa *automaton, const uint32_t *symbol,
                       cfa_flow *out);

#endif
