/* Threads are started, and what they found is put together. */
#include "base/log.h"
#include "engine/lossy/job.h"
#include "engine/lossy/odds.h"
#include "engine/parallel/team.h"

typedef struct together {
  const lossy_job *job;
  mem *m;
  explicit_answer *out;
} together;

#define copy_vec(m, to, from)                                                  \
  do {                                                                         \
    vec_reserve(m, to, (from)->count);                                         \
    if ((from)->count)                                                         \
      memcpy((to)->at, (from)->at, (from)->count * sizeof *(from)->at);        \
    (to)->count = (from)->count;                                               \
  } while (0)

/* The first fault is the answer. */
static void take_fault(mem *m, explicit_answer *out, const explicit_answer *a) {
  if (out->verdict == EXPLICIT_FAULT || a->verdict != EXPLICIT_FAULT)
    return;
  out->verdict = EXPLICIT_FAULT;
  out->fault = a->fault;
  out->fault_text = mem_text(m, a->fault_text, strlen(a->fault_text));
  copy_vec(m, &out->run.bytes, &a->run.bytes);
  copy_vec(m, &out->run.at, &a->run.at);
  copy_vec(m, &out->run.labels, &a->run.labels);
  out->run.count = a->run.count;
  out->run.loop = a->run.loop;
}

/* The places that any of them has used; NULL: not all tell. */
static const uint8_t *all_covered(const lossy_job *job, mem *m) {
  size_t bytes = job->x->places.count / 8 + 1;
  uint8_t *all = mem_alloc(m, bytes);
  for (unsigned i = 0; i < job->jobs; i++) {
    const uint8_t *covered = job->dfs_of_thread[i].answer.covered;
    if (!covered)
      return NULL;
    for (size_t k = 0; k < bytes; k++)
      all[k] |= covered[k];
  }
  return all;
}

/* One fault is enough, unless all are counted. */
static void add_answer(mem *m, explicit_answer *out, const explicit_answer *a,
                       bool keep_going) {
  findings f = {.m = m, .out = out};
  if (keep_going || out->faults == 0)
    out->faults += a->faults;
  take_fault(m, out, a);
  findings_add_notes(&f, a);
  out->stats.states += a->stats.states;
  out->stats.matched += a->stats.matched;
  out->stats.transitions += a->stats.transitions;
  out->stats.store_bytes += a->stats.store_bytes;
  if (a->stats.depth > out->stats.depth)
    out->stats.depth = a->stats.depth;
}

static void gather(void *self) {
  const together *t = self;
  const lossy_job *job = t->job;
  for (unsigned i = 0; i < job->jobs; i++)
    add_answer(t->m, t->out, &job->dfs_of_thread[i].answer, job->o->keep_going);
  t->out->covered = all_covered(job, t->m);
}

static void find_odds(const lossy_job *job, lossy_odds *odds) {
  if (job->o->searches > 1) {
    unsigned begun =
        job->next < job->o->searches ? job->next : job->o->searches;
    odds_of_swarm(job->each, begun, odds);
    return;
  }
  *odds = (lossy_odds){0};
  for (unsigned i = 0; i < job->jobs; i++) {
    const lossy_dfs *w = job->dfs_of_thread + i;
    odds->states += w->states;
    odds->missed += w->hand.missed;
    odds->is_full |= w->is_full;
  }
  odds_settle(odds);
}

static void work(team_member *me) {
  lossy_job *job = me->self;
  lossy_member member = {
      .number = me->number, .m = &me->m, .clock = &me->clock};
  (job->o->searches > 1 ? lossy_swarm : lossy_share)(job, &member);
}

static void run_alone(lossy_job *job, mem *m, progress *clock,
                      explicit_answer *out) {
  atomic_bool done = false;
  lossy_member me = {.m = m, .clock = clock};
  job->done = &done;
  (job->o->searches > 1 ? lossy_swarm : lossy_share)(job, &me);
  *out = job->dfs_of_thread[0].answer;
  lossy_dfs_end(job->dfs_of_thread);
}

static void run_together(lossy_job *job, mem *m, progress *clock,
                         explicit_answer *out) {
  worker_team c;
  together t = {.job = job, .m = m, .out = out};
  team_begin(&c, m, clock, job->jobs);
  job->done = &c.done;
  team_run(&c, work, job);
  team_alone(&c, gather, &t);
  team_end(&c);
}

static unsigned jobs_of(const lossy_options *o) {
  unsigned jobs = o->jobs < TEAM_MOST ? o->jobs : TEAM_MOST;
  if (o->searches > 1 && jobs > o->searches)
    jobs = o->searches;
  return jobs ? jobs : 1;
}

void lossy_safety(mem *m, progress *clock, const model *x,
                  const lossy_options *o, explicit_answer *out,
                  lossy_odds *odds) {
  bool swarm = o->searches > 1;
  lossy_job job = {.x = x, .o = o, .jobs = jobs_of(o), .busy = 1};
  *out = (explicit_answer){0};
  job.dfs_of_thread = mem_array(m, job.jobs, sizeof *job.dfs_of_thread);
  job.gifts = mem_array(m, job.jobs, sizeof *job.gifts);
  job.each = mem_array(m, o->searches, sizeof *job.each);
  if (!swarm) {
    table_init(&job.table, m, o->kind, o->bits, o->bytes);
    table_clear(&job.table, o->seed);
  }
  LOG(clock, LOSSY,
      "%s: %" PRIu64 " bytes of tables, %u searches on %u threads",
      swarm                       ? "swarm"
      : o->kind == LOSSY_BITSTATE ? "bitstate"
                                  : "hash compaction",
      (uint64_t)o->bytes, (unsigned)o->searches, job.jobs);
  (job.jobs == 1 ? run_alone : run_together)(&job, m, clock, out);
  out->search = swarm                       ? "swarm"
                : o->kind == LOSSY_BITSTATE ? "bitstate"
                                            : "hash compaction";
  if (!swarm)
    out->stats.store_bytes += table_bytes(&job.table);
  find_odds(&job, odds);
  LOG(clock, LOSSY,
      "it ends: %" PRIu64 " states, %" PRIu64 " arrivals, depth %" PRIu64,
      out->stats.states, out->stats.transitions, out->stats.depth);
  table_free(&job.table, m);
  mem_free(m, job.each);
  mem_free(m, job.gifts);
  mem_free(m, job.dfs_of_thread);
}
