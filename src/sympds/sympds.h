/* Symbolic pushdown systems: one control location with global bits, stack
 * symbols with local bits, and rules that carry relations (Schwoon 2002).
 *
 * A configuration is a valuation of the globals and a stack of symbols, each
 * with a valuation of the locals. All symbols share the same local bits; those
 * that a symbol does not use are 0.
 *
 * Every bit has four copies, neighbours in the order of the diagrams. In a
 * rule's relation:
 *     globals   SYM_NOW   SYM_NEXT
 *     locals    SYM_NOW   SYM_NEXT (on top, behind the rule)   SYM_BELOW
 * A relation speaks of the next value of changed bits only: all others stay as
 * they are (locals of a pushed top are all changed, those below it are as they
 * were unless in 'changes_below'). The other copies belong to the engines. */
#ifndef SYMPDS_SYMPDS_H
#define SYMPDS_SYMPDS_H

#include "base/map.h"
#include "bdd/dd.h"

#include <assert.h>

#define SYM_NONE UINT32_MAX

typedef enum sym_copy { SYM_NOW, SYM_NEXT, SYM_BELOW, SYM_OTHER } sym_copy;
enum { SYM_COPIES = 4 };

typedef enum sym_kind { SYM_SWAP, SYM_PUSH, SYM_POP } sym_kind;

typedef struct sym_rule {
  sym_kind kind;
  uint32_t from;
  uint32_t to;     /* the symbol on top behind it; SYM_POP: none */
  uint32_t below;  /* SYM_PUSH: the symbol under it */
  uint32_t source; /* edge of the program; SYM_NONE: a stuttering step */
  dd relation;
  /* Numbers of bits in 'changed' of the system: globals, then locals (SYM_SWAP
   * only), then locals below (SYM_PUSH only). */
  size_t first_changed;
  uint32_t changes_globals, changes_locals, changes_below;
  uint32_t change; /* of 'changes' of the system; set by sympds_add_rule */
} sym_rule;

/* The changed bits of a rule as sets and renamings, shared by all rules that
 * change the same; made when first asked for (sym_change_of). */
typedef struct sym_change {
  dd now;              /* the set of the changed bits' SYM_NOW copies */
  dd next;             /* and of their SYM_NEXT copies */
  dd_renaming *forth;  /* SYM_NEXT to SYM_NOW */
  dd_renaming *back;   /* SYM_NOW to SYM_NEXT */
  size_t first, count; /* in 'changed' of the system; locals that follow */
  uint32_t globals;    /* so many of them are globals */
  bool is_made;
} sym_change;

typedef struct sympds {
  mem *m;
  dds *d;
  uint32_t globals, locals;  /* bits */
  uint32_t *global_position; /* in the order of the diagrams, by bit */
  uint32_t *local_position;
  uint32_t symbols;
  vec(sym_rule) rules; /* sorted by 'from' */
  vec(uint32_t) changed;
  vec(sym_change) changes;
  map change_numbers;   /* by a hash of what is changed */
  uint32_t *first_rule; /* by symbol, one more */
  uint32_t start;       /* the symbol that all begins with, alone */
  dd initial;           /* globals and locals, SYM_NOW */
} sympds;

static inline uint32_t sym_global(const sympds *system, uint32_t bit,
                                  sym_copy c) {
  assert(bit < system->globals);
  return system->global_position[bit] * SYM_COPIES + (uint32_t)c;
}
static inline uint32_t sym_local(const sympds *system, uint32_t bit,
                                 sym_copy c) {
  assert(bit < system->locals);
  return system->local_position[bit] * SYM_COPIES + (uint32_t)c;
}

/* Positions: a permutation of 0 .. globals + locals - 1, the globals' first in
 * 'positions'. Opens no diagrams: 'diagrams' is open, with SYM_COPIES variables
 * for each bit. */
void sympds_init(sympds *system, mem *m, dds *diagrams, uint32_t globals,
                 uint32_t locals, const uint32_t *positions, uint32_t symbols);
/* 'relation', which is kept, and what it changes; rules come in any order. */
void sympds_add_rule(sympds *system, const sym_rule *rule,
                     const uint32_t *globals, const uint32_t *locals,
                     const uint32_t *below);
/* When all rules are there: sorts them (stably), drops impossible ones. */
void sympds_finish(sympds *system);

/* Steps with one rule, for engines. */

/* What a rule changes: globals, and locals of a SYM_SWAP; not those below a
 * SYM_PUSH. */
const sym_change *sym_change_of(sympds *system, uint32_t rule);

/* Behind a SYM_SWAP rule: x over SYM_NOW (and any other copies but SYM_NEXT),
 * the result over the same. */
dd sym_image(sympds *system, uint32_t rule, dd x);
/* Before it: x is over SYM_NOW. */
dd sym_preimage(sympds *system, uint32_t rule, dd x);

#endif
