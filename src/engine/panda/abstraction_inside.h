/* What the files of predicate abstraction share.
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

#include "base/map.h"
#include "engine/panda/abstraction.h"

#define ABS_NONE UINT32_MAX

typedef enum abs_truth { ABS_UNKNOWN, ABS_TRUE, ABS_FALSE } abs_truth;

/* Whose variables: of the frame that predicates speak of, of the other frame
 * at a call or return, or globals as they were before a call. */
typedef enum abs_owner { ABS_HERE, ABS_OTHER, ABS_BEFORE } abs_owner;

typedef struct abs_value {
  term word;
  term base; /* TERM_NONE: not a pointer */
} abs_value;

/* What can be said of an expression without asking. */
typedef struct abs_info {
  uint64_t mentions; /* variables, each a bit by its number modulo 64 */
  uint64_t most;     /* its value as a word is not greater */
  uint32_t size;     /* nodes of its tree; stays at its greatest value */
  bool has_load;
  bool makes_input; /* its evaluation may: a shift by too much, an order of
                       pointers */
  bool is_fixed;    /* a pointer: a variable's address plus a constant */
} abs_info;

typedef struct abs_memo {
  abs_value value;
  uint32_t epoch;
} abs_memo;

/* A predicate; its negation is the same one. */
typedef struct abs_predicate {
  uint32_t condition;
  bool is_flipped; /* 'is' is the negation of the condition */
  term is, is_not;
} abs_predicate;

/* A predicate at a location. */
typedef struct abs_entry {
  uint32_t predicate, condition; /* as it was given */
  bool is_flipped;               /* against the predicate's 'is' */
  bool was_visited, was_not_true, was_not_false;
} abs_entry;
typedef vec(abs_entry) abs_list;

typedef struct abs_place {
  uint32_t location, index;
} abs_place;

typedef struct abs_frame {
  uint32_t function, location; /* CFA_NONE: the run has ended */
  uint32_t start; /* of its valuation in 'values'; ABS_NONE: all unknown */
  uint32_t edge;  /* that called it; main: CFA_NONE */
  uint32_t since; /* where that stands in the log */
} abs_frame;

/* 16 bytes a step. */
typedef struct abs_step {
  uint32_t edge;
  uint32_t other;  /* CFA_CALL: the callee. Else: when the global scalar, or
                      memory, that it writes was written before */
  uint32_t before; /* 'start' of the frame that it changes */
  uint32_t values; /* how many there were */
} abs_step;

typedef struct abs_target {
  uint32_t position; /* in the log */
  abstraction_target at;
} abs_target;

/* A statement that changes memory. */
typedef struct abs_effect {
  cfa_edge_kind kind; /* CFA_SKIP: none */
  abs_value at;
  term length;           /* bytes; TERM_NONE: the whole object */
  unsigned width;        /* STORE */
  abs_value what;        /* STORE, FILL */
  abstraction_target to; /* where the path leads */
  bool is_live;          /* the run is there now: pointers can be resolved */
} abs_effect;

/* How an expression over the state behind an edge is read in the state before
 * it. Zeroed: in the same state. */
typedef struct path path;
typedef struct abs_reading {
  uint32_t locals; /* abs_owner */
  bool is_run;     /* as the program evaluates it, making inputs */
  bool is_initial; /* globals are as the program begins */
  bool is_past;    /* what changed since 'since' is as it was before */
  uint32_t since;
  uint32_t variable; /* is 'by'; with is_replaced */
  bool is_replaced;
  abs_value by;
  uint32_t callee; /* whose parameters are 'arguments', if there are any and
                      unless their words are TERM_NONE */
  const abs_value *arguments;
  size_t argument_count;
  abs_effect effect;
  const path *path; /* not NULL: in the state behind it, see path.h */
  uint32_t epoch;   /* abs_reading_begin */
  uint32_t stated;  /* epoch of what abs_suppose stated of the same frame */
} abs_reading;

/* A table of lists of numbers, each with a truth value. */
typedef struct abs_cached {
  uint64_t hash;
  uint32_t start, count;
  bool answer;
} abs_cached;
typedef struct abs_cache {
  vec(uint32_t) lists;
  vec(abs_cached) entries;
  uint32_t *slots; /* number plus one */
  size_t mask;
} abs_cache;

/* What an input of the solver stands for. */
typedef struct abs_key {
  uint32_t of[6];
} abs_key;
typedef struct abs_inputs {
  vec(abs_key) keys;
  vec(term) terms;
  uint32_t *slots;
  size_t mask;
} abs_inputs;

typedef vec(term) abs_terms;
/* Values of inputs by number; beyond them: 0. */
typedef vec(uint64_t) abs_sample;

enum { ABS_MOST_STEPS = 4000000, ABS_MOST_CACHED = 1 << 20, ABS_SAMPLES = 16 };

