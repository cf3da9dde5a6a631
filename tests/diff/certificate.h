/* A reader of evidence (docs/formats/evidence.md) that knows the problem as an
 * instance, and checks the one against the other by definition. */
#ifndef DIFF_CERTIFICATE_H
#define DIFF_CERTIFICATE_H

#include "naive.h"

enum { CERTIFICATE_WHY = 200 };

/* 'text' is NUL-terminated. False: 'why' says what is wrong. */
bool certificate_check(const instance *in, const char *text, bool reachable,
                       char why[CERTIFICATE_WHY]);

#endif
