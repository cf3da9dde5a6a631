/* Programs with Boolean variables alone, as text in the language of Boolean
 * programs: docs/formats/bp.md. */
#ifndef LANG_BP_WRITE_PROGRAM_H
#define LANG_BP_WRITE_PROGRAM_H

#include "base/text.h"
#include "program/program.h"

/* The first procedure gives globals their values and calls 'main'. Results of
 * calls are the globals from 'first_result' on, 'results' of them: each
 * procedure has locals for them instead. */
typedef struct bp_written {
  const prog *program;
  uint32_t first_result, results;
  uint32_t *results_of; /* by procedure: how many of them it has */
  uint32_t *exits;      /* by procedure: where all returns meet; PROG_NONE: it
                           does not return */
  bool *is_error;       /* by location: to be there is an error */
} bp_written;

/* What is needed meanwhile, is in 'm'. */
void bp_write_program(mem *m, const bp_written *written, text *out);

#endif
