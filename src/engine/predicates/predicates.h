/* Predicate abstraction of whole programs (after SLAM, Ball and Rajamani 2001):
 * a control-flow automaton and a set of predicates become a program over
 * Booleans, one for each predicate, with the same functions, calls and
 * recursion. Each run of the automaton is one of that program; so what cannot
 * be reached there cannot be reached here.
 *
 * A predicate is a comparison, or a word of one bit. Over globals alone it is a
 * global of the Boolean program, else a local of its function. What a function
 * ensures is said by predicates over CFA_GHOST_RESULT, globals, and its
 * parameters as they were at its entry (CFA_GHOST_OLD, or the parameter itself
 * if nothing assigns it).
 *
 * Whatever is not understood makes predicates unknown: that loses proofs, not
 * soundness. */
#ifndef PREDICATES_PREDICATES_H
#define PREDICATES_PREDICATES_H

#include "cfa/predicates.h"
#include "engine/predicates/ask.h"
#include "engine/predicates/effects.h"
#include "program/program.h"

enum {
  PREDICATES_SIZE = 40,       /* most nodes of one */
  PREDICATES_FUNCTION = 250,  /* most of one function, or of the globals */
  PREDICATES_QUESTIONS = 6000 /* most new queries of one abstraction */
};

typedef struct predicate {
  uint32_t condition; /* an atom: shape_atoms */
  uint32_t function;  /* CFA_NONE: over globals alone */
  bool is_ensured;    /* of the result; by 'function' */
  bool is_at_entry;   /* the call decides it: parameters and globals alone */
} predicate;

typedef struct predicates {
  mem *m;
  progress *clock;
  cfa *p;
  shapes shapes;
  asker asker;
  effects effects;
  vec(predicate) all;
  map known;
  vec(uint32_t) counts; /* by function, one more: of the globals */
} predicates;

/* The solver in 'asker' is to be deleted before 'm' is cleared. */
void predicates_init(predicates *x, mem *m, progress *clock, cfa *automaton,
                     const smt_limits *limits);

/* The atoms of a condition over globals and the variables of 'function' (and
 * ghosts). How many were new. */
size_t predicates_add(predicates *x, uint32_t function, uint32_t condition);
/* Conditions of branches, constants that variables are compared with, and the
 * user's predicates (NULL: none). */
void predicates_seed(predicates *x, const cfa_predicates *user);
/* Conditions of callees as their callers see them, and of results as callees
 * do. How many were new. */
size_t predicates_spread(predicates *x);

/* Is the leaf a global, or a part of a global object? */
bool predicates_is_global(const predicates *x, uint32_t leaf);
/* A parameter as it was at the entry of its function: as an expression. */
uint32_t predicates_old(predicates *x, uint32_t parameter);
/* Is it such a word? */
bool predicates_is_old(predicates *x, uint32_t leaf);
/* What replaces parameters by arguments, for a call. */
typedef struct predicates_binding {
  shape_list from, to;
} predicates_binding;
void predicates_bind(predicates *x, const cfa_edge *call, uint32_t callee,
                     predicates_binding *out);

/* The Boolean program. */

typedef enum abstract_end {
  ABSTRACT_ERROR,       /* a CFA_FAIL */
  ABSTRACT_UNDEFINED,   /* a CFA_UNDEFINED */
  ABSTRACT_UNSUPPORTED, /* a CFA_UNSUPPORTED */
  ABSTRACT_MEMORY       /* an access that nothing shows to be valid */
} abstract_end;

typedef struct abstract_target {
  abstract_end end;
  uint32_t edge;     /* of the automaton */
  uint32_t location; /* of the program; it has no edges */
} abstract_target;

/* A variable of the program that is several predicates 'word == c': its value
 * is the number of the one that is true, from 1; 0, or more: none is. */
typedef struct abstract_group {
  uint32_t variable;
  size_t first, count; /* in 'members' */
} abstract_group;

typedef struct abstract_program {
  prog program;
  vec(uint32_t) edges;     /* by edge of the program: that of the automaton, or
                              CFA_NONE: not a step of it */
  vec(uint32_t) locations; /* by location of the program: the same */
  vec(uint32_t) exits;     /* by function: location where all returns meet;
                              PROG_NONE: not reachable */
  vec(uint32_t) predicate; /* by variable of the program; CFA_NONE: a result,
                              or a group */
  vec(abstract_group) groups;
  vec(uint32_t) members; /* predicates */
  vec(uint32_t) ensured; /* by function, then by number of result: predicate,
                            'results' a function; CFA_NONE: none */
  uint32_t results;
  uint32_t first_result; /* variable */
  vec(abstract_target) targets;
  uint64_t *live; /* by location, then a bit for each variable: it is read
                     before it is written. Others are 0, whatever is true */
  size_t live_words;
} abstract_program;

static inline bool abstract_is_live(const abstract_program *program,
                                    uint32_t location, uint32_t variable) {
  return !program->live ||
         (program->live[location * program->live_words + variable / 64] >>
              variable % 64 &
          1);
}

typedef struct abstract_options {
  bool doubt_memory;  /* accesses that may be invalid are targets */
  bool only_booleans; /* no groups */
  bool keep_dead;     /* what nobody reads keeps its value; 'live' is NULL */
} abstract_options;

/* Made in 'm'. */
void predicates_abstract(predicates *x, mem *m, const abstract_options *options,
                         abstract_program *out);

#endif
