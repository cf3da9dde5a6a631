/* One formula for all paths: a bounded search beside PANDA.
 *
 * The program is unrolled from main on, each location once an iteration of the
 * loops around it and a call, in an order in which all that leads to a point
 * comes before it. What arrives there together becomes one state, whose values
 * are conditionals (Clarke, Kroening and Lerda 2004). Each error is then a
 * condition over inputs; one question decides all of them. What was not
 * unrolled, or is not supported, is such a condition, too: only where none of
 * them can be true, does the program hold.
 *
 * Inputs are met in the order in which a run meets them, since the order of
 * points is one of every path. */
#ifndef FORMULA_FORMULA_H
#define FORMULA_FORMULA_H

#include "base/statistics.h"
#include "cfa/run.h"

typedef struct formula_options {
  unsigned checks;                  /* CFA_CHECK_... */
  bool presume_memory;              /* as panda_options has it */
  uint32_t first_bound, last_bound; /* iterations of a loop that an input
                                       decides; calls of a function inside of
                                       itself; it grows fourfold */
  double seconds;                   /* at most; 0: no limit but the clock's */
  uint64_t most_bytes; /* of states and terms; 0: no limit but the budget's */
  unsigned query_milliseconds, solver_megabytes, jobs;
} formula_options;

typedef enum formula_verdict {
  FORMULA_HOLDS,
  FORMULA_VIOLATED,
  FORMULA_UNKNOWN
} formula_verdict;

typedef struct formula_result {
  formula_verdict verdict;
  char reason[256]; /* UNKNOWN: why */
  cfa_place place;  /* of the reason; file CFA_NONE: none */
  /* VIOLATED: these inputs, in the order in which the run meets them, lead to
   * the error at 'edge'. They live in the caller's memory. */
  cfa_inputs inputs;
  uint32_t edge;
  cfa_fault fault;     /* CFA_NO_FAULT: 'edge' is a CFA_FAIL */
  bool needs_no_input; /* HOLDS: the program meets none */
  unsigned met_kinds;  /* of inputs: bits 1 << cfa_input_kind */
  uint32_t bound;      /* of the last pass */
  /* States are points that were unrolled, transitions are edges; paths are
   * those that the formula stands for. */
  statistics statistics;
} formula_result;

/* What must be given back even if a call ends by a raise. Zeroed at first. */
typedef struct formula_open {
  struct smt *solver;
  mem mem; /* all of the engine's */
} formula_open;
void formula_close(formula_open *open);

/* 'm' is for what the result holds. Spent time or memory raises, as anywhere,
 * unless the engine's own limits are met first: then it is UNKNOWN. */
void formula_decide(mem *m, progress *clock, const cfa *automaton,
                    const formula_options *options, formula_open *open,
                    formula_result *out);

#endif
