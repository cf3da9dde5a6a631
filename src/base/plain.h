/* What every text is that is read, whatever its language: a mark of the order
 * of bytes (U+FEFF) before it is no part of it, and it has no byte 0, which
 * some readers would take for the end, and some for a blank. */
#ifndef BASE_PLAIN_H
#define BASE_PLAIN_H

#include "base/report.h"

void plain_skip_mark(const char **bytes, size_t *length);
/* Goes past the mark. False: it has a byte 0, and its place is reported. */
bool plain_text(report *r, const char *file, const char **bytes,
                size_t *length);

#endif
