/* Where models and figures of others are, which this project does not contain:
 * CUSTOS_CORPORA, or 'shared' beside this project's folder, in which tests run.
 * tests/corpora.py says the same to Python. */
#ifndef TESTS_CORPORA_H
#define TESTS_CORPORA_H

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

/* The path of a file or folder there; nobody says that it exists. The text of
 * each of the last four calls stays. */
static inline const char *corpora(const char *path) {
  static char paths[4][4096];
  static unsigned calls;
  const char *folder = getenv("CUSTOS_CORPORA");
  char *out = paths[calls++ % 4];
  int n = snprintf(out, sizeof paths[0], "%s/%s",
                   folder && *folder ? folder : "../shared", path);
  assert(n > 0 && (size_t)n < sizeof paths[0]);
  (void)n;
  return out;
}

#endif
