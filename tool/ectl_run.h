/* The commands of sessions of extended CTL, carried out in their order. */
#ifndef TOOL_ECTL_RUN_H
#define TOOL_ECTL_RUN_H

#include "session.h"

/* As the text has it; texts that are loaded later do not change it. */
typedef struct ectl_command {
  char *name, *file;
  char **arguments;
  size_t count;
  uint32_t line, column;
} ectl_command;

/* Those that wait, the next one last. */
typedef struct ectl_commands {
  ectl_command *at;
  size_t count, capacity, loads;
} ectl_commands;

/* Those of the text that was loaded last come before all that wait; or, if
 * 'behind', after them. */
void ectl_commands_take(ectl_commands *commands, session *s, bool behind);
void ectl_commands_clear(ectl_commands *commands);

/* Decides the property of this number and tells: 0, or the exit status. */
typedef int ectl_check_fn(void *self, size_t property);

/* 0, or the exit status; then something is on stderr. ':quit' ends it. */
int ectl_run(ectl_commands *commands, session *s, ectl_check_fn *check,
             void *self);

/* The number of the property with this name; SIZE_MAX: there is none. */
size_t ectl_find_property(session *s, const char *name);

#endif
