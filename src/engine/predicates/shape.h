/* Conditions over a program's variables, in a normal form: what predicates are
 * made of, and what statements do to them.
 *
 * Equal conditions are found by their numbers more often than in the program:
 * constants have one form, comparisons one direction, sums of constants are
 * added up. A leaf is what a state gives a value to: a variable, a ghost, a
 * load from a fixed place of an object; and whatever is not understood (opaque:
 * other loads, shifts by variable amounts, pointers compared), which has some
 * value in each state. */
#ifndef PREDICATES_SHAPE_H
#define PREDICATES_SHAPE_H

#include "base/map.h"
#include "cfa/cfa.h"

/* Ghosts beside those of cfa_ghost: a variable, or a load, behind a call. */
enum { SHAPE_GHOST_AFTER = 64, SHAPE_GHOST_AFTER_LOAD };

typedef vec(uint32_t) shape_list;

typedef struct shape_leaves {
  uint32_t first, count; /* in 'leaves' of the shapes */
  uint32_t size;         /* nodes */
  bool is_opaque;        /* some leaf is */
} shape_leaves;

/* Answers are kept: of leaves, and of what is normal. */
typedef struct shapes {
  mem *m;
  cfa *p;
  map looked_at; /* expressions with an entry in 'leaf_lists' */
  vec(shape_leaves) leaf_lists;
  shape_list leaves;
  map normalised;
  shape_list normal; /* by number in 'normalised' */
  shape_list stack, looked;
  shape_list nodes, images; /* of what is being replaced */
  vec(uint32_t) marks;      /* by expression: the traversal that saw it */
  uint32_t mark;
} shapes;

void shapes_init(shapes *s, mem *m, cfa *automaton);

/* Making */

uint32_t shape_constant(shapes *s, unsigned width, uint64_t value);
uint32_t shape_truth(shapes *s, bool value);
bool shape_is_constant(const shapes *s, uint32_t e, uint64_t *value);
uint32_t shape_not(shapes *s, uint32_t condition);
uint32_t shape_ghost(shapes *s, unsigned kind, uint32_t of, unsigned width,
                     bool is_pointer);
uint32_t shape_variable(shapes *s, uint32_t variable);
/* The operator on operands that are normal, simplified. */
uint32_t shape_apply(shapes *s, bits_op op, unsigned width, uint32_t a,
                     uint32_t b, uint32_t c);

/* Leaves replaced, from[i] by to[i], all at once, and all of it normal. */
uint32_t shape_replace(shapes *s, uint32_t e, const uint32_t *from,
                       const uint32_t *to, size_t count);
uint32_t shape_normal(shapes *s, uint32_t e);

/* Asking */

bool shape_is_opaque_leaf(const shapes *s, uint32_t e);
/* A leaf that has a value of its own: not a constant, not an operator. */
bool shape_is_leaf(const shapes *s, uint32_t e);
/* A load from a fixed place: which object, and where. */
bool shape_is_cell(const shapes *s, uint32_t e, uint32_t *object,
                   uint64_t *offset);
const shape_leaves *shape_look(shapes *s, uint32_t e);
bool shape_mentions(shapes *s, uint32_t e, uint32_t leaf);
bool shape_share(shapes *s, uint32_t e, uint32_t f); /* a leaf */

/* A condition without the negations in front of it. */
uint32_t shape_strip(const shapes *s, uint32_t condition, bool *is_negated);
/* Comparisons and leaves of one bit that a condition is made of; appended, each
 * once. */
void shape_atoms(shapes *s, uint32_t condition, shape_list *out);

/* Ranges */

/* An atom as a statement about one word: it is in this range, which may go
 * beyond the greatest number and on from 0. */
typedef struct shape_range {
  uint32_t word;   /* expression; the atom itself if nothing better is known */
  uint64_t first;  /* of the range */
  uint64_t beyond; /* last - first; is_empty and is_full go before */
  uint8_t width;
  bool is_empty, is_full;
} shape_range;

shape_range shape_range_of(shapes *s, uint32_t atom, bool is_negated);
shape_range shape_range_not(shape_range r);
/* Have the ranges, all of one word, nothing in common? */
bool shape_ranges_exclude(const shape_range *range, size_t count);

#endif
