/* Runs of pre*, forwards: by which rule a head gets nearer to a target, or to
 * its pop. */
#ifndef ENGINE_SYMBOLIC_PRE_CAUSE_H
#define ENGINE_SYMBOLIC_PRE_CAUSE_H

#include "engine/symbolic/pre.h"

/* A rule to what is in a ring: of the new top (SWAP, or a PUSH that does not
 * return), or of the symbol below, when the new top is popped by 'pop'. */
typedef struct pre_cause {
  uint32_t rule;
  uint32_t ring;   /* number */
  uint32_t pop;    /* number of a ring of pops; SYM_NONE: does not return */
  uint32_t latest; /* of the numbers */
} pre_cause;

/* Where a way is. */
typedef struct pre_place {
  sym_pre *x;
  uint32_t symbol, number; /* the ring it is in: of pops, or of heads */
  bool is_popping;
  bool *now;  /* globals, locals */
  bool *goal; /* popping: globals behind the pop */
  sym_point point;
} pre_place;

void pre_make_index(sym_pre *pre);

/* Popping: a POP that leads to the goal; else SYM_NONE. */
uint32_t pre_last_pop(pre_place *place);
/* The cause with the smallest numbers; the way is not at its end. */
pre_cause pre_cause_of(pre_place *place);
/* What fits to a cause, behind its rule: globals and locals SYM_NOW on top,
 * locals SYM_BELOW below; globals SYM_BELOW when a new top is popped. */
dd pre_cause_solutions(pre_place *place, const pre_cause *cause);

#endif
