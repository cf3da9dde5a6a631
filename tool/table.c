#include "table.h"

#include <string.h>

enum {
  CHECK = 1U << COMMAND_CHECK,
  REPLAY = 1U << COMMAND_REPLAY,
  SHOW = 1U << COMMAND_SHOW,
  CONVERT = 1U << COMMAND_CONVERT,
  ALL = CHECK | REPLAY | SHOW | CONVERT,
  READERS = CHECK | SHOW | CONVERT
};

const option table_options[] = {
    {OPTION_PROPERTY, 'p', CHECK, "property", "NAME",
     "check only this property; a pushdown problem has one: unreachable"},
    {OPTION_INITIAL, 0, READERS, "initial", "TEXT",
     "add configurations to start from, as in '<p, [a] .*>'"},
    {OPTION_FINAL, 0, READERS, "final", "TEXT",
     "add configurations that must stay unreachable"},
    {OPTION_SHORTEST, 0, CHECK | SHOW, "shortest", NULL,
     "the same as --trace=shortest"},
    {OPTION_KEEP_GOING, 0, CHECK, "keep-going", NULL,
     "search past violations; has no effect on pushdown problems"},
    {OPTION_JOBS, 0, CHECK, "jobs", "N",
     "use N threads; has no effect on pushdown problems"},
    {OPTION_WHAT, 0, SHOW, "what", "system|initial|final|saturated",
     "what to draw: the rules, one of the two sets, or the automaton that "
     "separates them (default: system)"},
    {OPTION_HTML, 0, SHOW, "html", NULL,
     "solve, and write one page that steps through the run"},
    {OPTION_TO, 0, CONVERT, "to", "json|pds",
     "the format to write (default: the other one)"},
    {OPTION_LANG, 0, READERS, "lang", "json|pds|automaton",
     "the language of the files, whatever their names say"},
    {OPTION_OUTPUT, 'o', CHECK, "output", "DIR",
     "write evidence there; the certificate of a HOLDS is written only then"},
    {OPTION_OUTPUT, 'o', SHOW | CONVERT, "output", "FILE",
     "write there instead of to standard output"},
    {OPTION_JSON, 0, CHECK | REPLAY, "json", NULL,
     "print exactly one JSON object"},
    {OPTION_QUIET, 'q', ALL, "quiet", NULL,
     "print errors only; the exit status tells the result"},
    {OPTION_VERBOSE, 'v', CHECK | REPLAY, "verbose", NULL,
     "print statistics, too"},
    {OPTION_HELP, 'h', ALL, "help", NULL, "print this help"},
    {OPTION_VERSION, 'V', ALL, "version", NULL, "print the version"},
};
const size_t table_option_count = sizeof table_options / sizeof *table_options;

const command_text table_commands[COMMAND_COUNT] = {
    [COMMAND_CHECK] =
        {"check", "FILE... [options]",
         "decide whether the final configurations stay unreachable",
         "Decides whether a configuration of the final set can be reached from "
         "one of the\ninitial set. The files form one problem: an instance "
         "(.json, .pds), or a system\nand its two automata. '-' is standard "
         "input. VIOLATED means that it can be\nreached; the run is shown, and "
         "its evidence written to STEM.unreachable.trace."},
    [COMMAND_REPLAY] =
        {"replay", "EVIDENCE [FILE...] [options]",
         "check evidence against its problem, step by step",
         "Checks evidence written by 'custos check' against the problem that "
         "it names, or\nagainst the given files, and prints the run step by "
         "step. Exits with 0 if the\nevidence is accepted, with 10 if it is "
         "rejected."},
    [COMMAND_SHOW] =
        {"show", "FILE... [options]",
         "draw a system, its automata or a run (DOT, HTML)",
         "Writes the system or one of its automata in the language of Graphviz"
         " (try\n'| dot -Tsvg'), or the run as a page for a browser."},
    [COMMAND_CONVERT] =
        {"convert", "FILE... [options]",
         "translate between PDAAAL's JSON and .pds",
         "Writes the problem in the other format. What had to be added or "
         "changed is told\non standard error."},
};

bool table_has_library(command k, const custos_option *o) {
  if (k == COMMAND_CHECK || k == COMMAND_SHOW)
    return true;
  if (k == COMMAND_REPLAY && strcmp(o->name, "max-steps") == 0)
    return true;
  return strcmp(o->name, "time") == 0 || strcmp(o->name, "memory") == 0;
}

bool table_is_switch(const custos_option *o) {
  return strcmp(o->values, "yes|no") == 0;
}
