/* A search for accepting cycles by several threads: nested depth-first search
 * in parallel, after Evangelista, Laarman, Petrucci and van de Pol (Improved
 * multi-core nested depth-first search, 2012).
 *
 * Each thread searches from the initial states in an order of its own. A state
 * is cyan for the threads that have it on their blue stack, blue once one of
 * them has left it, and then no other enters it any more. When a thread leaves
 * an accepting state it looks for a way back to its own blue stack: the states
 * that it meets become red together, but only after those accepting ones among
 * them that others are still busy with.
 *
 * An edge to a cyan state closes a cycle on the thread's own stack; if one of
 * its ends is accepting that is the answer. If the automaton is weak there are
 * no red searches: the state of a cycle that is the first to be left has its
 * successor on the cycle on the stack below it, and all cycles of that
 * component are accepting. */
#ifndef ENGINE_PARALLEL_CNDFS_H
#define ENGINE_PARALLEL_CNDFS_H

#include "engine/explicit/shape.h"
#include "engine/parallel/pairs.h"
#include "engine/parallel/team.h"
#include "engine/parallel/trail.h"

typedef struct cndfs_frame {
  size_t first; /* of its edges */
  uint32_t followed;
  uint32_t state, automaton;
} cndfs_frame;

/* A stack of states, with the edges from them that were worth following when
 * they were met. Invariant: a frame's edges end where those of the next
 * begin. */
typedef struct cndfs_stack {
  vec(cndfs_frame) frames;
  vec(uint32_t) edges; /* where to */
} cndfs_stack;

typedef enum cndfs_result {
  CNDFS_NOTHING,
  CNDFS_CYCLE, /* 'path' is a lasso */
  CNDFS_WRONG  /* the same, but 'path' leads to where something is undefined, or
                  is empty: in the initial states */
} cndfs_result;

typedef struct cndfs cndfs;

typedef struct cndfs_worker {
  cndfs *of;
  team_member *me;
  pairs p;
  uint64_t seed; /* of its order; 0: that of the model */
  cndfs_stack blue, red;
  trail cyan;            /* the states of the blue stack */
  trail pink;            /* those that the red search has met */
  vec(uint32_t) awaited; /* the accepting ones among them, but for the first */
  cndfs_result result;
  vec(uint32_t) path;
  size_t loop;
  uint64_t stored, transitions;
} cndfs_worker;

struct cndfs {
  worker_team *team;
  const shape *kind;
  pool *states;
  pool_words *colours;
  cndfs_worker *workers[TEAM_MOST]; /* by number of the member */
};

/* In the member's memory. The pool must be there. */
cndfs_worker *cndfs_worker_new(cndfs *n, team_member *me, const model *x,
                               const model_binding *binding,
                               const omega *automaton);

/* The work of a member; its 'self' is the 'cndfs'. */
void cndfs_work(team_member *me);

#endif
