/* The answer of 'custos check', as text and as JSON, from one struct. */
#ifndef TOOL_REPORT_H
#define TOOL_REPORT_H

#include "session.h"

typedef struct report {
  const options *o;
  const custos_result *result;
  const char *evidence; /* the file written, or NULL */
} report;

/* One line for the property; with -v, statistics below it. */
void report_print_verdict(const report *r);
void report_print_statistics(const report *r);

/* One object, as docs/result.schema.json describes it. */
void report_print_json(const report *r);

int report_exit_status(const custos_result *r);

#endif
