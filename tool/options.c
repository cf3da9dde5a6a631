#include "options.h"

#include "errors.h"
#include "output.h"
#include "report.h"
#include "table.h"

#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *command_name(command k) { return table_commands[k].name; }

command command_find(const char *name) {
  int k = 0;
  while (k < COMMAND_COUNT && strcmp(name, table_commands[k].name) != 0)
    k++;
  return (command)k;
}

int options_complain(const char *name, const char *format, ...) {
  va_list arguments;
  char words[600];
  va_start(arguments, format);
  vsnprintf(words, sizeof words, format, arguments);
  va_end(arguments);
  errors_add("", 0, 0, words);
  fprintf(stderr, "custos%s%s: ", name ? " " : "", name ? name : "");
  output_visible(stderr, words);
  fprintf(stderr, "\nTry 'custos%s%s --help'.\n", name ? " " : "",
          name ? name : "");
  return EXIT_USAGE;
}

/* What the user may have meant. */

/* Levenshtein's distance; words of more than 31 letters are never near. */
static size_t distance(const char *a, const char *b) {
  size_t n = strlen(b), row[32];
  if (n > 31 || strlen(a) > 31)
    return 32;
  for (size_t j = 0; j <= n; j++)
    row[j] = j;
  for (size_t i = 1; a[i - 1]; i++) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= n; j++) {
      size_t best = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = row[j];
      best = row[j] + 1 < best ? row[j] + 1 : best;
      row[j] = row[j - 1] + 1 < best ? row[j - 1] + 1 : best;
    }
  }
  return row[n];
}

const char *options_nearest(const char *word, const char *const *words) {
  const char *nearest = NULL;
  size_t best = strlen(word) < 4 ? 2 : 3; /* must be nearer than this */
  for (; *words; words++) {
    size_t d = distance(word, *words);
    if (d < best) {
      best = d;
      nearest = *words;
    }
  }
  return nearest;
}

static const char *nearest_option(command k, const char *word) {
  const char *words[64];
  size_t n = 0;
  for (size_t i = 0; i < table_option_count && n < 63; i++)
    if (table_options[i].commands & 1U << k)
      words[n++] = table_options[i].name;
  for (size_t i = 0; i < custos_option_count() && n < 63; i++)
    if (table_has_library(k, custos_option_at(i)))
      words[n++] = custos_option_at(i)->name;
  words[n] = NULL;
  return options_nearest(word, words);
}

static const option *find(command k, const char *name, size_t length) {
  for (size_t i = 0; i < table_option_count; i++) {
    const option *o = &table_options[i];
    if ((o->commands & 1U << k) && strncmp(o->name, name, length) == 0 &&
        !o->name[length])
      return o;
  }
  return NULL;
}

static const option *find_letter(command k, char letter) {
  for (size_t i = 0; i < table_option_count; i++)
    if ((table_options[i].commands & 1U << k) &&
        table_options[i].letter == letter)
      return &table_options[i];
  return NULL;
}

static const custos_option *find_library(command k, const char *name,
                                         size_t length) {
  for (size_t i = 0; i < custos_option_count(); i++) {
    const custos_option *o = custos_option_at(i);
    if (strncmp(o->name, name, length) == 0 && !o->name[length] &&
        table_has_library(k, o))
      return o;
  }
  return NULL;
}

/* Is 'value' one of "a|b|c"? */
static bool is_among(const char *value, const char *choices) {
  size_t length = strlen(value);
  while (choices) {
    size_t n = strcspn(choices, "|");
    if (n == length && strncmp(choices, value, n) == 0)
      return true;
    choices = choices[n] ? choices + n + 1 : NULL;
  }
  return false;
}

static bool parse_number(const char *text, uint64_t *out) {
  char *end;
  if (*text < '0' || *text > '9')
    return false;
  errno = 0;
  *out = strtoull(text, &end, 10);
  return !*end && errno == 0;
}

/* The library says no to wrong values; it does so before they are used. */
static void set_max_steps(options *o, const char *value) {
  if (parse_number(value, &o->max_steps) && o->max_steps == 0)
    o->max_steps = UINT64_MAX - 1;
}

static void add_setting(options *o, const char *name, const char *value) {
  o->settings[o->setting_count++] = (setting){name, value};
  if (strcmp(name, "trace") == 0)
    o->hide_steps = strcmp(value, "none") == 0;
  if (strcmp(name, "max-steps") == 0) {
    o->max_steps_given = true;
    set_max_steps(o, value);
  }
}

