/* All states of a model, met by several threads. Each expands groups of states
 * from its own stack and stores where they lead to; whoever stores a state
 * first puts it on its stack and is the one who writes down where it came
 * from. */
#ifndef ENGINE_PARALLEL_EXPLORE_H
#define ENGINE_PARALLEL_EXPLORE_H

#include "engine/explicit/findings.h"
#include "engine/parallel/pool.h"
#include "engine/parallel/share.h"

/* So many states are expanded together: see EXPLORER_GROUP. */
enum { EXPLORE_GROUP = 8 };

typedef struct explore explore;

typedef struct explore_worker {
  explore *of;
  team_member *me;
  pool_hand *hand;
  void *scratch;
  uint8_t *bytes; /* of the state that is being expanded */
  uint32_t group[EXPLORE_GROUP];
  model_steps steps[EXPLORE_GROUP];
  vec(pool_item) items; /* where all of them lead to, in order */
  share_stack stack;
  uint64_t arrivals, stored;
  explicit_answer found; /* its faults and notes; no run */
  uint32_t fault_state;  /* where the first happened; POOL_NONE: initial() */
} explore_worker;

struct explore {
  const model *x;
  const explicit_safety_options *o;
  worker_team *team;
  pool *states;
  pool_words *parents; /* plus one; 0: initial */
  share work;
  explore_worker *workers[TEAM_MOST]; /* by number of the member */
};

/* In the member's memory. The pool must be there. */
explore_worker *explore_worker_new(explore *e, team_member *me);

/* The work of a member; its 'self' is the 'explore'. */
void explore_work(team_member *me);

/* The run to a state (POOL_NONE: there is none), and one step further over step
 * number 'step' from there (MODEL_NONE: no). The threads have ended. */
void explore_add_run(explore *e, mem *m, uint32_t state, uint32_t step,
                     model_run *out);

#endif
