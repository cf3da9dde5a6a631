/* The tables of all kinds of problems. Only rows of languages and beginnings
 * of problems name them. */
#ifndef PROBLEM_KINDS_H
#define PROBLEM_KINDS_H

#include "problem/c_problem.h"
#include "problem/problem.h"

extern const problem_ops problem_pushdown;
extern const problem_ops problem_model;
extern const problem_ops problem_promela; /* a model with a walker */
extern const problem_ops problem_procedures;
extern const problem_ops problem_c;
extern const problem_ops problem_session;

/* language.compile, of C and of Java. */
bool context_compile_c(custos *c, bool control, cfa *out);
bool context_compile_java(custos *c, bool control, cfa *out);
/* language.reproduce, of both: builds the program with its inputs, and runs it;
 * c_problem.reproduction. CUSTOS_OK, or the call is over. */
custos_status context_reproduce_c(custos *c);
custos_status context_reproduce_java(custos *c);

#endif
