/* What the files of predicate abstraction (Graf and Saidi 1997) share.
 *
 * Expressions are read as terms over the state before an edge. A word is one
 * term. A pointer is two: the name of its object and its offset; null is name
 * 0 and offset 0. A variable is a free input of the solver, and so is what is
 * read from memory: equal addresses in one state give equal inputs, different
 * ones give inputs that have nothing to do with each other. That has more
 * states than the program has, never less.
 *
 * Words that were made from pointers are words as any others: on a machine each
 * object has an address that does not change. */
#ifndef PANDA_ABSTRACTION_INSIDE_H
#define PANDA_ABSTRACTION_INSIDE_H

#include "engine/panda/abstraction/data.h"

/* inputs.c */

/* The input with that meaning; made when first asked for. */
term abs_input(abstraction *a, unsigned width, const abs_key *key);
/* One that nothing else in this step uses. */
term abs_fresh(abstraction *a, unsigned width);
abs_value abs_fresh_value(abstraction *a, unsigned width, bool is_pointer);
/* The name of an object: a constant. */
term abs_object(abstraction *a, uint32_t owner, uint32_t variable);
void abs_inputs_clear(abstraction *a);

/* info.c */

const abs_info *abs_info_of(abstraction *a, uint32_t expression);
static inline uint64_t abs_bit(uint32_t variable) {
  return UINT64_C(1) << (variable & 63);
}

/* read.c */

/* Before the first use of a reading: what it says has changed. */
void abs_reading_begin(abstraction *a, abs_reading *reading);
abs_value abs_read(abstraction *a, const abs_reading *reading,
                   uint32_t expression);
/* In the same state; 'is_run': evaluated by the program. Fresh inputs that are
 * made are those of this step. */
abs_value abs_read_here(abstraction *a, uint32_t expression, bool is_run);
term abs_read_predicate(abstraction *a, const abs_reading *reading,
                        uint32_t predicate);
/* The reading changes nothing in it. */
bool abs_is_plain(abstraction *a, const abs_reading *reading,
                  uint32_t expression);
/* memory.c: what a load gives */
abs_value abs_load(abstraction *a, const abs_reading *reading,
                   const cfa_expression *expression, abs_value at);

/* refine/path.c: what is known of a variable or load there. False: nothing. */
bool path_variable(const abstraction *a, const path *x, uint32_t variable,
                   abs_value *out);
bool path_load(abstraction *a, const path *x, const cfa_expression *expression,
               abs_value at, abs_value *out);

/* ask.c */

/* Do the hypotheses exclude 'what' (one bit)? False: not, or not known. */
bool abs_excludes(abstraction *a, const abs_terms *hypotheses, term what);
/* Is it implied, or is its negation? */
abs_truth abs_ask(abstraction *a, const abs_terms *hypotheses, term what);
void abs_cache_clear(abstraction *a);
/* Inputs of a term as bits. */
uint64_t abs_cloud(abstraction *a, term x);

/* move.c */

/* What is known in a frame becomes hypotheses, and is stated in an epoch of its
 * own, which is the present one. */
void abs_suppose(abstraction *a, const abs_frame *frame);
/* Whose predicates are asked about is on top now, at its location: values them
 * as the reading and the hypotheses say. Predicates that were stated, and that
 * the reading does not change, keep what is known of them; what was unknown is
 * asked about again unless the step 'knows_no_more' than was known before. */
void abs_land(abstraction *a, const abs_reading *reading, bool knows_no_more);
/* Does any predicate apply there? */
static inline bool abs_applies(const abstraction *a, uint32_t location) {
  return location != CFA_NONE && a->at[location].count != 0;
}
/* The last frame takes the edge at 'position' of the log; not CALL, RETURN. */
void abs_move(abstraction *a, uint32_t position, bool is_live);
/* The valuation at main's entry. */
void abs_start(abstraction *a);

/* calls.c */

void abs_enter(abstraction *a, uint32_t position);
void abs_leave(abstraction *a, uint32_t position);

/* abstraction.c */

/* Adds without computing anew. True: that is new. */
bool abs_add(abstraction *a, uint32_t location, uint32_t condition);
/* After abs_add: computes anew what is known, from the first step on that leads
 * to a location with a new predicate. */
void abs_refresh(abstraction *a);
const abs_target *abs_target_at(const abstraction *a, uint32_t position);

#endif
