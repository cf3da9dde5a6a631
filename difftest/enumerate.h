/* All instances of a size, one of each class of those that differ only in the
 * names of states and symbols.
 *
 * A renaming permutes the control states, the symbols, and the extra states of
 * either automaton. An instance is listed if no renaming makes it smaller,
 * comparing rules first, then the edges and accepting states of the initial
 * set, then those of the final set. This is decided part by part: of the
 * renamings only those that fix the parts so far matter for the next part, and
 * soon only the identity is left. The order is that of the comparison, so case
 * numbers are stable. */
#ifndef DIFFTEST_ENUMERATE_H
#define DIFFTEST_ENUMERATE_H

#include "instance.h"

/* Which automata: all; those with an accepting state; those of which some
 * configuration is accepted; those whose accepting states are extra ones. */
typedef enum enumerate_sets {
  SETS_ANY,
  SETS_ACCEPTING,
  SETS_NONEMPTY,
  SETS_EXTRA
} enumerate_sets;

typedef struct enumerate_size {
  uint32_t states, labels, rules, transitions, extra[2];
  bool wildcards, epsilon, into_control;
  enumerate_sets sets;
} enumerate_size;

/* The phase 3 of the paper of 2022. */
enumerate_size enumerate_phase3(void);

typedef struct enumeration enumeration;

/* NULL: the sizes are too large to be listed; 'why' says so. */
enumeration *enumeration_new(const enumerate_size *size, const char **why);
void enumeration_delete(enumeration *e);

/* How many there are, by Burnside's lemma: the mean, over all renamings, of
 * the number of instances that the renaming fixes. Independent of the walk. */
double enumeration_count(const enumeration *e);
/* Renamings, the identity included. */
size_t enumeration_renamings(const enumeration *e);

/* The next one; false: there are no more. The instance is made only by
 * enumeration_get, so that skipping is fast. */
bool enumeration_next(enumeration *e);
void enumeration_get(const enumeration *e, instance *out);

#endif
