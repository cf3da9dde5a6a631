#define _GNU_SOURCE /* POSIX_SPAWN_SETSID */
#include "native/remover.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* A line says that all is well, the end of the file that we are gone. What we
 * had started ends at the same time, and may still write. All of it happens in
 * a child of the shell, whose own end is waited for: the keeper is no child of
 * ours, so that a caller who waits for all children does not wait for it. The
 * input has another number there, since what runs in the background has none
 * by default. */
static char script[] = "exec 3<&0\n"
                       "{\n"
                       "  read -r all_is_well <&3 && exit 0\n"
                       "  for i in 1 2 3 4 5 6 7 8; do\n"
                       "    chmod -R u+rwx -- \"$0\"; rm -rf -- \"$0\"\n"
                       "    test -e \"$0\" || exit 0\n"
                       "    sleep 0.2\n"
                       "  done\n"
                       "} &\n";

/* Sockets, since writing to one that nobody reads need not send a signal. */
static bool open_line(int ends[2]) {
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
    return false;
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  return true;
}

/* One that listened to anybody else would remove the folder too early. */
static int remover_open_files(posix_spawn_file_actions_t *files, int from) {
  int wrong = posix_spawn_file_actions_adddup2(files, from, 0);
  for (int to = 1; to <= 2 && !wrong; to++)
    wrong =
        posix_spawn_file_actions_addopen(files, to, "/dev/null", O_WRONLY, 0);
  return wrong;
}

static int remover_spawn(pid_t *process, int from, char *folder) {
  static char shell[] = "/bin/sh", command[] = "-c";
  char *words[] = {shell, command, script, folder, NULL};
  posix_spawn_file_actions_t files;
  posix_spawnattr_t how;
  int wrong = posix_spawn_file_actions_init(&files);
  if (wrong)
    return wrong;
  wrong = posix_spawnattr_init(&how);
  if (!wrong) {
    /* In a session of its own: no signal that ends us ends it. */
    posix_spawnattr_setflags(&how, POSIX_SPAWN_SETSID);
    wrong = remover_open_files(&files, from);
    if (!wrong)
      wrong = posix_spawn(process, shell, &files, &how, words, environ);
    posix_spawnattr_destroy(&how);
  }
  posix_spawn_file_actions_destroy(&files);
  return wrong;
}

void remover_start(remover_process *process, const char *folder) {
  int ends[2];
  pid_t shell = 0;
  assert(folder[0]);
  *process = (remover_process){.is_there = false, .line = -1};
  if (!open_line(ends))
    return;
  if (remover_spawn(&shell, ends[0], (char *)(uintptr_t)folder) != 0) {
    close(ends[1]);
  } else {
    while (waitpid(shell, NULL, 0) < 0 && errno == EINTR)
      ;
    *process = (remover_process){.is_there = true, .line = ends[1]};
  }
  close(ends[0]);
}

void remover_dismiss(remover_process *process) {
  if (!process->is_there)
    return;
  assert(process->line >= 0);
  ssize_t told = send(process->line, "\n", 1, MSG_NOSIGNAL);
  (void)told; /* it may have been ended by somebody else */
  close(process->line);
  *process = (remover_process){.is_there = false, .line = -1};
}
