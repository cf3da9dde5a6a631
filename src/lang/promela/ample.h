/* Which process may move alone. Made once for a model (ample_make.c), asked in
 * each state (ample.c).
 *
 * A process i may move alone if nothing that the others can do before i moves
 * can change what i's moves do, or be changed by them, or be told apart by the
 * question. What the others can do is known for each program point: the union
 * over all that can be reached from there, processes that are started there
 * included ("future"). What would be in the way of a process at a point is
 * known too ("conflicts"). Both are sets of the same form, so the question is
 * whether they meet.
 *
 * A set is a row of words:
 *     units that are read    ('units' words)
 *     units that are written ('units' words)
 *     PML_SET_MISC .. PML_SET_ROW behind them.
 * A unit is a piece of the globals that is always used as a whole, or something
 * else that is written by some and read by others: being at a label that others
 * look at, locals that others read, being ready to shake hands. Units that are
 * too many share bits, and so do channels: that can only make two things
 * dependent that are not. */
#ifndef LANG_PROMELA_AMPLE_H
#define LANG_PROMELA_AMPLE_H

#include "lang/promela/machine_state.h"

/* Words behind those of the units. Channel c is bit c % 64. */
enum {
  PML_SET_MISC,
  PML_SET_SENDS,
  PML_SET_RECEIVES,
  PML_SET_LOOKS,
  PML_SET_COMMON, /* so many are compared; the rest is turned into them: */
  /* By number of a slot of the process type: a channel whose number is in the
   * frame from the start and never changes. */
  PML_SET_SLOT_SENDS = PML_SET_COMMON,
  PML_SET_SLOT_RECEIVES,
  PML_SET_SLOT_LOOKS,
  PML_SET_ROW
};

/* Bits of PML_SET_MISC. */
enum { PML_MISC_CREATES = 1, PML_MISC_ENDS = 2, PML_MISC_COUNTS = 4 };

enum { PML_MOST_UNIT_WORDS = 16, PML_MOST_SLOTS = 64 };

enum {
  PML_POINT_NEVER = 1,          /* is never the one that moves alone */
  PML_POINT_MAKES_CHANNELS = 2, /* starts a process that has some */
  PML_POINT_DROPS_CHANNELS = 4, /* the process and its channels end */
  /* Sticky, but all its moves are talks: who moves here again and again needs a
   * partner who does. */
  PML_POINT_IS_FED = 8,
  /* Sticky where a variable has its last value: who comes here again and again
   * counts it through all its values. */
  PML_POINT_COUNTS = 16
};

/* A send or receive that is the first thing that a move does. */
typedef struct pml_ample_talk {
  uint32_t talk;
  bool is_send;
  bool is_strict; /* whatever is in the channel, it matters to others */
} pml_ample_talk;

typedef struct pml_ample_point {
  uint32_t flags;
  uint32_t first_talk, talks;
  uint32_t counter, scalar; /* in the frame */
  int32_t last;
} pml_ample_point;

typedef struct pml_slot_bytes { /* of a frame: numbers of channels */
  uint32_t lo, hi;
} pml_slot_bytes;

typedef struct pml_ample {
  uint32_t units;                   /* words */
  uint32_t row;                     /* words of a set */
  vec(uint64_t) futures, conflicts; /* by point, 'row' words each */
  vec(pml_ample_point) points;
  vec(pml_ample_talk) talks;
  vec(pml_slot_bytes) slots;
  vec(uint32_t) first_slot; /* by process type, and one more */
  uint32_t most_made;       /* channels that one step makes, at most */
  uint64_t question[2 * PML_MOST_UNIT_WORDS + PML_SET_ROW]; /* as a future */
} pml_ample;

/* The state whose steps are looked for. */
typedef struct pml_others {
  uint32_t next;     /* one above the pid that is asked next */
  uint32_t last_end; /* the highest pid that can end, plus one */
  uint64_t one[2 * PML_MOST_UNIT_WORDS + PML_SET_COMMON];
  uint64_t two[2 * PML_MOST_UNIT_WORDS + PML_SET_COMMON]; /* of two or more */
} pml_others;

/* False: nobody may move alone here, for sure. x->base is the state. */
bool pml_ample_begin(pml_machine *x, pml_others *o);
/* The next process that may, or PML_NONE. It may turn out to have no move. */
uint32_t pml_ample_next(pml_machine *x, pml_others *o);

#endif
