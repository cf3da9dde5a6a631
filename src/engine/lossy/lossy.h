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

typedef struct lossy_options {
  lossy_kind kind;
  unsigned jobs;
  unsigned searches; /* a swarm: so many, each with its own seed and order and
                        an equal part of the memory, one after the other on
                        'jobs' threads; 1: no swarm, the threads share one
                        search */
  size_t bytes;      /* of all tables together */
  uint64_t seed;
  double seconds; /* for each search of a swarm; 0: no limit */
  bool keep_going, strict;
} lossy_options;

typedef struct lossy_odds {
  double missed;   /* states that were taken for others, as expected */
  double any;      /* the chance that there was one */
  uint64_t states; /* different ones that were stored, as estimated if there
                      were several searches */
  bool is_full;    /* a table was full: the search ended early */
} lossy_odds;

/* The verdict is FAULT, with a run, or HOLDS: which here only means that
 * nothing was found. */
void lossy_safety(mem *m, progress *clock, const model *x,
                  const lossy_options *o, explicit_answer *out,
                  lossy_odds *odds);

#endif
