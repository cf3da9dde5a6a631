/* The answers of extended CTL: at each state, or head of a pushdown system,
 * whether the formula holds, and a path that shows it. */
#ifndef TOOL_ECTL_RESULTS_H
#define TOOL_ECTL_RESULTS_H

#include "report.h"

#include <stdio.h>

/* A property of the kind "ectl" that custos_check has just decided: the line
 * that every property has, then, unless it is UNKNOWN, a block as the thesis on
 * MCECTL prints it:
 *
 *     Results: {
 *        s0: T      [ <> s(q,s0) --a--> <_> s(q,s1) ]
 *     }
 *
 * Long paths and long lists are shortened, unless the options say --verbose.
 * CUSTOS_OK or a status for session_fail. */
custos_status ectl_results_print(session *s, const report *told,
                                 const char *name, const custos_result *result,
                                 const char *evidence);

/* The block alone. */
custos_status ectl_results_print_block(session *s);

/* Why the formula holds, or does not, at state number 'i' of that block: the
 * tree of custos_explain, a line each, indented. */
custos_status ectl_results_explain(session *s, size_t i);

/* ,"results":{"s0":true,...},"paths":{"s0":"<> s(q,s0)",...} of the property
 * that was checked last; nothing if it has none. Where paths are many and long
 * the last ones are left out, unless the options say --verbose. */
void ectl_results_print_json(session *s, FILE *f);

#endif
