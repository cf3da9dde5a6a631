/* Finite models, searched state by state: safety, and emptiness of the product
 * with an automaton for what must not happen. Finite runs are continued by
 * repeating their last state. */
#ifndef ENGINE_EXPLICIT_EXPLICIT_H
#define ENGINE_EXPLICIT_EXPLICIT_H

#include "automata/omega.h"
#include "base/progress.h"
#include "model/run.h"
#include "product/ranks.h"

typedef enum explicit_emptiness {
  EXPLICIT_AUTO,
  EXPLICIT_NDFS, /* needs one set, on states */
  EXPLICIT_SCC
} explicit_emptiness;

typedef struct explicit_options {
  explicit_emptiness emptiness;
  /* Of all accepting lassos one whose stem is shortest (in the product), and of
   * those that start to loop there one whose loop is shortest (with more than 8
   * acceptance sets: a short one). Explores the whole product once a violation
   * is known; memory or time that is spent on it loses the violation, too. */
  bool shortest;
} explicit_options;

typedef enum explicit_verdict {
  EXPLICIT_HOLDS,    /* no accepting run; no fault */
  EXPLICIT_VIOLATED, /* 'run' is an accepting lasso */
  /* 'run' leads to a state in which the model is wrong, or in which an atom has
   * no value (then model_replay_fault does not know of it). States that the
   * automaton does not reach are not looked at. If initial() itself is at fault
   * the run is empty. */
  EXPLICIT_FAULT
} explicit_verdict;

typedef struct explicit_stats {
  uint64_t states;      /* stored: of the product, or of the model */
  uint64_t transitions; /* explored */
  uint64_t depth;       /* most on the search's stack */
  size_t store_bytes;
} explicit_stats;

typedef struct explicit_answer {
  explicit_verdict verdict;
  const char *search; /* "ndfs", "scc", "weak", "reachability", ... */
  model_run run;
  char fault[256];
  uint32_t fault_line, fault_column;
  explicit_stats stats;
} explicit_answer;

/* Can the model go wrong? Breadth first, so that the run is shortest. */
void explicit_safety(mem *m, progress *clock, const model *x,
                     explicit_answer *out);

/* Does a run of the model satisfy what 'a' accepts? EXPLICIT_AUTO: a terminal
 * automaton asks for reachability, a weak one for a cycle, others for a
 * strongly connected component with all marks. EXPLICIT_NDFS for an automaton
 * with several sets, or with marks on edges, is answered by EXPLICIT_SCC. */
void explicit_check(mem *m, progress *clock, const model *x,
                    const model_binding *b, const omega *a,
                    const explicit_options *o, explicit_answer *out);

/* After HOLDS, for an automaton with one set on states: ranks for every
 * reachable pair, one more than the number of accepting states that can still
 * be passed. False: there are more than 'most' pairs (or not all is well: there
 * is an accepting run or a fault). */
bool explicit_rank(mem *m, progress *clock, const model *x,
                   const model_binding *b, const omega *a, size_t most,
                   product_ranks *out);

/* After a safe explicit_safety: every reachable state. False: there are more
 * than 'most' of them (0: no limit), or the model can go wrong. */
bool explicit_states(mem *m, progress *clock, const model *x, size_t most,
                     product_states *out);

#endif
