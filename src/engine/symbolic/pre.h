/* pre*, inside: the sets of a saturation towards targets.
 *
 * By symbol: heads from which a target can be reached, and pops, by which the
 * symbol goes. By PUSH: what it does together with a pop of the new top, as if
 * it were a SWAP. Owners of rings are the heads and the pops of a symbol. */
#ifndef ENGINE_SYMBOLIC_PRE_H
#define ENGINE_SYMBOLIC_PRE_H

#include "base/map.h"
#include "engine/symbolic/copies.h"
#include "engine/symbolic/rings.h"
#include "engine/symbolic/symbolic.h"

typedef struct pre_set {
  dd all, done, frontier; /* 'done' has been propagated */
} pre_set;

/* A PUSH that returns. 'calls' is over globals and locals SYM_NOW before it,
 * globals SYM_OTHER behind the pop, and changed locals SYM_BELOW. */
typedef struct pre_push {
  dd calls;
  /* sets: */
  dd entered;          /* changed globals, all locals SYM_NEXT */
  dd pushed;           /* the same, and changed locals SYM_BELOW */
  dd returned;         /* globals SYM_OTHER, changed locals SYM_BELOW */
  dd_renaming *behind; /* globals now -> other, changed locals now -> below */
} pre_push;

struct sym_pre {
  mem *m;
  progress *clock;
  sympds *s;
  sym_copies copies;
  dd_renaming *entering; /* locals now -> next, globals below -> other */
  dd_renaming *leaving;  /* globals next -> below */
  dd_renaming *forth;    /* next -> now: for runs */
  dd_renaming *below;    /* now -> below: for runs */
  map renamings;         /* of pushes, by 'returned' */
  vec(uint32_t) renamed; /* the first push with it, by number in the map */
  uint32_t *first_into, *into;        /* rules by 'to' */
  uint32_t *first_behind, *behind_of; /* PUSH rules by 'below' */
  uint32_t *push_of;                  /* by rule */
  vec(pre_push) pushes;
  dd *targets; /* by symbol */
  pre_set *heads, *pops;
  sym_rings rings;
  uint32_t *places; /* by symbol, backwards; NULL: no sweeps yet */
  bool is_indexed;  /* the rings are */
  bool early, found;
  statistics statistics;
};

static inline uint32_t pre_owner_of_heads(uint32_t symbol) {
  return 2 * symbol;
}
static inline uint32_t pre_owner_of_pops(uint32_t symbol) {
  return 2 * symbol + 1;
}

#endif
