/* The answers of 'custos check', as text and as JSON. */
#ifndef TOOL_REPORT_H
#define TOOL_REPORT_H

#include "session.h"

typedef struct report {
  const options *o;
  size_t name_width;      /* of the longest name of a property */
  custos_verdict verdict; /* of all so far; HOLDS in the beginning */
  int reachable;          /* of the property 'unreachable' ... */
  bool has_reachable;     /* ... if it was among them */
  char *json;             /* the properties so far */
  size_t json_length;
} report;

/* Text: names are printed in a column that has room for this one. */
void report_widen(report *r, const char *name);
/* One line for the property; 'evidence' is the file written, or NULL. */
void report_print_verdict(const report *r, const char *name,
                          const custos_result *x, const char *evidence);
void report_print_statistics(const custos_result *x);

/* One object, as docs/result.schema.json describes it: first its properties,
 * then all of it. */
void report_add_json(report *r, session *s, const char *name,
                     const custos_result *x, const char *evidence);
void report_print_json(const report *r);

void report_clear(report *r);

#endif
