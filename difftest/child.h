/* Child processes: a function or a command, with what it wrote. */
#ifndef DIFFTEST_CHILD_H
#define DIFFTEST_CHILD_H

#include "base.h"

enum { CHILD_WHY = 240 };

/* All of it; false: the other side is gone. */
bool child_send(int descriptor, const char *text, size_t length);

/* Runs 'f' in a child, which gets a pipe to write to. True if it ended by
 * itself with status 0; else 'why' tells. 'seconds' 0: no limit. */
typedef void child_fn(const void *self, int pipe);
bool child_call(child_fn *f, const void *self, double seconds, buffer *out,
                char why[CHILD_WHY]);

/* Runs a command by sh; '*status' is its exit status. False: it did not end by
 * itself, or wrote more than 16 MiB; 'why' tells. */
bool child_command(const char *command, double seconds, buffer *out,
                   int *status, char why[CHILD_WHY]);

#endif
