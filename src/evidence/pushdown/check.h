/* The two halves of evidence_check. */
#ifndef EVIDENCE_CHECK_H
#define EVIDENCE_CHECK_H

#include "evidence/pushdown/evidence.h"
#include "evidence/pushdown/sets.h"

typedef struct checker {
  mem *m;
  progress *clock;
  const pds *p;
  const evidence *e;
  sets initial, final;
  evidence_verdict *out;
} checker;

/* Notes why the evidence is rejected; returns false. */
base_printf(2, 3) bool check_reject(checker *v, const char *format, ...);

bool check_run(checker *v);       /* check_run.c */
bool check_least(checker *v);     /* check_least.c */
bool check_automaton(checker *v); /* check_automaton.c */

#endif
