/* The control-flow automaton of a C program as a picture, for Graphviz. */
#ifndef VIEW_DOT_CFA_H
#define VIEW_DOT_CFA_H

#include "base/text.h"
#include "cfa/cfa.h"

void dot_cfa(const cfa *automaton, text *out);

#endif
