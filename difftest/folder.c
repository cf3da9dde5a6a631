#define _GNU_SOURCE /* pipe2 */
#include "folder.h"

#include "base.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

/* Names that do not begin with a dot: nothing else is written there. */
static void remove_all(const char *path) {
  DIR *d = opendir(path);
  for (struct dirent *e = d ? readdir(d) : NULL; e; e = readdir(d))
    if (e->d_name[0] != '.')
      unlinkat(dirfd(d), e->d_name, 0);
  if (d)
    closedir(d);
  rmdir(path);
}

/* Whatever we hold would stay open for as long as we wait. */
static void hold_nothing_but(int line) {
  int null = open("/dev/null", O_RDWR);
  for (int i = 0; i <= STDERR_FILENO && null >= 0; i++)
    if (i != line)
      dup2(null, i);
  long most = sysconf(_SC_OPEN_MAX);
  for (int i = STDERR_FILENO + 1; i < (most < 1024 ? most : 1024); i++)
    if (i != line)
      close(i);
}

/* No signal that ends the others may end it, and a session of its own keeps
 * those of the terminal away. A command may still write when the line is
 * closed: it ends at the same time. */
static _Noreturn void wait_for_end(int line, const char *path) {
  char nothing;
  setsid();
  signal(SIGTERM, SIG_IGN);
  signal(SIGINT, SIG_IGN);
  signal(SIGHUP, SIG_IGN);
  hold_nothing_but(line);
  while (read(line, &nothing, 1) < 0 && errno == EINTR)
    continue;
  for (int i = 0; i < 8 && access(path, F_OK) == 0; i++) {
    remove_all(path);
    if (access(path, F_OK) == 0)
      usleep(200000);
  }
  _exit(0);
}

/* By a process between, so that nobody has to wait for it. */
static void start_waiting(folder *f) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    return;
  pid_t between = fork();
  if (between == 0) {
    close(ends[1]);
    if (fork() == 0)
      wait_for_end(ends[0], f->path);
    _exit(0);
  }
  while (between > 0 && waitpid(between, NULL, 0) < 0 && errno == EINTR)
    continue;
  close(ends[0]);
  f->line = ends[1];
}

folder folder_new(void) {
  const char *parent = getenv("TMPDIR");
  buffer name = {0};
  folder f = {.path = NULL, .line = -1};
  buffer_printf(&name, "%s/custos-difftest-XXXXXX",
                parent && *parent ? parent : "/tmp");
  if (mkdtemp(name.text)) {
    f.path = name.text;
    start_waiting(&f);
  } else {
    buffer_clear(&name);
  }
  return f;
}

void folder_remove(folder *f) {
  if (!f->path)
    return;
  assert(f->path[0]);
  remove_all(f->path);
  free(f->path);
  if (f->line >= 0)
    close(f->line);
  *f = (folder){.path = NULL, .line = -1};
}
