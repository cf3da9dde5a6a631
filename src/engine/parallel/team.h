/* Threads that work together, and the one that called them, which watches.
 * Each has its own memory, way out and clock; their memory counts in the
 * caller's budget.
 *
 * A clock's counters belong to the thread that ticks it; at each look, and at
 * the end, it publishes a copy, and those are what the caller adds up. A member
 * that waits for others must go on ticking: that is how it is stopped. */
#ifndef ENGINE_PARALLEL_TEAM_H
#define ENGINE_PARALLEL_TEAM_H

#include "base/progress.h"

enum { TEAM_MOST = 256 };

typedef struct worker_team worker_team;

typedef struct team_member {
  worker_team *of;
  unsigned number;
  mem_budget budget;
  mem m;          /* lives until team_end */
  progress clock; /* to be ticked; its counters are added to the caller's */
  void *self;
  char apart[128]; /* two members never write to one cache line */
} team_member;

typedef void team_work(team_member *me);

struct worker_team {
  mem *m; /* the caller's */
  unsigned count;
  team_member *members;
  progress *clock;  /* the caller's */
  atomic_bool done; /* somebody found what was looked for: all should end */
};

void team_begin(worker_team *team, mem *m, progress *clock, unsigned count);
/* Every member works; returns when all have ended. Meanwhile the caller's
 * clock ticks, with the sums of what theirs say (of 'depth' the most). If the
 * caller should stop, or a member is out of memory, all are stopped, team_end
 * is called, and the fault is raised in the caller; but not once 'done' is set:
 * what was found stands, whatever happened behind it. May be called again. */
void team_run(worker_team *team, team_work *work, void *self);
/* Work of the caller alone, which may also use the members' memory: if
 * anything is raised, team_end is called first. */
void team_alone(worker_team *team, void (*work)(void *self), void *self);
void team_end(worker_team *team);

#endif
