/* Adding to a saturation: edges that follow from others, one at a time or many.
 */
#ifndef ENGINE_SATURATION_OFFERS_H
#define ENGINE_SATURATION_OFFERS_H

#include "engine/saturation/agenda.h"

/* The edge row -> to follows by 'rule' and 'via' from the edges e1 and e2
 * (SAT_NONE: there is none). */
void sat_offer(sat *a, uint32_t row, uint32_t to, sat_reason why, uint32_t e1,
               uint32_t e2);
/* As an axiom, with the neutral weight. */
void sat_offer_axiom(sat *a, uint32_t row, uint32_t to, uint32_t rule);

/* Goes through the edges of a delta or row that are there when it starts. */
typedef struct sat_cursor {
  const sat *a;
  uint32_t edge, left; /* those of a list */
  uint32_t set, word;  /* those of a set */
  uint64_t bits;
  uint32_t to; /* where the edge at hand leads */
} sat_cursor;

sat_cursor sat_delta_cursor(const sat *a, const sat_delta *delta);
sat_cursor sat_row_cursor(const sat *a, uint32_t row);
/* The next edge; 'edge' is SAT_NONE if it has no number. */
bool sat_cursor_next(sat_cursor *cursor, uint32_t *edge);

/* Offers all edges of the delta, or of a row, to another row. 'other' is the
 * premise beside each edge; it is the first one if 'other_first'. */
typedef struct sat_contribution {
  sat_reason why;
  uint32_t other;
  bool other_first;
} sat_contribution;
void sat_offer_delta(sat *a, uint32_t row, sat_contribution contribution,
                     const sat_delta *delta);
void sat_offer_row(sat *a, uint32_t row, sat_contribution contribution,
                   uint32_t source);

#endif
