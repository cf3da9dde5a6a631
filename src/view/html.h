/* A run as one page for a browser: self-contained, no network. */
#ifndef VIEW_HTML_H
#define VIEW_HTML_H

#include "base/text.h"

#include "custos/custos.h"
#include <stdbool.h>

enum { HTML_MOST_STEPS = 5000 };

/* After a yes. Follows the trace from its start, at most HTML_MOST_STEPS steps;
 * the page says so when there are more. */
custos_status html_page(custos *c, bool for_ever, text *out);

/* Where the steps of a run come from, the first first. False: there is none. */
typedef bool html_next_fn(custos *c, custos_step *out);

/* A JSON string that nothing in HTML can end: '<', '>' and '&' are escaped. */
void html_put_string(text *out, const char *text_in);

/* ,"name":"value" */
void html_put_field(text *out, const char *name, const char *value);
/* ,"name":"file:line", where the statement of 'step' stands: the folder is left
 * out, and so is the line if it is 0. */
void html_put_place(text *out, const char *name, const custos_step *step);
/* Of a step of a program: its statement, where that stands, in which procedure,
 * what is wrong there; each if there is one. */
void html_put_statement(text *out, const custos_step *step);

/* The pages of src/view/pages, each in one with its style and its scripts: of a
 * run with a stack, of a run of processes, of a definition of a session. Lines;
 * NULL where data belong, and at the end. */
extern const char *const html_run_page[], *const html_processes_page[],
                                              *const html_definition_page[];

/* Puts the lines up to the next NULL; what comes behind it. */
const char *const *html_put_piece(text *out, const char *const *lines);

#endif
