/* The steps of single processes, as both semantics name them: by statements of
 * the syntax tree. */
#ifndef LANG_PROMELA_STEP_H
#define LANG_PROMELA_STEP_H

#include "lang/promela/syntax/syntax.h"

typedef enum pml_step_kind {
  PML_STEP_STATEMENT,
  PML_STEP_JOIN, /* past the end of 'statement', an if, do or unless; or past a
                    goto or break. A step only where SPIN has one: a goto or
                    break that an option begins with; and at the end of an
                    atomic sequence (notes, 4) */
  PML_STEP_END   /* the process ends */
} pml_step_kind;

typedef struct pml_step {
  uint32_t pid;
  pml_step_kind kind;
  uint32_t statement; /* of a d_step: the PML_DSTEP */
  /* The receiver of a handshake, or partner == PML_NONE. */
  uint32_t partner, partner_statement;
} pml_step;

typedef vec(pml_step) pml_steps;

#endif
