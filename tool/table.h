/* The table of the program's options and commands: data for options.c (which
 * reads a command line by it) and help.c (which prints it). */
#ifndef TOOL_TABLE_H
#define TOOL_TABLE_H

#include "options.h"

typedef enum option_id {
  OPTION_PROPERTY,
  OPTION_LTL,
  OPTION_AUTOMATON,
  OPTION_TARGET,
  OPTION_DEFINE,
  OPTION_INCLUDE,
  OPTION_INPUT,
  OPTION_FUNCTION,
  OPTION_CHECKS,
  OPTION_PRESUME,
  OPTION_SPECIFICATION,
  OPTION_PREDICATES,
  OPTION_VALUES,
  OPTION_LOSSY,
  OPTION_PRINTF_ONLY,
  OPTION_IGNORE,
  OPTION_CLAIMS,
  OPTION_LP64,
  OPTION_ILP32,
  OPTION_INITIAL,
  OPTION_FINAL,
  OPTION_SHORTEST,
  OPTION_WHAT,
  OPTION_HTML,
  OPTION_SUMMARIES,
  OPTION_OBJECT,
  OPTION_DOT,
  OPTION_EXPLICIT,
  OPTION_INTERACTIVE,
  OPTION_SEED,
  OPTION_STEPS,
  OPTION_ALONG,
  OPTION_CHART,
  OPTION_NO_CHART,
  OPTION_TRAIL,
  OPTION_TO,
  OPTION_LANG,
  OPTION_KERNEL,
  OPTION_SETTING, /* of difftest, which reads it itself */
  OPTION_OUTPUT,
  OPTION_JSON,
  OPTION_QUIET,
  OPTION_TRUST,
  OPTION_LOG,
  OPTION_VERBOSE,
  OPTION_HELP,
  OPTION_VERSION
} option_id;

typedef struct option {
  option_id id;
  char letter;       /* 0: none */
  unsigned commands; /* bit 1 << command */
  const char *name;
  const char *argument; /* NULL: a switch; "a|b": one of these */
  const char *help;
} option;

typedef struct command_text {
  const char *name;
  const char *arguments; /* behind the name in the usage line */
  const char *summary;   /* one line */
  const char *text;      /* the paragraph of the help */
} command_text;

/* Options of 'check' that stand together in its help. The names are words
 * between blanks; a group without names has what no other one has. */
typedef struct help_group {
  const char *title, *names;
} help_group;

extern const help_group table_help_groups[]; /* the first is for everybody */
extern const size_t table_help_group_count;

extern const option table_options[];
extern const size_t table_option_count;
extern const command_text table_commands[COMMAND_COUNT];

/* What the table takes from the library; before anything else reads it. */
void table_begin(void);

/* Does the library's option make sense for the command? */
bool table_has_library(command k, const custos_option *o);
/* Is it of the kind that is said as --NAME and --no-NAME? */
bool table_is_switch(const custos_option *o);

#endif
