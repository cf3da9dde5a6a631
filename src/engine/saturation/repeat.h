/* Pushdown systems with accepting locations: is there a run that passes through
 * them infinitely often? By repeating heads (Bouajjani, Esparza, Maler 1997;
 * Esparza, Hansel, Rossmanith, Schwoon 2000), forwards: only heads that can be
 * reached from the initial set are looked at, and their rules are asked for
 * when they are.
 *
 * A head is a location and the symbol on top. It is repeating if it leads to
 * itself, on a stack not lower, through an accepting location. The system never
 * stops: every head has a rule, unless the run may be given up there. */
#ifndef ENGINE_SATURATION_REPEAT_H
#define ENGINE_SATURATION_REPEAT_H

#include "engine/saturation/heads.h"

#define REPEAT_NONE HEADS_NONE

typedef struct repeat_edge {
  uint32_t from, symbol, to;
} repeat_edge;

/* A state of the initial automaton and a location. */
typedef struct repeat_pair {
  uint32_t state, location;
} repeat_pair;

typedef struct repeat_system {
  heads_system heads; /* 'self', 'locations', 'expand' and 'accepting' */
  /* The initial set: stacks that lead from the state of a start to 'final'.
   * Every edge lies on a way to 'final', which has no edges itself. */
  uint32_t initial_states, final;
  vec(repeat_edge) initial;
  vec(repeat_pair) starts;
} repeat_system;

typedef struct repeat_answer {
  bool found;
  /* What was explored. Heads are numbers of the map; a rank never grows from a
   * head to the next, and falls if the way passes an accepting location. */
  map heads; /* map_pair(location, symbol) */
  heads_summaries summaries;
  map pairs;       /* map_pair(state, location): what of a stack is left when */
  uint32_t *ranks; /* not found: from 1 */
  uint8_t *repeats; /* found: a repeating head can be reached from it without
                       popping it */
  uint64_t edges;   /* of the graph of heads */
  /* Found, and the lasso has no more than the steps allowed: the sources of
   * the rules of a stem from a start, and of a loop that brings back the head
   * on a stack not lower. */
  bool has_lasso;
  uint64_t steps; /* of the lasso; UINT64_MAX: more than were allowed */
  uint32_t start; /* a location */
  vec(uint32_t) stack, stem, loop;
} repeat_answer;

/* 'most_steps' 0: no lasso is looked for. All lives in 'm'. */
void repeat_solve(mem *m, progress *clock, const repeat_system *system,
                  uint64_t most_steps, repeat_answer *out);

#endif
