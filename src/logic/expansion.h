/* What a set of obligations asks of the letter at hand and of the rest of the
 * word: one step of the tableau (Couvreur 1999), for the search of translation
 * certificates.
 *
 * A set of formulas is a number; equal sets have equal numbers. The expansion
 * of a set is a list of cubes, none of which asks for more than another. */
#ifndef LOGIC_EXPANSION_H
#define LOGIC_EXPANSION_H

#include "base/progress.h"
#include "logic/ltl.h"

typedef struct expansion_cube {
  uint64_t mask, value;     /* the letters, as in automata/omega.h */
  uint32_t nexts, promises; /* sets */
} expansion_cube;

typedef struct expansion_list {
  uint32_t first, count; /* in 'cubes'; first is LTL_NONE if not yet known */
} expansion_list;

enum { EXPANSION_LONGEST = 4096 }; /* cubes of one list */

typedef struct expansion {
  mem *m;
  progress *clock;
  const ltl *core;
  names sets;               /* a name is a sorted array of formulas */
  vec(uint64_t) signatures; /* of sets: a subset's is a part of it */
  vec(expansion_cube) cubes, work;
  vec(expansion_list) of_node, of_set;
  vec(uint32_t) scratch;
  size_t most;   /* cubes in all; beyond that, */
  bool too_many; /* and results are no longer right */
} expansion;

void expansion_init(expansion *x, mem *m, progress *clock, const ltl *core,
                    size_t most);
void expansion_clear(expansion *x);

/* The members of a conjunction, without 'true'. */
uint32_t expansion_conjuncts(expansion *x, uint32_t f);
expansion_list expansion_of(expansion *x, uint32_t set);

uint32_t expansion_size(const expansion *x, uint32_t set);
uint32_t expansion_member(const expansion *x, uint32_t set, uint32_t i);
bool expansion_has(const expansion *x, uint32_t set, uint32_t f);

#endif
