/* Satisfiability once more, by code that shares nothing with decide.h but Z3
 * itself: a context for one question, terms translated by other rules (every
 * word is a bit-vector, also of one bit), Z3's own strategy for bit-vectors. So
 * it can be asked in a thread of its own, and tests compare the two. */
#ifndef SMT_AFRESH_H
#define SMT_AFRESH_H

#include "smt/solver.h"

typedef struct afresh afresh;

/* 'constraints' must stay; 0 milliseconds: no limit. */
afresh *afresh_begin(mem *m, terms *t, const term *constraints, size_t count,
                     unsigned milliseconds);
/* Touches no 'mem' and changes no term. */
void afresh_work(afresh *q);
/* From another thread: it should end soon, or not begin. */
void afresh_stop(afresh *q);
/* After the work. */
smt_answer afresh_answer(const afresh *q);
void afresh_end(afresh *q);

#endif
