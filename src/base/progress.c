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

void progress_look(progress *p) {
  if (p->stop)
    mem_raise(p->budget, MEM_STOPPED);
  double now = progress_clock();
  p->seconds = now - p->started;
  if (p->limit > 0 && p->seconds > p->limit)
    mem_raise(p->budget, MEM_TIME);
  if (p->aside)
    p->aside(p->aside_self, p);
  if (p->callback && now - p->reported >= 1) {
    p->reported = now;
    if (p->callback(p->self, p))
      mem_raise(p->budget, MEM_STOPPED);
  }
}
