/* Walking through a program by commands, back and forth. */
#ifndef TOOL_SHELL_H
#define TOOL_SHELL_H

#include "session.h"

/* Reads commands from standard input until 'quit' or its end. The walk has
 * begun. '*faulty': did something go wrong in a step that the user chose? */
custos_status shell_run(session *s, uint64_t seed, bool *faulty);

/* A number below 'bound', which is not 0; the same for the same seeds. */
uint64_t shell_random(uint64_t *seed, uint64_t bound);

#endif
