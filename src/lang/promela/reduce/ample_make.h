/* What ample_make.c, ample_units.c and ample_sticky.c share. */
#ifndef LANG_PROMELA_AMPLE_MAKE_H
#define LANG_PROMELA_AMPLE_MAKE_H

#include "lang/promela/machine/ample.h"
#include "lang/promela/reduce/access.h"

/* A unit that is no piece of the globals. */
typedef enum pml_extra_kind {
  PML_EXTRA_POINT, /* being at one of 'hi' points from 'lo' on */
  PML_EXTRA_LOCAL, /* bytes lo .. hi - 1 of frames */
  PML_EXTRA_MARK,  /* being at a point with flag 'lo' */
  PML_EXTRA_READY  /* being at a point where a handshake may be received */
} pml_extra_kind;

typedef struct pml_extra {
  pml_extra_kind kind;
  uint32_t lo, hi, unit;
} pml_extra;

typedef struct pml_span {
  uint32_t first, end;
} pml_span;

/* As many words of it are used as sets are wide. */
typedef struct pml_channel_set {
  uint64_t words[PML_MOST_WIDE];
} pml_channel_set;

typedef struct pml_maker {
  mem *m;
  const pml_lowered *p;
  const uint8_t *initial; /* globals of the initial state */
  pml_ample *a;
  pml_accesses list;
  pml_arguments arguments;
  vec(pml_span) spans; /* by move: of 'list' */
  pml_accesses question;
  bool has_rendezvous;
  /* Units. */
  uint8_t *is_written; /* by byte of the globals */
  uint32_t *unit_of;   /* by byte of the globals; PML_NONE: nobody writes it */
  vec(pml_extra) extras;
  uint32_t ready;                 /* unit, or PML_NONE */
  uint8_t **is_changed;           /* by process type, by byte of the frame */
  uint32_t **origins;             /* by process type, by byte: ample_slots.c */
  vec(pml_channel_set) slot_held; /* by slot: all that it can ever hold */
  /* By point. */
  uint8_t *is_inside, *may_receive;
  vec(uint64_t) strict; /* conflicts, if the point is passed inside a step */
  vec(uint64_t) starts; /* by process type: its whole future, without slots */
} pml_maker;

/* Lists what every move does. False: 'why'. */
bool pml_list_accesses(pml_maker *maker, const char **why);
void pml_make_units(pml_maker *maker);
void pml_find_origins(pml_maker *maker);
/* Channels that a talk or a look may mean, bit by bit; the number of a slot in
 * 'slot' (then the bits do not matter), or PML_NONE. */
pml_channel_set pml_channels_of(pml_maker *maker, const pml_access *access,
                                uint32_t process, uint32_t *slot);
bool pml_are_all_channels(const pml_channel_set *channel_set);
/* What a process gives to one that it starts gets slots. */
void pml_keep_arguments(pml_maker *maker, const pml_access *create,
                        uint32_t process);
/* What a slot of a process holds that 'caller' starts with this access:
 * channels, and what slots of the caller hold. */
void pml_give_slot(const pml_maker *maker, uint32_t caller,
                   const pml_access *create, uint32_t slot,
                   pml_channel_set *channels, pml_channel_set *slots);
void pml_find_held(pml_maker *maker);
bool pml_may_be_rendezvous(pml_maker *maker, const pml_access *access);

/* May processes and channels be numbered in any way? */
bool pml_has_no_names(const pml_maker *maker);
/* So many channels there are at most; more than PML_MOST_CHANNELS: who knows.
 * False: there may be more processes, channels or bytes than fit. */
bool pml_is_bounded(const pml_maker *maker, uint32_t *channels);

/* Futures grow by what can be reached. */
void pml_close_futures(pml_maker *maker);
/* Conflicts grow by what a step does behind its first point. */
void pml_close_sequences(pml_maker *maker);

/* Marks points so that every cycle of a process goes through one. */
void pml_break_cycles(pml_maker *maker);

/* The whole: 'a' is filled. */
bool pml_make_ample(pml_maker *maker, const char **why);

static inline uint64_t *pml_row(pml_maker *k, uint64_t *rows, uint32_t n) {
  return rows + (size_t)n * k->a->row;
}

#endif
