/* The commands of the prompt: what there is, for ':help' and for completion. */
#ifndef TOOL_REPL_HELP_H
#define TOOL_REPL_HELP_H

#include <stdbool.h>
#include <stddef.h>

typedef struct repl_help {
  const char *name;
  const char *arguments; /* "": it has none */
  const char *summary;
  const char *text; /* more about it, lines of their own */
} repl_help;

extern const repl_help repl_helps[];
extern const size_t repl_help_count;

void repl_help_print(void);
/* False: there is no such command. */
bool repl_help_print_one(const char *name);

#endif
