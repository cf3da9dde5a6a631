/* From a way through the product to a derivation (pds/derivation.h), whichever
 * engine found it. Edges of the right automaton (pre*, or the final set as
 * given) become facts; edges that post* added to the left one are undone, the
 * latest step first, each giving a fact about the rest of the run. */
#ifndef ENGINE_SATURATION_DERIVE_H
#define ENGINE_SATURATION_DERIVE_H

#include "engine/saturation/product.h"
#include "pds/derivation.h"

/* 'out' lives in 'm'. Polynomial in the sizes of the automata, also when the
 * run is exponentially long. Where the weight has no bound, the left automaton
 * must be the initial set as given. */
void derive(mem *m, product *x, const product_path *way, derivation *out);

#endif
