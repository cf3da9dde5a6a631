/* From a case on which tools disagree to a small one on which they still do,
 * in the same way. */
#ifndef DIFFTEST_SHRINK_H
#define DIFFTEST_SHRINK_H

#include "panel.h"

typedef struct shrunk {
  instance instance;
  outcome outcome; /* of all tools on it */
  size_t before;   /* features of the case as it was found */
  uint64_t tests;
  bool reproduced; /* false: alone, the tools agree; nothing was shrunk */
  bool readable;   /* false: the text is no instance; nothing was shrunk */
  bool minimal;    /* false: there was no time to make it so */
} shrunk;

/* 'found' is what was seen. Takes at most 'seconds'. */
void shrink(panel *p, const tools *t, const buffer *text, const outcome *found,
            double seconds, shrunk *out);

#endif
