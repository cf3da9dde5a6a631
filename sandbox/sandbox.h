/* custos-sandbox: starts a program that nobody has to trust, in as many cages
 * as the kernel has. A program of its own: it is small, it has one thread, and
 * what it gives up it cannot give up in the process that calls it.
 *
 * A 'tool' (a compiler, custos-cfront) reads what it is told and the system's
 * files, starts others, and writes into its folder. A 'program' (compiled from
 * a file that somebody sent) computes, and writes to its standard output. */
#ifndef SANDBOX_SANDBOX_H
#define SANDBOX_SANDBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct seccomp_data;

typedef enum mechanism {
  NO_NEW_PRIVILEGES = 1 << 0, /* no set-user-id program gives any */
  IDENTITY = 1 << 1, /* of root: nobody's for programs; no capabilities */
  USER_NAMESPACE = 1 << 2,
  MOUNT_NAMESPACE = 1 << 3,
  NETWORK_NAMESPACE = 1 << 4,
  PROCESS_NAMESPACE = 1 << 5,
  IPC_NAMESPACE = 1 << 6,
  LANDLOCK = 1 << 7,
  SECCOMP = 1 << 8,
  LIMITS = 1 << 9,
  REGULAR_FILES = 1 << 10, /* and folders are all that a tool opens */
  ALL_MECHANISMS = (1 << 11) - 1
} mechanism;

/* "seccomp"; NULL: there is no such bit. */
const char *mechanism_name(unsigned bit);
/* The bits of "seccomp,landlock"; false: one is not known. */
bool mechanism_read(const char *list, unsigned *out);

typedef struct settings {
  unsigned wanted, applied;     /* mechanisms */
  bool is_program;              /* else a tool */
  bool must_confine;            /* not started unless it is confined enough */
  bool sees_proc;               /* sanitizers look at their own maps */
  bool has_threads;             /* a program that is a virtual machine */
  const char **reads, **writes; /* paths, NULL at the end */
  const char *folder;           /* to start in; NULL: this one */
  unsigned seconds, memory, stack, file; /* limits; the last three in MiB */
  bool limits_file, limits_processes;    /* no file may grow; nobody may fork */
  int report;                            /* descriptor; -1: none */
  pid_t parent;                          /* whose end is ours; 0: nobody's */
  char **words;                          /* of the command, NULL at the end */
  int program; /* descriptor of the file that is to be executed */
  int proc;    /* /proc, also when it is out of sight */
  char *place; /* its folder, without symbolic links */
} settings;

/* False: told on stderr, what is wrong with the arguments. */
bool settings_read(settings *s, int count, char **words);

/* One line to 's->report', and the end: with exit code 126. */
_Noreturn void sandbox_fail(const settings *s, const char *what, int wrong);

/* What the system's files are, for whom; NULL at the end. */
const char *const *system_paths(const settings *s);

/* Each adds to 's->applied' what it could do; what the kernel does not offer is
 * left out, what fails half-way is the end. */
void enter_user_namespace(settings *s);
void enter_namespaces(settings *s);
void enter_mounts(settings *s);
void drop_identity(settings *s);
void set_limits(settings *s);
void refuse_new_privileges(settings *s);
/* The rules are made while their paths can be seen, and hold from the second
 * call on. -1: not offered. */
int landlock_prepare(const settings *s);
void landlock_enter(settings *s, int rules);
/* From here on the kernel asks whoever has this descriptor before a file is
 * opened, us included, who must not open any more. -1: not offered. */
int seccomp_listen(settings *s);
/* Does a call that opens a file name a folder first? */
bool seccomp_names_folder(const struct seccomp_data *asked);
/* Answers (-1: nobody asks) until 'program' has ended; its status. */
int opens_attend(int listener, pid_t program);
/* The last of all. 'secret' lets one call of execveat through. */
void seccomp_enter(settings *s, unsigned long secret);

#endif
