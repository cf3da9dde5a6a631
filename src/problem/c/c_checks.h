/* What counts as an error of a C program, and what its answers may presume. */
#ifndef PROBLEM_C_C_CHECKS_H
#define PROBLEM_C_C_CHECKS_H

#include "problem/c_problem.h"

/* Lists of names with commas between, as users write them; false: one is
 * unknown, and nothing has changed. */
bool c_add_checks(c_given *given, const char *list);
bool c_add_presumptions(c_given *given, const char *list);
/* These (CFA_CHECK_...) beside what was asked for before, and no others. */
void c_ask_for(c_given *given, unsigned bits);
/* What the values of "check" and "presume" are; NULL: of another option. */
const char *c_option_values(const char *option);
/* If nothing was asked for: 'usual', without what is presumed. */
void c_settle_checks(c_given *given, unsigned usual);
/* Checks that the front end makes edges for: of what is presumed, too, whose
 * edges c_mark_presumed changes. */
unsigned c_compiled_checks(const c_given *given);
/* Runs that are presumed away end, and are counted. */
void c_mark_presumed(const c_given *given, cfa *automaton);
/* As options, for evidence. */
typedef void c_tell_option(void *self, const char *option, const char *value);
void c_each_check(const c_given *given, c_tell_option *tell, void *self);
void c_each_presumption(const c_given *given, c_tell_option *tell, void *self);

#endif
