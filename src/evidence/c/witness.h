/* Witnesses of SV-COMP, format 2.0, in YAML: what other tools can check; 2.1 if
 * there are contracts, or invariants of all elements of arrays. The same answer
 * gives the same bytes. */
#ifndef EVIDENCE_C_WITNESS_H
#define EVIDENCE_C_WITNESS_H

#include "evidence/c/source.h"

typedef struct c_witness_task {
  c_sources sources;
  const char *specification; /* of a property file; NULL: by 'checks' */
  unsigned checks;           /* CFA_CHECK_... */
  unsigned pointer_bits;     /* 32: ILP32, 64: LP64 */
  const char *created;       /* a time as in RFC 3339; NULL: a fixed one */
} c_witness_task;

/* What holds whenever a place is passed; or what a function requires and
 * ensures. */
typedef struct c_invariant {
  bool is_loop;          /* at the head of a loop */
  bool is_quantified;    /* "\forall int k; ...", as ACSL has it */
  bool is_contract;      /* then 'condition' is what it ensures */
  c_place place;         /* of the head's condition, or of a statement */
  const char *function;  /* "": not told */
  const char *condition; /* in C, over what is in scope there */
  const char *requires;
} c_invariant;

/* The inputs in their order, and the error. */
void c_witness_violation(mem *m, const c_witness_task *task,
                         const c_trace *trace, text *out);
/* Invariants whose place is in none of the files are left out. */
void c_witness_correctness(mem *m, const c_witness_task *task,
                           const c_invariant *at, size_t count, text *out);

/* "CHECK( init(main()), LTL(G ! call(reach_error())) )", and what the checks
 * add, a line each; division has no word there. */
void c_witness_specification(unsigned checks, text *out);

#endif
