/* Random programs and formulas: sym_repeat against pushdown_ltl on the expanded
 * explicit pushdown system. */
#ifndef SYMBOLIC_LTL_PROGRAMS_H
#define SYMBOLIC_LTL_PROGRAMS_H

#include <stdint.h>

typedef struct programs_tally {
  unsigned long violated, holds, skipped, longest, layers, rules;
  unsigned long growing, calling, stuttering; /* loops */
} programs_tally;

/* A Boolean program, or, if 'source' is NULL, a random one. NULL, or what is
 * wrong. */
const char *programs_compare(uint64_t seed, const char *source,
                             programs_tally *y);

#endif
