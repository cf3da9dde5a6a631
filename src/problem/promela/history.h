/* Histories of Promela models: the steps of a run that was found, or of the
 * caller's walk, with a position that can go back and forth. */
#ifndef PROBLEM_PROMELA_HISTORY_H
#define PROBLEM_PROMELA_HISTORY_H

#include "problem/temporal.h"

/* Texts of the last step that was described. */
typedef enum history_text {
  HISTORY_PROCESS,
  HISTORY_PARTNER,
  HISTORY_STATEMENT,
  HISTORY_PARTNER_STATEMENT,
  HISTORY_CHANNEL,
  HISTORY_MESSAGE,
  HISTORY_OUTPUT,
  HISTORY_CHANGES,
  HISTORY_FAULT,
  HISTORY_NOTE,
  HISTORY_STATE,
  HISTORY_TEXTS
} history_text;

/* Invariant: marks.at[i] is the state before taken.at[i], for all i up to the
 * farthest that was seen; the walker stands at 'position', or nowhere yet. */
typedef struct history {
  pml_walker *walker;
  pml_steps taken;
  vec(uint32_t) marks;
  size_t position;
  size_t loop;     /* the step that follows the last one; SIZE_MAX: none does */
  pml_steps moves; /* from here */
  bool knows_moves;
  bool is_stopped; /* the last step has no 'afterwards' */
  kept_text texts[HISTORY_TEXTS];
} history;

enum { HISTORY_RUN, HISTORY_CALLER, HISTORY_PAGE, HISTORY_COUNT };

/* The history of that number, without steps. */
history *context_begin_history(custos *c, int number);
/* The run of the last answer becomes the history. */
history *context_begin_run(custos *c, int number);

/* To a position of the history, or one step behind those that were seen;
 * 'out' describes the step that leads there. False: the model has no such
 * step. */
bool history_go(custos *c, history *k, size_t position, custos_step *out);
/* The steps that are possible here. */
const pml_steps *history_moves(custos *c, history *k);
/* Takes one of them, and forgets what lay ahead. */
void history_take(custos *c, history *k, size_t move, custos_step *out);

/* The run of the last answer, step by step, as custos_trace_next shows it. */
void context_steps_rewind(custos *c);
bool context_steps_next(custos *c, custos_step *out);

/* The caller's own walk. */
extern const walk_ops promela_walk_ops;

/* The run of the last answer as a page. False: the run does not follow the
 * model. */
bool context_write_run_page(custos *c, text *out);

#endif
