/* Lines from a terminal, with editing, completion and a history that outlives
 * the session; or plain lines from a pipe. */
#ifndef TOOL_REPL_PROMPT_H
#define TOOL_REPL_PROMPT_H

#include "repl.h"

typedef struct repl_prompt repl_prompt;

typedef enum repl_line {
  LINE_READ,
  LINE_END,      /* of the input, or Ctrl-D */
  LINE_CANCELLED /* Ctrl-C */
} repl_line;

repl_prompt *repl_prompt_new(repl *r);
void repl_prompt_delete(repl_prompt *prompt);

/* 'pending' are the lines before this one of the same definition. The line has
 * no newline and lives until the next call. */
repl_line repl_prompt_read(repl_prompt *prompt, const char *pending,
                           size_t pending_length, char **line, size_t *length);

/* Puts what was entered into the history. */
void repl_prompt_remember(repl_prompt *prompt, const char *text, size_t length);

#endif
