/* Conditions of the program, or about it, as terms: for what is guessed about
 * loops and functions. Conditions are small and have no loads. */
#ifndef PANDA_CONDITIONS_H
#define PANDA_CONDITIONS_H

#include "engine/panda/run/concolic.h"

/* What the ghosts in a condition stand for; see cfa_ghost. */
typedef struct condition_ghosts {
  value result;              /* uninitialised: unknown */
  const uint32_t *variables; /* whose old values are known */
  const value *values;       /* these */
  size_t count;
} condition_ghosts;

/* The condition in the present state. TERM_NONE: it speaks of pointers, or of
 * what is not stored yet. 'ghosts' NULL: there are none. */
term condition_term(concolic *engine, uint32_t x,
                    const condition_ghosts *ghosts, bool may_make_input);

/* The condition with each scalar and ghost as an input of its own. */
typedef struct condition_opened {
  map variables;
  vec(term) inputs;
} condition_opened;
term condition_open(concolic *engine, condition_opened *opened, uint32_t x);
void condition_close(concolic *engine, condition_opened *opened);

/* Numbers that an expression is or compares with: constants that it is or has
 * as operands, with their signs. How many. */
size_t condition_numbers(const cfa *automaton, uint32_t x, uint64_t out[3]);

#endif
