/* The product as single heads: what sym_repeat must say, and the check of what
 * it hands out. */
#ifndef SYMBOLIC_LTL_NAIVE_H
#define SYMBOLIC_LTL_NAIVE_H

#include "tests/symbolic_ltl/system.h"

enum {
  MOST_HEADS = MOST_SYMBOLS * MOST_VALUES * MOST_VALUES * MOST_STATES,
  MOST_ENDS = MOST_VALUES * MOST_STATES /* globals and state behind a pop */
};

/* Steps of the product. */
typedef struct product_move {
  sym_kind kind;
  uint32_t from; /* head */
  uint32_t to;   /* head; of a SYM_POP: globals * MOST_STATES + state */
  uint32_t below, locals_below;
} product_move;

typedef struct naive {
  mem *m;
  const table *t;
  vec(product_move) moves;
  bool pops[MOST_HEADS][MOST_ENDS], marked[MOST_HEADS][MOST_ENDS];
  bool reached[MOST_HEADS];
  uint32_t heads; /* that are reached */
} naive;

static inline uint32_t head_number(uint32_t symbol, uint32_t globals,
                                   uint32_t locals, uint32_t state) {
  return ((symbol * MOST_VALUES + globals) * MOST_VALUES + locals) *
             MOST_STATES +
         state;
}
static inline uint32_t head_state(uint32_t h) { return h % MOST_STATES; }
static inline uint32_t head_globals(uint32_t h) {
  return h / MOST_STATES / MOST_VALUES % MOST_VALUES;
}
static inline uint32_t head_locals(uint32_t h) {
  return h / MOST_STATES % MOST_VALUES;
}
static inline uint32_t head_symbol(uint32_t h) {
  return h / MOST_STATES / MOST_VALUES / MOST_VALUES;
}
/* The head below a pop that ends so. */
static inline uint32_t head_behind(const product_move *y, uint32_t end) {
  return head_number(y->below, end / MOST_STATES, y->locals_below,
                     end % MOST_STATES);
}

/* All moves, pops and heads. True: some run is accepted. */
bool naive_solve(mem *m, const table *t, naive *out);

/* NULL, or what is wrong. */
const char *naive_check_run(naive *x, const sympds *s, const sym_run *r);
const char *naive_check_proof(naive *x, const sym_proof *p);

#endif
