/* Inside the comparison. */
#ifndef LANG_PROMELA_COMPARE_STATE_H
#define LANG_PROMELA_COMPARE_STATE_H

#include "base/map.h"
#include "lang/promela/compare/compare.h"

/* How a state was first come to. */
typedef struct compare_parent {
  uint32_t state; /* PML_NONE: it is the first */
  uint64_t movers;
  uint32_t line, column;
} compare_parent;

/* A step as both see it. */
typedef struct compare_step {
  uint32_t to; /* a state; PML_NONE: the other has no such state */
  uint64_t movers;
  uint32_t line, column;
  uint32_t number; /* of the machine's or the walker's steps */
} compare_step;

typedef struct compare_fault {
  model_severity severity;
  uint32_t file, line, column;
  uint32_t number; /* of the machine's or the walker's faults */
} compare_fault;
typedef vec(compare_fault) compare_faults;

typedef struct comparer {
  mem *m;
  pml_comparison *x;
  const model *model;
  pml_walker *walker;
  pml_viewer *viewer;
  void *scratch;
  uint8_t *bytes; /* of the present state */
  uint32_t size;
  model_steps steps;
  pml_walker_wholes wholes;
  names states;          /* the machine's */
  vec(uint32_t) marks;   /* of each the walker's; PML_NONE: not yet found */
  vec(uint32_t) of_mark; /* the state of a mark, plus one; 0: none */
  vec(compare_parent) parents;
  vec(bool) compared;
  uint32_t state; /* the present one */
  vec(compare_step) machine_steps, walker_steps;
  compare_faults machine_faults, walker_faults;
  pml_view machine_view, walker_view;
  /* Of a claim: the state of its automaton at a place, plus one; 0: none. What
   * the walker says of the present state; a letter for all atoms. */
  vec(uint32_t) claim_states;
  pml_walker_places claim_next;
  uint64_t letter;
  bool has_letter;
} comparer;

/* claim.c: each state of the automaton of a claim against the tree:
 * where it begins and what it accepts; its steps in the present state, in which
 * the walker is. */
bool compare_claim_begin(comparer *c);
bool compare_claim_steps(comparer *c);

/* tell.c: what is different becomes the text. */
void compare_tell_views(comparer *c, uint32_t state, const compare_step *step);
void compare_tell_step(comparer *c, const compare_step *step, bool is_walkers);
void compare_tell_fault(comparer *c, const compare_fault *fault,
                        bool is_walkers, bool is_agreed);
void compare_tell_atom(comparer *c, uint32_t atom, int machine, int walker);
base_printf(2, 3) void compare_tell(comparer *c, const char *format, ...);

#endif
