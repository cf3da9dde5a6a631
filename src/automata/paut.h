/* P-automata: regular sets of configurations of a pushdown system, as users
 * give them (Bouajjani, Esparza, Maler 1997).
 *
 * A state is a control location of the system (its number) or an extra state
 * (PAUT_EXTRA + k). A configuration <p, w> belongs to the set if the automaton
 * reads w, top first, from p to an accepting state. Anything goes here: edges
 * into control locations, epsilon, label sets whose complement is only known
 * when the last symbol has been mentioned. automata/nfa.h has the normal form
 * that engines work on. */
#ifndef AUTOMATA_PAUT_H
#define AUTOMATA_PAUT_H

#include "base/names.h"

#include <stdbool.h>

#define PAUT_EXTRA UINT32_C(0x80000000)

/* Labels of edges: a symbol, nothing, or PAUT_SET + the number of a set. */
#define PAUT_EPSILON UINT32_MAX
#define PAUT_SET UINT32_C(0x80000000)

typedef struct paut_edge {
  uint32_t from, label, to;
} paut_edge;

/* The listed symbols, or all others. "Any symbol" is all but none. */
typedef struct paut_set {
  bool negated;
  uint32_t first, count; /* in 'set_symbols' */
} paut_set;

typedef struct paut {
  vec(paut_edge) edges;
  vec(uint32_t) accepting; /* states; repetitions are harmless */
  vec(paut_set) sets;
  vec(uint32_t) set_symbols;
  names extra; /* the k-th name is that of PAUT_EXTRA + k */
} paut;

/* A new extra state with the next free number as its name. */
uint32_t paut_add_state(mem *m, paut *automaton);
void paut_add_edge(mem *m, paut *automaton, uint32_t from, uint32_t label,
                   uint32_t to);
void paut_add_accepting(mem *m, paut *automaton, uint32_t state);

/* A new label set; the returned label goes on edges. */
uint32_t paut_add_set(mem *m, paut *automaton, bool negated,
                      const uint32_t *symbols, size_t count);
bool paut_set_has(const paut *automaton, uint32_t label, uint32_t symbol);

#endif
