/* The line of a text that a message is about, on stderr, and a caret under the
 * column that it names. */
#ifndef TOOL_EXCERPT_H
#define TOOL_EXCERPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Where in a text: both from 1; column 0 is none, then there is no caret. */
typedef struct excerpt {
  uint32_t line, column;
  bool is_numbered; /* the line's number stands in front of it */
} excerpt;

/* Nothing is shown of a line that the text does not have, nor of an empty one.
 */
void excerpt_of_text(excerpt x, const char *text, size_t length);
/* The same of a file; only of regular ones, since others could wait for ever.
 */
void excerpt_of_file(excerpt x, const char *path);

#endif
