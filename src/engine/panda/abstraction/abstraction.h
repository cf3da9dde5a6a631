/* Predicate abstraction along one run: which predicates apply at which
 * locations (abs), what is known of them in each frame of the run that is being
 * made (true, false, unknown), and where new ones come from.
 *
 * The run tells each edge before it takes it. What is known behind the edge is
 * computed by weakest preconditions from what was known before it, with at most
 * one query a predicate, cached; it over-approximates: it holds for every run
 * that takes the same edges from any state that agrees with what was known, not
 * only for this one. So a side that is refuted here needs no query about the
 * path. Nothing is concluded from concrete values, except where pointers lead:
 * the path decides that, and the search explores other targets as alternatives.
 *
 * The module keeps a log of the run (edges, and where stores went), so that
 * after a refinement it can compute anew what is known along it, by itself. A
 * run that gets too long for the log makes everything unknown from there on. */
#ifndef PANDA_ABSTRACTION_H
#define PANDA_ABSTRACTION_H

#include "base/progress.h"
#include "cfa/cfa.h"
#include "smt/solver.h"

typedef struct abstraction abstraction;

/* Where a pointer leads at this point of the run, if the path decides it. */
typedef struct abstraction_target {
  uint32_t object; /* a number that no other object of the run has; 0: null or
                      not known */
  bool is_known;   /* object and offset are decided by the path */
  uint64_t offset;
} abstraction_target;
/* 'expression' is a pointer, read in the frame on top, before the edge that was
 * told last is taken. Must not have effects. */
typedef abstraction_target abstraction_resolve(void *self, uint32_t expression);

/* Its queries go to a solver of its own. */
abstraction *abstraction_new(mem *m, progress *clock, cfa *automaton,
                             const smt_limits *limits,
                             abstraction_resolve *resolve, void *self);
void abstraction_delete(abstraction *a);

/* Predicate 'condition' (an expression of one bit over globals and variables of
 * the location's function) applies at the location. True: that is new. */
bool abstraction_add(abstraction *a, uint32_t location, uint32_t condition);

/* Along the run. */

/* The run begins at main's entry; everything is unknown. */
void abstraction_begin(abstraction *a);
/* The edge will be taken. CFA_CALL: 'callee' is the function that is entered.
 * CFA_RETURN: the frame goes, the result goes to the caller's variable. */
void abstraction_step(abstraction *a, uint32_t edge, uint32_t callee);
/* The run does something that is not told: everything is unknown from here on.
 */
void abstraction_lose(abstraction *a);
/* It need not be told of steps any more, until the run goes back. */
bool abstraction_is_lost(const abstraction *a);
/* Going back: what was known when the mark was made. */
size_t abstraction_mark(const abstraction *a);
void abstraction_undo(abstraction *a, size_t mark);

/* Does what is known here exclude that 'condition' is 'holds'? */
bool abstraction_refutes(abstraction *a, uint32_t condition, bool holds);

/* Refinement */

/* The run has come here, and a query about its whole path has shown that
 * 'condition' cannot be 'holds', though what is known here allows it. Finds
 * predicates that refute it step by step (weakest preconditions from here
 * backwards, along what matters; per call, over the variables of its function
 * and the globals), adds their atoms where they apply, and computes anew what
 * is known from the first location on that got a new one: marks that were made
 * before stay good. How many were added; 0: nothing new was found. */
size_t abstraction_refine(abstraction *a, uint32_t condition, bool holds);

/* Afterwards */

typedef struct abstraction_known {
  uint32_t location, condition;
  bool was_visited;
  bool is_always_true, is_always_false; /* at every visit, by what was known */
} abstraction_known;
size_t abstraction_count(const abstraction *a);
abstraction_known abstraction_at(const abstraction *a, size_t i);
uint64_t abstraction_most_at_a_location(const abstraction *a);
uint64_t abstraction_queries(const abstraction *a);

#endif