static bool wrong_value(const options *o, const option *d, const char *value) {
  options_complain(command_name(o->command), "--%s=%s: expected %s", d->name,
                   value, d->argument);
  return false;
}

static bool add_c_option(options *o, const char *name, const char *value) {
  o->c_options[o->c_option_count++] = (c_option){name, value};
  return true;
}

const custos_language_info *options_language(const options *o,
                                             const char *file) {
  assert(file);
  return custos_find_language(file, o->lang);
}

double options_number(const options *o, const char *name) {
  double number = 0;
  for (size_t i = 0; i < o->setting_count; i++)
    if (strcmp(o->settings[i].name, name) == 0 &&
        !custos_option_number(name, o->settings[i].value, &number))
      number = 0;
  return number;
}

bool options_are_compiled(const options *o) {
  for (size_t i = 0; i < o->file_count; i++) {
    const custos_language_info *x = options_language(o, o->files[i]);
    if (x && x->is_compiled)
      return true;
  }
  return false;
}

/* What includes files has a preprocessor, and that knows macros. */
static bool have_macros(const options *o) {
  for (size_t i = 0; i < o->file_count; i++) {
    const custos_language_info *x = options_language(o, o->files[i]);
    if (x && x->can_include)
      return true;
  }
  return false;
}

bool options_is_for_graph(const options *o, const char *file) {
  const custos_language_info *x = options_language(o, file);
  return x && x->is_finite && x->kernel_graph;
}

bool options_is_property_file(const char *file) {
  const custos_language_info *x = custos_find_language(file, NULL);
  return x && x->is_aside;
}

const char *options_main_file(const options *o) {
  for (size_t i = 0; i < o->file_count; i++)
    if (!options_is_property_file(o->files[i]))
      return o->files[i];
  return o->files[0];
}

/* NAME=INTEGER. */
static bool take_number(options *o, const char *value) {
  size_t length = strcspn(value, "=");
  const char *number = value + length + 1;
  char *end;
  if (length == 0 || !value[length] || !*number ||
      !strchr("-0123456789", *number))
    return false;
  errno = 0;
  long long n = strtoll(number, &end, 10);
  if (*end || end == number || errno != 0)
    return false;
  o->defines[o->define_count++] = (define){value, length, n};
  return true;
}

static bool is_same_name(const char *a, const char *b) {
  size_t n = strcspn(a, "=");
  return n == strcspn(b, "=") && memcmp(a, b, n) == 0;
}

/* Another one of the same name, or NULL. */
static const char *find_define(const options *o, const char *value) {
  for (size_t i = 0; i < o->define_count; i++)
    if (is_same_name(o->defines[i].name, value))
      return o->defines[i].name;
  for (size_t i = 0; i < o->c_option_count; i++)
    if (strcmp(o->c_options[i].name, "define") == 0 &&
        is_same_name(o->c_options[i].value, value))
      return o->c_options[i].value;
  return NULL;
}

/* What is no number may still be a macro: the files tell. */
static bool take_define(options *o, const char *value) {
  if (take_number(o, value))
    return true;
  if (!*value || *value == '=')
    return false;
  o->macro = value;
  return add_c_option(o, "define", value);
}

