/* Runs as SPIN writes them: its .trail files. */
#ifndef LANG_PROMELA_TRAIL_H
#define LANG_PROMELA_TRAIL_H

#include "lang/promela/syntax/step.h"

/* SPIN knows statements by numbers, given out over the whole text as its parser
 * makes them. */
typedef struct pml_trail_numbers {
  uint32_t *statement; /* by statement: its own; of an if, do, unless: the
                          choice itself */
  uint32_t *join;      /* by statement: behind fi, od and unless */
  uint32_t *end;       /* by process: its closing brace */
} pml_trail_numbers;

void pml_number_trail(mem *m, const pml_syntax *syntax, pml_trail_numbers *out);

/* A line 'depth:pid:number' for each step. From step 'loop' on it is repeated;
 * steps->count: it is not. No claim takes part, nothing is merged. Steps that
 * SPIN makes and we do not, from one end of an atomic's inner choice to the
 * next, are added. False: the walker cannot follow the steps. */
bool pml_write_trail(mem *m, const pml_syntax *syntax, const pml_steps *steps,
                     size_t loop, text *out);

#endif
