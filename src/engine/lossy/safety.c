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
static void take_fault(mem *m, explicit_answer *out,
                       const explicit_answer *answer) {
  if (out->verdict == EXPLICIT_FAULT || answer->verdict != EXPLICIT_FAULT)
    return;
  out->verdict = EXPLICIT_FAULT;
  out->fault = answer->fault;
  out->fault_text = mem_text(m, answer->fault_text, strlen(answer->fault_text));
  copy_vec(m, &out->run.bytes, &answer->run.bytes);
  copy_vec(m, &out->run.at, &answer->run.at);
  copy_vec(m, &out->run.labels, &answer->run.labels);
  out->run.count = answer->run.count;
  out->run.loop = answer->run.loop;
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
static void add_answer(mem *m, explicit_answer *out,
                       const explicit_answer *answer, bool keep_going) {
  findings f = {.m = m, .out = out};
  if (keep_going || out->faults == 0)
    out->faults += answer->faults;
  take_fault(m, out, answer);
  findings_add_notes(&f, answer);
  out->stats.states += answer->stats.states;
  out->stats.matched += answer->stats.matched;
  out->stats.transitions += answer->stats.transitions;
  out->stats.store_bytes += answer->stats.store_bytes;
  if (answer->stats.depth > out->stats.depth)
    out->stats.depth = answer->stats.depth;
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
    const lossy_dfs *dfs = job->dfs_of_thread + i;
    odds->states += dfs->states;
    odds->missed += dfs->hand.missed;
    odds->is_full |= dfs->is_full;
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
  worker_team team;
  together t = {.job = job, .m = m, .out = out};
  team_begin(&team, m, clock, job->jobs);
  job->done = &team.done;
  team_run(&team, work, job);
  team_alone(&team, gather, &t);
  team_end(&team);
}

static unsigned jobs_of(const lossy_options *options) {
  unsigned jobs = options->jobs < TEAM_MOST ? options->jobs : TEAM_MOST;
  if (options->searches > 1 && jobs > options->searches)
    jobs = options->searches;
  return jobs ? jobs : 1;
}

void lossy_safety(mem *m, progress *clock, const model *x,
                  const lossy_options *options, explicit_answer *out,
                  lossy_odds *odds) {
  bool swarm = options->searches > 1;
  lossy_job job = {.x = x, .o = options, .jobs = jobs_of(options), .busy = 1};
  *out = (explicit_answer){0};
  job.dfs_of_thread = mem_array(m, job.jobs, sizeof *job.dfs_of_thread);
  job.gifts = mem_array(m, job.jobs, sizeof *job.gifts);
  job.each = mem_array(m, options->searches, sizeof *job.each);
  if (!swarm) {
    table_init(&job.table, m, options->kind, options->bits, options->bytes);
    table_clear(&job.table, options->seed);
  }
  LOG(clock, LOSSY,
      "%s: %" PRIu64 " bytes of tables, %u searches on %u threads",
      swarm                             ? "swarm"
      : options->kind == LOSSY_BITSTATE ? "bitstate"
                                        : "hash compaction",
      (uint64_t)options->bytes, (unsigned)options->searches, job.jobs);
  (job.jobs == 1 ? run_alone : run_together)(&job, m, clock, out);
  out->search = swarm                             ? "swarm"
                : options->kind == LOSSY_BITSTATE ? "bitstate"
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
