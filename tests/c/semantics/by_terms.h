/* A slow twin of the interpreter that computes with terms over inputs instead
 * of numbers: it follows the path that given inputs take, and says what the
 * program computes there, as a term, and under which conditions it is this
 * path. For programs of generate.py: no heap, no function pointers. */
#ifndef SEMANTICS_BY_TERMS_H
#define SEMANTICS_BY_TERMS_H

#include "cfa/cfa.h"
#include "smt/term.h"

typedef struct by_terms_path {
  vec(term) conditions; /* one bit each */
  term result;          /* of the global 'result', when main asks again */
} by_terms_path;

/* Follows main: more() says no 'skipped' times, then yes, then it ends. Other
 * inputs are those of 't', made where they are not there yet, with the values
 * given. NULL, or what cannot be followed. */
const char *by_terms_follow(mem *m, const cfa *p, terms *t, size_t skipped,
                            const uint64_t *inputs, size_t count,
                            by_terms_path *out);

#endif
