/* Satisfiability once more, by code that shares nothing with decide.h but Z3
 * itself: a context for one question, terms translated by other rules (every
 * word is a bit-vector, also of one bit), Z3's own strategy for bit-vectors. So
 * it can be asked in a thread of its own, and tests compare the two. */
#ifndef SMT_ONE_SHOT_H
#define SMT_ONE_SHOT_H

#include "smt/solver.h"

typedef struct one_shot one_shot;

/* 'constraints' must stay; 0 milliseconds: no limit. */
one_shot *one_shot_begin(mem *m, terms *t, const term *constraints,
                         size_t count, unsigned milliseconds);
/* Touches no 'mem' and changes no term. */
void one_shot_work(one_shot *q);
/* From another thread: it should end soon, or not begin. */
void one_shot_stop(one_shot *q);
/* After the work. */
smt_answer one_shot_answer(const one_shot *q);
void one_shot_end(one_shot *q);

#endif
