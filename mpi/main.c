/* custos-mpi: 'custos check' for safety, on many machines. The first rank is
 * the program that the user sees: it reads the command line, checks, tells. The
 * others wait to be asked, and print nothing. */
#include "mpi/distributed.h"
#include "tool/commands.h"
#include "tool/output.h"
#include "tool/session.h"
#include "tool/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static net *ranks; /* for 'check', which is called with a context alone */

static int print_version(void) {
  printf("custos-mpi %s\n", custos_version());
  return output_finish(EXIT_HOLDS);
}

static int print_help(void) {
  puts("Usage: mpirun -n N custos-mpi check FILE [options]\n\n"
       "Decides whether a finite model can go wrong (the property safety), as "
       "'custos check'\ndoes, with the memory and the processors of N ranks. "
       "Each of them reads the file, and\nkeeps and expands its part of the "
       "states. --memory is for each rank. The run to a\nfault is short, but "
       "not always a shortest one.\n\n"
       "Options are those of 'custos check' (see 'custos check --help'), but "
       "for other\nproperties than safety and for --shortest.\n\n"
       "See custos-mpi(1).");
  return output_finish(EXIT_HOLDS);
}

static int refuse(const char *what) {
  fprintf(stderr, "custos-mpi: %s\nTry 'custos-mpi --help'.\n", what);
  return EXIT_USAGE;
}

/* Is it a Boolean program, or Remopla? */
static bool has_procedures(const char *lang, const char *file) {
  const custos_language_info *x = custos_find_language(file, lang);
  return x && x->has_procedures;
}

/* 0, or the exit status: what 'custos check' can do and this cannot. */
static int look_at(options *o) {
  char words[300];
  for (size_t i = 0; i < o->property_count; i++)
    if (strcmp(o->properties[i], "safety") != 0) {
      snprintf(words, sizeof words,
               "the property '%.200s' is for custos check: here there is "
               "'safety' alone",
               o->properties[i]);
      return refuse(words);
    }
  for (size_t i = 0; i < o->asked_count; i++)
    return refuse(o->asked[i].is_target
                      ? "--target is for custos check: here there is the "
                        "property 'safety' alone"
                  : o->asked[i].is_automaton
                      ? "--property-automaton is for custos check: here there "
                        "is the property 'safety' alone"
                      : "--ltl is for custos check: here there is the property "
                        "'safety' alone");
  for (size_t i = 0; i < o->setting_count; i++)
    if (strcmp(o->settings[i].name, "trace") == 0 &&
        (strcmp(o->settings[i].value, "shortest") == 0 ||
         strcmp(o->settings[i].value, "longest") == 0))
      return refuse("shortest and longest runs are for custos check");
  for (size_t i = 0; i < o->setting_count; i++)
    if (strcmp(o->settings[i].name, "search") == 0 ||
        strcmp(o->settings[i].name, "jobs") == 0 ||
        strcmp(o->settings[i].name, "store") == 0) {
      snprintf(words, sizeof words,
               "--%.40s is for custos check: here every rank is one thread "
               "that keeps all of its states",
               o->settings[i].name);
      return refuse(words);
    }
  for (size_t i = 0; i < o->file_count; i++)
    if (strcmp(o->files[i], "-") == 0)
      return refuse("every rank reads the model: give a file, not standard "
                    "input");
  for (size_t i = 0; i < o->file_count; i++)
    if (has_procedures(o->lang, o->files[i]))
      return refuse("programs with procedures are for custos check");
  if (net_size(ranks) > ORIGIN_MOST_RANKS)
    return refuse("there are more ranks than 4095");
  return 0;
}

/* Nobody said that safety is enough. */
static bool tells_left_out;

/* Without further words all properties of the file would be asked for. */
static bool read_line(options *o, int argc, char **argv) {
  if (!options_parse(o, COMMAND_CHECK, argc, argv))
    return false;
  tells_left_out = o->property_count == 0 && !o->quiet;
  if (o->property_count == 0 && !o->help && !o->version)
    o->properties[o->property_count++] = "safety";
  return true;
}

/* What the file asks besides, and is not answered here. */
static void tell_left_out(custos *c) {
  custos_property property;
  for (size_t i = 0; i < custos_property_count(c); i++)
    if (custos_property_at(c, i, &property) == CUSTOS_OK &&
        !property.on_request && strcmp(property.kind, "safety") != 0)
      fprintf(stderr,
              "custos-mpi: the property '%.200s' is not checked here, but by "
              "custos check\n",
              property.name);
}

static custos_status check(custos *c, size_t property, custos_result *out) {
  (void)property; /* 'safety', the only one that is wanted */
  if (tells_left_out)
    tell_left_out(c);
  return distributed_check(c, ranks, out);
}

static int lead(int argc, char **argv) {
  options o;
  const char *word = argc > 1 ? argv[1] : "";
  if (strcmp(word, "--version") == 0 || strcmp(word, "-V") == 0)
    return print_version();
  if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0)
    return print_help();
  if (strcmp(word, "check") != 0)
    return refuse(*word ? "there is only the command 'check'"
                        : "which command?");
  int status = EXIT_USAGE;
  if (read_line(&o, argc, argv)) {
    status = o.help ? print_help() : o.version ? print_version() : look_at(&o);
    if (!o.help && !o.version && !status)
      status = run_check_with(&o, check);
  }
  options_clear(&o);
  return status;
}

/* The first rank has read the same line, and the same file, without complaint.
 * If this one cannot, it says so when it is asked. */
static void follow(int argc, char **argv) {
  options o;
  session s;
  if (net_listen(ranks).subject == NET_LEAVE)
    return;
  bool good = read_line(&o, argc, argv);
  o.quiet = true;
  if (!good || session_begin(&s, &o) != 0)
    exit(EXIT_SYSTEM); /* no memory: told; mpirun ends the others */
  distributed_serve(s.c, ranks, session_load(&s));
  session_end(&s);
  options_clear(&o);
}

int main(int argc, char **argv) {
  int status = EXIT_HOLDS;
  table_begin();
  ranks = net_open(&argc, &argv, session_interrupted);
  if (net_rank(ranks) == 0) {
    status = lead(argc, argv);
    net_tell(ranks, (net_question){.subject = NET_LEAVE});
  } else {
    follow(argc, argv);
  }
  net_close(ranks);
  return status;
}
