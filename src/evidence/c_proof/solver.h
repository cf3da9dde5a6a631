/* Questions of the checker of proofs, to Z3 directly: is what the path says,
 * and something more, possible? The path's constraints are a stack; they are
 * satisfied by the model that the terms have. */
#ifndef EVIDENCE_C_PROOF_SOLVER_H
#define EVIDENCE_C_PROOF_SOLVER_H

#include "base/progress.h"
#include "evidence/c_proof/names.h"

typedef enum proof_answer {
  PROOF_UNSAT,
  PROOF_SAT,
  PROOF_UNKNOWN
} proof_answer;

/* What was said of a query: none, or the values of its inputs, in the order of
 * their names. */
typedef struct proof_said {
  bool is_sat;
  uint32_t first, count; /* of 'values' */
} proof_said;

typedef struct proof_constraint {
  proof_term term;
  uint32_t first; /* of its inputs, up to those of the next one */
} proof_constraint;

typedef struct proof_solver {
  mem *m;
  progress *clock;
  proof_terms *t;
  Z3_context z;
  Z3_solver learner; /* NULL: not begun */
  uint32_t guards;   /* that it has been told */
  unsigned milliseconds;
  double deadline; /* of progress_clock; 0: none */
  bool is_starved; /* Z3 was out of memory once */
  vec(proof_constraint) path;
  vec(uint32_t) path_inputs;
  vec(uint32_t) marks, input_marks; /* by term, by input */
  uint32_t stamp;
  vec(proof_term) work, query;
  vec(uint32_t) found, asked; /* inputs */
  vec(uint64_t) model;        /* after PROOF_SAT: by input */
  uint64_t queries;
  /* Queries that were met before, whatever their inputs were called. */
  proof_list list;
  proof_met met;
  vec(proof_said) said; /* by number of 'met' */
  vec(uint64_t) values;
} proof_solver;

void proof_solver_init(proof_solver *solver, mem *m, progress *clock,
                       proof_terms *terms, Z3_context z, unsigned milliseconds);

void proof_push(proof_solver *solver, proof_term constraint);
void proof_pop_to(proof_solver *solver, size_t count);

/* Is the time spent? */
bool proof_is_late(const proof_solver *solver);
/* Can it be, on this path? */
proof_answer proof_ask(proof_solver *solver, proof_term extra);
/* After PROOF_SAT: that becomes the model of the terms. */
void proof_take_model(proof_solver *solver);

#endif
