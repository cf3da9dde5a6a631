/* Derivations: the evidence that a final configuration can be reached.
 *
 * A fact (from, symbol, to) says that from the configuration <from, symbol>
 *   - the system reaches <to, empty stack>, if 'to' is a control location;
 *   - the system reaches some <p, w> that the final automaton reads from p to
 *     the inner state 'to', otherwise (if 'from' is inner too: the automaton
 *     reads 'symbol' from 'from' to 'to').
 * States are numbered as in automata/nfa.h for the final automaton. A fact is
 * an edge of the final automaton (rule PDS_NONE), or follows from a rule
 * (from, symbol) -> (p, w) and earlier facts that lead from p over w to 'to':
 * one for each symbol of w. The witness is a chain of facts along a word that
 * the initial automaton accepts. Runs that are exponentially long have
 * derivations of polynomial size. */
#ifndef PDS_DERIVATION_H
#define PDS_DERIVATION_H

#include "pds/pds.h"

typedef struct derivation_fact {
  uint32_t from, symbol, to;
  uint32_t rule;
  uint32_t premise[2]; /* earlier facts; PDS_NONE where there is none */
} derivation_fact;

typedef struct derivation_link {
  uint32_t fact;
  uint32_t to;  /* the state of the initial automaton behind the symbol, in
                   its own normal form; it starts in control location 'start' */
  bool in_loop; /* repeating the links of the loop gives ever better runs */
} derivation_link;

typedef struct derivation {
  vec(derivation_fact) facts;
  vec(derivation_link) witness;
  uint32_t start; /* control location */
  /* The loop of an unbounded weight: the facts loop_first .. loop_end-1 each
   * follow from the one before, the first from 'loop_inner', which says the
   * same as the last. Empty when loop_first == loop_end. */
  uint32_t loop_first, loop_end, loop_inner;
} derivation;

/* The number of steps of the run, saturating at UINT64_MAX. */
uint64_t derivation_steps(mem *m, const derivation *d);

/* The weight of the run into 'out', which has room for the problem's
 * dimension. False: it does not fit 64 bits. */
bool derivation_weight(mem *m, const pds *system, const derivation *d,
                       int64_t *out);

#endif