struct abstraction {
  mem *m;
  progress *clock;
  cfa *p;
  abstraction_resolve *resolve;
  void *self;
  terms *t;
  smt *solver;
  /* Predicates */
  vec(abs_predicate) predicates;
  map by_term;           /* 'is' to predicate */
  abs_list *at;          /* by location */
  vec(abs_place) places; /* all entries, in the order in which they came */
  bool *was_left;        /* by location: visited by a run that was given up */
  bool *has_new;         /* by location: predicates that are not valued yet */
  bool was_blind;
  bool *is_assigned; /* by variable: by an edge, anywhere */
  size_t most;
  /* The run */
  bool has_begun;
  vec(abs_frame) frames, gone; /* gone: those that returned */
  vec(unsigned char) values;
  vec(abs_step) log;
  vec(abs_target) targets;
  uint64_t blind;    /* steps that are not in the log */
  uint32_t *written; /* by global scalar variable: position + 1, 0: never */
  uint32_t memory_written;
  /* Reading and asking */
  vec(abs_info) infos;
  vec(abs_value) plain;
  vec(abs_memo) memo;
  uint32_t epoch;
  vec(uint32_t) work;
  uint32_t fresh; /* how many inputs that stand for nothing are in use */
  abs_inputs inputs;
  vec(uint64_t) clouds; /* by term: its inputs, as mentions are */
  abs_terms hypotheses, chosen;
  vec(uint32_t) list;
  vec(abs_memo) stated; /* by predicate: its truth in .epoch */
  abs_cache cache;
  abs_sample samples[ABS_SAMPLES];
  size_t newest;
};

/* ---- abstraction_inputs.c -------------------------------------------- */

/* The input with that meaning; made when first asked for. */
term abs_input(abstraction *a, unsigned width, const abs_key *key);
/* One that nothing else in this step uses. */
term abs_fresh(abstraction *a, unsigned width);
abs_value abs_fresh_value(abstraction *a, unsigned width, bool is_pointer);
/* The name of an object: a constant. */
term abs_object(abstraction *a, uint32_t owner, uint32_t variable);
void abs_inputs_clear(abstraction *a);

/* ---- abstraction_info.c ---------------------------------------------- */

const abs_info *abs_info_of(abstraction *a, uint32_t expression);
static inline uint64_t abs_bit(uint32_t variable) {
  return UINT64_C(1) << (variable & 63);
}

/* ---- abstraction_read.c ---------------------------------------------- */

/* Before the first use of a reading: what it says has changed. */
void abs_reading_begin(abstraction *a, abs_reading *r);
abs_value abs_read(abstraction *a, const abs_reading *r, uint32_t expression);
/* In the same state; 'is_run': evaluated by the program. Fresh inputs that are
 * made are those of this step. */
abs_value abs_read_here(abstraction *a, uint32_t expression, bool is_run);
term abs_read_predicate(abstraction *a, const abs_reading *r,
                        uint32_t predicate);
/* The reading changes nothing in it. */
bool abs_is_plain(abstraction *a, const abs_reading *r, uint32_t expression);
/* abstraction_memory.c: what a load gives */
abs_value abs_load(abstraction *a, const abs_reading *r,
                   const cfa_expression *x, abs_value at);

/* path.c: what is known of a variable or load there. False: nothing. */
bool path_variable(const abstraction *a, const path *x, uint32_t variable,
                   abs_value *out);
bool path_load(abstraction *a, const path *x, const cfa_expression *e,
               abs_value at, abs_value *out);

/* ---- abstraction_ask.c ----------------------------------------------- */

/* Do the hypotheses exclude 'what' (one bit)? False: not, or not known. */
bool abs_excludes(abstraction *a, const abs_terms *hypotheses, term what);
/* Is it implied, or is its negation? */
abs_truth abs_ask(abstraction *a, const abs_terms *hypotheses, term what);
void abs_cache_clear(abstraction *a);
/* Inputs of a term as bits. */
uint64_t abs_cloud(abstraction *a, term x);

/* ---- abstraction_move.c ---------------------------------------------- */

/* What is known in a frame becomes hypotheses, and is stated in an epoch of its
 * own, which is the present one. */
void abs_suppose(abstraction *a, const abs_frame *f);
/* Whose predicates are asked about is on top now, at its location: values them
 * as the reading and the hypotheses say. Predicates that were stated, and that
 * the reading does not change, keep what is known of them; what was unknown is
 * asked about again unless the step 'knows_no_more' than was known before. */
void abs_land(abstraction *a, const abs_reading *r, bool knows_no_more);
/* Does any predicate apply there? */
static inline bool abs_applies(const abstraction *a, uint32_t location) {
  return location != CFA_NONE && a->at[location].count != 0;
}
/* The last frame takes the edge at 'position' of the log; not CALL, RETURN. */
void abs_move(abstraction *a, uint32_t position, bool is_live);
/* The valuation at main's entry. */
void abs_start(abstraction *a);

/* ---- abstraction_calls.c --------------------------------------------- */

void abs_enter(abstraction *a, uint32_t position);
void abs_leave(abstraction *a, uint32_t position);

/* ---- abstraction.c --------------------------------------------------- */

/* Adds without computing anew. True: that is new. */
bool abs_add(abstraction *a, uint32_t location, uint32_t condition);
/* After abs_add: computes anew what is known, from the first step on that leads
 * to a location with a new predicate. */
void abs_refresh(abstraction *a);
const abs_target *abs_target_at(const abstraction *a, uint32_t position);

#endif
