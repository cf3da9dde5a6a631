/* What went wrong, kept beside the messages on stderr: with --json every end of
 * the program is one object, also an end without an answer. */
#ifndef TOOL_ERRORS_H
#define TOOL_ERRORS_H

#include "options.h"

/* 'file' is "" and 'line' 0 where there is no place. The first ones are kept.
 */
void errors_add(const char *file, uint32_t line, uint32_t column,
                const char *message);
/* The object of an answer begins on stdout: none about errors will follow. The
 * second one leaves it to the caller to print the first field. */
void errors_begin_answer(const char *schema);
void errors_note_answer(void);
bool errors_has_answer(void);
/* stdout: the object 'custos.error/1', unless an answer has begun. */
void errors_print_json(const char *name, int status);

#endif
