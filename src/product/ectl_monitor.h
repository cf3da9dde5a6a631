/* Which formulas hold at a configuration of a pushdown system depends on its
 * whole stack, but only in a regular way: a monitor is a deterministic
 * automaton that reads the stack from the bottom, and what it says of all below
 * the top, together with the state and the top, decides.
 *
 * Monitors grow with the formula: the first, with one state, knows nothing.
 * That of a table refines the one which the table's symbols carry: its states
 * are pairs of a state of that and the set of the table's locations that live
 * with the stack which was read. */
#ifndef PRODUCT_ECTL_MONITOR_H
#define PRODUCT_ECTL_MONITOR_H

#include "product/ectl_table.h"

typedef struct ectl_monitor {
  uint32_t states, symbols; /* state 0: nothing was read */
  vec(uint32_t) step;       /* by state and then symbol */
  /* Of the table that it was made from; the first monitor has none: */
  const struct ectl_monitor *coarser; /* that the table's symbols carry */
  const ectl_table *table;
  vec(uint32_t) was;  /* by state: of 'coarser' */
  vec(uint64_t) sets; /* by state, 'words' each: bits by location */
  uint32_t words;
} ectl_monitor;

#endif
