/* What an automaton spares its search. The graph of the automaton alone is
 * looked at; what is not seen to be weak or terminal counts as neither
 * (Bloem, Ravi and Somenzi 1999). */
#ifndef ENGINE_EXPLICIT_SHAPE_H
#define ENGINE_EXPLICIT_SHAPE_H

#include "automata/omega.h"
#include "base/progress.h"

typedef struct shape {
  uint8_t *in_accepting; /* by state: its component has an accepting cycle */
  uint8_t *is_accepting; /* by state: omega_is_accepting */
  bool weak;             /* in such a component every cycle is accepting */
  bool terminal;         /* weak, and every letter leads on inside it */
} shape;

void shape_of(shape *out, mem *m, progress *clock, const omega *automaton);
void shape_free(mem *m, shape *s);

#endif
