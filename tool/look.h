/* The variables and processes of a program, as a walk stands. */
#ifndef TOOL_LOOK_H
#define TOOL_LOOK_H

#include "session.h"

/* Everything; or, if 'name' is not NULL, only the variable of this name: "x",
 * "a[3]", "A:x" and "A(0):x" are understood. '*found': how many there were. */
custos_status look_print(session *s, const char *name, size_t *found);

/* Where the processes are. */
custos_status look_print_processes(session *s);

#endif
