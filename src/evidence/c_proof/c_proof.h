/* Proofs of C programs, checked again by other code than what found them.
 *
 * The program is executed with terms for what it does not know, along every
 * path that is possible. A loop with an invariant is entered once: its
 * invariant is proved there, everything that the loop changes becomes unknown,
 * the invariant is assumed, and proved again when a path comes around. What
 * the loop changes is not guessed: a path that changes more than was taken for
 * unknown makes the check begin again with that, too. Functions with contracts
 * are treated alike: what they require is proved at calls, what they ensure at
 * returns, once, from any state that they may be called in. Loops and functions
 * without are followed to their ends; a path ends where it comes to a state
 * that another one has been in. Linked lists that loops build may be folded
 * for that (lists.c).
 *
 * Nothing here is shared with the engine: neither terms nor solver nor memory;
 * only the automaton, whose meaning cfa.h gives. */
#ifndef EVIDENCE_C_PROOF_H
#define EVIDENCE_C_PROOF_H

#include "base/progress.h"
#include "cfa/cfa.h"
#include "cfa/invariants.h"

typedef struct c_proof_options {
  unsigned checks;     /* CFA_CHECK_... */
  bool presume_memory; /* runs that use memory wrongly do not count, unless
                          'checks' says that they are errors */
  bool may_unroll;  /* an invariant of a loop need not be inductive: where it is
                       not, or is too weak, the loop is unrolled and the
                       invariant proved each time */
  bool no_covering; /* states that were met before are followed again: for
                       tests */
  bool folds_lists; /* lists of any length become few states; paths on which
                       they did reject nothing */
  double folding_seconds; /* at most, once there are such; 0: as the others */
  unsigned unlike_links;  /* with so many nodes that would be folded if they had
                             the same content, these are, too; 0: a default */
  double seconds;         /* at most, beside the clock; 0: no limit */
  unsigned query_milliseconds; /* 0: a default */
} c_proof_options;

typedef enum c_proof_verdict {
  C_PROOF_ACCEPTED,
  C_PROOF_REJECTED, /* it proves nothing: an invariant need not hold, or with
                       the invariants an error may be reached */
  C_PROOF_UNDECIDED /* the checker, or the solver, cannot tell */
} c_proof_verdict;

typedef struct c_proof_result {
  c_proof_verdict verdict;
  char why[200];      /* "" if accepted */
  cfa_place place;    /* file CFA_NONE: none */
  bool is_folded;     /* lists were, on some path */
  uint32_t invariant; /* that is rejected; CFA_NONE: none */
  uint64_t paths, queries;
} c_proof_result;

/* What must be given back even if a call ends by a raise; as panda_open. */
typedef struct c_proof_open {
  void *context; /* Z3's */
} c_proof_open;
void c_proof_close(c_proof_open *open);

/* Spent time is UNDECIDED; spent memory raises. Expressions of 'automaton' are
 * not added to. */
void c_proof_check(mem *m, progress *clock, const cfa *automaton,
                   const c_proof_options *o, const cfa_invariants *given,
                   c_proof_open *open, c_proof_result *out);

#endif
