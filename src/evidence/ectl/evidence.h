/* Evidence of answers about extended CTL as text, and its check, which shares
 * no code with the engine: it makes the product again, head by head. What makes
 * a table true is in product/ectl_table.h, the format in
 * docs/formats/ectl-evidence.md. */
#ifndef EVIDENCE_ECTL_EVIDENCE_H
#define EVIDENCE_ECTL_EVIDENCE_H

#include "base/progress.h"
#include "base/text.h"
#include "evidence/file/lines.h"
#include "product/ectl_answer.h"

/* Checks every table and monitor of the answer, computes the values of all
 * parts again and compares them; values that are NULL where there should be
 * some are left there. PDS: the root must be known at the declared heads and at
 * the places. False: 'why' says what is wrong. */
bool ectl_evidence_check(mem *m, progress *clock, const ectl_question *question,
                         const ectl_answer *answer, const char **why);

/* What do the tables of an answer that was checked say of the root there?
 * False: nothing. LTS: 'depth' is 0. */
bool ectl_evidence_holds(mem *m, const ectl_question *question,
                         const ectl_answer *answer, uint32_t state,
                         const uint32_t *stack, size_t depth, bool *out);

/* The sections behind the heading, without the last line, 'end'. */
void ectl_evidence_write(mem *m, const ectl_question *question,
                         const ectl_answer *answer, text *out);
/* 'out' has tables, monitors and no values: ectl_evidence_check computes them
 * where they are NULL. Of the rules only the two machines' numbers are there.
 */
bool ectl_evidence_read(mem *m, lines *in, const ectl_question *question,
                        ectl_answer *out);

/* Replays a path, step by step, on system and automaton: each step is one of
 * the system's, the automaton's run follows, x and y hold where they must (by
 * the values of the answer), the end is what it claims to be, nothing is BAD.
 * False for a path that is too long to be there. */
bool ectl_path_check(mem *m, const ectl_question *question,
                     const ectl_answer *answer, uint32_t part, uint32_t state,
                     const uint32_t *stack, size_t depth, const ectl_path *path,
                     const char **why);

#endif
