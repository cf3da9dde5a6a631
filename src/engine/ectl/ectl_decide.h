/* Where does a formula of extended CTL hold? Exactly, for systems and automata
 * of any size that fit: on a labelled transition system with pushdown automata,
 * on a pushdown system with finite ones (Axelsson, Hague, Kreutzer, Lange and
 * Latte 2010). */
#ifndef ENGINE_ECTL_ECTL_DECIDE_H
#define ENGINE_ECTL_ECTL_DECIDE_H

#include "base/progress.h"
#include "product/ectl_answer.h"

/* All lives in 'm'. Raises MEM_LIMIT where a monitor grows beyond memory. */
void ectl_decide(mem *m, progress *clock, const ectl_question *question,
                 ectl_answer *out);

/* Does the part hold there? PDS: of parts that lie below a table any
 * configuration may be asked whose stack symbols the system has, of others the
 * declared heads, each alone on the stack, and the places of the question. */
bool ectl_holds(const ectl_answer *answer, const machine *system, uint32_t part,
                uint32_t state, const uint32_t *stack, size_t depth);

/* The part, an EU or ER (or EX of a PDS) holds at the place: a path that shows
 * it, short: of U a shortest one. */
void ectl_find_path(mem *m, progress *clock, const ectl_answer *answer,
                    const machine *system, uint32_t part, uint32_t state,
                    const uint32_t *stack, size_t depth, uint64_t most_steps,
                    ectl_path *out);

#endif
