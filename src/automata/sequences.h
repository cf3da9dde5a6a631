/* Sequences of numbers as numbers 0, 1, 2, ...: equal ones have equal numbers.
 * Sets are sequences in ascending order. Invariant: the values of sequence n
 * are at.at[first.at[n]] .. at.at[first.at[n + 1] - 1]. */
#ifndef AUTOMATA_SEQUENCES_H
#define AUTOMATA_SEQUENCES_H

#include "base/check.h"
#include "base/vec.h"

#include <assert.h>
#include <stdbool.h>

typedef struct sequences {
  vec(uint32_t) at;
  vec(uint32_t) first; /* one more than there are, once there is one */
  vec(uint32_t) hash;
  uint32_t *slots; /* number plus one; 0: free */
  uint32_t mask;
} sequences;

void sequences_free(mem *m, sequences *t);
/* The number; it is new iff it was the count before. 'at' may point into the
 * table itself. */
uint32_t sequences_insert(mem *m, sequences *t, const uint32_t *at,
                          size_t count);

static inline uint32_t sequences_count(const sequences *t) {
  return (uint32_t)t->hash.count;
}

static inline uint32_t sequences_length(const sequences *t, uint32_t n) {
  assert(n < sequences_count(t));
  return t->first.at[n + 1] - t->first.at[n];
}

/* Moves when a sequence is added. */
static inline const uint32_t *sequences_at(const sequences *t, uint32_t n) {
  assert(n < sequences_count(t));
  return t->at.at ? t->at.at + t->first.at[n] : NULL;
}

/* Of sets. */
bool sequences_within(const sequences *t, uint32_t inner, uint32_t outer);
bool sequences_has(const sequences *t, uint32_t set, uint32_t value);
uint32_t sequences_union(mem *m, sequences *t, uint32_t a, uint32_t b);

/* Asserts the invariant, and that each sequence is found where it is. */
void check_sequences(const sequences *t);

/* Makes a set of numbers[0 .. count-1]: sorted, each once. The new count. */
size_t sequences_sort(uint32_t *numbers, size_t count);

#endif
