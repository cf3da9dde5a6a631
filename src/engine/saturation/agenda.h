/* What waits to be propagated, and in which order. */
#ifndef ENGINE_SATURATION_AGENDA_H
#define ENGINE_SATURATION_AGENDA_H

#include "engine/saturation/saturation.h"

/* What has to be propagated next: 'count' edges of a row from 'first' on, or
 * the states of a set. */
typedef struct sat_delta {
  uint32_t row, first, count;
  uint32_t set;       /* SAT_NONE: none */
  uint32_t low, high; /* its words that are not empty are between these */
  bool again; /* these edges have been propagated before, with less weight */
} sat_delta;

bool sat_next(sat *a, sat_delta *delta);
/* SAT_ORDERED: the least weight on the agenda; NULL: it is empty. */
const void *sat_least(const sat *a);

/* The edge has a new weight: it waits to be propagated (again). */
void sat_requeue(sat *a, uint32_t edge);
/* SAT_REACH: the row has new edges. */
void sat_row_waits(sat *a, uint32_t row);

#endif
