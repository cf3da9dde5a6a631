/* The data of predicate abstraction. */
#ifndef PANDA_ABSTRACTION_DATA_H
#define PANDA_ABSTRACTION_DATA_H

#include "base/map.h"
#include "engine/panda/abstraction/abstraction.h"

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
  const path *path; /* not NULL: in the state behind it, see refine/path.h */
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
  abs_terms hypotheses;
  vec(uint32_t) list;
  vec(abs_memo) stated; /* by predicate: its truth in .epoch */
  abs_cache cache;
  abs_sample samples[ABS_SAMPLES];
  size_t newest;
};

#endif
