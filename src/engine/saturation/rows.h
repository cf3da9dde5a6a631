/* Growing rows; used by the offers of a saturation alone. */
#ifndef ENGINE_SATURATION_ROWS_H
#define ENGINE_SATURATION_ROWS_H

#include "engine/saturation/saturation.h"

/* A new edge, which must not be there; the row must not be dense. */
uint32_t rows_append(sat *a, uint32_t row, uint32_t to, sat_reason why);

/* SAT_REACH: adds the edge unless it is there, and queues the row. */
void rows_reach(sat *a, uint32_t row, uint32_t to, sat_reason why);

/* The same for all states of a set at once, the words from 'low' up to 'high';
 * the row must be dense. */
void rows_merge(sat *a, uint32_t row, uint32_t set, uint32_t low,
                uint32_t high);

/* Asserts the invariants of all rows; nothing in a release build. */
void check_rows(const sat *a);

#endif
