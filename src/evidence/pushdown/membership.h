/* Which configurations are in regular sets, by the definition of acceptance,
 * for checkers: straight from the edges that the user gave, epsilon followed
 * wherever it is met. Written apart from product/valuation.c on purpose.
 *
 * A class is a number for the states of all sets from which a stack is
 * accepted. A state is a control location, or PAUT_EXTRA plus its number. */
#ifndef EVIDENCE_MEMBERSHIP_H
#define EVIDENCE_MEMBERSHIP_H

#include "base/map.h"
#include "pds/pds.h"

typedef struct membership_set {
  const paut *automaton;
} membership_set;

typedef struct membership {
  mem *m;
  const pds *p;
  vec(membership_set) sets;
  vec(uint32_t) offset; /* by set, of its states; one more */
  uint8_t *entered;     /* by state: some edge over a symbol leads here */
  vec(uint8_t) bits;    /* by class: a byte a state */
  uint32_t count;
  map hashes;
  vec(uint32_t) first, next; /* classes of the same hash */
  map above;
  vec(uint32_t) above_class;
  vec(uint32_t) below_class; /* plus one; 0: not known yet */
} membership;

void membership_init(membership *v, mem *m, const pds *system);
/* Before anything is asked. */
void membership_add(membership *v, const paut *automaton);

/* The class of the empty stack, and that of 'symbol' on top of another. */
uint32_t membership_empty(membership *v);
uint32_t membership_above(membership *v, uint32_t below, uint32_t symbol);

/* The class without the states that no edge over a symbol enters: what matters
 * of a stack that lies below something. */
uint32_t membership_below(membership *v, uint32_t c);
/* The class of just these states, numbered as in 'bits'. */
uint32_t membership_of(membership *v, const uint32_t *states, size_t count);

static inline uint32_t membership_states(const membership *v) {
  return v->offset.count ? vec_last(&v->offset) : 0;
}
/* Whether <state, w> is in the set, where w has class 'c'. */
bool membership_has(const membership *v, uint32_t c, size_t set,
                    uint32_t state);

#endif
