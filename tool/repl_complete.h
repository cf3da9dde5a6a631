/* Completion by Tab: what may stand at a place, and how it goes on. */
#ifndef TOOL_REPL_COMPLETE_H
#define TOOL_REPL_COMPLETE_H

#include "repl.h"

/* The text ends at the cursor. '*insert' (the caller frees it, may be NULL) is
 * what all possible words have in common. True: there are several, and they
 * were listed below the line. */
bool repl_complete(repl *prompt, const char *text, size_t length,
                   char **insert);

#endif
