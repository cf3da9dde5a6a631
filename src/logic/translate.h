/* From a formula to an automaton that accepts exactly the words which satisfy
 * it. The automaton's atoms are those of the table, with the same numbers. */
#ifndef LOGIC_TRANSLATE_H
#define LOGIC_TRANSLATE_H

#include "automata/omega.h"
#include "base/progress.h"
#include "logic/ltl.h"

typedef enum translate_effort {
  TRANSLATE_FULL,       /* rewriting, reductions, the smaller of two ways */
  TRANSLATE_NO_REWRITE, /* the same without rewriting of formulas */
  TRANSLATE_NAIVE       /* the plain tableau, degeneralised by a counter */
} translate_effort;

typedef struct translate_options {
  translate_effort effort;
  bool generalised; /* keep sets on edges; else one set, on states */
} translate_options;

/* False: the formula has too many propositions for the translation (or more
 * than 64); 'r' says so. Trimmed, with one initial state, the empty language
 * is one state without edges. */
bool translate(mem *m, progress *clock, const ltl *t, uint32_t f,
               const translate_options *options, report *r, omega *out);

/* The simplified formula, as a node of the same table, for people. */
uint32_t translate_simplify(mem *m, progress *clock, ltl *t, uint32_t f);

#endif
