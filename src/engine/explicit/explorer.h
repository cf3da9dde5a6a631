/* The states of a model alone, met one by one: what the searches for faults
 * share, whatever their order. */
#ifndef ENGINE_EXPLICIT_EXPLORER_H
#define ENGINE_EXPLICIT_EXPLORER_H

#include "engine/explicit/findings.h"
#include "engine/explicit/store.h"

/* So many states are expanded together: what they lead to is then stored side
 * by side, and the processor waits for memory once and not for each. Twice as
 * many gain little more. */
enum { EXPLORER_GROUP = 8 };

typedef struct explorer {
  mem *m;
  const model *x;
  progress *clock;
  void *scratch;
  store states;
  vec(uint32_t) parents; /* by state; STORE_NONE: initial */
  /* The group that is being expanded, and the steps of each. */
  uint32_t group[EXPLORER_GROUP];
  model_steps steps[EXPLORER_GROUP];
  vec(store_item) items; /* where all of them lead to, in order */
  uint64_t arrivals;     /* at any state */
} explorer;

void explorer_begin(explorer *e, mem *m, const model *x, progress *clock);
void explorer_end(explorer *e); /* keeps nothing */

/* What a search does: 'f' is told of the faults; NULL: one that is worse than
 * 'forgiven' ends it and nothing is kept. False: it ended early. */
typedef struct explorer_goal {
  findings *f;
  model_severity forgiven;
  bool keep_going;
  bool least;  /* breadth first: the fault to which the fewest steps lead. One
                  in a state counts less than one in a step from it, which may
                  come first. */
  size_t most; /* states; 0: no limit */
} explorer_goal;

/* From the initial states to all others, in different orders. */
typedef bool explorer_search(explorer *e, const explorer_goal *g);
explorer_search explorer_breadth, explorer_depth;

/* For those: stores the initial states, or what follows the first 'count' of
 * 'group'. New states get numbers one behind the other, in order. False: the
 * goal says that this is the end. */
bool explorer_start(explorer *e, const explorer_goal *goal);
bool explorer_expand(explorer *e, size_t count, const explorer_goal *goal);

/* After that, with 'least': if the fault is one of a step, looks for one in the
 * states numbered 'first' .. 'end' - 1, which lie as far away as the state that
 * the step leaves. */
void explorer_look_nearer(explorer *e, uint32_t first, uint32_t end,
                          const explorer_goal *goal);

statistics explorer_stats(const explorer *e);

#endif
