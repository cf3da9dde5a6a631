/* post*, inside: the sets of a saturation from the start.
 *
 * A cell is a set of heads by symbol and entry. A frame begins at its entry, a
 * symbol, with globals and locals that its heads remember. A link remembers, by
 * the rule that pushed and the cell it pushed from, with which values a frame
 * was entered and what was below; with the summaries of the entry, it leads to
 * heads behind the call. Owners of rings are cells and entries. */
#ifndef ENGINE_SYMBOLIC_POST_H
#define ENGINE_SYMBOLIC_POST_H

#include "base/map.h"
#include "engine/symbolic/copies.h"
#include "engine/symbolic/rings.h"
#include "engine/symbolic/symbolic.h"

/* Beside a sym_reach. */
typedef struct post_cell {
  dd frontier;
  uint32_t next; /* with the same symbol */
} post_cell;

/* Globals and locals SYM_NEXT at the entry of the pushed frame; locals
 * SYM_BELOW are those below it, globals SYM_BELOW and locals SYM_OTHER those at
 * the entry of the frame below. */
typedef struct post_link {
  uint32_t rule, cell;
  uint32_t next; /* into the same entry */
  dd set;
} post_link;

/* Beside a sym_summary, whose relation has all summaries. */
typedef struct post_entry {
  dd values; /* globals and locals SYM_NEXT at the entry */
  dd done;   /* summaries that were propagated */
  dd frontier;
  uint32_t links; /* the last one; SYM_NONE */
} post_entry;

/* Rules that lead to a symbol, made for runs: SYM_SWAP by 'to', SYM_PUSH by
 * 'below'. And cells from which frames are popped, by entry. */
typedef struct post_index {
  bool is_made;
  uint32_t *first_into, *into;
  uint32_t *first_popped, *popped;
} post_index;

struct sym_post {
  mem *m;
  progress *clock;
  sympds *s;
  sym_copies copies;
  dd_renaming *pushed;   /* globals now -> next, locals now -> below */
  dd_renaming *entered;  /* next -> now */
  dd_renaming *popped;   /* to the copies of summaries */
  dd_renaming *returned; /* locals below -> now */
  dd same;               /* a head is its own entry */
  dd before_push;        /* sets: what a link forgets to be an entry */
  dd at_entry;           /* globals and locals SYM_NEXT */
  dd *forgotten;         /* by rule: what a PUSH or POP forgets, when made */

  map cell_of; /* symbol, entry */
  vec(sym_reach) reached;
  vec(post_cell) cells;
  uint32_t *last_cell; /* by symbol */
  map link_of;         /* rule, cell */
  vec(post_link) links;
  uint32_t *entry_of; /* by symbol */
  vec(sym_summary) summaries;
  vec(post_entry) entries;
  sym_rings rings;
  uint32_t *places; /* by symbol; NULL: no sweeps yet */

  uint32_t *target_of; /* by symbol; NULL: none is looked for */
  size_t found;        /* a target; SIZE_MAX: not yet */
  statistics statistics;
  post_index index;
};

static inline uint32_t post_owner_of_cell(uint32_t cell) { return 2 * cell; }
static inline uint32_t post_owner_of_entry(uint32_t entry) {
  return 2 * entry + 1;
}

#endif
