/* Makes and confirms evidence that a C program fails, by the interpreter alone
 * (cfa/run.h): no code of an engine has a say in it. */
#ifndef EVIDENCE_C_REPLAY_H
#define EVIDENCE_C_REPLAY_H

#include "evidence/c/trace.h"

enum { C_REPLAY_WHY = 256 };

/* Runs the program on these values for its inputs, and notes what it met and
 * how it failed; values beyond the failure are left out. Sets all of 'out' but
 * the files' hashes. False: it does not fail, and 'why' says what it does. */
bool c_replay_record(mem *m, progress *clock, const cfa *automaton,
                     unsigned checks, const uint64_t *values, size_t count,
                     c_trace *out, char why[C_REPLAY_WHY]);

/* Does the program meet exactly these inputs, where the trace says, and fail as
 * the trace says? 'why' tells what differs. */
bool c_replay(mem *m, progress *clock, const cfa *automaton,
              const c_trace *trace, char why[C_REPLAY_WHY]);

#endif
