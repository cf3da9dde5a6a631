/* A shortest lasso of the model whose word the automaton accepts: as few steps,
 * stem and loop together, as any has. A run that ends counts the steps up to
 * its end; that it stays there costs nothing.
 *
 * The automaton may go round the model's loop several times before it repeats
 * itself, so that the shortest lasso of the product can be longer than this
 * one. So a loop is not looked for in the product: it is a path of the model
 * from a state back to it, together with its profile, the relation of where the
 * automaton can get along it, from where, and with which marks. The loop is
 * accepted from q if by going round again and again, as the profile allows, the
 * automaton gets from q to where it can go round with all marks for ever. For a
 * state of the model the paths are explored breadth first, those with equal
 * profiles as one. (A loop is fair or not in itself: the marks of processes are
 * collected like the others.) */
#ifndef ENGINE_EXPLICIT_SHORTEST_H
#define ENGINE_EXPLICIT_SHORTEST_H

#include "engine/explicit/region.h"

/* An edge of the product that the step is part of. */
typedef struct shortest_step {
  uint32_t from, to; /* pairs; 'to' need not be the next step's 'from', which
                        has the same state of the model */
  uint32_t label, via;
} shortest_step;

typedef struct shortest_lasso {
  vec(shortest_step) steps; /* behind the last comes number 'loop' again */
  size_t loop;
  bool is_least; /* false: the effort was spent; there may be shorter ones */
} shortest_lasso;

/* False: none was found. If that is not for lack of effort, there is none.
 * Faults must be skipped by 'product'. */
bool shortest_find(mem *m, progress *clock, space *product,
                   shortest_lasso *out);

#endif
