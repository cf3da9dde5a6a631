/* The first rank asks all, itself too, for what they found, and puts it
 * together. What is asked has been answered when anything here raises. */
#ifndef MPI_COLLECT_H
#define MPI_COLLECT_H

#include "mpi/part.h"

typedef struct collect {
  mem *m;
  net *net;
  part *own;
  uint8_t *answer; /* part_most_answer */
  uint32_t most;
  part_totals sum;       /* of all; the fault is the one chosen */
  uint32_t fault_rank;   /* who found it; ORIGIN_NO_RANK: nobody */
  uint32_t failure_rank; /* whose failure it is */
} collect;

/* Takes all the memory that collect_totals needs: before the search. */
void collect_begin(collect *c, mem *m, net *n, part *own);
/* Sums; of all faults, one with a shortest path. */
void collect_totals(collect *c);
uint64_t collect_matched(const collect *c); /* arrivals at stored states */
/* What was found becomes an answer, with the run to the fault. */
void collect_answer(collect *c, explicit_answer *out);

#endif
