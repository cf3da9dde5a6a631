/* The heads (state and top of the stack) that a pushdown automaton under
 * construction can come to, so that rules are made for these only.
 *
 * What a pop uncovers is taken to be anything that the popped symbol was ever
 * put on: more heads than can be reached may be listed, never less. Invariant:
 * after each call, for every symbol that was popped into a state, each symbol
 * below it makes a head with that state. */
#ifndef AUTOMATA_HEADS_H
#define AUTOMATA_HEADS_H

#include "automata/machine.h"
#include "base/map.h"

#include <assert.h>

typedef vec(uint32_t) heads_list;

typedef struct heads_symbol {
  heads_list below;   /* symbols that it may lie on */
  heads_list pops;    /* states into which it is popped */
  heads_list written; /* symbols that it was replaced by */
} heads_symbol;

typedef struct heads {
  mem *m;
  map met; /* map_pair(state, symbol), in the order to be looked at */
  vec(heads_symbol) symbols;
  map lies_on, popped, replaced; /* what the lists have */
  vec(uint64_t) pending;         /* of 'lies_on' */
} heads;

static inline uint32_t heads_count(const heads *h) {
  return (uint32_t)h->met.keys.count;
}
static inline machine_head heads_at(const heads *h, uint32_t n) {
  assert(n < h->met.keys.count);
  uint64_t key = h->met.keys.at[n];
  return (machine_head){(uint32_t)(key >> 32), (uint32_t)key};
}

/* The head at which the automaton starts. */
void heads_start(heads *h, uint32_t state, uint32_t symbol);
/* What a rule does to the heads. */
void heads_apply(heads *h, const machine_rule *rule);
void heads_free(heads *h);

#endif
