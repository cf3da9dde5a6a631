/* Is a conjunction of terms satisfiable, and by which inputs? Z3 behind one
 * small interface; nothing else includes its header.
 *
 * Constraints are a stack. Terms are handed to Z3 when they are first needed
 * and kept. Z3's memory has a cap of its own; what it cannot decide within the
 * limits is SMT_UNKNOWN, never a guess. No error of Z3's leaves by a jump: the
 * handler is null, errors are polled. */
#ifndef SMT_SOLVER_H
#define SMT_SOLVER_H

#include "base/progress.h"
#include "smt/term.h"

typedef enum smt_answer { SMT_UNSAT, SMT_SAT, SMT_UNKNOWN } smt_answer;

typedef struct smt_limits {
  unsigned milliseconds; /* a query; 0: none */
  unsigned megabytes;    /* of all of Z3, and once more what it lost by running
                            out; 0: none. One per process */
  unsigned jobs;         /* more than one: hard questions are asked in two ways
                            at a time */
} smt_limits;

typedef struct smt_statistics {
  uint64_t queries, sat, unsat, unknown;
  uint64_t trivial; /* answered without Z3 */
  uint64_t starved; /* of the unknown: for want of memory */
  double seconds;   /* in Z3 */
} smt_statistics;

typedef struct smt smt;

/* 'clock' may be NULL: else a query ends when its time is over, or when its
 * caller wants to stop (within a tenth of a second), and the clock raises. */
smt *smt_new(mem *m, terms *t, progress *clock, const smt_limits *limits);
void smt_delete(smt *solver);
/* From now on: milliseconds for a query. What it was before. */
unsigned smt_limit_time(smt *solver, unsigned milliseconds);

void smt_push(smt *solver, term constraint); /* one bit */
void smt_pop(smt *solver, size_t count);
size_t smt_depth(const smt *solver);
term smt_at(const smt *solver, size_t i);

/* The conjunction of the stack and 'extra' (TERM_NONE: nothing more). Only
 * constraints that share inputs with 'extra', directly or through others, can
 * matter when the stack itself is satisfiable: 'stack_is_sat' promises that,
 * and then only these are asked about. */
smt_answer smt_decide(smt *solver, term extra, bool stack_is_sat);

/* The same for a stack that is satisfiable, without Z3: do these values of
 * inputs, by number, satisfy 'extra' and all constraints that are connected
 * with it? True: as after SMT_SAT. */
bool smt_satisfies(smt *solver, term extra, const uint64_t *values,
                   size_t count);

/* After SMT_SAT: the value of an input. Inputs that no constraint of the query
 * mentions have none: false, keep what they had. */
bool smt_model(const smt *solver, uint32_t input, uint64_t *value);

/* After SMT_UNSAT: which constraints of the stack were needed, ascending (a
 * small set, not always the least). */
typedef vec(uint32_t) smt_core_set;
void smt_core(smt *solver, mem *m, smt_core_set *out);

const smt_statistics *smt_statistics_of(const smt *solver);

/* After a raise, before the memory is cleared or after: what solvers with this
 * budget held outside of it and could not release. Solvers that were deleted
 * hold nothing. */
void smt_release_lost(const mem_budget *budget);

#endif
