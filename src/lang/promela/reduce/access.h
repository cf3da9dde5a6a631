/* What moves read and write, as far as other processes can notice: the ground
 * that partial-order reduction stands on. Private to access*.c, ample*.c and
 * reduce.c. */
#ifndef LANG_PROMELA_ACCESS_H
#define LANG_PROMELA_ACCESS_H

#include "lang/promela/machine/state.h"

typedef enum pml_access_kind {
  PML_READS,   /* bytes lo .. hi - 1 of the globals */
  PML_WRITES,  /* the same */
  PML_CHANGES, /* bytes of its own frame */
  PML_LOOKS,   /* at how full a channel is, or at what is in it */
  PML_SENDS,
  PML_RECEIVES,
  PML_COUNTS,     /* depends on which processes there are */
  PML_CREATES,    /* a process of type 'lo'; 'hi': the first of its arguments */
  PML_SEES_POINT, /* 'lo' .. of 'points_of_labels', 'hi' of them */
  PML_SEES_LOCAL, /* bytes of some frame */
  PML_SEES_MARK   /* whether somebody is at a point with flag 'lo' */
} pml_access_kind;

/* Where the number of a channel is read from. */
typedef enum pml_channel_place {
  PML_IN_GLOBALS, /* it is in one of the bytes lo .. hi - 1 */
  PML_IN_FRAME,
  PML_ANYWHERE
} pml_channel_place;

/* What a process is given when it is started, a scalar: it is loaded from
 * there, 'offset' being its first byte. PML_ANYWHERE: it is computed. */
typedef struct pml_argument {
  uint8_t place;
  uint32_t offset;
} pml_argument;

typedef struct pml_access {
  uint8_t kind, place;
  bool is_first; /* the talk that a move begins with */
  bool is_reset; /* PML_CHANGES: to 0 */
  int8_t by;     /* PML_CHANGES: always, and by 1 or -1; 0: somehow */
  uint32_t lo, hi;
  uint32_t arguments; /* PML_CREATES: how many */
} pml_access;

typedef vec(pml_access) pml_accesses;
typedef vec(pml_argument) pml_arguments;

/* Code that is still to be looked at; a frame that is being made is not that
 * of the process that runs the code. */
typedef struct pml_scan_item {
  uint32_t pc;
  bool is_making;
} pml_scan_item;

typedef struct pml_scan {
  mem *m;
  const pml_lowered *p;
  uint32_t process; /* whose frame it is; PML_NONE: nobody's */
  pml_accesses list;
  pml_arguments arguments;
  vec(uint32_t) starts; /* of instructions: a buffer */
  vec(pml_scan_item) todo;
  uint32_t *stamps;   /* by word of code, twice: last seen in this round */
  uint8_t *is_target; /* by word of code: a jump leads here */
  uint32_t round;
  uint32_t sure;   /* code that is always run begins here, or PML_NONE */
  const char *why; /* not NULL: something that is not understood */
} pml_scan;

void pml_scan_init(pml_scan *scan, mem *m, const pml_lowered *lowered);
void pml_scan_free(pml_scan *scan);
/* Adds what the code does to the list. */
void pml_scan_code(pml_scan *scan, uint32_t process, uint32_t pc);
/* The channel itself ('kind') and the words of a talk. */
void pml_scan_talk(pml_scan *scan, uint32_t process, uint32_t talk,
                   pml_access_kind kind);
/* All that a move does or tests. */
void pml_scan_move(pml_scan *scan, uint32_t process, const pml_move *move);

#endif
