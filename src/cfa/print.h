/* Expressions and statements as C text, for traces, predicates, invariants and
 * witnesses. An expression that is printed by cfa_print_expression means in C
 * what it means here: casts are written where C's promotions would differ. */
#ifndef CFA_PRINT_H
#define CFA_PRINT_H

#include "base/text.h"
#include "cfa/cfa.h"

/* False: it has no C form over source names (temporaries; then the text is
 * still readable). */
bool cfa_print_expression(const cfa *p, uint32_t expression, text *out);
/* "x = y + 1", "[x < 3]", "f(x)": one line. */
void cfa_print_edge(const cfa *p, uint32_t edge, text *out);
/* A word as its type says: -1, 255, 'a', true. */
void cfa_print_value(const cfa *p, uint32_t type, bool is_signed,
                     unsigned width, uint64_t value, text *out);
/* The part of an object at a byte offset, by its type: ".next", "[3].x", or
 * "+12" where no type tells. The type of that part, or CFA_NONE. */
uint32_t cfa_print_part(const cfa *p, uint32_t type, uint64_t offset,
                        text *out);

#endif
