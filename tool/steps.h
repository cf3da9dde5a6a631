/* Runs on the terminal: one aligned line a step. */
#ifndef TOOL_STEPS_H
#define TOOL_STEPS_H

#include "session.h"

/* The essence: at most 20 lines or so, the first and the last steps of the run
 * of the result. CUSTOS_OK or a status for session_fail. */
custos_status steps_print_essence(session *s, const custos_result *result);

/* How wide the columns are so far; zeroed in the beginning, or STEPS_STREAM
 * where nobody can look ahead. */
typedef struct steps_columns {
  size_t number, who, place, rule, configuration;
} steps_columns;
#define STEPS_STREAM                                                           \
  { .number = 3, .who = 8, .place = 10, .rule = 24 }

/* One step of a run that comes one by one. */
void steps_print_step(const custos *c, const custos_step *step,
                      steps_columns *columns);

/* Every step up to 'most'. '*complete' tells whether that was the whole run. */
custos_status steps_print_all(session *s, uint64_t most, bool *complete);

/* JSON: an array with at most 'most' steps. */
custos_status steps_print_json(session *s, uint64_t most, bool *complete);

#endif