static bool take_value(options *o, const option *d, const char *value) {
  switch (d->id) {
  case OPTION_PROPERTY:
    o->properties[o->property_count++] = value;
    return true;
  case OPTION_LTL:
  case OPTION_AUTOMATON:
  case OPTION_TARGET:
    o->asked[o->asked_count++] =
        (asked){d->id == OPTION_AUTOMATON, d->id == OPTION_TARGET, value};
    return true;
  case OPTION_DEFINE: {
    const char *before = find_define(o, value);
    if (before && strcmp(before, value) != 0) {
      options_complain(command_name(o->command),
                       "--define=%s: it has a value already: --define=%s",
                       value, before);
      return false;
    }
    return before || take_define(o, value) || wrong_value(o, d, value);
  }
  case OPTION_INCLUDE:
    return add_c_option(o, "include", value);
  case OPTION_INPUT:
    return add_c_option(o, "input", value);
  case OPTION_FUNCTION:
    return add_c_option(o, "function", value);
  case OPTION_CHECKS:
    return add_c_option(o, "check", value);
  case OPTION_PRESUME:
    return add_c_option(o, "presume", value);
  case OPTION_PREDICATES:
    return add_c_option(o, "predicates", value);
  case OPTION_VALUES:
    return add_c_option(o, "values", value);
  case OPTION_CLAIMS:
    return add_c_option(o, "claims", value);
  case OPTION_IGNORE:
    add_c_option(o, "ignore", value);
    break;
  case OPTION_SPECIFICATION:
    o->specification = value;
    return true;
  case OPTION_INITIAL:
  case OPTION_FINAL:
    o->sets[o->set_count++] = (configurations){
        d->id == OPTION_INITIAL ? CUSTOS_INITIAL : CUSTOS_FINAL, value};
    return true;
  case OPTION_WHAT:
    o->what = value;
    break;
  case OPTION_TO:
    o->to = value;
    break;
  case OPTION_LANG:
    o->lang = value;
    break;
  case OPTION_KERNEL:
    o->kernel = value;
    return true;
  case OPTION_OBJECT:
    o->object = value;
    return true;
  case OPTION_LOG: /* the library knows the engines */
    o->lists_engines = o->lists_engines || strcmp(value, "help") == 0;
    o->log = value;
    return true;
  case OPTION_SEED:
    return parse_number(value, &o->seed) || wrong_value(o, d, value);
  case OPTION_STEPS:
    return parse_number(value, &o->steps) || wrong_value(o, d, value);
  case OPTION_ALONG:
    o->along = value;
    return true;
  case OPTION_SETTING:
    o->settings[o->setting_count++] = (setting){d->name, value};
    return true;
  default:
    o->output = value;
    return true;
  }
  return is_among(value, d->argument) || wrong_value(o, d, value);
}

static void take_switch(options *o, const option *d) {
  switch (d->id) {
  case OPTION_SHORTEST:
    add_setting(o, "trace", "shortest");
    break;
  case OPTION_SETTING:
    o->settings[o->setting_count++] = (setting){d->name, "yes"};
    break;
  case OPTION_LOSSY:
    add_c_option(o, "channels", "lossy");
    break;
  case OPTION_LP64:
    add_setting(o, "data-model", "lp64");
    break;
  case OPTION_ILP32:
    add_setting(o, "data-model", "ilp32");
    break;
  case OPTION_SUMMARIES:
    o->summaries = true;
    break;
  case OPTION_DOT:
    o->dot = true;
    break;
  case OPTION_EXPLICIT:
    o->is_explicit = true;
    break;
  case OPTION_HTML:
    o->html = true;
    break;
  case OPTION_INTERACTIVE:
    o->interactive = true;
    break;
  case OPTION_CHART:
    o->chart = true;
    break;
  case OPTION_PRINTF_ONLY:
    o->printf_only = true;
    break;
  case OPTION_NO_CHART:
    o->hide_chart = true;
    break;
  case OPTION_TRAIL:
    o->trail = true;
    break;
  case OPTION_JSON:
    o->json = true;
    break;
  case OPTION_TRUST:
    o->trusts = true;
    break;
  case OPTION_QUIET:
    o->quiet = true;
    break;
  case OPTION_VERBOSE:
    o->verbose = true;
    break;
  case OPTION_HELP:
    o->help = true;
    break;
  case OPTION_VERSION:
    o->version = true;
    break;
  default: /* accepted without effect */
    break;
  }
}

static bool needs_value(const options *o, const char *name,
                        const char *values) {
  options_complain(command_name(o->command), "--%s needs a value: --%s=%s",
                   name, name, values);
  return false;
}

/* 'next' is for a value that does not stand behind '='; NULL if it has been
 * used. */
static bool parse_library(options *o, const char *name, size_t length,
                          const char *value, const char **next) {
  bool negated = length > 3 && strncmp(name, "no-", 3) == 0;
  const custos_option *l = find_library(o->command, name, length);
  if (l && !value && !table_is_switch(l)) {
    value = *next;
    *next = NULL;
  }
  if (l && value) {
    add_setting(o, l->name, value);
    return true;
  }
  if (l && table_is_switch(l)) {
    add_setting(o, l->name, "yes");
    return true;
  }
  if (l)
    return needs_value(o, l->name, l->values);
  l = negated ? find_library(o->command, name + 3, length - 3) : NULL;
  if (l && table_is_switch(l) && !value) {
    add_setting(o, l->name, "no");
    return true;
  }
  char word[64];
  snprintf(word, sizeof word, "%.*s", (int)(length < 60 ? length : 60), name);
  const char *near = nearest_option(o->command, word);
  options_complain(command_name(o->command), "unknown option '--%s'%s%s%s",
                   word, near ? " (did you mean '--" : "", near ? near : "",
                   near ? "'?)" : "");
  return false;
}

