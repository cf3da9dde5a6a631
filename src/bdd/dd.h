/* Binary decision diagrams (Bryant 1986): BuDDy behind a small interface.
 *
 * BuDDy is one per process, so one 'dds' at a time may be open. It takes a
 * share of the memory that is left in the budget; spent memory or time leaves
 * through the budget's handler (base/mem.h), after which only dds_close may be
 * called. More than DD_MOST_VARIABLES count as spent memory: BuDDy is
 * recursive, and their number is how deep.
 *
 * What a function returns lives until the mark under which it was made is
 * released; what is to live longer is put into a slot by dd_keep. Diagrams are
 * equal exactly if their numbers are. */
#ifndef BDD_DD_H
#define BDD_DD_H

#include "base/progress.h"
#include "base/vec.h"

typedef int dd;

enum { DD_FALSE = 0, DD_TRUE = 1, DD_MOST_VARIABLES = 1 << 16 };

typedef struct dds {
  mem *m;
  progress *clock;
  vec(dd) made;   /* since it was opened, and not released */
  size_t charged; /* bytes, to the budget */
  bool is_open, is_spent, wants_reorder;
  uint32_t variables;
  uint32_t block;      /* that stays together; 0: variables are never moved */
  size_t most;         /* nodes that may be allocated */
  size_t next_reorder; /* variables are moved beyond so many nodes */
  bool *chosen;        /* by variable: scratch of dd_pick */
  uint64_t operations, most_nodes, collections, reorderings;
} dds;

typedef struct dd_order {
  uint32_t variables; /* from the root down, at first */
  uint32_t block;     /* so many neighbours stay together when variables are
                         moved; 0: they are never moved */
  size_t bytes;       /* at most; 0: what the budget has left */
} dd_order;

/* False: another one is open in this process. */
bool dds_open(dds *diagrams, mem *m, progress *clock, const dd_order *order);
/* Also when it is not open (zeroed), and after failure; before 'm' is
 * cleared. */
void dds_close(dds *diagrams);

typedef struct dd_statistics {
  uint64_t nodes, most_nodes, collections, reorderings, operations;
  size_t bytes;
} dd_statistics;
void dds_statistics(const dds *diagrams, dd_statistics *out);

/* Life */

static inline size_t dd_mark(const dds *diagrams) {
  return diagrams->made.count;
}
void dd_release(dds *diagrams, size_t mark);
/* The slot's old diagram goes, the new one stays. A slot starts as DD_FALSE. */
void dd_keep(dds *diagrams, dd *slot, dd x);
/* Releases back to 'mark', all but 'x', which it returns. */
dd dd_only(dds *diagrams, size_t mark, dd x);

/* Operations */

dd dd_variable(dds *diagrams, uint32_t v);
dd dd_not(dds *diagrams, dd x);
dd dd_and(dds *diagrams, dd x, dd y);
dd dd_or(dds *diagrams, dd x, dd y);
dd dd_xor(dds *diagrams, dd x, dd y);
dd dd_iff(dds *diagrams, dd x, dd y);
dd dd_minus(dds *diagrams, dd x, dd y); /* x and not y */
dd dd_if(dds *diagrams, dd condition, dd yes, dd no);
bool dd_implies(dds *diagrams, dd x, dd y);
bool dd_meets(dds *diagrams, dd x, dd y); /* is x and y satisfiable? */

/* Sets of variables are their conjunctions. */
dd dd_set(dds *diagrams, const uint32_t *variables, size_t count);
dd dd_exists(dds *diagrams, dd x, dd set);
dd dd_and_exists(dds *diagrams, dd x, dd y,
                 dd set); /* the relational product */

/* Renaming, all at once: from[i] becomes to[i]. Made once, used often. */
typedef struct dd_renaming dd_renaming;
dd_renaming *dd_renaming_make(dds *diagrams, const uint32_t *from,
                              const uint32_t *to, size_t count);
dd dd_rename(dds *diagrams, dd x, const dd_renaming *renaming);

/* x with the variables fixed. */
dd dd_fix(dds *diagrams, dd x, const uint32_t *variables, const bool *values,
          size_t count);
/* The conjunction that says: these variables have these values. */
dd dd_point(dds *diagrams, const uint32_t *variables, const bool *values,
            size_t count);

/* Looking */

/* One solution: values for the variables given (false where they do not
 * matter), the same for the same diagram in the same order. x is not
 * DD_FALSE. Variables of x that are not given get any. */
void dd_pick(dds *diagrams, dd x, const uint32_t *variables, size_t count,
             bool *values);
/* Solutions over 'count' variables, which are all that x has. */
double dd_count(dds *diagrams, dd x, size_t count);
size_t dd_size(dds *diagrams, dd x);
uint32_t dd_top(dd x); /* the variable at the root; x is no constant */
dd dd_low(dd x);
dd dd_high(dd x);
/* Variables that x depends on, by number, appended. */
typedef vec(uint32_t) dd_variables;
void dd_support(dds *diagrams, dd x, dd_variables *out);

#endif
