/* Properties, and what checking one has made. */
#ifndef PROBLEM_CHECKED_H
#define PROBLEM_CHECKED_H

#include "engine/explicit/explicit.h"
#include "engine/saturation/pushdown_ltl.h"
#include "lang/promela/promela.h"
#include "logic/certificate.h"
#include "logic/translate.h"
#include "program/run.h"
#include "sympds/proof.h"

/* Text that is kept in 'job', NUL-terminated. */
typedef vec(char) kept_text;

typedef enum property_kind {
  PROPERTY_UNREACHABLE,
  PROPERTY_SAFETY,
  PROPERTY_LTL,
  PROPERTY_AUTOMATON,
  PROPERTY_TARGET, /* of a program: locations are never reached */
  PROPERTY_ECTL    /* the query of the same number */
} property_kind;

/* In 'problem'. */
typedef struct property {
  property_kind kind;
  char *name, *text;
  bool on_request;  /* not checked unless it is named */
  bool is_claim;    /* PROPERTY_AUTOMATON: a never claim of the model's text */
  const char *file; /* "" if the user gave the formula */
  uint32_t line, column;
  const char *formula; /* LTL: 'text' in our language */
  ltl table;           /* LTL, once it has been read: its atoms and its root */
  uint32_t root, negated;
  omega automaton;        /* PROPERTY_AUTOMATON */
  uint32_t claim_process; /* of a never claim: what it is in the text */
  pml_claim_places claim_places;
  prog_claim_kind claim; /* PROPERTY_TARGET: what is at the locations */
  prog_locations locations;
} property;

typedef struct program_walk program_walk; /* program_walk.c */

/* One of several runs of a Promela model, and what goes wrong at its end. */
typedef struct checked_run {
  pml_steps steps;
  const char *reason;
} checked_run;

/* What a check of a formula or an automaton, or a translation, has made; all
 * of it in 'job'. */
typedef struct checked {
  bool is_temporal; /* evidence is about a formula, an automaton or safety */
  const property *property; /* NULL: safety */
  bool has_automaton;       /* custos_translate: that of 'formula' */
  const char *formula;
  const char *graph_formula; /* of what custos_write_graph has written */
  ltl table;
  uint32_t root;
  bool holds;
  omega automaton; /* of what must not happen */
  bool has_certificate;
  certificate certificate; /* that the automaton accepts all of it */
  const char *translation; /* as in custos_result */
  bool is_ranked;
  bool has_proof; /* the ranks, or whoever checks finds them, and the
                     automaton's certificate if it needs one */
  product_ranks ranks;
  product_states states; /* safety */
  bool has_states;
  bool is_interrupted;     /* a limit was spent while HOLDS was checked */
  vec(uint32_t) unreached; /* places of the model */
  bool is_whole;           /* nothing may be reduced */
  bool is_reduced;         /* 'reduced' was searched, 'run' is one of it */
  bool is_open;            /* its loop is none of all that the states hold */
  model reduced;
  model_run run;
  uint64_t stored_steps; /* of it: from one stored state to the next */
  /* The run of a Promela model, step by step as the walker takes them;
   * behind the last comes step 'steps_loop' again (the number of steps: the
   * run ends, and if it has a loop it repeats its last state). */
  pml_steps steps;
  size_t steps_loop;
  bool steps_go_on;           /* for ever */
  vec(checked_run) runs;      /* of all errors; 'steps' is one of them */
  struct history *history[3]; /* history.h */
  pds_lasso lasso;
  pds_ranks heads;
  /* Of programs with procedures. */
  prog_run calls;
  sym_proof proof;
  prog_configuration here; /* on the way along 'calls', behind so many ... */
  size_t calls_taken;      /* ... of its steps */
  size_t calls_kept;       /* frames that the last one shown left alone */
  uint64_t calls_loop;     /* the loop, as the steps are shown */
  bool has_here, calls_end;
  program_walk *walk;  /* the caller's; NULL: none */
  kept_text statement; /* of a step of a C program */
} checked;

/* That locations of a program cannot be reached: several properties share it
 * if one saturation answered them. */
typedef struct program_proof {
  sym_proof table;
  prog_locations targets;
  bool is_checked;
} program_proof;

typedef struct program_answer {
  bool is_known, is_reached, has_run;
  prog_run run;
  program_proof *proof; /* NULL: nobody wants one */
} program_answer;

/* What saturations have found about a program; kept until it changes, apart
 * from 'job'. */
typedef struct program_found {
  mem mem;
  bool is_made;
  bool is_working; /* something is half done */
  int engine;      /* the options that it was made with */
  bool certify;
  mem_fault fault; /* that ended the last attempt, and the limit then: with
                      the same one, the next attempt would end like it */
  size_t limit;
  double seconds;              /* that it had */
  vec(program_answer) answers; /* by property, plus one; 0: safety */
  statistics statistics;       /* of the last search */
  bool is_too_large;           /* to be expanded for the kernel */
} program_found;

/* A configuration on the way along checked.lasso. */
typedef struct lasso_position {
  uint32_t state, rule; /* PDS_NONE: none led here */
  vec(uint32_t) stack;  /* the top last */
} lasso_position;

#endif
