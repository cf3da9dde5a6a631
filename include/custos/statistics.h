/* What is counted while a property is checked, a row each: from it come the
 * counters of the engines (src/base/statistics.h), the members of
 * custos_result, custos_statistic_at, and by that the lines of -v, the object
 * "stats" of --json, its schema and docs/statistics.md (which
 * scripts/make-statistics writes). A new one is a row here, and the line of an
 * engine that counts it.
 *
 *   ROW(unit, member, key, label, of, meaning)
 *
 * unit: COUNT, SECONDS or BYTES. key: its name in JSON; "phases.search" is
 * "search" in the object "phases". label: its name in lines for people. of: the
 * results that have it, see the words in custos_statistic.of. */
#ifndef CUSTOS_STATISTICS_H
#define CUSTOS_STATISTICS_H

#include <stdint.h>

/* clang-format off */
#define CUSTOS_STATISTICS(ROW)                                                 \
  ROW(COUNT, states, "states", "states", ALL,                                  \
      "of the saturated automata, of the product that was searched (extended " \
      "CTL: heads of all products), or of the model; of a C program: "         \
      "decisions that depend on inputs")                                       \
  ROW(COUNT, transitions, "transitions", "transitions", ALL,                   \
      "the same; of a C program: statements executed")                         \
  ROW(COUNT, rules, "rules", "rules", ALL, "after reduction")                  \
  ROW(COUNT, derivation, "derivation", "derivation", ALL,                      \
      "facts in the evidence of a run")                                        \
  ROW(COUNT, automaton, "automaton", "automaton", SOME,                        \
      "states of the automaton of what must not happen")                       \
  ROW(COUNT, matched, "matched", "matched", SAFETY,                            \
      "arrivals at states that were known")                                    \
  ROW(COUNT, errors, "errors", "errors", SAFETY,                               \
      "violations that were met; more than one only with keep-going")          \
  ROW(COUNT, depth, "depth", "depth", SEARCH,                                  \
      "most states on its stack; breadth first: levels")                       \
  ROW(BYTES, store_bytes, "store", "store", SEARCH,                            \
      "the stored states, and the table that finds them")                      \
  ROW(SECONDS, search_seconds, "phases.search", "search", SEARCH,              \
      "the search alone")                                                      \
  ROW(SECONDS, rest_seconds, "phases.rest", "rest", SEARCH,                    \
      "translation, certificates, replay")                                     \
  ROW(SECONDS, kernel_seconds, "phases.kernel", "kernel", SOME,                \
      "the kernel, which 'custos check' asks, and what is written for it")     \
  ROW(COUNT, rounds, "rounds", "rounds", DIAGRAMS, "of the saturation")        \
  ROW(COUNT, nodes, "nodes", "bdd nodes", DIAGRAMS,                            \
      "most nodes of the decision diagrams at one time")                       \
  ROW(COUNT, paths, "paths", "paths", C_PROGRAM,                               \
      "runs that were made to their end")                                      \
  ROW(COUNT, undefined, "undefined", "undefined", C_PROGRAM,                   \
      "of these, those that ended where C does not say what happens")          \
  ROW(COUNT, presumed, "presumed", "presumed", C_PROGRAM,                      \
      "accesses on them that were presumed to be in bounds, without a look")   \
  ROW(COUNT, pruned, "pruned", "pruned", C_PROGRAM,                            \
      "sides of branches that no input can take")                              \
  ROW(COUNT, by_predicates, "by_predicates", "by predicates", C_PROGRAM,       \
      "of the pruned sides, those refuted by predicates alone")                \
  ROW(COUNT, reused, "reused", "reused", C_PROGRAM,                            \
      "sides that inputs known before lead to")                                \
  ROW(COUNT, refinements, "refinements", "refinements", C_PROGRAM,             \
      "times that predicates were added")                                      \
  ROW(COUNT, predicates, "predicates", "predicates", C_PROGRAM,                \
      "the most at one place")                                                 \
  ROW(COUNT, queries, "queries", "queries", C_PROGRAM,                         \
      "questions to the solver")                                               \
  ROW(SECONDS, solver_seconds, "solver", "solver", C_PROGRAM,                  \
      "that the solver worked")                                                \
  ROW(COUNT, native_steps, "native", "native steps", C_PROGRAM,                \
      "of the transitions, those that native code has made")                   \
  ROW(SECONDS, allowed, "allowed", "allowed", SOME,                            \
      "only with --time: what this property had, its part of what was left "   \
      "when its turn came")                                                    \
  ROW(SECONDS, seconds, "seconds", "seconds", ALL, "of the whole call")        \
  ROW(BYTES, memory, "memory", "memory", ALL, "most in use at one time")
/* clang-format on */

/* What holds a value of each unit. */
#define CUSTOS_TYPE_OF_COUNT uint64_t
#define CUSTOS_TYPE_OF_SECONDS double
#define CUSTOS_TYPE_OF_BYTES uint64_t

/* Members of a struct, a row each. */
#define CUSTOS_STATISTIC_MEMBER(unit, member, key, label, of, meaning)         \
  CUSTOS_TYPE_OF_##unit member;

#endif
