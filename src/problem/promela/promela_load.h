/* Promela models as files: text, includes, macros and claims of the user's. */
#ifndef PROBLEM_PROMELA_PROMELA_LOAD_H
#define PROBLEM_PROMELA_PROMELA_LOAD_H

#include "problem/context.h"

/* Adds what the text says to the problem; it may include files. False:
 * reported. */
bool context_read_promela(custos *c, const char *name, const char *bytes,
                          size_t length);

#endif
