/* The proof that a finite model and a Büchi automaton have no accepting run in
 * common: a rank for every reachable pair of their states, which never grows
 * along an edge and falls where an accepting state is left. And the proof that
 * a model is never wrong: all its states. */
#ifndef PRODUCT_RANKS_H
#define PRODUCT_RANKS_H

#include "automata/omega.h"
#include "base/progress.h"
#include "model/model.h"

typedef struct product_pair_rank {
  size_t at; /* of the model's state, in 'bytes'; pairs may share it */
  uint32_t size;
  uint32_t automaton;
  uint32_t rank; /* from 1 */
} product_pair_rank;

typedef struct product_ranks {
  vec(uint8_t) bytes;
  vec(product_pair_rank) pairs;
} product_ranks;

void product_ranks_free(mem *m, product_ranks *ranks);

/* Are the ranks right and the pairs closed? Shares nothing with the search.
 * The automaton has one set, or none. */
bool product_check_ranks(mem *m, progress *clock, const model *x,
                         const model_binding *binding, const omega *automaton,
                         const product_ranks *ranks, const char **why);

typedef struct product_states {
  vec(uint8_t) bytes;
  vec(size_t) at; /* one more than there are states: where each begins */
} product_states;

void product_states_free(mem *m, product_states *states);

/* Are the initial states among them, is every step from one of them to one of
 * them, and is the model wrong in none? */
bool product_check_states(mem *m, progress *clock, const model *x,
                          const product_states *states, const char **why);

#endif
