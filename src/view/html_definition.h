/* A definition of a session as a page: its text, and for a machine (NULL: it is
 * none) a table of its states, whose moves lead from row to row. It loads
 * nothing. */
#ifndef VIEW_HTML_DEFINITION_H
#define VIEW_HTML_DEFINITION_H

#include "automata/machine.h"
#include "base/text.h"

void html_definition(const char *name, const char *kind, const char *definition,
                     const machine *x, text *out);

#endif
