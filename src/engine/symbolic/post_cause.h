/* Runs of post*, backwards: what a head, an entry or a summary rests on. */
#ifndef ENGINE_SYMBOLIC_POST_CAUSE_H
#define ENGINE_SYMBOLIC_POST_CAUSE_H

#include "engine/symbolic/post.h"

/* A rule, from a head in a ring of a cell; a head behind a call rests on a ring
 * of summaries, too. */
typedef struct post_cause {
  uint32_t rule, cell;
  uint32_t ring;    /* number */
  uint32_t summary; /* number; SYM_NONE: no call */
  uint32_t latest;  /* of the numbers; 0 is best */
} post_cause;

/* Where a backward way is: a head with what it remembers of its entry. */
typedef struct post_place {
  sym_post *x;
  uint32_t cell, number; /* the ring it is in */
  bool *now;             /* globals, locals */
  bool *entry;           /* globals, locals */
  sym_point point;       /* being made */
} post_place;

void post_make_index(sym_post *post);

/* The cause with the smallest numbers of the head, which is not an entry. */
post_cause post_cause_of_head(post_place *place);
/* The same of a head that is its own entry, and not at the start. */
post_cause post_cause_of_entry(post_place *place);
/* Of a summary of 'entry' in ring 'number', from the entry's values of the
 * way to the globals of 'now'. */
post_cause post_cause_of_summary(post_place *place, uint32_t entry,
                                 uint32_t number);

/* What fits to a cause: globals and locals SYM_NOW before it, locals SYM_BELOW
 * behind a PUSH (changed ones; others are as before), globals SYM_BELOW and
 * locals SYM_OTHER at the entry; globals and locals SYM_NEXT at the entry of a
 * call. */
dd post_cause_solutions(post_place *place, const post_cause *cause);

#endif
