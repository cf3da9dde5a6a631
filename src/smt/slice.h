/* Which constraints of a stack share inputs, directly or through others. Each
 * input knows the constraints that have it; a traversal from some inputs
 * touches only what is connected with them (independent constraints, as in EXE:
 * Cadar, Ganesh, Pawlowski, Dill and Engler 2006). */
#ifndef SMT_SLICE_H
#define SMT_SLICE_H

#include "base/map.h"
#include "smt/term_data.h"

typedef struct slice_inputs {
  uint32_t first, count; /* in 'numbers' */
} slice_inputs;

typedef struct slicer {
  mem *m;
  terms *t;
  map known; /* as translation_key */
  vec(slice_inputs) sets;
  vec(uint32_t) numbers; /* all sets, one behind the other */
  term_inputs scratch;
  vec(uint32_t) entered; /* by place on the stack: the place of its set */
  struct {
    struct slice_user *at;
    size_t count, capacity;
  } users; /* by input */
  uint32_t mark;
  vec(uint32_t) marks;   /* by place: of the traversal that saw it */
  vec(uint32_t) pending; /* inputs of a traversal */
} slicer;

typedef struct slice_user {
  vec(uint32_t) places; /* ascending */
  uint32_t mark;
} slice_user;

void slicer_init(slicer *s, mem *m, terms *t);
void slicer_clear(slicer *s);

/* Stack: the next place has this constraint; the last one goes. */
void slicer_push(slicer *s, term constraint);
void slicer_pop(slicer *s);

/* Places of what is connected with x, ascending; and all inputs that occur in
 * them or in x. */
typedef vec(uint32_t) slice_places;
void slicer_connected(slicer *s, term x, slice_places *places,
                      slice_places *inputs);
/* All inputs of all places and of x (TERM_NONE: none). */
void slicer_all(slicer *s, term x, slice_places *places, slice_places *inputs);

#endif
