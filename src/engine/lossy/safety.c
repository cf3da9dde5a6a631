/* Threads are started, and what they found is put together. */
#include "engine/lossy/job.h"
#include "engine/lossy/odds.h"
#include "engine/parallel/crew.h"

/* ---- Putting together ------------------------------------------------ */

static const char *copy_text(mem *m, const char *from) {
  size_t size = strlen(from) + 1;
  char *copy = mem_alloc(m, size);
  memcpy(copy, from, size);
  return copy;
}

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
  out->fault_text = copy_text(m, a->fault_text);
  copy_vec(m, &out->run.bytes, &a->run.bytes);
  copy_vec(m, &out->run.at, &a->run.at);
  copy_vec(m, &out->run.labels, &a->run.labels);
  out->run.count = a->run.count;
  out->run.loop = a->run.loop;
}

static bool is_known(const explicit_answer *out, const model_fault *f) {
  vec_each (const explicit_note, n, &out->notes)
    if (n->fault.line == f->line && n->fault.column == f->column &&
        n->fault.file == f->file)
      return true;
  return false;
}

static void take_notes(mem *m, explicit_answer *out, const explicit_answer *a) {
  vec_each (const explicit_note, n, &a->notes) {
    if (out->notes.count == EXPLICIT_MOST_NOTES || is_known(out, &n->fault))
      continue;
    explicit_note copy = {.fault = n->fault, .text = copy_text(m, n->text)};
    vec_push(m, &out->notes, copy);
  }
}

/* 'covered' is the answer's, but may be written to. */
static void add_answer(mem *m, explicit_answer *out, const explicit_answer *a,
                       uint8_t *covered, size_t places) {
  take_fault(m, out, a);
  take_notes(m, out, a);
  out->faults += a->faults;
  out->stats.states += a->stats.states;
  out->stats.matched += a->stats.matched;
  out->stats.transitions += a->stats.transitions;
  out->stats.store_bytes += a->stats.store_bytes;
  if (a->stats.depth > out->stats.depth)
    out->stats.depth = a->stats.depth;
  for (size_t i = 0; a->covered && i < places / 8 + 1; i++)
    covered[i] |= a->covered[i];
}

static void gather(const lossy_job *job, mem *m, explicit_answer *out) {
  size_t places = job->x->places.count;
  uint8_t *covered = mem_alloc(m, places / 8 + 1);
  for (unsigned i = 0; i < job->jobs; i++)
    add_answer(m, out, &job->rovers[i].answer, covered, places);
  if (job->x->ops->covered)
    out->covered = covered;
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
    const rover *w = job->rovers + i;
    odds->states += w->states;
    odds->missed += w->hand.missed;
    odds->is_full |= w->is_full;
  }
  odds_settle(odds);
}

/* ---- Threads --------------------------------------------------------- */

static void work(crew_member *me) {
  lossy_job *job = me->self;
  lossy_member member = {
      .number = me->number, .m = &me->m, .clock = &me->clock};
  (job->o->searches > 1 ? lossy_swarm : lossy_share)(job, &member);
}

/* The threads' memory is given back whatever happens. */
static void gather_and_end(crew *c, const lossy_job *job, mem *m,
                           explicit_answer *out) {
  mem_budget *b = m->budget;
  jmp_buf *before = b->handler;
  jmp_buf way_out;
  b->handler = &way_out;
  b->fault = MEM_NO_FAULT;
  if (setjmp(way_out) == 0)
    gather(job, m, out);
  b->handler = before;
  crew_end(c);
  if (b->fault != MEM_NO_FAULT)
    mem_raise(b, b->fault);
}

static void run_alone(lossy_job *job, mem *m, progress *clock,
                      explicit_answer *out) {
  atomic_bool done = false;
  lossy_member me = {.m = m, .clock = clock};
  job->done = &done;
  (job->o->searches > 1 ? lossy_swarm : lossy_share)(job, &me);
  *out = job->rovers[0].answer;
  rover_end(job->rovers);
}

static void run_together(lossy_job *job, mem *m, progress *clock,
                         explicit_answer *out) {
  crew c;
  crew_begin(&c, m, clock, job->jobs);
  job->done = &c.done;
  crew_run(&c, work, job);
  gather_and_end(&c, job, m, out);
}

static unsigned jobs_of(const lossy_options *o) {
  unsigned jobs = o->jobs < CREW_MOST ? o->jobs : CREW_MOST;
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
  job.rovers = mem_array(m, job.jobs, sizeof *job.rovers);
  job.gifts = mem_array(m, job.jobs, sizeof *job.gifts);
  job.each = mem_array(m, o->searches, sizeof *job.each);
  if (!swarm) {
    table_init(&job.table, m, o->kind, o->bits, o->bytes);
    table_clear(&job.table, o->seed);
  }
  (job.jobs == 1 ? run_alone : run_together)(&job, m, clock, out);
  out->search = swarm                       ? "swarm"
                : o->kind == LOSSY_BITSTATE ? "bitstate"
                                            : "hash compaction";
  if (!swarm)
    out->stats.store_bytes += table_bytes(&job.table);
  find_odds(&job, odds);
  table_free(&job.table, m);
  mem_free(m, job.each);
  mem_free(m, job.gifts);
  mem_free(m, job.rovers);
}
