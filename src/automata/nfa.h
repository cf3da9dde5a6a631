/* The normal form of a P-automaton: no epsilon, one symbol an edge, and no
 * edge into a control location.
 *
 * States are numbered: the control locations 0 .. controls-1, where reading
 * starts; then the extra states; then copies of the control locations, which
 * take the edges that entered the originals. The last two kinds are 'inner'.
 * Invariant: edges[].to is inner; the edges are sorted by 'from'. */
#ifndef AUTOMATA_NFA_H
#define AUTOMATA_NFA_H

#include "automata/paut.h"

typedef struct nfa_edge {
  uint32_t from, symbol, to;
} nfa_edge;

typedef struct nfa {
  uint32_t controls, extras, symbols;
  vec(nfa_edge) edges;
  uint8_t *accepting; /* by state */
} nfa;

/* The number of the inner state that stands for a state of a 'paut'. */
static inline uint32_t nfa_inner(uint32_t controls, uint32_t extras,
                                 uint32_t state) {
  return state >= PAUT_EXTRA ? controls + (state - PAUT_EXTRA)
                             : controls + extras + state;
}

static inline uint32_t nfa_state_count(const nfa *n) {
  return 2 * n->controls + n->extras;
}

/* Linear in the edges over single symbols; a state with epsilon edges costs
 * its closure, a label set one edge a symbol. */
void nfa_normalise(mem *m, nfa *out, const paut *automaton, uint32_t controls,
                   uint32_t symbols);
void nfa_free(mem *m, nfa *n);
/* Asserts the invariant. */
void check_nfa(const nfa *n);

#endif
