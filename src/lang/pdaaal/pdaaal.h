/* PDAAAL's JSON: instances, separate systems and automata. What the file is
 * shows in its first key. docs/formats/json.md describes it. */
#ifndef LANG_PDAAAL_PDAAAL_H
#define LANG_PDAAAL_PDAAAL_H

#include "base/progress.h"
#include "base/report.h"
#include "base/text.h"
#include "pds/pds.h"

/* Adds the text to 'system'; linear. False: 'r' says what is wrong and 'system'
 * is of no further use. The first P-automaton becomes the initial set, the next
 * the final one. 'clock' is ticked. */
bool pdaaal_read(mem *m, pds *system, const char *file, const char *text,
                 size_t length, report *r, progress *clock);

/* Writes one instance. JSON's push keeps the top symbol: other pushes become
 * two rules and a state; their number is returned in 'split'. */
void pdaaal_write(mem *m, const pds *system, text *out, size_t *split);

#endif
