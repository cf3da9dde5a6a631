/* A way in the graph of heads as steps of the system. */
#ifndef ENGINE_SYMBOLIC_REPEAT_EXPAND_H
#define ENGINE_SYMBOLIC_REPEAT_EXPAND_H

#include "engine/symbolic/repeat_search.h"

/* A frame to be popped: from its head, ending with these globals, through an
 * accepting head if 'marked'. */
typedef struct goal {
  uint32_t symbol;
  size_t locals, target; /* in 'kept' */
  bool marked;
} goal;

typedef struct expander {
  repeat *x;
  sym_run *out;
  size_t most;
  uint32_t globals, locals;
  bool *head;            /* where we are: globals, then locals */
  bool *below;           /* room for locals */
  bool *middle;          /* room for globals */
  bool *all;             /* by variable */
  uint32_t *now, *under; /* variables of a head: SYM_NOW, SYM_BELOW */
  vec(bool) kept;
  vec(goal) goals; /* the frame on top last */
} expander;

/* Of no bits there may be no array either. */
static inline void expander_copy(bool *to, const bool *from, size_t count) {
  if (count)
    memcpy(to, from, count * sizeof *to);
}

uint32_t expander_rule_of(const expander *v, uint32_t number);

/* A step, behind which 'head' is where we are; 'below': of a SYM_PUSH. False:
 * there are too many. */
bool expander_emit(expander *v, uint32_t rule, const bool *below, bool pops);
/* Puts values aside, in 'kept'. */
size_t expander_keep(expander *v, const bool *values, size_t count);

dd expander_head_point(expander *v);
/* 'globals' behind a pop. */
dd expander_target_point(expander *v, const bool *globals);
/* Numbers of the bits that a call changes in the caller. */
const uint32_t *expander_changed_below(const expander *v, uint32_t entry,
                                       uint32_t *count);
/* The locals below, picked behind a WAY_ENTRY from 'head'; others stay. All
 * that was picked is left in 'all', in the order of 'under'. */
void expander_pick_below(expander *v, uint32_t entry, dd x);
void expander_pick_head(expander *v, dd x);

/* The first addition before 'stamp' that meets x: the intersection. */
dd expander_first_meeting(expander *v, bool marked, uint32_t symbol,
                          uint64_t stamp, dd x);
/* Until the frame of the first goal has gone. False: too many steps. */
bool expander_pop_frames(expander *v);

#endif
