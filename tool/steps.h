/* Runs on the terminal: one aligned line a step. */
#ifndef TOOL_STEPS_H
#define TOOL_STEPS_H

#include "session.h"

/* The essence: at most 20 lines or so, the first and the last steps of the run
 * of the result. CUSTOS_OK or a status for session_fail. */
custos_status steps_print_essence(session *s, const custos_result *r);

/* Every step up to 'most'. '*complete' tells whether that was the whole run. */
custos_status steps_print_all(session *s, uint64_t most, bool *complete);

/* JSON: an array with at most 'most' steps. */
custos_status steps_print_json(session *s, uint64_t most, bool *complete);

#endif
