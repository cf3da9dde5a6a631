/* Guarded commands (.gcl): docs/formats/gcl.md has the grammar and the
 * meaning. A program is compiled to code for a small machine; a state is the
 * point of the program and all cells, packed into as few bits as they need. */
#ifndef LANG_GCL_GCL_H
#define LANG_GCL_GCL_H

#include "base/define.h"
#include "base/progress.h"
#include "model/model.h"

/* Reads a text into 'out', which is empty; everything lives in 'm'. False:
 * something was reported. */
bool gcl_read(mem *m, model *out, const char *file, const char *input,
              size_t length, const define *defines, size_t count, report *r,
              progress *clock);

#endif
