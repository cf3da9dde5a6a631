#include "product/model_buchi.h"

#include <assert.h>

void product_moves_from(const model_binding *binding, const omega *automaton,
                        uint32_t q, uint64_t letter, const model_steps *steps,
                        product_moves *out) {
  assert(q + 1 < automaton->first.count);
  uint32_t first = automaton->first.at[q], end = automaton->first.at[q + 1];
  size_t count = steps->steps.count;
  size_t last = 0, last_end = 0; /* the moves of the step before */
  uint64_t last_letter = 0;
  for (size_t i = 0; i < count || i == 0; i++) {
    bool is_step = i < count;
    uint64_t now =
        is_step ? product_letter(binding, letter, steps->steps.at[i].label)
                : letter;
    product_move move = {.step = is_step ? (uint32_t)i : PRODUCT_STUTTER};
    size_t from = out->list.count;
    if (i > 0 && now == last_letter) { /* the same edges again */
      for (size_t k = last; k < last_end; k++) {
        move.edge = out->list.at[k].edge;
        vec_push(out->m, &out->list, move);
      }
    } else {
      for (move.edge = first; move.edge < end; move.edge++)
        if (omega_allows(automaton, automaton->edges.at + move.edge, now))
          vec_push(out->m, &out->list, move);
    }
    last = from;
    last_end = out->list.count;
    last_letter = now;
  }
}
