/* The automaton that separates the two sets, for Graphviz. */
#ifndef VIEW_DOT_EVIDENCE_H
#define VIEW_DOT_EVIDENCE_H

#include "base/text.h"
#include "evidence/pushdown/evidence.h"

/* Transitions between the same states share an arrow. */
void dot_evidence(mem *m, const pds *system, const evidence *e, text *out);

#endif
