/* An automaton on infinite words in the language of Graphviz; 'name' may be
 * NULL. */
#ifndef VIEW_DOT_OMEGA_H
#define VIEW_DOT_OMEGA_H

#include "automata/omega.h"

void dot_omega(const omega *automaton, const char *name, text *out);

#endif
