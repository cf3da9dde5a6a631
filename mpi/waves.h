/* When is a search over? When every rank is idle (has nothing to expand and
 * nothing that is not sent) and no message is on its way. An idle rank becomes
 * busy only by receiving.
 *
 * In a wave every rank tells, at a moment when it is idle, how many messages it
 * has sent and received so far; the sums go to all. No rank takes part in a
 * wave before it knows the sums of the one before, so there is a moment t after
 * all reports of one wave and before all of the next. Let R be the sum of what
 * had been received in the first, S of what had been sent in the second.
 *   R <= received until t <= sent until t <= S,
 * since counters only grow, and nothing is received that was not sent. If
 * R == S all of these are equal: at t no message is on its way; and no rank has
 * received anything between its report and t, so that each is still idle at t.
 * Hence nothing ever happens again. If, on the other hand, nothing happens any
 * more, the second wave from then on finds R == S. (F. Mattern's four counters,
 * 1987.) */
#ifndef MPI_WAVES_H
#define MPI_WAVES_H

#include <stdbool.h>
#include <stdint.h>

typedef struct waves {
  bool began;
  uint64_t received; /* in the last wave */
} waves;

/* The sums of one more wave. True: the search is over. */
static inline bool waves_add(waves *w, uint64_t sent, uint64_t received) {
  bool over = w->began && w->received == sent;
  w->began = true;
  w->received = received;
  return over;
}

#endif
