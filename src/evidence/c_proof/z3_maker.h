/* What z3.c and z3_float.c share: terms of Z3 on the way to one. */
#ifndef EVIDENCE_C_PROOF_Z3_MAKER_H
#define EVIDENCE_C_PROOF_Z3_MAKER_H

#include "evidence/c_proof/z3.h"

enum { MOST_KEPT = 24 }; /* for one operator */

/* What Z3 returns lives until its next call, unless it is referred to: what is
 * made in between is kept in this list. */
typedef struct maker {
  Z3_context z;
  Z3_ast kept[MOST_KEPT];
  unsigned count;
} maker;

/* NULL stays NULL. */
Z3_ast z3_keep(maker *k, Z3_ast x);
Z3_ast z3_word(maker *k, unsigned width, uint64_t value);

/* Operators on numbers of IEEE 754; 'width' of operands, which are words. */
Z3_ast z3_float_of_two(maker *k, bits_op op, unsigned width, Z3_ast a,
                       Z3_ast b);
/* From a word of 'from' bits, more than one, to one of 'width'. */
Z3_ast z3_float_of_one(maker *k, bits_op op, unsigned width, unsigned from,
                       Z3_ast a);

#endif
