/* A run as one page for a browser: self-contained, no network. */
#ifndef VIEW_HTML_H
#define VIEW_HTML_H

#include "base/text.h"

#include "custos/custos.h"
#include <stdbool.h>

enum { HTML_MOST_STEPS = 5000 };

/* After a yes. Walks the trace from its start, at most HTML_MOST_STEPS steps;
 * the page says so when there are more. */
custos_status html_page(custos *c, bool for_ever, text *out);

/* A JSON string that nothing in HTML can end: '<', '>' and '&' are escaped. */
void html_put_string(text *out, const char *text_in);

/* The page before and behind its data: lines, closed by NULL. */
extern const char *const html_head[], *const html_foot[];
extern const char *const html_program_head[], *const html_program_foot[];
/* Behind either foot. */
extern const char *const html_player[];

#endif
