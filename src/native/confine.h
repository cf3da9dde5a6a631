/* Runs a program that nobody has to trust: in the sandbox that SECURITY.md
 * describes, in an empty folder that is removed with its child, without input,
 * its output cut, under limits of time, memory, stack and what it may write. It
 * and all that it starts are gone when the call returns. */
#ifndef NATIVE_CONFINE_H
#define NATIVE_CONFINE_H

#include "base/progress.h"
#include "native/child.h"

enum { CONFINE_OUTPUT = 16384, CONFINE_ARGUMENTS = 64 };

typedef struct confine_limits {
  unsigned seconds;   /* of CPU time; twice that on the clock */
  unsigned memory;    /* MiB of addresses; 0: none, it maps shadows */
  unsigned stack;     /* MiB, or as much as is allowed */
  unsigned arguments; /* so many "x"; at most CONFINE_ARGUMENTS */
  bool is_unconfined; /* limits are all that it gets */
  /* A virtual machine, which has threads, reads its own files, and is told
   * what to run in it; NULL: none. */
  const char *const *words; /* NULL at the end; the first is its path */
  const char *const *reads; /* paths, NULL at the end */
} confine_limits;

typedef enum confine_state {
  CONFINE_NOT_STARTED, /* 'code' is an 'errno': EPERM if there is no sandbox
                          that is good enough; 'why' tells more */
  CONFINE_EXITED,      /* with 'code' */
  CONFINE_SIGNALLED,   /* by signal 'code' */
  CONFINE_TOO_LONG,
  CONFINE_STOPPED /* the caller's time is over: look at the clock */
} confine_state;

typedef struct confine_end {
  confine_state state;
  int code;
  char why[160];
  size_t length;
  char output[CONFINE_OUTPUT + 1]; /* the last that it said, and a NUL */
} confine_end;

/* The folder that it starts in; files may be put there before, by
 * child_write(c, CONFINE_ROOM "/..."). False: 'errno' tells. */
#define CONFINE_ROOM "room"
bool confine_make_room(const child *c);

/* 'executable' is a file in the folder of 'c'; with words, it is ignored.
 * 'settings' is a list of "NAME=text" for its environment, NULL at the end.
 * Neither allocates nor raises: after CONFINE_STOPPED, progress_look does, when
 * all is tidied up. */
void confine_run(child *c, const progress *clock, const char *executable,
                 const char *const *settings, const confine_limits *limits,
                 confine_end *out);

/* Should waiting end now, since the clock would raise? */
bool confine_is_late(const progress *clock);

#endif
