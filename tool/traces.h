/* The runs of all errors (--all-traces): their files, and what is told of
 * them. */
#ifndef TOOL_TRACES_H
#define TOOL_TRACES_H

#include "session.h"

#include <stdio.h>

/* One line for each: what goes wrong, and its file. */
custos_status traces_print(session *s);
/* ,"traces":[...] if there are any. */
custos_status traces_print_json(session *s, FILE *f);

/* Of a replayed run: what its printf statements print, and nothing else. */
custos_status traces_print_output(session *s);

#endif
