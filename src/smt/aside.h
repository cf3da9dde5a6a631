/* Work that must not be left by a jump, done in a thread while this one looks
 * at the clock. */
#ifndef SMT_ASIDE_H
#define SMT_ASIDE_H

#include "base/progress.h"

typedef struct aside {
  void (*work)(void *self); /* touches no 'mem' */
  void (*stop)(void *self); /* asks 'work' to end soon; from another thread,
                               perhaps often */
  void *self;
} aside;

/* Until the work is done. False: the clock's time is over, or its caller wants
 * to stop; the work was stopped, and progress_raise is due. 'clock' may be
 * NULL. */
bool aside_run(const aside *a, progress *clock);

#endif
