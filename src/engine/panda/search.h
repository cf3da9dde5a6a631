/* The search, as panda.c and loops/search.c share it. */
#ifndef PANDA_SEARCH_H
#define PANDA_SEARCH_H

#include "engine/panda/calls/calls.h"
#include "engine/panda/loops/loops.h"

typedef struct search {
  mem *m;
  cfa *p;
  concolic *concolic;
  const panda_options *options;
  panda_result *out;
  loops *loops;
  calls *calls;
  bool has_suggestion;    /* the guide of the run may lead to the error */
  bool has_arrays;        /* candidates about them */
  bool has_rows;          /* of the loops */
  bool lacks_time;        /* to find or prove invariants, or the solver did */
  bool is_spoilt;         /* a pass that summarises loops proves nothing */
  bool wants_more;        /* loops to summarise */
  bool is_by_loops;       /* the answer rests on their invariants */
  bool lists_are_useless; /* folding was tried, and more time will not help */
  bool is_incomplete;     /* 'reason' and 'place' of the result say why */
  uint64_t ends;          /* of paths, in all passes */
  uint64_t finished;      /* paths that came to an end of the program */
} search;

/* The run ended in an error. False: it needs an input that cannot be given. */
bool search_violated(search *s);
/* Is a fault an error? */
bool search_counts(const search *s, cfa_fault f);
/* One pass over the tree. True: the search is over, or this pass of it. */
bool search_pass(search *s, uint32_t bound);

/* Lists/search.c */

/* Tries to prove the program with lists that are folded at heads of loops.
 * True: it holds. */
bool search_by_lists(search *s, double seconds);

/* Loops/search.c */

/* Tries to prove the program with invariants of the loops that are wanted.
 * True: the search is over. 'is_spent' says whether more time may help. */
bool search_by_loops(search *s, double seconds, bool *is_spent);

#endif
