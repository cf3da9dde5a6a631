/* Random formulas, and whether a run of a small graph violates one: by the
 * classical tableau over truth values of subformulas (Lichtenstein and Pnueli
 * 1985), which shares neither code nor method with the library. */
#ifndef TESTS_TEMPORAL_FORMULA_H
#define TESTS_TEMPORAL_FORMULA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FORMULA_MOST = 64, FORMULA_TEXT = 4000, FORMULA_MOST_TEMPORAL = 7 };

typedef struct formula_node {
  char op; /* '1' '0' 'p' '!' '&' '|' '>' '=' '^' 'X' 'F' 'G' 'U' 'R' 'W' 'M' */
  int left, right; /* smaller numbers; of 'p': the atom */
} formula_node;

typedef struct formula {
  formula_node at[FORMULA_MOST];
  int count; /* the last node is the formula */
} formula;

typedef struct random_source {
  uint64_t state;
} random_source;
uint64_t random_next(random_source *r);
/* 0 .. n-1 */
unsigned random_below(random_source *r, unsigned n);

/* At most 'operators' (15) operators over 'atoms' atoms, not counting negations
 * of atoms; at most 'temporal' of them temporal. The tableau takes
 * FORMULA_MOST_TEMPORAL. */
void formula_random(random_source *r, int operators, int temporal, int atoms,
                    formula *out);
/* Fully parenthesised; names[i] is atom i. */
void formula_print(const formula *f, const char *const *names,
                   char out[FORMULA_TEXT]);

/* Steps of a graph in which every state has one; the letter is that of the
 * state they leave, with their action. */
typedef struct graph_step {
  int from, to;
  unsigned letter;
} graph_step;

typedef struct graph {
  const graph_step *steps;
  int count;
  const uint8_t *initial; /* by state */
} graph;

/* Does some infinite run from an initial state not satisfy 'f'? */
bool formula_is_violated(const formula *f, const graph *g);

#endif
