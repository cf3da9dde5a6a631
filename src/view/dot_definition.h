/* Definitions of a session in the language of Graphviz: machines, and formulas
 * as graphs of their operators. */
#ifndef VIEW_DOT_DEFINITION_H
#define VIEW_DOT_DEFINITION_H

#include "automata/machine.h"
#include "base/text.h"
#include "logic/ectl.h"

void dot_machine(const char *name, const machine *x, text *out);
void dot_ectl(mem *m, const char *name, const ectl *t, uint32_t node,
              text *out);

#endif
