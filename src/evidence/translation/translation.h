/* The part of an evidence file that says which automaton stands for a formula
 * and why it accepts every word that satisfies it: the sections atoms,
 * automaton, accepting, edges, formulas, promises, translation
 * (docs/formats/evidence.md). */
#ifndef EVIDENCE_TRANSLATION_H
#define EVIDENCE_TRANSLATION_H

#include "automata/omega.h"
#include "evidence/file/lines.h"
#include "logic/certificate.h"
#include "logic/ltl.h"

/* The section 'atoms' alone: all of them. */
void translation_write_atoms(const names *atoms, text *out);
/* All sections. 'automaton' is state-based with one set. */
void translation_write(const names *atoms, const omega *automaton,
                       const certificate *c, text *out);

/* Behind the section; atoms are numbered as in the file. */
bool translation_read_atoms(lines *in, names *out);
/* All sections; 'automaton' has the file's atoms, and so has the certificate's
 * table. Its 'root' is not part of the file: LTL_NONE. Only the form is
 * checked: numbers are in range, formulas refer to earlier ones. */
bool translation_read(lines *in, omega *automaton, certificate *c);

#endif
