/* A second opinion about a model that holds: the walker, which shares nothing
 * with the machine but the syntax tree, goes where the machine goes, and both
 * must agree about everything that states hold, all steps, and all that is
 * wrong. */
#ifndef LANG_PROMELA_COMPARE_H
#define LANG_PROMELA_COMPARE_H

#include "automata/omega.h"
#include "base/progress.h"
#include "lang/promela/promela.h"

typedef enum pml_opinion {
  PML_AGREED,       /* on what was compared */
  PML_DIFFERENT,    /* the machine and the walker do not agree */
  PML_FAULT_AGREED, /* both find a fault that is bad enough */
} pml_opinion;

/* What atoms of a formula mean to the walker: expressions of the syntax tree;
 * PML_NONE: some process is at an accept label. */
typedef vec(uint32_t) pml_atoms;

/* A never claim: in the text, and what was made of it. */
typedef struct pml_claim {
  uint32_t process;
  const omega *automaton;
  const pml_claim_places *places;
} pml_claim;

typedef struct pml_comparison {
  /* Given: */
  progress *clock;
  const model *model;           /* the machine's, not reduced */
  const model_binding *binding; /* of the atoms; NULL: none */
  const pml_atoms *atoms;
  const pml_claim *claim; /* whose atoms these are; NULL: none */
  model_severity least;   /* faults from this one on contradict the verdict */
  uint64_t most_states;   /* compared one after the other, as long as they fit
                             into 256 MiB; beyond them random
                             walks compare half as many again */
  uint64_t seed;
  /* Found, and kept up to date for whom a limit interrupts: */
  uint64_t states, steps; /* that were compared */
  uint64_t random_walks;
  bool is_whole;  /* these are all there are */
  vec(char) text; /* of what is different or wrong; a string */
} pml_comparison;

/* Everything but the text's bytes is released when 'm' is. */
pml_opinion pml_compare(mem *m, pml_comparison *comparison);

#endif
