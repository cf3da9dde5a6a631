/* Satisfiability once more, by code that shares nothing with decide.h but Z3
 * itself: a context for one question, terms translated by other rules (every
 * word is a bit-vector, also of one bit), Z3's own strategy for bit-vectors. */
#ifndef SMT_AFRESH_H
#define SMT_AFRESH_H

#include "smt/solver.h"

smt_answer afresh_check(mem *m, terms *t, progress *clock,
                        unsigned milliseconds, const term *constraints,
                        size_t count);

#endif
