/* Evidence for an answer: in memory, as a file (docs/formats/evidence.md), and
 * checked against the problem by code that shares nothing with the engines.
 *
 * States of automata are numbered as in automata/nfa.h: control locations,
 * extra states, copies of control locations; in a certificate of post* further
 * states may follow. */
#ifndef EVIDENCE_EVIDENCE_H
#define EVIDENCE_EVIDENCE_H

#include "automata/nfa.h"
#include "base/map.h"
#include "base/progress.h"
#include "base/report.h"
#include "base/text.h"
#include "evidence/file/source.h"
#include "pds/derivation.h"

typedef enum evidence_weight {
  EVIDENCE_NO_WEIGHT,
  EVIDENCE_WEIGHT,
  EVIDENCE_NO_LEAST,   /* runs get lighter without end */
  EVIDENCE_NO_GREATEST /* heavier; or longer, in an unweighted problem */
} evidence_weight;

typedef struct evidence_row {
  uint32_t from, symbol;
  size_t first, count; /* in 'targets' */
} evidence_row;

typedef struct evidence {
  bool reachable;

  /* a yes */
  derivation derivation;
  evidence_weight weight_kind;
  int64_t weight[PDS_MOST_DIMENSIONS]; /* EVIDENCE_WEIGHT: of the run */

  /* a no: an automaton that is closed under the rules. A yes with 'least': a
   * weighted one, by which no run weighs less than 'weight' */
  bool least;
  bool forward; /* contains the initial set; else the final one */
  vec(evidence_row) rows;
  vec(uint32_t) targets;
  vec(int64_t) weights;  /* 'least': of the targets, 'dimension' numbers each */
  vec(nfa_edge) epsilon; /* forward: control location to state */

  /* a no after reduction, backward only: what can be on top and below it */
  bool reduced;
  map heads; /* (state, symbol) */
  vec(uint32_t) popped, below;
} evidence;

void evidence_write(const pds *system, const evidence_source *source,
                    const evidence *e, text *out);

/* Reads what follows the claim, translating names to the numbers of 'system'.
 */
bool evidence_read(lines *in, const pds *system, bool reachable, evidence *out);

/* Does the evidence prove its claim? 'why' says what is wrong, or what was
 * checked. Linear in evidence and problem, but for wildcards and the product
 * with the other set. */
typedef struct evidence_verdict {
  bool accepted;
  uint64_t facts;
  char why[256];
} evidence_verdict;

void evidence_check(mem *m, progress *clock, const pds *system,
                    const evidence *e, evidence_verdict *out);

#endif
