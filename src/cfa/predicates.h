/* Conditions that people write about a program's states, in C: "x < y + 1",
 * "a[i] != 0", "p == q". They become expressions of the program, of one bit,
 * typed as C does (promotions, signedness).
 *
 * A file of predicates has one a line: a place, a colon and the condition.
 *     main: x < y                everywhere in a function
 *     prog.c:12: i <= 10         where a statement of that line begins
 *     *: flag == 0               everywhere; over globals only
 * '#' starts a comment. */
#ifndef CFA_PREDICATES_H
#define CFA_PREDICATES_H

#include "cfa/invariants.h"

/* Where predicate 'condition' applies. */
typedef struct cfa_predicate {
  uint32_t condition;  /* expression of one bit */
  uint32_t function;   /* CFA_NONE: all */
  uint32_t file, line; /* line 0: all of the function */
} cfa_predicate;
typedef vec(cfa_predicate) cfa_predicates;

/* One condition, over the globals and the variables of 'function' that are in
 * scope (CFA_NONE: globals only; where two locals share a name, the one
 * declared last before 'line', 0: the first). False: reported, relative to
 * line and column, where the text starts. Expressions are added to 'automaton'.
 */
bool cfa_read_condition(mem *m, cfa *automaton, const char *text, size_t length,
                        uint32_t function, uint32_t scope_line,
                        const char *file, uint32_t line, uint32_t column,
                        report *r, uint32_t *condition);
/* An invariant, as cfa_print_invariant writes it for tools: beside C's
 * operators
 * "==>", "\\forall int k; ..." in front of all, in what a function ensures
 * "\\result" and "\\at(x, Pre)" (also "Old", or "\\old(x)"; parameters are
 * meant so anyway). 'out' says what it is and where, and gets the rest. */
typedef struct cfa_claim_text {
  const char *text, *file;
  uint32_t line, column;
} cfa_claim_text;
bool cfa_read_claim(mem *m, cfa *automaton, const cfa_claim_text *claim_text,
                    report *r, cfa_invariant *out);
/* What a name means there, as above; CFA_NONE: nothing. */
uint32_t cfa_find_variable(const cfa *automaton, uint32_t function,
                           uint32_t line, uint32_t name);
bool cfa_read_predicates(mem *m, cfa *automaton, const char *file,
                         const char *bytes, size_t length, report *r,
                         cfa_predicates *out);

#endif
