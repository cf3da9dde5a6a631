/* Guarded commands (.gcl): docs/formats/gcl.md has the grammar and the
 * meaning. A program is compiled to code for a small machine; a state is the
 * point of the program and all cells, packed into as few bits as they need. */
#ifndef LANG_GCL_GCL_H
#define LANG_GCL_GCL_H

#include "base/progress.h"
#include "model/model.h"

/* A parameter's value from outside. */
typedef struct gcl_define {
  const char *name;
  int64_t value;
} gcl_define;

/* Reads a text into 'out', which is empty; everything lives in 'm'. False:
 * something was reported. */
bool gcl_read(mem *m, model *out, const char *file, const char *input,
              size_t length, const gcl_define *defines, size_t count, report *r,
              progress *clock);

#endif
