/* Programs that run beside us in a folder of their own: a compiler, another
 * tool. One at a time in each folder.
 *
 * What must not outlive the process (the folder, the program) is kept in a
 * table that needs no memory of a job, and is tidied up at exit. Nothing here
 * allocates, so nothing here raises; who raises with a child at hand has to
 * end it. */
#ifndef NATIVE_CHILD_H
#define NATIVE_CHILD_H

#include "base/mem.h"

#include <stdbool.h>

enum { CHILD_PATH = 600 };

typedef struct child child;

/* The folder is in TMPDIR or /tmp. NULL: 'why' tells. */
child *child_begin(char *why, size_t size);
const char *child_folder(const child *c);
void child_path(const child *c, const char *name, char path[CHILD_PATH]);
/* A file of the folder. False: 'errno' tells. */
bool child_write(const child *c, const char *name, const char *bytes,
                 size_t length);
/* At most size - 1 bytes, and a NUL; how many. A file that is not there is
 * empty. */
size_t child_read(const child *c, const char *name, char *bytes, size_t size);
/* How long a file is; false: there is none. */
bool child_size(const child *c, const char *name, size_t *length);

typedef struct child_command {
  char *const *words;    /* NULL at the end; words[0] is looked for in PATH */
  char *const *settings; /* the environment */
  const char *output;    /* file of the folder; NULL: that of the messages */
  const char *messages;  /* file of the folder that stderr goes to */
  int pipe;   /* a descriptor of ours that both go to instead; 0: none */
  bool hears; /* it has our standard input; else it reads nothing */
} child_command;

/* In a process group of its own: it can be stopped with all that it started,
 * and a signal from the terminal is none of its business. 0, or an 'errno'. */
int child_start(child *c, const child_command *command);

typedef enum child_state {
  CHILD_WORKING,
  CHILD_ENDED, /* 'status' is that of waitpid */
  CHILD_LOST   /* somebody else has collected it */
} child_state;
/* Does not wait. When it has ended, what it started and left is stopped. */
child_state child_poll(child *c, int *status);
void child_pause(long milliseconds);
/* And all that it started; nothing happens if none runs. */
void child_stop(child *c);

/* Stops what runs, removes the folder. NULL is allowed. */
void child_end(child *c);

/* Our environment with TMPDIR as 'setting' says ("TMPDIR=..."), so that what a
 * program calls temporary goes into the folder as well. 'setting' is kept, not
 * copied. */
char **child_environment(mem *m, const char *setting);

#endif
