#include "mpi/distributed.h"

#include "mpi/collect.h"
#include "problem/temporal.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* The same model everywhere. */

static uint64_t mix(uint64_t digest, const void *bytes, size_t size) {
  uint64_t pair[2] = {digest, store_hash(bytes, (uint32_t)size)};
  return store_hash((const uint8_t *)pair, sizeof pair);
}

/* A file that cannot be read is as good as an empty one: a #line of the text
 * may name one that is not there. */
static uint64_t mix_file(uint64_t digest, const char *path) {
  uint8_t piece[4096];
  FILE *f = fopen(path, "rb");
  for (size_t n = 1; f && n;) {
    n = fread(piece, 1, sizeof piece, f);
    digest = mix(digest, piece, n);
  }
  if (f)
    fclose(f);
  return digest;
}

/* The hash is computed from words as the machine has them: ranks whose bytes
 * are in another order do not fit together either, and this shows it. */
static uint64_t digest_of(const custos *c) {
  const options *o = &c->options;
  uint32_t facts[] = {c->model.most_bytes, o->keep_going, o->strict,
                      o->reduction};
  uint64_t digest = mix(0, CUSTOS_VERSION, strlen(CUSTOS_VERSION));
  digest = mix(digest, facts, sizeof facts);
  vec_each (const define, d, &c->source.defines) {
    digest = mix(digest, d->name, strlen(d->name));
    digest = mix(digest, &d->value, sizeof d->value);
  }
  for (size_t i = 0; i < c->source.files.count; i++)
    digest = mix_file(digest, c->source.files.at[i]);
  for (uint32_t i = 1; i < names_count(&c->model.files); i++)
    digest = mix_file(digest, names_text(&c->model.files, i));
  return digest;
}

void distributed_describe(custos *c, net *n, custos_status status,
                          distributed_loaded *out) {
  *out = (distributed_loaded){.status = status};
  snprintf(out->host, sizeof out->host, "%s", net_host(n));
  if (status == CUSTOS_OK)
    out->digest = digest_of(c);
  else
    snprintf(out->message, sizeof out->message, "%.200s",
             custos_last_error(c)->message);
}

/* CUSTOS_OK, or the last error is set. */
static custos_status compare_models(custos *c, net *n) {
  distributed_loaded own, other;
  distributed_describe(c, n, CUSTOS_OK, &own);
  for (uint32_t i = 1; i < net_size(n); i++) {
    net_ask(n, i, (net_question){.subject = NET_LOADED}, &other, sizeof other);
    if (other.status != CUSTOS_OK)
      return context_fail(c, CUSTOS_ERR_SYSTEM,
                          "rank %" PRIu32 " on %.60s cannot load the model: "
                          "%.160s",
                          i, other.host, other.message);
    if (other.digest != own.digest)
      return context_fail(
          c, CUSTOS_ERR_SYSTEM,
          "rank %" PRIu32 " on %.60s has another text of the "
          "model, other options, or another version of custos-mpi",
          i, other.host);
  }
  return CUSTOS_OK;
}

typedef struct job {
  custos *c;
  net *net;
  part part;
  collect collect;
  explicit_answer found;
  char phase[64];
} job;

typedef void step(job *j);

/* Does it; what is raised meanwhile, or MEM_NO_FAULT. The one that was to be
 * jumped to is so again afterwards. */
static mem_fault guarded(step *f, job *j) {
  mem_budget *budget = &j->c->budget;
  jmp_buf handler, *before = budget->handler;
  mem_fault fault = MEM_NO_FAULT;
  budget->handler = &handler;
  if (setjmp(handler) == 0)
    f(j);
  else
    fault = j->c->budget.fault;
  j->c->budget.handler = before;
  return fault;
}

/* All that is needed to take part, or to stop together with the others. */
static void prepare(job *j) {
  custos *c = j->c;
  explicit_safety_options o = {.keep_going = c->options.keep_going,
                               .strict = c->options.strict};
  /* The same on every rank: how a model is reduced depends on its text alone,
   * and native code gives the same steps in the same order. */
  const model *x = context_reduce(c, NULL);
  context_begin_search(c, x);
  net_join(j->net, &c->job, batch_capacity(x->most_bytes, net_size(j->net)));
  part_begin(&j->part, &c->job, x, &c->clock, j->net, &o);
  collect_begin(&j->collect, &c->job, j->net, &j->part);
  /* Progress is shown by the first rank, which knows only its own. */
  snprintf(j->phase, sizeof j->phase, "searching, rank %" PRIu32 " of %" PRIu32,
           net_rank(j->net), net_size(j->net));
  c->clock.phase = j->phase;
}

