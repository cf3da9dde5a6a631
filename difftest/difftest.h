/* Differential testing of pushdown checkers: what 'custos difftest' does.
 *
 *     difftest_options o;
 *     difftest_init(&o);
 *     difftest_set(&o, "tool", "pre,oracle", why);
 *     difftest_run(&o, &result, why);
 *
 * Cases come from a source, every tool is asked about every case, and where
 * they disagree the case is shrunk and written to a file. Jobs are processes:
 * a crash of an engine is a disagreement like any other. */
#ifndef DIFFTEST_DIFFTEST_H
#define DIFFTEST_DIFFTEST_H

#include "source.h"
#include "totals.h"

typedef struct difftest_options {
  source source;
  tools tools;
  bool tools_given;
  panel_options panel;
  uint64_t shard, shards, jobs;
  uint64_t max_failures; /* distinct ones; then it ends */
  double seconds;        /* 0: no limit */
  double shrink_seconds; /* for each failure */
  const char *state;     /* the journal, or NULL */
  bool resume;
  bool phase3, sized; /* which of these were given; they exclude each other */
  const char *folder; /* for files of failures, or NULL: the current one */
  bool live, verbose; /* progress: a line that changes; lines now and then */
  /* Called with the report of each new failure; may be NULL. */
  void (*tell)(void *self, const char *report);
  void *self;
} difftest_options;

typedef enum difftest_end {
  END_COMPLETE,
  END_TIME,
  END_INTERRUPTED,
  END_FAILURES /* enough of them */
} difftest_end;

typedef struct difftest_result {
  char *what;    /* source and tools; equal for shards that belong together */
  char **shards; /* "0/4", ... */
  size_t shard_count, shard_capacity;
  char *names[MOST_TOOLS];
  size_t tool_count;
  bool merged;      /* of all shards, not of one */
  uint64_t planned; /* cases of these shards */
  totals totals;
  failures failures;
  difftest_end end;
  double seconds, cpu_seconds; /* wall-clock of the longest shard; all CPUs */
  uint64_t jobs;
} difftest_result;

void difftest_init(difftest_options *options);
void difftest_clear(difftest_options *options);

/* A setting by its name on the command line. False: 'why' tells. */
bool difftest_set(difftest_options *options, const char *name,
                  const char *value, char why[ANSWER_WHY]);
/* "random", "exhaustive" or "files" with files. After all settings. */
bool difftest_set_source(difftest_options *options, const char *name,
                         const char *const *files, size_t count,
                         char why[ANSWER_WHY]);
/* Does a tool, or --certify, need custos-kernel? */
bool difftest_needs_kernel(const difftest_options *options);

/* 0, or an exit status with 'why'. Either way clear the result. */
int difftest_run(const difftest_options *o, difftest_result *out,
                 char why[ANSWER_WHY]);

/* Adds the result in a file to 'to', which may be empty. As above. */
int difftest_merge(difftest_result *to, const char *path, char why[ANSWER_WHY]);
void difftest_result_clear(difftest_result *result);

/* Are all cases of all shards done? */
bool difftest_complete(const difftest_result *result);
/* Of a merged result the same; else: are all cases of its shard done? */
bool difftest_finished(const difftest_result *result);

/* One line for each fact; one object; a report in Markdown. */
void difftest_print(const difftest_result *result, buffer *out);
void difftest_print_json(const difftest_result *result, buffer *out);
void difftest_print_markdown(const difftest_result *result, const char *command,
                             buffer *out);

#endif
