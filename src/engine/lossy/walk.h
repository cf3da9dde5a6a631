/* A depth-first search that keeps no state but those on its stack; which of
 * them it has seen, a table knows.
 *
 * The stack has states that wait and states that have been expanded; what
 * follows from one lies above it, and it stays until all that is done: a run to
 * a state is its parents on the stack. A state is stored when it is met, not
 * when it is expanded. Several states from the top are expanded abreast, so
 * that the processor waits for the table once and not for each. */
#ifndef ENGINE_LOSSY_WALK_H
#define ENGINE_LOSSY_WALK_H

#include "engine/explicit/findings.h"
#include "engine/lossy/table.h"

#define WALK_NONE UINT32_MAX

enum { WALK_GROUP = 8 };

typedef struct walk_state {
  size_t at; /* its bytes, in 'bytes' */
  uint32_t size;
  uint32_t parent; /* on the stack; WALK_NONE: it is initial */
  uint32_t label;  /* of the step that led here */
  uint32_t level : 31;
  uint32_t is_done : 1; /* it has been expanded, or given away */
} walk_state;

typedef vec(walk_state) walk_states;
typedef vec(uint8_t) walk_bytes;

typedef struct walk_item {
  table_hash hash;
  uint32_t group, step;
} walk_item;

typedef struct lossy_walk {
  mem *m;
  const model *x;
  progress *clock;
  lossy_table *table;
  table_hand hand;
  findings found;
  explicit_answer answer; /* of this walk, in 'm' */
  bool keep_going;
  uint64_t random; /* the order of steps; 0: as they come */
  void *scratch;
  walk_states stack;
  walk_bytes bytes; /* of the states on the stack, one behind the other */
  uint32_t group[WALK_GROUP]; /* places on the stack, that are expanded */
  model_steps steps[WALK_GROUP];
  vec(walk_item) items; /* what they lead to */
  uint64_t states, arrivals, depth;
  size_t most_bytes; /* of the stack */
  uint64_t expanded; /* since the walk began */
  bool is_full;      /* the table */
} lossy_walk;

typedef struct walk_options {
  lossy_table *table;
  bool keep_going, strict;
} walk_options;

void walk_begin(lossy_walk *w, mem *m, const model *x, progress *clock,
                const walk_options *o);
void walk_end(lossy_walk *w); /* keeps the answer, with its run and notes */

/* The next search of this walk: another order. */
void walk_reseed(lossy_walk *w, uint64_t seed);

/* Stores the initial states. False, here and below: a fault was found and is
 * enough, or the table is full. */
bool walk_start(lossy_walk *w);
/* Expands some states. The stack must not be empty; it may be afterwards. */
bool walk_on(lossy_walk *w);

/* Puts a state on the stack; 'level' is found from its parent. */
typedef struct walk_step {
  const uint8_t *bytes;
  uint32_t size, parent, label;
} walk_step;
void walk_push(lossy_walk *w, const walk_step *s);

/* The counters and what the model says of covered places, into 'answer'. */
void walk_sum_up(lossy_walk *w);

#endif
