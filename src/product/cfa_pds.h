/* The control flow of a C program as a pushdown system: data are ignored, so
 * that both sides of every branch are possible. Each run of the program is one
 * of the system (but for what C leaves undefined, and for what cfa_flow says is
 * not supported); the system may have others, which data forbid.
 *
 * There is one control state, "run", and one more for each thing that may be on
 * its way through the program (cfa_mode: an exception of Java's). What begins
 * or ends one has an action ("throw.IOException", "catch.IOException",
 * "finally.IOException"), and so has a function that is left along with it
 * ("leave.f"). Symbols are the locations that may be
 * reached, named "f:12#7" by function, line and number; functions without a
 * body, "lock()", each of which is called and returns; and "end#", which lies
 * below main's first location. A call pushes (action "call.f"), a return pops
 * ("return.f"); other steps rewrite the top and have no action. A call through
 * a pointer may be one of every function whose address is taken and that fits.
 * A location at which the program ends, or fails, has no rule.
 *
 * Named sets of configurations, by what is on top:
 *     in.f        a location of f
 *     prog.c:12   the next step is a statement of that line
 *     error       an assertion fails here, or the error was called
 *     end         main has returned or been left, or the program has called
 *                 exit or abort
 * and where there are such modes:
 *     uncaught    main has been left; uncaught.IOException: along with that
 *     never       nothing
 *     call.g, return.g, leave.g, throw.g, ...    for other names of functions
 *                 and modes: such a step comes next */
#ifndef PRODUCT_CFA_PDS_H
#define PRODUCT_CFA_PDS_H

#include "base/progress.h"
#include "cfa/cfa.h"
#include "product/valuation.h"

typedef struct cfa_flow {
  pds pds;
  vec(uint32_t) rule_edge; /* of the program, by rule; CFA_NONE: a function
                              without a body returns */
  vec(uint32_t) symbol_location; /* by symbol; CFA_NONE: none */
  uint32_t bottom;               /* the symbol "end#" */
  uint32_t unsupported;          /* an edge that may be reached and behind which
                                    everything is possible; CFA_NONE: none */
} cfa_flow;

void cfa_make_flow(mem *m, progress *clock, const cfa *automaton,
                   cfa_flow *out);

/* What atoms of formulas mean: call.f and return.f (also @call.f, @return.f),
 * in.f, line_12 (of the file that has main), "list.c:12", error, end. False:
 * reported. */
bool cfa_flow_bind(mem *m, const cfa *automaton, const cfa_flow *flow,
                   const names *atoms, const char *file, uint32_t line,
                   uint32_t column, report *r, pds_binding *out);

/* "list.c:12"; 0: too long, or no place. */
size_t cfa_place_name(const cfa *automaton, cfa_place at, char *out,
                      size_t size);

#endif