static void search(job *j) {
  while (!part_round(&j->part))
    ;
}

/* A rank that raises stops, and stays with the others until they have. */
static void take_part(job *j) {
  mem_fault fault;
  while ((fault = guarded(search, j)) != MEM_NO_FAULT)
    part_fail(&j->part, fault);
}

static void answer(job *j) { collect_answer(&j->collect, &j->found); }

static custos_status give_up(job *j, mem_fault fault, uint32_t rank,
                             custos_result *out) {
  custos *c = j->c;
  const part_totals *totals = &j->collect.sum;
  c->clock.states = totals->states;
  c->clock.matched = collect_matched(&j->collect);
  c->clock.depth = totals->depth;
  c->clock.phase = "searching";
  c->budget.fault = fault;
  uint64_t memory = totals->memory;
  custos_status status = context_give_up(c, out);
  size_t length = strlen(c->reason);
  snprintf(c->reason + length, sizeof c->reason - length, " (rank %" PRIu32 ")",
           rank);
  out->engine = "distributed";
  out->memory = memory;
  return status;
}

/* As custos_check, after the search. */
static custos_status conclude(job *j, custos_result *out) {
  jmp_buf handler;
  custos *c = j->c;
  c->budget.handler = &handler;
  if (setjmp(handler) != 0)
    return context_give_up(c, out);
  part_end(&j->part);
  custos_status status = context_conclude_safety(c, &j->found, out);
  context_take_time(c, out);
  out->memory = j->collect.sum.memory;
  return status;
}

static custos_status lead(job *j, custos_result *out) {
  custos *c = j->c;
  double start = progress_clock();
  take_part(j);
  out->search_seconds = progress_clock() - start;
  collect_totals(&j->collect);
  const part_totals *totals = &j->collect.sum;
  bool found_enough = totals->faults && !c->options.keep_going;
  if (totals->failure && !found_enough)
    return give_up(j, (mem_fault)totals->failure, j->collect.failure_rank, out);
  mem_fault fault = guarded(answer, j);
  if (fault != MEM_NO_FAULT)
    return give_up(j, fault, 0, out);
  return conclude(j, out);
}

custos_status distributed_check(custos *c, net *n, custos_result *out) {
  static job j;    /* outlives every jump */
  jmp_buf handler; /* set, but every raise is caught before it */
  custos_status status = context_begin_check(c);
  if (status == CUSTOS_OK) {
    net_tell(n, (net_question){.subject = NET_START});
    status = compare_models(c, n);
  }
  if (status != CUSTOS_OK)
    return status;
  j = (job){.c = c, .net = n};
  context_enter(c, "searching", &handler);
  context_no_result(c, out);
  if (guarded(prepare, &j) != MEM_NO_FAULT)
    return context_give_up(c, out);
  net_tell(n, (net_question){.subject = NET_SEARCH});
  return lead(&j, out);
}

void distributed_serve(custos *c, net *n, custos_status status) {
  static job j;
  jmp_buf handler;
  distributed_loaded loaded;
  mem_fault fault = MEM_NO_FAULT;
  j = (job){.c = c, .net = n};
  distributed_describe(c, n, status, &loaded);
  context_enter(c, "searching", &handler);
  if (status == CUSTOS_OK)
    fault = guarded(prepare, &j);
  if (fault != MEM_NO_FAULT) {
    loaded.status = CUSTOS_ERR_LIMIT;
    snprintf(loaded.message, sizeof loaded.message, "not enough memory");
  }
  for (;;) {
    net_question question = net_listen(n);
    uint32_t length;
    switch (question.subject) {
    case NET_LEAVE:
      return;
    case NET_LOADED:
      net_answer(n, &loaded, sizeof loaded);
      break;
    case NET_SEARCH:
      take_part(&j);
      break;
    default:
      length = part_answer(&j.part, question, j.collect.answer);
      net_answer(n, j.collect.answer, length);
      break;
    }
  }
}
