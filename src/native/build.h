/* C text that becomes code while something else goes on: written to a folder
 * of its own, compiled by the system's compiler in the background, loaded. */
#ifndef NATIVE_BUILD_H
#define NATIVE_BUILD_H

#include "base/mem.h"

#include <stdbool.h>

typedef struct build build;

typedef enum build_state {
  BUILD_WORKING,
  BUILD_READY,
  BUILD_FAILED /* build_why tells */
} build_state;

/* Starts: 'cc' (or what CUSTOS_CC names; empty: none) with these further
 * arguments, NULL at the end. Never fails: what is wrong is told by the state.
 * The folder is in TMPDIR or /tmp and is removed by build_end, also if it is
 * never called because the process ends normally or by a signal that it
 * handles. */
build *build_begin(mem *m, const char *source, size_t length,
                   const char *const *arguments);
/* Does not wait. */
build_state build_poll(build *b);
/* Waits; at most so many seconds (0: for ever). */
build_state build_wait(build *b, double seconds);
/* READY: a function or variable; NULL: there is none of that name. */
void *build_symbol(build *b, const char *name);
/* FAILED: one line; what the compiler said is in build_messages. */
const char *build_why(const build *b);
const char *build_messages(const build *b);
/* Stops the compiler, unloads the code, removes the folder. */
void build_end(build *b);

#endif
