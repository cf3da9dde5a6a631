#include "native/confine.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_SETTINGS = 16 };

typedef struct order {
  char room[CHILD_PATH], executable[CHILD_PATH], mark[CHILD_PATH + 20];
  char *own_words[1 + CONFINE_ARGUMENTS + 1];
  char *const *words;
  char *settings[MOST_SETTINGS + 2];
} order;

static void arrange(order *o, const child *c, const char *executable,
                    const char *const *settings, const confine_limits *limits) {
  static char x[] = "x";
  size_t n = 0;
  child_path(c, CONFINE_ROOM, o->room);
  if (executable)
    child_path(c, executable, o->executable);
  snprintf(o->mark, sizeof o->mark, "CUSTOS_CONFINED=%s", o->room);
  o->own_words[0] = o->executable;
  for (unsigned i = 0; i < limits->arguments && i < CONFINE_ARGUMENTS; i++)
    o->own_words[1 + i] = x;
  o->words =
      limits->words ? (char *const *)(uintptr_t)limits->words : o->own_words;
  for (; settings && settings[n] && n < MOST_SETTINGS; n++)
    o->settings[n] = (char *)(uintptr_t)settings[n];
  o->settings[n] = o->mark;
}

static child_command command_of(order *o, const confine_limits *limits,
                                int pipe) {
  return (child_command){.words = o->words,
                         .settings = o->settings,
                         .pipe = pipe,
                         .cage = limits->is_unconfined ? CHILD_UNCONFINED
                                                       : CHILD_UNTRUSTED,
                         .room = o->room,
                         .sees_proc = limits->memory == 0,
                         .has_threads = limits->words != NULL,
                         .reads = limits->reads,
                         .limits = {.seconds = limits->seconds,
                                    .memory = limits->memory,
                                    .stack = limits->stack,
                                    .is_mute = true,
                                    .is_single = !limits->words}};
}

static void append(confine_end *end, const char *bytes, size_t n) {
  if (n > CONFINE_OUTPUT) {
    bytes += n - CONFINE_OUTPUT;
    n = CONFINE_OUTPUT;
  }
  if (end->length + n > CONFINE_OUTPUT) {
    size_t lost = end->length + n - CONFINE_OUTPUT;
    memmove(end->output, end->output + lost, end->length - lost);
    end->length -= lost;
  }
  memcpy(end->output + end->length, bytes, n);
  end->length += n;
  end->output[end->length] = '\0';
}

/* All that is there; false: there was nothing. Bounded, so that a program that
 * never stops talking does not keep us from looking at the clock. */
static bool drain(int from, confine_end *end) {
  char bytes[8192];
  bool any = false;
  for (int i = 0; i < 64; i++) {
    ssize_t n = read(from, bytes, sizeof bytes);
    if (n <= 0)
      return any;
    append(end, bytes, (size_t)n);
    any = true;
  }
  return any;
}

static bool is_marked(const char *number, const char *mark) {
  char path[64], bytes[8192];
  size_t length = strlen(mark);
  snprintf(path, sizeof path, "/proc/%.20s/environ", number);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return false;
  ssize_t n = read(file, bytes, sizeof bytes - 1);
  close(file);
  if (n <= 0)
    return false;
  bytes[n] = '\0';
  for (size_t at = 0; at < (size_t)n; at += strlen(bytes + at) + 1)
    if (strlen(bytes + at) == length && memcmp(bytes + at, mark, length) == 0)
      return true;
  return false;
}

/* Needed where nothing else holds it: those that have left its process group
 * are found by their environment, which names a folder that no other has.
 * Again, until a round finds none: one may have made another just before. */
static void end_marked(const char *mark) {
  for (int round = 0; round < 100; round++) {
    DIR *d = opendir("/proc");
    bool any = false;
    if (!d)
      return;
    for (struct dirent *e; (e = readdir(d));)
      if (isdigit((unsigned char)e->d_name[0]) && is_marked(e->d_name, mark)) {
        kill((pid_t)strtol(e->d_name, NULL, 10), SIGKILL);
        any = true;
      }
    closedir(d);
    if (!any)
      return;
    child_pause(2);
  }
}

bool confine_is_late(const progress *clock) {
  return clock->stop ||
         (clock->limit > 0 && progress_clock() - clock->started > clock->limit);
}

static void wait_for(child *c, const progress *clock, double most, int from,
                     confine_end *out) {
  double until = progress_clock() + most;
  for (long pause = 1;; pause = pause < 10 ? pause + 1 : pause) {
    int status = 0;
    bool talks = drain(from, out);
    child_state state = child_poll(c, &status);
    if (state == CHILD_ENDED && WIFEXITED(status)) {
      out->state = CONFINE_EXITED;
      out->code = WEXITSTATUS(status);
    } else if (state != CHILD_WORKING) {
      out->state = CONFINE_SIGNALLED;
      out->code = state == CHILD_ENDED ? WTERMSIG(status) : SIGKILL;
    } else if (confine_is_late(clock)) {
      out->state = CONFINE_STOPPED;
    } else if (progress_clock() > until) {
      out->state = CONFINE_TOO_LONG;
    } else {
      if (!talks)
        child_pause(pause);
      continue;
    }
    return;
  }
}

bool confine_make_room(const child *c) {
  char room[CHILD_PATH];
  child_path(c, CONFINE_ROOM, room);
  return mkdir(room, 0700) == 0 || errno == EEXIST;
}

void confine_run(child *c, const progress *clock, const char *executable,
                 const char *const *settings, const confine_limits *limits,
                 confine_end *out) {
  order o = {0};
  int ends[2];
  *out = (confine_end){.state = CONFINE_NOT_STARTED};
  arrange(&o, c, executable, settings, limits);
  if (!confine_make_room(c) || pipe(ends) != 0) {
    out->code = errno;
    return;
  }
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  child_command command = command_of(&o, limits, ends[1]);
  out->code = child_start(c, &command);
  close(ends[1]);
  if (!out->code) {
    wait_for(c, clock, 2.0 * limits->seconds, ends[0], out);
    child_stop(c);
    if (!child_is_confined_by(c, "process-namespace") &&
        !child_is_confined_by(c, "seccomp"))
      end_marked(o.mark);
    drain(ends[0], out);
    if (out->state == CONFINE_SIGNALLED && out->code == SIGXCPU)
      out->state = CONFINE_TOO_LONG;
  }
  snprintf(out->why, sizeof out->why, "%s", child_why(c));
  close(ends[0]);
}
