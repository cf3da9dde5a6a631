/* CHECK(condition): the whole test framework. One file is one process; its
 * main ends with 'return check_end();'. */
#ifndef UNIT_CHECK_H
#define UNIT_CHECK_H

#include "base/compiler.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static unsigned long check_passed, check_failed;

/* Flushed, so that it is seen even if the process dies next. */
static inline void check_that(int holds, const char *file, int line,
                              const char *condition) {
  if (holds) {
    check_passed++;
    return;
  }
  check_failed++;
  printf("%s:%d: failed: %s\n", file, line, condition);
  fflush(stdout);
}

#define CHECK(condition)                                                       \
  check_that((condition) ? 1 : 0, __FILE__, __LINE__, #condition)
/* For places that no run may come to. */
#define CHECK_NEVER(why) check_that(0, __FILE__, __LINE__, why)

/* How many random cases, of those that there are usually. Sanitizers take
 * several times as long and get a fifth; CUSTOS_CASES multiplies ('make soak'
 * and, with a fraction, 'make quick' set it). */
static inline unsigned long check_cases(unsigned long usually) {
  const char *times = getenv("CUSTOS_CASES");
#if BASE_SANITIZED
  usually = (usually + 4) / 5;
#endif
  if (times)
    usually = (unsigned long)((double)usually * strtod(times, NULL));
  return usually > 0 ? usually : 1;
}

static inline int check_end(void) {
  printf("%lu passed, %lu failed\n", check_passed, check_failed);
  return check_failed != 0;
}

/* Processes are started by custos-sandbox, which is some folders above a test.
 */
__attribute__((constructor)) static void check_find_sandbox(void) {
  enum { MOST_FOLDERS = 8 };
  char place[4096];
  ssize_t n = readlink("/proc/self/exe", place, sizeof place - 40);
  for (int up = 0; n > 0 && up < MOST_FOLDERS; up++) {
    place[n] = '\0';
    char *slash = strrchr(place, '/');
    if (!slash)
      return;
    n = slash - place;
    snprintf(slash, 40, "/custos-sandbox");
    if (access(place, X_OK) == 0) {
      setenv("CUSTOS_SANDBOX", place, 0);
      return;
    }
  }
}

#endif
