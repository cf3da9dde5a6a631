/* What the threads of one call of lossy_safety have in common. */
#ifndef ENGINE_LOSSY_JOB_H
#define ENGINE_LOSSY_JOB_H

#include "engine/lossy/lossy_dfs.h"

enum { GIFT_EMPTY, GIFT_FULL, GIFT_TAKEN };

/* The lower part of a thread's stack, for another that has nothing to do. It
 * belongs to the giver, in whose memory it is, while it is EMPTY; whoever makes
 * it TAKEN owns it until it is EMPTY again. */
typedef struct gift {
  _Atomic unsigned stage;
  lossy_dfs_states states;
  lossy_dfs_bytes bytes;
  uint64_t worth; /* expansions that the giver does before the next */
  char apart[64]; /* threads wait for each other's stage */
} gift;

/* A thread, of which the caller may be the only one. */
typedef struct lossy_member {
  unsigned number;
  mem *m;
  progress *clock;
} lossy_member;

typedef struct lossy_job {
  const model *x;
  const lossy_options *o;
  unsigned jobs;
  atomic_bool *done;        /* all should end */
  lossy_dfs *dfs_of_thread; /* by thread */
  /* One search: */
  lossy_table table;
  gift *gifts; /* by thread */
  _Atomic unsigned hungry;
  _Atomic unsigned busy; /* threads that have something to do, and gifts */
  /* A swarm: */
  _Atomic unsigned next; /* search that nobody has begun */
  lossy_odds *each;      /* by search */
} lossy_job;

/* What a thread does. */
typedef void lossy_work(lossy_job *job, const lossy_member *me);
lossy_work lossy_share, lossy_swarm;

/* A fault that is enough, or a table that is full, ends the whole. */
static inline void lossy_finish(lossy_job *job) {
  atomic_store(job->done, true);
}
static inline bool lossy_is_over(const lossy_job *job) {
  return atomic_load_explicit(job->done, memory_order_relaxed);
}

#endif
