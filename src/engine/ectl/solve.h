/* Tables filled: heads, pops, and who lives. */
#ifndef ENGINE_ECTL_SOLVE_H
#define ENGINE_ECTL_SOLVE_H

#include "engine/saturation/heads.h"
#include "product/ectl_product.h"

/* What the table has to say. */
typedef enum ectl_wanted {
  ECTL_ALL_STATES, /* LTS: every state */
  ECTL_PLACES,     /* PDS: the declared heads, each alone, and the places */
  ECTL_EVERYWHERE  /* PDS: every configuration; then a monitor can be made */
} ectl_wanted;

/* 'product' has a table without heads. */
void ectl_solve(progress *clock, ectl_product *product, ectl_wanted wanted,
                const ectl_places *places);

/* Who lives, of heads that were explored. */
void ectl_judge_until(progress *clock, heads_search *search, ectl_table *table);
void ectl_judge_release(progress *clock, heads_search *search,
                        ectl_table *table);

#endif
