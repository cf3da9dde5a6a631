#include "base/progress.h"

#include <time.h>

double progress_clock(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

void progress_begin(progress *p, const char *phase) {
  p->phase = phase;
  p->done = p->pending = 0;
  p->states = p->matched = p->depth = 0;
  p->started = p->reported = progress_clock();
  p->seconds = 0;
  p->ticks = 0;
}

bool progress_is_over(progress *p) {
  if (p->outer && p->outer->stop)
    p->stop = 1;
  if (p->stop)
    return true;
  double now = progress_clock();
  p->seconds = now - p->started;
  if (p->limit > 0 && p->seconds > p->limit)
    return true;
  if (p->aside)
    p->aside(p->aside_self, p);
  if (p->callback && now - p->reported >= 1) {
    p->reported = now;
    if (p->callback(p->self, p))
      p->stop = 1;
  }
  return p->stop != 0;
}

void progress_raise(progress *p) {
  mem_raise(p->budget, p->stop ? MEM_STOPPED : MEM_TIME);
}

void progress_look(progress *p) {
  if (progress_is_over(p))
    progress_raise(p);
}
