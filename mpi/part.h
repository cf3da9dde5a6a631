/* What one rank does in a search for faults: it stores and expands the states
 * that belong to it, and sends all others to their owners. States are numbered
 * as they arrive, and expanded in that order: nearly breadth first, so that
 * runs to faults are short.
 *
 * Ranks stop together: one that found what was looked for, or that is out of
 * time or memory, tells the others. A rank that stops still receives, but keeps
 * nothing, until the search is over for all. */
#ifndef MPI_PART_H
#define MPI_PART_H

#include "engine/explicit/findings.h"
#include "engine/explicit/store.h"
#include "mpi/net.h"

enum { PART_GROUP = 8 }; /* states that are expanded side by side */

/* What rank 0 asks of all in the end. */
typedef struct part_totals {
  uint64_t states, arrivals, faults, store_bytes, memory;
  uint32_t depth;
  uint32_t failure; /* a mem_fault, MEM_NO_FAULT if all is well */
  uint32_t note_count;
  /* Where the first fault is: the state (STORE_NONE: before the first one),
   * its level, and which of the faults of its steps. */
  uint32_t fault_state, fault_level, fault_number;
} part_totals;

typedef struct part_note {
  uint32_t severity, file, line, column;
  char text[240];
} part_note;

typedef struct part {
  mem *m;
  const model *x;
  progress *clock;
  net *net;
  explicit_safety_options options;
  uint32_t rank, ranks;
  void *scratch;
  store states;
  vec(origin) origins; /* by state */
  uint32_t next;       /* the first that has not been expanded */
  uint64_t arrivals;   /* steps that were taken, the initial ones too */
  bool started, stops;
  mem_fault failure;
  uint32_t fault_state, fault_level, fault_number;
  /* The group that is being expanded. */
  model_steps steps[PART_GROUP];
  vec(store_item) items; /* where its steps lead, if that is ours */
  vec(origin) item_origins;
  vec(store_item) arrived; /* of a message */
  vec(origin) arrived_origins;
  findings findings;
  explicit_answer found;
  uint32_t rounds;
} part;

void part_begin(part *s, mem *m, const model *x, progress *clock, net *n,
                const explicit_safety_options *o);
/* Keeps nothing but 'found'. */
void part_end(part *s);

/* A little of the work; may raise. True: the search is over. */
bool part_round(part *s);
/* After a raise: this rank stops, and will not raise again. */
void part_fail(part *s, mem_fault failure);

/* Afterwards. */

/* No answer to a question has more bytes than this. */
uint32_t part_most_answer(const model *x);
/* TOTALS: part_totals; STATE: its origin, then its bytes; NOTES: as many
 * part_note as there are; COVERED: bytes, none if that is not known. Takes no
 * memory. */
uint32_t part_answer(const part *s, net_question question, uint8_t *out);

#endif
