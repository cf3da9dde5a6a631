/* Sources go through javac. */
#ifndef LANG_JAVA_JAVAC_H
#define LANG_JAVA_JAVAC_H

#include "base/progress.h"
#include "base/report.h"
#include "base/vec.h"

typedef struct java_bytes {
  const char *name;
  const unsigned char *bytes;
  size_t length;
} java_bytes;
typedef vec(java_bytes) java_files;

/* The classes of those of the files that are sources, all compiled together;
 * none are, none come out. False: reported, in javac's words. */
bool java_compile(mem *m, progress *clock, const char *const *files,
                  size_t count, report *r, java_files *out);

/* load.c */
bool java_ends_with(const char *s, const char *end);
/* A file's bytes, with a NUL behind them; NULL: reported. */
unsigned char *java_read_bytes(mem *m, const char *file, report *r,
                               size_t *length);

#endif
