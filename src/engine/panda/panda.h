/* PANDA: predicate abstraction and concrete execution side by side (Daniel and
 * Parizek 2015), for control-flow automata.
 *
 * The program runs with concrete inputs; beside each value stands the term that
 * says how it depends on them. Where a condition depends on inputs, the other
 * side is an alternative: refuted by the predicates that are known at that
 * point, or by a query about the whole path, or explored later with inputs that
 * a query found. All alternatives refuted or explored: the program is safe. The
 * tree is keyed by decisions, so that each is met once, whatever values led
 * there. */
#ifndef PANDA_PANDA_H
#define PANDA_PANDA_H

#include "base/progress.h"
#include "base/statistics.h"
#include "cfa/cfa.h"
#include "cfa/invariants.h"
#include "cfa/predicates.h"
#include "cfa/run.h"

/* When parts of the program become native code (native/native.h). */
typedef enum panda_native {
  PANDA_NATIVE_AUTO,   /* when it is run for long */
  PANDA_NATIVE_ALWAYS, /* all of it, before the search */
  PANDA_NATIVE_NEVER
} panda_native;

typedef struct panda_options {
  unsigned checks;     /* CFA_CHECK_... */
  bool presume_memory; /* runs that use memory wrongly do not count, unless
                          'checks' says that they are errors (SV-COMP's
                          unreach-call); else they make the answer UNKNOWN */
  const cfa_predicates *predicates; /* the user's; NULL: none */
  bool refine;           /* find predicates where branches were spurious */
  bool no_covering;      /* equal states are explored again: for tests */
  bool loops_first;      /* all loops are summarised before any is unrolled */
  bool calls_first;      /* all functions that call themselves, the same */
  bool lists_first;      /* all lists are folded before that: for tests */
  unsigned unlike_links; /* so many of a list may lead to nodes with another
                            content; 0: as it thinks best */
  bool no_samples;       /* no concrete runs before that: for tests */
  uint64_t most_paths;   /* then its time is spent; 0: no limit */
  uint32_t most_bound; /* on how often a branch may decide something on a path:
                          then it is UNKNOWN; 0: none */
  unsigned query_milliseconds, solver_megabytes;
  unsigned jobs;       /* more than one: hard questions are asked in two ways */
  unsigned open_bytes; /* objects of so many bytes are open when a loop that is
                          summarised changes them; 0: as it thinks best */
  panda_native native;
} panda_options;

typedef enum panda_verdict {
  PANDA_HOLDS,
  PANDA_VIOLATED,
  PANDA_UNKNOWN
} panda_verdict;

/* A predicate that was used, and where. */
typedef struct panda_predicate {
  uint32_t location, condition;
  bool is_invariant; /* true whenever a run is at the location */
} panda_predicate;

typedef struct panda_result {
  panda_verdict verdict;
  char reason[256]; /* UNKNOWN: why. HOLDS: "" or a remark: vacuous, presumed */
  cfa_place place;  /* of the reason; file CFA_NONE: none */
  /* VIOLATED: these inputs, in the order in which the run meets them, lead to
   * the error at 'edge'. */
  cfa_inputs inputs;
  uint32_t edge;
  cfa_fault fault;     /* CFA_NO_FAULT: 'edge' is a CFA_FAIL */
  bool needs_no_input; /* HOLDS: there is one run, and no input decided */
  unsigned met_kinds;  /* of inputs: bits 1 << cfa_input_kind */
  bool is_by_lists;    /* HOLDS: lists were folded, see lists/lists.h */
  vec(panda_predicate) predicates;
  /* HOLDS: what loops and functions were summarised by; those without were
   * unrolled. With them the proof can be done again. */
  cfa_invariants invariants;
  /* States are nodes of the tree, transitions are edges that were executed. */
  statistics statistics;
} panda_result;

/* What must be given back even if a call ends by a raise: Z3's memory is not
 * 'mem''s. Zeroed at first; the caller keeps it outside of 'm', and calls
 * panda_close before 'm' is cleared. */
typedef struct panda_open {
  struct smt *solver;
  struct abstraction *abstraction;
  struct native *native;
} panda_open;
void panda_close(panda_open *open);

/* All that is in 'out' lives in 'm'. Spent time or memory raises, as anywhere;
 * 'out' then has the statistics so far (keep it outside of m). */
void panda_decide(mem *m, progress *clock, cfa *automaton,
                  const panda_options *options, panda_open *open,
                  panda_result *out);

#endif
