/* A depth-first search that keeps no state but those on its stack; which of
 * them it has seen, a table knows.
 *
 * The stack has states that wait and states that have been expanded; what
 * follows from one lies above it, and it stays until all that is done: a run to
 * a state is its parents on the stack. A state is stored when it is met, not
 * when it is expanded. Several states from the top are expanded abreast, so
 * that the processor waits for the table once and not for each. */
#ifndef ENGINE_LOSSY_LOSSY_DFS_H
#define ENGINE_LOSSY_LOSSY_DFS_H

#include "engine/explicit/findings.h"
#include "engine/lossy/table.h"

#define LOSSY_DFS_NONE UINT32_MAX

enum { LOSSY_DFS_GROUP = 8 };

typedef struct lossy_dfs_state {
  size_t at; /* its bytes, in 'bytes' */
  uint32_t size;
  uint32_t parent; /* on the stack; LOSSY_DFS_NONE: it is initial */
  uint32_t label;  /* of the step that led here */
  uint32_t level : 31;
  uint32_t is_done : 1; /* it has been expanded, or given away */
} lossy_dfs_state;

typedef vec(lossy_dfs_state) lossy_dfs_states;
typedef vec(uint8_t) lossy_dfs_bytes;

typedef struct lossy_dfs_item {
  table_hash hash;
  uint32_t group, step;
} lossy_dfs_item;

typedef struct lossy_dfs {
  mem *m;
  const model *x;
  progress *clock;
  lossy_table *table;
  table_hand hand;
  findings found;
  explicit_answer answer; /* of this search, in 'm' */
  bool keep_going;
  uint64_t random; /* the order of steps; 0: as they come */
  void *scratch;
  lossy_dfs_states stack;
  lossy_dfs_bytes bytes; /* of the states on the stack, one behind the other */
  uint32_t group[LOSSY_DFS_GROUP]; /* places on the stack, that are expanded */
  model_steps steps[LOSSY_DFS_GROUP];
  vec(lossy_dfs_item) items; /* what they lead to */
  uint64_t states, arrivals, depth;
  size_t most_bytes; /* of the stack */
  uint64_t expanded; /* so far */
  bool is_full;      /* the table */
} lossy_dfs;

typedef struct lossy_dfs_options {
  lossy_table *table;
  bool keep_going, strict;
} lossy_dfs_options;

void lossy_dfs_begin(lossy_dfs *dfs, mem *m, const model *x, progress *clock,
                     const lossy_dfs_options *dfs_options);
void lossy_dfs_end(
    lossy_dfs *dfs); /* keeps the answer, with its run and notes */

/* The next search with these: another order. */
void lossy_dfs_reseed(lossy_dfs *dfs, uint64_t seed);

/* Stores the initial states. False, here and below: a fault was found and is
 * enough, or the table is full. */
bool lossy_dfs_start(lossy_dfs *dfs);
/* Expands some states. The stack must not be empty; it may be afterwards. */
bool lossy_dfs_on(lossy_dfs *dfs);

/* Puts a state on the stack; 'level' is found from its parent. */
typedef struct lossy_dfs_step {
  const uint8_t *bytes;
  uint32_t size, parent, label;
} lossy_dfs_step;
void lossy_dfs_push(lossy_dfs *dfs, const lossy_dfs_step *dfs_step);

/* The counters and what the model says of covered places, into 'answer'. */
void lossy_dfs_sum_up(lossy_dfs *dfs);

#endif
