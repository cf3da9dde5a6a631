/* Invariants of C programs as witnesses have them, both ways. */
#ifndef PROBLEM_C_C_CLAIMS_H
#define PROBLEM_C_C_CLAIMS_H

#include "evidence/c/witness.h"
#include "problem/c/c_parts.h"

typedef vec(c_invariant) c_claims;

/* Where locations are in the text: each is looked for once. */
typedef struct c_places {
  mem *m;
  const cfa *p;
  c_sources files;
  c_point *points; /* by location */
  uint8_t *states;
} c_places;
void c_places_init(custos *c, const c_sources *files, c_places *out);

/* Whether it can be said in a witness: in C, over names that mean the same
 * there, at a place that is found again. */
bool c_claims_can_say(c_places *places, const cfa_invariant *invariant);
/* What the proof rests on, then others that hold. How many of the first cannot
 * be said. */
size_t c_claims_collect(custos *c, const c_sources *files, c_claims *out);
/* The other way. What has no place here is left out: what is proved without it,
 * is proved. False: reported. */
bool c_claims_take(custos *c, const char *path, const c_witness_proof *w,
                   cfa_invariants *out, size_t *left_out);

#endif
