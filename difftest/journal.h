/* The journal of a campaign: how far each job is, what it has counted, what
 * was found. Written anew each time, so that a kill leaves a whole one. */
#ifndef DIFFTEST_JOURNAL_H
#define DIFFTEST_JOURNAL_H

#include "worker.h"

typedef struct journal_job {
  worker_progress progress;
  uint64_t handled; /* failures with a smaller k have been looked at */
} journal_job;

typedef struct journal {
  const char *what; /* source and tools: what must not have changed */
  uint64_t shard, shards, jobs;
  journal_job *entries; /* by job */
  failures *failures;
  double seconds, cpu_seconds;
} journal;

/* False with errno set. */
bool journal_write(const journal *j, char *const *names, size_t count,
                   const char *path);
/* Fills what 'entries' and 'failures' point to. 0, or the status to end with,
 * and 'why' tells: 3 it cannot be read, 2 it is no journal, 1 it is another. */
int journal_read(journal *j, const char *path, char why[ANSWER_WHY]);

#endif
