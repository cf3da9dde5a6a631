/* What a search for faults finds on its way: the first fault, how many there
 * are, and notes. */
#ifndef ENGINE_EXPLICIT_FINDINGS_H
#define ENGINE_EXPLICIT_FINDINGS_H

#include "engine/explicit/explicit.h"

typedef struct findings {
  mem *m;
  model_severity least; /* that counts as a fault */
  explicit_answer *out;
} findings;

/* 'steps' are those of a state that has just been expanded, and have faults.
 * Returns the one that is the answer's, if this is the first that counts, for
 * which there is no run yet; otherwise NULL. */
const model_fault *findings_take(findings *f, const model_steps *steps);

/* The notes of another search of the same model, copied. */
void findings_add_notes(findings *f, const explicit_answer *from);

/* A fault that outlives 'steps'. */
explicit_note findings_copy(mem *m, const model_steps *steps,
                            const model_fault *fault);

#endif