/* "--name=value", or "--name" with 'next', which is NULL then if the option has
 * used it. */
static bool parse_long(options *o, const char *name, const char **next) {
  size_t length = strcspn(name, "=");
  const char *value = name[length] ? name + length + 1 : NULL;
  const option *d = find(o->command, name, length);
  if (!d)
    return parse_library(o, name, length, value, next);
  if (d->id == OPTION_HELP && value && strcmp(value, "all") == 0) {
    o->help = o->whole_help = true;
    return true;
  }
  if (!d->argument && value) {
    options_complain(command_name(o->command), "--%s takes no value", d->name);
    return false;
  }
  if (d->argument && !value) {
    value = *next;
    *next = NULL;
  }
  if (d->argument && !value)
    return needs_value(o, d->name, d->argument);
  if (value)
    return take_value(o, d, value);
  take_switch(o, d);
  return true;
}

/* "-qv", "-oDIR", or "-o" with 'next'. */
static bool parse_short(options *o, const char *letters, const char **next) {
  for (; *letters; letters++) {
    const option *d = find_letter(o->command, *letters);
    if (!d) {
      options_complain(command_name(o->command), "unknown option '-%c'",
                       *letters);
      return false;
    }
    if (!d->argument) {
      take_switch(o, d);
      continue;
    }
    const char *value = letters[1] ? letters + 1 : *next;
    if (!letters[1])
      *next = NULL;
    if (value)
      return take_value(o, d, value);
    options_complain(command_name(o->command), "-%c needs a value", d->letter);
    return false;
  }
  return true;
}

/* Before they are read. */
static _Noreturn void refuse_memory(const options *o, int argc, char **argv) {
  static const char why[] = "the machine is out of memory";
  bool json = false;
  for (int i = 2; i < argc && strcmp(argv[i], "--") != 0; i++)
    json = json || strcmp(argv[i], "--json") == 0;
  if (json)
    report_error_line(command_name(o->command), EXIT_SYSTEM, why);
  report_line(STDERR_FILENO, "custos: ", why);
  exit(EXIT_SYSTEM);
}

bool options_parse(options *o, command k, int argc, char **argv) {
  size_t most = (size_t)argc;
  *o = (options){.command = k,
                 .max_steps = 1000,
                 .seed = 1,
                 .steps = 1000,
                 .words = argv + 1,
                 .word_count = most - 1};
  const custos_option *steps = find_library(COMMAND_CHECK, "max-steps", 9);
  if (steps)
    set_max_steps(o, steps->initial);
  o->files = calloc(most, sizeof *o->files);
  o->settings = calloc(most, sizeof *o->settings);
  o->sets = calloc(most, sizeof *o->sets);
  o->properties = calloc(most, sizeof *o->properties);
  o->asked = calloc(most, sizeof *o->asked);
  o->defines = calloc(most, sizeof *o->defines);
  o->c_options = calloc(most, sizeof *o->c_options);
  if (!o->files || !o->settings || !o->sets || !o->properties || !o->asked ||
      !o->defines || !o->c_options)
    refuse_memory(o, argc, argv);
  bool only_files = false;
  for (int i = 2; i < argc; i++) {
    const char *word = argv[i], *next = argv[i + 1];
    bool had_next = next != NULL, good = true;
    if (only_files || word[0] != '-' || !word[1])
      o->files[o->file_count++] = word;
    else if (strcmp(word, "--") == 0)
      only_files = true;
    else if (word[1] == '-')
      good = parse_long(o, word + 2, &next);
    else
      good = parse_short(o, word + 1, &next);
    if (!good)
      return false;
    i += had_next && !next;
  }
  if (o->macro && !o->help && !have_macros(o)) {
    options_complain(command_name(k), "--define=%s: expected NAME=VALUE",
                     o->macro);
    return false;
  }
  if (o->file_count || o->help || o->version || o->lists_engines ||
      k == COMMAND_DIFFTEST || k == COMMAND_REPL)
    return true;
  options_complain(command_name(k), k == COMMAND_REPLAY ? "no evidence file"
                                    : k == COMMAND_LTL
                                        ? "no formula"
                                        : "no input file ('-' is stdin)");
  return false;
}

void options_clear(options *o) {
  free(o->files);
  free(o->settings);
  free(o->sets);
  free(o->properties);
  free(o->asked);
  free(o->defines);
  free(o->c_options);
}
