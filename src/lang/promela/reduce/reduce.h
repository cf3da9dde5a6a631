/* A model with fewer states and the same answer. Three things are done:
 * statements that nobody else can notice are merged with what comes before,
 * variables that are not read again are set to 0 (rewrite.h), and where a
 * process can move without anybody noticing when, only that process moves
 * (partial-order reduction, machine/ample.c).
 *
 * The cycle proviso is static: on every cycle of a process' control flow there
 * is a point where it is never the only one to move. So no cycle of states
 * ignores the other processes, whatever the order of the search, and engines
 * and threads need not know that the model is reduced. */
#ifndef LANG_PROMELA_REDUCE_H
#define LANG_PROMELA_REDUCE_H

#include "lang/promela/machine/machine.h"

/* What the question can see. */
typedef struct pml_visible {
  bool is_safety;   /* nothing but faults */
  bool keeps_notes; /* values that are cut count as faults, too */
  uint8_t *globals; /* by byte of the globals: some atom reads it */
  uint8_t *locals;  /* by byte of the frames, one process type behind the other
                       ('first_local'): the same */
  uint32_t *first_local; /* by process type */
  uint8_t *points; /* by number in 'points': some atom asks who is there */
} pml_visible;

/* 'atoms' are those of a formula without X, as in model_ops.bind (also np_ and
 * accept_); NULL: safety. 'out' is a model of its own, in 'm'; its atoms are
 * bound, its steps unfolded as those of any model. False: it would not be
 * sound, 'why' tells (a few words: "enabled() is used"). */
bool pml_reduce(mem *m, const model *full, const names *atoms, model *out,
                const char **why);

#endif
