/* Sets of letters as numbers. A letter is a valuation of a few propositions,
 * the 'dimensions'; a set of letters is a set of bits, hash-consed: equal sets
 * have equal numbers. Which valuations occur at all is given at the start.
 * Invariant: number 0 is the empty set, number 1 the set of all letters. */
#ifndef AUTOMATA_LETTERS_H
#define AUTOMATA_LETTERS_H

#include "automata/omega.h"
#include "automata/sequences.h"
#include "base/progress.h"

enum { LETTERS_MOST = 16, LETTERS_CACHE = 4096 };
enum { LETTERS_NONE = 0, LETTERS_ALL = 1 };

typedef struct letters_cached {
  uint32_t a, b; /* 'a' has the operation in its two upper bits */
  uint32_t result;
} letters_cached;

typedef vec(omega_cube) letters_cubes;

typedef struct letters {
  mem *m;
  progress *clock;
  uint32_t dimensions;
  size_t words; /* of 64 bits, for a set */
  sequences sets;
  letters_cached *cache;
  uint64_t *left, *right, *made, *rest; /* room for one set each */
  uint32_t *halves;                     /* and for one more */
} letters;

/* 'occurs' has a bit for each of the 2^dimensions valuations, in words of 64;
 * NULL: all occur. */
void letters_init(mem *m, progress *clock, letters *l, uint32_t dimensions,
                  const uint64_t *occurs);
void letters_free(letters *l);

/* The letters in which proposition 'dimension' is true. */
uint32_t letters_true(letters *l, uint32_t dimension);
uint32_t letters_and(letters *l, uint32_t a, uint32_t b);
uint32_t letters_or(letters *l, uint32_t a, uint32_t b);
uint32_t letters_minus(letters *l, uint32_t a, uint32_t b);
bool letters_meet(const letters *l, uint32_t a, uint32_t b);
bool letters_within(const letters *l, uint32_t inner, uint32_t outer);

static inline uint32_t letters_not(letters *l, uint32_t a) {
  return letters_minus(l, LETTERS_ALL, a);
}

/* Many sets taken from one, without making those in between: letters_rest says
 * from which, letters_rest_minus takes one away (true: nothing is left), and
 * letters_rest_set gives what is left. One at a time. */
void letters_rest(letters *l, uint32_t set);
bool letters_rest_minus(letters *l, uint32_t set);
uint32_t letters_rest_set(letters *l);

/* Few cubes over the dimensions, none of which can be left out, whose letters
 * are those of 'set': an irredundant sum of products. Valuations that do not
 * occur may be in them. They are put behind what 'out' has. */
void letters_to_cubes(letters *l, uint32_t set, letters_cubes *out);

#endif
