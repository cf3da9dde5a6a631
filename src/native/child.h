/* Programs that run beside us in a folder of their own: a compiler, another
 * tool, a program that nobody has to trust. One at a time in each folder. This
 * is the one place of the library where processes are started: all of them by
 * custos-sandbox, which confines them, sets their limits, and ends them when we
 * end, however that is.
 *
 * What must not outlive the process (the folder, the program) is kept in a
 * table that needs no memory of a job, and is tidied up at exit. Nothing here
 * allocates, so nothing here raises; who raises with a child at hand has to
 * end it. */
#ifndef NATIVE_CHILD_H
#define NATIVE_CHILD_H

#include "base/mem.h"

#include <stdbool.h>
#include <sys/types.h>

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

/* What custos-sandbox lets it do; see SECURITY.md. */
typedef enum child_cage {
  /* A tool: it reads the system's files and 'reads', writes the folder, starts
   * others, has no network. As much of this as the kernel offers. */
  CHILD_TOOL,
  /* A program: it computes, and may make empty files in 'room'. Not started
   * (EPERM) if the kernel cannot keep it from files and from others. */
  CHILD_UNTRUSTED,
  /* Limits alone. */
  CHILD_UNCONFINED
} child_cage;

typedef struct child_limits {
  unsigned seconds; /* of CPU time; 0: as ours, and so for the others */
  unsigned memory;  /* MiB of addresses, of each process */
  unsigned stack;   /* MiB, or as much as is allowed */
  bool is_mute;     /* no file may grow */
  bool is_single;   /* no processes of its own */
} child_limits;

typedef struct child_command {
  char *const *words;    /* NULL at the end; words[0] is looked for in PATH */
  char *const *settings; /* the environment */
  const char *output;    /* file of the folder; NULL: that of the messages */
  const char *messages;  /* file of the folder that stderr goes to */
  int pipe;   /* a descriptor of ours that both go to instead; 0: none */
  bool hears; /* it has our standard input; else it reads nothing */
  child_cage cage;
  const char *const *reads; /* paths, NULL at the end; NULL: none */
  const char *room;         /* to start in; NULL: where we are */
  bool sees_proc;           /* /proc: sanitizers look at their own maps */
  bool has_threads;         /* of CHILD_UNTRUSTED: it may start threads */
  child_limits limits;
} child_command;

/* In a session of its own: it can be stopped with all that it started, and
 * neither hears nor writes to our terminal. 0, or an 'errno', and child_why
 * tells more. */
int child_start(child *c, const child_command *command);
/* Of the last start: what was wrong, if the 'errno' is not enough. */
const char *child_why(const child *c);
/* Of the last start that went well: the names of what confines it, such as
 * "landlock seccomp", with blanks between. */
const char *child_confined(const child *c);
/* Is 'name' among them? */
bool child_is_confined_by(const child *c, const char *name);

typedef enum child_state {
  CHILD_WORKING,
  CHILD_ENDED, /* 'status' is that of waitpid */
  CHILD_LOST   /* somebody else has collected it */
} child_state;
/* Does not wait. When it has ended, what it started and left is stopped. */
child_state child_poll(child *c, int *status);
void child_pause(long milliseconds);
/* Its process, which is also the number of its session and group; 0: none. */
pid_t child_process(const child *c);
/* And all that it started; nothing happens if none runs. */
void child_stop(child *c);

/* Stops what runs, removes the folder. NULL is allowed. */
void child_end(child *c);

/* Our environment with TMPDIR as 'setting' says ("TMPDIR=..."), so that what a
 * program calls temporary goes into the folder as well. 'setting' is kept, not
 * copied. */
char **child_environment(mem *m, const char *setting);

#endif
