/* Remopla, the language of Moped: docs/formats/remopla.md. */
#ifndef LANG_REMOPLA_REMOPLA_H
#define LANG_REMOPLA_REMOPLA_H

#include "base/define.h"
#include "base/progress.h"
#include "program/program.h"

/* 'defines' are constants before all of the text's. */
bool remopla_read(mem *m, prog *out, const char *file, const char *bytes,
                  size_t length, const define *defines, size_t count, report *r,
                  progress *clock);

#endif
