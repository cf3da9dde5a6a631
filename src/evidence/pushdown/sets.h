/* The two sets of a problem as a checker sees them: straight from the edges
 * that the user gave, with epsilon followed wherever it is met. Written apart
 * from automata/nfa.c on purpose. */
#ifndef EVIDENCE_SETS_H
#define EVIDENCE_SETS_H

#include "pds/pds.h"

typedef struct sets {
  mem *m;
  const pds *p;
  const paut *a;
  uint32_t controls, extras;
  uint32_t *first, *order; /* edges by source */
  uint32_t *seen, stamp;
  vec(uint32_t) closure; /* of the last state asked for */
  uint8_t *accepting;
  uint8_t *entered; /* by state: some edge over a symbol leads here */
} sets;

void sets_init(sets *v, mem *m, const pds *system, pds_side side);

/* Which state of the automaton a number of automata/nfa.h stands for. */
uint32_t sets_origin(const sets *v, uint32_t state);
/* And the number of the inner state that an edge leads to. */
uint32_t sets_inner(const sets *v, uint32_t origin);

/* Whether some word leads to the inner state, as far as one edge tells. */
bool sets_is_entered(const sets *v, uint32_t inner);

/* Follows epsilon from 'state'; the result is in 'closure', as states of the
 * automaton (control locations, then extra states). */
void sets_close(sets *v, uint32_t state);

bool sets_accepts(sets *v, uint32_t state);
/* Is there an edge from -> to over the symbol, epsilon followed before it? */
bool sets_has_edge(sets *v, uint32_t from, uint32_t symbol, uint32_t to);

/* Edges out of the closure, one symbol at a time. */
typedef bool sets_visit(void *self, uint32_t symbol, uint32_t to);
bool sets_each_edge(sets *v, sets_visit *f, void *self);

#endif
