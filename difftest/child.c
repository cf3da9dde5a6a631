#include "child.h"

#include "stop.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_OUTPUT = 16 << 20 };

bool child_send(int descriptor, const char *text, size_t length) {
  while (length > 0) {
    ssize_t n = write(descriptor, text, length);
    if (n < 0 && errno != EINTR)
      return false;
    if (n > 0) {
      text += n;
      length -= (size_t)n;
    }
  }
  return true;
}

/* Until its end, the deadline, or too much. False: 'why' tells. */
static bool collect(int pipe, double seconds, buffer *out, char *why) {
  double deadline = clock_now() + seconds;
  for (;;) {
    char piece[4096];
    struct pollfd p = {pipe, POLLIN, 0};
    double left = deadline - clock_now();
    int wait = seconds <= 0 ? -1 : left > 0 ? (int)(left * 1000) + 1 : 0;
    int ready = stop_is_asked() ? -1 : poll(&p, 1, wait);
    if (ready == 0) {
      snprintf(why, CHILD_WHY, "no answer within %g s", seconds);
      return false;
    }
    if (stop_is_asked()) {
      snprintf(why, CHILD_WHY, "interrupted");
      return false;
    }
    if (ready < 0)
      continue; /* a signal */
    ssize_t n = read(pipe, piece, sizeof piece);
    if (n == 0)
      return true;
    if (n > 0)
      buffer_add(out, piece, (size_t)n);
    if (out->count > MOST_OUTPUT) {
      snprintf(why, CHILD_WHY, "wrote more than 16 MiB");
      return false;
    }
  }
}

/* Waits for the child, or kills it and all it has started. */
static bool reap(pid_t child, bool kill_it, int *status, char *why) {
  int told = 0;
  if (kill_it)
    kill(-child, SIGKILL);
  while (waitpid(child, &told, 0) < 0 && errno == EINTR)
    continue;
  if (kill_it)
    return false;
  if (WIFSIGNALED(told)) {
    snprintf(why, CHILD_WHY, "killed by signal %d (%s)", WTERMSIG(told),
             strsignal(WTERMSIG(told)));
    return false;
  }
  *status = WEXITSTATUS(told);
  return true;
}

/* 0 in the child, whose process group is its own; -1: 'why' tells. */
static pid_t start(int ends[2], char *why) {
  pid_t child = -1, parent = getpid();
  fflush(NULL);
  if (pipe(ends) == 0) {
    child = fork();
    if (child == 0)
      stop_with(parent);
    if (child < 0) {
      close(ends[0]);
      close(ends[1]);
    }
  }
  if (child < 0) {
    snprintf(why, CHILD_WHY, "cannot start a process: %s", strerror(errno));
    return -1;
  }
  setpgid(child, child ? child : 0);
  close(ends[child ? 1 : 0]);
  return child;
}

bool child_call(child_fn *f, const void *self, double seconds, buffer *out,
                char why[CHILD_WHY]) {
  int ends[2], status = 0;
  pid_t child = start(ends, why);
  if (child < 0)
    return false;
  if (child == 0) {
    signal(SIGINT, SIG_IGN); /* the parent decides */
    f(self, ends[1]);
    _exit(0);
  }
  bool good = collect(ends[0], seconds, out, why);
  close(ends[0]);
  if (!reap(child, !good, &status, why))
    return false;
  if (status)
    snprintf(why, CHILD_WHY, "ended with status %d", status);
  return status == 0;
}

bool child_command(const char *command, double seconds, buffer *out,
                   int *status, char why[CHILD_WHY]) {
  int ends[2];
  pid_t child = start(ends, why);
  if (child < 0)
    return false;
  if (child == 0) {
    int null = open("/dev/null", O_RDWR);
    dup2(null, STDIN_FILENO);
    dup2(null, STDERR_FILENO);
    dup2(ends[1], STDOUT_FILENO);
    signal(SIGPIPE, SIG_DFL);
    execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(127);
  }
  bool good = collect(ends[0], seconds, out, why);
  close(ends[0]);
  if (!reap(child, !good, status, why))
    return false;
  if (*status == 127)
    snprintf(why, CHILD_WHY, "the command was not found");
  return *status != 127;
}
