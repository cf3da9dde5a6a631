/* Lines of a definition that is not complete yet. */
#ifndef TOOL_REPL_LINES_H
#define TOOL_REPL_LINES_H

#include <stdbool.h>
#include <stddef.h>

/* Empty when zeroed; 'text' is then NULL. */
typedef struct repl_lines {
  char *text;
  size_t length, capacity;
  size_t asked;  /* its length when the library was last asked */
  size_t braces; /* that are open, as far as one can tell from here */
} repl_lines;

/* The line has no newline. */
void repl_lines_add(repl_lines *lines, const char *line, size_t length);
/* Are more lines wanted? */
bool repl_lines_are_open(repl_lines *lines);
void repl_lines_empty(repl_lines *lines);
void repl_lines_clear(repl_lines *lines);

#endif
