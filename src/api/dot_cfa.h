/* The control-flow automaton of a C program as a picture, for Graphviz. */
#ifndef API_DOT_CFA_H
#define API_DOT_CFA_H

#include "base/text.h"
#include "cfa/cfa.h"

void dot_cfa(const cfa *p, text *out);

#endif
