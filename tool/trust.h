/* What a person may say at the prompt, a file may not: it was perhaps sent by
 * somebody else. */
#ifndef TOOL_TRUST_H
#define TOOL_TRUST_H

#include "options.h"

/* Why the command of a session must not be obeyed that stands in this file;
 * NULL: it may be, or --trust was said. */
const char *trust_refusal(const options *o, const char *file, const char *name,
                          char *const *arguments, size_t count);

#endif
