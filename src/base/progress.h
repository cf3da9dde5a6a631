/* Time: deadlines, the progress callback, and a caller who wants to stop.
 * Loops call progress_tick; every few thousand ticks it looks at the clock. */
#ifndef BASE_PROGRESS_H
#define BASE_PROGRESS_H

#include "base/mem.h"

#include <signal.h>
#include <stdbool.h>

typedef struct progress progress;
/* True: stop. */
typedef bool progress_callback(void *self, const progress *p);

struct progress {
  mem_budget *budget; /* where to raise, and what is in use */
  progress_callback *callback;
  void *self;
  double limit; /* seconds; 0: none */
  volatile sig_atomic_t stop;
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

/* Raises MEM_TIME or MEM_STOPPED when it is time to. */
static inline void progress_tick(progress *p) {
  if (base_unlikely((++p->ticks & 1023) == 0))
    progress_look(p);
}

/* Seconds of the monotonic clock. */
double progress_clock(void);

#endif
