/* Pictures: by Graphviz, in a file or in a window. */
#ifndef TOOL_REPL_DRAW_H
#define TOOL_REPL_DRAW_H

#include "repl.h"

/* A file that did not exist, for a picture that nobody named; NULL: there is no
 * place, and that was said. The caller frees it. */
char *repl_draw_target(repl *prompt);
/* 'dot -Tsvg'. False: it is not there, or failed, and that was said. */
bool repl_draw_convert(repl *prompt, const char *graph, const char *picture);
/* In $CUSTOS_VIEWER, or by xdg-open if there is a display. False: there is
 * none. */
bool repl_draw_open(const char *picture);

#endif
