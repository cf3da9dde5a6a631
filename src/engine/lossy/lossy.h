/* Searches for faults that forget: for models that do not fit into memory.
 * What they find is true; that they find nothing proves nothing, and they say
 * how likely a miss is. */
#ifndef ENGINE_LOSSY_LOSSY_H
#define ENGINE_LOSSY_LOSSY_H

#include "engine/explicit/explicit.h"

typedef enum lossy_kind {
  LOSSY_COMPACT, /* 64 bits of hash for a state (hash compaction) */
  LOSSY_BITSTATE /* a few bits for a state (supertrace, Bloom filter) */
} lossy_kind;

enum { LOSSY_MOST_BITS = 16 };

typedef struct lossy_options {
  lossy_kind kind;
  unsigned bits; /* COMPACT: that are kept of a hash, 8 .. 64; BITSTATE: that a
                    state sets, at most LOSSY_MOST_BITS; 0: 64, or 3 */
  unsigned jobs;
  unsigned searches; /* a swarm: so many, each with its own seed and order and
                        an equal part of the memory, one after the other on
                        'jobs' threads; 1: no swarm, the threads share one
                        search */
  size_t bytes;      /* of all tables together */
  uint64_t seed;     /* of the hashes and of the order in which steps are
                        taken; 0: as in the text, unless it is a swarm */
  double seconds;    /* for each search of a swarm; 0: no limit */
  bool keep_going, strict;
} lossy_options;

typedef struct lossy_odds {
  double missed;   /* states that were met and taken for others, as expected;
                      what can be reached through them alone is not counted */
  double any;      /* the chance that there was one; never 0 */
  uint64_t states; /* different ones that were stored; of a swarm: by the search
                      that stored most */
  bool is_full;    /* a table was full: a search ended early */
  bool is_cut;     /* the seconds of a search were spent: it ended early */
} lossy_odds;

/* The verdict is FAULT, with a run, or HOLDS: which here only means that
 * nothing was found. 'stats' are sums over all threads and searches (threads
 * that store a state of BITSTATE at the same time may both count it). With
 * several jobs it is not always the same fault that is found. */
void lossy_safety(mem *m, progress *clock, const model *x,
                  const lossy_options *options, explicit_answer *out,
                  lossy_odds *odds);

#endif
