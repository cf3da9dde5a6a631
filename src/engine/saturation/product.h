/* The intersection of two automata, kept while both grow: dual*, saturation
 * from both sides (Jensen, Schmid, Schou, Srba, Vanerio and van Duijn 2021).
 *
 * A pair (s, t) is in the product if some word leads the left automaton from a
 * control location p to s and the right one from p to t. The left one may have
 * epsilon edges (rows of SAT_EPSILON). The first pair of accepting states ends
 * the search for reachability. Invariant: the pairs before 'expanded' have
 * been looked at with all edges of both sides that were there then. */
#ifndef ENGINE_SATURATION_PRODUCT_H
#define ENGINE_SATURATION_PRODUCT_H

#include "engine/saturation/agenda.h"

typedef struct product_pair {
  uint32_t left, right;
  uint32_t parent;  /* SAT_NONE: a control location paired with itself */
  uint32_t edge[2]; /* that led here; edge[1] is SAT_NONE over epsilon */
  uint32_t next[2]; /* pair with the same left, right state */
} product_pair;

typedef struct product_list {
  uint32_t first, count;
} product_list;

typedef struct product {
  mem *m;
  progress *clock;
  sat *side[2];
  map numbers;
  vec(product_pair) pairs;
  vec(product_list) lists[2]; /* by state: pairs */
  size_t expanded;
  uint32_t found;        /* an accepting pair, or SAT_NONE */
  uint64_t work, budget; /* moves tried; beyond the budget the product is given
                            up: it is incomplete and stays so */
#ifdef CUSTOS_MUTANTS
  uint32_t hidden; /* a row of ... */
  int hidden_side;
#endif
} product;

static inline bool product_is_given_up(const product *x) {
  return x->work > x->budget;
}

void product_init(product *x, mem *m, progress *clock, sat *left, sat *right);

/* The row of one side has the given new edges. */
void product_extend(product *x, int side, const sat_delta *delta);

/* A way from a start to an accepting pair: its pairs, the last first. */
typedef struct product_step {
  uint32_t edge[2];
  bool in_loop;  /* of a circle that can be repeated for ever better weights */
  bool is_cause; /* the weight of its edge has no bound, and so has the way's */
} product_step;

typedef struct product_path {
  vec(product_step) steps; /* the first first */
  uint32_t start;          /* control location */
} product_path;

/* The way to 'found' as it was found. */
void product_way(product *x, product_path *out);

/* The way of least weight, the weights being those of the edges of 'weighted';
 * the edges of the other side weigh nothing. Returns its weight, NULL if there
 * is no way. In SAT_FIXPOINT the weight may be minus infinity; then the way
 * goes through a loop, or over an edge of that weight. In SAT_SEMIRING the
 * weight combines all ways and 'out' stays empty. */
const void *product_least(product *x, int weighted, product_path *out);

#endif
