/* The tableau: a state is a set of formulas that the rest of the word has to
 * satisfy, an edge one way to satisfy them now: letters, what is left for the
 * next position, and what is promised for some later one. There is a set for
 * each promise; an edge has its mark unless it makes the promise (Couvreur
 * 1999). */
#ifndef LOGIC_TABLEAU_H
#define LOGIC_TABLEAU_H

#include "automata/tgba.h"
#include "logic/rewrite.h"

typedef struct tableau_options {
  bool tricks;   /* fewer states by equal expansions, shared promises, ... */
  bool one_set;  /* all promises count as one: for persistence formulas */
  uint32_t most; /* states; 0: no limit */
} tableau_options;

typedef enum tableau_result {
  TABLEAU_DONE,
  TABLEAU_STATES,  /* more than were allowed */
  TABLEAU_PROMISES /* more than OMEGA_MOST_SETS */
} tableau_result;

/* 'out' is to be freed only if done. */
tableau_result tableau_build(rewriter *w, uint32_t f,
                             const tableau_options *options, tgba *out);

#endif
