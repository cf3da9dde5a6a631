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

#include "engine/panda/loops/sampler.h"

typedef struct candidate {
  uint32_t condition; /* expression of one bit */
  bool is_dropped;
} candidate;

/* States in which loops were passed: values of scalars, row after row. */
typedef struct loop_rows {
  vec(uint32_t) variables; /* at most 64; those that the loop changes first */
  uint32_t changing;       /* how many of them */
  vec(uint64_t) values;    /* of all variables in the first row, ... */
  vec(uint64_t) known;     /* by row: bit i: variable i has a value */
  vec(uint8_t) scales;     /* by row: of the run */
  map seen;                /* hashes of rows */
  uint32_t passes;         /* in this run */
  size_t most;             /* rows, at the end of it */
} loop_rows;
/* One that reads memory, said of all indices that satisfy a bound. */
typedef struct array_candidate {
  uint32_t condition; /* all of it: the bound implies the body */
  uint32_t bound;     /* CFA_NONE: none */
  uint32_t body;
  uint8_t index; /* width of the index; 0: it has none */
  bool is_dropped;
} array_candidate;

/* What a time around was seen to write through pointers: bytes of objects that
 * one variable, or one allocation, stands for (changes.c). */
typedef struct loop_cell {
  uint32_t origin; /* a variable; from 'variables.count' on: an edge */
  uint32_t bytes;  /* 0: all of it */
  uint64_t at;
} loop_cell;

/* In the order of the numbers of CODE_LOOP. */
typedef struct loop {
  uint32_t location;
  bool is_wanted;        /* to be treated so; the others are unrolled */
  uint32_t wanted_in;    /* the pass that made it so */
  bool is_long;          /* because it was seen to go around often by itself */
  vec(uint32_t) body;    /* locations, ascending */
  vec(uint32_t) scalars; /* variables that a time around may change */
  vec(uint32_t) objects; /* object variables, the same */
  bool changes_memory;   /* through pointers: 'cells', so far */
  vec(loop_cell) cells;
  bool changes_any;       /* too many cells: any object */
  vec(uint32_t) unpinned; /* pointers among 'scalars' that point elsewhere
                             when the loop comes around */
  bool frees;             /* objects may die */
  vec(candidate) candidates;
  uint32_t stage; /* templates that were tried */
  loop_rows rows;
  vec(array_candidate) array_candidates;
  bool has_array_candidates; /* they were made */
  uint32_t array_samples;    /* states that they were tried in */
} loop;

/* A loop that was met on this path; 'frame' tells its activation. */
typedef struct loop_met {
  uint32_t loop;
  uint64_t frame;
  size_t first_pin, pins; /* of 'pins' */
} loop_met;

/* A pointer that the loop may change, and does not: what it was when the loop
 * was entered, and must be again whenever it comes around. */
typedef struct loop_pin {
  uint32_t variable;
  value v;
} loop_pin;

/* A predicate that refinement has found: why some path is none. */
typedef struct loops_learned {
  uint32_t location, condition;
} loops_learned;

typedef enum loops_task {
  LOOPS_UNROLL, /* as if there were nothing to know */
  LOOPS_SAMPLE, /* unroll, and note what is true */
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
  vec(loop_pin) pins;
  uint32_t pass;      /* counts them */
  bool was_dropped;   /* a candidate, in this pass */
  bool simple_only;   /* no others become wanted */
  bool wants_writers; /* loops were wanted for what they write, in this pass */
  bool is_reducible;  /* false: loops can be entered elsewhere than at heads */
  sampler sampler;
  uint32_t passes;             /* of heads, in this run */
  const cfa_predicates *given; /* the user's; NULL: none */
  vec(loops_learned) learned;  /* by refinement, until now */
  /* Scalars that some candidate mentions: by the function's first and the slot;
   * those of globals come last. */
  bool *is_spoken_of;
  uint32_t *first_scalar;
};

loops *loops_new(mem *m, cfa *automaton, const code *c);
bool loops_contains(const loop *l, uint32_t location);
/* It changes numbers in variables, and nothing else: then what is forgotten is
 * no pointer, and nothing that pointers lead to. */
bool loops_is_simple(const cfa *automaton, const loop *l);
/* The run was cut here, in the frames that are open: the innermost loop around
 * that is not wanted yet becomes so, one a pass. False: there is none. */
bool loops_want_more(loops *x, const concolic *engine);
/* Candidates for the wanted loops, those of all stages up to this one: what no
 * row refutes. */
enum { LOOPS_STAGES = 3 };
void loops_guess(loops *x, uint32_t stage);
/* What was guessed is forgotten: other loops are summarised now. */
void loops_start_again(loops *x);
/* How often the branch that is executed may decide something, on this path:
 * often where no loop is unrolled. */
uint32_t loops_bound(const loops *x, const concolic *engine);
/* A loop head is passed. False: the run ended. */
bool loops_pass(concolic *engine, uint32_t number);

/* changes.c: what a loop changes, as far as that is not plain from its text. It
 * is found on the way: a path that writes what was not forgotten at the head of
 * a loop that it is in, makes it forgotten from the next pass on. */

/* Bytes are written, in a path that summarises; count 0: all of the object. */
void loops_note_write(concolic *engine, uint32_t object, uint64_t at,
                      uint64_t count);
/* 'variables.count' of the automaton on: an edge. CFA_NONE: neither. */
uint32_t loops_origin(const concolic *engine, const object *o);
/* What the loop changes through pointers becomes unknown. */
void loops_forget_memory(concolic *engine, const loop *l);
void loops_forget_content(concolic *engine, uint32_t object);
/* Pointers that stay what they are, so far: one more pin; false: it is none. */
bool loops_pin(concolic *engine, const loop *l, uint32_t variable);
void loops_test_pins(concolic *engine, loop *l, const loop_met *met);

/* rows.c: what was seen. */

void loops_choose_variables(loops *x, loop *l);
/* Can people speak of it at the head? Not if it is declared further down. */
bool loops_is_visible(const cfa *automaton, const loop *l, uint32_t variable);
/* A new run starts, or a pass; it may give so many rows. */
void loops_new_run(loops *x, size_t rows);
/* Another row, now and then. False: the run ended. */
bool loops_note_row(loops *x, loop *l, concolic *engine);
/* The scalars of a condition, each once; false: it has loads, pointers, or
 * operators that may make inputs, or is too large. */
enum { LOOPS_MOST_NODES = 24 };
bool loops_scalars_of(const cfa *automaton, uint32_t condition,
                      uint32_t out[LOOPS_MOST_NODES], size_t *count);
/* Sets bit i of 'bits' if the condition holds in row i; true: in all. What
 * mentions variables that rows do not have, is taken to hold. */
bool loops_hold(const loops *x, const loop *l, uint32_t condition,
                uint64_t *bits);
static inline size_t loops_words(const loop *l) {
  return l->rows.known.count / 64 + 1;
}

static inline bool loops_speak_of(const loops *x, uint32_t function,
                                  uint32_t slot) {
  size_t f = function == CFA_NONE ? x->p->functions.count : function;
  return x->is_spoken_of[x->first_scalar[f] + slot];
}

/* Candidates that say no more than the others do, are dropped. */
void loops_tidy(loops *x, concolic *engine);

#endif
