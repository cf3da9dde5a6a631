/* What the letters of a formula are. With few atoms a letter says which of them
 * are true. With many, whole Boolean parts of the formula can take the place of
 * atoms: a formula may have fifty atoms and speak of three conditions. Which
 * conditions can be true together is then worked out. */
#ifndef LOGIC_ALPHABET_H
#define LOGIC_ALPHABET_H

#include "automata/letters.h"
#include "logic/ltl.h"

enum { ALPHABET_PLENTY = 10 }; /* atoms; from here on conditions are tried */

typedef struct alphabet {
  letters l;
  vec(uint32_t) nodes;     /* of each dimension: a node of the formula */
  vec(uint32_t) dimension; /* of a node, plus one; 0: none */
  letters_cubes when[2][LETTERS_MOST]; /* where it is false, where true */
} alphabet;

/* False: there are too many, as 'r' says; nothing is to be freed then. */
bool alphabet_init(mem *m, progress *clock, const ltl *t, uint32_t f, report *r,
                   alphabet *out);
void alphabet_free(alphabet *a);

/* The set as cubes over the atoms, behind what 'out' has. */
void alphabet_to_cubes(alphabet *a, uint32_t set, letters_cubes *out);

#endif
