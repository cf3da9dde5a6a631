/* What the atoms of an automaton mean on a symbolic pushdown system. A step
 * reads the atoms that hold in the head that it leaves, and those of its
 * rule. */
#ifndef SYMPDS_LETTERS_H
#define SYMPDS_LETTERS_H

#include "sympds/sympds.h"

typedef struct sym_letters {
  uint32_t atoms;
  dd *holds;        /* by symbol * atoms + atom: where, over SYM_NOW */
  uint64_t *events; /* by rule: atoms that hold of the step itself */
} sym_letters;

#endif
