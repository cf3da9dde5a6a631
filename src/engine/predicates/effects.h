/* What a call may change, and what pointers may lead to: without looking at
 * values, for the whole program at once. */
#ifndef PREDICATES_EFFECTS_H
#define PREDICATES_EFFECTS_H

#include "base/map.h"
#include "cfa/cfa.h"

typedef struct effects {
  const cfa *p;
  bool *is_escaped;    /* by variable: an object whose address is used other
                          than to read or write it in place */
  bool *is_reachable;  /* by function: from main */
  bool *is_assigned;   /* by variable: a scalar that some edge assigns */
  bool *changes;       /* by function, then by global: it or what it calls */
  bool *writes_wildly; /* by function: through pointers, it or what it calls */
} effects;

void effects_find(mem *m, const cfa *automaton, effects *out);

/* The functions that an edge may call, appended. */
typedef vec(uint32_t) effects_callees;
void effects_callees_of(mem *m, const cfa *automaton, const cfa_edge *edge,
                        effects_callees *out);
/* The object that a pointer is made of, CFA_NONE: not known. 'offset':
 * SIZE_MAX if it is not a constant. */
uint32_t effects_object(const cfa *automaton, uint32_t pointer,
                        uint64_t *offset);
/* May a call of the function change the object, or the global scalar? */
bool effects_may_change(const effects *x, uint32_t function, uint32_t variable);

#endif
