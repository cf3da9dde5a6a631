/* On how many threads a finite model is searched. */
#include "problem/temporal.h"

#include <unistd.h>

unsigned context_jobs(const custos *c) {
  if (c->options.jobs)
    return (unsigned)c->options.jobs;
  long processors = sysconf(_SC_NPROCESSORS_ONLN);
  if (processors < 1)
    return 1;
  return processors < TEAM_MOST ? (unsigned)processors : TEAM_MOST;
}

static void note(custos *c, const char *words) {
  size_t length = strlen(words) + 1;
  char *copy = mem_alloc(&c->job, length);
  memcpy(copy, words, length);
  vec_push(&c->job, &c->notes, copy);
}

bool context_is_parallel(custos *c, const char *obstacle,
                         parallel_options *out) {
  *out = (parallel_options){.jobs = context_jobs(c),
                            .compressed = c->options.tree_store};
  if (out->jobs == 1 && !out->compressed)
    return false;
  if (obstacle)
    note(c, obstacle);
  return !obstacle;
}
