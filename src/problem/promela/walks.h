/* Walks through a program: along a run that was found, or where the caller
 * likes. What has been walked is kept, so that one can go back and forth. */
#ifndef PROBLEM_PROMELA_WALKS_H
#define PROBLEM_PROMELA_WALKS_H

#include "problem/temporal.h"

/* Texts of the last step that was described. */
typedef enum walking_text {
  WALKING_PROCESS,
  WALKING_PARTNER,
  WALKING_STATEMENT,
  WALKING_PARTNER_STATEMENT,
  WALKING_CHANNEL,
  WALKING_MESSAGE,
  WALKING_OUTPUT,
  WALKING_CHANGES,
  WALKING_FAULT,
  WALKING_NOTE,
  WALKING_STATE,
  WALKING_TEXTS
} walking_text;

/* Invariant: marks.at[i] is the state before taken.at[i], for all i up to the
 * farthest that was seen; the walk stands at 'position', or nowhere yet. */
typedef struct walking {
  pml_walk *walk;
  pml_steps taken;
  vec(uint32_t) marks;
  size_t position;
  size_t loop;     /* the step that follows the last one; SIZE_MAX: none does */
  pml_steps moves; /* from here */
  bool knows_moves;
  bool is_stopped; /* the last step has no 'afterwards' */
  kept_text texts[WALKING_TEXTS];
} walking;

enum { WALKING_RUN, WALKING_CALLER, WALKING_PAGE, WALKING_COUNT };

/* The walk of that number, at the beginning of no history. */
walking *context_begin_walk(custos *c, int number);
/* The run of the last answer becomes the history. */
walking *context_begin_run(custos *c, int number);

/* To a position of the history, or one step behind those that were seen;
 * 'out' describes the step that leads there. False: the program has no such
 * step. */
bool walking_go(custos *c, walking *k, size_t position, custos_step *out);
/* The steps that are possible here. */
const pml_steps *walking_moves(custos *c, walking *k);
/* Takes one of them, and forgets what lay ahead. */
void walking_take(custos *c, walking *k, size_t move, custos_step *out);

/* The run of the last answer, step by step, as custos_trace_next shows it. */
void context_program_rewind(custos *c);
bool context_program_next(custos *c, custos_step *out);

/* The caller's own walk. */
extern const walker_ops promela_walker;

/* The run of the last answer as a page. False: the run does not follow the
 * program. */
bool context_write_run_page(custos *c, text *out);

#endif
