/* Where in a text of extended CTL the cursor is, as far as completion wants to
 * know. */
#ifndef TOOL_REPL_PLACE_H
#define TOOL_REPL_PLACE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct repl_place {
  bool in_string, in_comment;
  char kind[16];    /* of the definition whose braces are open; "": none */
  char command[16]; /* whose parentheses are open; "": none */
  size_t argument;  /* of the command, from 0 */
  size_t arguments; /* where that begins */
  char before;      /* what stands before the word, blanks aside; 0: nothing */
  bool adjoins;     /* no blank between */
  size_t word;      /* where the word, or the string, begins */
} repl_place;

repl_place repl_place_find(const char *text, size_t length);

#endif
