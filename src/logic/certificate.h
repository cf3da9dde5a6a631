/* The proof that an automaton accepts every word that satisfies a formula: the
 * one inclusion that a HOLDS rests on. It is a list of entries (S, q, k): a set
 * of formulas, a state of the automaton or the sink, and a rank; and for each
 * rank at most one promise. kernel/theory/ltl/Translation.v has the theorem,
 * docs/formats/evidence.md the conditions.
 *
 * Formulas are in the kernel's core: literals, and, or, next, until, release;
 * 'core' is their table, in which LTL_NOT stands before atoms only. */
#ifndef LOGIC_CERTIFICATE_H
#define LOGIC_CERTIFICATE_H

#include "automata/omega.h"
#include "base/progress.h"
#include "logic/ltl.h"

#define CERTIFICATE_SINK UINT32_MAX

typedef struct certificate_entry {
  uint32_t state;        /* or CERTIFICATE_SINK */
  uint32_t rank;         /* from 1 */
  uint32_t first, count; /* obligations, in 'formulas' */
} certificate_entry;

typedef struct certificate_promise {
  uint32_t rank, formula;
} certificate_promise;

typedef struct certificate {
  ltl core;
  uint32_t root; /* the formula itself, in the core */
  vec(certificate_entry) entries;
  vec(uint32_t) formulas;
  vec(certificate_promise) promises;
} certificate;

void certificate_free(mem *m, certificate *c);

/* 'f' in negation normal form over the core connectives, exactly as the
 * kernel's own function does it (same tree). 'core' may be empty or have been
 * filled by this function for the same 't'; its atoms are those of 't'. */
uint32_t certificate_core(mem *m, const ltl *t, uint32_t f, bool negated,
                          ltl *core);

/* False: none was found. 'automaton' is state-based with one set; 'negated':
 * for the negation of 'f'. 'most' bounds the pairs that are looked at. */
bool certificate_find(mem *m, progress *clock, const ltl *t, uint32_t f,
                      bool negated, const omega *automaton, size_t most,
                      certificate *out);

/* Checked by the definition, sharing nothing with the search. Atoms of the
 * automaton and of the certificate are those of 't' with the same text,
 * whatever their numbers; the certificate's 'root' is not looked at. */
bool certificate_check(mem *m, const ltl *t, uint32_t f, bool negated,
                       const omega *automaton, const certificate *c);

#endif
