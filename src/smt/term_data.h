/* What terms are made of: for the files of this folder only.
 *
 * Invariants. Operands have lower numbers than what they are operands of; so
 * whatever has an input has a higher number than the input, and cutting inputs
 * looks only at what comes behind the first of them. Every live term is in the
 * table once. A removed term leaves a hole (width 0), unless it was the last;
 * 'holes' lists them, ascending. Constants go into the first of them, others
 * into the last if that is behind their operands; inputs never do: so what must
 * be looked at by a cut was made after the input that is cut. */
#ifndef SMT_TERM_DATA_H
#define SMT_TERM_DATA_H

#include "smt/term.h"

#include <assert.h>

typedef struct term_slot {
  term_node node; /* TERM_APPLY: 'value' is that of the term, if fresh */
  uint32_t stamp; /* the epoch of that value; 0: none */
  uint32_t top;   /* 1 + the highest number of an input in it; 0: none */
  uint32_t birth; /* how many cuts there had been: a number that is used again
                     has another one */
  uint32_t hash;
} term_slot;

typedef struct term_entry {
  uint32_t hash;
  term at; /* TERM_NONE: free */
} term_entry;

typedef struct term_input {
  uint64_t value;
  term at;
} term_input;

/* Scratch of traversals, by term. */
typedef struct term_note {
  uint64_t value;
  uint32_t stamp;
} term_note;

struct terms {
  mem *m;
  vec(term_slot) slots; /* the first is no term */
  vec(term) holes;
  size_t filled; /* so many of them are holes no more */
  vec(term_input) inputs;
  vec(term) work; /* the stack of traversals */
  vec(term_note) notes;
  term_entry *table;
  size_t room, live; /* of the table: a power of two; terms in it */
  uint32_t epoch, notes_epoch, cuts;
  unsigned depth; /* of simplification in simplification */
};

/* Simplification that leads to simplification ends here. */
enum { TERM_DEPTH = 24 };

static inline const term_node *term_node_of(const terms *t, term x) {
  assert(x != TERM_NONE && x < t->slots.count);
  assert(t->slots.at[x].node.width > 0); /* no hole: it was not cut off */
  return &t->slots.at[x].node;
}
static inline unsigned term_width_of(const terms *t, term x) {
  return term_node_of(t, x)->width;
}
static inline bool term_is(const terms *t, term x, bits_op op) {
  const term_node *n = term_node_of(t, x);
  return n->kind == TERM_APPLY && n->op == op;
}
static inline bool term_constant_is(const terms *t, term x, uint64_t value) {
  const term_node *n = term_node_of(t, x);
  return n->kind == TERM_CONSTANT && n->value == value;
}
static inline bool term_is_constant(const terms *t, term x) {
  return term_node_of(t, x)->kind == TERM_CONSTANT;
}
static inline uint64_t term_constant_value(const terms *t, term x) {
  assert(term_is_constant(t, x));
  return term_node_of(t, x)->value;
}

/* The width that bits_apply calls 'from'. */
static inline unsigned term_from(const terms *t, const term_node *n) {
  return term_width_of(t, n->op == BITS_CONCAT ? n->b : n->a);
}

/* As it stands, not simplified. */
term term_intern(terms *t, bits_op op, unsigned width, term a, term b, term c);

/* A traversal begins: no term has a note. */
void term_notes_begin(terms *t);
static inline bool term_noted(const terms *t, term x) {
  assert(x < t->notes.count);
  return t->notes.at[x].stamp == t->notes_epoch;
}
static inline void term_note_down(terms *t, term x, uint64_t value) {
  assert(x < t->notes.count);
  t->notes.at[x] = (term_note){value, t->notes_epoch};
}

/* Do all of them, of one bit, hold under these values of inputs? */
bool term_all_hold(terms *t, const term *all, size_t count,
                   const uint64_t *values, size_t value_count);

#endif
