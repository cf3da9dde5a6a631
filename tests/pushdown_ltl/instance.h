/* Random small problems: a pushdown system with its initial set and named
 * sets, atoms that are bound to it, and a Büchi automaton over them. */
#ifndef PUSHDOWN_LTL_INSTANCE_H
#define PUSHDOWN_LTL_INSTANCE_H

#include "automata/omega.h"
#include "base/progress.h"
#include "logic/ltl.h"
#include "product/pds_buchi.h"

typedef struct instance {
  mem_budget budget;
  mem mem;
  progress clock;
  pds p;
  names atoms;
  pds_binding b;
  omega a;
  bool has_formula; /* then 'a' is the automaton of its negation */
  ltl table;
  uint32_t formula;
} instance;

typedef struct instance_shape {
  bool with_sets;
  bool dense; /* every head has rules, the automaton waits for one atom */
  bool with_formula;
  uint32_t most_states, most_symbols, most_rules, most_automaton;
} instance_shape;

/* The same seed, the same instance. */
instance *instance_new(uint64_t seed, const instance_shape *shape);
void instance_delete(instance *x);

/* xorshift; 'below' is not 0. */
uint32_t instance_random(uint64_t *seed, uint32_t below);

#endif
