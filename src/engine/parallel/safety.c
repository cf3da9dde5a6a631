/* Faults of the model alone, looked for by several threads. */
#include "engine/parallel/parallel.h"

#include "base/log.h"
#include "engine/parallel/explore.h"

typedef struct job {
  explore e;
  worker_team team;
  mem *m;
  bool compressed;
  explicit_answer *out;
} job;

/* What all share is in the first member's memory: it goes with the team. */
static void safety_prepare(void *self) {
  job *j = self;
  mem *m = &j->team.members[0].m;
  j->e.states = pool_new(m, j->e.x->most_bytes, j->compressed);
  j->e.parents = pool_words_new(m);
  for (unsigned i = 0; i < j->team.count; i++)
    j->e.workers[i] = explore_worker_new(&j->e, &j->team.members[i]);
  share_begin(&j->e.work, m, j->team.count);
}

/* A fault of one of them, if there is one; counts all that were met if the
 * search did not end there. */
static void add_faults(job *j) {
  explicit_answer *out = j->out;
  const explore_worker *first = NULL;
  for (unsigned i = 0; i < j->team.count; i++) {
    const explore_worker *worker = j->e.workers[i];
    if (worker->found.faults == 0 || (first && !j->e.o->keep_going))
      continue;
    out->faults += worker->found.faults;
    if (!first)
      first = worker;
  }
  if (!first)
    return;
  const model_fault *fault = &first->found.fault;
  out->verdict = EXPLICIT_FAULT;
  out->fault = *fault;
  out->fault_text = mem_text(j->m, first->found.fault_text, fault->length);
  explore_add_run(&j->e, j->m, first->fault_state, fault->step, &out->run);
}

/* The places that any of them has used. */
static void add_covered(job *j) {
  const model *x = j->e.x;
  uint8_t *all = NULL;
  for (unsigned i = 0; x->ops->covered && i < j->team.count; i++) {
    const uint8_t *bits = x->ops->covered(x, j->e.workers[i]->scratch);
    if (!bits)
      return;
    if (!all)
      all = mem_alloc(j->m, x->places.count / 8 + 1);
    for (size_t k = 0; k < x->places.count; k++)
      all[k / 8] |= (uint8_t)(bits[k / 8] & (1 << k % 8));
  }
  j->out->covered = all;
}

static void safety_conclude(void *self) {
  job *j = self;
  findings f = {.m = j->m, .out = j->out};
  statistics *stats = &j->out->stats;
  for (unsigned i = 0; i < j->team.count; i++) {
    const explore_worker *worker = j->e.workers[i];
    findings_add_notes(&f, &worker->found);
    LOG(j->team.clock, PARALLEL,
        "thread %u has stored %" PRIu64 " states, of %" PRIu64 " arrivals", i,
        (uint64_t)worker->stored, (uint64_t)worker->arrivals);
    stats->states += worker->stored;
    stats->transitions += worker->arrivals;
  }
  stats->matched = stats->transitions - stats->states;
  stats->depth = j->team.clock->depth;
  LOG(j->team.clock, PARALLEL,
      "safety ends: %" PRIu64 " states, %" PRIu64 " met again", stats->states,
      stats->matched);
  stats->store_bytes = pool_memory(j->e.states); /* with the parents */
  add_covered(j);
  add_faults(j);
}

void parallel_safety(mem *m, progress *clock, const model *x,
                     const explicit_safety_options *o,
                     const parallel_options *options, explicit_answer *out) {
  job j = {.e = {.x = x, .o = o},
           .m = m,
           .compressed = options->compressed,
           .out = out};
  *out = (explicit_answer){.search = "parallel depth first"};
  LOG(clock, PARALLEL, "safety on %u threads", (unsigned)options->jobs);
  team_begin(&j.team, m, clock, options->jobs);
  j.e.team = &j.team;
  team_alone(&j.team, safety_prepare, &j);
  team_run(&j.team, explore_work, &j.e);
  team_alone(&j.team, safety_conclude, &j);
  share_end(&j.e.work);
  team_end(&j.team);
}
