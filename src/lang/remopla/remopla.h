/* Remopla, the language of Moped: docs/formats/remopla.md. */
#ifndef LANG_REMOPLA_REMOPLA_H
#define LANG_REMOPLA_REMOPLA_H

#include "base/progress.h"
#include "program/program.h"

/* A constant that the user gives from outside, before all of the text's. */
typedef struct remopla_define {
  const char *name;
  int64_t value;
} remopla_define;

bool remopla_read(mem *m, prog *out, const char *file, const char *bytes,
                  size_t length, const remopla_define *defines, size_t count,
                  report *r, progress *clock);

#endif
