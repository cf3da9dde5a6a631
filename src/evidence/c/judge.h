/* Was that the failure? From the end of a confined run and what it said. */
#ifndef EVIDENCE_C_JUDGE_H
#define EVIDENCE_C_JUDGE_H

#include "evidence/c/trace.h"
#include "native/confine.h"

enum { C_JUDGE_WHY = 256 };

/* What the program was built with, so that it notices. */
typedef enum c_watch {
  C_WATCH_NOTHING,
  C_WATCH_MEMORY,     /* -fsanitize=address */
  C_WATCH_ARITHMETIC, /* -fsanitize=signed-integer-overflow, ... */
  C_WATCH_TRAPS       /* the same, without a library that says something */
} c_watch;

/* Has it failed as 'failure' says? 'why' quotes it, or says what happened
 * instead; 'at_place': it named the place. */
bool c_judge(const c_failure *failure, c_watch watch, const confine_end *end,
             bool *at_place, char why[C_JUDGE_WHY]);

#endif
