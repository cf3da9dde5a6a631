#include "repl_draw.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

char *repl_draw_target(repl *prompt) {
  const char *folder = getenv("TMPDIR");
  static const char pattern[] = "/custos-XXXXXX.svg";
  if (!folder || !*folder)
    folder = "/tmp";
  size_t length = strlen(folder) + sizeof pattern;
  char *path = repl_allocate(length);
  snprintf(path, length, "%s%s", folder, pattern);
  /* The name ends in ".svg" for the sake of viewers: mkstemp needs the X last,
   * so the file without the ending is made first, and keeps the name ours. */
  path[length - 5] = '\0';
  int descriptor = mkstemp(path);
  if (descriptor < 0) {
    repl_complain(prompt, "cannot write to %s: %s", folder, strerror(errno));
    free(path);
    return NULL;
  }
  close(descriptor);
  char *bare = repl_copy(path, strlen(path));
  path[length - 5] = '.';
  if (rename(bare, path) != 0) {
    repl_complain(prompt, "cannot write %s: %s", path, strerror(errno));
    remove(bare);
    free(path);
    path = NULL;
  }
  free(bare);
  return path;
}

/* 127: it could not be run; -1: it did not end by itself. */
static int run_program(const char *const *argv) {
  int status = 0;
  pid_t child = fork();
  if (child < 0)
    return 127;
  if (child == 0) {
    int nothing = open("/dev/null", O_RDWR);
    if (nothing >= 0)
      dup2(nothing, STDIN_FILENO);
    execvp(argv[0], (char *const *)argv);
    _exit(127);
  }
  while (waitpid(child, &status, 0) < 0 && errno == EINTR)
    ;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

bool repl_draw_convert(repl *prompt, const char *graph, const char *picture) {
  const char *const argv[] = {"dot", "-Tsvg", "-o", picture, graph, NULL};
  fflush(NULL);
  int status = run_program(argv);
  if (status == 127)
    repl_complain(prompt, "no 'dot' in the path: pictures need Graphviz");
  else if (status < 0)
    repl_complain(prompt, "the drawing was stopped");
  else if (status > 0)
    repl_complain(prompt, "dot failed with exit status %d", status);
  return status == 0;
}

bool repl_draw_open(const char *picture) {
  const char *viewer = getenv("CUSTOS_VIEWER");
  const char *display = getenv("DISPLAY"), *wayland = getenv("WAYLAND_DISPLAY");
  bool has_display = (display && *display) || (wayland && *wayland);
  if (!viewer || !*viewer)
    viewer = has_display ? "xdg-open" : NULL;
  if (!viewer)
    return false;
  /* A grandchild, so that nobody has to wait for it, in a session of its own:
   * Ctrl-C is not meant for it. */
  fflush(NULL);
  pid_t child = fork();
  if (child < 0)
    return false;
  if (child == 0) {
    if (fork() != 0)
      _exit(0);
    setsid();
    int nothing = open("/dev/null", O_RDWR);
    for (int i = 0; nothing >= 0 && i < 3; i++)
      dup2(nothing, i);
    execlp(viewer, viewer, picture, (char *)NULL);
    _exit(127);
  }
  while (waitpid(child, NULL, 0) < 0 && errno == EINTR)
    ;
  return true;
}
