/* Correctness witnesses of SV-COMP, read: ours and those of other tools, in
 * versions 2.x of the format (and the older one, where each invariant is an
 * entry of its own). What the file says is only taken down here: nothing is
 * believed. */
#ifndef EVIDENCE_C_WITNESS_READ_H
#define EVIDENCE_C_WITNESS_READ_H

#include "base/mem.h"
#include "base/report.h"

#include <stdbool.h>

typedef enum c_witness_kind {
  C_WITNESS_LOOP,     /* loop_invariant */
  C_WITNESS_LOCATION, /* location_invariant */
  C_WITNESS_REQUIRES, /* of a function_contract */
  C_WITNESS_ENSURES
} c_witness_kind;

typedef struct c_witness_claim {
  c_witness_kind kind;
  bool is_c;            /* its format is c_expression, or one that extends it */
  const char *value;    /* the condition */
  const char *function; /* "": not told */
  uint32_t line, column;       /* of the program; column 0: not told */
  uint32_t at_line, at_column; /* of the value, in the witness */
} c_witness_claim;

typedef struct c_witness_proof {
  const char *specification; /* "": not told */
  const char **hashes;       /* of the program's files, each once */
  size_t hash_count;
  const char *data_model; /* "ILP32", "LP64", or "": not told */
  c_witness_claim *claims;
  size_t count;
  size_t skipped; /* entries of kinds that are not read */
} c_witness_proof;

/* False: reported. Everything in 'out' lives in m. */
bool c_witness_read(mem *m, const char *file, const char *bytes, size_t length,
                    report *r, c_witness_proof *out);

#endif
