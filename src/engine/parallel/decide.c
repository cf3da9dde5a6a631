/* Accepting runs, looked for by several threads. */
#include "engine/parallel/parallel.h"

#include "base/log.h"
#include "engine/explicit/findings.h"
#include "engine/parallel/cndfs.h"

typedef struct job {
  cndfs n;
  worker_team team;
  mem *m;
  const model *x;
  const model_binding *b;
  const omega *a;
  bool compressed;
  explicit_answer *out;
} job;

/* What all share is in the first member's memory: it goes with the team. */
static void decide_prepare(void *self) {
  job *j = self;
  mem *m = &j->team.members[0].m;
  j->n.states = pool_new(m, j->x->most_bytes + pairs_tail(j->a), j->compressed);
  j->n.colours = pool_words_new(m);
  for (unsigned i = 0; i < j->team.count; i++)
    j->n.workers[i] =
        cndfs_worker_new(&j->n, &j->team.members[i], j->x, j->b, j->a);
}

/* The action of a move that leads to 'to', after pairs_expand. */
static uint32_t label_to(const pairs *p, uint32_t to) {
  for (size_t i = 0; i < p->items.count; i++)
    if (p->items.at[i].number == to)
      return pairs_label(p, i);
  return MODEL_NONE;
}

static void add_run(mem *m, cndfs_worker *worker, model_run *out) {
  pairs *p = &worker->p;
  size_t count = worker->path.count;
  for (size_t i = 0; i < count; i++) {
    uint32_t q, size, label = MODEL_NONE;
    size_t next = i + 1 < count ? i + 1 : worker->loop;
    if (next < count) {
      pairs_expand(p, worker->path.at[i], &q);
      label = label_to(p, worker->path.at[next]);
    }
    size = pairs_read(p, worker->path.at[i], &q);
    vec_push(m, &out->at, out->bytes.count);
    vec_push(m, &out->labels, label);
    vec_push(m, &out->automaton, q);
    vec_reserve(m, &out->bytes, size);
    if (size)
      memcpy(out->bytes.at + out->bytes.count, p->bytes, size);
    out->bytes.count += size;
  }
  vec_push(m, &out->at, out->bytes.count);
  out->count = count;
  out->loop = worker->loop;
}

/* Where the path ends something is undefined. */
static void add_fault(mem *m, cndfs_worker *worker, explicit_answer *out) {
  pairs *p = &worker->p;
  uint32_t q;
  if (worker->path.count)
    pairs_expand(p, vec_last(&worker->path), &q);
  else
    pairs_start(p);
  explicit_note note = findings_copy(m, &p->steps, pairs_fault(p));
  out->verdict = EXPLICIT_FAULT;
  out->fault = note.fault;
  out->fault_text = note.text;
}

static cndfs_worker *first_with(job *j, cndfs_result result) {
  for (unsigned i = 0; i < j->team.count; i++)
    if (j->n.workers[i]->result == result)
      return j->n.workers[i];
  return NULL;
}

static void decide_conclude(void *self) {
  job *j = self;
  explicit_answer *out = j->out;
  for (unsigned i = 0; i < j->team.count; i++) {
    LOG(j->team.clock, PARALLEL, "thread %u has stored %" PRIu64 " states", i,
        (uint64_t)j->n.workers[i]->stored);
    out->stats.states += j->n.workers[i]->stored;
    out->stats.transitions += j->n.workers[i]->transitions;
  }
  out->stats.depth = j->team.clock->depth;
  out->stats.store_bytes = pool_memory(j->n.states); /* with the colours */
  cndfs_worker *worker = first_with(j, CNDFS_CYCLE);
  if (worker)
    out->verdict = EXPLICIT_VIOLATED;
  else if ((worker = first_with(j, CNDFS_WRONG)) != NULL)
    add_fault(j->m, worker, out);
  if (worker)
    add_run(j->m, worker, &out->run);
}

void parallel_decide(mem *m, progress *clock, const model *x,
                     const model_binding *binding, const omega *automaton,
                     const parallel_options *options, explicit_answer *out) {
  shape kind;
  job j = {.n = {.kind = &kind},
           .m = m,
           .x = x,
           .b = binding,
           .a = automaton,
           .compressed = options->compressed,
           .out = out};
  *out = (explicit_answer){.search = "cndfs"};
  shape_of(&kind, m, clock, automaton);
  LOG(clock, PARALLEL,
      "product with an automaton of %" PRIu32 " states, on %u threads",
      (uint32_t)automaton->states, (unsigned)options->jobs);
  team_begin(&j.team, m, clock, options->jobs);
  j.n.team = &j.team;
  team_alone(&j.team, decide_prepare, &j);
  team_run(&j.team, cndfs_work, &j.n);
  team_alone(&j.team, decide_conclude, &j);
  team_end(&j.team);
  shape_free(m, &kind);
}
