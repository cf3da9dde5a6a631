/* Work that threads give away. Each keeps a stack of its own, of runs of state
 * numbers that wait to be expanded; when others have nothing to do it gives
 * away the older half of it, a gift of at most SHARE_MOST runs. There are never
 * more gifts than threads that wait.
 *
 * The end is exact: a thread that waits has an empty stack, and only one that
 * does not wait can give; so when all wait and there is no gift, nothing is
 * left, and nothing will come. */
#ifndef ENGINE_PARALLEL_SHARE_H
#define ENGINE_PARALLEL_SHARE_H

#include "base/vec.h"
#include "engine/parallel/team.h"

#include <pthread.h>

enum { SHARE_MOST = 256 };

/* Numbers from 'next' to the one before 'end'. */
typedef struct share_run {
  uint32_t next, end;
  uint32_t level; /* no path to one of them has more states */
} share_run;

/* What waits is from stack.at[bottom] on; no run is empty. */
typedef struct share_stack {
  mem *m;
  vec(share_run) runs;
  size_t bottom;
} share_stack;

typedef struct share_handoff {
  uint32_t count;
  share_run runs[SHARE_MOST];
} share_handoff;

typedef struct share {
  atomic_uint wanted; /* more that wait than there are gifts; else 0 */
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  unsigned jobs, waiting, full;
  bool ended;
  share_handoff *handoffs; /* the first 'full' are full */
} share;

/* Fails by mem_raise only. Lives in 'm'. */
void share_begin(share *s, mem *m, unsigned jobs);
/* Nobody uses it any more. */
void share_end(share *s);

/* Somebody waits: gives away a part of the stack, if there is enough of it. */
void share_give(share *s, share_stack *mine);
/* The stack is empty: waits for a gift. False: there is no more work, or the
 * team is done. */
bool share_take(share *s, team_member *me, share_stack *mine);
/* All who wait should see that the team is done. */
void share_wake(share *s);

static inline bool share_wants(const share *s) {
  return atomic_load_explicit(&s->wanted, memory_order_relaxed) != 0;
}

static inline bool share_is_empty(const share_stack *stack) {
  return stack->bottom == stack->runs.count;
}

static inline void share_push(share_stack *stack, share_run run) {
  vec_push(stack->m, &stack->runs, run);
}

#endif
