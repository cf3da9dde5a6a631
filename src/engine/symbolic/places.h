/* The order of the program: a place for each symbol. */
#ifndef ENGINE_SYMBOLIC_PLACES_H
#define ENGINE_SYMBOLIC_PLACES_H

#include "sympds/sympds.h"

/* By symbol: a depth-first search from the start leaves what comes behind a
 * symbol first, but for loops, so that it gets a later place (from 1). The
 * callee of a PUSH comes before what is below it, where both are new. Symbols
 * that are not found come last. */
uint32_t *sym_places(mem *m, const sympds *system);

#endif
