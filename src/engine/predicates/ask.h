/* What predicates say about a condition, decided by the solver: for each
 * valuation of a few predicates, whether the condition can be true there, and
 * whether it can be false. Answers are kept for good: they depend on the
 * expressions alone. */
#ifndef PREDICATES_ASK_H
#define PREDICATES_ASK_H

#include "base/progress.h"
#include "engine/predicates/shape.h"
#include "smt/solver.h"

enum { ASK_MOST = 6 }; /* predicates of a table: 64 rows */

/* Row i: predicate k is bit k of i. What the solver did not decide can be. */
typedef struct ask_table {
  uint32_t condition, count;
  uint32_t of[ASK_MOST];
  uint64_t can_be_true, can_be_false;
} ask_table;

typedef struct asker {
  shapes *s;
  mem *m;
  progress *clock;
  terms *t;
  smt *solver;
  map known; /* hashes of questions; by number in 'tables' */
  vec(ask_table) tables;
  map leaves;       /* by expression: 'inputs' */
  vec(term) inputs; /* words, then what pointers point to, in turns */
  map read;         /* expressions that are terms already */
  vec(term) terms_of;
  vec(uint64_t) values; /* scratch: a model */
  uint64_t queries;
} asker;

void asker_init(asker *a, shapes *s, progress *clock, const smt_limits *limits);

/* 'of' are at most ASK_MOST atoms. */
const ask_table *ask(asker *a, uint32_t condition, const uint32_t *of,
                     size_t count);

#endif
