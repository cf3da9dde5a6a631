/* What candidates that read memory are made of: conditions on elements, found
 * in the program, with the index left open. */
#ifndef PANDA_ARRAYS_GUESS_H
#define PANDA_ARRAYS_GUESS_H

#include "engine/panda/arrays/arrays.h"

enum {
  GUESS_BODIES = 80,
  GUESS_LIMITS = 6,
  GUESS_COUNTERS = 5,
  GUESS_NODES = 48 /* of an expression */
};

typedef struct body {
  uint32_t condition; /* with an index of so many bits */
  uint8_t width;
} body;

typedef struct element_guesser {
  loops *x;
  mem *m;
  cfa *p;
  loop *l;
  uint32_t function;
  vec(cfa_edge) edges; /* the program's, and more: element_see_through */
  body bodies[GUESS_BODIES];
  size_t body_count;
  uint32_t limits[GUESS_LIMITS]; /* expressions that the loop does not change */
  size_t limit_count;
  uint32_t counters[GUESS_COUNTERS]; /* variables that it does */
  uint64_t steps[GUESS_COUNTERS];
  size_t counter_count;
  uint32_t indices[GUESS_COUNTERS]; /* variables that indices are made of */
  size_t index_count;
} element_guesser;

const cfa_expression *element_at(const element_guesser *guesser, uint32_t x);
uint32_t element_apply(element_guesser *guesser, bits_op op, uint32_t a,
                       uint32_t b);
uint32_t element_variable(element_guesser *guesser, uint32_t variable);
/* Each node below x, those of addresses too; the number of them. */
size_t element_nodes(const element_guesser *guesser, uint32_t x,
                     uint32_t out[GUESS_NODES]);
/* Has it a meaning where the loop is, and is it small? */
bool element_is_sayable(const element_guesser *guesser, uint32_t x);
bool element_has(const element_guesser *guesser, uint32_t x,
                 cfa_expression_kind kind);
bool element_is_comparison(const cfa_expression *expression);
bool element_is_of_function(const element_guesser *guesser, uint32_t edge);
/* Does the loop change the variable? */
bool element_changes(const element_guesser *guesser, uint32_t variable);
/* Makes 'edges': those of the program by their numbers, with small functions in
 * place of calls; then stores that these make. */
void element_see_through(element_guesser *guesser);
/* Finds g->bodies. */
void element_bodies(element_guesser *guesser);

#endif
