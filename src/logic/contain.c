/* Implication between small formulas, decided: f implies g if the automata of f
 * and of not g have no word in common. */
#include "logic/tableau.h"

#include <assert.h>

enum { MOST_SIZE = 16, MOST_STATES = 64, MOST_PAIRS = 4096 };

/* NULL: too large. It moves when another is made. */
static const tgba *automaton_of(rewriter *w, uint32_t f) {
  mem *m = w->t->m;
  uint32_t n = map_insert(m, &w->automata, f);
  if (n == w->automata_made.count) {
    tableau_options options = {.tricks = true, .most = MOST_STATES};
    tgba automaton;
    if (tableau_build(w->plain, f, &options, &automaton) == TABLEAU_DONE)
      tgba_filter(&automaton);
    else
      automaton = (tgba){0};
    vec_push(m, &w->automata_made, automaton);
  }
  return w->automata_made.at[n].states ? &w->automata_made.at[n] : NULL;
}

bool rewrite_contained(rewriter *w, uint32_t f, uint32_t g) {
  assert(f < w->t->nodes.count && g < w->t->nodes.count);
  const nnf_node *nodes = w->t->nodes.at;
  if (nodes[f].size > MOST_SIZE || nodes[g].size > MOST_SIZE)
    return false;
  uint32_t not_g = rewrite_negate(w->plain, g);
  automaton_of(w, not_g);
  const tgba *a = automaton_of(w, f), *b = automaton_of(w, not_g);
  return a && b && a->sets + b->sets <= OMEGA_MOST_SETS &&
         tgba_disjoint(a, b, MOST_PAIRS);
}
