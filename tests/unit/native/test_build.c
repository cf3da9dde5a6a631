/* The background compiler: what it makes runs, and nothing is left of it. */
#include "native/build.h"

#include "base/progress.h"
#include "tests/unit/check.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static mem_budget budget = {.fail_in = -1};
static char folder[64];

/* Entries in the folder that stands for /tmp. */
static int entries(void) {
  DIR *d = opendir(folder);
  int n = 0;
  while (d && readdir(d))
    n++;
  if (d)
    closedir(d);
  return n - 2;
}

static build *begin(mem *m, const char *source) {
  static const char *const arguments[] = {"-O0", NULL};
  return build_begin(m, source, strlen(source), arguments);
}

static void test_works(mem *m) {
  build *b = begin(m, "int seven(void) { return 7; } int nine = 9;\n");
  CHECK(build_wait(b, 60) == BUILD_READY);
  CHECK(build_poll(b) == BUILD_READY);
  void *symbol = build_symbol(b, "seven");
  int (*seven)(void);
  memcpy(&seven, &symbol, sizeof seven);
  CHECK(symbol && seven() == 7);
  int *nine = build_symbol(b, "nine");
  CHECK(nine && *nine == 9);
  CHECK(!build_symbol(b, "eight"));
  build_end(b);
  CHECK(entries() == 0);
}

static void test_source_is_wrong(mem *m) {
  build *b = begin(m, "int seven(void) { return 7 }\n");
  CHECK(build_wait(b, 60) == BUILD_FAILED);
  CHECK(strstr(build_why(b), "exit code"));
  CHECK(strstr(build_messages(b), "code.c"));
  CHECK(!build_symbol(b, "seven"));
  build_end(b);
  b = begin(m, "int other(void); int seven(void) { return other(); }\n");
  CHECK(build_wait(b, 60) == BUILD_FAILED);
  CHECK(strstr(build_why(b), "other"));
  build_end(b);
  CHECK(entries() == 0);
}

static void fails_with(mem *m, const char *compiler, const char *why) {
  setenv("CUSTOS_CC", compiler, 1);
  build *b = begin(m, "int x;\n");
  CHECK(build_wait(b, 60) == BUILD_FAILED);
  CHECK(strstr(build_why(b), why));
  build_end(b);
  unsetenv("CUSTOS_CC");
  CHECK(entries() == 0);
}

static void test_no_compiler(mem *m) {
  fails_with(m, "", "empty");
  fails_with(m, "/nowhere/cc", "/nowhere/cc");
  fails_with(m, "false", "exit code 1");
  fails_with(m, "true", "loaded");
  setenv("TMPDIR", "/nowhere", 1);
  build *b = begin(m, "int x;\n");
  CHECK(build_poll(b) == BUILD_FAILED);
  build_end(b);
  setenv("TMPDIR", folder, 1);
}

/* A compiler that takes its time, and started somebody else besides. */
static void make_slow(char *path, size_t size) {
  snprintf(path, size, "%s-slow", folder);
  FILE *f = fopen(path, "w");
  CHECK(f != NULL);
  if (!f)
    return;
  fputs("#!/bin/sh\nsleep 100 &\nsleep 100\n", f);
  fclose(f);
  chmod(path, 0700);
}

static void test_stopped(mem *m, const char *slow) {
  double began = progress_clock();
  setenv("CUSTOS_CC", slow, 1);
  build *b = begin(m, "int x;\n");
  CHECK(build_poll(b) == BUILD_WORKING);
  CHECK(build_wait(b, 0.05) == BUILD_WORKING);
  CHECK(entries() == 1);
  build_end(b);
  CHECK(entries() == 0);
  CHECK(progress_clock() - began < 20);
  unsetenv("CUSTOS_CC");
}

static void test_dies(mem *m, char *path) {
  FILE *f = fopen(path, "w");
  CHECK(f != NULL);
  if (!f)
    return;
  fputs("#!/bin/sh\nkill -9 $$\n", f);
  fclose(f);
  fails_with(m, path, "by signal 9");
}

/* Others' children stay theirs; ours may be collected by others. */
static void test_other_children(mem *m) {
  pid_t child = fork();
  if (child == 0)
    _exit(3);
  build *b = begin(m, "int x;\n");
  CHECK(build_wait(b, 60) == BUILD_READY);
  build_end(b);
  int status;
  CHECK(waitpid(child, &status, 0) == child && WEXITSTATUS(status) == 3);
  signal(SIGCHLD, SIG_IGN);
  b = begin(m, "int x;\n");
  CHECK(build_wait(b, 60) == BUILD_READY);
  build_end(b);
  signal(SIGCHLD, SIG_DFL);
  b = begin(m, "int x;\n");
  while (wait(NULL) > 0 || errno == EINTR)
    ;
  CHECK(build_wait(b, 60) == BUILD_READY);
  build_end(b);
}

/* Whoever forgets build_end leaves nothing, either; a fork that exits does not
 * take the folder away. */
static void test_exit(mem *m, const char *slow) {
  setenv("CUSTOS_CC", slow, 1);
  build *b = begin(m, "int x;\n");
  pid_t child = fork();
  if (child == 0) {
    begin(m, "int y;\n");
    exit(0);
  }
  int status;
  CHECK(waitpid(child, &status, 0) == child && status == 0);
  CHECK(entries() == 1);
  build_end(b);
  CHECK(entries() == 0);
  unsetenv("CUSTOS_CC");
}

/* Nor does one who is killed. */
static void test_killed(mem *m, const char *slow) {
  setenv("CUSTOS_CC", slow, 1);
  pid_t child = fork();
  if (child == 0) {
    begin(m, "int x;\n");
    _exit(entries() == 1 ? kill(getpid(), SIGKILL) : 1);
  }
  int status;
  CHECK(waitpid(child, &status, 0) == child && WIFSIGNALED(status));
  double until = progress_clock() + 20;
  while (entries() > 0 && progress_clock() < until)
    nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
  CHECK(entries() == 0);
  unsetenv("CUSTOS_CC");
}

static void test_many(mem *m, const char *slow) {
  enum { MANY = 70 };
  build *b[MANY];
  int failed = 0;
  setenv("CUSTOS_CC", slow, 1);
  for (int i = 0; i < MANY; i++) {
    b[i] = begin(m, "int x;\n");
    failed += build_poll(b[i]) == BUILD_FAILED;
  }
  CHECK(failed == MANY - 64);
  for (int i = 0; i < MANY; i++)
    build_end(b[i]);
  CHECK(entries() == 0);
  unsetenv("CUSTOS_CC");
}

int main(void) {
  mem m;
  char slow[80];
  mem_init(&m, &budget);
  snprintf(folder, sizeof folder, "/tmp/custos-build-test-XXXXXX");
  CHECK(mkdtemp(folder) != NULL);
  setenv("TMPDIR", folder, 1);
  unsetenv("CUSTOS_CC");
  make_slow(slow, sizeof slow);
  test_works(&m);
  test_source_is_wrong(&m);
  test_no_compiler(&m);
  test_stopped(&m, slow);
  test_other_children(&m);
  test_exit(&m, slow);
  test_killed(&m, slow);
  test_many(&m, slow);
  test_dies(&m, slow);
  CHECK(budget.used == 0);
  mem_clear(&m);
  unlink(slow);
  CHECK(rmdir(folder) == 0);
  return check_end();
}
