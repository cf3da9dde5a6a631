/* Boolean programs (SLAM, Bebop, SATABS, Getafix): docs/formats/bp.md. */
#ifndef LANG_BP_BP_H
#define LANG_BP_BP_H

#include "base/progress.h"
#include "program/program.h"

bool bp_read(mem *m, prog *out, const char *file, const char *bytes,
             size_t length, report *r, progress *clock);

#endif
