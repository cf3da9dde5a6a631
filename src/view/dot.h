/* The system and its two automata in the language of Graphviz. Edges between
 * the same nodes become one, in the order of first mention. */
#ifndef VIEW_DOT_H
#define VIEW_DOT_H

#include "base/text.h"
#include "pds/pds.h"

/* One node a control state; the edge of the rule p a -> q b c says
 * "a / b c [action] {weight}". */
void dot_system(mem *m, const pds *system, text *out);

/* Control states are boxes, extra states circles, accepting ones doubled.
 * Control states that no edge touches are left out. */
void dot_automaton(mem *m, const pds *system, pds_side side, text *out);
/* The same for any set of configurations. */
void dot_paut(mem *m, const pds *system, const paut *automaton,
              const char *name, text *out);

/* Text inside a quoted string of DOT. */
void dot_escaped(text *out, const char *s);

#endif
