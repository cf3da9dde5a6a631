/* One step of a finite model together with an automaton that reads its run.
 *
 * The letter at a position is what holds in the state there, and what is said
 * of the step that leaves it. A state without steps is repeated for ever, and
 * nothing holds of that step. */
#ifndef PRODUCT_MODEL_BUCHI_H
#define PRODUCT_MODEL_BUCHI_H

#include "automata/omega.h"
#include "model/model.h"

#define PRODUCT_STUTTER UINT32_MAX

typedef struct product_move {
  uint32_t step; /* of the model's steps; or PRODUCT_STUTTER */
  uint32_t edge; /* of the automaton's edges */
} product_move;

typedef struct product_moves {
  mem *m;
  vec(product_move) list;
} product_moves;

static inline uint64_t product_letter(const model_binding *b, uint64_t letter,
                                      uint32_t label) {
  return label == MODEL_NONE || !b->label_letters
             ? letter
             : letter | b->label_letters[label];
}

/* Appends the moves from (state, q), in the order of the steps, then of the
 * edges; 'letter' is the state's, 'steps' are its steps. */
void product_moves_from(const model_binding *binding, const omega *automaton,
                        uint32_t q, uint64_t letter, const model_steps *steps,
                        product_moves *out);

#endif
