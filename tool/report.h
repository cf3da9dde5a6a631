/* The answers of 'custos check', as text and as JSON. */
#ifndef TOOL_REPORT_H
#define TOOL_REPORT_H

#include "session.h"

#include <stdio.h>

typedef struct report {
  const options *o;
  size_t name_width;      /* of the longest name of a property */
  bool presumes_below;    /* report_print_presumed tells what is presumed */
  custos_verdict verdict; /* of all so far; HOLDS in the beginning */
  int reachable;          /* of the property 'unreachable' ... */
  bool has_reachable;     /* ... if it was among them */
  char *json;             /* the properties so far */
  size_t json_length, json_capacity;
  /* For report_give_up; changed while watch_lock is held. */
  char **expected; /* names that are still to be told ... */
  size_t expected_from, expected_count; /* ... from the first on */
  char *current;                        /* that is being decided; NULL: none */
  bool current_is_known;
  custos_verdict current_verdict;
  char current_reason[300];
  size_t told; /* so many */
  /* One of several: what stands around its object, the exit status so far. */
  const char *before, *after;
  int status_before;
} report;

/* Text: names are printed in a column that has room for this one. */
void report_widen(report *r, const char *name);
/* One line for the property; 'evidence' is the file written, or NULL. */
void report_print_verdict(const report *r, const char *name,
                          const custos_result *result, const char *evidence);
/* Lines below it, one for each thing that is presumed; 'all': in full. */
void report_print_presumed(const custos_result *result, bool all);
void report_print_statistics(const custos_result *result);
/* ,"stats":{...} */
void report_json_statistics(FILE *f, const custos_result *result);

/* One object, as docs/result.schema.json describes it: first its properties,
 * then all of it. */
void report_add_json(report *r, session *s, const char *name,
                     const custos_result *result, const char *evidence);
void report_print_json(const report *r);

/* In case that the program is ended from outside. */

/* There will be an answer about that property; it is looked for; this is what
 * it will be; it has been told. */
void report_expect(report *r, const char *name);
void report_begin(report *r, const char *name);
void report_know(report *r, custos_verdict v, const char *reason);
void report_done(report *r, custos_verdict v);
void report_forget(report *r);

/* stdout: all that is known, and UNKNOWN because of 'why'. By the thread of
 * watch.h, while it holds the lock. Returns the exit status. */
int report_give_up(report *r, const char *why);
/* An object that says why there is no answer; a line of text. */
void report_error_line(const char *name, int status, const char *why);
void report_line(int to, const char *before, const char *words);

/* Parts. */
const char *report_verdict_name(custos_verdict v);
custos_verdict report_worse(custos_verdict a, custos_verdict b);
/* The object up to the properties that were told. */
void report_print_begin(const report *r, FILE *f);

void report_clear(report *r);

#endif
