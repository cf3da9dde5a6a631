/* A job: a process that works through its share of the cases and tells its
 * parent by a pipe. Its k-th case is the one with the number
 * shard + shards * (job + jobs * k).
 *
 * Messages are a header and a body. Failures come before the progress that
 * counts them, so a parent that keeps the last progress can begin again there
 * and nothing is counted twice. If an engine crashes, or hangs until the alarm
 * of panel_ask rings, the process dies with it; the parent then starts it again
 * with 'careful_until' set, which runs engines in processes of their own. */
#ifndef DIFFTEST_WORKER_H
#define DIFFTEST_WORKER_H

#include "difftest.h"

typedef enum message_kind {
  MESSAGE_PROGRESS, /* worker_progress */
  MESSAGE_FAILURE,  /* worker_failure, then the text of the case */
  MESSAGE_STOP      /* text: why the job cannot go on */
} message_kind;

typedef struct message {
  message_kind kind;
  uint32_t length; /* of the body */
} message;

typedef struct worker_progress {
  uint64_t next; /* the first k that is not done */
  totals totals; /* of all before it */
} worker_progress;

typedef struct worker_failure {
  uint64_t k, number;
  outcome outcome;
} worker_failure;

typedef struct worker {
  const difftest_options *o;
  uint64_t job, end; /* as many cases has the job */
  uint64_t careful_until;
  worker_progress progress; /* where to begin */
  int pipe;
} worker;

/* Returns the exit status. SIGTERM ends it after the cases at hand. */
int worker_run(worker *w);

uint64_t worker_case(const difftest_options *options, uint64_t job, uint64_t k);
/* How many cases a job has. */
uint64_t worker_share(const difftest_options *options, uint64_t job,
                      uint64_t cases);

#endif
