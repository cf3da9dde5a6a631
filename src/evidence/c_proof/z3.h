/* Terms of the checker of proofs as Z3's. Words of one bit are its truth
 * values. */
#ifndef EVIDENCE_C_PROOF_Z3_H
#define EVIDENCE_C_PROOF_Z3_H

#include "evidence/c_proof/terms.h"

/* NULL: Z3 has no memory left. Lives as long as the term. */
Z3_ast proof_z3(Z3_context z, mem *m, proof_terms *terms, proof_term x);
/* The value of an input in a model; false: Z3 gave none. */
bool proof_z3_value(Z3_context z, Z3_model model, proof_terms *terms,
                    proof_term x, uint64_t *value);

#endif
