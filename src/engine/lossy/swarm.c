/* Many small searches, each with hashes and an order of its own: what one of
 * them forgets, another may find (Holzmann, Joshi and Groce 2008). */
#include "engine/lossy/job.h"

enum { GROUPS_BETWEEN_LOOKS = 64 };

typedef struct searcher {
  lossy_job *job;
  lossy_dfs *lossy_dfs;
  lossy_table table;
} searcher;

/* False: a fault ends the swarm. A table that is full ends only this search. */
static bool search(searcher *s, uint64_t seed, lossy_odds *odds) {
  lossy_dfs *dfs = s->lossy_dfs;
  double limit = s->job->o->seconds, start = limit > 0 ? progress_clock() : 0;
  uint64_t before = dfs->states;
  uint32_t groups = 0;
  table_clear(&s->table, table_mix(seed));
  lossy_dfs_reseed(dfs, seed);
  bool goes_on = lossy_dfs_start(dfs);
  while (goes_on && dfs->stack.count && !lossy_is_over(s->job)) {
    goes_on = lossy_dfs_on(dfs);
    if (limit > 0 && ++groups % GROUPS_BETWEEN_LOOKS == 0 &&
        progress_clock() - start > limit) {
      odds->is_cut = true;
      break;
    }
  }
  odds->states = dfs->states - before;
  odds->missed = dfs->hand.missed;
  odds->is_full = dfs->is_full;
  return goes_on || dfs->is_full;
}

void lossy_swarm(lossy_job *job, const lossy_member *me) {
  const lossy_options *o = job->o;
  searcher s = {.job = job, .lossy_dfs = job->dfs_of_thread + me->number};
  lossy_dfs_options options = {
      .table = &s.table, .keep_going = o->keep_going, .strict = o->strict};
  lossy_dfs_begin(s.lossy_dfs, me->m, job->x, me->clock, &options);
  table_init(&s.table, me->m, o->kind, o->bits, o->bytes / job->jobs);
  while (!lossy_is_over(job)) {
    unsigned i = atomic_fetch_add(&job->next, 1);
    if (i >= o->searches)
      break;
    uint64_t seed = table_mix(o->seed + i * UINT64_C(0x9E3779B97F4A7C15)) | 1;
    if (!search(&s, seed, job->each + i))
      lossy_finish(job);
  }
  lossy_dfs_sum_up(s.lossy_dfs);
  s.lossy_dfs->answer.stats.store_bytes += table_bytes(&s.table);
  table_free(&s.table, me->m);
}
