/* Between the user's formulas and those of the translation. */
#ifndef LOGIC_NORMALISE_H
#define LOGIC_NORMALISE_H

#include "logic/alphabet.h"
#include "logic/rewrite.h"

/* The formula, made with w's functions. */
uint32_t normalise(const alphabet *a, const ltl *t, uint32_t f, rewriter *w);

/* And back, for people. */
uint32_t normalise_back(alphabet *a, ltl *t, uint32_t f, const nnf *from);

#endif
