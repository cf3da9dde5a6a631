/* The tables of all kinds of problems. Only rows of languages and beginnings
 * of problems name them. */
#ifndef PROBLEM_KINDS_H
#define PROBLEM_KINDS_H

#include "problem/problem.h"

extern const problem_ops problem_pushdown;
extern const problem_ops problem_model;
extern const problem_ops problem_promela; /* a model with a walker */
extern const problem_ops problem_procedures;
extern const problem_ops problem_c;
extern const problem_ops problem_session;

#endif
