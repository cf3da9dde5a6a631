/* Expressions and statements as C text, for traces, predicates, invariants and
 * witnesses. An expression that is printed by cfa_print_expression means in C
 * what it means here: casts are written where C's promotions would differ. */
#ifndef CFA_PRINT_H
#define CFA_PRINT_H

#include "base/text.h"
#include "cfa/cfa.h"
#include "cfa/invariants.h"

/* False: it has no C form over source names (temporaries; then the text is
 * still readable). */
bool cfa_print_expression(const cfa *automaton, uint32_t expression, text *out);
/* For people: "for all k: 0 <= k && k < i ==> a[k] <= x", "n > 100 || \result
 * == 91". For tools, as cfa_read_claim reads it: "\forall int k; ...",
 * "\at(n, Pre) > 100 || ...". False: as above. */
bool cfa_print_invariant(const cfa *automaton, const cfa_invariant *invariant,
                         bool for_tools, text *out);
/* "x = y + 1", "[x < 3]", "f(x)": one line. */
void cfa_print_edge(const cfa *automaton, uint32_t edge, text *out);
/* A word as its type says: -1, 255, 'a', true. */
void cfa_print_value(const cfa *automaton, uint32_t type, bool is_signed,
                     unsigned width, uint64_t value, text *out);
/* The part of an object at a byte offset, by its type: ".next", "[3].x", or
 * "+12" where no type tells. The type of that part, or CFA_NONE. */
uint32_t cfa_print_part(const cfa *automaton, uint32_t type, uint64_t offset,
                        text *out);

#endif
