/* Time: deadlines, the progress callback, and a caller who wants to stop.
 * Loops call progress_tick; every few thousand ticks it looks at the clock. */
#ifndef BASE_PROGRESS_H
#define BASE_PROGRESS_H

#include "base/mem.h"

#include <stdbool.h>

typedef struct progress progress;
/* True: stop. */
typedef bool progress_callback(void *self, const progress *p);
/* Work beside the loop that ticks: a compiler may have finished. */
typedef void progress_aside(void *self, const progress *p);

struct progress {
  mem_budget *budget; /* where to raise, and what is in use */
  progress_callback *callback;
  void *self;
  progress_aside *aside; /* NULL: none. Called at each look. */
  void *aside_self;
  double limit;    /* seconds; 0: none */
  atomic_int stop; /* set by anybody, also by a handler of signals */
  progress *outer; /* whose work this is a part of: it stops with it; NULL */
  const char *phase;
  uint64_t done, pending;          /* kept up to date by the loop that ticks */
  uint64_t states, matched, depth; /* of a search for states: stored, arrivals
                                      at states that were stored, and how deep
                                      it got; 0 elsewhere */
  double started, reported, seconds;
  uint32_t ticks;
};

/* A new call begins: its time starts now. */
void progress_begin(progress *p, const char *phase);
void progress_look(progress *p);
/* As progress_look, but says that it is time to raise; progress_raise then
 * does, also for the caller who wanted to stop. */
bool progress_is_over(progress *p);
base_noreturn void progress_raise(progress *p);

/* Raises MEM_TIME or MEM_STOPPED when it is time to. */
static inline void progress_tick(progress *p) {
  if (base_unlikely((++p->ticks & 1023) == 0))
    progress_look(p);
}

/* Seconds of the monotonic clock. */
double progress_clock(void);

#endif
