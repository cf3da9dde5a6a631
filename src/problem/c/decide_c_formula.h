/* All paths of a C program as one formula: see engine/formula/formula.h. */
#ifndef PROBLEM_C_DECIDE_C_FORMULA_H
#define PROBLEM_C_DECIDE_C_FORMULA_H

#include "problem/c/c_parts.h"

/* Gives up after so many seconds (0: when the clock says so). */
void context_decide_c_formula(custos *c, const panda_options *o, double seconds,
                              panda_result *out);

#endif
