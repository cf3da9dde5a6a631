/* custos: finds the subcommand and runs it. */
#include "commands.h"

#include "errors.h"
#include "output.h"
#include "table.h"
#include "watch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef int run_fn(const options *o);

static run_fn *const runs[COMMAND_COUNT] = {
    [COMMAND_CHECK] = run_check,     [COMMAND_REPLAY] = run_replay,
    [COMMAND_SHOW] = run_show,       [COMMAND_CONVERT] = run_convert,
    [COMMAND_CERTIFY] = run_certify, [COMMAND_DIFFTEST] = run_difftest,
    [COMMAND_LTL] = run_ltl,         [COMMAND_SIMULATE] = run_simulate,
    [COMMAND_REPL] = run_repl,
};

static int print_version(void) {
  printf("custos %s\n", custos_version());
  return output_finish(EXIT_HOLDS);
}

/* A line for each title; several languages in a row may have the same. */
static void print_languages(void) {
  const char *title = "";
  for (size_t i = 0; i < custos_language_count(); i++) {
    const custos_language_info *x = custos_language_at(i);
    if (x->is_aside || !*x->suffixes)
      continue;
    if (strcmp(x->title, title) == 0)
      printf(" %s", x->suffixes);
    else
      printf("%s  %-27s %s", *title ? "\n" : "", x->title, x->suffixes);
    title = x->title;
  }
}

static int print_help(void) {
  puts(
      "Usage: custos FILE... [options]             the same as 'custos check'\n"
      "       custos COMMAND FILE... [options]\n\n"
      "Custos checks models and programs, and gives evidence for either "
      "answer: a run\nthat fails, or a proof, which other programs check.\n\n"
      "It reads:");
  print_languages();
  puts("\n\nCommands:");
  for (int k = 0; k < COMMAND_COUNT; k++)
    printf("  %-10s %s\n", table_commands[k].name, table_commands[k].summary);
  puts("\n'custos COMMAND --help' tells more; 'custos --version' prints the "
       "version.\n"
       "Exit status: 0 holds (or: done), 10 violated (or: rejected), 5 unknown,"
       "\n1 usage, 2 bad input, 3 system, 6 a bug of Custos.");
  return output_finish(EXIT_HOLDS);
}

/* For the man pages and for completion, which are made from the table. */
static int print_table(int argc, char **argv) {
  command k = argc > 2 ? command_find(argv[2]) : COMMAND_COUNT;
  if (argc > 2 && k == COMMAND_COUNT)
    return options_complain(NULL, "there is no command '%s'", argv[2]);
  if (argc > 2)
    options_print_mdoc(k);
  else
    options_print_table();
  return output_finish(EXIT_HOLDS);
}

static int print_engines(void) {
  for (size_t i = 0; i < custos_log_engine_count(); i++) {
    const custos_log_engine *log_engine = custos_log_engine_at(i);
    printf("%-12s%s\n", log_engine->name, log_engine->meaning);
  }
  printf("%-12s%s\n", "all", "each of them");
  return output_finish(EXIT_HOLDS);
}

static int run(command k, int argc, char **argv) {
  options o;
  int status = EXIT_USAGE;
  if (options_parse(&o, k, argc, argv)) {
    if (o.help) {
      options_print_help(k, o.whole_help);
      status = output_finish(EXIT_HOLDS);
    } else if (o.version) {
      status = print_version();
    } else if (o.lists_engines) {
      status = print_engines();
    } else {
      watch_begin(&o);
      watch_fragile_libraries();
      status = runs[k](&o);
      watch_end();
    }
  }
  if (o.json && status != EXIT_HOLDS && status != EXIT_VIOLATED) {
    errors_print_json(command_name(k), status);
    fflush(stdout);
  }
  options_clear(&o);
  return status;
}

/* A file where a command should be: it is to be checked. */
static int check_files(int argc, char **argv) {
  char **words = malloc(((size_t)argc + 2) * sizeof *words);
  if (!words)
    watch_no_memory();
  words[0] = argv[0];
  words[1] = (char[]){"check"};
  memcpy(words + 2, argv + 1, (size_t)argc * sizeof *words);
  int status = run(COMMAND_CHECK, argc + 1, words);
  free(words);
  return status;
}

/* What a file is called rather than a command, or what begins with options. */
static bool looks_like_file(const char *word) {
  return word[0] == '-' || strpbrk(word, "./");
}

int main(int argc, char **argv) {
  table_begin();
  if (argc < 2)
    return options_complain(NULL, "which command?");
  const char *word = argv[1];
  if (strcmp(word, "--version") == 0 || strcmp(word, "-V") == 0)
    return print_version();
  if (strcmp(word, "--options") == 0)
    return print_table(argc, argv);
  bool help = strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 ||
              strcmp(word, "help") == 0;
  if (help && argc == 2)
    return print_help();
  if (help)
    word = argv[2];
  command k = command_find(word);
  if (k != COMMAND_COUNT && help) {
    options_print_help(k, false);
    return output_finish(EXIT_HOLDS);
  }
  if (k != COMMAND_COUNT)
    return run(k, argc, argv);
  if (!help && (custos_find_language(word, NULL) || access(word, F_OK) == 0))
    return check_files(argc, argv);
  const char *words[COMMAND_COUNT + 1] = {0};
  for (int i = 0; i < COMMAND_COUNT; i++)
    words[i] = table_commands[i].name;
  const char *near = options_nearest(word, words);
  if (!help && !near && looks_like_file(word))
    return check_files(argc, argv);
  return options_complain(NULL, "there is no command '%s'%s%s%s", word,
                          near ? " (did you mean '" : "", near ? near : "",
                          near ? "'?)" : "");
}
