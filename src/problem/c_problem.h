/* A C program as a problem: how it is read, its control-flow automaton, and
 * what the engine found. */
#ifndef PROBLEM_C_PROBLEM_H
#define PROBLEM_C_PROBLEM_H

#include "engine/formula/formula.h"
#include "engine/panda/panda.h"
#include "evidence/c/reproduce.h"
#include "evidence/c_proof/c_proof.h"
#include "lang/c/c.h"
#include "product/cfa_pds.h"

/* A run of the interpreter that people look at. */
typedef struct c_history {
  cfa_run *run; /* NULL: none */
  vec(uint64_t) values;
  size_t given;  /* values that were there when the run began: more are
                    made by chance, and added */
  size_t met;    /* inputs of this run so far */
  uint64_t seed; /* of those that are made by chance; 0: all are 0 */
  bool is_over;
  uint64_t position; /* steps that people have seen */
  uint64_t history;
} c_history;

/* What is presumed of its runs, because someone says so: bits. */
enum {
  C_PRESUME_MEMORY = 1,  /* none uses memory wrongly; see panda_options */
  C_PRESUME_DEFINED = 2, /* none comes to CFA_UNDEFINED */
  C_PRESUME_WRAP = 4,    /* signed arithmetic wraps */
  C_PRESUME_NO_OVERFLOW = 8,
  C_PRESUME_SHIFT = 16, /* shifts by too much give any value */
  C_PRESUME_MALLOC = 32 /* allocations succeed */
};

/* How it is to be read, and what counts as an error: known before there are
 * files. Plain data in 'problem'. */
typedef struct c_given {
  unsigned checks;    /* CFA_CHECK_...; the language's usual ones unless */
  bool has_checks;    /* others were named */
  unsigned presumes;  /* C_PRESUME_... */
  bool ignore_errors; /* assertions and error calls just end the program */
  int data_model;     /* DATA_..., if has_model; else the option's */
  bool has_model;
  char *function;      /* that a Java program begins with; NULL: main */
  char *exceptions;    /* of Java: classes whose exceptions must be caught,
                          commas between; "": all. NULL: none */
  char *specification; /* the text of a property file; NULL: none */
  vec(char *) arguments, inputs, predicates;
  vec(uint64_t) values; /* of walks */
} c_given;

typedef struct c_problem {
  /* The automaton and all that is made of it. Apart from 'problem' and 'job',
   * since engines add expressions to the automaton: after a fault it is read
   * again. */
  mem mem;
  mem round; /* of one round of an engine; empty between calls */
  const struct language *language; /* of its files; NULL: none so far */
  struct java_image *image; /* in 'mem': of a Java program, once it is made */
  bool is_made;
  bool is_used; /* an engine has worked on it */
  bool is_flow; /* 'cfa' is for its control flow alone */
  cfa cfa;
  cfa_flow flow;     /* if is_flow; its system is 'pds' of the context, too */
  uint8_t *is_shown; /* by edge: people want to see it */
  c_given given;
  panda_open open;         /* what the engine holds outside of 'mem' */
  formula_open formula;    /* the same, of the other engine */
  c_proof_open proof_open; /* the same, of the checker */
  c_proof_result proof;    /* what the checker says of a HOLDS */
  cfa_invariants proven;   /* that its proof rests on, in 'mem' */
  /* Statistics stay when 'mem' goes. */
  panda_result result;
  bool is_by_formula;          /* what is in it was found by that engine */
  bool is_checked;             /* 'result' is an answer */
  uint64_t steps;              /* of its run, as people see it */
  c_trace trace;               /* of the run that was found; in 'job' */
  c_reproduction reproduction; /* the same; 'text' NULL: there is none */
  c_history found;             /* along the run that was found */
  c_history own;               /* the caller's */
} c_problem;

enum { DATA_LP64, DATA_ILP32 };
enum { RUN_CONFINED, RUN_NOT, RUN_UNCONFINED };
enum {
  STRATEGY_PANDA,
  STRATEGY_FORMULA,
  STRATEGY_SUMMARIES,
  STRATEGY_AUTO,
  STRATEGY_PORTFOLIO
};

#endif
