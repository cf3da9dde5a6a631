/* What a search noticed beside its verdict: values that were cut, statements
 * that are never reached. */
#ifndef TOOL_FINDINGS_H
#define TOOL_FINDINGS_H

#include "session.h"

#include <stdio.h>

void findings_print(session *s);
/* ,"notes":[...],"unreached":[...] where there are any. */
void findings_print_json(session *s, FILE *f);

#endif
