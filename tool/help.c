/* Help, man pages and completion, printed from the table. */
#include "options.h"

#include "table.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* One option as a reader sees it, from either list. */
typedef struct entry {
  char letter;
  const char *prefix; /* "no-" for a Boolean that is on by default */
  const char *name, *argument, *help, *initial;
} entry;

typedef void entry_fn(command k, const entry *e);

static void each_entry(command k, entry_fn *f) {
  for (size_t i = 0; i < custos_option_count(); i++) {
    const custos_option *o = custos_option_at(i);
    bool is_switch = table_is_switch(o);
    bool is_on = is_switch && strcmp(o->initial, "yes") == 0;
    if (table_has_library(k, o))
      f(k, &(entry){0, is_on ? "no-" : "", o->name,
                    is_switch ? NULL : o->values, o->help,
                    is_switch || strcmp(o->initial, "0") == 0 ? NULL
                                                              : o->initial});
  }
  for (size_t i = 0; i < table_option_count; i++) {
    const option *o = &table_options[i];
    if (o->commands & 1U << k)
      f(k, &(entry){o->letter, "", o->name, o->argument, o->help, NULL});
  }
}

enum { HELP_INDENT = 28, HELP_WIDTH = 79 };

/* Words of 'text' from column 'at' on, wrapped to the indentation. */
static void print_wrapped(const char *text, size_t at) {
  while (*text) {
    size_t n = strcspn(text, " ");
    if (at + 1 + n > HELP_WIDTH) {
      printf("\n%*s", HELP_INDENT, "");
      at = HELP_INDENT;
    }
    printf(" %.*s", (int)n, text);
    at += n + 1;
    text += n + strspn(text + n, " ");
  }
}

/* What it is for: "Promela: compare ..." has that in front. */
static int scope_length(const entry *e) {
  const char *colon = *e->prefix ? strstr(e->help, ": ") : NULL;
  return colon && colon - e->help < 60 ? (int)(colon - e->help) + 2 : 0;
}

static void print_help_entry(command k, const entry *e) {
  char left[128], right[512];
  int scope = scope_length(e);
  (void)k;
  int n =
      snprintf(left, sizeof left, "  %c%c%s --%s%s%s%s", e->letter ? '-' : ' ',
               e->letter ? e->letter : ' ', e->letter ? "," : " ", e->prefix,
               e->name, e->argument ? "=" : "", e->argument ? e->argument : "");
  snprintf(right, sizeof right, "%.*s%s%s%s%s%s", scope, e->help,
           *e->prefix ? "do not " : "", e->help + scope,
           e->initial ? " (default: " : "", e->initial ? e->initial : "",
           e->initial ? ")" : "");
  printf("%s", left);
  if (n >= HELP_INDENT)
    printf("\n%*s", HELP_INDENT, "");
  else
    printf("%*s", HELP_INDENT - n, "");
  print_wrapped(right, HELP_INDENT);
  putchar('\n');
}

/* Options of this name alone; NULL: all that no group names. */
typedef struct filter {
  const char *name;
  size_t length;
  const char *title; /* printed before the first one; then NULL */
} filter;

static filter wanted;

static bool is_named(const char *names, const char *name, size_t length) {
  while (*names) {
    size_t n = strcspn(names, " ");
    if (n == length && strncmp(names, name, n) == 0)
      return true;
    names += n + strspn(names + n, " ");
  }
  return false;
}

static void print_wanted_entry(command k, const entry *e) {
  size_t length = strlen(e->name);
  bool is_wanted = wanted.name && wanted.length == length &&
                   strncmp(wanted.name, e->name, length) == 0;
  if (!wanted.name) {
    is_wanted = true;
    for (size_t i = 0; i < table_help_group_count; i++)
      is_wanted =
          is_wanted && !is_named(table_help_groups[i].names, e->name, length);
  }
  if (!is_wanted)
    return;
  if (wanted.title)
    printf("\n%s:\n", wanted.title);
  wanted.title = NULL;
  print_help_entry(k, e);
}

/* In the order in which the group names them. */
static void print_group(command k, const help_group *x) {
  const char *name = x->names;
  wanted.title = x->title;
  do {
    wanted.length = strcspn(name, " ");
    wanted.name = wanted.length ? name : NULL;
    each_entry(k, print_wanted_entry);
    name += wanted.length + strspn(name + wanted.length, " ");
  } while (*name);
}

void options_print_help(command k, bool whole) {
  const command_text *text = &table_commands[k];
  printf("Usage: custos %s %s\n\n%s\n", text->name, text->arguments,
         text->text);
  if (k != COMMAND_CHECK) {
    puts("\nOptions:");
    each_entry(k, print_help_entry);
  } else {
    print_group(k, &table_help_groups[0]);
    for (size_t i = 1; i < table_help_group_count && whole; i++)
      print_group(k, &table_help_groups[i]);
    if (!whole)
      puts("\n'custos check --help=all' lists all options, by what they are "
           "for.");
  }
  printf("\nSee custos-%s(1).\n", text->name);
}

/* A sentence in mdoc: no backslash, and no line that starts a request. */
static void print_roff(const char *text, bool begins) {
  if (*text == '.' || *text == '\'')
    printf("\\&");
  if (begins && *text)
    putchar(toupper((unsigned char)*text++));
  for (; *text; text++) {
    if (*text == '\\')
      printf("\\e");
    else
      putchar(*text);
  }
}

static void print_mdoc_entry(command k, const entry *e) {
  (void)k;
  printf(".It ");
  if (e->letter)
    printf("Fl %c%s%s , ", e->letter, e->argument ? " Ar " : "",
           e->argument ? e->argument : "");
  printf("Fl -%s%s", e->prefix, e->name);
  if (e->argument)
    printf(" Ns = Ns Ar %s", e->argument);
  int scope = scope_length(e);
  putchar('\n');
  if (scope)
    printf("%c%.*s", toupper((unsigned char)e->help[0]), scope - 1,
           e->help + 1);
  if (*e->prefix)
    fputs(scope ? "do not " : "Do not ", stdout);
  print_roff(e->help + scope, !*e->prefix);
  if (e->initial)
    printf(" (default: %s)", e->initial);
  printf(".\n");
}

void options_print_mdoc(command k) { each_entry(k, print_mdoc_entry); }

static void print_table_entry(command k, const entry *e) {
  printf("%s\t--%s%s%s\t%s\n", command_name(k), e->prefix, e->name,
         e->argument ? "=" : "", e->argument ? e->argument : "");
}

void options_print_table(void) {
  for (int k = 0; k < COMMAND_COUNT; k++)
    each_entry((command)k, print_table_entry);
}
