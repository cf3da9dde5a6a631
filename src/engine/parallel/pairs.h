/* The product of a model and an automaton for threads that share its states. A
 * state of it is stored as the bytes of the model's, with the automaton's
 * behind them. What is undefined is treated as in engine/explicit/space.h. */
#ifndef ENGINE_PARALLEL_PAIRS_H
#define ENGINE_PARALLEL_PAIRS_H

#include "engine/parallel/pool.h"
#include "product/model_buchi.h"

#include <assert.h>

/* What makes a state's successors: one for each thread. */
typedef struct pairs {
  mem *m;
  const model *x;
  const model_binding *b;
  const omega *a;
  pool_hand *hand;
  uint32_t tail; /* bytes of the automaton's state */
  void *scratch;
  uint8_t *bytes;    /* of the state that is being expanded */
  model_steps steps; /* tells the last fault */
  product_moves moves;
  vec(uint8_t) ends;
  vec(pool_item) items; /* by move: the states that they lead to */
} pairs;

/* The bytes behind a state of the model. */
uint32_t pairs_tail(const omega *automaton);

void pairs_init(pairs *p, mem *m, pool *states, const model *x,
                const model_binding *binding, const omega *automaton);

/* Fill 'steps', 'moves' (not for the initial states) and 'items'. False:
 * something is undefined; 'items' are those that still mean something. */
bool pairs_start(pairs *p);
/* 'automaton': its state there. */
bool pairs_expand(pairs *p, uint32_t number, uint32_t *automaton);

/* The state's bytes to p->bytes, and its parts: of the model so many bytes. */
uint32_t pairs_read(pairs *p, uint32_t number, uint32_t *automaton);

/* After pairs_expand: the automaton's state that move 'i' leads to, and the
 * action. */
static inline uint32_t pairs_automaton(const pairs *p, size_t i) {
  assert(i < p->moves.list.count);
  return p->a->edges.at[p->moves.list.at[i].edge].to;
}
uint32_t pairs_label(const pairs *p, size_t i);

/* What was undefined, after one of the two returned false. */
const model_fault *pairs_fault(const pairs *p);

#endif
