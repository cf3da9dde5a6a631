/* What guess.c makes clauses from: expressions, lists, constants. */
#ifndef PANDA_CALLS_GUESS_H
#define PANDA_CALLS_GUESS_H

#include "engine/panda/calls/calls.h"

enum {
  MOST_CLAUSES = 3000,
  MOST_FACTS = 240,
  MOST_GUARDS = 12,
  MOST_CONSTANTS = 24,
  MOST_LEARNED = 30, /* predicates that refinement has found */
  MOST_DEPTH = 12    /* of a condition */
};

/* A variable, and what stands for it. */
typedef struct renaming {
  uint32_t from, to;
} renaming;

typedef vec(uint32_t) numbers;

/* What is bounded and compared, as an expression. */
typedef struct subject {
  uint32_t x;
  unsigned width;
  bool is_signed;
} subject;

typedef struct clause_maker {
  calls *x;
  cfa *p;
  contract *c;
  uint32_t function;
  vec(uint64_t) constants; /* of 64 bits, as numbers with a sign */
  vec(renaming) names;
  vec(subject) subjects;
  numbers guards;
} clause_maker;

typedef struct constants {
  uint64_t at[MOST_CONSTANTS]; /* cut to the width */
  size_t count;
} constants;

uint32_t clause_apply(clause_maker *maker, bits_op op, unsigned width,
                      uint32_t a, uint32_t b);
uint32_t clause_not(clause_maker *maker, uint32_t x);
/* A variable as it is, and as it was at the entry. */
uint32_t clause_now(clause_maker *maker, uint32_t v);
uint32_t clause_old(clause_maker *maker, uint32_t v);
uint32_t clause_ghost(clause_maker *maker, cfa_ghost kind, uint32_t v,
                      unsigned width, bool is_signed);
/* In conditions that are renamed, 'to' (an expression) stands for 'from'. */
void clause_name(clause_maker *maker, uint32_t from, uint32_t to);
uint32_t clause_renamed(clause_maker *maker, uint32_t x, int depth);

uint32_t clause_add_weaker(clause_maker *maker, clauses *to, uint32_t condition,
                           uint32_t stronger, uint32_t another);
void clause_add(clause_maker *maker, clauses *to, uint32_t condition);
void clause_add_number(clause_maker *maker, numbers *to, size_t most,
                       uint32_t x);

/* Of the function and of those that call it. */
void clause_find_constants(clause_maker *maker);
void clause_sort_constants(const clause_maker *maker, const subject *s,
                           constants *to);
void clause_bounds(clause_maker *maker, clauses *to, const subject *s);

#endif
