/* The command line: what may stand on it, and what stood on it.
 *
 * One table holds the options of the program; the library adds its own
 * (custos_option_at). Parsing, help, man pages and completion all read these
 * two, so they cannot disagree. */
#ifndef TOOL_OPTIONS_H
#define TOOL_OPTIONS_H

#include "custos/custos.h"

#include <stdbool.h>

/* Exit statuses, as documented in custos(1). */
enum {
  EXIT_HOLDS = 0,
  EXIT_USAGE = 1,
  EXIT_INPUT = 2,
  EXIT_SYSTEM = 3,
  EXIT_UNKNOWN = 5,
  EXIT_BUG = 6,
  EXIT_VIOLATED = 10
};

typedef enum command {
  COMMAND_CHECK,
  COMMAND_REPLAY,
  COMMAND_SHOW,
  COMMAND_CONVERT,
  COMMAND_CERTIFY,
  COMMAND_DIFFTEST,
  COMMAND_LTL,
  COMMAND_SIMULATE,
  COMMAND_REPL,
  COMMAND_COUNT
} command;

typedef struct setting {
  const char *name, *value;
} setting;

/* Of C programs and Promela models: as custos_add_option has it. */
typedef struct c_option {
  const char *name, *value;
} c_option;

typedef struct define {
  const char *name; /* up to the '=' */
  size_t length;
  int64_t value;
} define;

/* A property of the command line. */
typedef struct asked {
  bool is_automaton, is_target;
  const char *text; /* a formula, the file of an automaton, or a label */
} asked;

typedef struct configurations {
  custos_side side;
  const char *text;
} configurations;

/* All strings are borrowed from argv, the arrays belong to the struct. */
typedef struct options {
  command command;
  bool help, whole_help, version;
  bool json, quiet, verbose, html, summaries, dot, is_explicit;
  bool lists_engines; /* --log=help */
  const char *log;    /* engines, with commas between them; NULL: none */
  bool trusts;        /* files of sessions may say what a person may */
  const char *output, *lang, *what, *to, *kernel, *object;
  uint64_t max_steps;   /* to show; the library's default if not given */
  bool max_steps_given; /* on the line */
  bool hide_steps;      /* the last --trace was none */
  bool hide_chart, chart, interactive, trail, printf_only;
  uint64_t seed, steps; /* of simulate */
  const char *along;    /* the evidence that leads a simulation */
  const char **files;
  size_t file_count;
  char *const *words; /* the whole line, behind the program's name */
  size_t word_count;
  setting *settings; /* for the library or for difftest, in the order given */
  size_t setting_count;
  configurations *sets;
  size_t set_count;
  const char **properties; /* names: only these are checked; none: all */
  size_t property_count;
  asked *asked;
  size_t asked_count;
  define *defines;
  size_t define_count;
  c_option *c_options;
  size_t c_option_count;
  const char *macro;         /* a -D that only C and Promela have; NULL: none */
  const char *specification; /* a property file; NULL: none */
} options;

/* The language of a file: --lang, or its suffix; NULL if neither tells. */
const custos_language_info *options_language(const options *o,
                                             const char *file);
/* Is one of the files a program that is compiled? */
bool options_are_compiled(const options *o);
/* Is it a model that the kernel knows only as a graph? */
bool options_is_for_graph(const options *o, const char *file);
/* Are there properties in it, and nothing else? */
bool options_is_property_file(const char *file);
/* The first file that is no property file: evidence is named after it. */
const char *options_main_file(const options *o);

/* The last value of a library's option that has a unit, as --memory; 0 if it
 * was not given, or has no meaning. */
double options_number(const options *o, const char *name);

const char *command_name(command k);
/* COMMAND_COUNT if there is none. */
command command_find(const char *name);

/* argv[1] names the command. False: wrong usage, and a message is on stderr. */
bool options_parse(options *o, command k, int argc, char **argv);
void options_clear(options *o);

/* A message on stderr that points to the help; returns EXIT_USAGE. */
#if defined __GNUC__
__attribute__((format(printf, 2, 3)))
#endif
int options_complain(const char *command_or_null, const char *format, ...);

/* The word of the list (NULL-terminated) that is most like 'word', or NULL. */
const char *options_nearest(const char *word, const char *const *words);

/* stdout: 'custos COMMAND --help'. */
/* 'whole': of a command with many options, all of them. */
void options_print_help(command k, bool whole);
/* stdout: the items of an mdoc list, for the man page of the command. */
void options_print_mdoc(command k);
/* stdout: 'command TAB option TAB values' lines, for completion. */
void options_print_table(void);

#endif
