/* Time: deadlines, the progress callback, and a caller who wants to stop.
 * Loops call progress_tick, whatever one round of them takes: how many ticks
 * pass between two looks at the clock follows from how long they took before,
 * so that the clock is neither forgotten nor a burden. */
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
  unsigned log; /* a bit for each engine that tells: see log.h */
  void (*log_line)(void *self, const char *engine, const char *line);
  void *log_self;
  double limit;    /* seconds; 0: none */
  atomic_int stop; /* set by anybody, also by a handler of signals */
  progress *outer; /* whose work this is a part of: it stops with it; NULL */
  const char *phase;
  uint64_t done, pending;          /* kept up to date by the loop that ticks */
  uint64_t states, matched, depth; /* of a search for states: stored, arrivals
                                      at states that were stored, and how deep
                                      it got; 0 elsewhere */
  double started, reported, seconds;
  double looked;       /* when the last look was */
  uint32_t until_look; /* so many ticks; the one behind them looks */
  uint32_t interval;   /* ticks from one look to the next */
};

/* A new call begins: its time starts now. */
void progress_begin(progress *p, const char *phase);
void progress_look(progress *p);
/* As progress_look, but says that it is time to raise; progress_raise then
 * does, also for the caller who wanted to stop. */
bool progress_is_over(progress *p);
base_noreturn void progress_raise(progress *p);

/* Will the next tick look? */
static inline bool progress_is_due(const progress *p) {
  return base_unlikely(p->until_look == 0);
}

/* As progress_look; sets when the next tick looks. */
void progress_look_in_time(progress *p);

/* Raises MEM_TIME or MEM_STOPPED when it is time to. */
static inline void progress_tick(progress *p) {
  if (progress_is_due(p))
    progress_look_in_time(p);
  else
    p->until_look--;
}

/* In loops of what their caller counts as one step, and which have no clock:
 * that of the budget, if it has one. Only whether it is time to raise is looked
 * at; nothing else happens beside such a step. */
void progress_look_inside(mem_budget *budget);
static inline void progress_tick_inside(mem_budget *budget, uint64_t round) {
  if (base_unlikely((round & 4095) == 4095))
    progress_look_inside(budget);
}

/* Seconds of the monotonic clock. */
double progress_clock(void);

#endif
