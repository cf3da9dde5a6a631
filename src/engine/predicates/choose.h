/* Conditions as expressions over the Booleans of predicates: when these say
 * that a condition is true, and when that it is false. */
#ifndef PREDICATES_CHOOSE_H
#define PREDICATES_CHOOSE_H

#include "engine/predicates/predicates.h"

/* A predicate whose Boolean can be read; 'atom' in terms of the state that the
 * conditions speak of. */
typedef struct literal {
  uint32_t atom;
  uint32_t now; /* expression of the program */
  shape_range range;
} literal;

/* Expressions of the program that exclude one another. */
typedef struct choice {
  uint32_t yes, no;
  bool is_exact; /* one is the negation of the other */
} choice;

typedef struct literals {
  vec(literal) all;
  map index; /* by atom */
  map known; /* conditions; by number in 'choices' */
  vec(choice) choices;
} literals;

typedef struct chooser {
  predicates *x;
  mem *m; /* of the program */
  prog *out;
  uint32_t yes, no; /* constants of the program */
  uint64_t asked;   /* queries before the abstraction began */
} chooser;

void chooser_init(chooser *c, predicates *x, mem *m, prog *out);
void literals_add(chooser *c, literals *l, uint32_t atom, uint32_t now);
void literals_clear(chooser *c, literals *l);

/* A condition that is normal. */
choice choose(chooser *c, literals *l, uint32_t condition);
/* As a value of the program: what is not decided may be either. */
uint32_t choice_value(chooser *c, choice of);
/* What must be true of the Booleans if the condition 'holds', or does not. */
uint32_t choose_guard(chooser *c, literals *l, uint32_t condition, bool holds);

uint32_t choose_and(chooser *c, uint32_t a, uint32_t b);
uint32_t choose_or(chooser *c, uint32_t a, uint32_t b);
uint32_t choose_not(chooser *c, uint32_t a);

#endif
