/* Loops that go around as often as inputs want: instead of being unrolled, they
 * are entered once, with everything that they may change unknown but for an
 * invariant, and left alone when they come around again.
 *
 * The invariant is found by elimination (Houdini: Flanagan and Leino 2001).
 * Many candidates are made from the program's own conditions and constants;
 * what a concrete run or a query refutes is dropped, until a whole pass of the
 * search refutes none. In that pass, at each loop, the candidates held when it
 * was entered, and were assumed for a state in which all that its body may
 * change is unknown; every path from there that comes around again satisfied
 * them: so every run of the program is one that the pass has seen.
 *
 * An error that such a pass finds may be no real one: then nothing is said. */
#ifndef PANDA_LOOPS_H
#define PANDA_LOOPS_H

#include "engine/panda/tandem.h"

typedef struct candidate {
  uint32_t condition; /* expression of one bit */
  bool is_dropped;
} candidate;

/* One that reads memory, said of all indices that satisfy a bound. */
typedef struct array_candidate {
  uint32_t condition; /* all of it: the bound implies the body */
  uint32_t bound;     /* CFA_NONE: none */
  uint32_t body;
  uint8_t index; /* width of the index; 0: it has none */
  bool is_dropped;
} array_candidate;

/* In the order of the numbers of CODE_LOOP. */
typedef struct loop {
  uint32_t location;
  bool is_wanted;        /* to be treated so; the others are unrolled */
  uint32_t wanted_in;    /* the pass that made it so */
  vec(uint32_t) body;    /* locations, ascending */
  vec(uint32_t) scalars; /* variables that a time around may change */
  vec(uint32_t) objects; /* object variables, the same */
  bool changes_memory;   /* through pointers: any object */
  bool frees;            /* objects may die */
  vec(candidate) candidates;
  vec(array_candidate) array_candidates;
  bool has_array_candidates; /* they were made */
  uint32_t array_samples;    /* states that they were tried in */
  uint32_t samples;
} loop;

/* A loop that was met on this path; 'frame' tells its activation. */
typedef struct loop_met {
  uint32_t loop;
  uint64_t frame;
} loop_met;

typedef enum loops_task {
  LOOPS_UNROLL, /* as if there were nothing to know */
  LOOPS_SAMPLE, /* unroll, but drop what concrete states refute */
  LOOPS_SUMMARISE
} loops_task;

struct loops {
  mem *m;
  cfa *p;
  loop *all;
  uint32_t count;
  uint32_t *by_location; /* CFA_NONE: no head */
  loops_task task;
  vec(loop_met) met; /* on this path */
  uint32_t pass;     /* counts them */
  bool was_dropped;  /* a candidate, in this pass */
  bool wants_writers; /* loops were wanted for what they write, in this pass */
  bool is_reducible; /* false: loops can be entered elsewhere than at heads */
};

loops *loops_new(mem *m, cfa *p, const code *c);
bool loops_contains(const loop *l, uint32_t location);
/* The run was cut here, in the frames that are open: the innermost loop around
 * that is not wanted yet becomes so, one a pass. False: there is none. */
bool loops_want_more(loops *x, const tandem *k);
/* Candidates for the wanted loops that have none yet. */
void loops_guess(loops *x);
/* What was guessed is forgotten: other loops are summarised now. */
void loops_start_again(loops *x);
/* A loop head is passed. False: the run ended. */
bool loops_pass(tandem *k, uint32_t number);
/* Candidates that say no more than the others do, are dropped. */
void loops_tidy(loops *x, tandem *k);

#endif
