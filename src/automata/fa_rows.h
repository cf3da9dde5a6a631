/* Writing the rows of deterministic automata. */
#ifndef AUTOMATA_FA_ROWS_H
#define AUTOMATA_FA_ROWS_H

#include "automata/fa.h"

/* Adds a state. 'edges' are sorted by symbol, each symbol at most once; all
 * other symbols lead to 'other', which may be FA_NONE if there are none. The
 * list is used up. */
void fa_add_row(mem *m, dfa *out, bool accepting, dfa_edge *edges, size_t count,
                uint32_t other);

/* The least symbol that the edges do not mention; FA_NONE: there is none. */
uint32_t fa_unmentioned(const dfa_edge *edges, size_t count, uint32_t symbols);

#endif
