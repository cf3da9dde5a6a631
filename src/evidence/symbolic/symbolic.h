/* Proofs about programs (sympds/proof.h) as files, and their check: relations
 * are made again from the program, by code that shares nothing with the one
 * that the engines use. docs/formats/symbolic.md. */
#ifndef EVIDENCE_SYMBOLIC_H
#define EVIDENCE_SYMBOLIC_H

#include "automata/omega.h"
#include "base/text.h"
#include "evidence/file/lines.h"
#include "product/program_atoms.h"
#include "sympds/proof.h"

/* Where a program's bits are (as in product/program_sympds.h, told again):
 * global bits by cell, then the automaton's; local bits by procedure and cell.
 * A cell of w bits has w, least significant first, in the order of the cells.
 */

/* Opens diagrams of its own: none may be open. 'targets' for the first two
 * kinds, 'binding' and 'automaton' for ranks. False: 'why' says what is wrong.
 */
bool symbolic_check(mem *m, progress *clock, const prog *program,
                    const prog_locations *targets, const prog_binding *binding,
                    const omega *automaton, const sym_proof *proof,
                    const char **why);

/* The sections behind the claim, without the last line, 'end'. */
void symbolic_write(mem *m, const prog *program, const sym_proof *proof,
                    text *out);
bool symbolic_read(mem *m, lines *in, const prog *program, sym_proof *out);

#endif
