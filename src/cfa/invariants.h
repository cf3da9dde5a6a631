/* What holds whenever a run is at a place: what engines find to prove a program
 * right, what witnesses tell, and what is checked again by separate code. */
#ifndef CFA_INVARIANTS_H
#define CFA_INVARIANTS_H

#include "cfa/cfa.h"

typedef enum cfa_invariant_kind {
  CFA_AT_LOCATION, /* at: location. Mostly the head of a loop */
  CFA_REQUIRES,    /* at: function. Holds whenever it is entered */
  CFA_ENSURES      /* at: function. Holds whenever it has returned, about the
                      globals and memory then, ghosts RESULT and OLD; its own
                      variables only as OLD */
} cfa_invariant_kind;

/* One conjunct. Loads in it are of live memory: where one would be invalid, the
 * invariant does not hold. */
typedef struct cfa_invariant {
  cfa_invariant_kind kind;
  uint32_t at;
  uint32_t condition; /* expression of one bit */
  uint8_t index;      /* width of its CFA_GHOST_INDEX, for all of whose values
                         it is said; 0: it has none */
} cfa_invariant;
typedef vec(cfa_invariant) cfa_invariants;

#endif
