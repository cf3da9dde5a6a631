/* Writing the problem in some format, for show and convert. */
#ifndef TOOL_WRITING_H
#define TOOL_WRITING_H

#include "session.h"

/* To -o FILE or stdout; then the notes on stderr. The exit status. */
int writing_write(session *s, custos_format format);

/* To a file. 0, or the exit status; messages are on stderr. */
int writing_write_to(session *s, custos_format format, const char *path);
/* The same, and nothing where the library has nothing of the kind. */
int writing_write_if_any(session *s, custos_format format, const char *path);

/* SPIN's trail of the run, beside the evidence: "x.trace" gives "x.trail". 0,
 * or the exit status; messages are on stderr. */
int writing_write_trail(session *s, const char *evidence);

#endif
