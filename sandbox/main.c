/* The order matters: what is needed to build one cage is given up by the next.
 * Up to three processes: the one that was started, whose end tells how the
 * program ended; the first of the namespace of processes, with whom all others
 * of it end; and the program. */
#include "sandbox/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* Who starts us may have ended before this was said. */
static void end_with_parent(const settings *s) {
  prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  if (s->parent && getppid() != s->parent)
    _exit(126);
}

/* What its parent forgot to close is nobody's business here. */
static void close_others(const settings *s) {
  int most = (int)sysconf(_SC_OPEN_MAX);
  if (s->report > 3)
    (void)syscall(SYS_close_range, 3, s->report - 1, 0);
  int first = s->report >= 3 ? s->report + 1 : 3;
  if (syscall(SYS_close_range, first, ~0U, 0) == 0)
    return;
  for (int i = first; i < most && i < 65536; i++)
    close(i);
}

/* As execvp does. */
static char *in_path(const char *name) {
  const char *at = getenv("PATH");
  char path[PATH_MAX];
  if (strchr(name, '/'))
    return realpath(name, NULL);
  while (at && *at) {
    size_t n = strcspn(at, ":");
    int used = snprintf(path, sizeof path, "%.*s/%s", (int)n, at, name);
    if (n && used < (int)sizeof path && access(path, X_OK) == 0)
      return strdup(path);
    at += n + (at[n] == ':');
  }
  errno = ENOENT;
  return NULL;
}

/* Its folder, without links: what stands beside a tool belongs to it. */
static void find_program(settings *s, char **path) {
  *path = in_path(s->words[0]);
  if (!*path)
    sandbox_fail(s, "", errno);
  s->program = open(*path, O_RDONLY | O_CLOEXEC);
  if (s->program < 0 || access(*path, X_OK) != 0)
    sandbox_fail(s, "", errno);
  s->place = realpath(*path, NULL);
  char *slash = s->place ? strrchr(s->place, '/') : NULL;
  if (slash && slash != s->place)
    *slash = '\0';
}

/* Files and what else is outside must be out of reach: a program that could get
 * at either is not confined. */
static bool is_confined(const settings *s) {
  enum {
    FILES = LANDLOCK | MOUNT_NAMESPACE,
    OTHERS = USER_NAMESPACE | NETWORK_NAMESPACE | PROCESS_NAMESPACE
  };
  bool others = (s->applied & SECCOMP) || (s->applied & OTHERS) == OTHERS;
  return (s->applied & FILES) && others;
}

static void report_done(const settings *s) {
  char line[400];
  int n = snprintf(line, sizeof line, "confined");
  for (unsigned bit = 1; bit < ALL_MECHANISMS; bit <<= 1)
    if (s->applied & bit)
      n += snprintf(line + n, sizeof line - (size_t)n, " %s",
                    mechanism_name(bit));
  line[n++] = '\n';
  if (s->report >= 0 && write(s->report, line, (size_t)n) != n)
    _exit(126);
}

/* The report comes before the last cage, which lets only the execution out; so
 * its failure is told by a second line. */
_Noreturn static void execute(settings *s, const char *path, int rules) {
  unsigned long secret = 0;
  if (getrandom(&secret, sizeof secret, 0) != sizeof secret)
    sandbox_fail(s, "there is no secret", errno);
  drop_identity(s);
  if (s->is_program && !(s->applied & USER_NAMESPACE))
    enter_user_namespace(s);
  refuse_new_privileges(s);
  landlock_enter(s, rules);
  set_limits(s);
  seccomp_enter(s, secret);
  if (s->must_confine && !is_confined(s))
    sandbox_fail(s, "the kernel has no sandbox that is good enough", EPERM);
  report_done(s);
  if (s->is_program)
    syscall(SYS_execveat, s->program, "", s->words, environ, AT_EMPTY_PATH,
            secret);
  else
    execve(path, s->words, environ);
  sandbox_fail(s, "it cannot be executed", errno);
}

static void close_report(settings *s) {
  if (s->report >= 0)
    close(s->report);
  s->report = -1;
}

/* Names are relative to its folder, for it and for whoever answers. */
static int enter_folder(settings *s) {
  if (s->folder && chdir(s->folder) != 0)
    sandbox_fail(s, "its folder cannot be entered", errno);
  return seccomp_listen(s);
}

/* The first process of its namespace: when it ends, so do all others. Signals
 * that end other processes would not end the program in its place. */
_Noreturn static void be_first(settings *s, const char *path, int tell) {
  prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  enter_mounts(s);
  int rules = landlock_prepare(s);
  int opens = enter_folder(s);
  pid_t program = fork();
  if (program < 0)
    sandbox_fail(s, "no process can be started", errno);
  if (program == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    close(tell);
    execute(s, path, rules);
  }
  close_report(s);
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  int status = opens_attend(opens, program);
  if (write(tell, &status, sizeof status) != sizeof status)
    _exit(126);
  _exit(0);
}

/* Ends as the program did. */
_Noreturn static void end_like(int status) {
  struct rlimit none = {1, 1};
  if (WIFSIGNALED(status)) {
    (void)setrlimit(RLIMIT_CORE, &none);
    (void)signal(WTERMSIG(status), SIG_DFL);
    (void)raise(WTERMSIG(status));
  }
  _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 126);
}

_Noreturn static void start_first(settings *s, const char *path) {
  int ends[2], status = 126 << 8, told = 0;
  if (pipe2(ends, O_CLOEXEC) != 0)
    sandbox_fail(s, "no pipe can be made", errno);
  pid_t first = fork();
  if (first < 0)
    sandbox_fail(s, "no process can be started", errno);
  if (first == 0) {
    close(ends[0]);
    be_first(s, path, ends[1]);
  }
  close_report(s);
  close(ends[1]);
  if (read(ends[0], &told, sizeof told) == sizeof told)
    status = told;
  while (waitpid(first, NULL, 0) < 0 && errno == EINTR)
    ;
  end_like(status);
}

/* Without a namespace of processes. */
_Noreturn static void start_alone(settings *s, const char *path) {
  pid_t self = getpid();
  enter_mounts(s);
  int rules = landlock_prepare(s), opens = enter_folder(s);
  if (opens < 0)
    execute(s, path, rules);
  pid_t program = fork();
  if (program < 0)
    sandbox_fail(s, "no process can be started", errno);
  if (program == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    if (getppid() != self)
      _exit(126);
    execute(s, path, rules);
  }
  close_report(s);
  end_like(opens_attend(opens, program));
}

int main(int count, char **words) {
  settings s;
  char *path = NULL;
  if (!settings_read(&s, count, words))
    return 1;
  if (s.report >= 0)
    (void)fcntl(s.report, F_SETFD, FD_CLOEXEC);
  close_others(&s);
  end_with_parent(&s);
  find_program(&s, &path);
  s.proc = open("/proc", O_PATH | O_DIRECTORY | O_CLOEXEC);
  enter_namespaces(&s);
  if (s.applied & PROCESS_NAMESPACE)
    start_first(&s, path);
  start_alone(&s, path);
}
