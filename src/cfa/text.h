/* Control-flow automata as text: what the program custos-cfront writes, what
 * Custos reads, and what people can look at. docs/formats/cfa.md describes it.
 * Reading checks everything (cfa_validate): a text that is wrong is reported
 * with its line, whatever it holds. */
#ifndef CFA_TEXT_H
#define CFA_TEXT_H

#include "base/text.h"
#include "cfa/cfa.h"

/* False: reported. 'automaton' is zeroed by the caller and lives in 'm'. */
bool cfa_read(mem *m, const char *file, const char *bytes, size_t length,
              report *r, cfa *automaton);
void cfa_write(const cfa *automaton, text *out);

#endif
