/* What the files of refinement share. Whatever they propose is sound to add:
 * what is known of a predicate is computed by abstraction/move.c alone. So they
 * may guess, and nothing here needs to be exact. */
#ifndef PANDA_REFINE_INSIDE_H
#define PANDA_REFINE_INSIDE_H

#include "engine/panda/abstraction/inside.h"

enum {
  REFINE_SIZE = 40,       /* most nodes of a predicate */
  REFINE_A_LOCATION = 30, /* most predicates there, to add one */
  REFINE_NEW = 8,         /* most new ones there, of one refinement */
  REFINE_STEPS = 3000,    /* backwards */
  REFINE_PATH = 20000,    /* steps of a path formula */
  REFINE_ITEMS = 24,      /* formulas at one step */
  REFINE_FOLLOWED = 200   /* formulas that are followed forwards */
};

typedef vec(uint32_t) refine_list;

/* rewrite.c */

/* What variables and loads are replaced by. */
typedef struct refine_change {
  /* Expressions in place of others: 'count' pairs */
  const uint32_t *from, *by;
  size_t count;
  /* A store: loads at 'at' of that width become 'what' */
  uint32_t at, what; /* CFA_NONE: none */
  /* Set by refine_rewrite: a load may or may not be what was stored; the load's
   * address; CFA_NONE: none. With 'assume_same' it is. */
  uint32_t doubt;
  bool assume_same;
} refine_change;

uint32_t refine_rewrite(abstraction *a, uint32_t expression,
                        refine_change *change);
/* Does the change replace all that is local in it? */
bool refine_covers(abstraction *a, uint32_t expression,
                   const refine_change *change);
uint32_t refine_variable(abstraction *a, uint32_t variable);
/* The same value, smaller where that is easy. */
uint32_t refine_apply(abstraction *a, bits_op op, unsigned width, uint32_t x,
                      uint32_t y, uint32_t z);
uint32_t refine_not(abstraction *a, uint32_t condition);
uint32_t refine_or(abstraction *a, uint32_t x, uint32_t y);
/* Of a condition: comparisons and variables of one bit; each once. */
void refine_atoms(abstraction *a, uint32_t condition, refine_list *out);
/* Loads of words in it that lie within 'length' bytes at the address. */
void refine_loads(abstraction *a, uint32_t expression, uint32_t address,
                  uint64_t length, refine_list *out);
/* Does it read a variable that 'test' says yes to? */
typedef bool refine_test(const abstraction *a, uint32_t variable,
                         const void *self);
bool refine_mentions(abstraction *a, uint32_t expression, refine_test *test,
                     const void *self);

/* core.c */

/* Positions of assumptions of the log that exclude the side, ascending. False:
 * the formula of the path, as it is made here, does not exclude it. */
bool refine_core(abstraction *a, uint32_t condition, bool holds,
                 refine_list *out);

/* back.c */

typedef struct refine_job {
  uint32_t condition;
  bool holds;
  bool has_core;
  refine_list core;
  bool takes_whole;     /* formulas, not only their atoms */
  unsigned char *fresh; /* by location: how many */
  bool *mentions;       /* by variable: formulas do */
  size_t added;
} refine_job;

void refine_backwards(abstraction *a, refine_job *job);

/* forward.c */

void refine_propose(abstraction *a, refine_job *job, uint32_t location,
                    uint32_t condition);
/* Conditions of the core and constants, from where they hold to where they are
 * changed. */
void refine_forwards(abstraction *a, refine_job *job);

typedef struct refine_renaming {
  refine_list from, by;
} refine_renaming;

void refine_rename(abstraction *a, refine_renaming *renaming, uint32_t from,
                   uint32_t by);
refine_change
refine_change_of(const refine_renaming *renaming); /* borrows it */
void refine_renaming_clear(abstraction *a, refine_renaming *renaming);
/* Arguments that no callee can change are parameters; 'to_the_end': also when
 * it returns. */
void refine_rename_arguments(abstraction *a, refine_renaming *renaming,
                             const cfa_edge *call, const cfa_function *function,
                             bool to_the_end);

static inline bool refine_is_constant(const abstraction *a, uint32_t e) {
  return a->p->expressions.at[e].kind == CFA_CONSTANT;
}
static inline bool refine_is_small(abstraction *a, uint32_t e) {
  return abs_info_of(a, e)->size <= 2 * REFINE_SIZE;
}

#endif
