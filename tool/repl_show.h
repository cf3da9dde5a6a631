/* Looking at what is defined: as text, as a page, as a picture, and why a
 * formula holds. */
#ifndef TOOL_REPL_SHOW_H
#define TOOL_REPL_SHOW_H

#include "repl.h"

/* ':show', ':show(name)', ':show(name, --html)'. */
void repl_show(repl *prompt, const char *name, const char *how);
/* ':xshow(name)', ':xshow(name, "file.svg")'. */
void repl_draw(repl *prompt, const char *name, const char *path);
/* ':trace(formula, system)', ':trace(formula, system, state)'. */
void repl_trace(repl *prompt, const char *formula, const char *system,
                const char *state);

#endif
