/* Finite models, searched state by state: safety, and emptiness of the product
 * with an automaton for what must not happen. Finite runs are continued by
 * repeating their last state. */
#ifndef ENGINE_EXPLICIT_EXPLICIT_H
#define ENGINE_EXPLICIT_EXPLICIT_H

#include "automata/omega.h"
#include "base/progress.h"
#include "base/statistics.h"
#include "model/run.h"
#include "product/ranks.h"

typedef enum explicit_emptiness {
  EXPLICIT_AUTO,
  EXPLICIT_NDFS, /* needs one set, on states */
  EXPLICIT_SCC
} explicit_emptiness;

typedef struct explicit_options {
  explicit_emptiness emptiness;
  /* A lasso of the model with as few steps, stem and loop together, as any that
   * is accepted (see shortest.h); the answer tells whether that is known. Half
   * of the time that is left, and three quarters of the memory, may be spent on
   * it; then the shortest that was met stays. The run does not tell the
   * automaton's states. */
  bool shortest;
  /* Weak fairness: only runs count in which every process that is always
   * enabled from some point on moves again and again. Asks for the components
   * of the product, whatever 'emptiness' says. */
  bool fair;
} explicit_options;

typedef enum explicit_verdict {
  EXPLICIT_HOLDS, /* no accepting run, nothing undefined; safety: no fault */
  /* 'run' is an accepting lasso. It takes no step that is undefined, but
   * elsewhere there may be some. */
  EXPLICIT_VIOLATED,
  /* Safety: see explicit_safety. Otherwise: nothing is violated as far as the
   * model means something, but 'run' leads to a state in which something
   * undefined happens, or in which an atom has no value (then
   * model_replay_fault does not know of it). States that the automaton does not
   * reach are not looked at. If initial() itself is at fault the run is
   * empty. */
  EXPLICIT_FAULT,
  /* 'fair': there are more processes than this search can tell apart, and what
   * it found is not fair to all of them. */
  EXPLICIT_UNSUPPORTED
} explicit_verdict;

/* A fault, and what is said of it. 'at' and 'length' of the fault mean
 * nothing. */
typedef struct explicit_note {
  model_fault fault;
  const char *text;
} explicit_note;

enum { EXPLICIT_MOST_NOTES = 100 };

typedef struct explicit_answer {
  explicit_verdict verdict;
  const char *search; /* "ndfs", "scc", "weak", "depth first", ... */
  model_run run;
  bool is_shortest; /* it was asked for, and there is none with fewer steps */
  /* FAULT: 'step' is of the steps of the state that it happens in. */
  model_fault fault;
  const char *fault_text;
  /* States that were stored; transitions that were explored (safety: states +
   * matched, so that to start counts, too); matched, depth, store_bytes. */
  statistics stats;
  /* The rest: safety only. */
  uint64_t faults;          /* that were met, each time that they were */
  vec(explicit_note) notes; /* MODEL_NOTE; one for each place */
  /* By place of the model: a bit, as model_ops.covered has it in the end; NULL:
   * not known. Says something of the model if all states were seen: the verdict
   * is HOLDS, or 'keep_going'. */
  const uint8_t *covered;
} explicit_answer;

typedef struct explicit_safety_options {
  bool shortest;   /* breadth first: the run is shortest */
  bool keep_going; /* past faults, until all states have been seen */
  bool strict;     /* a MODEL_NOTE is a fault as well */
} explicit_safety_options;

/* Can the model go wrong? The first fault of at least MODEL_ERROR gives
 * EXPLICIT_FAULT. Its run leads to the state in which it happens and, if it
 * happens in a step, one step further (from a state of initial(): to that
 * state). When time or memory is spent, 'clock' tells how far the search
 * got. */
void explicit_safety(mem *m, progress *clock, const model *x,
                     const explicit_safety_options *o, explicit_answer *out);

/* Every error of the model, in the order of a depth-first search that follows
 * the order of the text: a state counts once, an error each time that it is
 * met. 'found' is told the run to the first 'most' of them, as explicit_safety
 * has it, while the search goes on (an error of initial() has an empty run);
 * false: the search ends. The answer's own run is empty. */
typedef struct explicit_errors_options {
  bool strict; /* a MODEL_NOTE is an error as well */
  uint64_t most;
  bool (*found)(void *self, const model_run *run, const model_fault *fault,
                const char *text);
  void *self;
} explicit_errors_options;
void explicit_errors(mem *m, progress *clock, const model *x,
                     const explicit_errors_options *o, explicit_answer *out);

/* What a scratch has noted of places, as explicit_answer.covered has it. */
const uint8_t *explicit_copy_covered(mem *m, const model *x,
                                     const void *scratch);

/* Does a run of the model satisfy what 'automaton' accepts? EXPLICIT_AUTO: a
 * terminal automaton asks for reachability, a weak one for a cycle, others for
 * a strongly connected component with all marks. EXPLICIT_NDFS for an automaton
 * with several sets, or with marks on edges, is answered by EXPLICIT_SCC.
 * Notes and errors of the model do not matter; what is undefined is no step.
 * The run of a fair search tells who moves. */
void explicit_decide(mem *m, progress *clock, const model *x,
                     const model_binding *binding, const omega *automaton,
                     const explicit_options *options, explicit_answer *out);

/* What a search of the whole model for evidence of HOLDS comes to. */
typedef enum explicit_evidence {
  EXPLICIT_EVIDENT,
  EXPLICIT_TOO_LARGE,    /* there is more than was allowed */
  EXPLICIT_CONTRADICTED, /* it does not hold: whoever said so was wrong */
} explicit_evidence;

/* After HOLDS, for an automaton with one set on states: ranks for every
 * reachable pair, one more than the number of accepting states that can still
 * be passed; no more than 'most' pairs. An accepting run or a fault contradicts
 * it. */
explicit_evidence explicit_rank(mem *m, progress *clock, const model *x,
                                const model_binding *binding,
                                const omega *automaton, size_t most,
                                product_ranks *out);

/* Every reachable state, no more than 'most' (0: no limit). It is contradicted
 * where the model can go wrong, by something undefined or, unless they are
 * 'forgiven', by errors (notes do not count). */
explicit_evidence explicit_states(mem *m, progress *clock, const model *x,
                                  size_t most, bool forgiven,
                                  product_states *out);

#endif
