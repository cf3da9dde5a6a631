/* Our text format for pushdown problems, and the text for automata that it
 * shares with PDAAAL. docs/formats/pds.md and automata.md describe them. */
#ifndef LANG_PDS_PDS_TEXT_H
#define LANG_PDS_PDS_TEXT_H

#include "base/progress.h"
#include "base/report.h"
#include "base/text.h"
#include "pds/pds.h"

/* As pdaaal_read. Reports up to 20 errors, one a line. */
bool pds_text_read(mem *m, pds *system, const char *file, const char *text,
                   size_t length, report *r, progress *clock);

void pds_text_write(mem *m, const pds *system, text *out);

/* Adds "< [p,q] , ([a]?[b])* > | < r , .* >" to one side. 'line' and 'column'
 * are those of the first byte of the text. States must exist; symbols are
 * added. The automaton is Glushkov's: one extra state for each label set that
 * the text mentions, named 1, 2, ... in the order of the text; no epsilon. */
bool pds_text_read_configurations(mem *m, pds *system, pds_side side,
                                  const char *file, const char *text,
                                  size_t length, uint32_t line, uint32_t column,
                                  report *r);

#endif
