/* One search on several threads, which share the table: each state is expanded
 * by the thread that stored it. A thread that has nothing to do waits for a
 * gift: the lower part of another's stack, where the states wait that most is
 * likely to follow from, with the path to them, so that each thread has its
 * runs by itself. All is done when nobody is busy and no gift is left. */
#include "engine/lossy/job.h"

#include <time.h>

enum {
  MOST_GIVEN = 1024,             /* states that wait */
  PAUSE_NANOSECONDS = 50 * 1000, /* between two looks for a gift */
};

/* Where the lower half of what waits ends; 0: it is too little to share. */
static size_t part_to_give(const lossy_dfs *dfs) {
  size_t waiting = 0, given = 0;
  for (size_t i = 0; i < dfs->stack.count; i++)
    waiting += !dfs->stack.at[i].is_done;
  size_t most = waiting / 2 < MOST_GIVEN ? waiting / 2 : MOST_GIVEN;
  for (size_t i = 0; most && i < dfs->stack.count; i++) {
    given += !dfs->stack.at[i].is_done;
    if (given == most)
      return i + 1;
  }
  return 0;
}

/* To look for it and to copy it takes time: the longer, the more the thread
 * expands before it gives again. */
static void give(lossy_job *job, lossy_dfs *dfs, gift *g) {
  size_t part = part_to_give(dfs);
  g->worth = dfs->expanded + LOSSY_DFS_GROUP + dfs->stack.count / 16;
  if (part == 0)
    return;
  const lossy_dfs_state *last = dfs->stack.at + part - 1;
  size_t bytes = last->at + last->size;
  g->states.count = g->bytes.count = 0;
  vec_reserve(dfs->m, &g->states, part);
  vec_reserve(dfs->m, &g->bytes, bytes);
  memcpy(g->states.at, dfs->stack.at, part * sizeof *g->states.at);
  if (bytes)
    memcpy(g->bytes.at, dfs->bytes.at, bytes);
  g->states.count = part;
  g->bytes.count = bytes;
  for (size_t i = 0; i < part; i++)
    dfs->stack.at[i].is_done = true;
  atomic_fetch_add(&job->busy, 1);
  atomic_store(&g->stage, GIFT_FULL);
}

static bool take(lossy_dfs *dfs, gift *g) {
  unsigned full = GIFT_FULL;
  if (atomic_load_explicit(&g->stage, memory_order_relaxed) != GIFT_FULL ||
      !atomic_compare_exchange_strong(&g->stage, &full, GIFT_TAKEN))
    return false;
  dfs->stack.count = dfs->bytes.count = 0;
  vec_reserve(dfs->m, &dfs->stack, g->states.count);
  vec_reserve(dfs->m, &dfs->bytes, g->bytes.count + 1);
  memcpy(dfs->stack.at, g->states.at, g->states.count * sizeof *g->states.at);
  if (g->bytes.count)
    memcpy(dfs->bytes.at, g->bytes.at, g->bytes.count);
  dfs->stack.count = g->states.count;
  dfs->bytes.count = g->bytes.count;
  atomic_store(&g->stage, GIFT_EMPTY);
  return true;
}

/* Waits for something to do. False: there will be nothing. */
static bool receive(lossy_job *job, lossy_dfs *dfs, unsigned number) {
  const struct timespec pause = {.tv_nsec = PAUSE_NANOSECONDS};
  bool found = false;
  atomic_fetch_add(&job->hungry, 1);
  while (!found && !lossy_is_over(job) && atomic_load(&job->busy)) {
    for (unsigned i = 0; i < job->jobs && !found; i++)
      found = take(dfs, &job->gifts[(number + i) % job->jobs]);
    if (found)
      break;
    progress_look(dfs->clock);
    nanosleep(&pause, NULL);
  }
  atomic_fetch_sub(&job->hungry, 1);
  return found;
}

static bool is_asked(lossy_job *job, const lossy_dfs *dfs, const gift *g) {
  return atomic_load_explicit(&job->hungry, memory_order_relaxed) &&
         dfs->expanded >= g->worth && atomic_load(&g->stage) == GIFT_EMPTY;
}

/* What is on the stack, and what comes of it. False: the end for all. */
static bool empty_stack(lossy_job *job, lossy_dfs *dfs, gift *own) {
  bool goes_on = true;
  while (goes_on && dfs->stack.count && !lossy_is_over(job)) {
    goes_on = lossy_dfs_on(dfs);
    if (base_unlikely(is_asked(job, dfs, own)))
      give(job, dfs, own);
  }
  return goes_on && !lossy_is_over(job);
}

void lossy_share(lossy_job *job, const lossy_member *me) {
  const lossy_options *o = job->o;
  lossy_dfs *dfs = job->dfs_of_thread + me->number;
  lossy_dfs_options options = {
      .table = &job->table, .keep_going = o->keep_going, .strict = o->strict};
  uint64_t seed = o->seed;
  if (me->number)
    seed = table_mix(seed + me->number) | 1;
  lossy_dfs_begin(dfs, me->m, job->x, me->clock, &options);
  lossy_dfs_reseed(dfs, seed);
  bool goes_on =
      me->number ? receive(job, dfs, me->number) : lossy_dfs_start(dfs);
  while (goes_on) {
    goes_on = empty_stack(job, dfs, job->gifts + me->number);
    if (!goes_on)
      break;
    atomic_fetch_sub(&job->busy, 1);
    if (!receive(job, dfs, me->number))
      break;
  }
  if (!goes_on)
    lossy_finish(job);
  lossy_dfs_sum_up(dfs);
}
