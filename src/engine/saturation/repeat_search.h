/* What repeat.c explores and repeat_lasso.c explains. */
#ifndef ENGINE_SATURATION_REPEAT_SEARCH_H
#define ENGINE_SATURATION_REPEAT_SEARCH_H

#include "engine/saturation/repeat.h"

typedef struct repeat_head {
  uint32_t first_rule, rules;
  uint32_t summaries; /* newest first */
  uint32_t summary_count;
  uint64_t *known; /* those to location l: bit 2l; accepting ones: 2l + 1, too;
                      NULL while there are few */
  uint32_t links;  /* who waits for them */
  bool accepting;  /* its location */
} repeat_head;

/* What 'below' of a link may be besides a symbol. */
#define REPEAT_TAIL UINT32_MAX          /* summaries are the target's, too */
#define REPEAT_INITIAL (UINT32_MAX - 1) /* target: a state */

/* The head that has this link was entered from the head 'target', which pushed
 * it onto 'below'. */
typedef struct repeat_link {
  uint32_t next, target, below;
  bool accepting; /* the way from the target, itself included */
} repeat_link;

typedef struct repeat_search {
  mem *m;
  progress *clock;
  const repeat_system *s;
  repeat_answer *out;
  vec(repeat_head) heads;
  repeat_rules rules;
  map summary_numbers; /* (head, to) */
  vec(repeat_link) links;
  map tails; /* (target, head), and their links */
  vec(uint32_t) tail_links;
  vec(uint32_t) queue; /* of summaries */
  size_t queue_head;
  uint32_t next_head, next_pair; /* to be looked at */
  uint32_t *first_initial;       /* edges of the initial set by source */
  uint32_t *initial_order;
  uint32_t *component; /* of the graph of heads, sinks first */
  uint32_t components;
  uint8_t *good; /* by component: it has an accepting edge */
} repeat_search;

static inline uint32_t repeat_find_head(const repeat_search *v,
                                        uint32_t location, uint32_t symbol) {
  return map_find(&v->out->heads, map_pair(location, symbol));
}

/* Finds a short lasso; there is one. */
void repeat_find_lasso(repeat_search *v, uint64_t most_steps);

#endif
