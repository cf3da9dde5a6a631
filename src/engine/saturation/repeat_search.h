/* What repeat.c explores and repeat_lasso.c explains. */
#ifndef ENGINE_SATURATION_REPEAT_SEARCH_H
#define ENGINE_SATURATION_REPEAT_SEARCH_H

#include "engine/saturation/repeat.h"

typedef struct repeat_search {
  mem *m;
  progress *clock;
  const repeat_system *s;
  repeat_answer *out;
  heads_system system; /* that of 's', with its rules kept */
  heads_search x;
  vec(repeat_pair) waiting; /* as 'location' a head of the initial set, and
                               the state of what is below it */
  uint32_t next_pair;       /* to be looked at */
  uint32_t *first_initial;  /* edges of the initial set by source */
  uint32_t *initial_order;
  uint32_t *component; /* of the graph of heads, sinks first */
  uint32_t components;
  uint8_t *good; /* by component: it has an accepting edge */
} repeat_search;

/* Finds a short lasso; there is one. */
void repeat_find_lasso(repeat_search *search, uint64_t most_steps);

#endif
