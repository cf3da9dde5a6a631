/* Pushdown reachability: chooses engine and order, runs them, and turns the
 * outcome into an answer with its evidence. */
#ifndef ENGINE_SATURATION_SOLVE_H
#define ENGINE_SATURATION_SOLVE_H

#include "base/statistics.h"
#include "engine/saturation/product.h"
#include "engine/saturation/reduce.h"
#include "pds/derivation.h"

typedef enum solve_engine {
  SOLVE_AUTO,
  SOLVE_PRE,
  SOLVE_POST,
  SOLVE_DUAL,
  SOLVE_REDUCTION /* only in answers: no engine was needed */
} solve_engine;

typedef enum solve_goal {
  SOLVE_ANY,      /* some run */
  SOLVE_SHORTEST, /* least weight, or fewest steps in unweighted problems */
  SOLVE_LONGEST,
  SOLVE_SEMIRING /* combine the weights of all runs */
} solve_goal;

typedef struct solve_options {
  solve_engine engine;
  solve_goal goal;
  bool reduction;
  bool least;           /* find 'bound', too */
  uint64_t dense_from;  /* see saturation.h */
  const semiring *ring; /* SOLVE_SEMIRING */
  const unsigned char *ring_rules;
} solve_options;

typedef enum solve_weight {
  SOLVE_NO_WEIGHT,
  SOLVE_FINITE,
  SOLVE_UNBOUNDED,
  SOLVE_OVERFLOW
} solve_weight;

typedef struct solve_answer {
  bool reachable;
  solve_engine engine; /* who decided */
  solve_weight weight_kind;
  int64_t weight[PDS_MOST_DIMENSIONS]; /* as the user counts */
  const void *value;                   /* SOLVE_SEMIRING; NULL: zero */
  derivation derivation;               /* of a yes, not with a semiring */
  sat *closed; /* of a no: the saturated automaton; 'forward' tells which */
  sat *bound;  /* of a yes, with 'least': pre* by all rules, as far as
                  transitions weigh less than the run; NULL: none */
  const reduction *reduction; /* NULL: none */
  nfa *initial, *final;       /* in normal form, 'final' reduced */
  sat *post;                  /* SOLVE_SEMIRING with SOLVE_POST */
  statistics statistics;      /* states, transitions, rules */
} solve_answer;

/* Everything lives in 'm' until it is cleared. */
void solve(mem *m, progress *clock, const pds *system,
           const solve_options *options, solve_answer *out);

/* SOLVE_SEMIRING with SOLVE_POST: combines over all runs to <state, symbol
 * ...>. NULL: there is none. */
const void *solve_value_at(mem *m, solve_answer *answer, uint32_t state,
                           uint32_t symbol);

#endif
