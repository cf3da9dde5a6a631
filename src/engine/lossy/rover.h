/* A depth-first search that keeps no state but those on its stack; which of
 * them it has seen, a table knows.
 *
 * The stack has states that wait and states that have been expanded; what
 * follows from one lies above it, and it stays until all that is done: a run to
 * a state is its parents on the stack. A state is stored when it is met, not
 * when it is expanded. Several states from the top are expanded abreast, so
 * that the processor waits for the table once and not for each. */
#ifndef ENGINE_LOSSY_ROVER_H
#define ENGINE_LOSSY_ROVER_H

#include "engine/explicit/findings.h"
#include "engine/lossy/table.h"

#define ROVER_NONE UINT32_MAX

enum { ROVER_GROUP = 8 };

typedef struct rover_state {
  size_t at; /* its bytes, in 'bytes' */
  uint32_t size;
  uint32_t parent; /* on the stack; ROVER_NONE: it is initial */
  uint32_t label;  /* of the step that led here */
  uint32_t level : 31;
  uint32_t is_done : 1; /* it has been expanded, or given away */
} rover_state;

typedef vec(rover_state) rover_states;
typedef vec(uint8_t) rover_bytes;

typedef struct rover_item {
  table_hash hash;
  uint32_t group, step;
} rover_item;

typedef struct rover {
  mem *m;
  const model *x;
  progress *clock;
  lossy_table *table;
  table_hand hand;
  findings found;
  explicit_answer answer; /* of this rover, in 'm' */
  bool keep_going;
  uint64_t random; /* the order of steps; 0: as they come */
  void *scratch;
  rover_states stack;
  rover_bytes bytes; /* of the states on the stack, one behind the other */
  uint32_t group[ROVER_GROUP]; /* places on the stack, that are expanded */
  model_steps steps[ROVER_GROUP];
  vec(rover_item) items; /* what they lead to */
  uint64_t states, arrivals, depth;
  size_t most_bytes; /* of the stack */
  uint64_t expanded; /* so far */
  bool is_full;      /* the table */
} rover;

typedef struct rover_options {
  lossy_table *table;
  bool keep_going, strict;
} rover_options;

void rover_begin(rover *w, mem *m, const model *x, progress *clock,
                 const rover_options *o);
void rover_end(rover *w); /* keeps the answer, with its run and notes */

/* The next search of this rover: another order. */
void rover_reseed(rover *w, uint64_t seed);

/* Stores the initial states. False, here and below: a fault was found and is
 * enough, or the table is full. */
bool rover_start(rover *w);
/* Expands some states. The stack must not be empty; it may be afterwards. */
bool rover_on(rover *w);

/* Puts a state on the stack; 'level' is found from its parent. */
typedef struct rover_step {
  const uint8_t *bytes;
  uint32_t size, parent, label;
} rover_step;
void rover_push(rover *w, const rover_step *s);

/* The counters and what the model says of covered places, into 'answer'. */
void rover_sum_up(rover *w);

#endif
