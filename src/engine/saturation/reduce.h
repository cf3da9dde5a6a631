/* What can be left out before saturation: rules whose head can never be on
 * top, and edges of the final set over symbols that can never be on the stack.
 *
 * The abstraction: a head (p, g) can be on top if it is listed, or if p may be
 * entered by a pop and g may lie below the top. It over-approximates; linear
 * in the rules and the edges of the initial set. */
#ifndef ENGINE_SATURATION_REDUCE_H
#define ENGINE_SATURATION_REDUCE_H

#include "automata/nfa.h"
#include "base/map.h"
#include "base/progress.h"
#include "pds/pds.h"

typedef struct reduction {
  map heads;        /* (state, symbol) */
  uint8_t *popped;  /* by state: a pop may lead here */
  uint8_t *below;   /* by symbol: may lie below the top */
  uint8_t *present; /* by symbol: may be on the stack at all */
  uint8_t *active;  /* by rule */
  uint32_t rules;   /* how many are active */
} reduction;

void reduce(mem *m, progress *clock, const pds *system, const nfa *initial,
            reduction *out);

/* Drops edges over symbols that are never there, then the states that no
 * longer lead from a control location to acceptance. */
void reduce_final(mem *m, const reduction *r, nfa *final);

#endif
