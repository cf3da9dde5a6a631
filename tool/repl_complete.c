#include "repl_complete.h"

#include "output.h"
#include "repl_help.h"
#include "repl_place.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* The words that fit so far. */
typedef struct choices {
  const char *word; /* what stands there */
  size_t length;
  char **at;
  size_t count, capacity;
  const char *suffix; /* behind a word that is the only one */
} choices;

static void offer(choices *c, const char *word) {
  if (strncmp(word, c->word, c->length) != 0)
    return;
  if (c->count == c->capacity) {
    c->capacity = c->capacity ? 2 * c->capacity : 16;
    char **larger = realloc(c->at, c->capacity * sizeof *larger);
    if (!larger) {
      fputs("custos: no memory\n", stderr);
      exit(EXIT_SYSTEM);
    }
    c->at = larger;
  }
  c->at[c->count++] = repl_copy(word, strlen(word));
}

static void offer_all(choices *c, const char *const *words) {
  for (; *words; words++)
    offer(c, *words);
}

enum { SYSTEM = 1, AUTOMATON = 2, FORMULA = 4, ANY = 7 };

static int group_of(const char *kind) {
  return strcmp(kind, "LTS") == 0 || strcmp(kind, "PDS") == 0 ? SYSTEM
         : strcmp(kind, "FORMULA") == 0                       ? FORMULA
                                                              : AUTOMATON;
}

static void offer_objects(choices *c, repl *prompt, int groups) {
  custos_object object;
  for (size_t i = 0; i < custos_object_count(prompt->s.c); i++)
    if (custos_object_at(prompt->s.c, i, &object) == CUSTOS_OK &&
        (group_of(object.kind) & groups))
      offer(c, object.name);
}

static void offer_models(choices *c, const repl *prompt) {
  for (const repl_model *model = prompt->models; model; model = model->next)
    offer(c, model->name);
}

static void offer_commands(choices *c) {
  for (size_t i = 0; i < repl_help_count; i++)
    offer(c, repl_helps[i].name);
  if (c->count == 1)
    for (size_t i = 0; i < repl_help_count; i++)
      if (strcmp(repl_helps[i].name, c->at[0]) == 0)
        c->suffix = repl_helps[i].arguments[0] ? "(" : "";
}

static void offer_options(choices *c) {
  for (size_t i = 0; i < custos_option_count(); i++)
    offer(c, custos_option_at(i)->name);
  c->suffix = ", ";
}

/* ':set(engine, ': the values of the option that stands before. */
static void offer_values(choices *c, const char *arguments) {
  arguments += strspn(arguments, " \t\n");
  for (size_t i = 0; i < custos_option_count(); i++) {
    const custos_option *option = custos_option_at(i);
    size_t n = strlen(option->name);
    if (strncmp(arguments, option->name, n) != 0 ||
        !strchr(", \t\n", arguments[n]))
      continue;
    for (const char *at = option->values; strchr(option->values, '|') && *at;) {
      size_t k = strcspn(at, "|");
      char *value = repl_copy(at, k);
      offer(c, value);
      free(value);
      at += k + (at[k] == '|');
    }
  }
  c->suffix = ")";
}

static void offer_formula(choices *c, repl *prompt, const repl_place *place) {
  static const char *const operators[] = {"AX", "EX", "EF", "AF", "EG",
                                          "AG", "A",  "E",  NULL};
  if (place->before == '[') {
    offer_objects(c, prompt, AUTOMATON);
    c->suffix = "]";
    return;
  }
  offer_objects(c, prompt, FORMULA);
  if (c->length)
    offer_all(c, operators);
}

static void offer_arguments(choices *c, repl *prompt, const repl_place *place,
                            const char *text) {
  const char *name = place->command;
  bool asks = strcmp(name, "check") == 0 || strcmp(name, "trace") == 0;
  if (asks && (place->argument == 0 || place->before == '[')) {
    offer_formula(c, prompt, place);
    if (strcmp(name, "check") == 0 && place->before == '(')
      offer_models(c, prompt);
  } else if (asks && place->argument == 1) {
    offer_objects(c, prompt, SYSTEM);
    offer_models(c, prompt);
  } else if (strstr(name, "show") && place->argument == 0) {
    offer_objects(c, prompt, ANY);
    offer_models(c, prompt);
  } else if (strcmp(name, "help") == 0) {
    offer_commands(c);
    c->suffix = ")";
  } else if (strcmp(name, "set") == 0 && place->argument == 0) {
    offer_options(c);
  } else if (strcmp(name, "set") == 0) {
    offer_values(c, text + place->arguments);
  }
}

