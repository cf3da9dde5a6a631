#include "base/progress.h"

#include <assert.h>
#include <time.h>

/* Seconds between two looks that are too few or too many, and the most ticks.
 */
static const double too_often = 0.002, too_seldom = 0.01;
enum { MOST_TICKS = 1024 };

double progress_clock(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

void progress_begin(progress *p, const char *phase) {
  assert(phase);
  p->phase = phase;
  p->done = p->pending = 0;
  p->states = p->matched = p->depth = 0;
  p->started = p->reported = progress_clock();
  p->seconds = 0;
  p->looked = p->started;
  p->until_look = p->interval = 0; /* what ticks now is not known yet */
}

static bool is_spent(progress *p, double now) {
  if (p->outer && p->outer->stop)
    p->stop = 1;
  p->seconds = now - p->started;
  return p->stop || (p->limit > 0 && p->seconds > p->limit);
}

bool progress_is_over(progress *p) {
  double now = progress_clock();
  p->looked = now;
  if (is_spent(p, now))
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
  assert(p->stop || p->limit > 0);
  mem_raise(p->budget, p->stop ? MEM_STOPPED : MEM_TIME);
}

void progress_look_inside(mem_budget *budget) {
  progress *p = budget->clock;
  if (p && is_spent(p, progress_clock()))
    progress_raise(p);
}

void progress_look(progress *p) {
  if (progress_is_over(p))
    progress_raise(p);
}

void progress_look_in_time(progress *p) {
  double before = p->looked;
  progress_look(p);
  double passed = p->looked - before;
  if (p->interval == 0)
    p->interval = 1;
  else if (passed > too_seldom && p->interval > 1)
    p->interval /= passed > 8 * too_seldom && p->interval >= 8 ? 8 : 2;
  else if (passed < too_often && p->interval < MOST_TICKS)
    p->interval *= 2;
  assert(p->interval >= 1 && p->interval <= MOST_TICKS);
  p->until_look = p->interval - 1;
}
