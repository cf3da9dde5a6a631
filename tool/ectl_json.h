/* Why a formula of extended CTL holds or not at the first state, as JSON. */
#ifndef TOOL_ECTL_JSON_H
#define TOOL_ECTL_JSON_H

#include "session.h"

#include <stdio.h>

/* ,"explanation":[...] of the property that was checked last: the nodes of
 * custos_explain, at most as many as --max-steps says. */
void ectl_json_explanation(session *s, FILE *f);

#endif
