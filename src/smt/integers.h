/* The same question over the integers. Not an approximation: a word is the
 * number from 0 that its bits say, and what wraps around does so here, too. The
 * bits of products with constants, and of quotients and remainders by them, are
 * hard for a solver; their numbers are not. Only for files that know Z3. */
#ifndef SMT_INTEGERS_H
#define SMT_INTEGERS_H

#include "smt/term_data.h"

#include <z3.h>

/* Empty when zeroed. */
typedef struct integers {
  Z3_context z; /* of its own, which keeps all it has made; NULL: none */
  Z3_solver solver;
  Z3_model model;
} integers;

/* False, and nothing is open: nothing in it is hard in bits, something has no
 * such form (products of inputs, say), or Z3 has no memory left. */
bool integers_begin(integers *x, mem *m, terms *t, const term *constraints,
                    size_t count);
void integers_end(integers *x);
/* Allocates nothing of ours: may run in another thread. 0: no limit. */
Z3_lbool integers_decide(integers *x, unsigned milliseconds);
/* After Z3_L_TRUE. False: any value of the input would do. */
bool integers_value(integers *x, const term_node *input, uint64_t *value);

#endif
