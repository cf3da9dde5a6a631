/* False certificates that are right but for one kind of condition: each time
 * that kind is ignored where it is computed. Where the property is violated a
 * checker must find the gap. Not for problems with sets. */
#ifndef PUSHDOWN_LTL_FORGE_H
#define PUSHDOWN_LTL_FORGE_H

#include "tests/pushdown_ltl/compare.h"
#include "tests/pushdown_ltl/naive.h"

/* The kinds: of accepting summaries, then of ranks. */
enum {
  FORGE_POP,
  FORGE_SWAP,
  FORGE_SWAP_INNER,
  FORGE_PUSH,
  FORGE_PUSH_FIRST,
  FORGE_PUSH_SECOND,
  FORGE_RANK_SWAP,
  FORGE_RANK_PUSH,
  FORGE_RANK_RETURN,
  FORGE_RANK_RETURN_FIRST,
  FORGE_KINDS
};

/* NULL, or what is wrong. */
const char *forge(naive *v, uint64_t seed, tally *t);

#endif