static void offer_keywords(choices *c, const char *kind) {
  static const char *const kinds[] = {"DFA",     "PDA",     "LTS",     "PDS",
                                      "REGULAR", "GRAMMAR", "FORMULA", NULL};
  static const char *const parts[] = {"STATE", "ACTION", NULL};
  static const char *const stack[] = {"PUSH", "POP", "REWRITE", NULL};
  bool has_stack = strcmp(kind, "PDA") == 0 || strcmp(kind, "PDS") == 0;
  bool is_machine =
      has_stack || strcmp(kind, "LTS") == 0 || strcmp(kind, "DFA") == 0;
  c->suffix = is_machine ? "(" : " ";
  if (!kind[0])
    offer_all(c, kinds);
  else if (is_machine)
    offer_all(c, parts);
  if (has_stack && c->length)
    offer_all(c, stack);
  if (c->count == 1 && kind[0] && strcmp(c->at[0], "STATE") != 0 &&
      strcmp(c->at[0], "ACTION") != 0)
    c->suffix = strcmp(c->at[0], "POP") == 0 ? "" : " ";
}

/* 'word' becomes what stands behind the last slash. */
static void offer_files(choices *c) {
  char *whole = repl_copy(c->word, c->length);
  char *slash = strrchr(whole, '/');
  size_t folder = slash ? (size_t)(slash - whole) + 1 : 0;
  char *place = folder ? repl_copy(whole, folder) : repl_copy(".", 1);
  DIR *d = opendir(place);
  c->word += folder;
  c->length -= folder;
  for (struct dirent *f; d && (f = readdir(d)) != NULL;) {
    if (f->d_name[0] == '.' && (!c->length || c->word[0] != '.'))
      continue;
    struct stat info;
    char *path = output_join(place, "/", f->d_name, "");
    bool is_folder = stat(path, &info) == 0 && S_ISDIR(info.st_mode);
    char *shown = output_join(f->d_name, is_folder ? "/" : "", "", "");
    offer(c, shown);
    free(shown);
    free(path);
  }
  if (d)
    closedir(d);
  if (c->count == 1)
    c->suffix = c->at[0][strlen(c->at[0]) - 1] == '/' ? "" : "\"";
  free(place);
  free(whole);
}

static int compare(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

static void sort(choices *c) {
  size_t n = 0;
  qsort(c->at, c->count, sizeof *c->at, compare);
  for (size_t i = 0; i < c->count; i++)
    if (n && strcmp(c->at[n - 1], c->at[i]) == 0)
      free(c->at[i]);
    else
      c->at[n++] = c->at[i];
  c->count = n;
}

static size_t common_length(const choices *c) {
  size_t n = strlen(c->at[0]);
  for (size_t i = 1; i < c->count; i++) {
    size_t k = 0;
    while (k < n && c->at[0][k] == c->at[i][k])
      k++;
    n = k;
  }
  while (n > c->length && ((unsigned char)c->at[0][n] & 0xc0) == 0x80)
    n--;
  return n;
}

static void list(const choices *c) {
  size_t width = 0, column = 0;
  for (size_t i = 0; i < c->count; i++)
    width = strlen(c->at[i]) > width ? strlen(c->at[i]) : width;
  for (size_t i = 0; i < c->count; i++) {
    bool fits = column && column + 2 + width < output_width();
    fputs(fits ? "  " : "\n", stdout);
    column = fits ? column + 2 : 0;
    output_visible(stdout, c->at[i]);
    if (i + 1 < c->count && column + 2 * width + 2 < output_width())
      printf("%*s", (int)(width - strlen(c->at[i])), "");
    column += width;
  }
  putchar('\n');
  fflush(stdout);
}

static void collect(choices *c, repl *prompt, const repl_place *place,
                    const char *text) {
  if (place->in_comment)
    return;
  if (place->in_string)
    offer_files(c);
  else if (place->kind[0] && strcmp(place->kind, "FORMULA") == 0)
    offer_formula(c, prompt, place);
  else if (place->kind[0])
    offer_keywords(c, place->kind);
  else if (place->before == ':' && place->adjoins)
    offer_commands(c);
  else if (place->command[0])
    offer_arguments(c, prompt, place, text);
  else
    offer_keywords(c, "");
}

bool repl_complete(repl *prompt, const char *text, size_t length,
                   char **insert) {
  repl_place place = repl_place_find(text, length);
  choices c = {
      .word = text + place.word, .length = length - place.word, .suffix = ""};
  collect(&c, prompt, &place, text);
  *insert = NULL;
  bool listed = false;
  if (c.count) {
    sort(&c);
    size_t n = common_length(&c);
    char *more = repl_copy(c.at[0] + c.length, n - c.length);
    *insert = output_join(more, c.count == 1 ? c.suffix : "", "", "");
    listed = c.count > 1 && n == c.length;
    free(more);
  }
  if (listed)
    list(&c);
  for (size_t i = 0; i < c.count; i++)
    free(c.at[i]);
  free(c.at);
  return listed;
}
