/* Which process may move alone. Made once for a model (reduce/ample_make.c),
 * asked in each state (ample.c).
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
 *     PML_MISC_...           (1 word)
 *     channels, for each use of them                 ('wide' words each)
 *     channels that slots hold, for each use of them ('wide' words each)
 * All but the last are compared; slots are turned into channels first. A slot
 * is a channel whose number is in the frame from the start and never changes,
 * numbered by process type.
 * A unit is a piece of the globals that is always used as a whole, or something
 * else that is written by some and read by others: being at a label that others
 * look at, locals that others read, being ready to shake hands. Units that are
 * too many share bits, and so do channels: that can only make two things
 * dependent that are not.
 *
 * Where processes and channels have no names (reduce/ample_names.c) starting
 * and ending processes is nobody else's business. */
#ifndef LANG_PROMELA_AMPLE_H
#define LANG_PROMELA_AMPLE_H

#include "lang/promela/machine/state.h"

/* What is done with a channel. */
typedef enum pml_use {
  PML_USE_SEND,
  PML_USE_RECEIVE,
  PML_USE_LOOK,
  PML_USES
} pml_use;

/* Bits of the word of miscellanea. */
enum { PML_MISC_CREATES = 1, PML_MISC_ENDS = 2, PML_MISC_COUNTS = 4 };

enum {
  PML_MOST_UNIT_WORDS = 16,
  PML_MOST_WIDE = 4,
  PML_MOST_COMMON = 2 * PML_MOST_UNIT_WORDS + 1 + PML_USES * PML_MOST_WIDE,
  PML_MOST_ROW = PML_MOST_COMMON + PML_USES * PML_MOST_WIDE
};

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
  uint32_t units, wide;             /* words */
  uint32_t row;                     /* words of a set */
  bool has_no_names;                /* reduce/ample_names.c */
  vec(uint64_t) futures, conflicts; /* by point, 'row' words each */
  vec(pml_ample_point) points;
  vec(pml_ample_talk) talks;
  vec(pml_slot_bytes) slots;
  vec(uint32_t) first_slot;        /* by process type, and one more */
  uint32_t most_made;              /* channels that one step makes, at most */
  uint64_t question[PML_MOST_ROW]; /* as a future */
} pml_ample;

/* The state whose steps are looked for. */
typedef struct pml_others {
  uint32_t next;     /* one above the pid that is asked next */
  uint32_t last_end; /* the highest pid that can end, plus one */
  uint64_t one[PML_MOST_COMMON];
  uint64_t two[PML_MOST_COMMON]; /* of two or more */
} pml_others;

/* Where the parts of a set begin. */
static inline uint32_t pml_set_misc(const pml_ample *ample) {
  return 2 * ample->units;
}

static inline uint32_t pml_set_channels(const pml_ample *ample, pml_use use) {
  return 2 * ample->units + 1 + (uint32_t)use * ample->wide;
}

static inline uint32_t pml_set_slots(const pml_ample *ample, pml_use use) {
  return pml_set_channels(ample, PML_USES) + (uint32_t)use * ample->wide;
}

/* How many words are compared. */
static inline uint32_t pml_set_common(const pml_ample *ample) {
  return pml_set_channels(ample, PML_USES);
}

/* Channels, or slots, as bits. The width is a power of 2. */
static inline void pml_add_bit(const pml_ample *ample, uint64_t *words,
                               uint32_t number) {
  words[number / 64 & (ample->wide - 1)] |= UINT64_C(1) << number % 64;
}

static inline bool pml_has_bit(const pml_ample *ample, const uint64_t *words,
                               uint32_t number) {
  return words[number / 64 & (ample->wide - 1)] >> number % 64 & 1;
}

/* False: nobody may move alone here, for sure. x->base is the state. */
bool pml_ample_begin(pml_machine *machine, pml_others *others);
/* The next process that may, or PML_NONE. It may turn out to have no move. */
uint32_t pml_ample_next(pml_machine *machine, pml_others *others);

#endif
